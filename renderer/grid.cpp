#include "renderer/renderer.h"
#include <cmath>

namespace bonescope {

float grid_spacing(float model_radius) {
    const float wish = std::max(model_radius, 1e-6f) / 4;
    const float ten = std::pow(10.f, std::floor(std::log10(wish)));
    const float lead = wish / ten;
    return ten * (lead < 2 ? 1.f : lead < 5 ? 2.f : 5.f);
}

std::vector<Line> grid_lines(glm::vec3 centre, bool z_up, float spacing, int cells, uint32_t color, uint32_t strong) {
    std::vector<Line> out;
    const float half = spacing * static_cast<float>(cells);
    const int up = z_up ? 2 : 1, across = 3 - up;
    const auto on_grid = [&](float value) { return std::round(value / spacing) * spacing; };
    const float x0 = on_grid(centre.x), other0 = on_grid(centre[across]);
    const auto place = [&](float x, float other) {
        glm::vec3 p{x, 0, 0};
        p[across] = other;
        p[up] = centre[up];
        return p;
    };
    glm::vec3 along_other{0};
    along_other[across] = half;
    // Two pieces per line, clear in the middle and gone at the rim: the grid has no edge.
    const auto add = [&](glm::vec3 middle, glm::vec3 reach, float away, bool strong_one) {
        const uint32_t base = strong_one ? strong : color;
        const auto faded = [&](float t) {
            const float alpha = static_cast<float>(base >> 24) * std::max(0.f, 1 - t * t);
            return (base & 0xFFFFFFu) | static_cast<uint32_t>(alpha) << 24;
        };
        for (const float sign : {-1.f, 1.f})
            out.push_back({middle, middle + reach * sign, faded(away), base & 0xFFFFFFu, 1});
    };
    for (int i = -cells; i <= cells; ++i) {
        const float at = static_cast<float>(i) * spacing, away = std::abs(at) / half;
        const auto strong_at = [&](float value) { return std::lround(value / spacing) % 5 == 0; };
        add(place(x0 + at, other0), along_other, away, strong_at(x0 + at));
        add(place(x0, other0 + at), {half, 0, 0}, away, strong_at(other0 + at));
    }
    return out;
}

}  // namespace bonescope
