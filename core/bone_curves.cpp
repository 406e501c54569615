#include "core/bone_curves.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace bonescope {

namespace {

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();
constexpr Lanes4 nothing = {nan_f, nan_f, nan_f, nan_f};

quat unit(quat q) {
    const float length = glm::length(q);
    return length > 0 && std::isfinite(length) ? q / length : quat(1, 0, 0, 0);
}

// One bone at any moment. For model space its chain is evaluated as a skeleton of its own.
class Bone {
public:
    Bone(const Skeleton& skeleton, const ClipUse* use, const CurveWish& wish)
        : skeleton_(skeleton), use_(use), wish_(wish) {
        chain_.compose = skeleton.compose;
        chain_.lengths_count = skeleton.lengths_count;
        if (wish.space != CurveSpace::Model) {
            joints_ = {wish.joint};
            return;
        }
        for (int j = wish.joint; j >= 0 && joints_.size() < skeleton.joints.size(); j = skeleton.joints[j].parent) {
            joints_.push_back(j);
        }
        std::reverse(joints_.begin(), joints_.end());
        for (const int j : joints_) {
            chain_.joints.push_back(skeleton.joints[j]);
            chain_.joints.back().parent = static_cast<int>(chain_.joints.size()) - 2;
        }
        chain_.order = parents_first(chain_.joints);
        pose_.resize(joints_.size());
    }

    const std::vector<int>& joints() const { return joints_; }

