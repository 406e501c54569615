#include "core/formats/meteor/words.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

constexpr uint32_t most_faults = 50;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool ends_word(char c) { return is_blank(c) || c == '{' || c == '}' || c == ',' || c == '=' || c == '#' || c == '"'; }

// Braces can be the second byte of a Big5 letter.
std::size_t letter_size(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const bool pair = lead >= 0x81 && lead != 0xFF && at + 1 < text.size();
    return pair && static_cast<unsigned char>(text[at + 1]) >= 0x40 ? 2 : 1;
}

std::size_t end_of_line(std::string_view text, std::size_t at) { return std::min(text.find('\n', at), text.size()); }

bool may_be_name(std::string_view text) {
    const auto c = static_cast<unsigned char>(text.empty() ? '0' : text[0]);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

}  // namespace

std::string first_word(std::span<const byte> file) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(std::min<std::size_t>(file.size(), 4096))});
    if (text.find('\0') != std::string_view::npos) return {};
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (; at < text.size() && (is_blank(text[at]) || text[at] == '#'); ++at)
        if (text[at] == '#') at = end_of_line(text, at);
    const std::size_t first = std::min(at, text.size());
    while (at < text.size() && !ends_word(text[at])) at += letter_size(text, at);
    return lower(text.substr(first, at - std::min(at, first)));
}

bool Token::is(std::string_view word) const {
    const auto low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return kind == Kind::Word && std::equal(text.begin(), text.end(), word.begin(), word.end(),
                                            [&](char a, char b) { return low(a) == low(b); });
}

Words::Words(Document& doc) : doc_(doc), text_(text_of(doc.file, {0, static_cast<uint32_t>(doc.file.size())})) {
    open_.push_back(add("file", Type::Group, {0, static_cast<uint32_t>(text_.size())}));
    if (!text_.starts_with("\xEF\xBB\xBF")) return;
    add("byte order mark", Type::Text, {0, 3});
    at_ = told_ = 3;
}

Words::~Words() {
    add_comments(static_cast<uint32_t>(text_.size()));
    end_ = static_cast<uint32_t>(text_.size());
    while (!open_.empty()) close();
    if (faults_ > most_faults)
        doc_.note(Severity::Warning, fmt::format("{} more faults of this kind", faults_ - most_faults));
}

Token Words::take(Token::Kind kind, std::size_t at, std::size_t size) {
    at_ = at + size;
    return {kind, {static_cast<uint32_t>(at), static_cast<uint32_t>(size)}, text_.substr(at, size), line_};
}

// Quotes end in their line, so that a missing one spoils no more than that.
Token Words::quoted(std::size_t at) {
    const std::size_t line_end = end_of_line(text_, at), quote = text_.find('"', at + 1);
    if (quote < line_end) {
        Token token = take(Token::Kind::Quoted, at, quote + 1 - at);
        token.text = token.text.substr(1, token.text.size() - 2);
        return token;
    }
    std::size_t last = line_end;
    while (last > at + 1 && is_blank(text_[last - 1])) --last;
    Token token = take(Token::Kind::Quoted, at, last - at);
    fault(Severity::Error, token,
          fmt::format("expected a closing quote in the same line, found none in line {} at offset {}", line_, at));
    token.text.remove_prefix(1);
    return token;
}

Token Words::scan() {
    std::size_t at = at_;
    for (; at < text_.size(); ++at) {
        if (text_[at] == '#') at = end_of_line(text_, at);
        if (at == text_.size() || !is_blank(text_[at])) break;
        line_ += text_[at] == '\n';
    }
    if (at == text_.size()) return take(Token::Kind::End, at, 0);
    switch (text_[at]) {
    case '{':
        return take(Token::Kind::Open, at, 1);
    case '}':
        return take(Token::Kind::Close, at, 1);
    case ',':
        return take(Token::Kind::Comma, at, 1);
    case '=':
        return take(Token::Kind::Equals, at, 1);
    case '"':
        return quoted(at);
    default:
        break;
    }
    std::size_t last = at;
    while (last < text_.size() && !ends_word(text_[last])) last += letter_size(text_, last);
    return take(Token::Kind::Word, at, last - at);
}

const Token& Words::peek() {
    if (!peeked_) token_ = scan();
    peeked_ = true;
    return token_;
}

Token Words::next() {
    const Token token = peek();
    peeked_ = false;
    end_ = token.where.end();
    return token;
}

bool Words::at_number() { return at(Token::Kind::Word) && !may_be_name(token_.text); }

bool Words::skip(Token::Kind kind) {
    if (!at(kind)) return false;
    next();
    return true;
}

bool Words::expect(Token::Kind kind, std::string_view what) {
    if (skip(kind)) return true;
    fault(Severity::Error, peek(), fmt::format("expected {}, found {}", what, found(peek())));
    return false;
}

std::string Words::found(const Token& token) const {
    if (token.kind == Token::Kind::End) return "the end of the file";
    return fmt::format("\"{}\" in line {} at offset {}",
                       decode(text_of(doc_.file, token.where).substr(0, 40), doc_.encoding), token.line,
                       token.where.at);
}

Count Words::count(std::string_view what) {
    const Token at = peek();
    return {integer(what), at};
}

void Words::fault(Severity severity, const Token& where, std::string message) {
    if (where.kind == Token::Kind::End && std::exchange(ended_, true)) return;  // the file ends once
    if (++faults_ <= most_faults) doc_.note(severity, std::move(message), where.where, where.line);
}

