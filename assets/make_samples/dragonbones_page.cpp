// The atlas of the 2D arm: the picture and what lies where in it.
#include "assets/make_samples/dragonbones.h"
#include "assets/make_samples/dragonbones_parts.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sample::dragonbones {
namespace {

using Pixel = std::array<int, 4>;  // blue, green, red, alpha

// A bar with round ends that fills the region, lit from the left, with a ring around each joint.
Pixel bar(const Region& region, int x, int y) {
    const double radius = region.width / 2. - 0.5, cx = x + 0.5 - region.width / 2.;
    const double top = region.width / 2., bottom = region.height - region.width / 2.;
    const double py = y + 0.5, cy = py - std::clamp(py, top, std::max(top, bottom));
    const double away = std::hypot(cx, cy), cover = std::clamp(radius - away + 0.5, 0., 1.);
    const double joint = std::min(std::hypot(cx, py - top), std::hypot(cx, py - bottom)) / radius;
    const bool edge = away > radius - 2, ring = joint > 0.35 && joint < 0.5;
    const double light = edge ? 0.35 : ring ? 0.6 : 0.82 - 0.3 * cx / region.width;
    const auto part = [&](double full) { return static_cast<int>(std::lround(full * light)); };
    return {part(120), part(190), part(255), static_cast<int>(std::lround(cover * 255))};
}

std::vector<Pixel> pixels_of_page() {
    std::vector<Pixel> out(page_width * page_height, Pixel{0, 0, 0, 0});
    for (const Region& region : regions())
        for (int y = 0; y < region.height; ++y)
            for (int x = 0; x < region.width; ++x) {
                const int px = region.x + (region.rotated ? region.height - 1 - y : x);
                const int py = region.y + (region.rotated ? x : y);
                out[static_cast<std::size_t>(py * page_width + px)] = bar(region, x, y);
            }
    return out;
}

}  // namespace

std::string page() {
    std::string out("\0\0\x0A\0\0\0\0\0\0\0\0\0", 12);
    const auto put = [&](int value) { out += static_cast<char>(value); };
    put(page_width), put(0), put(page_height & 255), put(page_height >> 8), put(32), put(0x28);  // top row first
    const std::vector<Pixel> all = pixels_of_page();
    for (std::size_t i = 0, n = 0; i < all.size(); i += n) {
        const std::size_t row_end = (i / page_width + 1) * page_width;
        for (n = 1; i + n < row_end && n < 128 && all[i + n] == all[i];) ++n;
        put(0x80 | static_cast<int>(n - 1));
        for (const int part : all[i]) put(part);
    }
    return out;
}

std::string atlas(const char* picture) {
    std::string out = fmt::format("{{\"name\":\"arm\",\"imagePath\":\"{}\",\"width\":{},\"height\":{},\"SubTexture\":[",
                                  picture, page_width, page_height);
    const char* comma = "\n";
    for (const Region& r : regions()) {
        out += fmt::format("{}{{\"name\":\"{}\",\"x\":{},\"y\":{},\"width\":{},\"height\":{}", comma, r.name, r.x, r.y,
                           r.rotated ? r.height : r.width, r.rotated ? r.width : r.height);
        if (r.rotated) out += ",\"rotated\":true";
        if (r.border)
            out += fmt::format(",\"frameX\":{0},\"frameY\":{0},\"frameWidth\":{1},\"frameHeight\":{2}", -r.border,
                               r.width + 2 * r.border, r.height + 2 * r.border);
        out += "}";
        comma = ",\n";
    }
    return out + "\n]}\n";
}

}  // namespace sample::dragonbones
