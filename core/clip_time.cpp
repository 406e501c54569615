#include "core/clip_time.h"
#include <cmath>

namespace bonescope {
namespace {

// A stretch of even pace: from where on, in ticks and seconds, and how many ticks pass in a second.
struct Stretch {
    double tick, seconds, per_second;
};

// The stretch that holds what `past` does not say lies behind its end.
template <class Past> Stretch stretch_of(const Clip& clip, const Past& past) {
    Stretch now{clip.start, 0, clip.rate};
    for (const Pace& pace : clip.paces) {
        if (!(pace.to > now.tick)) continue;
        now.per_second = clip.rate * double{pace.speed};
        const double end = now.seconds + (pace.to - now.tick) / now.per_second;
        if (!past(pace.to, end)) return now;
        now = {pace.to, end, clip.rate};
    }
    return now;
}

}  // namespace

double tick_at(const Clip& clip, double seconds) {
    if (clip.paces.empty()) return clip.start + seconds * clip.rate;
    const Stretch in = stretch_of(clip, [&](double, double end) { return seconds > end; });
    return in.tick + (seconds - in.seconds) * in.per_second;
}

double seconds_at(const Clip& clip, double tick) {
    if (clip.paces.empty()) return (tick - clip.start) / clip.rate;
    const Stretch in = stretch_of(clip, [&](double end, double) { return tick > end; });
    return in.seconds + (tick - in.tick) / in.per_second;
}

double length_of(const Clip& clip) { return seconds_at(clip, end_of(clip)); }

double looped_seconds(const Clip& clip, double seconds) {
    if (!has_loop(clip)) return seconds;
    const double in = seconds_at(clip, *clip.loop_in), out = seconds_at(clip, *clip.loop_out);
    if (!(seconds > out)) return seconds;
    return out > in ? in + std::fmod(seconds - out, out - in) : out;
}

}  // namespace bonescope
