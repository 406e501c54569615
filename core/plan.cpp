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

// Three numbers and a zero, put together in the register.
Four load_three(const byte* at) { return Four{load<float>(at), load<float>(at + 4), load<float>(at + 8), 0}; }

struct Rows {
    uint32_t a, b;
    float u;
    bool hold;  // the key of row a as it is
};

enum class Arc { Hold, Chord, Great };

template <Arc arc> void apply_joint(const PlanJoint& plan, const Rows& rows, const Mix& mix, Local& local) {
    const auto at = [](const byte* column, uint32_t step, uint32_t row) { return column + std::size_t{step} * row; };
    const auto vector = [&](const byte* column, uint32_t step) {
        const Four a = load_three(at(column, step, rows.a));
        return arc == Arc::Hold ? a : lerp(a, load_three(at(column, step, rows.b)), rows.u);
    };
    if (plan.rotation) {
        const Four a = load_four(at(plan.rotation, plan.rotation_step, rows.a));
        const Four b = load_four(at(plan.rotation, plan.rotation_step, rows.b));
        if constexpr (arc == Arc::Hold)
            add_rotation(local, a, mix);
        else if (arc == Arc::Chord && mix.weight == 1)
            add_rotation(local, chord(a, b, rows.u), mix);  // which takes the length off
        else
            add_rotation(local, arc == Arc::Great ? slerp(a, b, rows.u, mix.lerp_below) : nlerp(a, b, rows.u), mix);
    }
    if (plan.translation) add_translation(local, vector(plan.translation, plan.translation_step), mix);
    if (plan.scale) multiply_scale(local, vector(plan.scale, plan.scale_step), mix);
}

template <Arc arc>
void apply_joints(std::span<const PlanJoint> joints, const Rows& rows, const Mix& mix, std::span<Local> out) {
    for (const PlanJoint& joint : joints) apply_joint<arc>(joint, rows, mix, out[joint.joint]);
}

const byte*& column_of(PlanJoint& joint, Property property) {
    return property == Property::Rotation      ? joint.rotation
           : property == Property::Translation ? joint.translation
                                               : joint.scale;
}

bool takes(PlanJoint& joint, Property property, int index) {
    return joint.joint == index && !column_of(joint, property);
}

void put_column(PlanJoint& joint, Property property, const byte* rows, uint32_t step) {
    column_of(joint, property) = rows;
    (property == Property::Rotation      ? joint.rotation_step
     : property == Property::Translation ? joint.translation_step
                                         : joint.scale_step) = step;
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
        const bool new_run = plan->runs.empty() || plan->runs.back().timeline != track.timeline;
        if (new_run) plan->runs.push_back({track.timeline, static_cast<uint32_t>(plan->joints.size()), 0});
        if (new_run || !takes(plan->joints.back(), track.property, use.bound[index])) {
            plan->joints.emplace_back().joint = use.bound[index];
            ++plan->runs.back().count;
        }
        put_column(plan->joints.back(), track.property, use.doc->base(track.value), track.value.step);
    }
    return plan;
}

namespace {

void put_on_bind(Local& local, Property property, vec4 value, const Mix& mix) {
    switch (property) {
    case Property::Translation:
        return add_translation(local, four(value), mix);
    case Property::Rotation:
        return add_rotation(local, four(value), mix);
    case Property::Scale:
        return multiply_scale(local, four(value), mix);
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
    const Four now = row_r(local);
    switch (property) {
    case Property::Translation:
        local.t = toward(local.t, vec3(value), mix.weight);
        return;
    case Property::Rotation:
        store_four(&local.r, normal_or(mix.weight == 1 ? four(value) : mix.rotation(now, four(value)), now));
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
        const std::span joints = std::span(plan.joints).subspan(run.first, run.count);
        if (rows.hold)
            apply_joints<Arc::Hold>(joints, rows, mix, out);
        else if (mix.slerp)
            apply_joints<Arc::Great>(joints, rows, mix, out);
        else
            apply_joints<Arc::Chord>(joints, rows, mix, out);
    }
    for (const uint32_t index : plan.rest) apply_track(use, index, tick, weight, out[use.bound[index]]);
    for (const BaseConstant& constant : plan.constants)
        put_on_bind(out[constant.joint], constant.property, constant.value, mix);
}

}  // namespace bonescope