    Local at(double tick) {
        Layer layer{use_, {tick, tick, false}, 1};
        const std::span<const Layer> layers(&layer, use_ ? 1 : 0);
        if (wish_.space == CurveSpace::Model) {
            for (std::size_t i = 0; i < joints_.size(); ++i) {
                pose_.local[i] = local_of(skeleton_, layers, joints_[i], wish_.planar);
            }
            model_pose(chain_, pose_.local, pose_.model, pose_.matrix);
            return pose_.model.back();
        }
        const Local local = local_of(skeleton_, layers, wish_.joint, wish_.planar);
        return wish_.space == CurveSpace::Local ? local : relative_to_bind(skeleton_.joints[wish_.joint].bind, local);
    }

private:
    const Skeleton& skeleton_;
    const ClipUse* use_;
    CurveWish wish_;
    std::vector<int> joints_;
    Skeleton chain_;
    Pose pose_;
};

// Follows a rotation through time, so that signs and turns stay with what came before.
struct Walk {
    Local now;
    vec3 euler{0};
    double tick = 0;
};

constexpr int deepest = 6;

void step_to(Bone& bone, Walk& walk, double tick, double limit, int depth = 0) {
    const Local next = bone.at(tick);
    const quat r = unit(next.r);
    if (depth < deepest && turn_between(unit(walk.now.r), r) > limit) {
        step_to(bone, walk, (walk.tick + tick) / 2, limit, depth + 1);
        step_to(bone, walk, tick, limit, depth + 1);
        return;
    }
    const quat before = walk.now.r;
    walk.now = next;
    walk.now.r = same_side(next.r, before);
    walk.euler = unwrap_degrees(euler_degrees(r), walk.euler);
    walk.tick = tick;
}

// A turn below the limit tells its direction: quaternions up to half a turn, Euler angles much less near the poles.
double turn_limit(const CurveWish& wish) { return wish.form == RotationForm::Euler ? 0.2 : 1.5; }

Walk start_walk(Bone& bone, double tick) {
    Walk walk;
    walk.now = bone.at(tick);
    walk.euler = euler_degrees(unit(walk.now.r));
    walk.tick = tick;
    return walk;
}

std::array<Lanes4, 3> lanes_of(const Walk& walk, RotationForm form) {
    const Local& l = walk.now;
    const Lanes4 r = form == RotationForm::Euler ? Lanes4{walk.euler.x, walk.euler.y, walk.euler.z, 0}
                                                 : Lanes4{l.r.x, l.r.y, l.r.z, l.r.w};
    return {r, Lanes4{l.t.x, l.t.y, l.t.z, 0}, Lanes4{l.s.x, l.s.y, l.s.z, 0}};
}

// Of equal times the evaluator lets the first key answer; what the last one says shows just after. Keys are float32.
double just_after(double tick) {
    return std::nextafter(static_cast<float>(tick), std::numeric_limits<float>::infinity());
}

double tick_of(const ClipUse* use, double seconds) { return use ? tick_at(use->get(), seconds) : seconds; }

// The walk as it stood at a knot that is done.
Walk walk_at(Bone& bone, const ClipUse* use, const BoneCurves& b, std::size_t knot) {
    const Curve& rotation = b.curve[0];
    const double seconds = rotation.time[knot];
    const bool again = knot > 0 && rotation.time[knot - 1] == seconds;
    const double tick = tick_of(use, seconds);
    Walk walk = start_walk(bone, again ? just_after(tick) : tick);
    const auto& v = rotation.value;
    if (b.wish.form == RotationForm::Euler) {
        walk.euler = {v[0][knot], v[1][knot], v[2][knot]};
    } else {
        walk.now.r = same_side(walk.now.r, {v[3][knot], v[0][knot], v[1][knot], v[2][knot]});
    }
    return walk;
}

void collect_knots(const ClipUse& use, const std::vector<int>& joints, std::vector<double>& out) {
    const Clip& clip = use.get();
    std::vector<bool> seen(clip.timelines.size());
    std::vector<double> own, sum;
    for (std::size_t t = 0; t < clip.tracks.size(); ++t) {
        const Track& track = clip.tracks[t];
        if (track.kind != Kind::Joint || seen[track.timeline]) continue;
        if (std::find(joints.begin(), joints.end(), use.bound[t]) == joints.end()) continue;
        seen[track.timeline] = true;
        own.resize(live_keys(use, static_cast<int>(t)));
        for (uint32_t rank = 0; rank < own.size(); ++rank) own[rank] = rank_seconds(use, static_cast<int>(t), rank);
        sum.clear();
        std::set_union(out.begin(), out.end(), own.begin(), own.end(), std::back_inserter(sum));
        out.swap(sum);
    }
}

void find_bad_keys(const ClipUse& use, Curve& curve) {
    const Track& track = use.get().tracks[curve.track];
    if (!track.suspect) return;
    const uint32_t live = live_keys(use, curve.track);
    for (uint32_t rank = 0; rank < live; ++rank) {
        const vec4 v = row_value(use, static_cast<uint32_t>(curve.track), rank_row(use, curve.track, rank));
        if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w)) continue;
        const double before = rank_seconds(use, curve.track, rank ? rank - 1 : 0);
        const double after = rank_seconds(use, curve.track, std::min(rank + 1, live - 1));
        const bool joins = !curve.bad.empty() && curve.bad.back() + 1 == rank;
        if (joins) {
            curve.patched.back().second = after;
        } else {
            curve.patched.push_back({before, after});
        }
        curve.bad.push_back(rank);
    }
}

void describe_track(const ClipUse& use, Curve& curve) {
    const uint32_t live = live_keys(use, curve.track);
    if (!live) return;
    curve.last_key = rank_seconds(use, curve.track, live - 1);
    const Interp interp = curve.lanes == 4 ? use.sampling.rotation : use.sampling.vector;
    curve.closes = use.sampling.after == End::ToFirst && interp != Interp::Spline && live > 1 &&
                   curve.last_key < length_of(use.get());
    find_bad_keys(use, curve);
}

