// Slots of 2D armatures in pose's answers, and which armature is meant.
#pragma once
#include "app/cli/json.h"
#include "core/scene.h"

namespace CLI {
class App;
}

namespace bonescope::cli {

struct ArmatureWords {
    std::string armature, skin;
};
void add_armature(CLI::App&, ArmatureWords&);
void choose_armature(Scene&, const ArmatureWords&);  // throws Usage when there is none of that name

void write_slots(Json&, const Scene&, const PlanarFrame&);
void print_slots(const Scene&, const PlanarFrame&);

}  // namespace bonescope::cli
