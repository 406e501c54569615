#include "renderer/renderer.h"
#include <cmath>

namespace bonescope {

float grid_spacing(float model_radius) {
    const float wish = std::max(model_radius, 1e-6f) / 4;
    const float ten = std::pow(10.f, std::floor(std::log10(wish)));
    const float lead = wish / ten;
    return ten * (lead < 2 ? 1.f : lead < 5 ? 2.f : 5.f);
}

std::vector<Line> grid_lines(glm::vec3 centre, float spacing, int cells, uint32_t color, uint32_t strong) {
    std::vector<Line> out;
    const float half = spacing * static_cast<float>(cells);
    const float x0 = std::round(centre.x / spacing) * spacing, z0 = std::round(centre.z / spacing) * spacing;
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
        add({x0 + at, centre.y, z0}, {0, 0, half}, away, strong_at(x0 + at));
        add({x0, centre.y, z0 + at}, {half, 0, 0}, away, strong_at(z0 + at));
    }
    return out;
}

}  // namespace bonescope
