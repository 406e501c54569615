// What the shape of a mesh tells that its file leaves out.
#pragma once
#include "core/document.h"
#include <span>

namespace bonescope::meteor {

// Unit normals for vertices that have none, by the areas of the triangles around. Vertices in one place count as one,
// since seams of the picture split them. `corners`: three per triangle; those with a vertex that is not there are left
// out.
std::vector<vec3> make_normals(std::span<const vec3> position, std::span<const uint32_t> corners);

// Volume that the triangles enclose as a part of that of the box around them; negative when they are wound so that
// their insides show. Small for what is flat or open.
double enclosed_part(std::span<const vec3> position, std::span<const uint32_t> corners);

}  // namespace bonescope::meteor
