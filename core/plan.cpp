#include "core/plan.h"
#include <algorithm>
#include <unordered_map>

namespace bonescope {

namespace {

// The plain case that files are full of; all else goes through sample().
bool plannable(const ClipUse& use, std::size_t index) {
    const Clip& clip = use.get();
    const Track& track = clip.tracks[index];
    const bool rotation = track.property == Property::Rotation;
    if (!rotation && track.property != Property::Translation && track.property != Property::Scale) return false;
    // Only absolute rotations are stored with w first.
    if (track.lanes == Lanes::Wxyz && track.basis != Basis::Absolute) return false;
    if (track.unit != 1 || track.suspect) return false;
    if (!use.bind.empty() && track.stand_ins != none) return false;
    if (track.value.empty() || !use.base.empty()) return false;
    return (rotation ? use.sampling.rotation : use.sampling.vector) == Interp::Linear;
}

bool counts(const ClipUse& use, std::size_t index) {
    const Track& track = use.get().tracks[index];
    return use.bound[index] >= 0 && !track.value.empty() && use.get().timelines[track.timeline].live > 0;
}

// Per track: does another absolute one speak of the same property of the same joint?
std::vector<bool> find_repeats(const ClipUse& use) {
    const auto& tracks = use.get().tracks;
    std::vector<bool> repeats(tracks.size());
    std::unordered_map<uint64_t, std::size_t> seen;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (tracks[i].basis != Basis::Absolute || !counts(use, i)) continue;
        const uint64_t key = static_cast<uint64_t>(use.bound[i]) << 8 | static_cast<uint64_t>(tracks[i].property);
        const auto [at, fresh] = seen.emplace(key, i);
        if (!fresh) repeats[i] = repeats[at->second] = true;
    }
    return repeats;
}

std::vector<uint32_t> by_timeline(const ClipUse& use, Plan& plan) {
    const auto& tracks = use.get().tracks;
    const std::vector<bool> repeats = find_repeats(use);
    std::vector<uint32_t> planned;
    planned.reserve(tracks.size());
    for (uint32_t i = 0; i < tracks.size(); ++i) {
        if (!counts(use, i)) continue;
        if (tracks[i].property == Property::Parent) {
            plan.parents.push_back(i);
            continue;
        }
        plan.absolute = plan.absolute || tracks[i].basis == Basis::Absolute;
        plan.repeats = plan.repeats || repeats[i];
        (plannable(use, i) && !repeats[i] ? planned : plan.rest).push_back(i);
    }
    std::stable_sort(planned.begin(), planned.end(), [&](uint32_t a, uint32_t b) {
        return std::pair(tracks[a].timeline, tracks[a].basis) < std::pair(tracks[b].timeline, tracks[b].basis);
    });
    return planned;
}

// Three numbers and a zero, put together in the register.
Four load_three(const byte* at) {
    using Two = double __attribute__((vector_size(16)));
    const auto xy = std::bit_cast<Four>(Two{load<double>(at), 0});
    return __builtin_shufflevector(xy, Four{load<float>(at + 8), 0, 0, 0}, 0, 1, 4, 5);
}

struct Rows {
    uint32_t a, b;
    float u;
    bool hold;  // the key of row a as it is
};

enum class Arc { Hold, Chord, Great };

// A rotation as its track stores it, and what it is to others. Interpolation does not care for the order of lanes.
[[gnu::always_inline]] inline Four usual(Four stored, Lanes lanes) {
    if (lanes == Lanes::Wxyz) return BONESCOPE_LANES(stored, 1, 2, 3, 0);
    return lanes == Lanes::XyzwConjugate ? conjugate(stored) : stored;
}

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
            add_rotation(local, mix.between(a, b, rows.u), mix);
    }
    if (plan.translation) add_translation(local, vector(plan.translation, plan.translation_step), mix);
    if (plan.scale) multiply_scale(local, vector(plan.scale, plan.scale_step), mix);
}

template <Arc arc>
void apply_joints(std::span<const PlanJoint> joints, const Rows& rows, const Mix& mix, std::span<Local> out) {
    for (const PlanJoint& joint : joints) apply_joint<arc>(joint, rows, mix, out[joint.joint]);
}

