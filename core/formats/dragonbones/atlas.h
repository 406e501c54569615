// Pages of pictures, in files of their own or inside a skeleton file.
#pragma once
#include "core/formats/dragonbones/values.h"

namespace bonescope::dragonbones {

void read_atlas(Document& doc, Values& in, JsonValue atlas);

}  // namespace bonescope::dragonbones
