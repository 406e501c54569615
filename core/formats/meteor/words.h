// The outer form of the family's text files: words, quotes, braces and comments, whatever the lines. What they mean is
// the readers'. A reader takes tokens in order and claims those that belong together as one leaf of the field tree.
#pragma once
#include "core/document.h"
#include <optional>
#include <string_view>

namespace bonescope::meteor {

struct Token {
    enum class Kind : uint8_t { Word, Quoted, Comma, Equals, Open, Close, End };
    Kind kind = Kind::End;
    Bytes where;                           // quotes included
    std::string_view text;                 // raw bytes, without quotes
    int line = 1;                          // 1-based
    bool is(std::string_view word) const;  // a word, case of ASCII letters aside
};

// A number that is said ahead of what it counts.
struct Count {
    std::optional<int64_t> said;
    Token at;  // the number
};

// The first word of a text, comments passed over, in lower case; empty for what is no text.
std::string first_word(std::span<const byte> file);

class Words {
public:
    explicit Words(Document& doc);  // opens the root group
    ~Words();                       // closes all groups
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;

    const Token& peek();  // comments are passed over
    Token next();
    bool at(Token::Kind kind) { return peek().kind == kind; }
    bool at(std::string_view word) { return peek().is(word); }
    bool at_number();             // a word that is no name
    bool skip(Token::Kind kind);  // takes it when it is there
    // Takes it, else notes that `what` was expected and takes nothing.
    bool expect(Token::Kind kind, std::string_view what);
    // A number in base 10. What is none is noted; it stays when it begins like a name, else it is taken.
    std::optional<float> number(std::string_view what);
    std::optional<int32_t> integer(std::string_view what);
    Count count(std::string_view what);
    // The comment behind the token taken last, in the same line: raw bytes without # and blanks around.
    std::string_view line_comment() const;
    uint32_t end() const { return end_; }  // of the token taken last

    // A leaf from byte `from` to the end of the token taken last; opens into its words. Comments before it, since the
    // last leaf or brace, become leaves of their own. Braces need no claim. Names are static.
    void claim(const char* name, uint32_t from);
    // The same for many statements alike: `starts` holds where each begins. Items run up to the next one's begin.
    void claim_rows(const char* name, const std::vector<uint32_t>& starts);
    // Takes and claims the rest of the line and, when a block follows, that too; notes that it is not known.
    void unknown(std::string_view expected);

    uint32_t open(const char* name);                 // a group that begins at the next token
    uint32_t open(const char* name, uint32_t from);  // or at one that is taken, but not claimed
    void close();                                    // it ends with the token taken last
    void label(uint32_t group, std::string text);

    // With line and offset; beyond some dozens they are counted only. `found`: adds what stands at `where`.
    void fault(Severity severity, const Token& where, std::string message);
    std::string found(const Token&) const;  // `"abc" in line 3 at offset 30`

private:
    Token scan();
    Token take(Token::Kind kind, std::size_t at, std::size_t size);
    Token quoted(std::size_t at);
    void skip_block();
    void add_comments(uint32_t until);
    uint32_t add(const char* name, Type type, Bytes where);
    template <class Parse> auto parsed(std::string_view what, const char* kind, Parse parse);

    Document& doc_;
    std::string_view text_;
    std::size_t at_ = 0;  // where scanning goes on
    int line_ = 1;        // there
    bool peeked_ = false;
    Token token_;        // when peeked
    uint32_t end_ = 0;   // of the token taken last
    uint32_t told_ = 0;  // up to here the tree is made
    uint32_t faults_ = 0;
    bool ended_ = false;          // that the file ends too early is told
    std::vector<uint32_t> open_;  // groups, outermost first
};

// A group for the length of a scope.
class Block {
public:
    Block(Words& words, const char* name) : words_(words), index_(words.open(name)) {}
    Block(Words& words, const char* name, uint32_t from) : words_(words), index_(words.open(name, from)) {}
    ~Block() { words_.close(); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    void label(std::string text) { words_.label(index_, std::move(text)); }

private:
    Words& words_;
    uint32_t index_;
};

// Notes it when `found` things are there and another number, or none, was said. `what`: things, in the plural.
void check_count(Document&, Words&, const Count&, std::string_view what, uint64_t found);

// What stands behind a key in its line, up to a brace; names may hold blanks.
std::string_view rest_of_line(const Document&, Words&, const Token& key);

}  // namespace bonescope::meteor
