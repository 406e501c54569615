#include "app/panels/panels.h"

namespace bonescope {

void draw_log(PanelContext&) {}

}  // namespace bonescope
