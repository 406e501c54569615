#include "core/formats/ogre/material_script.h"
#include "core/reader.h"
#include "core/text.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace bonescope::ogre {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0'; }

constexpr std::array block_names = {"material",       "technique",        "pass",           "texture_unit",
                                    "vertex_program", "fragment_program", "rtshader_system"};
constexpr std::array statement_names = {
    "ambient",       "diffuse",           "specular",      "emissive",         "scene_blend",     "lighting",
    "cull_hardware", "cull_software",     "depth_write",   "depth_check",      "alpha_rejection", "texture",
    "anim_texture",  "tex_coord_set",     "cubic_texture", "tex_address_mode", "texture_alias",   "import",
    "set",           "set_texture_alias", "shading",       "colour_op",        "receive_shadows", "filtering"};

template <class Names> const char* find_name(const Names& names, std::string_view word, const char* other) {
    const auto found = std::find(names.begin(), names.end(), word);
    return found == names.end() ? other : *found;
}

bool starts_script(std::string_view keyword) {
    return keyword == "material" || keyword == "vertex_program" || keyword == "fragment_program";
}

// A block that is known to be one even where its brace is missing, by what it stands in.
bool needs_block(std::string_view keyword, std::string_view parent) {
    return (keyword == "material" && parent == "file") || (keyword == "technique" && parent == "material") ||
           (keyword == "pass" && parent == "technique") || (keyword == "texture_unit" && parent == "pass");
}

constexpr uint32_t most_faults = 50;

class Recorder {
public:
    explicit Recorder(Document& doc) : doc_(doc), lexer_(doc.file, {0, static_cast<uint32_t>(doc.file.size())}) {}
    void run();

private:
    uint32_t add(const char* name, Type type, Bytes where) {
        return add_field(doc_.tree, doc_.tree.fields.empty() ? none : top(), name, type, where);
    }
    void end_statement(const ScriptToken& next);
    void open(const ScriptToken& brace);
    void close(uint32_t end);
    void close_brace(const ScriptToken& brace);
    void note(Severity severity, Bytes where, std::string message) {
        doc_.note(severity, std::move(message), where, line_of(doc_.file, where.at));
    }
    // `message` is made only while faults are few: every place costs a count of lines.
    template <class Message> void fault(Bytes where, Message message) {
        if (++faults_ <= most_faults) note(Severity::Error, where, message());
    }
    std::string_view keyword() const {
        const bool abstract = words_.size() > 1 && words_[0].text == "abstract";
        return words_.empty() ? std::string_view{} : words_[abstract ? 1 : 0].text;
    }
    Bytes words_range() const { return {words_.front().where.at, words_.back().where.end() - words_.front().where.at}; }
    void add_comments();
    std::string describe(const ScriptToken& token) const;
    uint32_t top() const { return open_.empty() ? 0 : open_.back(); }

    Document& doc_;
    ScriptLexer lexer_;
    std::vector<uint32_t> open_;                 // groups, outermost first
    std::vector<ScriptToken> words_, comments_;  // of the statement being read
    bool line_ended_ = false;
    uint32_t faults_ = 0;
};

// Comments among the words belong to the statement's own range.
void Recorder::add_comments() {
    const uint32_t covered = words_.empty() ? 0 : words_.back().where.end();
    for (const ScriptToken& comment : comments_)
        if (comment.where.at >= covered) add("comment", Type::Text, comment.where);
    comments_.clear();
    words_.clear();
    line_ended_ = false;
}

std::string Recorder::describe(const ScriptToken& token) const {
    if (token.kind == ScriptToken::Kind::End) return "the end of the file";
    const std::string_view text = text_of(doc_.file, token.where).substr(0, 40);
    return fmt::format("\"{}\" in line {} at offset {}", decode(text), line_of(doc_.file, token.where.at),
                       token.where.at);
}

void Recorder::end_statement(const ScriptToken& next) {
    if (words_.empty()) return add_comments();
    if (needs_block(keyword(), doc_.tree.fields[top()].name)) {
        fault(words_range(), [&] {
            return fmt::format("expected {{ after \"{}\" in line {} at offset {}, found {}",
                               decode(text_of(doc_.file, words_range())), line_of(doc_.file, words_range().at),
                               words_range().at, describe(next));
        });
        return open(next);
    }
    add(find_name(statement_names, words_[0].text, "statement"), Type::Text, words_range());
    add_comments();
}

// The words before a brace are the header of the block that it opens.
void Recorder::open(const ScriptToken& brace) {
    if (starts_script(keyword()) && !open_.empty() && doc_.tree.fields[open_[0]].name == std::string_view("material")) {
        const Field& inner = doc_.tree.fields[top()];
        fault(words_range(), [&] {
            return fmt::format("expected }} for the {} that line {} opens at offset {}, found {}", inner.name,
                               line_of(doc_.file, inner.at), inner.at, describe(words_[0]));
        });
        while (!open_.empty()) close(words_range().at);
    }
    if (words_.empty()) {
        fault(brace.where, [&] {
            return fmt::format("expected a name before {{, found none in line {} at offset {}",
                               line_of(doc_.file, brace.where.at), brace.where.at);
        });
        open_.push_back(add("block", Type::Group, brace.where));
        return add_comments();
    }
    const uint32_t group = add(find_name(block_names, keyword(), "block"), Type::Group, words_range());
    const uint32_t from =
        std::min<uint32_t>(words_.size() > 1 ? words_[1].where.at : words_range().end(), words_range().end());
    const bool named = doc_.tree.fields[group].name != std::string_view("block");
    const Bytes label = named ? Bytes{from, words_range().end() - from} : words_range();
    if (label.size) doc_.tree.fields[group].label = doc_.tree.add_label(std::string(text_of(doc_.file, label)));
    open_.push_back(group);
    add("header", Type::Text, words_range());
    add_comments();
}

