#include "app/panels/tree_search.h"
#include "core/text.h"
#include <charconv>
#include <chrono>

namespace bonescope {
namespace {

bool contains(std::string_view text, std::string_view lower_needle) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; };
    return std::search(text.begin(), text.end(), lower_needle.begin(), lower_needle.end(), same) != text.end();
}

// Numbers of a vector are part of its own text: searching them again would only repeat the match.
bool is_worth_opening(const Document& doc, const Node& node) {
    const Field& field = doc.tree.fields[node.field];
    const bool bulk = field.type == Type::Record || field.count > 1;
    if (node.kind == Node::Kind::Member || node.kind == Node::Kind::Lane) return false;
    if (node.kind == Node::Kind::Item) return field.type == Type::Record;
    if (node.kind == Node::Kind::Stored && type_size(field.type) != 0 && !bulk) return false;
    return can_open(doc, node);
}

}  // namespace

std::optional<uint32_t> parse_offset(std::string_view text) {
    int base = 10;
    if (text.starts_with('@')) {
        text.remove_prefix(1);
        base = 16;
        if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    }
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

void TreeSearch::start(const std::vector<DocumentPtr>& docs, std::string_view text, Encoding chosen) {
    docs_ = docs;
    chosen_ = chosen;
    needle_ = lower(text);
    stack_.clear();
    rows_.clear();
    match_.clear();
    matches_ = next_doc_ = 0;
    last_at_ = 0;
    if (active()) visit();
}

bool TreeSearch::matches_text(const Document& doc, const Node& node) const {
    const NodeText text = describe(doc, node, chosen_);
    return contains(text.name, needle_) || contains(text.type, needle_) || contains(text.value, needle_);
}

void TreeSearch::keep(const TreeRow& row) {
    for (Level& level : stack_) {
        if (level.shown) continue;
        level.shown = true;
        rows_.push_back(level.row);
        match_.push_back(false);
    }
    rows_.push_back(row);
    match_.push_back(true);
    ++matches_;
}

void TreeSearch::push(const TreeRow& row) {
    const Document& doc = *docs_[row.doc];
    Level level;
    level.row = row;
    level.row.openable = level.row.open = true;
    level.shown = !match_.empty() && match_.back() && rows_.back().same_place(row.doc, row.node);
    level.children = std::make_unique<Children>(doc, row.node, std::vector<Bytes>{});
    level.count = level.children->size();
    stack_.push_back(std::move(level));
}

void TreeSearch::visit() {
    TreeRow row;
    if (stack_.empty()) {
        while (next_doc_ < docs_.size() && docs_[next_doc_]->tree.fields.empty()) ++next_doc_;
        if (next_doc_ >= docs_.size()) return;
        row.doc = static_cast<int>(next_doc_++);
        row.node = root(*docs_[row.doc]);
    } else {
        Level& level = stack_.back();
        if (level.next >= level.count) {
            stack_.pop_back();
            if (stack_.empty()) visit();
            return;
        }
        row = level.children->at(*docs_[level.row.doc], level.next++);
        row.doc = level.row.doc;
        row.depth = level.row.depth + 1;
    }
    const Document& doc = *docs_[row.doc];
    last_at_ = row.node.where.at;
    const bool is_root = row.depth == 0;
    if (!is_root && matches_text(doc, row.node)) keep(row);
    if (is_root || is_worth_opening(doc, row.node)) push(row);
}

void TreeSearch::step(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    while (!done()) {
        for (int i = 0; i < 64 && !done(); ++i) visit();
        if (full()) stack_.clear();
        if (Clock::now() >= until) return;
    }
}

double TreeSearch::progress() const {
    double before = 0, all = 0;
    for (std::size_t i = 0; i < docs_.size(); ++i) {
        const auto size = static_cast<double>(docs_[i]->file.size());
        all += size;
        if (i + 1 < next_doc_) before += size;
    }
    return done() || all == 0 ? 1 : (before + last_at_) / all;
}

}  // namespace bonescope