// A name in place of a number is the next key; anything else is a number gone wrong.
template <class Parse> auto Words::parsed(std::string_view what, const char* kind, Parse parse) {
    const Token& token = peek();
    decltype(parse(token.text)) value;
    if (token.kind == Token::Kind::Word) value = parse(token.text);
    if (!value) fault(Severity::Error, token, fmt::format("{}: expected {}, found {}", what, kind, found(token)));
    if (value || at_number()) next();
    return value;
}

std::optional<float> Words::number(std::string_view what) { return parsed(what, "a number", parse_float); }

std::optional<int32_t> Words::integer(std::string_view what) {
    return parsed(what, "a whole number", [](std::string_view text) -> std::optional<int32_t> {
        const auto wide = parse_int(text);
        if (!wide || *wide < INT32_MIN || *wide > INT32_MAX) return {};
        return static_cast<int32_t>(*wide);
    });
}

std::string_view Words::line_comment() const {
    std::size_t at = end_;
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    if (at == text_.size() || text_[at] != '#') return {};
    std::size_t last = end_of_line(text_, at++);
    while (last > at && is_blank(text_[last - 1])) --last;
    while (at < last && is_blank(text_[at])) ++at;
    return text_.substr(at, last - at);
}

uint32_t Words::add(const char* name, Type type, Bytes where) {
    const auto index = static_cast<uint32_t>(doc_.tree.fields.size());
    Field field;
    field.name = name;
    field.type = type;
    field.at = where.at;
    field.size = where.size;
    field.parent = open_.empty() ? none : open_.back();
    field.end = index + 1;
    doc_.tree.fields.push_back(field);
    return index;
}

void Words::add_comments(uint32_t until) {
    for (std::size_t at = told_; at < until; ++at) {
        if (text_[at] != '#') continue;
        const std::size_t line_end = end_of_line(text_, at);
        std::size_t last = line_end;
        while (last > at + 1 && is_blank(text_[last - 1])) --last;
        add("comment", Type::Text, {static_cast<uint32_t>(at), static_cast<uint32_t>(last - at)});
        at = line_end;
    }
    told_ = std::max(told_, until);
}

void Words::claim(const char* name, uint32_t from) {
    if (end_ <= from) return;
    add_comments(from);
    const uint32_t field = add(name, Type::Text, {from, end_ - from});
    const bool single = text_.substr(from, end_ - from).find_first_of(" \t\r\n") == std::string_view::npos;
    doc_.tree.fields[field].lanes = single ? 1 : 2;
    told_ = end_;
}

void Words::claim_rows(const char* name, const std::vector<uint32_t>& starts) {
    if (starts.empty()) return;
    add_comments(starts.front());
    const uint32_t field = add(name, Type::Text, {starts.front(), end_ - starts.front()});
    doc_.tree.fields[field].count = static_cast<uint32_t>(starts.size());
    doc_.tree.fields[field].label = static_cast<uint32_t>(doc_.lists.size());
    doc_.lists.insert(doc_.lists.end(), starts.begin(), starts.end());
    doc_.lists.push_back(end_);
    told_ = end_;
}

void Words::unknown(std::string_view expected) {
    fault(Severity::Warning, peek(), fmt::format("expected {}, found {}", expected, found(peek())));
    const Token first = peek();
    if (first.kind != Token::Kind::Open) next();
    const auto goes_on = [&] {
        const Token::Kind kind = peek().kind;
        return token_.line == first.line && kind != Token::Kind::Open && kind != Token::Kind::Close &&
               kind != Token::Kind::End;
    };
    while (goes_on()) next();
    if (at(Token::Kind::Open)) skip_block();
    claim("unknown", first.where.at);
}

void Words::skip_block() {
    uint32_t depth = 0;
    do {
        const Token token = next();
        if (token.kind == Token::Kind::Open) ++depth;
        if (token.kind == Token::Kind::Close) --depth;
    } while (depth > 0 && !at(Token::Kind::End));
}

uint32_t Words::open(const char* name) { return open(name, peek().where.at); }

uint32_t Words::open(const char* name, uint32_t from) {
    add_comments(from);
    open_.push_back(add(name, Type::Group, {from, 0}));
    return open_.back();
}

void Words::close() {
    add_comments(end_);
    Field& field = doc_.tree.fields[open_.back()];
    field.size = std::max(end_, field.at) - field.at;
    field.end = static_cast<uint32_t>(doc_.tree.fields.size());
    open_.pop_back();
}

void Words::label(uint32_t group, std::string text) {
    doc_.tree.fields[group].label = doc_.tree.add_label(std::move(text));
}

std::string_view rest_of_line(const Document& doc, Words& words, const Token& key) {
    const uint32_t from = words.peek().where.at;
    const auto in_line = [&] {
        const Token& token = words.peek();
        return token.line == key.line && token.kind != Token::Kind::End && token.kind != Token::Kind::Open &&
               token.kind != Token::Kind::Close;
    };
    if (!in_line()) return {};
    if (words.at(Token::Kind::Quoted)) return words.next().text;
    while (in_line()) words.next();
    return text_of(doc.file, {from, words.end() - from});
}

void check_count(Document& doc, Words& words, const Count& count, std::string_view what, uint64_t found) {
    if (!count.said)
        return doc.note(Severity::Warning, fmt::format("{}: expected their number, found none; {} there", what,
                                                       found == 1 ? "1 is" : fmt::format("{} are", found)));
    if (*count.said != static_cast<int64_t>(found))
        words.fault(Severity::Warning, count.at,
                    fmt::format("{}: expected {} as line {} says at offset {}, found {}", what, *count.said,
                                count.at.line, count.at.where.at, found));
}

}  // namespace bonescope::meteor
