#include "core/planar_tracks.h"
#include "core/bytes.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace bonescope {
namespace {

bool in_last_play(const PlanarLayer& layer) {
    const uint32_t plays = layer.sampling.plays;
    return plays > 0 && layer.elapsed >= layer.clip->duration * (plays - 1);
}

bool complete(const Clip& clip, uint32_t plays, double elapsed) {
    return plays > 0 && elapsed >= clip.duration * plays;
}

// How often the clip has come round.
uint32_t whole_rounds(const PlanarLayer& layer) {
    const double length = layer.clip->duration, rounds = length > 0 ? std::floor(layer.elapsed / length) : 0;
    const double most = layer.sampling.plays > 0 ? layer.sampling.plays - 1. : 1e9;
    return static_cast<uint32_t>(std::clamp(rounds, 0., most));
}

double wrapped(const Clip& clip, uint32_t plays, double elapsed) {
    if (!(clip.duration > 0)) return 0;
    if (complete(clip, plays, elapsed)) return clip.duration;
    const double rest = std::fmod(elapsed, clip.duration);
    return rest < 0 ? rest + clip.duration : rest;
}

}  // namespace

Segment planar_segment(const Document& doc, const PlanarLayer& layer, const Timeline& line) {
    Sampling sampling = layer.sampling;
    const bool own = (line.scale != 1 || line.offset != 0) && line.live > 1;
    if (!own) {
        if (sampling.hold_in_last_play && in_last_play(layer)) sampling.after = End::Hold;
        Timeline plain = line;
        plain.scale = 1, plain.offset = 0;
        return seek(doc, *layer.clip, plain, sampling, layer.tick);
    }
    Timeline plain = line;
    plain.scale = 1, plain.offset = 0;
    // The runtime keeps hundredths of the clip in 16 bits without a sign.
    const double around = layer.runtime && line.offset < 0 ? 655.36 * layer.clip->duration : 0;
    const double elapsed = layer.elapsed * double{line.scale} + double{line.offset} + around;
    return seek(doc, *layer.clip, plain, sampling, wrapped(*layer.clip, sampling.plays, elapsed));
}

namespace {

// The tracks of one layer, each with its segment; timelines are sought once.
class Reading2D {
public:
    Reading2D(const Document& doc, const PlanarLayer& layer) : doc_(doc), layer_(layer) {
        segments_.reserve(layer.clip->timelines.size());
        for (const Timeline& line : layer.clip->timelines) segments_.push_back(planar_segment(doc, layer, line));
    }
    bool any(const Track& track) const { return segments_[track.timeline].any && !track.value.empty(); }
    vec4 value(const Track& track) const {
        return sample(doc_, *layer_.clip, track, layer_.sampling, segments_[track.timeline]);
    }
    vec4 stepped(const Track& track) const { return key_value(doc_, track, row(track, segments_[track.timeline].a)); }
    // Every float of a wide row.
    void floats(const Track& track, float weight, float* out) const {
        const Segment& s = segments_[track.timeline];
        const Column& column = rows(track);
        const byte* const a = doc_.base(column) + std::size_t{column.step} * row(track, s.a);
        const byte* const b = doc_.base(column) + std::size_t{column.step} * row(track, s.b);
        for (uint32_t i = 0; i < track.width; ++i) {
            const float from = load<float>(a + 4 * i), to = load<float>(b + 4 * i);
            const float v = from + (to - from) * s.u;
            out[i] = std::isfinite(v) ? v * weight : 0;
        }
    }
    const Column& rows(const Track& track) const {
        return layer_.runtime && !track.as_run.empty() ? track.as_run : track.value;
    }
    uint32_t rank(const Track& track) const { return segments_[track.timeline].a; }
    // The runtime keeps what the last key said from which it tweened; what the others say is lost to it.
    float last_tweened(const Track& track) const {
        const uint32_t live = line_of(track).live, now = rank(track);
        const bool round = whole_rounds(layer_) > 0;
        for (uint32_t back = 0; back < live && (back <= now || round); ++back) {
            const uint32_t before = (now + live - back) % live;
            if (tweens(track, before)) return key_value(doc_, track, row(track, before)).x;
        }
        return 0;
    }

