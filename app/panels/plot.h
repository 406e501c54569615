// Drawing of plots over the time axis: text, grids, curves and key marks. All positions are absolute ImGui pixels.
#pragma once
#include "app/panels/panels.h"
#include "app/theme.h"
#include "core/curve.h"

namespace bonescope::plot {

// The part of a plot that one property has, and its value scale.
struct Lane {
    float top = 0, bottom = 1;
    double low = 0, high = 1;  // values at bottom and top
    float y(double value) const;
    double value(float y) const { return low + (bottom - y) / (bottom - top) * (high - low); }
    double per_pixel() const { return (high - low) / (bottom - top); }
};
// Values in [low, high] with air above and below; `least` is the smallest span shown.
Lane fitted(float top, float bottom, double low, double high, double least);
void zoom(Lane&, float about_y, float factor);

void text(ImDrawList&, ImFont*, ImVec2, ImU32, const std::string&);
void text_right(ImDrawList&, ImFont*, float right, float y, ImU32, const std::string&);
float text_width(ImFont*, const std::string&);
float text_height(ImFont*);

void begin_tooltip();  // with the padding that the theme's windows lack
void end_tooltip();
void tooltip(const std::string&);

void time_grid(ImDrawList&, const TimeAxis&, float top, float bottom);
void value_grid(ImDrawList&, const TimeAxis&, const Lane&);
void value_numbers(ImDrawList&, const TimeAxis&, const Lane&);  // of the grid's lines, at the right
void shade_outside(ImDrawList&, const TimeAxis&, double from, double to, float top, float bottom);

// One channel: what `reduce` made of it. Columns start at axis.left and are one pixel wide.
struct Strip {
    std::span<const PlotColumn> columns;
    std::span<const float> edges;
    std::span<const double> times;
    std::span<const float> values;
};
using Spans = std::vector<std::pair<double, double>>;  // seconds
// Within `dashed` spans the line is dim and dashed.
void strip(ImDrawList&, const TimeAxis&, const Lane&, const Strip&, ImU32, const Spans& dashed);

enum class Mark : uint8_t { Plain, Hovered, Selected, Bad };
void diamond(ImDrawList&, ImVec2 centre, Mark);

}  // namespace bonescope::plot
