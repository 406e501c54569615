// What slots show over a clip, and where in the draw order: small pictures for the rows of a list.
#pragma once
#include "app/panels/cells.h"
#include "app/panels/panels.h"

namespace bonescope {

class SlotLanes {
public:
    // Evaluates a few moments of the clip in play. False: there is more to do in the next frame.
    bool update(const App&);
    // Bars while the slot shows something, a line for its place in the order where that changes; the cursor.
    void draw(const App&, int slot, const Cell&) const;
    bool any() const { return moments_ > 1; }

private:
    struct Moment {
        int display = -1, order = 0;
    };
    const Moment& at(int slot, int moment) const { return lanes_[std::size_t(slot * moments_ + moment)]; }

    uint64_t scene_ = ~0ull;
    int clip_ = -1, moments_ = 0, done_ = 0;
    PlanarReading planar_;
    Reading reading_;
    std::vector<Moment> lanes_;  // slot by slot
};

}  // namespace bonescope
