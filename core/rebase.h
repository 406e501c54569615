// Clips whose keys are relative to another clip at one time (OGRE's base keyframe).
#pragma once
#include "core/evaluate.h"

namespace bonescope {

// A property that only the base moves: the clip's own value there is neutral, so what is left is a constant.
struct BaseConstant {
    int joint = -1;
    Property property = Property::Translation;
    vec4 value{0};
};

// What comes off each track's values; empty: the clip has no base.
//
// Values become T - Tb, Rb⁻¹ R, S / Sb. Taking the base off the sampled value gives the same as taking it off every
// key, because lerp and Hermite are linear, and nlerp, slerp and squad of keys that are all turned by one rotation are
// turned by it too. So keys stay as they are stored. A base is never based itself: an engine's answer there depends on
// which clip was played first.
std::vector<vec4> base_values(const ClipUse&);
std::vector<BaseConstant> base_constants(const ClipUse&);
vec4 take_off(vec4 value, vec4 base, Property);

}  // namespace bonescope
