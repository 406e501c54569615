// What a 2D clip lets happen, in time.
#pragma once
#include "app/panels/panels.h"
#include "app/panels/row_list.h"

namespace bonescope {

bool has_events(const App&);
// Fills a child window of that width.
void draw_events(PanelContext&, float width, RowScroll&);

}  // namespace bonescope
