#include "core/far_places.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope {
namespace {

constexpr float absurd = 1e15f, times = 1e6f, smallest = 1e3f;

// The number of a place that is furthest from 0; 0 for places that are not finite, which readers tell themselves.
float largest(vec3 v) {
    float out = 0;
    for (int i = 0; i < 3; ++i) {
        if (!std::isfinite(v[i])) return 0;
        if (std::abs(v[i]) > std::abs(out)) out = v[i];
    }
    return out;
}

// All that are too far, of one kind.
struct Far {
    uint32_t count = 0;
    float limit = absurd;
    Finding first;

    // Whether it is the first.
    bool add(float value, Bytes where) {
        if (count++) return false;
        first.value = double{value};
        first.where = where;
        return true;
    }
};

// Where in these bytes the number stands, where it stands there as it is.
Bytes place_of(const Document& doc, Bytes where, float value) {
    constexpr uint32_t most = 4096;
    for (uint32_t at = where.at; at + 4 <= where.end() && at - where.at < most; ++at)
        for (const bool big : {false, true})
            if (load<float>(doc.file.data() + at, big) == value) return {at, 4};
    return where;
}

bool is_text(const Document& doc) {
    const auto part = std::span<const byte>(doc.file).first(std::min<std::size_t>(doc.file.size(), 4096));
    return std::find(part.begin(), part.end(), byte{0}) == part.end();
}

// Places of 2D figures have two lanes.
float largest_at(const Document& doc, const Column& column, uint32_t row, bool flat) {
    if (!flat) return largest(doc.triple(column, row));
    return largest({doc.number(column, row, 0), doc.number(column, row, 1), 0});
}

void tell(Document& doc, Far& far, const char* one, const char* many, const std::string& who) {
    if (!far.count) return;
    Finding& note = far.first;
    const auto value = static_cast<float>(note.value);
    const std::string digits = fmt::format("{:g}", std::abs(value));
    const bool told = std::any_of(doc.notes.begin(), doc.notes.end(), [&](const Finding& other) {
        return other.placed && other.severity != Severity::Info && note.where.contains(other.where.at) &&
               other.message.find(digits) != std::string::npos;
    });
    if (told) return;
    note.where = place_of(doc, note.where, value);
    note.placed = note.where.size > 0;
    if (note.placed && is_text(doc)) note.line = line_of(doc.file, note.where.at);
    note.severity = Severity::Warning;
    note.message = fmt::format("{} too far away for this file: expected within {:g}, found {:g} at {}{}",
                               far.count == 1 ? one : fmt::format("{} {}", far.count, many), far.limit, value, who,
                               note.placed ? fmt::format(" at offset {}", note.where.at) : "");
    if (far.count > 1) note.message += ", the first";
    doc.note(std::move(note));
}

void note_far_joints(Document& doc) {
    Far far;
    std::vector<float> sizes;
    std::string who;
    const auto each = [&](auto&& visit) {
        for (const Skeleton& skeleton : doc.skeletons)
            for (std::size_t j = 0; j < skeleton.joints.size() && !skeleton.stand_in; ++j)
                visit(skeleton.joints[j], static_cast<int>(j));
    };
    each([&](const Joint& joint, int) { sizes.push_back(std::abs(largest(joint.bind.t))); });
    far.limit = farthest_meant(std::move(sizes));
    each([&](const Joint& joint, int index) {
        const float value = largest(joint.bind.t);
        if (std::abs(value) <= far.limit || !far.add(value, joint.where)) return;
        far.first.joint = index;
        who = fmt::format("joint {} \"{}\"", joint.id, decode(joint.name, doc.encoding));
    });
    tell(doc, far, "a joint lies", "joints lie", who);
}

Bytes bytes_of(const Document& doc, const VertexSet& set, uint32_t vertex) {
    if (set.position.owned) return vertex_bytes(doc, set, vertex);
    return {set.position.at + set.position.step * vertex, 12};
}

void note_far_vertices(Document& doc) {
    constexpr uint32_t looked_at = 1024;  // of each set, for the usual size
    const bool flat = std::any_of(doc.skeletons.begin(), doc.skeletons.end(), [](auto& s) { return s.rig != nullptr; });
    Far far;
    std::vector<float> sizes;
    std::string who;
    for (const VertexSet& set : doc.sets) {
        const uint32_t step = set.vertices / looked_at + 1;
        for (uint32_t v = 0; v < set.vertices && !set.position.empty(); v += step)
            sizes.push_back(std::abs(largest_at(doc, set.position, v, flat)));
    }
    far.limit = farthest_meant(std::move(sizes));
    for (std::size_t s = 0; s < doc.sets.size(); ++s) {
        const VertexSet& set = doc.sets[s];
        for (uint32_t v = 0; v < set.vertices && !set.position.empty(); ++v) {
            const float value = largest_at(doc, set.position, v, flat);
            if (std::abs(value) <= far.limit || !far.add(value, bytes_of(doc, set, v))) continue;
            who = fmt::format("vertex {}", v);
            if (doc.sets.size() > 1) who += fmt::format(" of set {}", s);
        }
    }
    tell(doc, far, "a vertex lies", "vertices lie", who);
}

bool moves(const Track& track) {
    return track.kind == Kind::Joint && track.property == Property::Translation && !track.value.empty();
}

std::string target_of(const Document& doc, const Track& track) {
    return track.name == none ? fmt::format("joint {}", track.target)
                              : fmt::format("joint \"{}\"", decode(doc.names[track.name], doc.encoding));
}

void look_at_keys(const Document& doc, int clip, const Track& track, Far& far, std::string& who) {
    if (track.reach >= 0 && track.reach <= far.limit) return;
    const Clip& holder = doc.clips[static_cast<std::size_t>(clip)];
    const uint32_t rows = holder.timelines[track.timeline].rows;
    for (uint32_t row = 0; row < rows; ++row) {
        const float value = largest_at(doc, track.value, row, track.width == 2);
        if (std::abs(value) <= far.limit || !far.add(value, key_bytes(doc, track, row))) continue;
        far.first.clip = clip;
        far.first.key = static_cast<int>(row);
        who = fmt::format("key {} of {} in clip \"{}\"", row, target_of(doc, track), decode(holder.name, doc.encoding));
    }
}

void note_far_keys(Document& doc) {
    Far far;
    std::vector<float> sizes;
    std::string who;
    const auto each = [&](auto&& visit) {
        for (std::size_t c = 0; c < doc.clips.size(); ++c)
            for (const Track& track : doc.clips[c].tracks)
                if (moves(track)) visit(static_cast<int>(c), track);
    };
    each([&](int clip, const Track& track) {
        if (track.reach >= 0) return sizes.push_back(track.reach);
        const uint32_t rows = doc.clips[static_cast<std::size_t>(clip)].timelines[track.timeline].rows;
        for (uint32_t part = 0; part < std::min(rows, 3u); ++part)
            sizes.push_back(std::abs(
                largest_at(doc, track.value, static_cast<uint32_t>(uint64_t{rows - 1} * part / 2), track.width == 2)));
    });
    far.limit = farthest_meant(std::move(sizes));
    each([&](int clip, const Track& track) { look_at_keys(doc, clip, track, far, who); });
    tell(doc, far, "a key moves its joint to a place", "keys move their joints to places", who);
}

}  // namespace

float farthest_meant(std::vector<float> sizes) {
    std::erase_if(sizes, [](float size) { return !(size > 0 && size <= absurd); });
    if (sizes.empty()) return absurd;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return std::clamp(*middle * times, smallest, absurd);
}

void note_far_places(Document& doc) {
    note_far_joints(doc);
    note_far_vertices(doc);
    note_far_keys(doc);
}

}  // namespace bonescope
