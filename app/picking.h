// What lies under the pointer.
#pragma once
#include "app/draw_scene.h"
#include <optional>

namespace bonescope {

// The joint whose circle or bones are nearest to the pixel, within `reach` pixels; -1: none. A joint's bones lead to
// its children.
int pick_joint(const Scene&, const Frame&, const Camera&, vec2 size, vec2 pixel, float reach);

struct MeshHit {
    int mesh = -1, vertex = -1;  // of the scene; the nearest corner of the triangle, in the mesh's set
    vec3 at{0};
};
std::optional<MeshHit> pick_mesh(const Scene&, const Frame&, const Camera&, vec2 size, vec2 pixel);

}  // namespace bonescope
