#include "core/skin.h"
#include "core/skin_blocks.h"
#include <algorithm>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <unordered_map>

namespace bonescope {
namespace {

struct Influence {
    int32_t joint;
    float weight;
};

// Stored ids to indices; of a repeated id the first joint counts.
std::unordered_map<int, int32_t> joints_by_id(const Skeleton& skeleton) {
    std::unordered_map<int, int32_t> map;
    for (std::size_t i = 0; i < skeleton.joints.size(); ++i)
        map.emplace(skeleton.joints[i].id, static_cast<int32_t>(i));
    return map;
}

void keep_largest(std::vector<Influence>& some, uint32_t most) {
    while (most && some.size() > most) {
        std::size_t least = 0;
        for (std::size_t i = 1; i < some.size(); ++i)
            if (some[i].weight < some[least].weight) least = i;  // of equal ones the first goes
        some.erase(some.begin() + static_cast<std::ptrdiff_t>(least));
    }
}

// Weights without a sum say nothing: such a vertex stays where it is stored.
void normalise(std::vector<Influence>& some) {
    float sum = 0;
    for (const Influence& one : some) sum += one.weight;
    if (std::abs(sum) < 1e-30f || !std::isfinite(sum)) return some.clear();
    if (std::abs(sum - 1) < 1e-7f) return;
    for (Influence& one : some) one.weight /= sum;
}

// The influences of one vertex that name a joint, by index.
void read_influences(const Influences& in, uint32_t vertex, const std::unordered_map<int, int32_t>& joints, SetUse& use,
                     std::vector<Influence>& out) {
    out.clear();
    for (uint32_t i = in.first[vertex]; i < in.first[vertex + 1]; ++i) {
        const auto found = joints.find(in.joint[i]);
        if (found == joints.end())
            ++use.dropped;
        else if (std::isfinite(in.weight[i]))
            out.push_back({found->second, in.weight[i]});
    }
}

void bind_bare(const VertexSet& set, const Skeleton& skeleton, Influences& bound) {
    int32_t lowest = -1;
    for (const int32_t joint : bound.joint)
        if (lowest < 0 ||
            skeleton.joints[static_cast<std::size_t>(joint)].id < skeleton.joints[static_cast<std::size_t>(lowest)].id)
            lowest = joint;
    if (lowest < 0) return;
    Influences out;
    out.first.reserve(bound.first.size());
    out.first.push_back(0);
    for (uint32_t v = 0; v < set.vertices; ++v) {
        if (set.influences.first[v] == set.influences.first[v + 1]) {
            out.joint.push_back(lowest);
            out.weight.push_back(1);
        }
        for (uint32_t i = bound.first[v]; i < bound.first[v + 1]; ++i) {
            out.joint.push_back(bound.joint[i]);
            out.weight.push_back(bound.weight[i]);
        }
        out.first.push_back(static_cast<uint32_t>(out.joint.size()));
    }
    bound = std::move(out);
}

void bind_influences(SetUse& use, const VertexSet& set, const Skeleton& skeleton) {
    const auto joints = joints_by_id(skeleton);
    std::vector<Influence> some;
    use.bound.first.reserve(set.vertices + std::size_t{1});
    use.bound.first.push_back(0);
    for (uint32_t v = 0; v < set.vertices; ++v) {
        read_influences(set.influences, v, joints, use, some);
        keep_largest(some, set.rule.most);
        if (set.rule.normalise) normalise(some);
        for (const Influence& one : some) {
            use.bound.joint.push_back(one.joint);
            use.bound.weight.push_back(one.weight);
        }
        use.bound.first.push_back(static_cast<uint32_t>(use.bound.joint.size()));
    }
    if (set.rule.bind_bare_to_lowest && use.bare) bind_bare(set, skeleton, use.bound);
}

void count_influences(SetUse& use, const VertexSet& set) {
    for (uint32_t v = 0; v < set.vertices; ++v) {
        const uint32_t n = set.influences.first[v + 1] - set.influences.first[v];
        use.bare += n == 0;
        use.over_four += n > 4;
    }
}

float quotient(float now, float bind) { return bind == 0 ? (now == 0 ? 1.f : now) : now / bind; }

quat inverse_of(quat q) {
    const float square = glm::dot(q, q);
    return square > 1e-30f ? glm::conjugate(q) / square : quat(1, 0, 0, 0);
}

// OGRE's way: scales are divided per component in model space before the rotation, so that nothing shears.
mat4 relative_trs(const Local& bind, const Local& now) {
    const vec3 s(quotient(now.s.x, bind.s.x), quotient(now.s.y, bind.s.y), quotient(now.s.z, bind.s.z));
    const glm::mat3 r = glm::mat3_cast(now.r * inverse_of(bind.r));
    const vec3 t = now.t - r * (s * bind.t);
    return mat4(vec4(r[0] * s.x, 0), vec4(r[1] * s.y, 0), vec4(r[2] * s.z, 0), vec4(t, 1));
}

mat4 relative_matrix(const mat4& bind, const mat4& now) {
    const float determinant = glm::determinant(bind);
    return std::isfinite(determinant) && determinant != 0 ? now * glm::inverse(bind) : now;
}

// Engines in which lengths count take bones along with v' = q v q*, but turn their vertices by the matrix of q that is
// right for length 1. Both agree up to |q|² - 1 on the diagonal, and columns of the first are |q|² long.
void take_growth_off(mat4& m) {
    const float growth = glm::length(vec3(m[0])) - 1;
    for (int i = 0; i < 3; ++i) m[i][i] -= growth;
}

}  // namespace

SetUse bind_skin(std::shared_ptr<const Document> doc, int set, const Skeleton* skeleton) {
    SetUse use;
    use.doc = std::move(doc);
    use.set = set;
    const VertexSet& vertices = use.get();
    if (vertices.influences.empty()) return use;
    count_influences(use, vertices);
    if (!skeleton) return use;
    bind_influences(use, vertices, *skeleton);
    use.inverse_bind = vertices.inverse_bind.empty() ? skeleton->inverse_bind : vertices.inverse_bind;
    use.blocks = std::make_shared<const SkinBlocks>(make_blocks(use.bound, vertices.vertices));
    return use;
}

void palette(const Skeleton& skeleton, const Pose& bind, const Pose& now, const SetUse& use, std::vector<mat4>& out) {
    const std::size_t joints = skeleton.joints.size();
    out.resize(joints);
    for (std::size_t j = 0; j < joints; ++j)
        if (j < use.inverse_bind.size()) {
            out[j] = now.matrix[j] * use.inverse_bind[j];
            if (skeleton.lengths_count) take_growth_off(out[j]);
        } else if (skeleton.compose == Compose::Trs)
            out[j] = relative_trs(bind.model[j], now.model[j]);
        else
            out[j] = relative_matrix(bind.matrix[j], now.matrix[j]);
}

void skin(const SetUse& use, std::span<const mat4> palette, SetFrame& inout) {
    const SkinBlocks* blocks = use.blocks.get();
    if (!blocks || blocks->joints_needed > palette.size() || blocks->vertices != inout.position.size()) return;
    const bool normals = inout.normal.size() == inout.position.size();
    skin_blocks(*blocks, best_isa(), palette.data(), inout.position.data(), normals ? inout.normal.data() : nullptr);
}

void skin_reference(const SetUse& use, std::span<const mat4> palette, SetFrame& inout) {
    if (!use.blocks || use.blocks->joints_needed > palette.size()) return;
    for (std::size_t v = 0; v < inout.position.size(); ++v) {
        if (use.bound.first[v] == use.bound.first[v + 1]) continue;
        glm::dvec3 position(0), normal(0);
        const bool normals = v < inout.normal.size();
        for (uint32_t i = use.bound.first[v]; i < use.bound.first[v + 1]; ++i) {
            const glm::dmat4 m(palette[static_cast<std::size_t>(use.bound.joint[i])]);
            const double weight = use.bound.weight[i];
            position += weight * glm::dvec3(m * glm::dvec4(inout.position[v], 1));
            if (normals) normal += weight * (glm::dmat3(m) * glm::dvec3(inout.normal[v]));
        }
        inout.position[v] = vec3(position);
        if (!normals) continue;
        const double size = glm::length(normal);
        inout.normal[v] = vec3(normal / std::max(size, 1e-15));
    }
}

}  // namespace bonescope
