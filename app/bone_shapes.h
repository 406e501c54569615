// A skeleton's pose as lines and triangles. Pure geometry: no window, no OpenGL.
#pragma once
#include "core/scene.h"
#include "renderer/renderer.h"
#include <functional>

namespace bonescope {

inline bool finite(vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

struct BoneLook {
    int selected = -1, hovered = -1;  // joints
    bool axes = false;                // of every joint
    float pixel = 1;                  // pixels per design pixel
    std::function<float(vec3)> unit;  // scene units per pixel at a place
};

struct BoneShapes {
    std::vector<PlainVertex> fills;  // drawn first
    std::vector<Line> lines;
};

// Bones reach from a joint to each of its children; a joint without children has a stub in its parent's direction.
// Joints that are not finite are left out, and so are the bones that reach them.
BoneShapes bone_shapes(const Skeleton&, const Pose& bind, const Pose& now, const BoneLook&);

// The far end of joint's stub, or of its only child's bone; the joint itself when it has no extent.
vec3 stub_end(const Skeleton&, const Pose& bind, const Pose& now, int joint);
// The same of every joint without children.
void add_stub_ends(const Skeleton&, const Pose& bind, const Pose& now, std::vector<vec3>& out);
std::vector<int> chain_of(const Skeleton&, int joint);  // parents from the nearest to the root
inline vec3 place_of(const Pose& pose, int joint) { return vec3(pose.matrix[std::size_t(joint)][3]); }

}  // namespace bonescope
