// A list of any number of rows, of which only the visible ones are touched: scrolling, mouse and keys. Positions are
// counted in rows, as pixels in float lose single rows beyond a million of them.
#pragma once
#include "app/panels/cells.h"

namespace bonescope {

struct RowScroll {
    double top = 0;       // rows above the view, with a fraction
    double grabbed = -1;  // the scroll bar is dragged, from here: `top` when it began
    float grab_y = 0;
    bool focused = false;  // keys go here: the last click was in the list
};

struct RowView {
    Cell area;
    float row_height = 0;
    uint64_t total = 0, first = 0;
    uint32_t shown = 0;    // rows from `first` on that are visible, also in part
    double rows = 0;       // that fit
    int64_t hovered = -1;  // row under the pointer
    bool clicked = false, double_clicked = false, right_clicked = false;
    bool keys = false;  // keys are for this list

    Cell row(uint64_t number, double top) const {
        const float y = area.y + static_cast<float>((static_cast<double>(number) - top) * row_height);
        return {area.x0, area.x1, std::floor(y), row_height};
    }
};

// Takes the whole width that is left, `height` pixels of it, and clips to it until end_rows(). `bar` is the x of the
// right edge of the scroll bar, which lies over the rows' right end.
RowView begin_rows(const char* id, float width, float height, uint64_t total, RowScroll&);
void end_rows(const RowView&, RowScroll&);
// Scrolls as little as it takes to show the row; `covered` rows at the top are hidden under pinned ones. When the row
// was out of view it comes to rest in the upper third.
void show_row(RowScroll&, const RowView&, uint64_t row, double covered = 0);

// Up, Down, PgUp, PgDn, Home, End as a new row number from `at` (-1: none yet); -1 when none was pressed.
int64_t moved_row(const RowView&, int64_t at);

}  // namespace bonescope
