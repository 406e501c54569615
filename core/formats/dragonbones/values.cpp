#include "core/formats/dragonbones/values.h"
#include "core/interpolate.h"
#include "core/read_float.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr uint32_t most_notes = 200;

}  // namespace

void Values::note(Severity severity, Bytes where, std::string message) {
    if (++notes_ > most_notes) return;
    doc_.note(severity, fmt::format("{} at offset {}", message, where.at), where);
}

void Values::odd(Bytes where, const char* what) {
    for (Odd& known : odd_)
        if (known.what == what) return void(++known.count);
    odd_.push_back({what, where, 1});
}

bool Values::object(JsonValue item, const char* what) {
    if (item.is(JsonKind::Object)) return true;
    warn(item, fmt::format("expected {}, found {}", what, decode(item.raw().substr(0, 24))));
    return false;
}

void Values::finish() {
    for (const Odd& odd : odd_)
        doc_.note(Severity::Info,
                  odd.count == 1
                      ? fmt::format("{}: found at offset {}", odd.what, odd.first.at)
                      : fmt::format("{}: found {} times, first at offset {}", odd.what, odd.count, odd.first.at),
                  odd.first);
    if (doc_.format != "dragonbones.dbbin") add_lines(doc_);
    if (notes_ > most_notes)
        doc_.note(Severity::Warning, fmt::format("{} more notes of this file are left out", notes_ - most_notes));
}

double Values::long_number(JsonValue value, double fallback) {
    if (const auto number = value.number()) {
        if (!strings_ && value.is(JsonKind::String)) odd(value.bytes(), "a number written as a string");
        return *number;
    }
    return odd_number(value, fallback);
}

double Values::odd_number(JsonValue value, double fallback) {
    const std::string_view raw = value.raw();
    if (!value || value.is(JsonKind::None) || raw == "null" || raw == "NaN") return fallback;
    if (raw == "true") return 1;
    const bool silent = raw == "false" || (value.is(JsonKind::String) && raw.find_first_not_of(" \t") == raw.npos);
    if (!silent) warn(value, fmt::format("expected a number, found {}", decode(raw.substr(0, 24))));
    return 0;
}

int Values::whole(double value) {
    return static_cast<int>(std::clamp(std::isnan(value) ? 0 : value, -2147483648., 2147483647.));
}

bool Values::boolean(JsonValue object, std::string_view key, bool fallback) {
    const JsonValue value = object[key];
    const std::string_view raw = value.raw();
    switch (value.kind()) {
    case JsonKind::None:
        return fallback;
    case JsonKind::Number:
        return value.number().value_or(0) != 0;
    case JsonKind::String:
        return !raw.empty() && raw != "0" && raw != "NaN" && raw != "false" && raw != "null" && raw != "undefined";
    default:
        return raw != "false" && raw != "null" && raw != "NaN" && raw != "undefined";
    }
}

std::string Values::text(JsonValue object, std::string_view key) {
    const JsonValue value = object[key];
    return value.raw() == "null" && value.is(JsonKind::Word) ? std::string() : value.text();
}

std::string_view Values::name(JsonValue object, std::string_view key) {
    const JsonValue value = object[key];
    const std::string_view raw = value.raw();
    if (value.is(JsonKind::String) && raw.find('\\') == raw.npos) return raw;
    return name_ = text(object, key);
}

int Values::word(JsonValue object, std::string_view key, std::span<const char* const> words, int fallback) {
    const JsonValue value = object[key];
    if (!value.is(JsonKind::String)) return integer(object, key, fallback);
    const std::string wanted = lower(value.raw());
    for (std::size_t i = 0; i < words.size(); ++i)
        if (wanted == lower(words[i])) return static_cast<int>(i);
    if (value.number()) return integer(object, key, fallback);
    if (!wanted.empty())
        warn(value, fmt::format("{}: expected {}, found \"{}\"", key, fmt::join(words, ", "), decode(wanted)));
    return fallback;
}

float Values::long_item(JsonValue item) {
    const std::string_view raw = item.raw();
    float value = 0;
    const char* const end = raw.data() + raw.size();
    if (!item.is(JsonKind::String) && read_float(raw.data(), end, value) == end) return value;
    return static_cast<float>(number(item, 0));
}

std::size_t Values::numbers(JsonValue array, std::span<float> out) {
    if (!array.is(JsonKind::Array)) {
        if (array && array.raw() != "null") warn(array, "expected an array of numbers, found something else");
        return 0;
    }
    float *to = out.data(), *const end = to + out.size();
    const auto last = array.end();
    for (auto item = array.begin();; ++item) {
        to = item.short_numbers(last, to, end, fast_vectors());
        if (!(item != last) || to == end) return static_cast<std::size_t>(to - out.data());
        *to++ = long_item(*item);
    }
}

void Values::numbers(JsonValue array, std::vector<float>& out) {
    out.resize(array.most_items());
    out.resize(numbers(array, std::span(out)));
}

}  // namespace bonescope::dragonbones
