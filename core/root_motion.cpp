#include "core/root_motion.h"
#include <cmath>

namespace bonescope {

int motion_root(const Skeleton& skeleton, const ClipUse& use) {
    const auto moves = [&](int joint) {
        for (std::size_t i = 0; i < use.bound.size(); ++i)
            if (use.bound[i] == joint && use.get().tracks[i].property == Property::Translation) return true;
        return false;
    };
    for (const int joint : skeleton.order)
        if (moves(joint)) return joint;
    return -1;
}

vec3 root_at(const Skeleton& skeleton, const ClipUse& use, int root, double tick, const PlanarReading& reading) {
    Layer layer{&use, {}, 1};
    layer.at.tick = tick;
    return local_of(skeleton, {&layer, 1}, root, reading).t;
}

Staging stage_root(const Skeleton& skeleton, const ClipUse& use, double tick, RootMotion mode, vec3 travelled,
                   const PlanarReading& reading) {
    Staging out;
    if (mode == RootMotion::Raw) return out;
    out.root = motion_root(skeleton, use);
    if (out.root < 0) return out;
    out.at = skeleton.joints[out.root].bind.t;
    if (mode == RootMotion::Accumulated)
        out.at += travelled + root_at(skeleton, use, out.root, tick, reading) -
                  root_at(skeleton, use, out.root, use.get().start, reading);
    return out;
}

std::vector<vec3> root_path(const Skeleton& skeleton, const ClipUse& use, double fps, RootMotion mode, vec3 travelled,
                            const PlanarReading& reading) {
    constexpr double most = 4096;
    std::vector<vec3> out;
    const int root = motion_root(skeleton, use);
    const double seconds = length_of(use.get());
    if (root < 0 || mode == RootMotion::InPlace || !(seconds > 0) || !(fps > 0)) return out;
    const double steps = std::clamp(std::round(seconds * fps), 1., most);
    for (double i = 0; i <= steps; ++i) {
        const double tick = tick_at(use.get(), seconds * i / steps);
        const Staging at = stage_root(skeleton, use, tick, mode, travelled, reading);
        out.push_back(at.root >= 0 ? at.at : root_at(skeleton, use, root, tick, reading));
    }
    return out;
}

}  // namespace bonescope
