// How far a figure reaches in any pose, told by few of its vertices: skinning all of them at many moments takes long.
#pragma once
#include "core/scene.h"

namespace bonescope {

class Reach {
public:
    explicit Reach(const Scene&);
    // The joints, the ends of bones without children, and the outermost vertices about each joint. What no joint moves
    // is left out.
    std::vector<vec3> points(const Scene&, const Pose&) const;

private:
    struct Point {
        int joint;
        vec3 place;  // as stored
    };
    std::vector<std::vector<Point>> outermost_;  // by set of the scene
};

}  // namespace bonescope
