// The dialog of Ctrl+O.
#pragma once
#include "app/panels/panels.h"

namespace bonescope {

void draw_open_dialog(App&, Requests&, PanelStates&);

}  // namespace bonescope
