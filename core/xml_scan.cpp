// The field tree's view of XML: one level at a time, read from the text each time it is asked for.
#include "core/text.h"
#include "core/xml.h"
#include <cstring>
#include <fmt/format.h>

namespace bonescope {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool ends_name(char c) { return is_blank(c) || c == '>' || c == '/' || c == '=' || c == '<'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

struct Token {
    enum class Kind : uint8_t { Start, Empty, End, Text, Comment, Special };  // Special: declarations and the like
    Kind kind = Kind::Text;
    Bytes where;
};

class Scanner {
public:
    Scanner(std::span<const byte> file, Bytes part) : text_(text_of(file, {0, part.end()})), at_(part.at) {}

    uint32_t at() const { return static_cast<uint32_t>(at_); }

    bool next(Token& token) {
        if (at_ >= text_.size()) return false;
        const std::size_t from = at_;
        if (text_[at_] == '<') {
            token.kind = markup();
        } else {
            token.kind = Token::Kind::Text;
            at_ = std::min(text_.find('<', at_), text_.size());
        }
        token.where = {static_cast<uint32_t>(from), static_cast<uint32_t>(at_ - from)};
        return true;
    }

    // To the end of the element whose start tag was read last.
    void skip_element() {
        Token token;
        for (uint32_t depth = 1; depth > 0 && next(token);) {
            if (token.kind == Token::Kind::Start) ++depth;
            if (token.kind == Token::Kind::End) --depth;
        }
    }

private:
    bool ahead(std::string_view mark) const { return text_.compare(at_, mark.size(), mark) == 0; }

    void until(std::string_view mark, std::size_t skip) {
        const std::size_t found = text_.find(mark, std::min(at_ + skip, text_.size()));
        at_ = found == std::string_view::npos ? text_.size() : found + mark.size();
    }

    // To the ">" outside quotes and, in a document type, outside brackets.
    void tag() {
        char quote = 0;
        int brackets = 0;
        for (++at_; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (quote)
                quote = c == quote ? '\0' : quote;
            else if (c == '"' || c == '\'')
                quote = c;
            else if (c == '[')
                ++brackets;
            else if (c == ']')
                --brackets;
            else if (c == '>' && brackets <= 0)
                break;
        }
        at_ = std::min(at_ + 1, text_.size());
    }

    Token::Kind markup() {
        const char second = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (second == '/') {
            until(">", 2);
            return Token::Kind::End;
        }
        if (second == '?') {
            until("?>", 2);
            return Token::Kind::Special;
        }
        if (second == '!') {
            if (ahead("<!--")) {
                until("-->", 4);
                return Token::Kind::Comment;
            }
            if (ahead("<![CDATA[")) {
                until("]]>", 9);
                return Token::Kind::Text;
            }
            tag();
            return Token::Kind::Special;
        }
        tag();
        return text_[at_ - 1] == '>' && text_[at_ - 2] == '/' ? Token::Kind::Empty : Token::Kind::Start;
    }

