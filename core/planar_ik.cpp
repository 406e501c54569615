// One or two joints that reach for another one.
#include "core/planar_rig.h"
#include <cmath>

namespace bonescope {
namespace {

constexpr float pi = 3.14159265358979f, whole = 2 * pi;

float wrap(float angle) { return std::remainder(angle, whole); }
float direction(vec2 v) { return std::atan2(v.y, v.x); }

void reach_with_one(RigNow& now, int joint, vec2 target, float weight) {
    Planar& g = now.out.global[static_cast<std::size_t>(joint)];
    const float wanted = direction(target - g.t) + (g.s.x < 0 ? pi : 0);
    g.angle += wrap(wanted - g.angle) * weight;
    rebuild(now, joint);
}

// Where two joints of these lengths bend to reach the target: the direction of the first.
float first_direction(const RigNow& now, int root, vec2 target, float first, float second, bool bend) {
    const Planar& r = now.out.global[static_cast<std::size_t>(root)];
    const vec2 way = target - r.t;
    const float reach = glm::length(way);
    const bool too_far = first + second <= reach;
    if (too_far || reach + second <= first || reach + first <= second) {
        const float straight = direction(way);
        return !too_far && first < second ? straight + pi : straight;
    }
    const float square = reach * reach, h = (first * first - second * second + square) / (2 * square);
    const float side = std::sqrt(std::max(0.f, first * first - h * h * square)) / reach;
    const vec2 foot = r.t + way * h, across{-way.y * side, way.x * side};
    const int above = now.parent(root);
    const bool flipped = above >= 0 && determinant(now.out.world[static_cast<std::size_t>(above)]) < 0;
    return direction((flipped != bend ? foot - across : foot + across) - r.t);
}

void reach_with_two(RigNow& now, int root, int tip, vec2 target, bool bend, float weight) {
    Planar& r = now.out.global[static_cast<std::size_t>(root)];
    Planar& b = now.out.global[static_cast<std::size_t>(tip)];
    const Affine& m = now.out.world[static_cast<std::size_t>(tip)];
    const float length = now.skeleton.joints[static_cast<std::size_t>(tip)].length;
    const float second = std::hypot(m.a * length, m.b * length), first = glm::length(b.t - r.t);
    const float start = direction(b.t - r.t), root_angle = r.angle, tip_angle = b.angle;
    const float turn = wrap(first_direction(now, root, target, first, second, bend) - start);
    r.angle = root_angle + turn * weight;
    rebuild(now, root);
    const float now_at = start + turn * weight;
    b.t = r.t + first * vec2(std::cos(now_at), std::sin(now_at));
    const float wanted = direction(target - b.t) + (b.s.x < 0 ? pi : 0);
    b.angle = r.angle + tip_angle - root_angle + wrap(wanted - turn - tip_angle) * weight;
    rebuild(now, tip);
}

}  // namespace

void apply_ik(RigNow& now, const IkConstraint& ik, std::size_t constraint) {
    const auto joints = static_cast<int>(now.skeleton.joints.size());
    if (ik.joint < 0 || ik.target < 0 || ik.joint >= joints || ik.target >= joints) return;
    const float weight = now.values.mix[constraint];
    const bool bend = now.values.bend[constraint];
    const int root = ik.two ? now.parent(ik.joint) : ik.joint;
    if (root < 0) return;
    compose_joint(now, root);
    if (root != ik.joint) compose_joint(now, ik.joint);
    const vec2 target = now.out.global[static_cast<std::size_t>(ik.target)].t;
    if (root == ik.joint)
        reach_with_one(now, root, target, weight);
    else
        reach_with_two(now, root, ik.joint, target, bend, weight);
}

}  // namespace bonescope
