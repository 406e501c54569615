#include "app/panels/panels.h"

namespace bonescope {

void draw_structure(PanelContext&) {}

}  // namespace bonescope