void read_stored(const ClipUse& use, Curve& curve) {
    if (curve.track < 0) return;
    const uint32_t live = live_keys(use, curve.track);
    curve.time.resize(live);
    for (auto& lane : curve.value) lane.resize(live);
    for (uint32_t rank = 0; rank < live; ++rank) {
        curve.time[rank] = rank_seconds(use, curve.track, rank);
        const vec4 v = row_value(use, static_cast<uint32_t>(curve.track), rank_row(use, curve.track, rank));
        for (int lane = 0; lane < 4; ++lane) curve.value[static_cast<std::size_t>(lane)][rank] = v[lane];
    }
}

void finish(BoneCurves& b) {
    for (Curve& curve : b.curve) {
        for (uint32_t lane = 0; lane < curve.lanes; ++lane) curve.pyramid[lane] = build_pyramid(curve.value[lane]);
    }
}

Lanes4 stored_at(const Curve& curve, double seconds) {
    const auto after = std::lower_bound(curve.time.begin(), curve.time.end(), seconds);
    if (after == curve.time.end()) return nothing;
    const auto i = static_cast<std::size_t>(after - curve.time.begin());
    Lanes4 out = nothing;
    if (*after != seconds && i == 0) return nothing;
    for (std::size_t lane = 0; lane < curve.lanes; ++lane) {
        const float b = curve.value[lane][i];
        if (*after == seconds) {
            out[lane] = b;
            continue;
        }
        const float a = curve.value[lane][i - 1];
        const auto u = static_cast<float>((seconds - curve.time[i - 1]) / (*after - curve.time[i - 1]));
        out[lane] = a + (b - a) * u;
    }
    return out;
}

}  // namespace

uint32_t live_keys(const ClipUse& use, int track) {
    return use.get().timelines[use.get().tracks[static_cast<std::size_t>(track)].timeline].live;
}

uint32_t rank_row(const ClipUse& use, int track, uint32_t rank) {
    return row_of(*use.doc, use.get().timelines[use.get().tracks[static_cast<std::size_t>(track)].timeline], rank);
}

double rank_seconds(const ClipUse& use, int track, uint32_t rank) {
    const Timeline& line = use.get().timelines[use.get().tracks[static_cast<std::size_t>(track)].timeline];
    const double tick = key_time(*use.doc, line, row_of(*use.doc, line, rank));
    return seconds_at(use.get(), (tick - line.offset) / (line.scale == 0 ? 1 : line.scale));
}

uint32_t rank_at(const ClipUse& use, int track, double seconds) {
    uint32_t from = 0, to = live_keys(use, track);
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (rank_seconds(use, track, middle) < seconds) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

std::size_t knot_of(const ClipUse& use, const Curve& curve, uint32_t rank) {
    const double seconds = rank_seconds(use, curve.track, rank);
    const uint32_t first = rank_at(use, curve.track, seconds);
    const auto knot = std::lower_bound(curve.time.begin(), curve.time.end(), seconds);
    return static_cast<std::size_t>(knot - curve.time.begin()) + (rank - first);
}

BoneCurves start_curves(const Skeleton& skeleton, const ClipUse* use, CurveWish wish) {
    BoneCurves b;
    b.wish = wish;
    const Bone bone(skeleton, use, wish);
    std::vector<double> knots;
    if (use) {
        collect_knots(*use, bone.joints(), knots);
        b.to = length_of(use->get());
    }
    if (!knots.empty()) {
        b.from = std::min(b.from, knots.front());
        b.to = std::max(b.to, knots.back());
    }
    const float reach = glm::length(skeleton.joints[static_cast<std::size_t>(wish.joint)].bind.t);
    for (std::size_t p = 0; p < curve_properties.size(); ++p) {
        Curve& curve = b.curve[p];
        const bool euler = wish.form == RotationForm::Euler;
        curve.lanes = p == 0 && !euler ? 4 : 3;
        curve.noise = 1e-6f * (p == 1 ? std::max(reach, 1e-3f) : p == 0 && euler ? 100.0f : 1.0f);
        for (std::size_t t = 0; use && t < use->bound.size() && curve.track < 0; ++t) {
            const Track& track = use->get().tracks[t];
            const bool is = track.kind == Kind::Joint && track.property == curve_properties[p];
            if (is && use->bound[t] == wish.joint) curve.track = static_cast<int>(t);
        }
        if (curve.track >= 0) describe_track(*use, curve);
        if (wish.form == RotationForm::Stored) {
            if (use) read_stored(*use, curve);
            continue;
        }
        curve.time = knots;
        for (uint32_t lane = 0; lane < curve.lanes; ++lane) curve.value[lane].resize(knots.size());
    }
    if (wish.form != RotationForm::Stored) b.knots = knots.size();
    if (b.complete()) finish(b);
    return b;
}

void continue_curves(const Skeleton& skeleton, const ClipUse* use, BoneCurves& b, std::size_t knots) {
    if (b.complete()) return;
    Bone bone(skeleton, use, b.wish);
    const auto& time = b.curve[0].time;
    const std::size_t stop = b.knots - b.done > knots ? b.done + knots : b.knots;
    Walk walk = b.done ? walk_at(bone, use, b, b.done - 1) : start_walk(bone, tick_of(use, time[0]));
    for (std::size_t i = b.done; i < stop; ++i) {
        const double tick = tick_of(use, time[i]);
        if (i > 0 && time[i] == time[i - 1]) {
            step_to(bone, walk, just_after(tick), turn_limit(b.wish), deepest);
        } else if (i > 0) {
            step_to(bone, walk, tick, turn_limit(b.wish));
        }
        const auto lanes = lanes_of(walk, b.wish.form);
        for (std::size_t p = 0; p < 3; ++p) {
            for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) b.curve[p].value[lane][i] = lanes[p][lane];
        }
    }
    b.done = stop;
    if (b.complete()) finish(b);
}

