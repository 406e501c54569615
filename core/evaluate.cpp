#include "core/evaluate.h"
#include "core/plan.h"
#include "core/planar.h"
#include "core/rebase.h"
#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace bonescope {

// ---- when ----

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
    moment.elapsed = tick_at(clip, seconds);
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

// Straight between samples that lie evenly between a 0 and a 1.
float in_table(const Document& doc, const Easing& easing, float u) {
    const float at = u * static_cast<float>(easing.count + 1);
    const auto i = std::min(static_cast<uint32_t>(at), easing.count);
    const float* samples = doc.arena.data() + easing.first;
    const float a = i == 0 ? 0 : samples[i - 1], b = i == easing.count ? 1 : samples[i];
    return a + (b - a) * (at - static_cast<float>(i));
}

float cubic(float a, float b, float c, float d, float t) {
    const float s = 1 - t;
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

// The curve itself: knots from 0 0 to 1 1, x rising within each piece.
float on_curve(const Document& doc, const Easing& easing, float u) {
    const float* c = doc.arena.data() + easing.curve;
    float x0 = 0, y0 = 0;
    for (uint32_t i = 0; i + 4 <= easing.curve_count; i += 6) {
        const bool last = i + 6 > easing.curve_count;
        const float x1 = last ? 1 : c[i + 4], y1 = last ? 1 : c[i + 5];
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

// ---- what ----

vec4 neutral(Property property) {
    switch (property) {
    case Property::Rotation:
        return {0, 0, 0, 1};
    case Property::Scale:
    case Property::ColorScale:
        return {1, 1, 1, 1};
    default:
        return {0, 0, 0, 0};
    }
}

vec4 key_value(const Document& doc, const Track& track, uint32_t row) {
    if (track.value.empty()) return neutral(track.property);
    vec4 v(0);
    std::memcpy(&v, doc.base(track.value) + std::size_t{track.value.step} * row,
                std::min(track.width, 4u) * sizeof(float));
    if (track.property != Property::Rotation) return v * track.unit;
    switch (track.lanes) {
    case Lanes::Wxyz:
        return {v.y, v.z, v.w, v.x};
    case Lanes::XyzwConjugate:
        return {-v.x, -v.y, -v.z, v.w};
    default:
        return v;
    }
}

namespace {

bool finite(vec4 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w); }

// The keys of a track in sampling order, with neighbours in place of what is not finite.
struct Ranks {
    const Document& doc;
    const Timeline& line;
    const Track& track;

    uint32_t count() const { return line.live; }
    vec4 stored(uint32_t rank) const { return key_value(doc, track, row_of(doc, line, rank)); }
    Four operator()(uint32_t rank) const {
        const vec4 value = stored(rank);
        return four(!track.suspect || finite(value) ? value : neighbour(rank));
    }
    vec4 neighbour(uint32_t rank) const {
        for (uint32_t distance = 1; distance < line.live; ++distance) {
            if (distance <= rank)
                if (const vec4 v = stored(rank - distance); finite(v)) return v;
            if (rank + distance < line.live)
                if (const vec4 v = stored(rank + distance); finite(v)) return v;
        }
        return neutral(track.property);
    }
    bool closed() const { return count() > 1 && vec4_of((*this)(0)) == vec4_of((*this)(count() - 1)); }
};

Four tangent(const Ranks& key, uint32_t i, bool closed) {
    const uint32_t last = key.count() - 1;
    if (i > 0 && i < last) return (key(i + 1) - key(i - 1)) * all(0.5f);
    if (closed) return (key(1) - key(last - 1)) * all(0.5f);
    return (i == 0 ? key(1) - key(0) : key(last) - key(last - 1)) * all(0.5f);
}

Four hermite(const Ranks& key, uint32_t i, float u) {
    const bool closed = key.closed();
    const float u2 = u * u, u3 = u2 * u;
    return key(i) * all(2 * u3 - 3 * u2 + 1) + key(i + 1) * all(3 * u2 - 2 * u3) +
           tangent(key, i, closed) * all(u3 - 2 * u2 + u) + tangent(key, i + 1, closed) * all(u3 - u2);
}

// Where the angle is too small for a quotient, engines take the vector part as it is.
constexpr float small_angle = 1e-3f;

vec3 log_of(Four q) {
    const vec3 v{q[0], q[1], q[2]};
    if (!(std::abs(q[3]) < 1)) return v;
    const float angle = std::acos(q[3]), sine = std::sin(angle);
    return std::abs(sine) >= small_angle ? v * (angle / sine) : v;
}

Four exp_of(vec3 v) {
    const float angle = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z), sine = std::sin(angle);
    if (std::abs(sine) >= small_angle) v *= sine / angle;
    return Four{v.x, v.y, v.z, std::cos(angle)};
}

// The inner control point of squad at key i.
Four inner_point(const Ranks& key, uint32_t i, bool closed) {
    const uint32_t last = key.count() - 1;
    const Four q = key(i), back = inverse_of(q);
    const Four next = i < last ? key(i + 1) : closed ? key(1) : q;
    const Four previous = i > 0 ? key(i - 1) : closed ? key(last - 1) : q;
    return multiply(q, exp_of((log_of(multiply(back, next)) + log_of(multiply(back, previous))) * -0.25f));
}

Four squad(const Ranks& key, uint32_t i, float u, float lerp_below) {
    const bool closed = key.closed();
    const Four outer = slerp(key(i), key(i + 1), u, lerp_below);
    const Four inner = slerp(inner_point(key, i, closed), inner_point(key, i + 1, closed), u, lerp_below, false);
    return slerp(outer, inner, 2 * u * (1 - u), lerp_below, false);
}

Four between(const Ranks& key, const Sampling& sampling, const Segment& segment) {
    const bool rotation = key.track.property == Property::Rotation;
    const Interp interp = rotation ? sampling.rotation : sampling.vector;
    if (interp == Interp::Step || key.track.property == Property::Parent) return key(segment.a);
    if (interp == Interp::Spline) {
        // A spline knows no piece from the last key to the first, nor beyond its ends.
        if (segment.closing || segment.u < 0) return key(segment.a);
        if (segment.u >= 1) return key(segment.b);
        return rotation ? squad(key, segment.a, segment.u, sampling.lerp_below) : hermite(key, segment.a, segment.u);
    }
    const Four a = key(segment.a);
    Four b = key(segment.b);
    const bool turns = key.track.property == Property::Angle || key.track.property == Property::Skew;
    // Back to the first key it goes the short way, however often it has turned since.
    if (segment.closing && turns) b = a + all(std::remainder(b[0] - a[0], 6.28318531f));
    if (!rotation) return lerp(a, b, segment.u);
    return sampling.slerp ? slerp(a, b, segment.u, sampling.lerp_below, true, sampling.renormalise)
                          : nlerp(a, b, segment.u);
}

}  // namespace

vec4 sample(const Document& doc, const Clip& clip, const Track& track, const Sampling& sampling,
            const Segment& segment) {
    if (!segment.any || track.value.empty()) return neutral(track.property);
    const Ranks key{doc, clip.timelines[track.timeline], track};
    return vec4_of(segment.u == 0 ? key(segment.a) : between(key, sampling, segment));
}

// ---- clips in use ----

namespace {

vec4 value_at(const Document& doc, const Clip& clip, const Track& track, const Sampling& sampling, double tick) {
    return sample(doc, clip, track, sampling, seek(doc, clip, clip.timelines[track.timeline], sampling, tick));
}

std::vector<int> bind_tracks(const Document& doc, const Clip& clip, const Skeleton& skeleton) {
    std::unordered_map<int, int> by_id;
    std::unordered_map<std::string, int> by_name;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        by_id.emplace(skeleton.joints[j].id, static_cast<int>(j));
        by_name.emplace(skeleton.joints[j].name, static_cast<int>(j));
    }
    std::vector<int> bound(clip.tracks.size(), -1);
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const Track& track = clip.tracks[i];
        if (track.kind != Kind::Joint) continue;
        if (track.name != none) {
            const auto found = by_name.find(doc.names[track.name]);
            if (found != by_name.end()) bound[i] = found->second;
        } else if (const auto found = by_id.find(track.target); found != by_id.end())
            bound[i] = found->second;
    }
    return bound;
}

}  // namespace

