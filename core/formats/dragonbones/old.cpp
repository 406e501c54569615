#include "core/formats/dragonbones/old.h"
#include "core/formats/dragonbones/easing.h"
#include "core/formats/dragonbones/events.h"
#include "core/formats/dragonbones/keys.h"
#include "core/planar.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr float degrees = 57.2957795f;
constexpr float whole_turn = 6.28318531f;

float wrapped(float angle) { return std::remainder(angle, whole_turn); }

// What is left of a transform in the space of another one.
Planar within(const Planar& parent, const Planar& p) {
    Planar out = p;
    out.t = inverse(affine_of(parent)) * p.t;
    out.angle = wrapped(p.angle - parent.angle);
    return out;
}

Planar between(const Planar& a, const Planar& b, float u) {
    return {glm::mix(a.t, b.t, u), a.angle + wrapped(b.angle - a.angle) * u, a.skew + wrapped(b.skew - a.skew) * u,
            glm::mix(a.s, b.s, u)};
}

float progress(const Document& doc, const Easing& ease, float u) {
    const auto towards = [&](float way) { return u + (way - u) * ease.amount; };
    switch (ease.kind) {
    case Ease::Step:
        return 0;
    case Ease::In:
        return towards(u * u);
    case Ease::Out:
        return towards(1 - (1 - u) * (1 - u));
    case Ease::InOut:
        return towards(0.5f * (1 - std::cos(u * whole_turn / 2)));
    case Ease::Table:
        return doc
            .arena[ease.first + std::min(static_cast<uint32_t>(u * static_cast<float>(ease.count)), ease.count - 1)];
    default:
        return u;
    }
}

class OldClip {
public:
    OldClip(Figure& f, JsonValue animation, Clip& clip) : f_(f), clip_(clip), keys_(f, clip) {
        auto_tween_ = f.in.boolean(animation, "autoTween", true);
        usual_ = animation["tweenEasing"];
    }

    void run(JsonValue animation) {
        for (const JsonValue item : animation["timeline"]) prepare(item);
        std::vector<bool> shown(f_.rig.slots.size());
        for (const OldTrack& track : tracks_) {
            if (track.joint >= 0) joint(track);
            if (track.slot >= 0) {
                shown[static_cast<std::size_t>(track.slot)] = true;
                slot(track);
            }
        }
        for (std::size_t i = 0; i < shown.size(); ++i)
            if (!shown[i]) hide(static_cast<int>(i), animation);
    }

private:
    struct OldTrack {
        JsonValue item;
        int joint = -1, slot = -1;
        std::vector<double> starts;
        std::vector<uint32_t> eases;
        std::vector<Planar> places;  // as stored, pivots worked in
    };

    static bool hidden(Values& in, JsonValue key) {
        return in.boolean(key, "hide", false) || in.integer(key, "displayIndex", 0) < 0;
    }

    // Its own easing, else the animation's; a key before a hidden one steps.
    uint32_t ease_of(JsonValue key, JsonValue next, double span) {
        if (span <= 0 || (next && hidden(f_.in, next))) return step_ease(f_.doc);
        if (key["tweenEasing"] || key["curve"].most_items() > 0) return ease_of_key(f_.doc, f_.in, key, span);
        if (!auto_tween_) return step_ease(f_.doc);
        return ease_of_number(f_.doc, f_.in.number(usual_, 0));
    }

    Planar place_of(JsonValue key, vec2 pivot) {
        const JsonValue transform = key["transform"];
        Planar p = read_transform(f_.in, transform);
        pivot += vec2(f_.in.real(transform, "pX", 0), f_.in.real(transform, "pY", 0));
        p.t += bonescope::turn(affine_of(p), pivot);
        return p;
    }

