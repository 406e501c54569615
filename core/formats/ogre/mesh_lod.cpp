// Detail levels and edge lists: shown in the field tree, not used otherwise.
#include "core/formats/ogre/mesh_file.h"

namespace bonescope::ogre {
namespace {

void read_listed_indices(MeshFile& m, const char* count_name) {
    const auto n = m.in.read<uint32_t>(count_name);
    const bool wide = m.in.boolean("indexes 32 bit");
    if (n) read_indices(m, wide, n);
}

void read_manual(MeshFile& m, bool with_value) {
    Part part(m, "manual level", true);
    if (with_value) m.in.read<float>("value");
    part.group.label(m.in.line("mesh"));
    finish_part(m, part);
}

void read_generated(MeshFile& m) {
    const Part part(m, "generated level", true);
    m.in.read<float>("value");
    while (m.in.at() + uint64_t{12} <= part.end() && m.in.left() >= 12) {
        const Group submesh(m.in, "submesh");
        m.in.read<uint32_t>("index count");
        m.in.read<uint32_t>("index start");
        if (m.in.read<uint32_t>("buffer index") != none) continue;
        const bool wide = m.in.boolean("indexes 32 bit");
        if (const auto n = m.in.read<uint32_t>("buffer indices")) read_indices(m, wide, n);
    }
    finish_part(m, part);
}

// Up to 1.8. Levels may be left out without a word, so the count is not relied on.
void read_old_levels(MeshFile& m, const Part& lod) {
    while (next_child(m, lod, {0x8100})) {
        const Part level(m, "level", false);
        m.in.read<float>(m.version >= MeshVersion::V141 ? "value" : "squared distance");
        while (next_child(m, level, {0x8110, 0x8120})) {
            if (next_id(m) == 0x8110) {
                read_manual(m, false);
                continue;
            }
            const Part part(m, "generated submesh", true);
            read_listed_indices(m, "index count");
            finish_part(m, part);
        }
        finish_part(m, level);
    }
}

void read_edge_group(MeshFile& m) {
    static const Layout edge{"edge",
                             25,
                             {{"triangles", Type::U32, 2, 0, 64},
                              {"vertices", Type::U32, 2, 64, 64},
                              {"shared vertices", Type::U32, 2, 128, 64},
                              {"degenerate", Type::Bool, 1, 192, 8}}};
    const Part part(m, "edge group", true);
    m.in.read<uint32_t>("vertex set");
    if (m.version > MeshVersion::V130) {
        m.in.read<uint32_t>("first triangle");
        m.in.read<uint32_t>("triangle count");
    }
    const auto edges = m.in.read<uint32_t>("edge count");
    if (edges) m.in.records("edges", m.doc.tree.add_layout(edge), edges);
    finish_part(m, part);
}

void read_edge_list(MeshFile& m) {
    static const Layout triangle{"triangle",
                                 48,
                                 {{"index set", Type::U32, 1, 0, 32},
                                  {"vertex set", Type::U32, 1, 32, 32},
                                  {"vertices", Type::U32, 3, 64, 96},
                                  {"shared vertices", Type::U32, 3, 160, 96},
                                  {"plane", Type::F32, 4, 256, 128}}};
    const Part part(m, "edge list", true);
    m.in.read<uint16_t>("level");
    if (!m.in.boolean("manual")) {
        if (m.version > MeshVersion::V130) m.in.boolean("closed");
        const auto triangles = m.in.read<uint32_t>("triangle count");
        m.in.read<uint32_t>("group count");
        if (triangles) m.in.records("triangles", m.doc.tree.add_layout(triangle), triangles);
        while (next_child(m, part, {0xB110})) read_edge_group(m);
    }
    finish_part(m, part);
}

}  // namespace

void read_lod(MeshFile& m) {
    const bool new_layout = m.version >= MeshVersion::V1100;
    const Part lod(m, "levels of detail", new_layout);
    if (m.version >= MeshVersion::V141) m.in.line("strategy");
    m.in.read<uint16_t>("levels");
    if (new_layout) {
        while (next_child(m, lod, {0x8110, 0x8120}))
            if (next_id(m) == 0x8110)
                read_manual(m, true);
            else
                read_generated(m);
    } else {
        m.in.boolean("manual");
        read_old_levels(m, lod);
    }
    finish_part(m, lod);
}

void read_edges(MeshFile& m) { read_list(m, "edge lists", true, 0xB100, read_edge_list); }

}  // namespace bonescope::ogre
