// Builds .skeleton files from literal bytes, for the tests of their reader.
#pragma once
#include "tests/hostile.h"

namespace bonescope::test {

inline Maker header(bool big = false) {
    Maker m;
    m.big(big).u16(0x1000).line("[Serializer_v1.10]");
    return m;
}

inline Maker part(bool big = false) { return Maker().big(big); }

// A bone whose declared length is as OGRE writes it: without the name.
inline void add_bone(Maker& m, const char* name, unsigned handle, unsigned length = 36,
                     std::initializer_list<float> scale = {}) {
    m.u16(0x2000).u32(length).line(name).u16(handle).f32({1, 2, 3}).f32({0, 0, 0, 1}).f32(scale);
}

inline void add_parent(Maker& m, unsigned child, unsigned parent) { m.u16(0x3000).u32(10).u16(child).u16(parent); }

inline void add_key(Maker& m, float time, float x, std::initializer_list<float> scale = {}) {
    m.u16(0x4110).u32(scale.size() ? 50 : 38).f32({time, 0, 0, 0, 1, x, 0, 0}).f32(scale);
}

inline Maker animation(const char* name, float length, const Maker& children, bool big = false) {
    return part(big).line(name).f32({length}).text(children.str());
}

inline Maker track(unsigned handle, const Maker& keys, bool big = false) {
    return part(big).u16(handle).text(keys.str());
}

// A whole file with one bone and one track of these keys.
inline Maker with_keys(const Maker& keys, bool big = false) {
    Maker m = header(big);
    add_bone(m, "root", 0);
    const Maker one = part(big).chunk(0x4100, track(0, keys, big));
    return m.chunk(0x4000, animation("walk", 1, one, big));
}

inline DocumentPtr read(const Maker& m) { return load("made.skeleton", m.bytes()); }

inline std::vector<std::string> complaints(const Document& doc) {
    std::vector<std::string> all;
    for (const Finding& note : doc.notes) all.push_back(note.message);
    return all;
}

inline bool says(const Document& doc, const std::string& text) {
    for (const std::string& note : complaints(doc))
        if (note.find(text) != note.npos) return true;
    return false;
}

inline std::vector<float> numbers(const Document& doc, const Track& track, uint32_t lane) {
    std::vector<float> out;
    const Clip& clip = doc.clips[0];
    for (uint32_t row = 0; row < clip.timelines[track.timeline].rows; ++row)
        out.push_back(doc.number(track.value, row, lane));
    return out;
}

inline const Track& find(const Document& doc, Property property, std::size_t clip = 0) {
    for (const Track& track : doc.clips.at(clip).tracks)
        if (track.property == property) return track;
    throw std::runtime_error("no such track");
}

inline bool has(const Document& doc, Property property) {
    const auto& tracks = doc.clips.at(0).tracks;
    return std::any_of(tracks.begin(), tracks.end(), [&](const Track& t) { return t.property == property; });
}

}  // namespace bonescope::test
