// Numbers that are finite and yet no place of a figure.
#pragma once
#include "core/document.h"

namespace bonescope {

// Beyond this no place is meant: a million times the usual one, the median of `sizes` that are above 0, at most 1e15.
float farthest_meant(std::vector<float> sizes);

// Notes bind places of joints, vertices, and keys of translations that lie beyond: each kind once, at its first, unless
// a note of the reader tells that number there.
void note_far_places(Document&);

}  // namespace bonescope
