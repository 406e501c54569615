#include "core/axes.h"

namespace bonescope {

const char* title_of(Axes axes) {
    static const char* const titles[] = {"File", "Y up", "Mirrored"};
    return titles[static_cast<int>(axes)];
}

const char* what_happens(Axes axes) {
    static const char* const words[] = {
        "as stored: right-handed, Z up",
        "Y up, right-handed: x y z → x z −y, w x y z → w x z −y, triangles as they are",
        "Y up, left-handed, a mirror image here: x y z → x z y, w x y z → w −x −z −y, triangles a c b",
    };
    return words[static_cast<int>(axes)];
}

}  // namespace bonescope