void put_joint(const PlanJoint& plan, const Rows& rows, Lanes lanes, const Mix& mix, Local& local, Said& said) {
    const auto vector = [&](const byte* column, uint32_t step) {
        const Four a = load_three(column + std::size_t{step} * rows.a);
        return rows.hold ? a : lerp(a, load_three(column + std::size_t{step} * rows.b), rows.u);
    };
    if (plan.rotation) {
        const Four a = usual(load_four(plan.rotation + std::size_t{plan.rotation_step} * rows.a), lanes);
        const Four b = usual(load_four(plan.rotation + std::size_t{plan.rotation_step} * rows.b), lanes);
        const Four value = rows.hold ? a : mix.between(a, b, rows.u);
        put_rotation(local, value, said.part(Property::Rotation, mix.weight), mix);
    }
    if (plan.translation)
        put_translation(local, vector(plan.translation, plan.translation_step),
                        said.part(Property::Translation, mix.weight));
    if (plan.scale) put_scale(local, vector(plan.scale, plan.scale_step), said.part(Property::Scale, mix.weight));
}

// Up to this many rotations are interpolated at once.
constexpr std::size_t at_once = 32;

// Rotations of some joints between two keys, each the only absolute track of its kind. They go through in steps of all
// at once, which do not wait for each other. What has no direction leaves its joint alone.
[[gnu::always_inline]] inline void put_turns(std::span<const PlanJoint> joints, const Rows& rows, Lanes lanes,
                                             const Mix& mix, std::span<Local> out) {
    Four a[at_once], b[at_once];
    const std::size_t fours = (joints.size() + 3) / 4;
    for (std::size_t i = 0; i < fours * 4; ++i) {
        const PlanJoint* joint = i < joints.size() && joints[i].rotation ? &joints[i] : nullptr;
        a[i] = joint ? load_four(joint->rotation + std::size_t{joint->rotation_step} * rows.a) : identity_rotation();
        b[i] = joint ? load_four(joint->rotation + std::size_t{joint->rotation_step} * rows.b) : identity_rotation();
    }
    ArcWeights weights[at_once / 4];
    for (std::size_t i = 0; i < fours; ++i) {
        const Four *p = a + 4 * i, *q = b + 4 * i;
        weights[i].from = sums_of(p[0] * q[0], p[1] * q[1], p[2] * q[2], p[3] * q[3]);
    }
    for (std::size_t i = 0; i < fours; ++i) weights[i] = arc_weights(weights[i].from, rows.u, mix.lerp_below);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        Four q = a[i] * all(weights[i / 4].from[i % 4]) + b[i] * all(weights[i / 4].to[i % 4]);
        const float square = dot4(q, q)[0];
        if (mix.renormalise) q = q * all(1 / std::sqrt(square));
        if (joints[i].rotation && square > FLT_MIN && square <= FLT_MAX)
            store_four(&out[joints[i].joint].r, usual(q, lanes));
    }
}

// At full weight and in between two keys: what a clip that plays alone mostly is.
[[gnu::always_inline]] inline void put_all_alone(std::span<const PlanJoint> joints, const Rows& rows, Lanes lanes,
                                                 const Mix& mix, std::span<Local> out) {
    const auto vector = [&](const byte* column, uint32_t step) {
        return lerp(load_three(column + std::size_t{step} * rows.a), load_three(column + std::size_t{step} * rows.b),
                    rows.u);
    };
    for (const PlanJoint& joint : joints) {
        Local& local = out[joint.joint];
        if (joint.translation) put_translation(local, vector(joint.translation, joint.translation_step), 1);
        if (joint.scale) put_scale(local, vector(joint.scale, joint.scale_step), 1);
    }
    for (std::size_t i = 0; i < joints.size(); i += at_once)
        put_turns(joints.subspan(i, std::min(at_once, joints.size() - i)), rows, lanes, mix, out);
}

BONESCOPE_FAST void put_fast(std::span<const PlanJoint> joints, const Rows& rows, Lanes lanes, const Mix& mix,
                             std::span<Local> out) {
    put_all_alone(joints, rows, lanes, mix, out);
}

