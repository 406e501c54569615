// When: clocks of clips, and between which keys a tick lies.
#include "core/evaluate.h"
#include <algorithm>
#include <cmath>

namespace bonescope {

namespace {

// Engines keep time in float, and a remainder in double would land beside theirs.
float inside(float t, float length, Wrap wrap) {
    switch (wrap) {
    case Wrap::None:
        return t;
    case Wrap::Clamp:
        return std::clamp(t, 0.f, std::max(length, 0.f));
    case Wrap::Mod: {
        if (!(length > 0)) return 0;
        const float rest = std::fmod(t, length);
        return rest < 0 ? rest + length : rest;
    }
    case Wrap::Plays:
    case Wrap::ModPast:
        return t > length && length > 0 ? std::fmod(t, length) : t;
    }
    return t;
}

}  // namespace

namespace {

Wrap wrap_of(const Sampling& sampling, bool cycles, bool over) {
    if (cycles) return Wrap::Mod;
    if (sampling.wrap != Wrap::Plays) return sampling.wrap;
    return over ? Wrap::Clamp : Wrap::Mod;
}

}  // namespace

Moment clock(const Clip& clip, const Sampling& sampling, double seconds, Run run) {
    const bool rounds = has_loop(clip) && run != Run::Straight;
    const bool cycles = run == Run::Cycle && !rounds;
    const auto start = static_cast<float>(clip.start), length = static_cast<float>(clip.duration);
    Moment moment;
    constexpr double far = 1e30;  // what a float holds
    moment.elapsed = std::clamp(tick_at(clip, seconds), -far, far);
    const bool over = sampling.plays > 0 && moment.elapsed - clip.start >= clip.duration * sampling.plays;
    const auto t = static_cast<float>(rounds ? tick_at(clip, looped_seconds(clip, seconds)) : moment.elapsed);
    moment.tick = start + inside(std::isfinite(t) ? t - start : 0.f, length, wrap_of(sampling, cycles, over));
    moment.last = !rounds && !cycles && over;
    return moment;
}

namespace {

// Rank of the first key at or after t.
uint32_t first_at_or_after(const Document& doc, const Timeline& line, float t) {
    uint32_t low = 0, n = line.live;
    while (n > 0) {
        const uint32_t half = n / 2, middle = low + half;
        const bool before = key_time(doc, line, row_of(doc, line, middle)) < t;
        low = before ? middle + 1 : low;
        n = before ? n - half - 1 : half;
    }
    return low;
}

}  // namespace

double snap_time(const Document& doc, const Clip& clip, double seconds) {
    const double tick = tick_at(clip, seconds);
    if (!std::isfinite(tick)) return seconds;
    const double size = std::abs(tick) > 0 ? std::floor(std::log10(std::abs(tick))) : 0;
    double nearest = 0.5 * std::pow(10., size - 6) * (1 + 1e-6), found = tick;
    const auto offer = [&](double candidate) {
        if (std::abs(candidate - tick) > nearest) return;
        nearest = std::abs(candidate - tick);
        found = candidate;
    };
    offer(end_of(clip));
    for (const Timeline& line : clip.timelines) {
        const uint32_t at = first_at_or_after(doc, line, static_cast<float>(tick * line.scale + line.offset));
        for (uint32_t rank = at > 0 ? at - 1 : 0; rank < std::min(line.live, at + 2); ++rank)
            offer((double{key_time(doc, line, row_of(doc, line, rank))} - line.offset) / line.scale);
    }
    return found == tick ? seconds : seconds_at(clip, found);
}

namespace {

Segment after_last(const Clip& clip, float first, float last, const Timeline& line, const Sampling& sampling, float t,
                   float before_last) {
    const uint32_t end = line.live - 1;
    Segment segment{end, end, 0, true, false};
    if (end == 0 || sampling.after == End::Hold) return segment;
    if (sampling.after == End::Extrapolate) {
        if (last > before_last) segment = {end - 1, end, (t - before_last) / (last - before_last), true, false};
        return segment;
    }
    const float close = static_cast<float>(end_of(clip)) + (sampling.close_after_first ? first : 0);
    if (!(close > last)) return segment;
    return {end, 0, (t - last) / (close - last), true, true};
}

// Where a cycle ends before a track's next key, so that it turns back to the first one there.
bool closes_before(const Clip& clip, const Sampling& sampling, float next) {
    return sampling.after == End::ToFirst && !sampling.close_after_first && next > static_cast<float>(end_of(clip));
}

Segment before_first(const Clip& clip, const Sampling& sampling, float first, float second, float t) {
    const bool extrapolate =
        sampling.before == End::Extrapolate && second > first && !closes_before(clip, sampling, second);
    if (!extrapolate) return {0, 0, 0, true, false};
    return {0, 1, (t - first) / (second - first), true, false};
}

}  // namespace

namespace {

Segment seek_linear(const Document& doc, const Clip& clip, const Timeline& line, const Sampling& sampling,
                    double tick) {
    if (line.live == 0) return {};
    const auto t = static_cast<float>(tick * line.scale + line.offset);
    const auto time = [&](uint32_t rank) { return key_time(doc, line, row_of(doc, line, rank)); };
    const uint32_t b = first_at_or_after(doc, line, t);
    if (b == line.live) return after_last(clip, time(0), time(b - 1), line, sampling, t, time(b > 1 ? b - 2 : 0));
    const float next = time(b);
    if (next == t || line.live == 1) return {b, b, 0, true, false};
    if (b == 0) return before_first(clip, sampling, next, time(1), t);
    const float previous = time(b - 1), end = static_cast<float>(end_of(clip));
    if (t <= end && closes_before(clip, sampling, next))
        return {b - 1, 0, (t - previous) / (end - previous), true, true};
    return {b - 1, b, (t - previous) / (next - previous), true, false};
}

// Straight between samples that lie evenly between the ends.
float in_table(const Document& doc, const Easing& easing, float u) {
    const float at = u * static_cast<float>(easing.count + 1);
    const auto i = std::min(static_cast<uint32_t>(at), easing.count);
    const float* samples = doc.arena.data() + easing.first;
    const float a = i == 0 ? easing.from : samples[i - 1], b = i == easing.count ? easing.to : samples[i];
    return a + (b - a) * (at - static_cast<float>(i));
}

float cubic(float a, float b, float c, float d, float t) {
    const float s = 1 - t;
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

// The curve itself, x rising within each piece.
float on_curve(const Document& doc, const Easing& easing, float u) {
    const float* c = doc.arena.data() + easing.curve;
    const bool ends = easing.curve_count % 3 == 2;
    float x0 = ends ? c[0] : 0, y0 = ends ? c[1] : 0;
    for (uint32_t i = ends ? 2 : 0; i + 4 <= easing.curve_count; i += 6) {
        const bool last = i + 6 >= easing.curve_count, knot = i + 6 <= easing.curve_count;
        const float x1 = knot ? c[i + 4] : 1, y1 = knot ? c[i + 5] : 1;
        if (u <= x1 || last) {
            float low = 0, high = 1;
            for (int step = 0; step < 24; ++step) {
                const float t = (low + high) / 2;
                (cubic(x0, c[i], c[i + 2], x1, t) < u ? low : high) = t;
            }
            return cubic(y0, c[i + 1], c[i + 3], y1, (low + high) / 2);
        }
        x0 = x1, y0 = y1;
    }
    return u;
}

// How far it has really gone from key a to the next.
float eased(const Document& doc, const Timeline& line, const Segment& s, bool exact) {
    const uint32_t which = doc.lists[line.ease + row_of(doc, line, s.a)];
    if (which >= doc.eases.size() || s.u <= 0 || s.u >= 1) return s.u;
    const Easing& easing = doc.eases[which];
    const float u = s.u;
    switch (easing.kind) {
    case Ease::Step:
        return 0;
    case Ease::In:
        return u + (u * u - u) * easing.amount;
    case Ease::Out:
        return u + (1 - (1 - u) * (1 - u) - u) * easing.amount;
    case Ease::InOut:
        return u + (0.5f * (1 - std::cos(u * 3.14159265f)) - u) * easing.amount;
    case Ease::Table:
        return exact && easing.curve != none ? on_curve(doc, easing, u) : in_table(doc, easing, u);
    default:
        return u;
    }
}

}  // namespace

Segment seek(const Document& doc, const Clip& clip, const Timeline& line, const Sampling& sampling, double tick) {
    Segment segment = seek_linear(doc, clip, line, sampling, tick);
    if (segment.any && line.ease != none) segment.u = eased(doc, line, segment, sampling.exact_curves);
    return segment;
}

}  // namespace bonescope
