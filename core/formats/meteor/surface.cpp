#include "core/formats/meteor/surface.h"
#include <algorithm>
#include <bit>
#include <cfloat>
#include <numeric>
#include <tuple>

namespace bonescope::meteor {
namespace {

// Visits the triangles whose corners are all there.
template <class Visit> void each_triangle(std::size_t vertices, std::span<const uint32_t> corners, Visit visit) {
    for (std::size_t i = 0; i + 3 <= corners.size(); i += 3)
        if (corners[i] < vertices && corners[i + 1] < vertices && corners[i + 2] < vertices)
            visit(corners[i], corners[i + 1], corners[i + 2]);
}

// Per vertex the first one in its place.
std::vector<uint32_t> weld(std::span<const vec3> position) {
    std::vector<uint32_t> order(position.size()), first(position.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](uint32_t v) {
        const vec3 p = position[v] + 0.f;  // -0 is 0
        return std::tuple(std::bit_cast<uint32_t>(p.x), std::bit_cast<uint32_t>(p.y), std::bit_cast<uint32_t>(p.z));
    };
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return std::pair(key(a), a) < std::pair(key(b), b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && key(order[i]) == key(order[i - 1]);
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

bool has_direction(vec3 sum) {
    const float square = glm::dot(sum, sum);
    return square > FLT_MIN && square <= FLT_MAX;
}

}  // namespace

std::vector<vec3> make_normals(std::span<const vec3> position, std::span<const uint32_t> corners) {
    const std::vector<uint32_t> first = weld(position);
    std::vector<vec3> own(position.size(), vec3(0)), welded = own;
    each_triangle(position.size(), corners, [&](uint32_t a, uint32_t b, uint32_t c) {
        const vec3 area = glm::cross(position[b] - position[a], position[c] - position[a]);
        for (const uint32_t v : {a, b, c}) {
            own[v] += area;
            welded[first[v]] += area;
        }
    });
    std::vector<vec3> out(position.size(), vec3(0, 0, 1));
    for (std::size_t v = 0; v < out.size(); ++v) {
        // Two sheets back to back cancel out; each side then has its own direction.
        const vec3 sum = has_direction(welded[first[v]]) ? welded[first[v]] : own[v];
        if (has_direction(sum)) out[v] = glm::normalize(sum);
    }
    return out;
}

double enclosed_part(std::span<const vec3> position, std::span<const uint32_t> corners) {
    using glm::dvec3;
    dvec3 low(DBL_MAX), high(-DBL_MAX);
    for (const vec3 p : position) {
        low = glm::min(low, dvec3(p));
        high = glm::max(high, dvec3(p));
    }
    const dvec3 middle = (low + high) * 0.5, size = high - low;
    double volume = 0;
    each_triangle(position.size(), corners, [&](uint32_t a, uint32_t b, uint32_t c) {
        const dvec3 p = dvec3(position[a]) - middle, q = dvec3(position[b]) - middle, r = dvec3(position[c]) - middle;
        volume += glm::dot(p, glm::cross(q, r)) / 6;
    });
    const double box = size.x * size.y * size.z;
    return box > 0 && box <= DBL_MAX ? volume / box : 0;
}

}  // namespace bonescope::meteor
