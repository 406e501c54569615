// From a skeleton file to its atlas, and back.
#include "core/formats/dragonbones/dragonbones.h"
#include "core/scene.h"

namespace bonescope::dragonbones {

void find_parts(Resolver&, int) {}

}  // namespace bonescope::dragonbones
