#include "core/curve_walk.h"
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

constexpr int deepest = 6;

// A turn below the limit tells its direction: quaternions up to half a turn, Euler angles much less near the poles.
double turn_limit(const CurveWish& wish) { return wish.form == RotationForm::Euler ? 0.2 : 1.5; }

// Follows a rotation through time, so that signs and turns stay with what came before.
class JointWalk : public CurveWalk {
public:
    JointWalk(const Skeleton& skeleton, const ClipUse* use, const CurveWish& wish)
        : bone_(skeleton, use, wish), wish_(wish) {}

    void start(double tick) override {
        now_ = bone_.at(tick);
        euler_ = euler_degrees(unit(now_.r));
        tick_ = tick;
    }
    void start(double tick, const BoneCurves& b, std::size_t knot) override {
        start(tick);
        const auto& v = b.curve[0].value;
        if (wish_.form == RotationForm::Euler) {
            euler_ = {v[0][knot], v[1][knot], v[2][knot]};
        } else {
            now_.r = same_side(now_.r, {v[3][knot], v[0][knot], v[1][knot], v[2][knot]});
        }
    }
    void jump(double tick) override { step(tick, deepest); }
    void go(double tick) override { step(tick, 0); }
    void lanes(std::span<Lanes4> out) const override {
        const Local& l = now_;
        out[0] = wish_.form == RotationForm::Euler ? Lanes4{euler_.x, euler_.y, euler_.z, 0}
                                                   : Lanes4{l.r.x, l.r.y, l.r.z, l.r.w};
        out[1] = {l.t.x, l.t.y, l.t.z, 0};
        out[2] = {l.s.x, l.s.y, l.s.z, 0};
    }

private:
    void step(double tick, int depth) {
        const Local next = bone_.at(tick);
        const quat r = unit(next.r);
        if (depth < deepest && turn_between(unit(now_.r), r) > turn_limit(wish_)) {
            step((tick_ + tick) / 2, depth + 1);
            step(tick, depth + 1);
            return;
        }
        const quat before = now_.r;
        now_ = next;
        now_.r = same_side(next.r, before);
        euler_ = unwrap_degrees(euler_degrees(r), euler_);
        tick_ = tick;
    }

    Bone bone_;
    CurveWish wish_;
    Local now_;
    vec3 euler_{0};
    double tick_ = 0;
};

bool is_planar(const Skeleton& skeleton) { return skeleton.compose == Compose::Planar; }

std::unique_ptr<CurveWalk> walk_of(const Skeleton& skeleton, const ClipUse* use, const CurveWish& wish) {
    if (is_planar(skeleton)) return planar_walk(skeleton, use, wish);
    return std::make_unique<JointWalk>(skeleton, use, wish);
}

// Of equal times the evaluator lets the first key answer; what the last one says shows just after. Keys are float32.
double just_after(double tick) {
    return std::nextafter(static_cast<float>(tick), std::numeric_limits<float>::infinity());
}

double tick_of(const ClipUse* use, double seconds) { return use ? tick_at(use->get(), seconds) : seconds; }

// The walk as it stood at a knot that is done.
void start_at(CurveWalk& walk, const ClipUse* use, const BoneCurves& b, std::size_t knot) {
    const std::vector<double>& time = b.curve[0].time;
    const bool again = knot > 0 && time[knot - 1] == time[knot];
    const double tick = tick_of(use, time[knot]);
    walk.start(again ? just_after(tick) : tick, b, knot);
}

void add_knots(const ClipUse& use, int track, std::vector<double>& out) {
    std::vector<double> own, sum;
    const uint32_t live = live_keys(use, track);
    const double period = own_period(use, track), length = length_of(use.get());
    const auto [first, last] = rounds_between(use, track, period, 0, length);
    own.reserve(live);
    for (int round = first; round <= last; ++round)
        for (uint32_t rank = 0; rank < live; ++rank) {
            const double at = rank_seconds(use, track, rank) + period * round;
            if (period == 0 || (at >= 0 && at <= length)) own.push_back(at);
        }
    std::set_union(out.begin(), out.end(), own.begin(), own.end(), std::back_inserter(sum));
    out.swap(sum);
}

std::vector<double> knots_of(const ClipUse& use, const std::vector<int>& tracks) {
    const Clip& clip = use.get();
    std::vector<bool> seen(clip.timelines.size());
    std::vector<double> out;
    for (const int t : tracks) {
        const uint32_t line = clip.tracks[static_cast<std::size_t>(t)].timeline;
        if (!seen[line]) add_knots(use, t, out);
        seen[line] = true;
    }
    return out;
}

