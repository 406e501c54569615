#include "app/panels/panels.h"

namespace bonescope {

void draw_files(PanelContext&) {}

}  // namespace bonescope
