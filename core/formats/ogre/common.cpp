#include "core/formats/ogre/ogre.h"

namespace bonescope::ogre {

Sampling default_sampling() {
    Sampling sampling;
    sampling.after = End::ToFirst;
    sampling.close_after_first = true;
    sampling.wrap = Wrap::ModPast;
    return sampling;
}

}  // namespace bonescope::ogre
