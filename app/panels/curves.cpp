#include "app/panels/panels.h"

namespace bonescope {

void draw_curves(PanelContext&) {}
void draw_curves_header(PanelContext&) {}

}  // namespace bonescope
