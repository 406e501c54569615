#include "app/reach.h"
#include "app/bone_shapes.h"
#include <algorithm>
#include <array>

namespace bonescope {
namespace {

// Along the axes and the diagonals, both ways.
constexpr std::array<vec3, 14> ways = {vec3{1, 0, 0}, {-1, 0, 0},  {0, 1, 0},   {0, -1, 0},  {0, 0, 1},
                                       {0, 0, -1},    {1, 1, 1},   {1, 1, -1},  {1, -1, 1},  {1, -1, -1},
                                       {-1, 1, 1},    {-1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}};

struct Outermost {
    std::array<float, ways.size()> far;
    std::array<vec3, ways.size()> place;
    bool any = false;

    void add(vec3 p) {
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const float d = glm::dot(ways[i], p);
            if (any && !(d > far[i])) continue;
            far[i] = d;
            place[i] = p;
        }
        any = true;
    }
};

int heaviest(const Influences& bound, uint32_t vertex) {
    const uint32_t from = bound.first[vertex], to = bound.first[vertex + 1];
    if (from == to) return -1;
    const auto best = std::max_element(bound.weight.begin() + from, bound.weight.begin() + to);
    return bound.joint[static_cast<std::size_t>(best - bound.weight.begin())];
}

std::vector<Outermost> outermost_of(const SetUse& use, std::size_t joints) {
    std::vector<Outermost> out(joints);
    const VertexSet& set = use.get();
    if (set.position.empty() || use.bound.empty()) return out;
    for (uint32_t v = 0; v < set.vertices; ++v) {
        const int joint = heaviest(use.bound, v);
        const vec3 place = use.doc->triple(set.position, v);
        if (joint >= 0 && static_cast<std::size_t>(joint) < joints && finite(place))
            out[static_cast<std::size_t>(joint)].add(place);
    }
    return out;
}

}  // namespace

Reach::Reach(const Scene& scene) : outermost_(scene.sets.size()) {
    const std::size_t joints = scene.skeleton() ? scene.skeleton()->joints.size() : 0;
    for (std::size_t s = 0; s < scene.sets.size(); ++s) {
        const std::vector<Outermost> all = outermost_of(scene.sets[s], joints);
        for (std::size_t j = 0; j < joints; ++j)
            if (all[j].any)
                for (const vec3 place : all[j].place) outermost_[s].push_back({static_cast<int>(j), place});
    }
}

std::vector<vec3> Reach::points(const Scene& scene, const Pose& pose) const {
    std::vector<vec3> out;
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton || pose.matrix.size() != skeleton->joints.size()) return out;
    for (const mat4& matrix : pose.matrix) out.push_back(vec3(matrix[3]));
    add_stub_ends(*skeleton, scene.bind, pose, out);
    std::vector<mat4> matrices;
    for (std::size_t s = 0; s < outermost_.size(); ++s) {
        if (outermost_[s].empty()) continue;
        palette(*skeleton, scene.bind, pose, scene.sets[s], matrices);
        for (const Point& point : outermost_[s])
            out.push_back(vec3(matrices[static_cast<std::size_t>(point.joint)] * vec4(point.place, 1)));
    }
    std::erase_if(out, [](vec3 p) { return !finite(p); });
    return out;
}

}  // namespace bonescope
