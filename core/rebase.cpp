#include "core/rebase.h"
#include "core/interpolate.h"
#include <algorithm>

namespace bonescope {

namespace {

const Clip* base_clip(const Document& doc, const Clip& clip) {
    if (!clip.rebased) return nullptr;
    if (clip.base.empty()) return &clip;
    for (const Clip& other : doc.clips)
        if (other.name == clip.base) return &other;
    return nullptr;
}

bool same_target(const Track& a, const Track& b) {
    return a.kind == b.kind && a.target == b.target && a.name == b.name;
}

bool same_channel(const Track& a, const Track& b) { return same_target(a, b) && a.property == b.property; }

const Track* find_channel(const Clip& clip, const Track& like) {
    for (const Track& track : clip.tracks)
        if (same_channel(track, like)) return &track;
    return nullptr;
}

vec4 value_at_base_time(const ClipUse& use, const Clip& base, const Track& track) {
    const Clip& clip = use.get();
    const double tick = clock(base, use.sampling, seconds_at(clip, clip.base_time)).tick;
    const Segment segment = seek(*use.doc, base, base.timelines[track.timeline], use.sampling, tick);
    return sample(*use.doc, base, track, use.sampling, segment);
}

}  // namespace

std::vector<vec4> base_values(const ClipUse& use) {
    const Clip& clip = use.get();
    const Clip* base = base_clip(*use.doc, clip);
    std::vector<vec4> values;
    if (!base) return values;
    values.reserve(clip.tracks.size());
    for (const Track& track : clip.tracks) {
        const Track* other = find_channel(*base, track);
        values.push_back(other ? value_at_base_time(use, *base, *other) : neutral(track.property));
    }
    return values;
}

std::vector<BaseConstant> base_constants(const ClipUse& use) {
    const Clip& clip = use.get();
    const Clip* base = base_clip(*use.doc, clip);
    std::vector<BaseConstant> constants;
    if (!base || base == &clip) return constants;
    for (const Track& track : base->tracks) {
        const auto own = std::find_if(clip.tracks.begin(), clip.tracks.end(),
                                      [&](const Track& other) { return same_target(track, other); });
        if (own == clip.tracks.end() || find_channel(clip, track)) continue;
        const int joint = use.bound[static_cast<std::size_t>(own - clip.tracks.begin())];
        const vec4 value = take_off(neutral(track.property), value_at_base_time(use, *base, track), track.property);
        if (joint >= 0) constants.push_back({joint, track.property, value});
    }
    return constants;
}

vec4 take_off(vec4 value, vec4 base, Property property) {
    switch (property) {
    case Property::Rotation:
        return vec4_of(multiply(inverse_of(four(base)), four(value)));
    case Property::Scale:
        for (int i = 0; i < 3; ++i)
            if (base[i] != 0) value[i] /= base[i];
        return value;
    default:
        return value - base;
    }
}

}  // namespace bonescope
