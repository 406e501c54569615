// Curves of 2D armatures: what moves a bone, what a slot shows.
#include "core/curve_walk.h"
#include "core/planar_tracks.h"
#include <algorithm>
#include <cmath>

namespace bonescope {
namespace {

const Document& nothing() {
    static const Document empty;
    return empty;
}

const Rig& rig_of(const Skeleton& skeleton) {
    static const Rig none_there;
    return skeleton.rig ? *skeleton.rig : none_there;
}

// Vertex sets that a slot may show, in any skin.
std::vector<int> sets_of(const Rig& rig, int slot) {
    std::vector<int> out;
    for (const Skin& skin : rig.skins)
        if (static_cast<std::size_t>(slot) < skin.slots.size())
            for (const Display& display : skin.slots[static_cast<std::size_t>(slot)])
                if (display.set >= 0) out.push_back(display.set);
    return out;
}

bool moves(const Curve& curve, const Track& track, const CurveWish& wish, const std::vector<int>& sets) {
    const bool joint = wish.slot < 0 && track.kind == Kind::Joint && track.target == wish.joint;
    const bool slot = wish.slot >= 0 && track.kind == Kind::Slot && track.target == wish.slot;
    switch (curve.of) {
    case CurveOf::Rotation:
        return joint && (track.property == Property::Angle || track.property == Property::Skew);
    case CurveOf::Translation:
        return joint && track.property == Property::Translation;
    case CurveOf::Scale:
        return joint && track.property == Property::Scale;
    case CurveOf::Display:
        return slot && track.property == Property::Display;
    case CurveOf::Colour:
        return slot && track.property == Property::ColorScale;
    case CurveOf::Offset:
        return slot && track.property == Property::ColorOffset;
    case CurveOf::Alpha:
        return (slot || joint) && track.property == Property::Alpha;
    case CurveOf::Depth:
        return slot && track.property == Property::Depth;
    case CurveOf::Reach:
        return track.kind == Kind::Constraint && track.target == curve.index;
    case CurveOf::Moved:
        return track.property == Property::Deform &&
               (joint || (wish.slot >= 0 && track.kind == Kind::Mesh &&
                          std::find(sets.begin(), sets.end(), track.target) != sets.end()));
    }
    return false;
}

Curve made(CurveOf of, const char* title, std::vector<const char*> lanes, float noise = 1e-6f) {
    Curve curve;
    curve.of = of;
    curve.title = title;
    curve.lanes = static_cast<uint32_t>(lanes.size());
    std::copy(lanes.begin(), lanes.end(), curve.lane.begin());
    curve.noise = noise;
    return curve;
}

std::vector<Curve> all_of_joint(const Skeleton& skeleton, const CurveWish& wish) {
    const float reach = glm::length(skeleton.joints[static_cast<std::size_t>(wish.joint)].bind.t);
    std::vector<Curve> out = {made(CurveOf::Rotation, "rotation", {"angle", "skew"}, 1e-4f),
                              made(CurveOf::Translation, "translation", {"x", "y"}, 1e-6f * std::max(reach, 1.f)),
                              made(CurveOf::Scale, "scale", {"x", "y"}), made(CurveOf::Alpha, "alpha", {"alpha"}),
                              made(CurveOf::Moved, "deform", {"most"}, 1e-4f)};
    out[0].degrees = true;
    const Rig& rig = rig_of(skeleton);
    for (std::size_t i = 0; i < rig.ik.size(); ++i) {
        const IkConstraint& ik = rig.ik[i];
        if (ik.joint != wish.joint && ik.target != wish.joint) continue;
        Curve& curve = out.emplace_back(made(CurveOf::Reach, "", {"weight", "bend"}));
        curve.title = "IK " + ik.name;
        curve.index = static_cast<int>(i);
    }
    return out;
}

std::vector<Curve> all_of_slot() {
    return {made(CurveOf::Display, "display", {"index"}),
            made(CurveOf::Colour, "colour ×", {"r", "g", "b", "a"}),
            made(CurveOf::Offset, "colour +", {"r", "g", "b", "a"}),
            made(CurveOf::Alpha, "alpha", {"alpha"}),
            made(CurveOf::Depth, "z index", {"z"}),
            made(CurveOf::Moved, "deform", {"most"}, 1e-4f)};
}

// How far the farthest of the points is moved.
float farthest(const PlanarValues& values, const CurveWish& wish, const std::vector<int>& sets) {
    float most = 0;
    for (const PlanarValues::Moved& moved : values.moved) {
        const bool is = wish.slot < 0 ? moved.joint == wish.joint
                                      : moved.set >= 0 && std::find(sets.begin(), sets.end(), moved.set) != sets.end();
        if (!is) continue;
        const auto at = [&](std::size_t i) {  // of all floats of the set
            return i >= moved.first && i - moved.first < moved.count ? values.moves[moved.at + i - moved.first] : 0.f;
        };
        for (std::size_t i = moved.first / 2 * 2; i < moved.first + moved.count; i += 2)
            most = std::max(most, std::hypot(at(i), at(i + 1)));
    }
    return most;
}

// The same clip with its tracks for these curves alone: posing costs by the track.
ClipUse cut_down(const ClipUse& use, const std::vector<int>& tracks) {
    const Clip& from = use.get();
    auto clip = std::make_shared<Clip>();
    clip->name = from.name, clip->skeleton = from.skeleton;
    clip->start = from.start, clip->duration = from.duration, clip->rate = from.rate;
    clip->paces = from.paces, clip->sampling = from.sampling, clip->blends = from.blends;
    std::vector<uint32_t> place(from.timelines.size(), none);
    const auto add = [&](Track track) {
        uint32_t& line = place[track.timeline];
        if (line == none) {
            line = static_cast<uint32_t>(clip->timelines.size());
            clip->timelines.push_back(from.timelines[track.timeline]);
        }
        track.timeline = line;
        clip->tracks.push_back(track);
    };
    for (const int t : tracks) add(from.tracks[static_cast<std::size_t>(t)]);
    for (const Track& track : from.tracks)  // of other clips that it plays
        if (track.kind == Kind::Clip && track.target != use.clip) add(track);
    ClipUse out;
    out.doc = use.doc;
    out.clip = use.clip;
    out.own = std::move(clip);
    out.sampling = use.sampling;
    return out;
}

class PlanarWalk : public CurveWalk {
public:
    PlanarWalk(const Skeleton& skeleton, const ClipUse* use, const CurveWish& wish)
        : skeleton_(skeleton),
          wish_(wish),
          curves_(planar_curves(skeleton, use, wish)),
          sets_(wish.slot < 0 ? std::vector<int>() : sets_of(rig_of(skeleton), wish.slot)),
          now_(curves_.size()) {
        if (!use) return;
        whole_ = use;
        part_ = cut_down(*use, planar_tracks(skeleton, *use, {wish.joint, CurveSpace::Bind, {}, {}, wish.slot}));
    }