    std::string_view text_;
    std::size_t at_;
};

// `<name`, or `</name>` as it stands.
Bytes name_part(std::span<const byte> file, Bytes tag) {
    const std::string_view text = text_of(file, tag);
    uint32_t size = 1;
    while (size < text.size() && !ends_name(text[size])) ++size;
    return {tag.at, size};
}

Node node_of(Node::Kind kind, Bytes where) {
    Node node;
    node.kind = kind;
    node.where = where;
    return node;
}

// Visits the attributes of a start tag; what is not name="value" comes as one attribute up to the next blank.
template <class Visit> bool each_attribute(std::span<const byte> file, Bytes tag, Visit&& visit) {
    std::string_view text = text_of(file, tag);
    if (text.ends_with('>')) text.remove_suffix(1);
    if (text.ends_with('/')) text.remove_suffix(1);
    std::size_t at = name_part(file, tag).size;
    const auto skip_blanks = [&](std::size_t from) {
        while (from < text.size() && is_blank(text[from])) ++from;
        return from;
    };
    for (at = skip_blanks(at); at < text.size(); at = skip_blanks(at)) {
        const std::size_t from = at;
        while (at < text.size() && !is_blank(text[at]) && text[at] != '=') ++at;
        std::size_t value = skip_blanks(at);
        if (value < text.size() && text[value] == '=') {
            value = skip_blanks(value + 1);
            const bool quoted = value < text.size() && (text[value] == '"' || text[value] == '\'');
            if (quoted) {
                at = std::min(text.find(text[value], value + 1), text.size() - 1) + 1;
            } else {
                at = value;
                while (at < text.size() && !is_blank(text[at])) ++at;
            }
        }
        const Bytes where{tag.at + static_cast<uint32_t>(from), static_cast<uint32_t>(at - from)};
        if (!visit(node_of(Node::Kind::Attribute, where))) return false;
    }
    return true;
}

// Visits the children of one level in file order until `visit` answers false.
template <class Visit> void each_child(std::span<const byte> file, Bytes where, bool element, Visit&& visit) {
    Scanner scanner(file, where);
    Token token;
    if (element) {
        if (!scanner.next(token) || !visit(node_of(Node::Kind::Tag, name_part(file, token.where)))) return;
        if (!each_attribute(file, token.where, visit)) return;
        if (token.kind != Token::Kind::Start) return;
    }
    while (scanner.next(token)) {
        Node node;
        switch (token.kind) {
        case Token::Kind::Text: {
            const std::string_view text = trimmed(text_of(file, token.where));
            if (text.empty()) continue;
            const char* start = reinterpret_cast<const char*>(file.data());
            node = node_of(Node::Kind::Text,
                           {static_cast<uint32_t>(text.data() - start), static_cast<uint32_t>(text.size())});
            break;
        }
        case Token::Kind::Comment:
            node = node_of(Node::Kind::Comment, token.where);
            break;
        case Token::Kind::Start:
            scanner.skip_element();
            [[fallthrough]];
        case Token::Kind::Empty:
            node = node_of(Node::Kind::Element, {token.where.at, scanner.at() - token.where.at});
            break;
        default:
            node = node_of(Node::Kind::Tag, token.where);
            break;
        }
        if (!visit(node)) return;
        if (element && token.kind == Token::Kind::End) return;
    }
}

constexpr std::size_t longest_value = 120;

std::string shown(std::string_view text) {
    text = trimmed(text);
    const bool cut = text.size() > longest_value;
    text = text.substr(0, longest_value);
    std::string line(text);
    for (char& c : line)
        if (is_blank(c)) c = ' ';
    return decode(line) + (cut ? " …" : "");
}

std::string_view element_name(std::string_view text) {
    std::size_t size = 1;
    while (size < text.size() && !ends_name(text[size])) ++size;
    return text.substr(1, size - 1);
}

// What a closed row says of an element: its attributes, else its text.
std::string element_value(std::span<const byte> file, const Node& node) {
    Scanner scanner(file, node.where);
    Token token;
    if (!scanner.next(token)) return {};
    std::string_view inside = text_of(file, token.where);
    inside.remove_prefix(std::min<std::size_t>(name_part(file, token.where).size, inside.size()));
    if (inside.ends_with('>')) inside.remove_suffix(1);
    if (inside.ends_with('/')) inside.remove_suffix(1);
    if (trimmed(inside).empty() && token.kind == Token::Kind::Start && scanner.next(token) &&
        token.kind == Token::Kind::Text)
        inside = text_of(file, token.where);
    return shown(inside);
}

NodeText describe_attribute(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return {shown(text), "attribute", ""};
    std::string_view value = trimmed(text.substr(equals + 1));
    if (value.size() > 1 && (value[0] == '"' || value[0] == '\'')) value = value.substr(1, value.size() - 2);
    return {decode(trimmed(text.substr(0, equals))), "attribute", decode(value)};
}

NodeText describe_tag(std::string_view text) {
    if (text.starts_with("</")) return {"end tag", "tag", shown(text)};
    if (text.starts_with("<?xml")) return {"declaration", "tag", shown(text)};
    if (text.starts_with("<?")) return {"instruction", "tag", shown(text)};
    if (text.starts_with("<!")) return {"document type", "tag", shown(text)};
    return {"start tag", "tag", shown(text)};
}

}  // namespace

std::string_view xml_root_name(std::span<const byte> file) {
    const auto size = static_cast<uint32_t>(file.size());
    const uint32_t skip = text_of(file, {0, size}).starts_with("\xEF\xBB\xBF") ? 3 : 0;
    Scanner scanner(file, {skip, size - skip});
    for (Token token; scanner.next(token);) {
        const std::string_view text = text_of(file, token.where);
        if (token.kind == Token::Kind::Start || token.kind == Token::Kind::Empty) return element_name(text);
        if (token.kind == Token::Kind::End) break;
        if (token.kind == Token::Kind::Text && !trimmed(text).empty()) break;
    }
    return {};
}

Bytes xml_element(std::span<const byte> file, uint32_t at) {
    const auto size = static_cast<uint32_t>(file.size());
    if (at >= size) return {size, 0};
    Scanner scanner(file, {at, size - at});
    Token token;
    scanner.next(token);
    if (token.kind == Token::Kind::Start) scanner.skip_element();
    return {at, scanner.at() - at};
}

std::string_view xml_open_element(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    std::vector<std::string_view> open;
    Scanner scanner(bytes, {0, static_cast<uint32_t>(text.size())});
    for (Token token; scanner.next(token);) {
        if (token.kind == Token::Kind::Start) open.push_back(element_name(text_of(bytes, token.where)));
        if (token.kind == Token::Kind::End && !open.empty()) open.pop_back();
    }
    return open.empty() ? std::string_view{} : open.back();
}

uint32_t xml_end_tag(std::span<const byte> file, uint32_t at) {
    Scanner scanner(file, {at, static_cast<uint32_t>(file.size()) - at});
    for (Token token; scanner.next(token) && token.kind != Token::Kind::End;)
        if (token.kind == Token::Kind::Start) scanner.skip_element();
    return scanner.at();
}

uint32_t xml_child_count(std::span<const byte> file, Bytes where, bool element) {
    uint32_t n = 0;
    each_child(file, where, element, [&](const Node&) {
        ++n;
        return true;
    });
    return n;
}

void xml_children(std::span<const byte> file, Bytes where, bool element, uint32_t from, uint32_t n,
                  std::vector<Node>& out) {
    const uint64_t last = uint64_t{from} + n;
    uint64_t i = 0;
    if (n == 0) return;
    each_child(file, where, element, [&](const Node& node) {
        if (i >= from) out.push_back(node);
        return ++i < last;
    });
}

bool xml_child_at(std::span<const byte> file, Bytes where, bool element, uint32_t offset, Node& out) {
    bool found = false;
    each_child(file, where, element, [&](const Node& node) {
        found = node.where.contains(offset);
        if (found) out = node;
        return !found && node.where.at <= offset;
    });
    return found;
}

NodeText xml_describe(std::span<const byte> file, const Node& node) {
    const std::string_view text = text_of(file, node.where);
    switch (node.kind) {
    case Node::Kind::Element:
        return {decode(element_name(text)), "element", element_value(file, node)};
    case Node::Kind::Attribute:
        return describe_attribute(text);
    case Node::Kind::Comment:
        return {"comment", "comment", shown(text)};
    case Node::Kind::Tag:
        return describe_tag(text);
    default:
        return {"text", "text", decode(text)};
    }
}

}  // namespace bonescope
