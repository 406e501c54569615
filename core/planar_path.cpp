// Joints that are strung along a curve.
#include "core/planar_rig.h"

namespace bonescope {

void apply_path(RigNow& now, const PathConstraint& path, std::size_t) {
    for (const int joint : path.joints)
        if (joint >= 0 && joint < static_cast<int>(now.skeleton.joints.size())) compose_joint(now, joint);
}

}  // namespace bonescope
