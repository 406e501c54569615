// How well an animation or a mesh fits a skeleton. Their files name bones by number alone.
#pragma once
#include "core/document.h"

namespace bonescope::cal3d {

struct Fit {
    uint32_t named = 0;                    // different bones that the file names
    int largest = -1;                      // of their numbers
    uint32_t beyond = 0;                   // of them that the skeleton does not have
    int first_beyond = 0;                  // the smallest of those
    uint32_t compared = 0;                 // translations of bones with a parent, each by its first key
    uint32_t other_length = 0;             // of them much longer or shorter than the skeleton's
    int worst = -1;                        // the bone whose length differs most
    double worst_own = 0, worst_bind = 0;  // its lengths

    bool fits() const { return beyond == 0; }
    // Made for a body of other proportions.
    bool other_figure() const { return compared > 0 && other_length * 4 > compared; }
};
Fit fit_of(const Document& part, const Skeleton&);

}  // namespace bonescope::cal3d
