// What animations set off: events, sounds, other animations.
#pragma once
#include "core/formats/dragonbones/figure.h"

namespace bonescope::dragonbones {

// From the animation's own frames and from those of its bones and slots, by time.
void read_events(Figure&, JsonValue animation, Clip&);
void read_old_events(Figure&, JsonValue animation, Clip&);  // of 2.x and 3.0

}  // namespace bonescope::dragonbones
