#include "core/evaluate.h"
#include "core/plan.h"
#include "core/planar.h"
#include "core/rebase.h"
#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace bonescope {

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
    const vec4* bind;

    uint32_t count() const { return line.live; }
    vec4 stored(uint32_t rank) const {
        const uint32_t row = row_of(doc, line, rank);
        return bind && stand_in(doc, track, row) == StandIn::Bind ? *bind : key_value(doc, track, row);
    }
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

vec4 sample(const Document& doc, const Clip& clip, const Track& track, const Sampling& sampling, const Segment& segment,
            const vec4* bind) {
    if (!segment.any || track.value.empty()) return neutral(track.property);
    const Ranks key{doc, clip.timelines[track.timeline], track, bind};
    return vec4_of(segment.u == 0 ? key(segment.a) : between(key, sampling, segment));
}

// ---- clips in use ----

namespace {

vec4 bind_value(const Local& bind, Property property) {
    switch (property) {
    case Property::Translation:
        return vec4(bind.t, 0);
    case Property::Rotation:
        return {bind.r.x, bind.r.y, bind.r.z, bind.r.w};
    case Property::Scale:
        return vec4(bind.s, 0);
    default:
        return neutral(property);
    }
}

bool leaves_rows_to_bind(const Document& doc, const Clip& clip, const Track& track) {
    const uint32_t rows = clip.timelines[track.timeline].rows;
    for (uint32_t row = 0; track.stand_ins != none && row < rows; ++row)
        if (stand_in(doc, track, row) == StandIn::Bind) return true;
    return false;
}

std::vector<vec4> bind_values(const Document& doc, const Clip& clip, const Skeleton& skeleton,
                              const std::vector<int>& bound) {
    std::vector<vec4> out;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const Track& track = clip.tracks[i];
        if (bound[i] < 0 || !leaves_rows_to_bind(doc, clip, track)) continue;
        out.resize(bound.size(), vec4(0));
        out[i] = bind_value(skeleton.joints[static_cast<std::size_t>(bound[i])].bind, track.property);
    }
    return out;
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
    use.bind = bind_values(*doc, doc->clips[clip], skeleton, use.bound);
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
    const Clip& clip = use.get();
    const Track& track = clip.tracks[index];
    const Segment segment = seek(*use.doc, clip, clip.timelines[track.timeline], use.sampling, tick);
    const vec4 value =
        sample(*use.doc, clip, track, use.sampling, segment, use.bind.empty() ? nullptr : &use.bind[index]);
    return use.base.empty() ? value : take_off(value, use.base[index], track.property);
}

vec4 row_value(const ClipUse& use, uint32_t index, uint32_t row) {
    const Track& track = use.get().tracks[index];
    const bool served = !use.bind.empty() && stand_in(*use.doc, track, row) == StandIn::Bind;
    return served ? use.bind[index] : key_value(*use.doc, track, row);
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
PlanarFrame planar_frame(const Skeleton& skeleton, std::span<const Layer> layers, const PlanarReading& reading) {
    static const Document nothing;
    PlanarFrame frame;
    const Document& doc = layers.empty() || !layers[0].use ? nothing : *layers[0].use->doc;
    evaluate_planar_joints(doc, skeleton, layers, reading, frame);
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

void stack(const Skeleton& skeleton, std::span<const Layer> layers, float factor, std::span<Local> out,
           std::span<Said> said) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) out[j] = skeleton.joints[j].bind;
    for (const Layer& layer : layers)
        if (layer.use) apply(*layer.use, layer.at.tick, layer.weight * factor, out, said);
}

Local stack_one(const Skeleton& skeleton, std::span<const Layer> layers, float factor, int joint, Said& said) {
    Local local = skeleton.joints[joint].bind;
    for (const Layer& layer : layers) {
        if (!layer.use) continue;
        const auto& bound = layer.use->bound;
        for (uint32_t i = 0; i < bound.size(); ++i)
            if (bound[i] == joint) apply_track(*layer.use, i, layer.at.tick, layer.weight * factor, local, said);
        apply_constants(*layer.use, joint, layer.weight * factor, local);
    }
    return local;
}

