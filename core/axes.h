// Coordinates for people who think in another space than the file's. For files whose z is up: what happens to a
// position, to a rotation and to the winding of triangles. Values in the files and in the model stay as they are.
#pragma once
#include "core/model.h"

namespace bonescope {

enum class Axes : uint8_t {
    File,      // right-handed, z up
    YUp,       // right-handed, y up: turned by -90 degrees about x
    Mirrored,  // left-handed, y up: y and z change places, as ports to Unity do; shown in a right-handed view it is a
               // mirror image
};

inline vec3 to_axes(Axes axes, vec3 p) {
    return axes == Axes::File ? p : axes == Axes::YUp ? vec3(p.x, p.z, -p.y) : vec3(p.x, p.z, p.y);
}
inline quat to_axes(Axes axes, quat q) {
    return axes == Axes::File ? q : axes == Axes::YUp ? quat(q.w, q.x, q.z, -q.y) : quat(q.w, -q.x, -q.z, -q.y);
}
inline Local to_axes(Axes axes, Local local) {
    local.t = to_axes(axes, local.t);
    local.r = to_axes(axes, local.r);
    if (axes != Axes::File) local.s = vec3(local.s.x, local.s.z, local.s.y);
    return local;
}
const char* title_of(Axes);      // "Y up"
const char* what_happens(Axes);  // to positions, rotations and winding, in one line

}  // namespace bonescope
