// Data of 2.x and 3.0: slots live in skins, one track moves a bone and its slot, and where the data are global all
// transforms are those in the armature's space. They become what newer files say.
#pragma once
#include "core/formats/dragonbones/figure.h"

namespace bonescope::dragonbones {

void localise_bones(Figure&);  // from transforms in the armature's space; keeps those in Figure::global
void read_old_slots(Figure&, JsonValue skins);
void read_old_tracks(Figure&, JsonValue animation, Clip&);

}  // namespace bonescope::dragonbones