ClipUse bind_clip(std::shared_ptr<const Document> doc, int clip, const Skeleton& skeleton, float link_scale) {
    ClipUse use;
    use.bound = bind_tracks(*doc, doc->clips[clip], skeleton);
    use.doc = std::move(doc);
    use.clip = clip;
    use.link_scale = link_scale;
    use.sampling = use.get().sampling;
    replan(use);
    return use;
}

void replan(ClipUse& use) {
    use.base = base_values(use);
    use.plan = make_plan(use);
}

vec4 track_value(const ClipUse& use, uint32_t index, double tick) {
    const Track& track = use.get().tracks[index];
    const vec4 value = value_at(*use.doc, use.get(), track, use.sampling, tick);
    return use.base.empty() ? value : take_off(value, use.base[index], track.property);
}

// ---- poses ----

void Pose::resize(std::size_t joints) {
    local.resize(joints);
    model.resize(joints);
    matrix.resize(joints);
}

namespace {

float weight_factor(const Skeleton& skeleton, std::span<const Layer> layers) {
    if (skeleton.cumulative) return 1;
    float sum = 0;
    for (const Layer& layer : layers) sum += layer.weight;
    return sum > 1 ? 1 / sum : 1;
}

// Joints alone: vertices would need the document of the skeleton.
PlanarFrame planar_frame(const Skeleton& skeleton, std::span<const Layer> layers) {
    static const Document nothing;
    PlanarFrame frame;
    evaluate_planar(layers.empty() || !layers[0].use ? nothing : *layers[0].use->doc, skeleton, layers, -1, {}, frame);
    return frame;
}

// Can two absolute tracks meet on a joint?
bool shared_by_tracks(std::span<const Layer> layers) {
    int absolute = 0;
    for (const Layer& layer : layers) {
        if (!layer.use) continue;
        if (layer.use->plan->repeats) return true;
        absolute += layer.use->plan->absolute;
    }
    return absolute > 1;
}

}  // namespace