    void start(double tick) override {
        now_ = at(tick);
        tick_ = tick;
    }
    void start(double tick, const BoneCurves& b, std::size_t knot) override {
        start(tick);
        if (!turns()) return;
        for (std::size_t lane = 0; lane < 2; ++lane) now_[0][lane] = near(now_[0][lane], b.curve[0].value[lane][knot]);
    }
    void jump(double tick) override { step(tick, deepest); }
    void go(double tick) override { step(tick, 0); }
    void lanes(std::span<Lanes4> out) const override { std::copy(now_.begin(), now_.end(), out.begin()); }

private:
    static constexpr int deepest = 6;
    static constexpr float limit = 60;  // degrees
    static float near(float angle, float to) { return to + std::remainder(angle - to, 360.f); }

    // Angles taken from matrices know no turns; those of tracks are whole already.
    bool turns() const { return wish_.slot < 0 && wish_.space == CurveSpace::Model; }

    void step(double tick, int depth) {
        const float before = turned_;
        std::vector<Lanes4> next = at(tick);
        if (turns()) {
            // The bones themselves say how often they turn; what parents and constraints make of it is less.
            const float expected = now_[0][0] + turned_ - before;
            if (depth < deepest && std::abs(std::remainder(next[0][0] - expected, 360.f)) > limit) {
                turned_ = before;
                step((tick_ + tick) / 2, depth + 1);
                return step(tick, depth + 1);
            }
            next[0][0] = near(next[0][0], expected);
            next[0][1] = near(next[0][1], now_[0][1]);
        }
        now_ = std::move(next);
        tick_ = tick;
    }

    Planar placed(const PlanarValues& values, std::span<const Layer> layers) {
        const auto j = static_cast<std::size_t>(wish_.joint);
        if (wish_.space == CurveSpace::Model) {
            evaluate_planar_joints(whole_ ? *whole_->doc : nothing(), skeleton_, layers, wish_.planar, frame_);
            turned_ = 0;
            std::size_t depth = 0;
            for (int i = wish_.joint; i >= 0 && depth++ < skeleton_.joints.size();
                 i = skeleton_.joints[static_cast<std::size_t>(i)].parent)
                turned_ += glm::degrees(frame_.local[static_cast<std::size_t>(i)].angle);
            return frame_.global[j];
        }
        const Planar bind = planar_of(skeleton_.joints[j].bind), &a = values.added[j];
        if (wish_.space == CurveSpace::Bind) return a;
        return {bind.t + a.t, bind.angle + a.angle, bind.skew + a.skew, bind.s * a.s};
    }

