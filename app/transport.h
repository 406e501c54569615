// The transport and the scrubber: always visible, they move the one clock.
#pragma once
#include "app/panels/panels.h"

namespace bonescope {

void draw_transport(App&, Requests&);                        // 32 px
void draw_scrubber(const App&, Requests&, float axis_left);  // 24 px, axis_left in design pixels

}  // namespace bonescope
