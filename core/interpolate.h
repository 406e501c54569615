// Interpolation of key values. Quaternions are x y z w in a vec4. One set of formulas for every caller, so that a plan
// and sample() cannot disagree.
#pragma once
#include "core/model.h"
#include <cfloat>
#include <cmath>

namespace bonescope {

inline vec4 lanes_of(quat q) { return {q.x, q.y, q.z, q.w}; }
inline quat quat_of(vec4 v) { return quat(v.w, v.x, v.y, v.z); }

inline float dot4(vec4 a, vec4 b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }

// Unit length; `otherwise` when there is no direction to keep.
inline vec4 normal_or(vec4 q, vec4 otherwise) {
    const float square = dot4(q, q);
    return square > FLT_MIN && square <= FLT_MAX ? q * (1 / std::sqrt(square)) : otherwise;
}

inline vec4 lerp(vec4 a, vec4 b, float u) { return a + (b - a) * u; }

inline vec4 identity_rotation() { return {0, 0, 0, 1}; }

inline vec4 nlerp(vec4 a, vec4 b, float u) {
    if (dot4(a, b) < 0) b = -b;
    return normal_or(lerp(a, b, u), identity_rotation());
}

inline vec4 slerp(vec4 a, vec4 b, float u, float lerp_below, bool shortest = true) {
    float cosine = dot4(a, b);
    if (cosine < 0 && shortest) {
        cosine = -cosine;
        b = -b;
    }
    if (!(std::abs(cosine) < 1 - lerp_below)) return normal_or(lerp(a, b, u), identity_rotation());
    const float sine = std::sqrt(1 - cosine * cosine), angle = std::atan2(sine, cosine);
    return a * (std::sin((1 - u) * angle) / sine) + b * (std::sin(u * angle) / sine);
}

// Hamilton product of quaternions in lanes.
inline vec4 multiply(vec4 a, vec4 b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
            a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

inline vec4 conjugate(vec4 q) { return {-q.x, -q.y, -q.z, q.w}; }

inline vec4 inverse_of(vec4 q) {
    const float square = dot4(q, q);
    return square > FLT_MIN ? conjugate(q) * (1 / square) : identity_rotation();
}

// How a track's value goes onto a joint, at a weight; `link` scales translations and scales (1: none).
struct Mix {
    float weight = 1, link = 1;
    bool slerp = false;
    float lerp_below = 1e-3f;

    vec4 rotation(vec4 from, vec4 to) const {
        return slerp ? bonescope::slerp(from, to, weight, lerp_below) : nlerp(from, to, weight);
    }
};

inline void add_rotation(Local& local, vec4 value, const Mix& mix) {
    // At full weight the blend with identity gives the value itself, up to the length that is taken off below.
    const vec4 turn = mix.weight == 1 ? value : mix.rotation(identity_rotation(), value);
    const vec4 now = lanes_of(local.r);
    local.r = quat_of(normal_or(multiply(now, turn), now));
}

inline void add_translation(Local& local, vec4 value, const Mix& mix) {
    local.t += vec3(value) * mix.weight * mix.link;
}

// A link's scale takes the place of the weight; engines that play such files do so.
inline void multiply_scale(Local& local, vec4 value, const Mix& mix) {
    const float part = mix.link != 1 ? mix.link : mix.weight;
    local.s *= part == 1 ? vec3(value) : vec3(1) + (vec3(value) - vec3(1)) * part;
}

}  // namespace bonescope
