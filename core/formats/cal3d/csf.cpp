#include "core/formats/cal3d/binary.h"
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"

namespace bonescope::cal3d {

namespace {

constexpr uint32_t smallest_bone = 4 + 56 + 4 + 4;

void walk_bones(Walk& walk, bool lights) {
    const uint32_t bones = walk.count("bones");
    if (lights) walk.skip(12, "scene ambient");
    for (uint32_t i = 0; i < bones; ++i) {
        walk.text("name");
        for (int pair = 0; pair < 2; ++pair) {
            walk.skip(12, "translation");
            walk.rotation("rotation");
        }
        const int32_t parent = walk.number("parent");
        walk.expect(parent >= -1 && static_cast<int64_t>(parent) < bones);
        if (lights) {
            const int32_t type = walk.number("light type");
            walk.expect(type >= 0 && type <= 4);
            walk.skip(12, "light colour");
        }
        walk.skip(uint64_t{walk.count("children")} * 4, "child ids");
    }
}

std::vector<int32_t> read_children(Reader& in) {
    const uint32_t n = read_count(in, "children", 4);
    std::vector<int32_t> out(n);
    if (n) std::memcpy(out.data(), in.array("child ids", Type::I32, n), std::size_t{n} * 4);
    return out;
}

void read_bone(Reader& in, bool lights, std::vector<Bone>& bones) {
    Group group(in, "bone");
    Bone bone;
    const uint32_t at = in.at();
    bone.name = read_string(in, "name length", "name");
    group.label(bone.name);
    bone.t = read_vec3(in, "translation");
    bone.q = read_vec4(in, "rotation");
    bone.space_t = read_vec3(in, "bone-space translation");
    bone.space_q = read_vec4(in, "bone-space rotation");
    bone.parent = in.read<int32_t>("parent");
    if (lights) {
        in.read<int32_t>("light type");
        in.floats("light colour", 3);
    }
    bone.children = read_children(in);
    bone.where = {at, in.at() - at};
    bones.push_back(std::move(bone));
}

void read_file(Reader& in, Document& doc, std::vector<Bone>& bones) {
    const Group file(in, "file");
    const int32_t version = read_header(in, doc);
    const Candidate candidates[] = {
        {"no lights", !is_rich(version) || version >= 1300, [](Walk& walk) { walk_bones(walk, false); }},
        {"scene ambient and bone lights", is_rich(version), [](Walk& walk) { walk_bones(walk, true); }},
    };
    const bool lights = choose_layout(doc, candidates) == 1;
    const auto stored = in.read<int32_t>("bones");
    const Bytes where = in.last();
    if (stored < 0) in.fail(where, fmt::format("bones: expected 0 or more, found {} at offset {}", stored, where.at));
    const uint32_t n = std::min(static_cast<uint32_t>(stored), in.left() / smallest_bone);
    if (lights) in.floats("scene ambient", 3);
    bones.reserve(n);
    if (stored == 0)
        doc.note(Severity::Warning, fmt::format("bones: expected at least one, found none at offset {}", where.at),
                 where);
    for (uint32_t i = 0; i < n; ++i) read_bone(in, lights, bones);
    if (n < static_cast<uint32_t>(stored))
        in.fail(where, fmt::format("bones: expected at most {} in a file of {} bytes, found {} at offset {}", n,
                                   doc.file.size(), stored, where.at));
    note_rest(in, doc);
}

}  // namespace

bool is_csf(std::span<const byte> file, std::string_view) { return has_magic(file, "CSF"); }

void parse_csf(Document& doc) {
    Reader in(doc.file, doc.tree);
    std::vector<Bone> bones;
    try {
        read_file(in, doc, bones);
    } catch (...) {
        add_skeleton(doc, bones);
        throw;
    }
    add_skeleton(doc, bones);
}

}  // namespace bonescope::cal3d
