#include "app/panels/panels.h"
#include "app/commands.h"

namespace bonescope {

std::span<const Panel> panels() {
    static const Panel list[] = {
        {"Structure", Place::Left, draw_structure},
        {"Bones", Place::Left, draw_bones},
        {"Files", Place::Left, draw_files},
        {"View", Place::Centre, draw_view, draw_view_header},
        {"Atlas", Place::Centre, draw_atlas, draw_atlas_header, 208, has_pages},
        {"Selection", Place::Right, draw_selection},
        {"Curves", Place::Bottom, draw_curves, draw_curves_header},
        {"Clips", Place::Bottom, draw_clips, draw_clips_header},
        {"Slots", Place::Bottom, draw_slots, draw_slots_header, slots_axis, has_slots},
        {"Log", Place::Bottom, draw_log},
    };
    return list;
}

void ask_command(Requests& ask, std::string_view name) {
    for (const Command& command : commands())
        if (command.name == name) ask.commands.push_back(&command);
}

}  // namespace bonescope
