// What slots show over a clip, and where in the draw order: small pictures for the rows of a list.
#pragma once
#include "app/panels/cells.h"
#include "app/panels/panels.h"

namespace bonescope {

class SlotLanes {
public:
    // Evaluates some moments of the clip in play. False: there is more to do in the next frame.
    bool update(const App&);
    // Bars while the slot shows something, with the number of what it shows; a line for its place in the order where
    // that changes, with the place; the cursor.
    void draw(const App&, int slot, const Cell&, const TimeAxis&) const;

private:
    struct Moment {
        int display = -1, order = 0;
    };
    const Moment& at(int slot, int moment) const { return lanes_[std::size_t(slot * moments_ + moment)]; }
    int run_end(int slot, int from, int Moment::*what) const;  // first moment with another value
    void draw_bars(int slot, const Cell&, const TimeAxis&, bool several) const;
    void draw_order(int slot, const Cell&, const TimeAxis&) const;
    float x(int moment, const TimeAxis& axis) const { return axis.x(std::min(moment, moments_ - 1) * step_); }

    uint64_t scene_ = ~0ull;
    int clip_ = -1, moments_ = 0, done_ = 0;
    double step_ = 0;  // seconds
    PlanarReading planar_;
    Reading reading_;
    std::vector<Moment> lanes_;  // slot by slot
};

}  // namespace bonescope
