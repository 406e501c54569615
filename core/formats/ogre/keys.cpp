#include "core/formats/ogre/keys.h"
#include "core/interpolate.h"
#include "core/key_notes.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::ogre {

namespace {

Column view(const KeyBlock& block, uint8_t part) {
    Column column;
    if (part == no_part) return column;
    column.at = block.at + part;
    column.step = block.stride & 0x7FFF'FFFFu;
    return column;
}

Where block_where(const KeyBlock& block) { return {uint64_t{block.at} * 8, block.stride * 8, block.stride * 8, false}; }

Where list_keys(Document& doc, const std::vector<KeyBlock>& blocks) {
    if (blocks.size() == 1) return block_where(blocks[0]);
    Where where;
    where.base = doc.lists.size();
    where.listed = true;
    for (const KeyBlock& block : blocks)
        for (uint32_t i = 0; i < block.count; ++i) {
            doc.lists.push_back(block.at + i * block.stride);
            doc.lists.push_back(block.stride);
        }
    return where;
}

// One part of all blocks, copied into the arena; `neutral` fills the keys that lack it.
Column decode_part(Document& doc, const std::vector<KeyBlock>& blocks, bool big, uint8_t KeyBlock::*part, uint32_t rows,
                   std::initializer_list<float> neutral) {
    const auto has = [&](const KeyBlock& block) { return block.*part != no_part; };
    if (std::none_of(blocks.begin(), blocks.end(), has)) return {};
    const Column column = add_column(doc, rows, static_cast<uint32_t>(neutral.size()));
    float* out = column_data(doc, column);
    for (const KeyBlock& block : blocks) {
        const byte* at = doc.file.data() + block.at + block.*part;
        for (uint32_t i = 0; i < block.count; ++i, at += block.stride) {
            if (!has(block))
                out = std::copy(neutral.begin(), neutral.end(), out);
            else
                for (std::size_t lane = 0; lane < neutral.size(); ++lane) *out++ = load<float>(at + lane * 4, big);
        }
    }
    return column;
}

Keys gather(Document& doc, const std::vector<KeyBlock>& blocks, bool big) {
    Keys keys;
    for (const KeyBlock& block : blocks) keys.rows += block.count;
    if (blocks.empty()) return keys;
    const KeyBlock& first = blocks[0];
    if (blocks.size() == 1 && !big)
        return {first.count,
                view(first, first.time),
                view(first, first.rotation),
                view(first, first.translation),
                view(first, first.scale),
                block_where(first)};
    keys.time = decode_part(doc, blocks, big, &KeyBlock::time, keys.rows, {0});
    keys.rotation = decode_part(doc, blocks, big, &KeyBlock::rotation, keys.rows, {0, 0, 0, 1});
    keys.translation = decode_part(doc, blocks, big, &KeyBlock::translation, keys.rows, {0, 0, 0});
    keys.scale = decode_part(doc, blocks, big, &KeyBlock::scale, keys.rows, {1, 1, 1});
    keys.where = list_keys(doc, blocks);
    return keys;
}

// What one pass over the keys tells; the second look that finds the very keys is for bad ones only.
struct Facts {
    bool ordered = true;  // each time is finite and above the one before
    float latest = -INFINITY;
    float off_unit = 0;                              // largest | |q|² - 1 |
    float rotation = 0, translation = 0, scale = 0;  // NaN when some value is not finite
    float reach = 0;                                 // of the translations the largest number
};

void inspect_times(const Document& doc, const Keys& keys, Facts& facts) {
    const byte* at = keys.rows ? doc.base(keys.time) : nullptr;
    float previous = -INFINITY;
    for (uint32_t row = 0; row < keys.rows; ++row, at += keys.time.step) {
        const auto now = load<float>(at);
        facts.ordered &= now > previous && now < INFINITY;
        facts.latest = std::max(facts.latest, now);
        previous = now;
    }
}

void inspect_rotations(const Document& doc, const Keys& keys, Facts& facts) {
    if (keys.rotation.empty()) return;
    Four off = all(0), sum = all(0);
    const byte* at = doc.base(keys.rotation);
    for (uint32_t row = 0; row < keys.rows; ++row, at += keys.rotation.step) {
        const Four q = load_four(at), away = dot4(q, q) - all(1), size = away < 0 ? -away : away;
        off = size > off ? size : off;
        sum += q * all(0);
    }
    facts.off_unit = off[0];
    facts.rotation = sum[0] + sum[1] + sum[2] + sum[3];
}

// 0, or NaN when some value is not finite; `reach`: the largest number.
float inspect_vectors(const Document& doc, const Keys& keys, Column column, float& reach) {
    Four sum = all(0), most = all(0);
    for (uint32_t row = 0; row < keys.rows && !column.empty(); ++row) {
        const vec3 v = doc.triple(column, row);
        const Four lanes{v.x, v.y, v.z, 0}, size = lanes < 0 ? -lanes : lanes;
        sum += lanes * all(0);
        most = size > most ? size : most;
    }
    reach = std::max({most[0], most[1], most[2]});
    return sum[0] + sum[1] + sum[2];
}

Facts inspect(const Document& doc, const Keys& keys) {
    Facts facts;
    inspect_times(doc, keys, facts);
    inspect_rotations(doc, keys, facts);
    float of_scale = 0;
    facts.translation = inspect_vectors(doc, keys, keys.translation, facts.reach);
    facts.scale = inspect_vectors(doc, keys, keys.scale, of_scale);
    return facts;
}

Track& add_track(Clip& clip, const Track& like, Property property, Column value, bool suspect) {
    Track& track = clip.tracks.emplace_back(like);
    track.property = property;
    track.value = value;
    track.width = property == Property::Rotation ? 4 : 3;
    track.suspect = suspect;
    return track;
}

}  // namespace

void add_tracks(Document& doc, const Keys& keys, Track like) {
    Clip& clip = doc.clips.back();
    const Facts facts = inspect(doc, keys);
    Timeline line;
    line.time = keys.time;
    line.rows = keys.rows;
    like.timeline = intern_timeline(doc, clip, line);
    like.where = keys.where;
    if (!keys.rotation.empty()) add_track(clip, like, Property::Rotation, keys.rotation, facts.rotation != 0);
    // A track without any value still is a track of the file.
    if (!keys.translation.empty() || (keys.rotation.empty() && keys.scale.empty()))
        add_track(clip, like, Property::Translation, keys.translation, facts.translation != 0).reach = facts.reach;
    if (!keys.scale.empty()) add_track(clip, like, Property::Scale, keys.scale, facts.scale != 0);
    const KeyNotes notes{doc, like, keys.rows};
    if (!facts.ordered) notes.times(keys.time, Severity::Warning);
    if (facts.rotation != 0) notes.not_finite("rotation", keys.rotation, 4);
    if (facts.translation != 0) notes.not_finite("translation", keys.translation, 3);
    if (facts.scale != 0) notes.not_finite("scale", keys.scale, 3);
    if (facts.off_unit > unit_tolerance) notes.not_unit(keys.rotation);
    if (facts.latest > static_cast<float>(clip.duration))
        notes.add(Severity::Info, "lie beyond the end of the clip",
                  [&](uint32_t i) { return doc.number(keys.time, i) > static_cast<float>(clip.duration); });
}

void add_tracks(Document& doc, const std::vector<KeyBlock>& blocks, bool big, int handle) {
    Track like;
    like.target = handle;
    add_tracks(doc, gather(doc, blocks, big), like);
}

}  // namespace bonescope::ogre
