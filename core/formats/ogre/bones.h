// The bone hierarchy as OGRE files give it: bones with handles first, then pairs of child and parent.
#pragma once
#include "core/document.h"

namespace bonescope::ogre {

struct BoneLink {
    int child = -1, parent = -1;  // handles
    Bytes where;
};

// Index of the joint with this handle, -1: none. Joints must be sorted by handle.
int joint_of(const Skeleton&, int handle);

// Sorts joints by handle, sets their parents and Skeleton::order. Links that name no bone, give a second parent or
// close a cycle are noted and left out.
void link_bones(Document&, Skeleton&, const std::vector<BoneLink>&);

// Notes a part of the bind pose that is not finite, and a rotation that is not of length 1. `where`: its bytes.
void check_bind(Document&, const Joint&, const char* part, vec3, Bytes where);
void check_rotation(Document&, const Joint&, Bytes where);

}  // namespace bonescope::ogre
