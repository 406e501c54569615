#include "core/formats/cal3d/xml_input.h"
#include "core/read_float.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace bonescope::cal3d {

namespace {

constexpr std::size_t longest_shown = 40;

bool separates(char c) { return c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r'; }

std::string shown(std::string_view text) {
    std::string line(text.substr(0, longest_shown));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return decode(line);
}

std::vector<std::string_view> words_of(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(separators); at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(separators, end);
    }
    return words;
}

}  // namespace

pugi::xml_node find_child(pugi::xml_node node, std::string_view lower_name) {
    for (const pugi::xml_node child : node.children())
        if (is_named(child, lower_name)) return child;
    return {};
}

pugi::xml_attribute find_attribute(pugi::xml_node node, std::string_view lower_name) {
    for (const pugi::xml_attribute attribute : node.attributes())
        if (is_same_name(attribute.name(), lower_name)) return attribute;
    return {};
}

uint32_t count_children(pugi::xml_node node, std::string_view lower_name) {
    uint32_t n = 0;
    for (const pugi::xml_node child : node.children()) n += is_named(child, lower_name);
    return n;
}

// ---- what is in a file, without parsing it ----

namespace {

// Behind the end of a tag whose "<" is at `at`; quotes may hold ">".
std::size_t end_of_tag(std::string_view text, std::size_t at) {
    char quote = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return at + 1;
    }
    return text.size();
}

void read_tag(std::string_view tag, XmlRoot& out) {
    pugi::xml_document dom;
    dom.load_buffer(tag.data(), tag.size(), pugi::parse_minimal, pugi::encoding_utf8);
    const pugi::xml_node node = dom.first_child();
    out.name = lower(node.name());
    out.attributes = " ";
    for (const pugi::xml_attribute attribute : node.attributes()) out.attributes += lower(attribute.name()) + " ";
    if (const auto magic = find_attribute(node, "magic")) {
        out.magic = magic.value();
        for (char& c : out.magic) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
}

}  // namespace

XmlRoot find_xml_root(std::span<const byte> file) {
    XmlRoot out;
    for (int element = 0; element < 2; ++element) {
        const std::string_view name = xml_root_name(file);
        if (name.empty()) return element == 0 ? XmlRoot{} : out;
        const auto* start = reinterpret_cast<const char*>(file.data());
        const std::string_view text = text_of(file, {0, static_cast<uint32_t>(file.size())});
        const auto at = static_cast<std::size_t>(name.data() - start) - 1;
        std::size_t end = end_of_tag(text, at);
        read_tag(text.substr(at, end - at), out);
        if (out.name != "header") return out;
        const std::size_t next = text.find_first_not_of(" \t\r\n", end);
        if (next != std::string_view::npos && text.substr(next).starts_with("</")) end = end_of_tag(text, next);
        file = file.subspan(end);
    }
    return out;
}

// ---- the header ----

namespace {

bool known_version(int64_t v) {
    return (v >= 699 && v <= 700) || v == 799 || (v >= 899 && v <= 919) || v == 1000 || v == 1100 || v == 1200 ||
           v == 1300 || v == 1301;
}

}  // namespace

pugi::xml_node XmlInput::open(const char* root, const char* magic) {
    pugi::xml_node header, found;
    std::vector<pugi::xml_node> others;
    for (const pugi::xml_node node : file_.root().children()) {
        if (!header && !found && is_named(node, "header"))
            header = node;
        else if (!found && is_named(node, root))
            found = node;
        else if (node.type() == pugi::node_element)
            others.push_back(node);
    }
    doc_.readable = bool(found);
    if (!found) {
        const std::string instead = others.empty() ? "" : fmt::format(": there is a <{}>", decode(others[0].name()));
        doc_.note(Severity::Error, fmt::format("expected an element <{}>, found none{}", root, instead));
        return {};
    }
    for (const pugi::xml_node node : others)
        warn(node,
             fmt::format("expected one <{}>, found <{}> beside it, which is not read", root, decode(node.name())));
    const auto of = [&](const char* name) {
        const pugi::xml_attribute first = find_attribute(header, name);
        return first ? first : find_attribute(found, name);
    };
    const pugi::xml_attribute version = of("version"), stored = of("magic");
    doc_.version = version.value();
    doc_.dialect = header ? "HEADER before the root" : version || stored ? "header in the root" : "no header";
    if (stored && lower(stored.value()) != lower(magic))
        note(Severity::Warning, file_.where(stored),
             fmt::format("MAGIC: expected \"{}\", found \"{}\"", magic, shown(stored.value())));
    const auto number = parse_int(doc_.version);
    if (version && (!number || !known_version(*number)))
        note(Severity::Warning, file_.where(version),
             fmt::format("VERSION: expected 699 to 1301 of a known kind, found \"{}\"", shown(version.value())));
    if (!version) note(Severity::Info, {file_.offset(found), 1}, "no VERSION is stored");
    return found;
}

// ---- numbers ----