void put_alone(std::span<const PlanJoint> joints, const Rows& rows, Lanes lanes, const Mix& mix, std::span<Local> out) {
    (fast_vectors() ? put_fast : put_all_alone)(joints, rows, lanes, mix, out);
}

void put_joints(std::span<const PlanJoint> joints, const Rows& rows, Lanes lanes, const Mix& mix, std::span<Local> out,
                std::span<Said> said) {
    const bool between = !rows.hold && rows.u > 0 && rows.u < 1;
    if (said.empty() && mix.weight > 0 && mix.slerp && between) return put_alone(joints, rows, lanes, mix, out);
    for (const PlanJoint& joint : joints) {
        Said alone;
        put_joint(joint, rows, lanes, mix, out[joint.joint], said.empty() ? alone : said[joint.joint]);
    }
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

bool continues(const PlanRun& run, const Track& track) {
    return run.timeline == track.timeline && run.absolute == (track.basis == Basis::Absolute) &&
           (track.property != Property::Rotation || !run.rotates || run.lanes == track.lanes);
}

Mix mix_of(const ClipUse& use, float weight) {
    return {weight, use.link_scale, use.sampling.slerp, use.sampling.lerp_below, use.sampling.renormalise};
}

}  // namespace

std::shared_ptr<const Plan> make_plan(const ClipUse& use) {
    auto plan = std::make_shared<Plan>();
    plan->constants = base_constants(use);
    const Clip& clip = use.get();
    for (const uint32_t index : by_timeline(use, *plan)) {
        const Track& track = clip.tracks[index];
        const bool new_run = plan->runs.empty() || !continues(plan->runs.back(), track);
        if (new_run)
            plan->runs.push_back({.timeline = track.timeline,
                                  .absolute = track.basis == Basis::Absolute,
                                  .first = static_cast<uint32_t>(plan->joints.size())});
        PlanRun& run = plan->runs.back();
        if (track.property == Property::Rotation) {
            run.rotates = true;
            run.lanes = track.lanes;
        }
        if (new_run || !takes(plan->joints.back(), track.property, use.bound[index])) {
            plan->joints.emplace_back().joint = use.bound[index];
            ++run.count;
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

void put_absolute(Local& local, Property property, vec4 value, const Mix& mix, Said& said) {
    if (property > Property::Skew) return;
    const float part = said.part(property, mix.weight);
    switch (property) {
    case Property::Translation:
        return put_translation(local, four(value), part);
    case Property::Rotation:
        return put_rotation(local, four(value), part, mix);
    case Property::Scale:
        return put_scale(local, four(value), part);
    case Property::Angle:
        local.angle += (value.x - local.angle) * part;
        return;
    default:
        local.skew += (value.x - local.skew) * part;
    }
}

}  // namespace

void apply_track(const ClipUse& use, uint32_t index, double tick, float weight, Local& local, Said& said) {
    const Track& track = use.get().tracks[index];
    if (!counts(use, index)) return;
    const vec4 value = track_value(use, index, tick);
    if (track.basis == Basis::OnBind)
        put_on_bind(local, track.property, value, mix_of(use, weight));
    else
        put_absolute(local, track.property, value, mix_of(use, weight), said);
}

void apply_constants(const ClipUse& use, int joint, float weight, Local& local) {
    for (const BaseConstant& constant : use.plan->constants)
        if (constant.joint == joint) put_on_bind(local, constant.property, constant.value, mix_of(use, weight));
}

void apply(const ClipUse& use, double tick, float weight, std::span<Local> out, std::span<Said> said) {
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
        if (run.absolute)
            put_joints(joints, rows, run.lanes, mix, out, said);
        else if (rows.hold)
            apply_joints<Arc::Hold>(joints, rows, mix, out);
        else if (mix.slerp)
            apply_joints<Arc::Great>(joints, rows, mix, out);
        else
            apply_joints<Arc::Chord>(joints, rows, mix, out);
    }
    for (const uint32_t index : plan.rest) {
        Said alone;
        const int joint = use.bound[index];
        apply_track(use, index, tick, weight, out[joint], said.empty() ? alone : said[joint]);
    }
    for (const BaseConstant& constant : plan.constants)
        put_on_bind(out[constant.joint], constant.property, constant.value, mix);
}

}  // namespace bonescope
