#include "app/panels/panels.h"

namespace bonescope {

void draw_clips(PanelContext&) {}

}  // namespace bonescope