void local_pose(const Skeleton& skeleton, std::span<const Layer> layers, std::span<Local> out) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) out[j] = skeleton.joints[j].bind;
    const float factor = weight_factor(skeleton, layers);
    std::vector<Said> said;
    if (shared_by_tracks(layers)) said.resize(out.size());
    for (const Layer& layer : layers)
        if (layer.use) apply(*layer.use, layer.at.tick, layer.weight * factor, out, said);
}

Local local_of(const Skeleton& skeleton, std::span<const Layer> layers, int joint) {
    if (skeleton.compose == Compose::Planar) {
        Pose pose;
        to_pose(planar_frame(skeleton, layers), pose);
        return pose.local[joint];
    }
    Local local = skeleton.joints[joint].bind;
    Said said;
    const float factor = weight_factor(skeleton, layers);
    for (const Layer& layer : layers) {
        if (!layer.use) continue;
        const auto& bound = layer.use->bound;
        for (uint32_t i = 0; i < bound.size(); ++i)
            if (bound[i] == joint) apply_track(*layer.use, i, layer.at.tick, layer.weight * factor, local, said);
        apply_constants(*layer.use, joint, layer.weight * factor, local);
    }
    return local;
}

namespace {

// What the square of a rotation's length adds to each vector that it turns; `counts`: 0 or 1.
Four growth(Four q, float counts) { return (dot4(q, q) - all(1)) * all(counts); }

void store_matrix(Four t, Four q, Four s, mat4& out, Four grown = all(0)) {
    const Four two = q + q;
    const Four x = BONESCOPE_LANES(q, 1, 0, 0, 3) * BONESCOPE_LANES(two, 1, 1, 2, 3) * Four{-1, 1, 1, 0};
    const Four x2 = BONESCOPE_LANES(q, 2, 3, 3, 3) * BONESCOPE_LANES(two, 2, 2, 1, 3) * Four{-1, 1, -1, 0};
    const Four y = BONESCOPE_LANES(q, 0, 0, 1, 3) * BONESCOPE_LANES(two, 1, 0, 2, 3) * Four{1, -1, 1, 0};
    const Four y2 = BONESCOPE_LANES(q, 3, 2, 3, 3) * BONESCOPE_LANES(two, 2, 2, 0, 3) * Four{-1, -1, 1, 0};
    const Four z = BONESCOPE_LANES(q, 0, 1, 0, 3) * BONESCOPE_LANES(two, 2, 2, 0, 3) * Four{1, 1, -1, 0};
    const Four z2 = BONESCOPE_LANES(q, 3, 3, 1, 3) * BONESCOPE_LANES(two, 1, 0, 1, 3) * Four{1, -1, -1, 0};
    const Four one = all(1) + grown;
    store_four(&out[0], (one * Four{1, 0, 0, 0} + x + x2) * BONESCOPE_LANES(s, 0, 0, 0, 0));
    store_four(&out[1], (one * Four{0, 1, 0, 0} + y + y2) * BONESCOPE_LANES(s, 1, 1, 1, 1));
    store_four(&out[2], (one * Four{0, 0, 1, 0} + z + z2) * BONESCOPE_LANES(s, 2, 2, 2, 2));
    store_four(&out[3], xyz_of(t, all(1)));
}

}  // namespace

mat4 matrix_of(const Local& local) {
    mat4 out;
    store_matrix(row_t(local), row_r(local), row_s(local), out);
    return out;
}

namespace {

[[gnu::always_inline]] inline void compose_all(const Skeleton& skeleton, std::span<const Local> local,
                                               std::span<Local> model, std::span<mat4> matrix) {
    const float counts = skeleton.lengths_count ? 1.f : 0.f;
    for (const int j : skeleton.order) {
        const int parent = skeleton.joints[j].parent;
        Four t = row_t(local[j]), r = row_r(local[j]), s = row_s(local[j]);
        if (parent >= 0) {
            // Scales multiply per axis in each joint's own frame: no shear, unlike a product of matrices.
            const Four above_r = row_r(model[parent]), above_s = row_s(model[parent]);
            const Four scaled = above_s * t;
            t = xyz_of(row_t(model[parent]) + turned(above_r, scaled) + scaled * growth(above_r, counts), t);
            r = multiply(above_r, r);
            s = xyz_of(above_s * s, s);
        }
        store_four(&model[j].t, t);
        store_four(&model[j].r, r);
        store_four(&model[j].s, s);
        store_matrix(t, r, s, matrix[j], growth(r, counts));
    }
}

BONESCOPE_FAST void compose_fast(const Skeleton& skeleton, std::span<const Local> local, std::span<Local> model,
                                 std::span<mat4> matrix) {
    compose_all(skeleton, local, model, matrix);
}

}  // namespace

