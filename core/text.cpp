#include "core/text.h"
#include "core/read_float.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iconv.h>
#include <limits>

namespace bonescope {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// Length of the UTF-8 sequence at the start of `text`, 0 when it is not one.
std::size_t sequence(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
    return overlong || outside ? 0 : size;
}

struct Converter {
    iconv_t handle;
    explicit Converter(const char* from) : handle(iconv_open("UTF-8", from)) {}
    ~Converter() {
        if (handle != iconv_t(-1)) iconv_close(handle);
    }
};

// Undecodable bytes become U+FFFD when `lenient`; otherwise they make it fail.
bool convert(std::string_view raw, const char* from, bool lenient, std::string& out) {
    const Converter converter(from);
    if (converter.handle == iconv_t(-1)) return false;
    std::string input(raw);
    char* in = input.data();
    std::size_t left = input.size();
    out.clear();
    while (left > 0) {
        char block[256];
        char* to = block;
        std::size_t room = sizeof block;
        const bool good = iconv(converter.handle, &in, &left, &to, &room) != std::size_t(-1);
        out.append(block, static_cast<std::size_t>(to - block));
        if (good || room < 8) continue;
        if (!lenient) return false;
        out += replacement;
        ++in;
        --left;
    }
    return true;
}

std::string decode_utf8(std::string_view raw) {
    std::string out;
    for (std::size_t i = 0; i < raw.size();) {
        const std::size_t size = sequence(raw.substr(i));
        out += size ? raw.substr(i, size) : replacement;
        i += std::max<std::size_t>(size, 1);
    }
    return out;
}

std::string without_controls(std::string text) {
    std::string out;
    for (const char c : text) {
        if (c == '\t')
            out += ' ';
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            out += replacement;
        else
            out += c;
    }
    return out;
}

std::string decode_raw(std::string_view raw, Encoding encoding) {
    std::string out;
    switch (encoding) {
    case Encoding::Guess:
        if (valid_utf8(raw)) return std::string(raw);
        if (convert(raw, "GBK", false, out)) return out;
        [[fallthrough]];
    case Encoding::Latin1:
        convert(raw, "ISO-8859-1", true, out);
        return out;
    case Encoding::Gbk:
        convert(raw, "GBK", true, out);
        return out;
    case Encoding::Big5:
        convert(raw, "BIG5", true, out);
        return out;
    case Encoding::ShiftJis:
        convert(raw, "SHIFT_JIS", true, out);
        return out;
    case Encoding::Utf8:
        break;
    }
    return decode_utf8(raw);
}

// The spellings of MSVC: 1.#INF, 1.#QNAN, -1.#IND00.
std::optional<float> msvc_special(std::string_view text) {
    const std::size_t hash = text.find('#');
    if (hash == std::string_view::npos) return {};
    const std::string word = lower(text.substr(hash + 1, 3));
    const bool negative = text.front() == '-';
    if (word == "inf")
        return negative ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
    if (word == "ind" || word == "qna" || word == "sna" || word == "nan")
        return std::numeric_limits<float>::quiet_NaN();
    return {};
}

// Of a number that is too large or too small for a double, which of the two it is.
float beyond_double(std::string_view digits) {
    const std::size_t e = digits.find_first_of("eE");
    const std::string_view mantissa = digits.substr(0, e);
    const auto before_point = static_cast<int64_t>(std::min(mantissa.find('.'), mantissa.size()));
    const auto first = static_cast<int64_t>(std::min(mantissa.find_first_of("123456789"), mantissa.size()));
    bool large = before_point > first;
    if (e != std::string_view::npos) {
        const std::string_view power = digits.substr(e + 1);
        const auto exponent = parse_int(power);  // nothing: it has more digits than any integer
        large = exponent ? *exponent > first - before_point : !power.starts_with('-');
    }
    const float size = large ? std::numeric_limits<float>::infinity() : 0.f;
    return digits.starts_with('-') ? -size : size;
}

}  // namespace

std::size_t utf8_fault(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = sequence(text.substr(i));
        if (size == 0) return i;
        i += size;
    }
    return std::string_view::npos;
}

bool valid_utf8(std::string_view text) { return utf8_fault(text) == std::string_view::npos; }

namespace {
Encoding for_all = Encoding::Guess;
}

void decode_all_as(Encoding encoding) { for_all = encoding; }

std::string decode(std::string_view raw, Encoding encoding) {
    if (for_all != Encoding::Guess) encoding = valid_utf8(raw) ? Encoding::Utf8 : for_all;
    return without_controls(decode_raw(raw, encoding));
}

std::string counted(uint64_t n, std::string_view one, std::string_view many) {
    if (n == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", n, one) : fmt::format("{} {}", n, many);
}

std::optional<float> parse_float(std::string_view text) {
    float value = 0;
    if (read_float(text.data(), text.data() + text.size(), value) == text.data() + text.size()) return value;
    text = trimmed(text);
    std::string_view digits = text;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, value);
    if (error == std::errc{} && end == last) return value;
    if (error == std::errc::result_out_of_range && end == last) {
        double wide = 0;
        return std::from_chars(digits.data(), last, wide).ec == std::errc{} ? static_cast<float>(wide)
                                                                            : beyond_double(digits);
    }
    return msvc_special(text);
}

std::optional<int64_t> parse_int(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

std::string lower(std::string_view ascii) {
    std::string out(ascii);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

std::string base_name(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string folder_of(std::string_view path) {
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string_view::npos) return ".";
    return std::string(slash == 0 ? "/" : path.substr(0, slash));
}

std::string stem_of(std::string_view name) {
    const std::size_t dot = name.find_last_of('.');
    return std::string(dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot));
}

std::string hex_text(std::span<const byte> bytes, std::size_t most) {
    std::string out;
    for (const byte b : bytes.first(std::min(bytes.size(), most)))
        out += fmt::format("{}{:02X}", out.empty() ? "" : " ", std::to_integer<unsigned>(b));
    if (bytes.size() > most) out += " …";
    return out;
}

int line_of(std::span<const byte> file, uint32_t offset) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(std::min<std::size_t>(offset, file.size()))});
    return 1 + count_lines(text);
}

// Counted in bytes first, as many of those fit in a register.
int count_lines(std::string_view text) {
    int lines = 0;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, 240);
        uint8_t found = 0;
        for (const char c : part) found = static_cast<uint8_t>(found + (c == '\n'));
        lines += found;
        text.remove_prefix(part.size());
    }
    return lines;
}

}  // namespace bonescope
