// One row of the field tree: its words and how they are drawn.
#pragma once
#include "app/app.h"
#include "app/panels/cells.h"
#include "app/panels/tree_rows.h"

namespace bonescope {

// A row with its words, made once and kept while the same rows are in view.
struct Shown {
    TreeRow row;
    NodeText text;
    std::string offset, size;
    int severity = -1;  // of the worst note on it, -1: none
    std::string notes;
};

struct TreeColumns {
    float left, offset_right, name, type, size_left, size_right, value_right, right;
    bool has_type, has_size;
};
TreeColumns tree_columns(const App&, float left, float width);
void draw_tree_heads(const TreeColumns&, const Cell& row);

// `notes`: indices of the document's notes, sorted by place.
Shown describe_row(const App&, const TreeRow&, const std::vector<uint32_t>& notes);

struct RowLook {
    bool selected = false, inside = false, hovered = false, pinned = false;
};
float name_x(const TreeColumns&, const TreeRow&);
void draw_tree_row(const TreeColumns&, const Cell& row, const Shown&, const RowLook&);

}  // namespace bonescope
