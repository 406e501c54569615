#include "core/formats/cal3d/cal3d.h"
#include "core/scene.h"

namespace bonescope::cal3d {

void find_parts(Resolver&, int) {}

}  // namespace bonescope::cal3d
