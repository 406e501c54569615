// Two environment variables for tests and benchmarks, read once:
//   BONESCOPE_FIRST_FRAME  print "first frame N ms" after the first swapped frame that shows a posed scene, and end
//   BONESCOPE_STATE=FILE   write the state as one JSON document to FILE after every frame in which it changed
#pragma once
#include "app/layout.h"

namespace bonescope {

bool probe_frame(const App&, const PanelLayout&);  // after a swap; true: end

}  // namespace bonescope
