#include "app/panels/panels.h"

namespace bonescope {

void draw_view(PanelContext&) {}
void draw_view_header(PanelContext&) {}

}  // namespace bonescope
