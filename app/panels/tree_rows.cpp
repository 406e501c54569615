#include "app/panels/tree_rows.h"

namespace bonescope {
namespace {

constexpr uint32_t gap_bit = 0x8000'0000u;

bool is_group(Type type) { return type == Type::Group || type == Type::Chunk; }

bool is_stored_group(const Document& doc, const Node& node) {
    return node.kind == Node::Kind::Stored && is_group(doc.tree.fields[node.field].type);
}

bool is_text_level(const Document& doc, const Node& node) {
    return node.kind == Node::Kind::Element ||
           (node.kind == Node::Kind::Stored && doc.tree.fields[node.field].type == Type::Xml);
}

bool is_json(const Document& doc, const Node& node) {
    return node.kind >= Node::Kind::Json ||
           (node.kind == Node::Kind::Stored && doc.tree.fields[node.field].type == Type::Json);
}

bool holds(Bytes outer, Bytes inner) { return inner.at >= outer.at && inner.end() <= outer.end(); }

// The innermost stored group that has the byte.
uint32_t group_at(const Document& doc, uint32_t offset) {
    const auto& fields = doc.tree.fields;
    uint32_t found = 0;
    for (uint32_t i = 1; i < fields[found].end;) {
        const Field& field = fields[i];
        if (is_group(field.type) && Bytes{field.at, field.size}.contains(offset))
            found = i++;
        else
            i = field.end;
    }
    return found;
}

}  // namespace

Node stored_node(const Document& doc, uint32_t index) {
    const Field& field = doc.tree.fields[index];
    return {Node::Kind::Stored, 0, 0, index, 0, {field.at, field.size}};
}

bool can_open(const Document& doc, const Node& node) {
    if (doc.tree.fields.empty()) return false;
    if (is_text_level(doc, node)) return true;  // at least its tags
    if (node.kind > Node::Kind::Lane && !is_json(doc, node)) return false;
    if (is_stored_group(doc, node)) return doc.tree.fields[node.field].end > node.field + 1;
    return child_count(doc, node) > 0;
}

Children::Children(const Document& doc, const Node& parent, const std::vector<Bytes>& gaps) : parent_(parent) {
    if (is_text_level(doc, parent) || is_json(doc, parent)) {
        list_ = true;
        children(doc, parent, 0, none, nodes_);
        count_ = static_cast<uint32_t>(nodes_.size());
    } else if (is_stored_group(doc, parent)) {
        fields_ = true;
        gaps_ = gaps;
        const auto& fields = doc.tree.fields;
        uint32_t gap = 0;
        for (uint32_t i = parent.field + 1; i < fields[parent.field].end; i = fields[i].end) {
            for (; gap < gaps_.size() && gaps_[gap].at < fields[i].at; ++gap) field_at_.push_back(gap | gap_bit);
            field_at_.push_back(i);
        }
        for (; gap < gaps_.size(); ++gap) field_at_.push_back(gap | gap_bit);
        count_ = static_cast<uint32_t>(field_at_.size());
    } else {
        count_ = child_count(doc, parent);
    }
}

TreeRow Children::at(const Document& doc, uint32_t index) const {
    TreeRow row;
    if (list_) {
        row.node = nodes_[index];
    } else if (fields_) {
        const uint32_t entry = field_at_[index];
        row.gap = entry & gap_bit;
        if (row.gap)
            row.node.where = gaps_[entry & ~gap_bit];
        else
            row.node = stored_node(doc, entry);
    } else {
        std::vector<Node> one;
        children(doc, parent_, index, 1, one);
        if (!one.empty()) row.node = one.front();
    }
    return row;
}

uint32_t Children::towards(const Document& doc, const Node& target) const {
    if (list_) {
        uint32_t found = none;
        for (uint32_t i = 0; i < count_; ++i) {
            if (nodes_[i] == target) return i;
            const bool opens = nodes_[i].kind == Node::Kind::Element || nodes_[i].kind >= Node::Kind::Json;
            if (found == none && opens && holds(nodes_[i].where, target.where)) found = i;
        }
        return found;
    }
    if (fields_) {
        const auto& fields = doc.tree.fields;
        for (uint32_t i = 0; i < count_; ++i) {
            const uint32_t entry = field_at_[i];
            if (!(entry & gap_bit) && target.field >= entry && target.field < fields[entry].end) return i;
        }
        return none;
    }
    const Field& field = doc.tree.fields[parent_.field];
    const bool items = parent_.kind == Node::Kind::Stored && field.type != Type::Header &&
                       (field.type == Type::Record || is_rows(field) || field.count > 1);
    const uint32_t member = target.member, lane = target.lane;
    const bool members = field.type == Type::Record || field.type == Type::Header || field.type == Type::Text;
    const bool lanes = parent_.kind == Node::Kind::Member || !members;
    const uint32_t index = items ? target.item : lanes ? lane : member;
    return index < count_ ? index : none;
}

uint32_t Children::of_gap(Bytes gap) const {
    for (uint32_t i = 0; i < field_at_.size(); ++i)
        if (field_at_[i] & gap_bit && gaps_[field_at_[i] & ~gap_bit] == gap) return i;
    return none;
}

void TreeRows::reset(const std::vector<DocumentPtr>& docs) {
    ++version_;
    docs_ = docs;
    gaps_.clear();
    gap_in_.clear();
    for (const DocumentPtr& doc : docs_) {
        gaps_.push_back(doc->tree.fields.empty() ? std::vector<Bytes>{} : bonescope::gaps(*doc));
        std::vector<uint32_t>& in = gap_in_.emplace_back();
        for (const Bytes& gap : gaps_.back()) in.push_back(group_at(*doc, gap.at));
    }
    top_ = {};
    top_.rows = docs_.size();
    if (docs_.size() == 1) open(0);
}

std::vector<Bytes> TreeRows::gaps_in(int doc, const Node& node) const {
    std::vector<Bytes> out;
    if (node.kind != Node::Kind::Stored) return out;
    for (std::size_t i = 0; i < gap_in_[doc].size(); ++i)
        if (gap_in_[doc][i] == node.field) out.push_back(gaps_[doc][i]);
    return out;
}

// A group without fields may still have bytes that nobody read.
bool TreeRows::is_gap_parent(int doc, const Node& node) const {
    if (node.kind != Node::Kind::Stored) return false;
    const auto& in = gap_in_[doc];
    return std::find(in.begin(), in.end(), node.field) != in.end();
}

TreeRows::Place TreeRows::find(uint64_t number) const {
    const Level* level = &top_;
    uint32_t next = 0;
    uint64_t left = number;
    for (auto sub = level->open.begin(); sub != level->open.end();) {
        const auto& [index, below] = *sub;
        if (left <= index - next) return {level, next + static_cast<uint32_t>(left)};
        left -= uint64_t{index - next} + 1;
        next = index + 1;
        if (left < below->rows) {
            level = below.get();
            next = 0;
            sub = level->open.begin();
            continue;
        }
        left -= below->rows;
        ++sub;
    }
    return {level, next + static_cast<uint32_t>(left)};
}

TreeRow TreeRows::row_at(Place place) const {
    const Level& level = *place.level;
    const int doc = level.doc < 0 ? static_cast<int>(place.index) : level.doc;
    TreeRow row;
    if (level.doc < 0)
        row.node = root(*docs_[doc]);
    else
        row = level.children->at(*docs_[doc], place.index);
    row.doc = doc;
    row.depth = level.depth;
    row.openable = !row.gap && (can_open(*docs_[doc], row.node) || is_gap_parent(doc, row.node));
    row.open = level.open.contains(place.index);
    return row;
}

TreeRow TreeRows::row(uint64_t number) const { return row_at(find(number)); }

void TreeRows::rows(uint64_t from, uint32_t n, std::vector<TreeRow>& out) const {
    for (uint64_t i = from; i < std::min(from + n, count()); ++i) out.push_back(row(i));
}

uint64_t TreeRows::number_of(const Level& level, uint32_t index) const {
    uint64_t number = index;
    for (const auto& [at, below] : level.open) {
        if (at >= index) break;
        number += below->rows;
    }
    return level.parent ? number_of(*level.parent, level.index) + 1 + number : number;
}

std::vector<uint64_t> TreeRows::parents(uint64_t number) const {
    std::vector<uint64_t> out;
    for (const Level* level = find(number).level; level->parent; level = level->parent)
        out.push_back(number_of(*level->parent, level->index));
    std::reverse(out.begin(), out.end());
    return out;
}

TreeRows::Level& TreeRows::open_child(Level& level, uint32_t index) {
    std::unique_ptr<Level>& below = level.open[index];
    if (below) return *below;
    ++version_;
    const TreeRow row = [&] {
        TreeRow r;
        if (level.doc >= 0) return level.children->at(*docs_[level.doc], index);
        r.node = root(*docs_[index]);
        return r;
    }();
    below = std::make_unique<Level>();
    below->parent = &level;
    below->index = index;
    below->doc = level.doc < 0 ? static_cast<int>(index) : level.doc;
    below->depth = level.depth + 1;
    below->children = std::make_unique<Children>(*docs_[below->doc], row.node, gaps_in(below->doc, row.node));
    below->rows = below->children->size();
    for (Level* up = &level; up; up = up->parent) up->rows += below->rows;
    return *below;
}

void TreeRows::open(uint64_t number) {
    const Place place = find(number);
    if (row_at(place).openable) open_child(const_cast<Level&>(*place.level), place.index);
}

void TreeRows::close(uint64_t number) {
    const Place place = find(number);
    auto& level = const_cast<Level&>(*place.level);
    const auto found = level.open.find(place.index);
    if (found == level.open.end()) return;
    ++version_;
    for (Level* up = &level; up; up = up->parent) up->rows -= found->second->rows;
    level.open.erase(found);
}

int64_t TreeRows::reveal(int doc, const Node& node) {
    if (doc < 0 || doc >= static_cast<int>(docs_.size()) || docs_[doc]->tree.fields.empty()) return -1;
    const Document& document = *docs_[doc];
    Level* level = &top_;
    auto index = static_cast<uint32_t>(doc);
    Node at = root(document);
    while (at != node) {
        if (level->depth > 10000 || (!can_open(document, at) && !is_gap_parent(doc, at))) return -1;
        Level& below = open_child(*level, index);
        const uint32_t next = below.children->towards(document, node);
        if (next == none) return -1;
        level = &below;
        index = next;
        at = below.children->at(document, next).node;
    }
    return static_cast<int64_t>(number_of(*level, index));
}

int64_t TreeRows::reveal_gap(int doc, Bytes gap) {
    if (doc < 0 || doc >= static_cast<int>(docs_.size())) return -1;
    for (std::size_t i = 0; i < gaps_[doc].size(); ++i) {
        if (gaps_[doc][i] != gap) continue;
        const int64_t parent = reveal(doc, stored_node(*docs_[doc], gap_in_[doc][i]));
        if (parent < 0) return -1;
        open(static_cast<uint64_t>(parent));
        const Place place = find(static_cast<uint64_t>(parent));
        const auto found = place.level->open.find(place.index);
        if (found == place.level->open.end()) return -1;
        const uint32_t index = found->second->children->of_gap(gap);
        return index == none ? -1 : static_cast<int64_t>(number_of(*found->second, index));
    }
    return -1;
}

}  // namespace bonescope
