// What the curves panel keeps between frames: the bone's or slot's curves, and their reduction to the columns now in
// view. Both are made again only when what they depend on has changed.
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
    std::string of;  // title of the curve
    std::array<CurveChannel, 4> channel;
    Extent range;  // of the channels shown, over all of the clip
    bool has_lane = false;
    double zoom = 1, shift = 0;  // of the value axis: shown span is range / zoom, moved by shift * range
    plot::Spans dashed;
};

struct CurvesState {
    CurveSpace space = CurveSpace::Bind;  // the numbers that most formats store
    RotationForm form = RotationForm::Continuous;
    // 2D: of the slot that is selected, or of its bone; not chosen: of the slot where the clip has keys for it.
    std::optional<bool> of_slot;
    std::vector<CurveGroup> group;  // as BoneCurves::curve
    BoneCurves curves;
    CurveEdges whole, edges;  // over all of the clip; in view
    TimeSpan in_view;
    std::size_t columns = 0;
    uint64_t scene_id = ~0ull;
    int clip = -2;
    Sampling sampling;
    bool scrubbing = false;

    CurveWish wish(const App&) const;  // for what is selected
};

// Brings the state up to date for what is selected; a few milliseconds at most, whatever the number of keys.
void update(CurvesState&, const App&, const TimeAxis&);
void choose_channels(CurvesState&);               // after a change of `chosen`
bool slot_is_selected(const App&);                // 2D
bool shows_slot(const CurvesState&, const App&);  // rather than its bone

}  // namespace bonescope
