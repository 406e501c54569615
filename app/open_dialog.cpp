#include "app/open_dialog.h"

namespace bonescope {

void draw_open_dialog(App&, Requests&, PanelStates&) {}

}  // namespace bonescope
