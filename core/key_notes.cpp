#include "core/key_notes.h"
#include "core/evaluate.h"
#include "core/text.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope {

namespace {

// "have a time" as one key does it: "has a time".
std::string of_one(std::string_view fault) {
    const std::size_t end = std::min(fault.find(' '), fault.size());
    const std::string_view verb = fault.substr(0, end);
    return (verb == "have" ? "has" : std::string(verb) + "s") + std::string(fault.substr(end));
}

}  // namespace

void KeyNotes::add(Severity severity, const char* fault, const std::function<bool(uint32_t)>& bad) const {
    uint32_t n = 0, first = 0;
    for (uint32_t row = 0; row < rows; ++row)
        if (bad(row) && n++ == 0) first = row;
    if (n == 0) return;
    Finding finding;
    finding.severity = severity;
    finding.message = fmt::format("clip \"{}\", {} {}: {} of {} {}; the first is key {}", decode(doc.clips.back().name),
                                  like.kind == Kind::Morph ? "morph" : "bone",
                                  like.name == none ? fmt::format("{}", like.target) : decode(doc.names[like.name]), n,
                                  counted(rows, "key"), n == 1 ? of_one(fault) : fault, first);
    finding.where = key_bytes(doc, like, first);
    finding.placed = true;
    finding.clip = static_cast<int>(doc.clips.size() - 1);
    finding.key = static_cast<int>(first);
    doc.note(std::move(finding));
}

void KeyNotes::times(Column time, Severity back) const {
    const auto at = [&](uint32_t row) { return doc.number(time, row); };
    add(Severity::Warning, "have a time that is not a finite number",
        [&](uint32_t i) { return !std::isfinite(at(i)); });
    add(back, "have a time below that of the key before them", [&](uint32_t i) { return i > 0 && at(i) < at(i - 1); });
    const Timeline& line = doc.clips.back().timelines[like.timeline];
    std::vector<bool> twice(rows);
    for (uint32_t rank = 1; rank < line.live; ++rank) {
        const uint32_t row = row_of(doc, line, rank);
        twice[row] = at(row) == at(row_of(doc, line, rank - 1));
    }
    add(Severity::Warning, "repeat the time of another key", [&](uint32_t i) { return twice[i]; });
}

void KeyNotes::not_finite(const char* what, Column column, uint32_t lanes) const {
    const std::string fault = fmt::format("have a {} that is not finite", what);
    add(Severity::Warning, fault.c_str(), [&](uint32_t row) {
        for (uint32_t lane = 0; lane < lanes; ++lane)
            if (!std::isfinite(doc.number(column, row, lane))) return true;
        return false;
    });
}

void KeyNotes::not_unit(Column rotation) const {
    add(Severity::Warning, "have a rotation that is not of length 1", [&](uint32_t row) {
        float square = 0;
        for (uint32_t i = 0; i < 4; ++i) square += doc.number(rotation, row, i) * doc.number(rotation, row, i);
        return std::abs(square - 1) > unit_tolerance;
    });
}

}  // namespace bonescope
