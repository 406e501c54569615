#include "core/formats/cal3d/binary.h"
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"

namespace bonescope::cal3d {

namespace {

constexpr uint32_t key_size = 8;

void walk_file(Walk& walk, bool by_name) {
    const float duration = walk.real("duration");
    walk.expect(duration > 0 && duration < 1e6f);
    const uint32_t tracks = walk.count("tracks");
    for (uint32_t i = 0; i < tracks; ++i) {
        if (by_name)
            walk.text("morph name");
        else
            walk.number("morph id");
        const uint32_t keys = walk.count("keys");
        if (!by_name) {
            walk.number("mesh id");
            walk.skip(uint64_t{walk.count("submeshes")} * 4, "submesh ids");
        }
        walk.skip(uint64_t{keys} * key_size, "keys");
    }
}

uint16_t key_layout(Tree& tree) {
    return tree.add_layout({"key", key_size, {{"time", Type::F32, 1, 0, 32}, {"weight", Type::F32, 1, 32, 32}}});
}

void read_track(Reader& in, Document& doc, bool by_name) {
    Group group(in, "track");
    MorphTarget morph;
    if (by_name)
        morph.name = read_string(in, "morph name length", "morph name");
    else
        morph.id = in.read<int32_t>("morph id");
    group.label(by_name ? morph.name : fmt::format("morph {}", morph.id));
    const auto stored = in.read<int32_t>("keys");
    const Bytes where = in.last();
    if (!by_name) {
        morph.mesh = in.read<int32_t>("mesh id");
        if (const uint32_t n = read_count(in, "submeshes", 4)) {
            const byte* ids = in.array("submesh ids", Type::I32, n);
            for (uint32_t i = 0; i < n; ++i) morph.submeshes.push_back(load<int32_t>(ids + std::size_t{i} * 4));
        }
    }
    if (stored < 0) in.fail(where, fmt::format("keys: expected 0 or more, found {} at offset {}", stored, where.at));
    const uint32_t rows = std::min(static_cast<uint32_t>(stored), in.left() / key_size);
    Column time, weight;
    const uint32_t at = in.at();
    if (rows) {
        in.records("keys", key_layout(doc.tree), rows);
        time.at = at;
        weight.at = at + 4;
        time.step = weight.step = key_size;
    }
    add_morph_track(doc, morph, rows, time, weight, {uint64_t{at} * 8, key_size * 8, key_size * 8, false});
    if (rows < static_cast<uint32_t>(stored))
        in.need(uint64_t{static_cast<uint32_t>(stored) - rows} * key_size, "keys");
}

void read_file(Reader& in, Document& doc) {
    const Group file(in, "file");
    const int32_t version = read_header(in, doc);
    const Candidate candidates[] = {
        {"tracks by name", true, [](Walk& walk) { walk_file(walk, true); }},
        {"tracks by number", version >= 1300, [](Walk& walk) { walk_file(walk, false); }},
    };
    const bool by_name = choose_layout(doc, candidates) == 0;
    const auto duration = in.read<float>("duration");
    add_clip(doc, duration, in.last());
    const uint32_t tracks = read_count(in, "tracks", 8);
    for (uint32_t i = 0; i < tracks; ++i) read_track(in, doc, by_name);
    note_rest(in, doc);
}

}  // namespace

bool is_cpf(std::span<const byte> file, std::string_view) { return has_magic(file, "CPF"); }

void parse_cpf(Document& doc) { read_clip(doc, read_file); }

}  // namespace bonescope::cal3d
