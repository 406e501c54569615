#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/packed.h"

namespace bonescope::cal3d {

namespace {

constexpr uint32_t key_size = 32;

// What precedes the tracks, and how their keys are stored.
struct Shape {
    const char* name;
    bool compressed, flags;           // numbers of the header that are there
    Packing packing = Packing::None;  // where none of them says
};
constexpr Shape shapes[] = {
    // of those that fit equally the first is taken
    {"plain keys", false, false},
    {"packed keys", false, false, Packing::Imvu},
    {"compression switch and flags", true, true},
    {"compression switch", true, false},
    {"flags", false, true},
};
enum { Plain, Packed, SwitchAndFlags, Switch, Flags };

bool is_usual(int shape, int32_t version) {
    if (version >= 1300) return shape >= SwitchAndFlags;
    if (version == 1200) return shape == Flags || shape == Plain;
    if (version == 919) return shape == Switch;
    if (version >= 913 && version <= 918) return shape == Packed;
    return shape == Plain;
}

Packing packing_of(const Shape& shape, int32_t compressed, int32_t flags) {
    if (shape.compressed) return compressed || flags & 1 ? Packing::Imvu : Packing::None;
    return shape.flags && flags & 1 ? Packing::Trunk : shape.packing;
}

void walk_plain_track(Walk& walk) {
    const int32_t bone = walk.number("bone");
    walk.expect(bone >= 0 && bone < 0x10000);
    const uint32_t keys = walk.count("keys");
    if (keys == 0) return;
    walk.skip(16, "key");
    walk.rotation("key");
    walk.skip(uint64_t{keys - 1} * key_size, "keys");
}

void walk_file(Walk& walk, const Shape& shape, int32_t version) {
    const int32_t compressed = shape.compressed ? walk.number("compressed") : 0;
    const float duration = walk.real("duration");
    const uint32_t tracks = walk.count("tracks");
    const int32_t flags = shape.flags ? walk.number("flags") : 0;
    walk.expect(compressed == 0 || compressed == 1);
    walk.expect(duration > 0 && duration < 1e6f);
    walk.expect(flags >= 0 && flags < 0x10000);
    const Packing packing = packing_of(shape, compressed, flags);
    for (uint32_t i = 0; i < tracks; ++i)
        if (packing == Packing::None)
            walk_plain_track(walk);
        else
            walk_packed_track(walk, packing, version);
}

const Shape& choose_shape(Document& doc, int32_t version) {
    std::vector<Candidate> candidates;
    for (int i = 0; i < static_cast<int>(std::size(shapes)); ++i)
        candidates.push_back({shapes[i].name, is_usual(i, version),
                              [i, version](Walk& walk) { walk_file(walk, shapes[i], version); },
                              version >= 1300 && i != SwitchAndFlags});
    return shapes[choose_layout(doc, candidates)];
}

uint16_t key_layout(Tree& tree) {
    return tree.add_layout(
        {"key",
         key_size,
         {{"time", Type::F32, 1, 0, 32}, {"translation", Type::F32, 3, 32, 96}, {"rotation", Type::F32, 4, 128, 128}}});
}

void read_plain_track(Reader& in, Document& doc, uint16_t layout) {
    Group group(in, "track");
    Keys keys;
    keys.bone = in.read<int32_t>("bone");
    keys.where_bone = in.last();
    group.label(fmt::format("bone {}", keys.bone));
    const auto stored = in.read<int32_t>("keys");
    if (stored <= 0)
        doc.note(Severity::Warning, fmt::format("bone {}: expected at least one key, found {}", keys.bone, stored),
                 in.last());
    const uint32_t count = static_cast<uint32_t>(std::max(stored, 0));
    keys.rows = std::min(count, in.left() / key_size);
    if (keys.rows) {
        const uint32_t at = in.at();
        in.records("keys", layout, keys.rows);
        const auto column = [&](uint32_t offset) {
            Column out;
            out.at = at + offset;
            out.step = key_size;
            return out;
        };
        keys.time = column(0);
        keys.translation = column(4);
        keys.rotation = column(16);
        keys.where = {uint64_t{at} * 8, key_size * 8, key_size * 8, false};
    }
    add_tracks(doc, keys);
    if (keys.rows < count) in.need(uint64_t{count - keys.rows} * key_size, "keys");
}

void read_file(Reader& in, Document& doc) {
    const Group file(in, "file");
    const int32_t version = read_header(in, doc);
    const Shape& shape = choose_shape(doc, version);
    const int32_t compressed = shape.compressed ? in.read<int32_t>("compressed") : 0;
    const auto duration = in.read<float>("duration");
    const Bytes where = in.last();
    Clip& clip = add_clip(doc, duration, where);
    constexpr uint32_t smallest_track = 4;
    const uint32_t tracks = read_count(in, "tracks", smallest_track);
    if (tracks == 0) doc.note(Severity::Warning, "tracks: expected at least one, found none", in.last());
    const int32_t flags = shape.flags ? in.read<int32_t>("flags") : 0;
    const Packing packing = packing_of(shape, compressed, flags);
    if (packing != Packing::None) note_packing(doc, packing, where);
    clip.tracks.reserve(std::size_t{2} * std::min(tracks, in.left() / key_size));
    const uint16_t layout = packing == Packing::None ? key_layout(doc.tree) : uint16_t{0};
    for (uint32_t i = 0; i < tracks; ++i)
        if (packing == Packing::None)
            read_plain_track(in, doc, layout);
        else
            read_packed_track(in, doc, packing, version);
    note_rest(in, doc);
}

}  // namespace

bool is_caf(std::span<const byte> file, std::string_view) { return has_magic(file, "CAF"); }

void parse_caf(Document& doc) { read_clip(doc, read_file); }

}  // namespace bonescope::cal3d