// Layers played once apart from cycles; both empty where they blend as one.
struct Groups {
    std::vector<Layer> once, cycles;
    Mix mix;

    Groups(const Skeleton& skeleton, std::span<const Layer> layers) {
        if (!skeleton.once_first) return;
        for (const Layer& layer : layers)
            if (layer.use) (layer.once ? once : cycles).push_back(layer);
        if (empty()) return;
        const Sampling& how = cycles[0].use->sampling;
        mix = {1, 1, how.slerp, how.lerp_below, how.renormalise};
    }
    bool empty() const { return once.empty() || cycles.empty(); }

    // `local` holds what the layers played once say: the cycles take what that leaves of a sum of 1.
    void fill_up(Local& local, const Said& said, const Local& cycle, const Said& said_by_cycles) const {
        const auto part = [&](Property property) {
            const auto i = static_cast<std::size_t>(property);
            const float taken = std::min(said.sum[i], 1.f), left = std::min(said_by_cycles.sum[i], 1 - taken);
            return left > 0 ? left / (taken + left) : 0.f;
        };
        const float t = part(Property::Translation), r = part(Property::Rotation), s = part(Property::Scale);
        if (t > 0) put_translation(local, row_t(cycle), t);
        if (r > 0) put_rotation(local, row_r(cycle), r, mix);
        if (s > 0) put_scale(local, row_s(cycle), s);
    }
};

}  // namespace

void local_pose(const Skeleton& skeleton, std::span<const Layer> layers, std::span<Local> out) {
    std::vector<Said> said;
    const Groups groups(skeleton, layers);
    if (groups.empty()) {
        if (shared_by_tracks(layers)) said.resize(out.size());
        return stack(skeleton, layers, weight_factor(skeleton, layers), out, said);
    }
    said.resize(out.size());
    std::vector<Said> said_by_cycles(out.size());
    std::vector<Local> cycles(out.size());
    stack(skeleton, groups.once, 1, out, said);
    stack(skeleton, groups.cycles, 1, cycles, said_by_cycles);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
        groups.fill_up(out[j], said[j], cycles[j], said_by_cycles[j]);
}

Local local_of(const Skeleton& skeleton, std::span<const Layer> layers, int joint, const PlanarReading& reading) {
    if (skeleton.compose == Compose::Planar) {
        Pose pose;
        to_pose(planar_frame(skeleton, layers, reading), pose);
        return pose.local[joint];
    }
    Said said, said_by_cycles;
    const Groups groups(skeleton, layers);
    if (groups.empty()) return stack_one(skeleton, layers, weight_factor(skeleton, layers), joint, said);
    Local local = stack_one(skeleton, groups.once, 1, joint, said);
    groups.fill_up(local, said, stack_one(skeleton, groups.cycles, 1, joint, said_by_cycles), said_by_cycles);
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

bool is_own_ancestor(std::span<const int> parents, int joint) {
    std::size_t steps = 0;
    for (int at = parents[joint]; at >= 0 && steps <= parents.size(); at = parents[at], ++steps)
        if (at == joint) return true;
    return false;
}

// The parents at this moment, where a clip hands joints over; else empty. Of layers the heavier one says it.
// What would make a joint its own ancestor does not count.
std::vector<int> parents_now(const Skeleton& skeleton, std::span<const Layer> layers) {
    std::vector<int> parents, handed;
    for (const Layer& layer : layers) {
        if (!layer.use || layer.weight < 0.5f) continue;
        for (const uint32_t index : layer.use->plan->parents) {
            if (parents.empty())
                for (const Joint& joint : skeleton.joints) parents.push_back(joint.parent);
            const int joint = layer.use->bound[index];
            parents[joint] = joint_with_id(skeleton, static_cast<int>(track_value(*layer.use, index, layer.at.tick).x));
            handed.push_back(joint);
        }
    }
    for (const int joint : handed)
        if (is_own_ancestor(parents, joint)) parents[joint] = skeleton.joints[joint].parent;
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

void evaluate(const Skeleton& skeleton, std::span<const Layer> layers, Pose& out, const Staging& staging,
              const PlanarReading& reading) {
    if (skeleton.compose == Compose::Planar) return to_pose(planar_frame(skeleton, layers, reading), out);
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