    void prepare(JsonValue item) {
        const std::string name = f_.in.text(item, "name");
        OldTrack track;
        track.item = item;
        track.joint = f_.joint(name);
        track.slot = f_.slot(name);
        if (track.joint < 0 && track.slot < 0) {
            f_.in.warn(item, fmt::format("animation \"{}\": expected the name of a bone, found no bone \"{}\"; the "
                                         "track is left out",
                                         decode(clip_.name), decode(name)));
            return;
        }
        const vec2 pivot{f_.in.real(item, "pX", 0), f_.in.real(item, "pY", 0)};
        std::vector<JsonValue> list;
        for (const JsonValue key : item["frame"]) list.push_back(key);
        double start = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const bool last = i + 1 == list.size();
            const double duration = key_duration(f_.in, list[i]);
            track.starts.push_back(start);
            track.places.push_back(place_of(list[i], pivot));
            track.eases.push_back(
                ease_of(list[i], last ? JsonValue() : list[i + 1], last ? clip_.duration - start : duration));
            start += duration == 0 && i > 0 && !last ? 1 : duration;
        }
        if (list.empty()) return;
        if (track.joint >= 0) of_joint_.emplace(track.joint, tracks_.size());
        tracks_.push_back(std::move(track));
    }

    // Where a joint is at a tick, as its keys say it.
    Planar place_at(int joint, double tick) const {
        const auto found = of_joint_.find(joint);
        if (found == of_joint_.end()) return f_.global[static_cast<std::size_t>(joint)];
        const OldTrack& track = tracks_[found->second];
        const auto after = std::upper_bound(track.starts.begin(), track.starts.end(), tick);
        const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - track.starts.begin() - 1, 0));
        if (i + 1 >= track.places.size() || track.starts[i + 1] <= track.starts[i]) return track.places[i];
        const double u = (tick - track.starts[i]) / (track.starts[i + 1] - track.starts[i]);
        return between(track.places[i], track.places[i + 1],
                       progress(f_.doc, f_.doc.eases[track.eases[i]], static_cast<float>(u)));
    }

    std::optional<Keys> keys_of(const OldTrack& track) {
        auto keys = keys_.place(track.starts, track.eases, clock(track.item, "scale", 1),
                                clock(track.item, "offset", 0), track.item);
        if (!keys) return {};
        keys->where = place_keys(f_, track.item["frame"]);
        return keys;
    }
    double clock(JsonValue item, const char* key, double usual) {
        return std::round(f_.in.number(item, key, usual) * 100) / 100;
    }

    // What a key adds to the bone's place at rest.
    Planar added(const OldTrack& track, std::size_t row) const {
        const Joint& joint = f_.skeleton.joints[static_cast<std::size_t>(track.joint)];
        Planar p = track.places[row];
        if (f_.global.empty()) return p;
        if (joint.parent >= 0) p = within(place_at(joint.parent, track.starts[row]), p);
        const Planar bind = planar_of(joint.bind);
        const auto part = [](float value, float of) { return of != 0 ? value / of : 1; };
        return {p.t - bind.t, wrapped(p.angle - bind.angle), wrapped(p.skew - bind.skew),
                vec2(part(p.s.x, bind.s.x), part(p.s.y, bind.s.y))};
    }

    void joint(const OldTrack& track) {
        const auto keys = keys_of(track);
        const auto column = keys ? keys_.column(*keys, 6) : std::nullopt;
        if (!column) return;
        float* out = column_data(f_.doc, *column);
        double before = 0;
        int clockwise = 0;
        std::size_t row = 0;
        for (const JsonValue key : track.item["frame"]) {
            const Planar p = added(track, row);
            const double angle = double{p.angle} * double{degrees};
            before = row == 0 ? angle : unwrapped(angle, before, clockwise);
            clockwise = f_.in.integer(key, "tweenRotate", 0);
            const double numbers[] = {p.t.x, p.t.y, before, double{p.skew} * double{degrees}, p.s.x, p.s.y};
            for (const double number : numbers) *out++ = static_cast<float>(number);
            ++row;
        }
        add_transform(keys_, *keys, track.joint, *column);
    }

    void slot(const OldTrack& track) {
        const auto keys = keys_of(track);
        const auto column = keys ? keys_.column(*keys, 9) : std::nullopt;
        if (!column) return;
        float* out = column_data(f_.doc, *column);
        for (const JsonValue key : track.item["frame"]) {
            const ColorChange color = read_color(f_.in, key["colorTransform"] ? key["colorTransform"] : key["color"]);
            *out++ = hidden(f_.in, key) ? -1.f : static_cast<float>(f_.in.integer(key, "displayIndex", 0));
            for (const vec4& part : {color.multiply, color.add})
                for (int lane = 0; lane < 4; ++lane) *out++ = part[lane];
        }
        keys_.add(*keys, Kind::Slot, Property::Display, track.slot, *column, 0, 1);
        keys_.add(*keys, Kind::Slot, Property::ColorScale, track.slot, *column, 1, 4).basis = Basis::Absolute;
        keys_.add(*keys, Kind::Slot, Property::ColorOffset, track.slot, *column, 5, 4).basis = Basis::Absolute;
    }

    // A slot of which an animation says nothing is not seen while it plays.
    void hide(int slot, JsonValue animation) {
        const auto keys = keys_.place({0}, {step_ease(f_.doc)}, 1, 0, animation);
        const auto column = keys ? keys_.column(*keys, 1) : std::nullopt;
        if (!column) return;
        *column_data(f_.doc, *column) = -1;
        keys_.add(*keys, Kind::Slot, Property::Display, slot, *column, 0, 1);
    }

    Figure& f_;
    Clip& clip_;
    KeyReader keys_;
    bool auto_tween_ = true;
    JsonValue usual_;
    std::vector<OldTrack> tracks_;
    std::unordered_map<int, std::size_t> of_joint_;  // index in tracks_
};

}  // namespace

void localise_bones(Figure& f) {
    auto& joints = f.skeleton.joints;
    for (const Joint& joint : joints) f.global.push_back(planar_of(joint.bind));
    for (Joint& joint : joints) {
        if (joint.parent < 0) continue;
        const Planar local = within(f.global[static_cast<std::size_t>(joint.parent)], planar_of(joint.bind));
        joint.bind.t = vec3(local.t, 0);
        joint.bind.angle = local.angle;
    }
}

void read_old_slots(Figure& f, JsonValue skins) {
    std::vector<std::pair<double, Slot>> found;
    for (const JsonValue skin : skins)
        for (const JsonValue item : skin["slot"]) {
            Slot slot;
            slot.name = f.in.text(item, "name");
            if (f.slots.contains(slot.name)) continue;
            const std::string parent = f.in.text(item, "parent");
            slot.joint = f.joint(parent);
            if (slot.joint < 0)
                f.in.warn(item, fmt::format("slot \"{}\": expected a bone as parent, found no bone \"{}\"",
                                            decode(slot.name), decode(parent)));
            slot.display = f.in.integer(item, "displayIndex", 0);
            slot.color = read_color(f.in, item["colorTransform"]);
            slot.blend = read_blend(f.in, item);
            slot.where = item.bytes();
            f.slots.emplace(slot.name, 0);
            found.emplace_back(f.in.number(item, "z", 0), std::move(slot));
        }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [z, slot] : found) {
        f.slots[slot.name] = static_cast<int>(f.rig.slots.size());
        f.rig.slots.push_back(std::move(slot));
    }
}

void read_old_tracks(Figure& f, JsonValue animation, Clip& clip) {
    OldClip(f, animation, clip).run(animation);
    read_old_events(f, animation, clip);
}

}  // namespace bonescope::dragonbones