void Recorder::close(uint32_t end) {
    Field& field = doc_.tree.fields[open_.back()];
    field.size = end - field.at;
    field.end = static_cast<uint32_t>(doc_.tree.fields.size());
    open_.pop_back();
}

void Recorder::close_brace(const ScriptToken& brace) {
    if (!open_.empty()) return close(brace.where.end());
    fault(brace.where, [&] {
        return fmt::format("expected a material or another block, found }} in line {} at offset {}",
                           line_of(doc_.file, brace.where.at), brace.where.at);
    });
}

void Recorder::run() {
    const auto size = static_cast<uint32_t>(doc_.file.size());
    add("file", Type::Group, {0, size});
    for (ScriptToken token = lexer_.next();; token = lexer_.next()) {
        if (!token.closed)
            fault(token.where, [&] {
                return fmt::format("expected {} for {}, found {}",
                                   token.kind == ScriptToken::Kind::Quoted ? "a closing quote" : "*/", describe(token),
                                   token.where.end() == size ? "the end of the file" : "the end of the line");
            });
        switch (token.kind) {
        case ScriptToken::Kind::Word:
        case ScriptToken::Kind::Quoted:
            if (line_ended_) end_statement(token);
            if (words_.empty()) add_comments();
            words_.push_back(token);
            continue;
        case ScriptToken::Kind::Line:
            line_ended_ = line_ended_ || !words_.empty();
            if (words_.empty()) add_comments();
            continue;
        case ScriptToken::Kind::Comment:
            comments_.push_back(token);
            continue;
        case ScriptToken::Kind::Open:
            open(token);
            continue;
        case ScriptToken::Kind::Close:
            end_statement(token);
            close_brace(token);
            continue;
        case ScriptToken::Kind::End:
            break;
        }
        end_statement(token);
        break;
    }
    if (!open_.empty()) {
        const Field& inner = doc_.tree.fields[top()];
        fault({size, 0}, [&] {
            return fmt::format("expected }} {} times, found the end of the file; the innermost open block, {}, "
                               "begins in line {} at offset {}",
                               open_.size(), inner.name, line_of(doc_.file, inner.at), inner.at);
        });
    }
    while (!open_.empty()) close(size);
    doc_.tree.fields[0].end = static_cast<uint32_t>(doc_.tree.fields.size());
    if (faults_ > most_faults)
        doc_.note(Severity::Error, fmt::format("{} more faults of braces and quotes", faults_ - most_faults));
}

}  // namespace

ScriptLexer::ScriptLexer(std::span<const byte> file, Bytes part) : text_(text_of(file, {0, part.end()})), at_(part.at) {
    if (at_ == 0 && text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

ScriptToken ScriptLexer::take(ScriptToken::Kind kind, std::size_t size) {
    ScriptToken token;
    token.kind = kind;
    token.where = {static_cast<uint32_t>(at_), static_cast<uint32_t>(size)};
    token.text = text_.substr(at_, size);
    at_ += size;
    return token;
}

// Quotes end in their line, so that a missing one spoils no more than that.
ScriptToken ScriptLexer::quoted() {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    const bool closed = end != std::string_view::npos && text_[end] == '"';
    std::size_t last = std::min(end, text_.size());
    if (!closed)
        while (last > at_ + 1 && is_blank(text_[last - 1])) --last;
    ScriptToken token = take(ScriptToken::Kind::Quoted, last - at_ + (closed ? 1 : 0));
    token.text = token.text.substr(1, token.text.size() - (closed ? 2 : 1));
    token.closed = closed;
    return token;
}

ScriptToken ScriptLexer::comment(std::string_view end) {
    const std::size_t found = text_.find(end, at_ + 2);
    const bool line = end == "\n";
    const bool closed = line || found != std::string_view::npos;
    std::size_t last = found == std::string_view::npos ? text_.size() : line ? found : found + end.size();
    while (line && last > at_ && is_blank(text_[last - 1])) --last;
    ScriptToken token = take(ScriptToken::Kind::Comment, last - at_);
    token.closed = closed;
    return token;
}

ScriptToken ScriptLexer::next() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (at_ >= text_.size()) return take(ScriptToken::Kind::End, 0);
    switch (text_[at_]) {
    case '\n':
        return take(ScriptToken::Kind::Line, 1);
    case '{':
        return take(ScriptToken::Kind::Open, 1);
    case '}':
        return take(ScriptToken::Kind::Close, 1);
    case '"':
        return quoted();
    default:
        break;
    }
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) return comment("\n");
    if (rest.starts_with("/*")) return comment("*/");
    std::size_t size = 1;
    while (size < rest.size() && !is_blank(rest[size]) && rest[size] != '\n' && rest[size] != '{' && rest[size] != '}')
        ++size;
    return take(ScriptToken::Kind::Word, size);
}

std::vector<ScriptToken> script_words(std::span<const byte> file, Bytes part) {
    std::vector<ScriptToken> words;
    ScriptLexer lexer(file, part);
    for (ScriptToken token = lexer.next(); token.kind != ScriptToken::Kind::End; token = lexer.next())
        if (token.kind == ScriptToken::Kind::Word || token.kind == ScriptToken::Kind::Quoted) words.push_back(token);
    return words;
}

void record_script(Document& doc) { Recorder(doc).run(); }

}  // namespace bonescope::ogre
