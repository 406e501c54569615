// The root object of a skeleton file.
#pragma once
#include "core/formats/dragonbones/figure.h"

namespace bonescope::dragonbones {

// `binary`: the arrays beside it, null for a file that is JSON alone.
void read_root(Document&, Values&, JsonValue root, const Binary* binary);

}  // namespace bonescope::dragonbones
