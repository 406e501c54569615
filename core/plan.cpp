#include "core/plan.h"
#include "core/interpolate.h"
#include <algorithm>

namespace bonescope {

namespace {

// The plain case that files are full of; all else goes through sample().
bool plannable(const ClipUse& use, std::size_t index) {
    const Clip& clip = use.get();
    const Track& track = clip.tracks[index];
    const bool rotation = track.property == Property::Rotation;
    if (!rotation && track.property != Property::Translation && track.property != Property::Scale) return false;
    if (track.basis != Basis::OnBind || track.lanes != Lanes::Xyzw || track.unit != 1 || track.suspect) return false;
    if (track.value.empty() || clip.timelines[track.timeline].ease != none || !use.base.empty()) return false;
    return (rotation ? use.sampling.rotation : use.sampling.vector) == Interp::Linear;
}

std::vector<uint32_t> by_timeline(const ClipUse& use, Plan& plan) {
    const auto& tracks = use.get().tracks;
    std::vector<uint32_t> planned;
    planned.reserve(tracks.size());
    for (uint32_t i = 0; i < tracks.size(); ++i) {
        if (use.bound[i] < 0) continue;
        (plannable(use, i) ? planned : plan.rest).push_back(i);
    }
    std::stable_sort(planned.begin(), planned.end(),
                     [&](uint32_t a, uint32_t b) { return tracks[a].timeline < tracks[b].timeline; });
    return planned;
}

vec4 load4(const byte* at) {
    vec4 v;
    std::memcpy(&v, at, sizeof v);
    return v;
}

vec4 load3(const byte* at) {
    vec4 v(0);
    std::memcpy(&v, at, 12);
    return v;
}

struct Rows {
    uint32_t a, b;
    float u;
    bool hold;  // the key of row a as it is
};

template <class Blend, class Add>
void apply_run(std::span<const PlanTrack> tracks, const Rows& rows, std::span<Local> out, Blend blend, Add add) {
    for (const PlanTrack& track : tracks)
        add(out[track.joint],
            blend(track.rows + std::size_t{track.step} * rows.a, track.rows + std::size_t{track.step} * rows.b));
}

void apply_rotations(std::span<const PlanTrack> tracks, const Rows& rows, const Mix& mix, std::span<Local> out) {
    const auto add = [&](Local& local, vec4 value) { add_rotation(local, value, mix); };
    const float u = rows.u;
    if (rows.hold)
        apply_run(
            tracks, rows, out, [](const byte* a, const byte*) { return load4(a); }, add);
    else if (mix.slerp)
        apply_run(
            tracks, rows, out,
            [&](const byte* a, const byte* b) { return slerp(load4(a), load4(b), u, mix.lerp_below); }, add);
    else
        apply_run(
            tracks, rows, out, [&](const byte* a, const byte* b) { return nlerp(load4(a), load4(b), u); }, add);
}

template <class Add>
void apply_vectors(std::span<const PlanTrack> tracks, const Rows& rows, std::span<Local> out, Add add) {
    if (rows.hold)
        apply_run(
            tracks, rows, out, [](const byte* a, const byte*) { return load3(a); }, add);
    else
        apply_run(
            tracks, rows, out, [&](const byte* a, const byte* b) { return lerp(load3(a), load3(b), rows.u); }, add);
}

Mix mix_of(const ClipUse& use, float weight) {
    return {weight, use.link_scale, use.sampling.slerp, use.sampling.lerp_below};
}

}  // namespace

std::shared_ptr<const Plan> make_plan(const ClipUse& use) {
    auto plan = std::make_shared<Plan>();
    plan->constants = base_constants(use);
    const Clip& clip = use.get();
    for (const uint32_t index : by_timeline(use, *plan)) {
        const Track& track = clip.tracks[index];
        if (plan->runs.empty() || plan->runs.back().timeline != track.timeline) {
            PlanRun run;
            run.timeline = track.timeline;
            run.rotation = static_cast<uint32_t>(plan->rotations.size());
            run.translation = static_cast<uint32_t>(plan->translations.size());
            run.scale = static_cast<uint32_t>(plan->scales.size());
            plan->runs.push_back(run);
        }
        PlanRun& run = plan->runs.back();
        const PlanTrack planned{use.doc->base(track.value), track.value.step, use.bound[index]};
        switch (track.property) {
        case Property::Rotation:
            plan->rotations.push_back(planned);
            ++run.rotations;
            break;
        case Property::Translation:
            plan->translations.push_back(planned);
            ++run.translations;
            break;
        default:
            plan->scales.push_back(planned);
            ++run.scales;
        }
    }
    return plan;
}

namespace {

void put_on_bind(Local& local, Property property, vec4 value, const Mix& mix) {
    switch (property) {
    case Property::Translation:
        return add_translation(local, value, mix);
    case Property::Rotation:
        return add_rotation(local, value, mix);
    case Property::Scale:
        return multiply_scale(local, value, mix);
    case Property::Angle:
        local.angle += value.x * mix.weight;
        return;
    case Property::Skew:
        local.skew += value.x * mix.weight;
        return;
    default:
        return;
    }
}

template <class T> T toward(T from, T to, float weight) { return weight == 1 ? to : from + (to - from) * weight; }

void put_absolute(Local& local, Property property, vec4 value, const Mix& mix) {
    const vec4 now = lanes_of(local.r);
    switch (property) {
    case Property::Translation:
        local.t = toward(local.t, vec3(value), mix.weight);
        return;
    case Property::Rotation:
        local.r = quat_of(normal_or(mix.weight == 1 ? value : mix.rotation(now, value), now));
        return;
    case Property::Scale:
        local.s = toward(local.s, vec3(value), mix.weight);
        return;
    case Property::Angle:
        local.angle = toward(local.angle, value.x, mix.weight);
        return;
    case Property::Skew:
        local.skew = toward(local.skew, value.x, mix.weight);
        return;
    default:
        return;
    }
}

}  // namespace

void apply_track(const ClipUse& use, uint32_t index, double tick, float weight, Local& local) {
    const Track& track = use.get().tracks[index];
    if (use.get().timelines[track.timeline].live == 0 || track.value.empty()) return;
    const vec4 value = track_value(use, index, tick);
    if (track.basis == Basis::OnBind)
        put_on_bind(local, track.property, value, mix_of(use, weight));
    else
        put_absolute(local, track.property, value, mix_of(use, weight));
}

void apply_constants(const ClipUse& use, int joint, float weight, Local& local) {
    for (const BaseConstant& constant : use.plan->constants)
        if (constant.joint == joint) put_on_bind(local, constant.property, constant.value, mix_of(use, weight));
}

void apply(const ClipUse& use, double tick, float weight, std::span<Local> out) {
    const Plan& plan = *use.plan;
    const Clip& clip = use.get();
    const Mix mix = mix_of(use, weight);
    for (const PlanRun& run : plan.runs) {
        const Timeline& line = clip.timelines[run.timeline];
        const Segment segment = seek(*use.doc, clip, line, use.sampling, tick);
        if (!segment.any) continue;
        const Rows rows{row_of(*use.doc, line, segment.a), row_of(*use.doc, line, segment.b), segment.u,
                        segment.u == 0};
        const auto part = [](const std::vector<PlanTrack>& all, uint32_t first, uint32_t n) {
            return std::span(all).subspan(first, n);
        };
        apply_rotations(part(plan.rotations, run.rotation, run.rotations), rows, mix, out);
        apply_vectors(part(plan.translations, run.translation, run.translations), rows, out,
                      [&](Local& local, vec4 value) { add_translation(local, value, mix); });
        apply_vectors(part(plan.scales, run.scale, run.scales), rows, out,
                      [&](Local& local, vec4 value) { multiply_scale(local, value, mix); });
    }
    for (const uint32_t index : plan.rest) apply_track(use, index, tick, weight, out[use.bound[index]]);
    for (const BaseConstant& constant : plan.constants)
        put_on_bind(out[constant.joint], constant.property, constant.value, mix);
}

}  // namespace bonescope
