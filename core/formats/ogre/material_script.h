// The outer form of OGRE's scripts: words, quotes, comments and balanced braces. What the words mean is material.cpp's.
#pragma once
#include "core/document.h"
#include <string_view>

namespace bonescope::ogre {

struct ScriptToken {
    enum class Kind : uint8_t { Word, Quoted, Open, Close, Line, Comment, End };
    Kind kind = Kind::End;
    Bytes where;            // quotes and comment marks included
    bool closed = true;     // a quote or comment that ends
    std::string_view text;  // of a word, without quotes
};

class ScriptLexer {
public:
    ScriptLexer(std::span<const byte> file, Bytes part);
    ScriptToken next();

private:
    ScriptToken quoted();
    ScriptToken comment(std::string_view end);
    ScriptToken take(ScriptToken::Kind, std::size_t size);

    std::string_view text_;
    std::size_t at_;
};

// The words of a statement or of a block's header.
std::vector<ScriptToken> script_words(std::span<const byte> file, Bytes part);

// Records blocks as groups (their header is the first child, called "header"), statements and comments as leaves.
// Braces that are missing or too many are noted; a new material closes all blocks.
void record_script(Document&);

}  // namespace bonescope::ogre
