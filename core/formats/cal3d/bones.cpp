#include "core/far_places.h"
#include "core/formats/cal3d/build.h"
#include "core/key_notes.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::cal3d {

std::string own_name(const Document& doc) { return stem_of(base_name(doc.path)); }

namespace {

// Stored quaternions turn the other way: v' = q* v q.
quat usual(vec4 q) { return quat(q.w, -q.x, -q.y, -q.z); }

// Lengths count: see Skeleton.
mat4 placed(vec3 t, quat r) {
    mat4 m = glm::mat4_cast(r);
    for (int i = 0; i < 3; ++i) m[i][i] += glm::dot(r, r) - 1;
    m[3] = vec4(t, 1);
    return m;
}

template <class V> bool finite(const V& v) {
    float sum = 0;
    for (int i = 0; i < v.length(); ++i) sum += v[i] * 0.f;
    return sum == 0;
}

void check_values(Document& doc, const Bone& bone) {
    const auto refuse = [&](const char* part, const char* expected, std::string found) {
        doc.note(Severity::Warning,
                 fmt::format("bone \"{}\": {}: expected {}, found {}", decode(bone.name), part, expected, found),
                 bone.where);
    };
    for (const auto& [part, t] : {std::pair{"translation", bone.t}, std::pair{"bone-space translation", bone.space_t}})
        if (!finite(t)) refuse(part, "finite numbers", fmt::format("{} {} {}", t.x, t.y, t.z));
    for (const auto& [part, q] : {std::pair{"rotation", bone.q}, std::pair{"bone-space rotation", bone.space_q}})
        if (!(std::abs(glm::dot(q, q) - 1) <= unit_tolerance))
            refuse(part, "finite numbers of length 1", fmt::format("{} {} {} {}", q.x, q.y, q.z, q.w));
}

Joint joint_of(Document& doc, const Bone& bone, int id, int bones) {
    Joint joint;
    joint.name = bone.name;
    joint.id = id;
    joint.where = bone.where;
    joint.bind.t = bone.t;
    joint.bind.r = usual(bone.q);
    joint.parent = bone.parent;
    if (bone.parent == id)
        doc.note(Severity::Error, fmt::format("bone {} is its own parent; it is taken as a root", id), bone.where);
    else if (bone.parent < -1 || bone.parent >= bones)
        doc.note(Severity::Error,
                 fmt::format("bone {}: parent {}: expected -1 or a number below {}; it is taken as a root", id,
                             bone.parent, bones),
                 bone.where);
    else
        return joint;
    joint.parent = -1;
    return joint;
}

void break_cycles(Document& doc, Skeleton& skeleton) {
    std::vector<int> bad;
    parents_first(skeleton.joints, &bad);
    for (const int index : bad) {
        Joint& joint = skeleton.joints[static_cast<std::size_t>(index)];
        doc.note(Severity::Error,
                 fmt::format("bone {} \"{}\" is its own ancestor; it is taken as a root", joint.id, decode(joint.name)),
                 joint.where);
        joint.parent = -1;
    }
    skeleton.order = parents_first(skeleton.joints);
}

// The library walks the lists of children: a bone that its parent does not list is never moved.
void check_children(Document& doc, std::span<const Bone> bones) {
    const auto n = static_cast<int>(bones.size());
    std::vector<uint32_t> listed(bones.size());  // how often its parent lists it
    for (int parent = 0; parent < n; ++parent) {
        const Bone& bone = bones[static_cast<std::size_t>(parent)];
        for (const int32_t child : bone.children) {
            if (child >= 0 && child < n && bones[static_cast<std::size_t>(child)].parent == parent)
                ++listed[static_cast<std::size_t>(child)];
            else
                doc.note(Severity::Warning,
                         child < 0 || child >= n
                             ? fmt::format("bone {} lists child {}: expected a number below {}", parent, child, n)
                             : fmt::format("bone {} lists child {}, whose parent is {}; the parent counts", parent,
                                           child, bones[static_cast<std::size_t>(child)].parent),
                         bone.where);
        }
    }
    for (int i = 0; i < n; ++i) {
        const int parent = bones[static_cast<std::size_t>(i)].parent;
        if (parent < 0 || parent >= n || !bones[static_cast<std::size_t>(parent)].lists_children) continue;
        if (listed[static_cast<std::size_t>(i)] == 1) continue;
        doc.note(Severity::Warning,
                 fmt::format("bone {} is listed {} times by its parent {}: expected once{}", i,
                             listed[static_cast<std::size_t>(i)], parent,
                             listed[static_cast<std::size_t>(i)] ? "" : "; the library never moves it"),
                 bones[static_cast<std::size_t>(i)].where);
    }
}

// Of a turn and a translation of any size: the general inverse multiplies them with each other.
mat4 inverse_of(const mat4& m) {
    mat4 out(glm::inverse(glm::mat3(m)));
    out[3] = vec4(-(glm::mat3(out) * vec3(m[3])), 1);
    return out;
}

// Meshes may be bound in another pose than the skeleton's own, so a difference is no fault.
void compare_binds(Document& doc, const Skeleton& skeleton) {
    std::vector<mat4> world(skeleton.joints.size());
    std::vector<float> far;
    float most = 0;
    std::size_t worst = 0;
    for (const int j : skeleton.order) {
        const auto i = static_cast<std::size_t>(j);
        const Joint& joint = skeleton.joints[i];
        world[i] = placed(joint.bind.t, joint.bind.r);
        if (joint.parent >= 0) world[i] = world[static_cast<std::size_t>(joint.parent)] * world[i];
        far.push_back(glm::length(vec3(world[i][3])));
        const mat4 off = skeleton.inverse_bind[i] - inverse_of(world[i]);
        for (int c = 0; c < 4; ++c)
            for (int r = 0; r < 3; ++r)
                if (std::abs(off[c][r]) > most) {
                    most = std::abs(off[c][r]);
                    worst = i;
                }
    }
    constexpr float rounding = 1e-4f;  // of the figure's size, which one bone that is far off does not make larger
    const float limit = farthest_meant(far);
    float reach = 1;
    for (const float length : far)
        if (length <= limit) reach = std::max(reach, length);
    if (most > rounding * reach)
        doc.note(
            Severity::Info,
            fmt::format("the stored bone-space pairs differ from the inverse of the skeleton's pose by up to {}, at "
                        "bone {} \"{}\"; the stored ones serve",
                        most, worst, decode(skeleton.joints[worst].name)),
            skeleton.joints[worst].where);
}

}  // namespace

void add_skeleton(Document& doc, std::span<const Bone> bones) {
    Skeleton& skeleton = doc.skeletons.emplace_back();
    skeleton.name = own_name(doc);
    skeleton.once_first = true;
    skeleton.lengths_count = true;
    const auto n = static_cast<int>(bones.size());
    skeleton.joints.reserve(bones.size());
    for (int i = 0; i < n; ++i) {
        const Bone& bone = bones[static_cast<std::size_t>(i)];
        skeleton.joints.push_back(joint_of(doc, bone, i, n));
        skeleton.inverse_bind.push_back(placed(bone.space_t, usual(bone.space_q)));
        check_values(doc, bone);
    }
    break_cycles(doc, skeleton);
    check_children(doc, bones);
    compare_binds(doc, skeleton);
}

}  // namespace bonescope::cal3d
