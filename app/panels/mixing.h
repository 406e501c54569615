// The right part of the clips panel: clips that play together, and morphs set by hand.
#pragma once
#include "app/panels/panels.h"

namespace bonescope {

bool has_mixing(const App&);      // is there anything to set
void draw_mixing(PanelContext&);  // in a child window of its own
void add_to_mix(PanelContext&, int clip);
bool in_mix(const App&, int clip);

}  // namespace bonescope
