#include "app/panels/panels.h"

namespace bonescope {

std::span<const Panel> panels() {
    static const Panel list[] = {
        {"Structure", Place::Left, draw_structure},  {"Bones", Place::Left, draw_bones},
        {"Files", Place::Left, draw_files},          {"View", Place::Centre, draw_view, draw_view_header},
        {"Selection", Place::Right, draw_selection}, {"Curves", Place::Bottom, draw_curves, draw_curves_header},
        {"Clips", Place::Bottom, draw_clips},        {"Log", Place::Bottom, draw_log},
    };
    return list;
}

}  // namespace bonescope
