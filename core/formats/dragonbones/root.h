// The root object of a skeleton file.
#pragma once
#include "core/formats/dragonbones/figure.h"

namespace bonescope::dragonbones {

// `facts`: of the kind of file; what the root says is filled in.
void read_root(Document&, Values&, JsonValue root, RootFacts facts);
void note_circles(Document&, Values&);

}  // namespace bonescope::dragonbones