    uint32_t row(const Track& track, uint32_t rank) const { return row_of(doc_, line_of(track), rank); }

private:
    const Timeline& line_of(const Track& track) const { return layer_.clip->timelines[track.timeline]; }
    bool tweens(const Track& track, uint32_t key) const {
        const Timeline& line = line_of(track);
        const bool last = key + 1 == line.live;
        if (line.live < 2 || (last && key == rank(track) && in_last_play(layer_))) return false;
        if (last && key_time(doc_, line, row(track, key)) >= static_cast<float>(end_of(*layer_.clip))) return false;
        return line.ease == none || doc_.eases[doc_.lists[line.ease + row(track, key)]].kind != Ease::Step;
    }
    const Document& doc_;
    const PlanarLayer& layer_;
    std::vector<Segment> segments_;
};

struct Into {
    const Document& doc;
    PlanarValues& out;
    const PlanarLayer& layer;
    std::vector<char>&joint_seen, &slot_seen;  // whose alpha a clip of this tree has said

    // What a tree of clips is worth together.
    float whole() const { return layer.share != 0 ? layer.weight / layer.share : 0; }
    // Alphas of a tree add up by their shares, in place of what holds at rest.
    void fade(float& alpha, float value, char& seen) const {
        const float part = value * layer.share;
        alpha = seen ? alpha + part * whole() : glm::mix(alpha, part, whole());
        seen = true;
    }

    static bool within(int target, std::size_t size) { return target >= 0 && static_cast<std::size_t>(target) < size; }

