// Clips as bars over the stored frames of their bank: loop, windows, links, ruler and coverage.
#pragma once
#include "app/panels/cells.h"
#include "app/panels/range_rows.h"

namespace bonescope {

// Stored frame numbers over pixels. A frame is as wide as the step to the next one and has its number in the middle.
struct FrameAxis {
    float left = 0, right = 1;
    double from = 0, to = 1;
    float x(double frame) const;
    double frame(float x) const { return from + (x - left) / (right - left) * (to - from); }
};

ImU32 color_of(WindowKind);
std::string frames_text(int32_t first, int32_t last);  // "218 – 308, both included"
std::string window_text(const RangeWindow&);           // "speed 1", "0.05 s"; empty: nothing is said

void draw_frame_ruler(const FrameAxis&, const Cell&);
void draw_frame_grid(const FrameAxis&, float top, float bottom);
void draw_coverage(const BankCoverage&, const FrameAxis&, const Cell&);
std::string coverage_help(const App&, const BankCoverage&, int32_t frame);
void draw_window_legend(const Cell&);

// `own`: the axis is the one that the ruler shows; else the bar is dim, on the axis of its own bank.
void draw_range_bar(const App&, const RangeRow&, const FrameAxis&, const Cell& row, bool own = true);
// What the pointer is on in a clip's row; empty beside the bar.
std::string range_bar_help(const App&, const RangeRow&, const FrameAxis&, const Cell& row, ImVec2 at);
// From the end of a clip's bar to the start of the next one's.
void draw_link_arrow(const FrameAxis&, const Cell& from, int32_t end, const Cell& to, int32_t start, bool strong);

}  // namespace bonescope
