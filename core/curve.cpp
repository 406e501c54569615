#include "core/curve.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace bonescope {

namespace {

constexpr std::size_t fan = 16;

glm::vec3 turned_near(glm::vec3 euler, glm::vec3 near) { return euler + 360.0f * glm::round((near - euler) / 360.0f); }

float distance(glm::vec3 a, glm::vec3 b) {
    const glm::vec3 d = glm::abs(a - b);
    return d.x + d.y + d.z;
}

}  // namespace

Extent::Extent() : low(std::numeric_limits<float>::quiet_NaN()), high(low) {}

void Extent::add(Extent e) {
    if (!std::isfinite(e.low) || !std::isfinite(e.high)) return;
    low = low < e.low ? low : e.low;
    high = high > e.high ? high : e.high;
}

Pyramid build_pyramid(std::span<const float> values) {
    Pyramid p;
    for (std::size_t below = values.size(); below > fan; below = p.levels.back().size()) {
        std::vector<Extent> level((below + fan - 1) / fan);
        for (std::size_t i = 0; i < below; ++i) {
            level[i / fan].add(p.levels.empty() ? Extent(values[i]) : p.levels.back()[i]);
        }
        p.levels.push_back(std::move(level));
    }
    return p;
}

Extent extent(std::span<const float> values, const Pyramid& p, std::size_t from, std::size_t to) {
    Extent e;
    const auto at = [&](std::size_t level, std::size_t i) {
        return level ? p.levels[level - 1][i] : Extent(values[i]);
    };
    for (std::size_t level = 0; from < to; ++level, from /= fan, to /= fan) {
        if (level == p.levels.size()) {
            while (from < to) e.add(at(level, from++));
            break;
        }
        while (from < to && from % fan) e.add(at(level, from++));
        while (from < to && to % fan) e.add(at(level, --to));
    }
    return e;
}

void reduce(std::span<const double> times, std::span<const float> values, const Pyramid& pyramid, double first,
            double last, std::span<const float> edges, std::vector<PlotColumn>& out) {
    const std::size_t columns = edges.empty() ? 0 : edges.size() - 1;
    out.resize(columns);
    const double width = (last - first) / static_cast<double>(columns);
    auto key = std::lower_bound(times.begin(), times.end(), first);
    for (std::size_t i = 0; i < columns; ++i) {
        const double end = first + width * static_cast<double>(i + 1);
        const auto stop =
            i + 1 == columns ? std::upper_bound(key, times.end(), last) : std::lower_bound(key, times.end(), end);
        PlotColumn& column = out[i];
        column.from = static_cast<std::size_t>(key - times.begin());
        column.to = static_cast<std::size_t>(stop - times.begin());
        column.range = extent(values, pyramid, column.from, column.to);
        column.range.add(edges[i]);
        column.range.add(edges[i + 1]);
        key = stop;
    }
}

glm::quat same_side(glm::quat q, glm::quat as) { return glm::dot(q, as) < 0 ? -q : q; }

glm::vec3 unwrap_degrees(glm::vec3 euler, glm::vec3 near) {
    const glm::vec3 plain = turned_near(euler, near);
    const glm::vec3 other = turned_near({euler.x + 180, 180 - euler.y, euler.z + 180}, near);
    return distance(other, near) < distance(plain, near) ? other : plain;
}

double turn_between(glm::quat a, glm::quat b) {
    const auto cosine = std::abs(static_cast<double>(glm::dot(a, b)));
    const double lengths = std::sqrt(static_cast<double>(glm::dot(a, a)) * static_cast<double>(glm::dot(b, b)));
    return lengths > 0 ? 2 * std::acos(std::min(1.0, cosine / lengths)) : 0;
}

double value_step(double per_pixel, double apart) {
    const double least = per_pixel * apart;
    if (!(least > 0) || !std::isfinite(least)) return 1;
    const double ten = std::pow(10.0, std::floor(std::log10(least)));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (ten * times >= least * (1 - 1e-9)) return ten * times;
    }
    return ten * 10;
}

int decimals_for(double step) {
    int decimals = 0;
    for (double rest = step; decimals < 9 && std::abs(rest - std::round(rest)) > 1e-6 * rest; rest *= 10) ++decimals;
    return decimals;
}

std::string axis_text(double v, double step) {
    std::string text = fmt::format("{:.{}f}", v, decimals_for(step));
    if (text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
    return text;
}

}  // namespace bonescope
