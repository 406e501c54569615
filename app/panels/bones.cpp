#include "app/panels/panels.h"

namespace bonescope {

void draw_bones(PanelContext&) {}

}  // namespace bonescope
