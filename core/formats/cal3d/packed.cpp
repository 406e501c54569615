#include "core/formats/cal3d/packed.h"
#include "core/formats/cal3d/build.h"
#include <algorithm>
#include <cmath>

namespace bonescope::cal3d {

namespace {

// ---- 913 to 919 and 1300 on ----

constexpr uint32_t turn_size = 6;  // rotation and time
constexpr float small_range = 128, high_range = 8388608;
// 2^25 - 1 has no float of its own.
constexpr float small_steps = (1 << 9) - 1, high_steps = 33554432, turn_steps = (1 << 11) - 1, frames = 30;

struct Header {
    int32_t bone = 0;
    uint32_t keys = 0;
    bool dynamic = false, high = false, required = false;  // of the translation

    explicit Header(const byte* at) {
        const auto bits = load<uint16_t>(at);
        bone = bits & 0x1FFF;
        dynamic = bits >> 13 & 1;
        high = bits >> 14 & 1;
        required = bits >> 15 & 1;
        keys = load<uint16_t>(at + 2);
    }
};

// What one key holds; sizes in bytes, 0 where it is absent.
struct KeyShape {
    uint32_t translation = 0, exact_translation = 0, exact_rotation = 0;

    uint32_t size() const { return translation + turn_size + exact_translation + exact_rotation; }
};

KeyShape shape_of(const Header& header, bool first, int32_t version) {
    KeyShape shape;
    if (header.required && (first || header.dynamic)) shape.translation = header.high ? 10 : 4;
    if (version == 917 && shape.translation) shape.exact_translation = 12;
    if (version == 916 || version == 917) shape.exact_rotation = 16;
    return shape;
}

uint16_t header_layout(Tree& tree) {
    return tree.add_layout({"track header",
                            4,
                            {{"bone", Type::U16, 1, 0, 13},
                             {"translation is dynamic", Type::U16, 1, 13, 1},
                             {"high range required", Type::U16, 1, 14, 1},
                             {"translation required", Type::U16, 1, 15, 1},
                             {"keys", Type::U16, 1, 16, 16}}});
}

void add_bits(Layout& layout, const char* name, Type type, uint32_t bits, uint8_t lanes = 1) {
    const uint32_t at = layout.members.empty() ? 0 : layout.members.back().bit_at + layout.members.back().bit_size;
    layout.members.push_back({name, type, lanes, at, bits});
    layout.stride = (at + bits) / 8;
}

uint16_t key_layout(Tree& tree, const char* name, const KeyShape& shape) {
    Layout layout{name, 0, {}};
    if (shape.translation) {
        const uint32_t bits = shape.translation == 10 ? 25 : 9;
        for (const auto& [magnitude, sign] :
             {std::pair{"x", "x negative"}, std::pair{"y", "y negative"}, std::pair{"z", "z negative"}}) {
            add_bits(layout, magnitude, Type::U32, bits);
            add_bits(layout, sign, Type::U8, 1);
        }
        add_bits(layout, "padding", Type::U8, 2);
    }
    add_bits(layout, "omitted component", Type::U8, 2);
    for (const auto& [sign, magnitude] :
         {std::pair{"1st negative", "1st component"}, std::pair{"2nd negative", "2nd component"},
          std::pair{"3rd negative", "3rd component"}}) {
        add_bits(layout, sign, Type::U8, 1);
        add_bits(layout, magnitude, Type::U16, 11);
    }
    add_bits(layout, "frame", Type::U16, 10);
    if (shape.exact_translation) add_bits(layout, "translation", Type::F32, 96, 3);
    if (shape.exact_rotation) add_bits(layout, "rotation", Type::F32, 128, 4);
    return tree.add_layout(std::move(layout));
}

float with_sign(uint64_t bits, unsigned magnitude_bits, float step) {
    const float magnitude = static_cast<float>(bits & ((uint64_t{1} << magnitude_bits) - 1)) * step;
    return bits >> magnitude_bits & 1 ? -magnitude : magnitude;
}

void decode_translation(const byte* at, bool high, float* out) {
    if (!high) {
        const auto bits = load<uint32_t>(at);
        for (unsigned i = 0; i < 3; ++i) out[i] = with_sign(bits >> (i * 10), 9, small_range / small_steps);
        return;
    }
    const auto low = load<uint64_t>(at);
    const uint64_t last = low >> 52 | uint64_t{load<uint16_t>(at + 8)} << 12;
    out[0] = with_sign(low, 25, high_range / high_steps);
    out[1] = with_sign(low >> 26, 25, high_range / high_steps);
    out[2] = with_sign(last, 25, high_range / high_steps);
}

// Time, then x y z w.
void decode_turn(const byte* at, float* out) {
    uint64_t bits = load<uint32_t>(at) | uint64_t{load<uint16_t>(at + 4)} << 32;
    const unsigned omitted = bits & 3;
    bits >>= 2;
    float squares = 0;
    for (unsigned i = 0; i < 4; ++i) {
        if (i == omitted) continue;
        const float magnitude = static_cast<float>(bits >> 1 & 2047) / turn_steps;
        out[1 + i] = bits & 1 ? -magnitude : magnitude;
        squares += magnitude * magnitude;
        bits >>= 12;
    }
    out[1 + omitted] = std::sqrt(1 - std::min(1.f, squares));
    out[0] = static_cast<float>(bits & 1023) / frames;
}

const byte* decode_key(const byte* at, const KeyShape& shape, float* turn, float* translation) {
    if (shape.translation) decode_translation(at, shape.translation == 10, translation);
    decode_turn(at + shape.translation, turn);
    at += shape.translation + turn_size;
    if (shape.exact_translation) std::memcpy(translation, at, shape.exact_translation);
    at += shape.exact_translation;
    if (shape.exact_rotation) std::memcpy(turn + 1, at, shape.exact_rotation);
    return at + shape.exact_rotation;
}

Column part_of(Column whole, uint32_t floats) {
    whole.at += floats * 4;
    return whole;
}

// The translation that only the first key has serves all of them.
void repeat_first(Document& doc, Keys& keys, uint32_t at, const KeyShape& first, const KeyShape& later) {
    keys.stand_ins = static_cast<uint32_t>(doc.lists.size());
    doc.lists.resize(doc.lists.size() + keys.rows, static_cast<uint32_t>(StandIn::Before));
    doc.lists[keys.stand_ins] = static_cast<uint32_t>(StandIn::None);
    keys.where = {doc.lists.size(), 0, 0, true};
    for (uint32_t row = 0; row < keys.rows; ++row) {
        const uint32_t size = row ? later.size() : first.size();
        doc.lists.push_back(at);
        doc.lists.push_back(size);
        at += size;
    }
}

Keys decode_keys(Document& doc, const Header& header, uint32_t at, uint32_t rows, int32_t version) {
    const KeyShape first = shape_of(header, true, version), later = shape_of(header, false, version);
    Keys keys;
    keys.bone = header.bone;
    keys.rows = rows;
    if (rows == 0) return keys;
    keys.where = {uint64_t{at} * 8, first.size() * 8, first.size() * 8, false};
    const uint32_t width = later.translation ? 8 : 5;
    const Column turns = add_column(doc, rows, width);
    keys.time = turns;
    keys.rotation = part_of(turns, 1);
    if (later.translation) keys.translation = part_of(turns, 5);
    float once[3] = {};
    float* out = column_data(doc, turns);
    const byte* from = doc.file.data() + at;
    for (uint32_t row = 0; row < rows; ++row, out += width)
        from = decode_key(from, row ? later : first, out, later.translation ? out + 5 : once);
    if (!header.required || header.dynamic) return keys;
    keys.translation = add_column(doc, 1, 3);
    std::memcpy(column_data(doc, keys.translation), once, sizeof once);
    keys.translation.step = 0;
    repeat_first(doc, keys, at, first, later);
    return keys;
}

std::string title(const Header& header) {
    if (!header.required) return fmt::format("bone {}, translation from the skeleton", header.bone);
    const float step = header.high ? high_range / high_steps : small_range / small_steps;
    return fmt::format("bone {}, translation {} in steps of {:.4g}", header.bone,
                       header.dynamic ? "of every key" : "of the first key for all", step);
}

void read_imvu_track(Reader& in, Document& doc, int32_t version) {
    Group group(in, "track");
    const Header header(in.records("track header", header_layout(doc.tree), 1));
    group.label(title(header));
    const KeyShape first = shape_of(header, true, version), later = shape_of(header, false, version);
    const bool alike = first.size() == later.size();
    const uint32_t at = in.at();
    uint32_t rows = 0;
    if (header.keys && !alike && in.left() >= first.size()) {
        in.records("first key", key_layout(doc.tree, "first key", first), 1);
        rows = 1;
    }
    if (header.keys && (alike || rows)) {
        const uint32_t more = std::min(header.keys - rows, in.left() / later.size());
        if (more) in.records("keys", key_layout(doc.tree, alike ? "key" : "later key", later), more);
        rows += more;
    }
    add_tracks(doc, decode_keys(doc, header, at, rows, version));
    if (rows < header.keys) in.need(uint64_t{header.keys - rows} * later.size(), "keys");
}

// ---- 1200 ----

constexpr uint32_t trunk_key_size = 12, trunk_header_size = 32;
constexpr float unit_steps = 32767 * 1.41421f;

uint16_t trunk_layout(Tree& tree) {
    return tree.add_layout({"key",
                            trunk_key_size,
                            {{"time", Type::U16, 1, 0, 16},
                             {"x", Type::U16, 1, 16, 11},
                             {"y", Type::U16, 1, 27, 11},
                             {"z", Type::U16, 1, 38, 10},
                             {"1st component", Type::I16, 1, 48, 16},
                             {"omitted, high bit", Type::U8, 1, 64, 1},
                             {"2nd component", Type::U16, 1, 65, 15},
                             {"omitted, low bit", Type::U8, 1, 80, 1},
                             {"3rd component", Type::U16, 1, 81, 15}}});
}

// x y z w; false when a component is at the limit, where the library's writer puts what it cannot store.
bool decode_trunk_rotation(const byte* at, float* out) {
    const int stored[3] = {load<int16_t>(at), load<int16_t>(at + 2), load<int16_t>(at + 4)};
    const int omitted = (stored[1] & 1) << 1 | (stored[2] & 1);
    const int clean[3] = {stored[0], stored[1] & ~1, stored[2] & ~1};
    float squares = 0;
    bool inside = true;
    for (int i = 0, lane = 0; i < 3; ++i, ++lane) {
        lane += lane == omitted;
        out[lane] = static_cast<float>(clean[i]) / unit_steps;
        squares += out[lane] * out[lane];
        inside &= std::abs(clean[i]) < 32766;
    }
    out[omitted] = std::sqrt(std::max(0.f, 1 - squares));
    return inside;
}

struct Range {
    vec3 low, step;
};

// Time, translation, rotation; returns the number of keys at the limit.
uint32_t decode_trunk_keys(const byte* at, uint32_t rows, const Range& range, float duration, float* out) {
    uint32_t clamped = 0;
    for (uint32_t row = 0; row < rows; ++row, at += trunk_key_size, out += 8) {
        const auto packed = load<uint32_t>(at + 2);
        const vec3 n(static_cast<float>(packed & 2047), static_cast<float>(packed >> 11 & 2047),
                     static_cast<float>(packed >> 22));
        out[0] = static_cast<float>(load<uint16_t>(at)) / 65535 * duration;
        for (int i = 0; i < 3; ++i) out[1 + i] = n[i] * range.step[i] + range.low[i];
        clamped += !decode_trunk_rotation(at + 6, out + 4);
    }
    return clamped;
}

void read_trunk_track(Reader& in, Document& doc) {
    Group group(in, "track");
    Keys keys;
    keys.bone = in.read<int32_t>("bone");
    const uint32_t stored = in.read<uint32_t>("keys");
    const vec3 low = read_vec3(in, "least translation"), step = read_vec3(in, "translation step");
    group.label(
        fmt::format("bone {}, translations in steps of {:.4g} {:.4g} {:.4g}", keys.bone, step.x, step.y, step.z));
    keys.rows = std::min(stored, in.left() / trunk_key_size);
    const Bytes where{in.at(), keys.rows * trunk_key_size};
    uint32_t clamped = 0;
    if (keys.rows) {
        const byte* at = in.records("keys", trunk_layout(doc.tree), keys.rows);
        keys.time = add_column(doc, keys.rows, 8);
        keys.translation = part_of(keys.time, 1);
        keys.rotation = part_of(keys.time, 4);
        keys.where = {uint64_t{where.at} * 8, trunk_key_size * 8, trunk_key_size * 8, false};
        clamped = decode_trunk_keys(at, keys.rows, {low, step}, static_cast<float>(doc.clips.back().duration),
                                    column_data(doc, keys.time));
    }
    add_tracks(doc, keys);
    if (clamped)
        doc.note(Severity::Warning,
                 fmt::format("bone {}: {} of {} rotations are at the limit of their packing: the library's writer "
                             "destroys those whose largest component is negative",
                             keys.bone, clamped, keys.rows),
                 where);
    if (keys.rows < stored) in.need(uint64_t{stored} * trunk_key_size, "keys");
}

}  // namespace

void walk_packed_track(Walk& walk, Packing packing, int32_t version) {
    if (packing == Packing::Trunk) {
        const int32_t bone = walk.number("bone");
        walk.expect(bone >= 0 && bone < 0x10000);
        const uint64_t keys = walk.count("keys");
        walk.skip(trunk_header_size - 8 + keys * trunk_key_size, "keys");
        return;
    }
    const Header header(walk.bytes(4, "track header"));
    if (header.keys == 0) return;
    const KeyShape first = shape_of(header, true, version);
    float turn[5];
    decode_turn(walk.bytes(first.size(), "first key") + first.translation, turn);
    const float largest = std::max({std::abs(turn[1]), std::abs(turn[2]), std::abs(turn[3]), std::abs(turn[4])});
    const float omitted = std::max({turn[1], turn[2], turn[3], turn[4]});
    walk.expect(largest <= omitted + 2 / turn_steps);  // the largest is left out, and never below 0
    walk.skip(uint64_t{header.keys - 1} * shape_of(header, false, version).size(), "keys");
}

void read_packed_track(Reader& in, Document& doc, Packing packing, int32_t version) {
    if (packing == Packing::Trunk)
        read_trunk_track(in, doc);
    else
        read_imvu_track(in, doc, version);
}

void note_packing(Document& doc, Packing packing, Bytes where) {
    const double duration = doc.clips.back().duration;
    if (packing == Packing::Trunk)
        return doc.note(Severity::Info,
                        fmt::format("packed keys: times in steps of {:.3g} s, rotations in steps of {:.2g}",
                                    duration / 65535, 2 / unit_steps),
                        where);
    constexpr float longest = 1023 / frames;
    doc.note(
        Severity::Info,
        fmt::format("packed keys: times in steps of 1/30 s, rotations in steps of 1/2047, translations in steps of "
                    "{:.4g}",
                    small_range / small_steps),
        where);
    if (duration > longest)
        doc.note(Severity::Warning,
                 fmt::format("duration: expected at most {:.4g} s, which packed times reach, found {}; later keys come "
                             "round to the start",
                             longest, duration),
                 where);
}

}  // namespace bonescope::cal3d
