#include "core/xml_notes.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope {

constexpr uint32_t most_notes = 100;

void XmlNotes::note(Severity severity, Bytes where, std::string message) {
    if (++notes_ > most_notes) return;
    doc_.note(severity, fmt::format("{} at offset {}", message, where.at), where);
}

void XmlNotes::warn(pugi::xml_node node, std::string message) {
    const Bytes name{file_.offset(node), static_cast<uint32_t>(std::string_view(node.name()).size() + 1)};
    note(Severity::Warning, name, std::move(message));
}

namespace {

// Notes that were made without a line: in one pass over the text, as there may be many.
void add_lines(Document& doc) {
    std::vector<Finding*> bare;
    for (Finding& note : doc.notes)
        if (note.placed && note.line == 0) bare.push_back(&note);
    std::sort(bare.begin(), bare.end(), [](const Finding* a, const Finding* b) { return a->where.at < b->where.at; });
    const char* text = reinterpret_cast<const char*>(doc.file.data());
    uint32_t at = 0;
    int line = 1;
    for (Finding* note : bare) {
        line += static_cast<int>(std::count(text + at, text + note->where.at, '\n'));
        at = note->where.at;
        note->line = line;
    }
}

}  // namespace

void XmlNotes::finish() {
    add_lines(doc_);
    if (notes_ > most_notes)
        doc_.note(Severity::Warning, fmt::format("{} more notes of this file are left out", notes_ - most_notes));
}

bool starts_utf16(std::span<const byte> file) {
    if (file.size() < 2) return false;
    const auto mark = load<uint16_t>(file.data());
    return mark == 0xFEFF || mark == 0xFFFE || mark == '<' || mark == '<' << 8;
}

}  // namespace bonescope