// Looks again at a text that is not plainly `n` numbers.
void XmlInput::slow_numbers(pugi::xml_node node, Bytes where, std::string_view text, float* out, uint32_t n) {
    std::vector<std::string_view> words = words_of(text, " \t\r\n,");
    const std::vector<std::string_view> parts = words_of(text, " \t\r\n");
    std::vector<std::string> points;
    const bool decimals = words.size() != n && parts.size() == n && words.size() > n;
    if (decimals) {
        for (const std::string_view part : parts) {
            std::string& with_point = points.emplace_back(part);
            std::replace(with_point.begin(), with_point.end(), ',', '.');
        }
        words.assign(points.begin(), points.end());
        note(Severity::Warning, where,
             fmt::format("<{}>: expected a point in each number, found \"{}\", read with points for commas",
                         decode(node.name()), shown(text)));
    } else if (words.size() != n) {
        note(Severity::Warning, where,
             fmt::format("<{}>: expected {}, found {} in \"{}\"{}", decode(node.name()), counted(n, "number"),
                         words.size(), shown(text), words.size() < n ? ", the rest is 0" : ""));
    }
    for (uint32_t i = 0; i < n; ++i) {
        out[i] = 0;
        if (i >= words.size()) continue;
        const auto value = parse_float(words[i]);
        out[i] = value.value_or(0.f);
        if (!value)
            note(Severity::Warning, where,
                 fmt::format("<{}>: expected a number, found \"{}\", read as 0", decode(node.name()), shown(words[i])));
    }
}

namespace {

// The usual case. False when the text is anything but `n` finite numbers.
bool plain_numbers(const char* at, const char* end, float* out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        while (separates(*at)) ++at;
        const char* next = read_float(at, end, out[i]);
        if (!next || (*next && !separates(*next))) return false;
        at = next;
    }
    while (separates(*at)) ++at;
    return *at == '\0';
}

}  // namespace

void XmlInput::numbers(pugi::xml_node node, float* out, uint32_t n) {
    const char* text = node.child_value();
    if (!plain_numbers(text, text + std::strlen(text), out, n))
        slow_numbers(node, {file_.offset(node), static_cast<uint32_t>(std::strlen(node.name()) + 1)}, text, out, n);
}

void XmlInput::numbers(pugi::xml_node node, pugi::xml_attribute attribute, float* out, uint32_t n) {
    const char* text = attribute.value();
    if (!plain_numbers(text, text + std::strlen(text), out, n))
        slow_numbers(node, file_.where(attribute), text, out, n);
}

float XmlInput::number(pugi::xml_node node) {
    float out = 0;
    numbers(node, &out, 1);
    return out;
}

namespace {

// "3", " 3 ", "3.0".
std::optional<int32_t> whole(std::string_view text) {
    const auto small = [](int64_t v) { return v >= INT32_MIN && v <= INT32_MAX; };
    if (const auto value = parse_int(text))
        return small(*value) ? std::optional(static_cast<int32_t>(*value)) : std::nullopt;
    const auto real = parse_float(text);
    if (!real || *real != std::floor(*real) || std::abs(*real) > 1e6f) return {};
    return static_cast<int32_t>(*real);
}

}  // namespace

std::optional<int32_t> XmlInput::integer(pugi::xml_node node) {
    const auto value = whole(node.child_value());
    if (!value)
        warn(node, fmt::format("<{}>: expected a whole number, found \"{}\"", decode(node.name()),
                               shown(node.child_value())));
    return value;
}

std::optional<int32_t> XmlInput::integer(pugi::xml_node node, const char* name) {
    const pugi::xml_attribute attribute = find_attribute(node, name);
    if (!attribute) return {};
    const auto value = whole(attribute.value());
    if (!value)
        note(Severity::Warning, file_.where(attribute),
             fmt::format("{}: expected a whole number, found \"{}\"", decode(attribute.name()),
                         shown(attribute.value())));
    return value;
}

bool XmlInput::flag(pugi::xml_node node, const char* name, bool missing) {
    const pugi::xml_attribute attribute = find_attribute(node, name);
    if (!attribute) return missing;
    const std::string word = lower(attribute.value());
    if (word == "1" || word == "true") return true;
    if (word == "0" || word == "false") return false;
    note(Severity::Warning, file_.where(attribute),
         fmt::format("{}: expected 0 or 1, found \"{}\", read as {}", decode(attribute.name()),
                     shown(attribute.value()), missing ? 1 : 0));
    return missing;
}

void XmlInput::count(pugi::xml_node node, const char* name, uint32_t real) {
    const auto stored = integer(node, name);
    if (stored && *stored != static_cast<int64_t>(real))
        note(Severity::Warning, file_.where(find_attribute(node, name)),
             fmt::format("{}: expected {}, the number of elements, found {}", decode(find_attribute(node, name).name()),
                         real, *stored));
}

void XmlInput::warn_missing(pugi::xml_node node, const char* child) {
    warn(node, fmt::format("<{}>: expected an element <{}>, found none", decode(node.name()), child));
}

}  // namespace bonescope::cal3d