CurveEdges curve_edges(const Skeleton& skeleton, const ClipUse* use, const BoneCurves& b, double first, double last,
                       std::size_t columns) {
    CurveEdges out;
    for (std::size_t p = 0; p < 3; ++p) {
        for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) out.value[p][lane].assign(columns + 1, nan_f);
    }
    Bone bone(skeleton, use, b.wish);
    const std::vector<double>& time = b.curve[0].time;
    const double width = (last - first) / static_cast<double>(columns);
    std::size_t anchor = none;
    Walk walk;
    for (std::size_t i = 0; i <= columns; ++i) {
        const double seconds = first + width * static_cast<double>(i);
        if (seconds < b.from || seconds > b.to) continue;
        std::array<Lanes4, 3> lanes{};
        if (b.wish.form == RotationForm::Stored) {
            for (std::size_t p = 0; p < 3; ++p) lanes[p] = stored_at(b.curve[p], seconds);
        } else {
            const auto after = std::upper_bound(time.begin(), time.end(), seconds);
            const auto above = static_cast<std::size_t>(after - time.begin());
            const std::size_t knot = std::min(std::max<std::size_t>(above, 1), b.done) - 1;  // huge when none is done
            if (b.done == 0) {
                if (anchor == none) walk = start_walk(bone, tick_of(use, seconds));
                anchor = 0;
            } else if (anchor != knot) {
                walk = walk_at(bone, use, b, knot);
                anchor = knot;
            }
            step_to(bone, walk, tick_of(use, seconds), turn_limit(b.wish));
            lanes = lanes_of(walk, b.wish.form);
        }
        for (std::size_t p = 0; p < 3; ++p) {
            for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) out.value[p][lane][i] = lanes[p][lane];
        }
    }
    return out;
}

std::array<Lanes4, 3> curve_values(const Skeleton& skeleton, const ClipUse* use, const BoneCurves& b, double seconds) {
    const CurveEdges edges = curve_edges(skeleton, use, b, seconds, seconds, 1);
    std::array<Lanes4, 3> out{};
    for (std::size_t p = 0; p < 3; ++p) {
        for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) out[p][lane] = edges.value[p][lane][0];
    }
    return out;
}

}  // namespace bonescope
