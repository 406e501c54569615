#include "app/panels/panels.h"

namespace bonescope {

void draw_selection(PanelContext&) {}

}  // namespace bonescope
