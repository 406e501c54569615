#include "core/json.h"
#include "core/json_words.h"
#include <charconv>

namespace bonescope {
namespace {

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

void append_utf8(std::string& out, uint32_t code) {
    const auto put = [&](uint32_t bits) { out += static_cast<char>(bits); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
    }
    put(0x80 | (code & 0x3F));
}

std::optional<uint32_t> hex4(std::string_view text) {
    uint32_t code = 0;
    if (text.size() < 4) return {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + 4, code, 16);
    if (error != std::errc{} || end != text.data() + 4) return {};
    return code;
}

// The \uXXXX at `at` and, where it is the first half of a pair, the other half. Returns how many bytes it took.
std::size_t append_escape(std::string_view raw, std::size_t at, std::string& out) {
    auto code = hex4(raw.substr(at + 2));
    if (!code) return 0;
    std::size_t size = 6;
    if (*code >= 0xD800 && *code < 0xDC00 && raw.substr(at + 6, 2) == "\\u") {
        const auto low = hex4(raw.substr(at + 8));
        if (low && *low >= 0xDC00 && *low < 0xE000) {
            code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
            size = 12;
        }
    }
    append_utf8(out, *code);
    return size;
}

}  // namespace

std::string json_unescape(std::string_view raw) {
    static constexpr std::string_view letters = "bfnrt", meant = "\b\f\n\r\t";
    std::string out;
    for (std::size_t i = 0; i < raw.size();) {
        const std::size_t next = std::min(raw.find('\\', i), raw.size());
        out += raw.substr(i, next - i);
        if ((i = next) + 1 >= raw.size()) return out += raw.substr(i);
        const char c = raw[i + 1];
        std::size_t took = c == 'u' ? append_escape(raw, i, out) : 0;
        if (took == 0) {
            const std::size_t letter = letters.find(c);
            out += letter == std::string_view::npos ? c : meant[letter];
            took = 2;
        }
        i += took;
    }
    return out;
}

JsonKind JsonValue::kind() const {
    if (!node_ || node_->size == 0) return JsonKind::None;
    const char c = file_[node_->at];
    if (c == '"') return JsonKind::String;
    if (c == '{') return JsonKind::Object;
    if (c == '[') return JsonKind::Array;
    const bool number = is_digit(c) || (c == '-' && node_->size > 1 && is_digit(file_[node_->at + 1]));
    return number ? JsonKind::Number : JsonKind::Word;
}

std::string_view JsonValue::raw() const {
    if (!node_) return {};
    const std::string_view text(file_ + node_->at, node_->size);
    return text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
}

std::string JsonValue::text() const {
    const std::string_view text = raw();
    return is(JsonKind::String) && text.find('\\') != std::string_view::npos ? json_unescape(text) : std::string(text);
}

std::optional<double> JsonValue::any_number() const {
    std::string_view text = raw();
    if (holds() || text.empty()) return {};
    while (!text.empty() && json_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && json_blank(text.back())) text.remove_suffix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || (!is_digit(text[0]) && text[0] != '-' && text[0] != '.')) return {};
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

uint32_t JsonValue::size() const {
    uint32_t n = 0;
    for (Iterator at = begin(); at != end(); ++at) ++n;
    return n;
}

JsonValue JsonValue::key() const {
    const bool named = node_ && node_ != tape_ && node_[-1].next == 0;
    return named ? JsonValue(file_, tape_, node_ - 1) : JsonValue();
}

}  // namespace bonescope
