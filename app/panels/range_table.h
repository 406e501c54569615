// The clips panel of scenes whose clips a list cuts out of banks: table and bars.
#pragma once
#include "app/panels/range_bars.h"
#include "app/panels/row_list.h"
#include <map>

namespace bonescope {

struct RangesState {
    uint64_t scene_id = ~0ull;
    Encoding encoding = Encoding::Guess;
    std::vector<RangeRow> rows;
    std::vector<RangeLine> lines;
    std::vector<BankCoverage> banks;
    RangeFilter filter = RangeFilter::All;
    RangeColumn by = RangeColumn::File;
    bool down = false, changed = true;
    char words[128] = "";
    std::set<int> open;                                // groups
    std::map<int, std::pair<double, double>> extents;  // frames of every axis, see RangeRow::bank
    int axis = no_axis;                                // the one that the ruler shows
    double first = 0, last = 1;                        // its frames
    double from = 0, to = 0;                           // that are in view; to <= from: all
    RowScroll scroll;
    int shown_clip = -2;
    int held = -1;  // the clip in whose bar, or ruler, the pointer went down
    bool panning = false;
};

// Of the bars right of the table, in a panel from x0 on that is so wide.
FrameAxis range_axis(const RangesState&, float x0, float width);

void refresh_ranges(RangesState&, const App&);
void draw_ranges(PanelContext&, float width, float height);
void draw_ranges_header(PanelContext&);

}  // namespace bonescope
