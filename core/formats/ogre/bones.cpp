#include "core/formats/ogre/bones.h"
#include "core/formats/ogre/keys.h"
#include "core/key_notes.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::ogre {

namespace {

void add_link(Document& doc, Skeleton& skeleton, const BoneLink& link) {
    const auto refuse = [&](std::string why) { doc.note(Severity::Error, std::move(why), link.where); };
    const int child = joint_of(skeleton, link.child), parent = joint_of(skeleton, link.parent);
    if (child < 0 || parent < 0)
        return refuse(fmt::format("parent {} of bone {}: expected handles of bones, found no bone with handle {}",
                                  link.parent, link.child, child < 0 ? link.child : link.parent));
    Joint& joint = skeleton.joints[child];
    if (child == parent) return refuse(fmt::format("bone {} is its own parent; it is taken as a root", link.child));
    if (joint.parent >= 0)
        return refuse(fmt::format("bone {} has a second parent {}; the first, {}, is kept", link.child, link.parent,
                                  skeleton.joints[joint.parent].id));
    joint.parent = parent;
}

}  // namespace

void check_bind(Document& doc, const Joint& joint, const char* part, vec3 value, Bytes where) {
    if (std::isfinite(value.x) && std::isfinite(value.y) && std::isfinite(value.z)) return;
    doc.note(Severity::Warning,
             fmt::format("bone \"{}\": {}: expected finite numbers, found {} {} {}", decode(joint.name), part, value.x,
                         value.y, value.z),
             where);
}

void check_rotation(Document& doc, const Joint& joint, Bytes where) {
    const quat q = joint.bind.r;
    if (std::abs(glm::dot(q, q) - 1) <= unit_tolerance) return;  // never true of NaN
    doc.note(Severity::Warning,
             fmt::format("bone \"{}\": orientation: expected finite numbers of length 1, found {} {} {} {}",
                         decode(joint.name), q.x, q.y, q.z, q.w),
             where);
}

int joint_of(const Skeleton& skeleton, int handle) {
    const auto& joints = skeleton.joints;
    const auto found = std::lower_bound(joints.begin(), joints.end(), handle,
                                        [](const Joint& joint, int wanted) { return joint.id < wanted; });
    return found != joints.end() && found->id == handle ? static_cast<int>(found - joints.begin()) : -1;
}

void link_bones(Document& doc, Skeleton& skeleton, const std::vector<BoneLink>& links) {
    auto& joints = skeleton.joints;
    std::stable_sort(joints.begin(), joints.end(), [](const Joint& a, const Joint& b) { return a.id < b.id; });
    for (const BoneLink& link : links) add_link(doc, skeleton, link);
    std::vector<int> bad;
    parents_first(joints, &bad);
    for (const int index : bad) {
        Joint& joint = joints[index];
        doc.note(Severity::Error,
                 fmt::format("bone {} \"{}\" is its own ancestor; it is taken as a root", joint.id, decode(joint.name)),
                 joint.where);
        joint.parent = -1;
    }
    skeleton.order = parents_first(joints);
}

}  // namespace bonescope::ogre
