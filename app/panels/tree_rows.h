// The field trees of a scene as rows. An opened level is a run of children that are made when they are looked at, so a
// bulk field of a million items costs no more than its visible rows; only levels of text formats are lists.
#pragma once
#include "core/scene.h"
#include <map>
#include <memory>

namespace bonescope {

struct TreeRow {
    int doc = -1;
    bool gap = false;  // bytes that no field claims; `node` has their range only
    bool openable = false, open = false;
    uint32_t depth = 0;
    Node node;
    bool same_place(int other_doc, const Node& other) const { return doc == other_doc && !gap && node == other; }
};

// What one row needs from a document's tree, in a form that costs no search.
bool can_open(const Document&, const Node&);
Node stored_node(const Document&, uint32_t field);

// The children of one node.
class Children {
public:
    Children(const Document&, const Node& parent, const std::vector<Bytes>& gaps);
    uint32_t size() const { return count_; }
    TreeRow at(const Document&, uint32_t index) const;  // node and gap are set
    // Index of the child that is `target` or holds it; none when there is no such child.
    uint32_t towards(const Document&, const Node& target) const;
    uint32_t of_gap(Bytes gap) const;

private:
    Node parent_;
    uint32_t count_ = 0;
    bool fields_ = false, list_ = false;
    std::vector<uint32_t> field_at_;  // a group's: field indices, or gap_bit and an index in gaps_
    std::vector<Bytes> gaps_;
    std::vector<Node> nodes_;  // of text formats
};

class TreeRows {
public:
    void reset(const std::vector<DocumentPtr>& docs);
    uint64_t count() const { return top_.rows; }
    void rows(uint64_t from, uint32_t n, std::vector<TreeRow>& out) const;
    TreeRow row(uint64_t number) const;
    std::vector<uint64_t> parents(uint64_t number) const;  // row numbers from the root down, without the row itself
    void open(uint64_t number);
    void close(uint64_t number);
    // Opens what it takes to show the node and returns its row; -1 when the document has no such node.
    int64_t reveal(int doc, const Node& node);
    int64_t reveal_gap(int doc, Bytes gap);
    const std::vector<Bytes>& gaps(int doc) const { return gaps_[doc]; }
    uint64_t version() const { return version_; }  // changes whenever rows do

private:
    struct Level {
        Level* parent = nullptr;
        uint32_t index = 0;  // in the parent's children
        int doc = -1;        // -1: the list of documents
        uint32_t depth = 0;  // of its children
        std::unique_ptr<Children> children;
        std::map<uint32_t, std::unique_ptr<Level>> open;
        uint64_t rows = 0;  // of children and of all opened below
    };
    struct Place {
        const Level* level = nullptr;
        uint32_t index = 0;
    };
    Place find(uint64_t number) const;
    TreeRow row_at(Place) const;
    uint64_t number_of(const Level&, uint32_t index) const;
    Level& open_child(Level&, uint32_t index);
    std::vector<Bytes> gaps_in(int doc, const Node&) const;
    bool is_gap_parent(int doc, const Node&) const;

    std::vector<DocumentPtr> docs_;
    std::vector<std::vector<Bytes>> gaps_;       // per document
    std::vector<std::vector<uint32_t>> gap_in_;  // per gap: the stored group that it is a child of
    Level top_;
    uint64_t version_ = 0;
};

}  // namespace bonescope