    std::vector<Lanes4> at(double tick) {
        const Layer whole{whole_, {tick, tick, false}, 1}, part{&part_, {tick, tick, false}, 1};
        const std::size_t count = whole_ ? 1 : 0;
        const Document& doc = whole_ ? *whole_->doc : nothing();
        planar_values(doc, skeleton_, planar_layers(doc, {&part, count}, wish_.planar), values_);
        Planar p;
        if (wish_.slot < 0) p = placed(values_, {&whole, count});
        std::vector<Lanes4> out;
        for (const Curve& curve : curves_) out.push_back(value(curve, p, values_));
        return out;
    }

    Lanes4 value(const Curve& curve, const Planar& p, const PlanarValues& values) const {
        const auto j = static_cast<std::size_t>(std::max(wish_.joint, 0)), s = static_cast<std::size_t>(wish_.slot),
                   c = static_cast<std::size_t>(curve.index);
        const auto four = [](vec4 v) { return Lanes4{v.x, v.y, v.z, v.w}; };
        switch (curve.of) {
        case CurveOf::Rotation:
            return {glm::degrees(p.angle), glm::degrees(p.skew), 0, 0};
        case CurveOf::Translation:
            return {p.t.x, p.t.y, 0, 0};
        case CurveOf::Scale:
            return {p.s.x, p.s.y, 0, 0};
        case CurveOf::Display:
            return {static_cast<float>(values.display[s]), 0, 0, 0};
        case CurveOf::Colour:
            return four(values.color[s].multiply);
        case CurveOf::Offset:
            return four(values.color[s].add);
        case CurveOf::Alpha:
            return {wish_.slot < 0 ? values.joint_alpha[j] : values.slot_alpha[s], 0, 0, 0};
        case CurveOf::Depth:
            return {values.z[s], 0, 0, 0};
        case CurveOf::Reach:
            return {values.mix[c], values.bend[c] ? 1.f : 0.f, 0, 0};
        case CurveOf::Moved:
            return {farthest(values, wish_, sets_), 0, 0, 0};
        }
        return {};
    }

    const Skeleton& skeleton_;
    const ClipUse* whole_ = nullptr;
    ClipUse part_;
    CurveWish wish_;
    std::vector<Curve> curves_;
    std::vector<int> sets_;
    PlanarValues values_;
    PlanarFrame frame_;
    std::vector<Lanes4> now_;
    float turned_ = 0;  // degrees, by the bone and its parents together
    double tick_ = 0;
};

}  // namespace

std::vector<Curve> planar_curves(const Skeleton& skeleton, const ClipUse* use, const CurveWish& wish) {
    std::vector<Curve> all = wish.slot < 0 ? all_of_joint(skeleton, wish) : all_of_slot();
    const std::vector<int> sets = wish.slot < 0 ? std::vector<int>() : sets_of(rig_of(skeleton), wish.slot);
    for (Curve& curve : all)
        for (std::size_t t = 0; use && t < use->get().tracks.size() && curve.track < 0; ++t)
            if (moves(curve, use->get().tracks[t], wish, sets)) curve.track = static_cast<int>(t);
    const std::size_t least = wish.slot < 0 ? 3 : 2;
    std::vector<Curve> out;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (i < least || all[i].track >= 0) out.push_back(std::move(all[i]));
    return out;
}

std::vector<int> planar_tracks(const Skeleton& skeleton, const ClipUse& use, const CurveWish& wish) {
    std::vector<int> out;
    const std::vector<int> sets = wish.slot < 0 ? std::vector<int>() : sets_of(rig_of(skeleton), wish.slot);
    const std::vector<Curve> curves = planar_curves(skeleton, &use, wish);
    const bool all = wish.slot < 0 && wish.space == CurveSpace::Model;
    for (std::size_t t = 0; t < use.get().tracks.size(); ++t) {
        const Track& track = use.get().tracks[t];
        const bool shapes = std::any_of(curves.begin(), curves.end(),
                                        [&](const Curve& curve) { return moves(curve, track, wish, sets); });
        // What moves any bone may move this one, by parents and by constraints.
        if (shapes || (all && (track.kind == Kind::Joint || track.kind == Kind::Constraint)))
            out.push_back(static_cast<int>(t));
    }
    return out;
}

std::unique_ptr<CurveWalk> planar_walk(const Skeleton& skeleton, const ClipUse* use, const CurveWish& wish) {
    return std::make_unique<PlanarWalk>(skeleton, use, wish);
}

}  // namespace bonescope