    void joint(const Track& track, const Reading2D& read, float w) const {
        if (!within(track.target, out.added.size())) return;
        const auto j = static_cast<std::size_t>(track.target);
        Planar& a = out.added[j];
        if (track.property == Property::Deform) return move(-1, track.target, track, read, w);
        const vec4 v = read.value(track);
        switch (track.property) {
        case Property::Translation:
            a.t += vec2(v) * w;
            break;
        case Property::Angle:
            a.angle += v.x * w;
            break;
        case Property::Skew:
            a.skew += v.x * w;
            break;
        case Property::Scale:
            a.s += (vec2(v) - 1.f) * w;
            break;
        case Property::Alpha:
            fade(out.joint_alpha[j], v.x, joint_seen[j]);
            break;
        default:
            break;
        }
    }
    void slot(const Track& track, const Reading2D& read, float w) const {
        if (!within(track.target, out.display.size())) return;
        const auto s = static_cast<std::size_t>(track.target);
        switch (track.property) {
        case Property::Display:
            if (w >= 0.5f) out.display[s] = static_cast<int>(read.stepped(track).x);
            break;
        case Property::ColorScale:
            out.color[s].multiply = glm::mix(out.color[s].multiply, read.value(track), whole());
            break;
        case Property::ColorOffset:
            out.color[s].add = glm::mix(out.color[s].add, read.value(track), whole());
            break;
        case Property::Alpha:
            fade(out.slot_alpha[s], read.value(track).x, slot_seen[s]);
            break;
        case Property::Depth:
            if (whole() >= 0.5f) out.z[s] = std::floor(read.value(track).x) * layer.share;
            break;
        default:
            break;
        }
    }
    void constraint(const Track& track, const Reading2D& read, float w) const {
        if (!within(track.target, out.mix.size())) return;
        const auto c = static_cast<std::size_t>(track.target);
        if (track.property == Property::Bend && w >= 0.5f)
            out.bend[c] = (layer.runtime ? read.last_tweened(track) : read.stepped(track).x) != 0;
        if (track.property == Property::Mix)
            out.mix[c] = glm::mix(out.mix[c], layer.runtime ? read.last_tweened(track) : read.value(track).x, w);
    }
    void order(const Track& track, const Reading2D& read, float w) const {
        if (track.property != Property::Order || w < 0.5f || track.width != out.order.size()) return;
        if (layer.runtime && !track.as_run.empty()) return order_as_run(track, read);
        std::vector<int> order;
        std::vector<bool> seen(out.order.size());
        for (uint32_t i = 0; i < track.width; ++i) {
            const auto slot = static_cast<int>(doc.number(track.value, read.row(track, read.rank(track)), i));
            if (!within(slot, seen.size()) || seen[static_cast<std::size_t>(slot)]) return;  // no order at all
            seen[static_cast<std::size_t>(slot)] = true;
            order.push_back(slot);
        }
        out.order = std::move(order);
    }
    // Every key gives the slots that it names a place, the others keep what they had; whenever slots are sorted, those
    // of one place change sides.
    void order_as_run(const Track& track, const Reading2D& read) const {
        std::vector<uint32_t> place(out.order.size());
        std::iota(place.begin(), place.end(), 0u);
        std::iota(out.order.begin(), out.order.end(), 0);
        const auto arrive = [&](uint32_t rank) {
            for (uint32_t i = 0; i < track.width; ++i) {
                const auto slot = static_cast<int>(doc.number(track.as_run, read.row(track, rank), i));
                if (within(slot, place.size())) place[static_cast<std::size_t>(slot)] = i;
            }
            std::reverse(out.order.begin(), out.order.end());
            std::stable_sort(out.order.begin(), out.order.end(), [&](int a, int b) {
                return place[static_cast<std::size_t>(a)] < place[static_cast<std::size_t>(b)];
            });
        };
        // A single key is arrived at once. From the second round on only what is odd or even differs.
        const uint32_t live = layer.clip->timelines[track.timeline].live, rounds = live > 1 ? whole_rounds(layer) : 0;
        for (uint32_t round = 0; round < (rounds < 3 ? rounds : 2 + rounds % 2); ++round)
            for (uint32_t rank = 0; rank < live; ++rank) arrive(rank);
        for (uint32_t rank = 0; rank <= read.rank(track); ++rank) arrive(rank);
    }
    void move(int set, int joint, const Track& track, const Reading2D& read, float w) const {
        PlanarValues::Moved& moved = out.moved.emplace_back();
        moved.set = set, moved.joint = joint, moved.first = track.first;
        moved.at = static_cast<uint32_t>(out.moves.size()), moved.count = track.width;
        out.moves.resize(out.moves.size() + track.width);
        read.floats(track, w * track.unit, out.moves.data() + moved.at);
    }
};

void add_layer(const Document& doc, const PlanarLayer& layer, std::vector<char>& joint_seen,
               std::vector<char>& slot_seen, PlanarValues& out) {
    const Reading2D read(doc, layer);
    const Into into{doc, out, layer, joint_seen, slot_seen};
    for (const Track& track : layer.clip->tracks) {
        if (!read.any(track)) continue;
        switch (track.kind) {
        case Kind::Joint:
            into.joint(track, read, layer.weight);
            break;
        case Kind::Slot:
            into.slot(track, read, layer.weight);
            break;
        case Kind::Constraint:
            into.constraint(track, read, layer.weight);
            break;
        case Kind::Scene:
            into.order(track, read, layer.weight);
            break;
        case Kind::Mesh:
            into.move(track.target, -1, track, read, layer.weight);
            break;
        default:
            break;
        }
    }
}

void setup(const Skeleton& skeleton, PlanarValues& out) {
    out.added.assign(skeleton.joints.size(), Planar{});
    for (auto* list : {&out.slot_alpha, &out.mix, &out.moves}) list->clear();
    for (auto* list : {&out.display, &out.order}) list->clear();
    out.z.clear();
    out.color.clear(), out.bend.clear(), out.moved.clear();
    out.joint_alpha.assign(skeleton.joints.size(), 1.f);
    if (!skeleton.rig) return;
    const Rig& rig = *skeleton.rig;
    std::copy_n(rig.joint_alpha.begin(), std::min(rig.joint_alpha.size(), out.joint_alpha.size()),
                out.joint_alpha.begin());
    for (std::size_t i = 0; i < rig.slots.size(); ++i) {
        out.color.push_back(rig.slots[i].color);
        out.slot_alpha.push_back(rig.slots[i].alpha);
        out.display.push_back(rig.slots[i].display);
        out.z.push_back(static_cast<float>(rig.slots[i].z));
        out.order.push_back(static_cast<int>(i));
    }
    for (const IkConstraint& ik : rig.ik) out.mix.push_back(ik.weight), out.bend.push_back(ik.bend);
    out.mix.resize(out.mix.size() + rig.paths.size(), 1.f);
    out.bend.resize(out.mix.size(), true);
}

}  // namespace

void planar_values(const Document& doc, const Skeleton& skeleton, std::span<const PlanarLayer> layers,
                   PlanarValues& out) {
    setup(skeleton, out);
    std::vector<char> joint_seen(out.joint_alpha.size()), slot_seen(out.slot_alpha.size());
    for (const PlanarLayer& layer : layers) {
        if (layer.first) {
            std::fill(joint_seen.begin(), joint_seen.end(), char{0});
            std::fill(slot_seen.begin(), slot_seen.end(), char{0});
        }
        add_layer(doc, layer, joint_seen, slot_seen, out);
    }
}

}  // namespace bonescope
