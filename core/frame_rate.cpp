#include "core/frame_rate.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope {
namespace {

// Distinct finite key times in seconds, ascending.
std::vector<double> key_seconds(const Document& doc, const Clip& clip) {
    std::vector<double> times;
    for (const Timeline& line : clip.timelines)
        for (uint32_t row = 0; row < line.rows; ++row)
            if (const double time = seconds_at(clip, key_time(doc, line, row)); std::isfinite(time))
                times.push_back(time);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

// Exporters round times to as few as four decimals; more than a fiftieth of a frame off is no grid.
bool on_grid(const std::vector<double>& times, double rate) {
    return std::all_of(times.begin(), times.end(), [&](double time) {
        const double frame = time * rate;
        return std::abs(frame - std::round(frame)) < 0.02 + std::abs(frame) * 1e-6;
    });
}

double smallest_step(const std::vector<double>& times) {
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < times.size(); ++i)
        if (const double gap = times[i] - times[i - 1]; gap > 1e-3) step = std::min(step, gap);
    return step;
}

// The common rate nearest to `spacing` that has all times on frames; 0: none. Sparse keys lie on many grids: the usual
// rates come first, and only dense keys ask for the others.
double nearest_grid(const std::vector<double>& times, double spacing) {
    constexpr double common[] = {30, 24, 25, 60, 20, 15, 12, 10, 50, 48, 100, 120};
    double best = 0;
    for (const double rate : common) {
        if (rate < spacing * 0.98 || !on_grid(times, rate)) continue;
        const bool nearer = std::abs(rate - spacing) < std::abs(best - spacing) - 0.5;
        if (best == 0 || (spacing >= 9.5 && nearer)) best = rate;
    }
    return best;
}

}  // namespace

const char* name_of(FrameRate::Source source) {
    static const char* const names[] = {"stored", "keys", "default"};
    return names[static_cast<int>(source)];
}

FrameRate frame_rate(const Document& doc, const Clip& clip) {
    using Source = FrameRate::Source;
    if (clip.fps > 0) return {clip.fps, Source::Stored, "stored in the file"};
    std::vector<double> times = key_seconds(doc, clip);
    if (times.size() < 2) return {30, Source::Default, "too few keys to tell; 30 is assumed"};
    const std::size_t keys = times.size();
    const double spacing = 1 / smallest_step(times);
    times.push_back(length_of(clip));  // ends on a frame in most files, which tells 24 from 30
    double rate = nearest_grid(times, spacing);
    if (rate == 0) {
        times.pop_back();
        rate = nearest_grid(times, spacing);
    }
    if (rate == 0)
        return {30, Source::Default,
                fmt::format("no common rate puts all {} key times on frames; 30 is assumed", keys)};
    return {rate, Source::Keys, fmt::format("all {} key times lie on frames of {} per second", keys, rate)};
}

}  // namespace bonescope
