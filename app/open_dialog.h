// The dialog of Ctrl+O.
#pragma once
#include "app/panels/panels.h"

namespace bonescope {

void draw_open_dialog(App&, Requests&, PanelStates&);
std::string dialog_text(PanelStates&);  // names that it lists, for the font atlas

}  // namespace bonescope
