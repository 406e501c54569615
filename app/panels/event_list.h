// The events of the clip in play along the time axis: flags with their names and what they carry, at the time they
// fire.
#pragma once
#include "app/panels/cells.h"
#include "app/panels/panels.h"

namespace bonescope {

bool has_events(const App&);
// Flags that have a place, in rows, so that words do not overlap; made once for a clip and a view of the axis.
struct EventTrack {
    struct Flag {
        const Event* event = nullptr;
        float x = 0;   // pixels
        int row = -1;  // -1: no room for its words
        std::string name, payload;
    };
    std::vector<Flag> flags;  // by time; those of one time as the file has them
    int rows = 0;
};
EventTrack event_track(const App&, const TimeAxis&);
float height_of(const EventTrack&);
// Draws into `area`, which begins left of the axis.
void draw_events(PanelContext&, const EventTrack&, const TimeAxis&, const Cell& area);

}  // namespace bonescope