std::vector<int> tracks_of(const ClipUse& use, const std::vector<int>& joints) {
    std::vector<int> out;
    for (std::size_t t = 0; t < use.bound.size(); ++t)
        if (use.get().tracks[t].kind == Kind::Joint &&
            std::find(joints.begin(), joints.end(), use.bound[t]) != joints.end())
            out.push_back(static_cast<int>(t));
    return out;
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

// A track with a clock of its own always goes back to its first key, others do so unless they hold in the last play.
bool closes_with(const ClipUse& use, const Curve& curve) {
    const Sampling& sampling = use.sampling;
    const Interp interp = curve.quaternion ? sampling.rotation : sampling.vector;
    const bool holds = sampling.hold_in_last_play && sampling.plays == 1;
    const Easing* last = ease_of(use, curve.track, live_keys(use, curve.track) - 1);
    return sampling.after == End::ToFirst && !holds && curve.period == 0 && interp != Interp::Spline &&
           !(last && last->kind == Ease::Step) && curve.last_key < length_of(use.get());
}

void describe_track(const ClipUse& use, Curve& curve) {
    const uint32_t live = live_keys(use, curve.track);
    if (!live) return;
    curve.last_key = rank_seconds(use, curve.track, live - 1);
    curve.period = own_period(use, curve.track);
    curve.closes = live > 1 && closes_with(use, curve);
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

double own_period(const ClipUse& use, int track) {
    const Clip& clip = use.get();
    const Timeline& line = clip.timelines[clip.tracks[static_cast<std::size_t>(track)].timeline];
    const bool own = (line.scale != 1 || line.offset != 0) && line.live > 1 && line.scale > 0;
    return own ? seconds_at(clip, clip.start + clip.duration / line.scale) : 0;
}

std::pair<int, int> rounds_between(const ClipUse& use, int track, double period, double from, double to) {
    constexpr double most = 1000;
    const uint32_t live = live_keys(use, track);
    if (!(period > 0) || live == 0) return {0, 0};
    const double first = std::ceil((from - rank_seconds(use, track, live - 1)) / period),
                 last = std::floor((to - rank_seconds(use, track, 0)) / period);
    return {static_cast<int>(std::clamp(first, -most, most)), static_cast<int>(std::clamp(last, -most, most))};
}

std::pair<int, int> rounds_between(const ClipUse& use, const Curve& curve, double from, double to) {
    return rounds_between(use, curve.track, curve.period, from, to);
}

std::size_t knot_of(const ClipUse& use, const Curve& curve, uint32_t rank, int round) {
    const double own = rank_seconds(use, curve.track, rank), seconds = own + curve.period * round;
    const uint32_t first = rank_at(use, curve.track, own);
    const auto knot = std::lower_bound(curve.time.begin(), curve.time.end(), seconds);
    const auto at = static_cast<std::size_t>(knot - curve.time.begin()) + (rank - first);
    return std::min(at, curve.time.size() - 1);
}

const Easing* ease_of(const ClipUse& use, int track, uint32_t rank) {
    const Timeline& line = use.get().timelines[use.get().tracks[static_cast<std::size_t>(track)].timeline];
    if (line.ease == none) return nullptr;
    const uint32_t which = use.doc->lists[line.ease + row_of(*use.doc, line, rank)];
    return which < use.doc->eases.size() ? &use.doc->eases[which] : nullptr;
}

namespace {

std::vector<Curve> joint_curves(const Skeleton& skeleton, const ClipUse* use, const CurveWish& wish) {
    const bool euler = wish.form == RotationForm::Euler;
    const float reach = glm::length(skeleton.joints[static_cast<std::size_t>(wish.joint)].bind.t);
    std::vector<Curve> out(3);
    constexpr Property properties[] = {Property::Rotation, Property::Translation, Property::Scale};
    constexpr CurveOf kinds[] = {CurveOf::Rotation, CurveOf::Translation, CurveOf::Scale};
    const char* const titles[] = {"rotation", "translation", "scale"};
    for (std::size_t p = 0; p < 3; ++p) {
        Curve& curve = out[p];
        curve.of = kinds[p];
        curve.title = titles[p];
        curve.quaternion = p == 0 && !euler;
        curve.degrees = p == 0 && euler;
        curve.lanes = curve.quaternion ? 4 : 3;
        curve.noise = 1e-6f * (p == 1 ? std::max(reach, 1e-3f) : curve.degrees ? 100.0f : 1.0f);
        for (std::size_t t = 0; use && t < use->bound.size() && curve.track < 0; ++t) {
            const Track& track = use->get().tracks[t];
            const bool is = track.kind == Kind::Joint && track.property == properties[p];
            if (is && use->bound[t] == wish.joint) curve.track = static_cast<int>(t);
        }
    }
    return out;
}

}  // namespace

BoneCurves start_curves(const Skeleton& skeleton, const ClipUse* use, CurveWish wish) {
    BoneCurves b;
    if (is_planar(skeleton)) wish.form = RotationForm::Continuous;
    b.wish = wish;
    b.curve = is_planar(skeleton) ? planar_curves(skeleton, use, wish) : joint_curves(skeleton, use, wish);
    std::vector<double> knots;
    if (use) {
        knots = knots_of(*use, is_planar(skeleton) ? planar_tracks(skeleton, *use, wish)
                                                   : tracks_of(*use, Bone(skeleton, use, wish).joints()));
        b.to = length_of(use->get());
    }
    if (!knots.empty()) {
        b.from = std::min(b.from, knots.front());
        b.to = std::max(b.to, knots.back());
    }
    for (Curve& curve : b.curve) {
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
    const auto walk = walk_of(skeleton, use, b.wish);
    const auto& time = b.curve[0].time;
    const std::size_t stop = b.knots - b.done > knots ? b.done + knots : b.knots;
    if (b.done)
        start_at(*walk, use, b, b.done - 1);
    else
        walk->start(tick_of(use, time[0]));
    std::vector<Lanes4> lanes(b.curve.size());
    for (std::size_t i = b.done; i < stop; ++i) {
        const double tick = tick_of(use, time[i]);
        if (i > 0 && time[i] == time[i - 1]) {
            walk->jump(just_after(tick));
        } else if (i > 0) {
            walk->go(tick);
        }
        walk->lanes(lanes);
        for (std::size_t p = 0; p < lanes.size(); ++p) {
            for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) b.curve[p].value[lane][i] = lanes[p][lane];
        }
    }
    b.done = stop;
    if (b.complete()) finish(b);
}

namespace {

// The values at one moment after another.
class Edges {
public:
    Edges(const Skeleton& skeleton, const ClipUse* use, const BoneCurves& b)
        : use_(use), b_(b), walk_(walk_of(skeleton, use, b.wish)) {}

    void at(double seconds, std::span<Lanes4> out) {
        if (b_.wish.form == RotationForm::Stored) {
            for (std::size_t p = 0; p < out.size(); ++p) out[p] = stored_at(b_.curve[p], seconds);
            return;
        }
        const std::vector<double>& time = b_.curve[0].time;
        const auto above = static_cast<std::size_t>(std::upper_bound(time.begin(), time.end(), seconds) - time.begin());
        const std::size_t knot = std::min(std::max<std::size_t>(above, 1), b_.done) - 1;  // huge when none is done
        if (b_.done == 0) {
            if (anchor_ == none) walk_->start(tick_of(use_, seconds));
            anchor_ = 0;
        } else if (anchor_ != knot) {
            start_at(*walk_, use_, b_, knot);
            anchor_ = knot;
        }
        walk_->go(tick_of(use_, seconds));
        walk_->lanes(out);
    }

private:
    const ClipUse* use_;
    const BoneCurves& b_;
    std::unique_ptr<CurveWalk> walk_;
    std::size_t anchor_ = none;
};

}  // namespace

CurveEdges curve_edges(const Skeleton& skeleton, const ClipUse* use, const BoneCurves& b, double first, double last,
                       std::size_t columns) {
    CurveEdges out;
    out.value.resize(b.curve.size());
    for (std::size_t p = 0; p < b.curve.size(); ++p) {
        for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) out.value[p][lane].assign(columns + 1, nan_f);
    }
    Edges edges(skeleton, use, b);
    std::vector<Lanes4> lanes(b.curve.size());
    const double width = (last - first) / static_cast<double>(columns);
    for (std::size_t i = 0; i <= columns; ++i) {
        const double seconds = first + width * static_cast<double>(i);
        if (seconds < b.from || seconds > b.to) continue;
        edges.at(seconds, lanes);
        for (std::size_t p = 0; p < lanes.size(); ++p) {
            for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) out.value[p][lane][i] = lanes[p][lane];
        }
    }
    return out;
}

std::vector<Lanes4> curve_values(const Skeleton& skeleton, const ClipUse* use, const BoneCurves& b, double seconds) {
    const CurveEdges edges = curve_edges(skeleton, use, b, seconds, seconds, 1);
    std::vector<Lanes4> out(b.curve.size(), Lanes4{});
    for (std::size_t p = 0; p < out.size(); ++p) {
        for (uint32_t lane = 0; lane < b.curve[p].lanes; ++lane) out[p][lane] = edges.value[p][lane][0];
    }
    return out;
}

}  // namespace bonescope
