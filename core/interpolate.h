// Interpolation of key values, four lanes at a time. Quaternions are x y z w. One set of formulas for every caller, so
// that a plan and sample() cannot disagree.
#pragma once
#include "core/model.h"
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace bonescope {

// Compilers do not find these vectors by themselves, and posing is made of little else. Built from memory in one piece
// wherever possible: a vector put together from numbers that were just stored costs a stall.
using Four = float __attribute__((vector_size(16)));
#define BONESCOPE_LANES(v, x, y, z, w) __builtin_shufflevector(v, v, x, y, z, w)

// Functions that do much of it exist twice: as BONESCOPE_FAST where the processor's newer instructions are there. What
// these call has to be inlined, else it stays as it is.
#if defined(__x86_64__)
#define BONESCOPE_FAST [[gnu::target("avx2,fma")]]
inline bool fast_vectors() {
    static const bool there = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return there;
}
#else
#define BONESCOPE_FAST
inline bool fast_vectors() { return false; }
#endif

inline Four four(vec4 v) { return std::bit_cast<Four>(v); }
inline vec4 vec4_of(Four v) { return std::bit_cast<vec4>(v); }
inline Four all(float x) { return Four{x, x, x, x}; }
inline Four load_four(const void* from) {
    Four v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
inline void store_four(void* to, Four v) { std::memcpy(to, &v, sizeof v); }

// A Local is three rows of four.
static_assert(offsetof(Local, angle) == 12 && offsetof(Local, r) == 16 && offsetof(Local, s) == 32 &&
              offsetof(Local, skew) == 44);
static_assert(offsetof(quat, x) == 0 && offsetof(quat, w) == 12, "quaternions lie in memory as x y z w");
inline Four row_t(const Local& local) { return load_four(&local.t); }
inline Four row_r(const Local& local) { return load_four(&local.r); }
inline Four row_s(const Local& local) { return load_four(&local.s); }
inline Four xyz_of(Four xyz, Four w) { return __builtin_shufflevector(xyz, w, 0, 1, 2, 7); }  // fourth lane of w

// The sum of products, in every lane.
inline Four dot4(Four a, Four b) {
    const Four product = a * b, pairs = product + BONESCOPE_LANES(product, 1, 0, 3, 2);
    return pairs + BONESCOPE_LANES(pairs, 2, 3, 0, 1);
}

inline Four identity_rotation() { return Four{0, 0, 0, 1}; }

// Unit length; `otherwise` when there is no direction to keep.
inline Four normal_or(Four q, Four otherwise) {
    const float square = dot4(q, q)[0];
    return square > FLT_MIN && square <= FLT_MAX ? q * all(1 / std::sqrt(square)) : otherwise;
}

inline Four lerp(Four a, Four b, float u) { return a + (b - a) * all(u); }

// The chord between two rotations, the short way round; not of unit length.
inline Four chord(Four a, Four b, float u) { return lerp(a, dot4(a, b)[0] < 0 ? -b : b, u); }

inline Four nlerp(Four a, Four b, float u) { return normal_or(chord(a, b, u), identity_rotation()); }

// The great arc. Nearly equal rotations are mixed straight, which leaves a length just below 1.
inline Four slerp(Four a, Four b, float u, float lerp_below, bool shortest = true, bool renormalise = true) {
    float cosine = dot4(a, b)[0];
    if (cosine < 0 && shortest) {
        cosine = -cosine;
        b = -b;
    }
    if (!(std::abs(cosine) < 1 - lerp_below)) {
        const Four straight = lerp(a, b, u);
        return renormalise ? normal_or(straight, identity_rotation()) : straight;
    }
    const float sine = std::sqrt(1 - cosine * cosine), angle = std::atan2(sine, cosine);
    return a * all(std::sin((1 - u) * angle) / sine) + b * all(std::sin(u * angle) / sine);
}

// The sums of the lanes of four vectors.
inline Four sums_of(Four a, Four b, Four c, Four d) {
    const Four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Four cd = __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

// Arc cosine for 0..1 and sine for 0..pi/2, to 1e-7; Abramowitz and Stegun 4.4.46 and 4.3.97.
inline Four arc_cosine(Four x) {
    Four sum = all(-0.0012624911f);
    for (const float factor :
         {0.0066700901f, -0.0170881256f, 0.0308918810f, -0.0501743046f, 0.0889789874f, -0.2145988016f, 1.5707963050f})
        sum = sum * x + all(factor);
    const Four rest = all(1) - x;
    return sum * Four{std::sqrt(rest[0]), std::sqrt(rest[1]), std::sqrt(rest[2]), std::sqrt(rest[3])};
}
inline Four sine(Four x) {
    const Four square = x * x;
    Four sum = all(-0.0000000239f);
    for (const float factor : {0.0000027526f, -0.0001984090f, 0.0083333315f, -0.1666666664f, 1.f})
        sum = sum * square + all(factor);
    return sum * x;
}

// slerp(a, b, u) for four pairs at once is a * from + b * to; u within 0..1. Not renormalised.
struct ArcWeights {
    Four from, to;
};
inline ArcWeights arc_weights(Four cosine, float u, float lerp_below) {
    const Four size = cosine < 0 ? -cosine : cosine, most = all(1);
    const Four angle = arc_cosine(size < most ? size : most), whole = sine(angle);
    const auto far = size < all(1 - lerp_below);
    const Four from = far ? sine(angle * all(1 - u)) / whole : all(1 - u);
    const Four to = far ? sine(angle * all(u)) / whole : all(u);
    return {from, cosine < 0 ? -to : to};
}

// Hamilton product of quaternions.
inline Four multiply(Four a, Four b) {
    const Four second = BONESCOPE_LANES(a, 0, 1, 2, 0) * BONESCOPE_LANES(b, 3, 3, 3, 0);
    const Four third = BONESCOPE_LANES(a, 1, 2, 0, 1) * BONESCOPE_LANES(b, 2, 0, 1, 1);
    return BONESCOPE_LANES(a, 3, 3, 3, 3) * b + (second + third) * Four{1, 1, 1, -1} -
           BONESCOPE_LANES(a, 2, 0, 1, 2) * BONESCOPE_LANES(b, 1, 2, 0, 2);
}

inline Four conjugate(Four q) { return q * Four{-1, -1, -1, 1}; }

inline Four inverse_of(Four q) {
    const float square = dot4(q, q)[0];
    return square > FLT_MIN ? conjugate(q) * all(1 / square) : identity_rotation();
}

// Cross product of the first three lanes; the fourth becomes 0.
inline Four cross(Four a, Four b) {
    return BONESCOPE_LANES(a, 1, 2, 0, 3) * BONESCOPE_LANES(b, 2, 0, 1, 3) -
           BONESCOPE_LANES(a, 2, 0, 1, 3) * BONESCOPE_LANES(b, 1, 2, 0, 3);
}
// A vector turned by a unit quaternion.
inline Four turned(Four q, Four v) {
    const Four half = cross(q, v), twice = half + half;
    return v + BONESCOPE_LANES(q, 3, 3, 3, 3) * twice + cross(q, twice);
}

// How a track's value goes onto a joint, at a weight; `link` scales translations and scales (1: none).
struct Mix {
    float weight = 1, link = 1;
    bool slerp = false;
    float lerp_below = 1e-3f;
    bool renormalise = true;

    Four between(Four from, Four to, float u) const {
        return slerp ? bonescope::slerp(from, to, u, lerp_below, true, renormalise) : nlerp(from, to, u);
    }
    Four rotation(Four from, Four to) const { return between(from, to, weight); }
};

inline void add_rotation(Local& local, Four value, const Mix& mix) {
    // At full weight the blend with identity gives the value itself, up to the length that is taken off below.
    const Four turn = mix.weight == 1 ? value : mix.rotation(identity_rotation(), value);
    const Four now = row_r(local);
    store_four(&local.r, normal_or(multiply(now, turn), now));
}

inline void add_translation(Local& local, Four value, const Mix& mix) {
    const Four now = row_t(local);
    store_four(&local.t, xyz_of(now + value * all(mix.weight) * all(mix.link), now));
}

// How much absolute tracks have said about a joint so far: sums of weights, by property from Translation to Skew.
struct Said {
    float sum[5] = {};

    // The part of the next one: the first is taken whole, whatever its weight, each further one by its share of the
    // sum.
    float part(Property property, float weight) {
        float& before = sum[static_cast<std::size_t>(property)];
        if (!(weight > 0)) return 0;
        before += weight;
        return weight / before;
    }
};

inline void put_translation(Local& local, Four value, float part) {
    const Four now = row_t(local);
    store_four(&local.t, xyz_of(part == 1 ? value : lerp(now, value, part), now));
}

inline void put_rotation(Local& local, Four value, float part, const Mix& mix) {
    const Four now = row_r(local), mixed = part == 1 ? value : mix.between(now, value, part);
    const float square = dot4(mixed, mixed)[0];
    if (!(square > FLT_MIN && square <= FLT_MAX)) return;
    store_four(&local.r, mix.renormalise ? mixed * all(1 / std::sqrt(square)) : mixed);
}

inline void put_scale(Local& local, Four value, float part) {
    const Four now = row_s(local);
    store_four(&local.s, xyz_of(part == 1 ? value : lerp(now, value, part), now));
}

// A link's scale takes the place of the weight; engines that play such files do so.
inline void multiply_scale(Local& local, Four value, const Mix& mix) {
    const float part = mix.link != 1 ? mix.link : mix.weight;
    const Four factor = part == 1 ? value : all(1) + (value - all(1)) * all(part);
    const Four now = row_s(local);
    store_four(&local.s, xyz_of(now * factor, now));
}

}  // namespace bonescope
