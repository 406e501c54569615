// What the curves panel keeps between frames: the bone's curves, and their reduction to the columns now in view. Both
// are made again only when what they depend on has changed.
#pragma once
#include "app/panels/plot.h"
#include "core/bone_curves.h"

namespace bonescope {

struct CurveChannel {
    int8_t chosen = -1;  // by hand: 0 hidden, 1 shown; -1: shown when it says something
    bool shown = false, varies = false;
    std::vector<PlotColumn> columns;
};

struct CurveGroup {  // one property
    std::array<CurveChannel, 4> channel;
    Extent range;  // of the channels shown, over all of the clip
    bool has_lane = false;
    double zoom = 1, shift = 0;  // of the value axis: shown span is range / zoom, moved by shift * range
    plot::Spans dashed;
};

struct CurvesState {
    CurveSpace space = CurveSpace::Bind;  // the numbers that most formats store
    RotationForm form = RotationForm::Continuous;
    std::array<CurveGroup, 3> group;  // as curve_properties
    BoneCurves curves;
    CurveEdges whole, edges;  // over all of the clip; in view
    TimeSpan in_view;
    std::size_t columns = 0;
    uint64_t scene_id = ~0ull;
    int clip = -2;
    Sampling sampling;
    bool scrubbing = false;

    CurveWish wish(int joint, const PlanarReading& planar) const { return {joint, space, form, planar}; }
};

// Brings the state up to date for the bone; a few milliseconds at most, whatever the number of keys.
void update(CurvesState&, const App&, int joint, const TimeAxis&);
void choose_channels(CurvesState&);  // after a change of `chosen`

}  // namespace bonescope
