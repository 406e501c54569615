#include "app/picking.h"
#include "app/bone_shapes.h"

namespace bonescope {
namespace {

float distance_to_segment(vec2 p, vec2 a, vec2 b) {
    const vec2 way = b - a;
    const float square = glm::dot(way, way);
    const float t = square > 0 ? std::clamp(glm::dot(p - a, way) / square, 0.f, 1.f) : 0.f;
    return glm::distance(p, a + way * t);
}

// Distance along the ray to a triangle, negative when it is missed.
float cut(const Ray& ray, vec3 a, vec3 b, vec3 c) {
    const vec3 ab = b - a, ac = c - a, p = glm::cross(ray.along, ac);
    const float det = glm::dot(ab, p);
    if (!(std::abs(det) > 1e-30f)) return -1;
    const vec3 from_a = ray.from - a, q = glm::cross(from_a, ab);
    const float u = glm::dot(from_a, p) / det, v = glm::dot(ray.along, q) / det;
    return u < 0 || v < 0 || u + v > 1 ? -1 : glm::dot(ac, q) / det;
}

}  // namespace

int pick_joint(const Scene& scene, const Frame& frame, const Camera& camera, vec2 size, vec2 pixel, float reach) {
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton || frame.pose.matrix.size() != skeleton->joints.size()) return -1;
    if (camera.flat)
        return flat_joint_at(scene, frame, vec2(ray_through(camera, size, pixel).from),
                             reach * unit_at(camera, size.y, vec3(0)));
    int best = -1;
    float nearest = reach;
    const auto offer = [&](int joint, float distance) {
        if (distance < nearest) nearest = distance, best = joint;
    };
    const float behind_circles = reach * 0.4f;  // where both are near, a circle wins over a bone
    for (int j = 0; j < static_cast<int>(skeleton->joints.size()); ++j) {
        if (!finite(place_of(frame.pose, j))) continue;
        const vec3 at = project(camera, size, place_of(frame.pose, j));
        if (at.z > 1) continue;
        offer(j, glm::distance(pixel, vec2(at)));
        const int up = skeleton->joints[std::size_t(j)].parent;
        if (up < 0 || !finite(place_of(frame.pose, up))) continue;
        const vec3 from = project(camera, size, place_of(frame.pose, up));
        if (from.z <= 1) offer(up, distance_to_segment(pixel, vec2(from), vec2(at)) + behind_circles);
    }
    return best;
}

std::optional<MeshHit> pick_mesh(const Scene& scene, const Frame& frame, const Camera& camera, vec2 size, vec2 pixel) {
    const Ray ray = ray_through(camera, size, pixel);
    std::optional<MeshHit> best;
    float nearest = 1e30f;
    for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
        const MeshUse& use = scene.meshes[m];
        if (!use.visible || use.set < 0 || std::size_t(use.set) >= frame.sets.size()) continue;
        const auto& at = frame.sets[std::size_t(use.set)].position;
        const std::vector<uint32_t> corners = triangles(*use.doc, use.get(), scene.detail);
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            const uint32_t* c = corners.data() + i;
            if (c[0] >= at.size() || c[1] >= at.size() || c[2] >= at.size()) continue;
            const float away = cut(ray, at[c[0]], at[c[1]], at[c[2]]);
            if (!(away > 0 && away < nearest)) continue;
            nearest = away;
            const vec3 hit = ray.from + ray.along * away;
            const uint32_t* corner = std::min_element(c, c + 3, [&](uint32_t a, uint32_t b) {
                return glm::distance(at[a], hit) < glm::distance(at[b], hit);
            });
            best = MeshHit{static_cast<int>(m), static_cast<int>(*corner), hit};
        }
    }
    return best;
}

}  // namespace bonescope
