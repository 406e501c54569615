// Filter over all that the trees of a scene can show: stored fields, items, members and text levels. It goes on a few
// milliseconds per frame, so that neither a large file nor a fast typist ever waits.
#pragma once
#include "app/panels/tree_rows.h"
#include <optional>
#include <string>

namespace bonescope {

class TreeSearch {
public:
    static constexpr std::size_t most = 20000;  // matches that are kept

    // No text: no search. `chosen`: how a person wants texts to be read.
    void start(const std::vector<DocumentPtr>& docs, std::string_view text, Encoding chosen = Encoding::Guess);
    void step(double seconds);  // goes on for so long at most
    bool active() const { return !needle_.empty(); }
    bool done() const { return stack_.empty(); }
    bool full() const { return matches_ >= most; }
    double progress() const;  // 0..1, by bytes
    std::size_t matches() const { return matches_; }
    // Matches and the parents that lead to them, in file order; TreeRow::openable is false for matches.
    const std::vector<TreeRow>& rows() const { return rows_; }
    bool is_match(std::size_t row) const { return match_[row]; }

private:
    struct Level {
        TreeRow row;
        bool shown = false;  // row is in rows_
        uint32_t next = 0, count = 0;
        std::unique_ptr<Children> children;
    };
    void push(const TreeRow&);
    void visit();
    bool matches_text(const Document&, const Node&) const;
    void keep(const TreeRow&);

    std::vector<DocumentPtr> docs_;
    std::string needle_;
    Encoding chosen_ = Encoding::Guess;
    std::vector<Level> stack_;
    std::vector<TreeRow> rows_;
    std::vector<bool> match_;
    std::size_t matches_ = 0, next_doc_ = 0;
    uint32_t last_at_ = 0;
};

// "@1A2B" and "@0x1A2B" are hexadecimal, a bare number is decimal; nothing for other text.
std::optional<uint32_t> parse_offset(std::string_view text);

}  // namespace bonescope