void model_pose(const Skeleton& skeleton, std::span<const Local> local, std::span<Local> model,
                std::span<mat4> matrix) {
    (fast_vectors() ? compose_fast : compose_all)(skeleton, local, model, matrix);
}

namespace {

int joint_with_id(const Skeleton& skeleton, int id) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
        if (skeleton.joints[j].id == id) return static_cast<int>(j);
    return -1;
}

// The parents at this moment, where a clip hands joints over; else empty. Of layers the heavier one says it.
std::vector<int> parents_now(const Skeleton& skeleton, std::span<const Layer> layers) {
    std::vector<int> parents;
    for (const Layer& layer : layers) {
        if (!layer.use || layer.weight < 0.5f) continue;
        for (const uint32_t index : layer.use->plan->parents) {
            if (parents.empty())
                for (const Joint& joint : skeleton.joints) parents.push_back(joint.parent);
            parents[layer.use->bound[index]] =
                joint_with_id(skeleton, static_cast<int>(track_value(*layer.use, index, layer.at.tick).x));
        }
    }
    return parents;
}

Skeleton with_parents(const Skeleton& skeleton, std::span<const int> parents) {
    Skeleton out = skeleton;
    for (std::size_t j = 0; j < parents.size(); ++j) out.joints[j].parent = parents[j];
    out.order = parents_first(out.joints);
    return out;
}

}  // namespace

void compose(const Skeleton& skeleton, Pose& pose) {
    if (pose.parent.empty()) return model_pose(skeleton, pose.local, pose.model, pose.matrix);
    model_pose(with_parents(skeleton, pose.parent), pose.local, pose.model, pose.matrix);
}

namespace {

void fade(const Skeleton& skeleton, const Staging& staging, std::span<Local> inout) {
    std::vector<Local> from(inout.size());
    local_pose(skeleton, staging.fading, from);
    constexpr float lerp_below = 1e-6f;
    const float u = std::clamp(staging.share, 0.f, 1.f);
    for (std::size_t j = 0; j < inout.size(); ++j) {
        Local& to = inout[j];
        to.t = glm::mix(from[j].t, to.t, u);
        to.s = glm::mix(from[j].s, to.s, u);
        to.angle = glm::mix(from[j].angle, to.angle, u);
        to.skew = glm::mix(from[j].skew, to.skew, u);
        store_four(&to.r, slerp(row_r(from[j]), row_r(to), u, lerp_below));
    }
}

}  // namespace

void evaluate(const Skeleton& skeleton, std::span<const Layer> layers, Pose& out, const Staging& staging) {
    if (skeleton.compose == Compose::Planar) return to_pose(planar_frame(skeleton, layers), out);
    out.resize(skeleton.joints.size());
    local_pose(skeleton, layers, out.local);
    if (!staging.fading.empty()) fade(skeleton, staging, out.local);
    if (staging.root >= 0) out.local[staging.root].t = staging.at;
    out.parent = parents_now(skeleton, layers);
    compose(skeleton, out);
}

Local relative_to_bind(const Local& bind, const Local& local) {
    const auto quotient = [](float a, float b) { return b != 0 ? a / b : a; };
    Local out;
    out.t = local.t - bind.t;
    store_four(&out.r, multiply(inverse_of(row_r(bind)), row_r(local)));
    out.s = {quotient(local.s.x, bind.s.x), quotient(local.s.y, bind.s.y), quotient(local.s.z, bind.s.z)};
    out.angle = local.angle - bind.angle;
    out.skew = local.skew - bind.skew;
    return out;
}

vec3 euler_degrees(quat q) {
    const Four n = normal_or(load_four(&q), identity_rotation());
    const double x = n[0], y = n[1], z = n[2], w = n[3], degrees = 57.295779513082320877;
    const double sine = std::clamp(2 * (w * y - z * x), -1., 1.);
    if (std::abs(sine) > 1 - 1e-7)  // x and z turn about one axis: all of it goes to x
        return vec3(2 * std::atan2(x, w) * degrees, std::copysign(90., sine), 0);
    return vec3(std::atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) * degrees, std::asin(sine) * degrees,
                std::atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * degrees);
}

}  // namespace bonescope
