// The frame of a .mesh file: header, mesh chunk, submeshes and the small chunks beside them.
#include "core/formats/ogre/chunks.h"
#include "core/formats/ogre/mesh_file.h"
#include "core/formats/ogre/ogre.h"
#include "core/text.h"
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

bool has_header(std::span<const byte> file) {
    return file.size() >= 2 && (load<uint16_t>(file.data()) == 0x1000 || load<uint16_t>(file.data(), true) == 0x1000);
}

MeshVersion known_version(MeshFile& m, const std::string& text) {
    static const std::pair<const char*, MeshVersion> known[] = {
        {"1.10", MeshVersion::V110},  {"1.20", MeshVersion::V120}, {"1.30", MeshVersion::V130},
        {"1.40", MeshVersion::V140},  {"1.41", MeshVersion::V141}, {"1.8", MeshVersion::V180},
        {"1.100", MeshVersion::V1100}};
    for (const auto& [number, version] : known)
        if (text == fmt::format("[MeshSerializer_v{}]", number)) return version;
    m.doc.note(
        Severity::Warning,
        fmt::format("unknown version \"{}\": expected [MeshSerializer_v1.10] to [MeshSerializer_v1.100]; read as "
                    "1.100",
                    decode(text)),
        m.in.last());
    return MeshVersion::V1100;
}

// Ogre-Next stores its meshes differently under the same name. Its outer chunks are walked, nothing is guessed.
void refuse_next(MeshFile& m) {
    m.doc.note(
        Severity::Error,
        fmt::format("Ogre-Next v2 mesh ({}): not supported; convert it with OgreMeshTool -v1", decode(m.doc.version)),
        m.in.last());
    while (m.in.left() >= 6) {
        const auto length = m.in.peek<uint32_t>(2);
        if (length < 6 || length > m.in.left()) break;
        const Part part(m, "chunk", true);
        if (length > 6) m.in.raw("data", length - 6);
    }
}

void read_operation(MeshFile& m, Mesh& mesh) {
    static const Primitive kinds[] = {Primitive::Triangles,  Primitive::Points,    Primitive::Lines,
                                      Primitive::LineStrip,  Primitive::Triangles, Primitive::TriangleStrip,
                                      Primitive::TriangleFan};
    const Part part(m, "operation", true);
    const auto stored = m.in.read<uint16_t>("type");
    const unsigned kind = stored & ~64u;
    if (kind < 1 || kind > 6)
        m.doc.note(
            Severity::Warning,
            fmt::format("operation type {}: expected 1 to 6, with or without 64; drawn as a triangle list", stored),
            m.in.last());
    else
        mesh.primitive = kinds[kind];
    if (stored & 64) {
        mesh.primitive = Primitive::Points;
        m.doc.note(Severity::Warning, "indices with adjacency are drawn as points", m.in.last());
    }
    finish_part(m, part);
}

void read_texture_alias(MeshFile& m) {
    const Part part(m, "texture alias", true);
    m.in.line("alias");
    m.in.line("texture");
    finish_part(m, part);
}

// The submesh's geometry must follow its indices directly.
void read_own_geometry(MeshFile& m, Mesh& mesh) {
    if (next_id(m) != 0x5000) {
        m.doc.note(Severity::Warning,
                   fmt::format("submesh {}: expected its geometry (0x5000) at offset {}, found none",
                               m.doc.meshes.size() - 1, m.in.at()),
                   {m.in.at(), 0});
        return;
    }
    mesh.set = static_cast<int>(m.doc.sets.size());
    read_geometry(m);
}

void read_submesh_assignments(MeshFile& m, int set) {
    const Run run = read_assignments(m, 0x4100);
    if (set >= 0) return m.geometries[static_cast<std::size_t>(set)].assignments.push_back(run);
    m.doc.note(Severity::Warning,
               fmt::format("submesh {} has bone assignments but no geometry of its own: they are left out",
                           m.doc.meshes.size() - 1),
               {run.at, run.count * 16});
}

void read_submesh_head(MeshFile& m, Part& part, Mesh& mesh, SubmeshParts& parts) {
    mesh.material = m.in.line("material");
    part.group.label(mesh.material);
    parts.shared = m.in.boolean("use shared vertices");
    const auto count = m.in.read<uint32_t>("index count");
    const bool wide = m.in.boolean("indexes 32 bit");
    parts.index_size = wide ? 4 : 2;
    mesh.first = static_cast<uint32_t>(m.doc.lists.size());
    if (count == 0) return;
    const byte* from = read_indices(m, wide, count);
    parts.indices = m.in.last();
    mesh.indices = count;
    m.doc.lists.resize(m.doc.lists.size() + count);
    uint32_t* to = m.doc.lists.data() + mesh.first;
    for (uint32_t i = 0; i < count; ++i)
        to[i] = wide ? load<uint32_t>(from + std::size_t{i} * 4, m.in.big())
                     : load<uint16_t>(from + std::size_t{i} * 2, m.in.big());
}

void read_submesh(MeshFile& m) {
    Part part(m, "submesh", m.version >= MeshVersion::V1100);
    const std::size_t index = m.doc.meshes.size();
    m.doc.meshes.emplace_back();
    m.submeshes.emplace_back();
    m.doc.meshes[index].where = {part.head.at, 6};
    read_submesh_head(m, part, m.doc.meshes[index], m.submeshes[index]);
    if (!m.submeshes[index].shared) read_own_geometry(m, m.doc.meshes[index]);
    while (next_child(m, part, {0x4010, 0x4100, 0x4200})) {
        const uint16_t id = next_id(m);
        if (id == 0x4010) read_operation(m, m.doc.meshes[index]);
        if (id == 0x4100) read_submesh_assignments(m, m.submeshes[index].shared ? -1 : m.doc.meshes[index].set);
        if (id == 0x4200) read_texture_alias(m);
    }
    finish_part(m, part);
    m.doc.meshes[index].where = {part.head.at, m.in.at() - part.head.at};
}

void read_shared_geometry(MeshFile& m) {
    if (m.shared >= 0)
        m.doc.note(Severity::Warning, "a second shared geometry: the first one is used", {m.in.at(), 6});
    else
        m.shared = static_cast<int>(m.doc.sets.size());
    read_geometry(m);
}

void read_skeleton_link(MeshFile& m) {
    const Part part(m, "skeleton link", true);
    const std::string name = m.in.line("skeleton");
    if (m.doc.skeleton_link.empty())
        m.doc.skeleton_link = name;
    else
        m.doc.note(Severity::Warning,
                   fmt::format("a second skeleton link, \"{}\": the first one is used", decode(name)), m.in.last());
    finish_part(m, part);
}

void read_bounds(MeshFile& m) {
    const Part part(m, "bounds", true);
    StoredBounds bounds;
    bounds.low = read_vec3(m.in, "minimum");
    bounds.high = read_vec3(m.in, "maximum");
    bounds.where = {m.in.last().at - 12, 24};
    m.in.read<float>("radius");
    m.bounds.push_back(bounds);
    finish_part(m, part);
}

void read_name(MeshFile& m) {
    Part part(m, "submesh name", true);
    SubmeshName name;
    name.submesh = m.in.read<uint16_t>("submesh");
    name.where = m.in.last();
    name.name = m.in.line("name");
    part.group.label(name.name);
    m.names.push_back(std::move(name));
    finish_part(m, part);
}

void read_extremes(MeshFile& m) {
    const Part part(m, "extremes", true);
    m.in.read<uint16_t>("submesh");
    const uint64_t body = part.end() > m.in.at() ? part.end() - m.in.at() : 0;
    if (const auto points = static_cast<uint32_t>(body / 12)) m.in.array("points", Type::F32, points, 3);
    finish_part(m, part);
}

void read_child(MeshFile& m, uint16_t id) {
    switch (id) {
    case 0x4000:
        return read_submesh(m);
    case 0x5000:
        return read_shared_geometry(m);
    case 0x6000:
        return read_skeleton_link(m);
    case 0x7000:
        return m.shared_assignments.push_back(read_assignments(m, id));
    case 0x8000:
        return read_lod(m);
    case 0x9000:
        return read_bounds(m);
    case 0xA000:
        return read_list(m, "submesh names", true, 0xA100, read_name);
    case 0xB000:
        return read_edges(m);
    case 0xC000:
        return read_poses(m);
    case 0xD000:
        return read_animations(m);
    default:
        return read_extremes(m);
    }
}

// The length of the mesh chunk is wrong in all but the newest version, so its children go on as long as there are any.
void read_mesh(MeshFile& m) {
    const Part part(m, "mesh", false);
    m.in.boolean("skeletally animated");
    for (;;) {
        while (next_child(m, part,
                          {0x4000, 0x5000, 0x6000, 0x7000, 0x8000, 0x9000, 0xA000, 0xB000, 0xC000, 0xD000, 0xE000}))
            read_child(m, next_id(m));
        if (m.in.left() < 6 || next_id(m) == 0x3000 || !skip_chunk(m, "unknown chunk", Severity::Warning)) break;
    }
    finish_part(m, part);
}

void read_top(MeshFile& m) {
    bool found = false;
    while (m.in.left() >= 6) {
        const uint16_t id = next_id(m);
        const bool leftover = id == 0x2000 || id == 0x2200;  // materials of files older than 1.1
        if (id == 0x3000 && !found) {
            found = true;
            read_mesh(m);
        } else if (!skip_chunk(m, leftover ? "old material chunk" : "unknown chunk",
                               leftover ? Severity::Info : Severity::Warning)) {
            break;
        }
    }
    note_rest(m.in, m.doc);
    if (!found)
        m.in.fail({m.in.at(), 0},
                  fmt::format("expected a mesh chunk (0x3000), found the end of the file at offset {}", m.in.at()));
}

}  // namespace

bool is_mesh(std::span<const byte> file, std::string_view name) {
    const std::string_view version = version_of(file);
    if (version.find("MeshSerializer") != std::string_view::npos) return true;
    return has_header(file) && name.ends_with(".mesh") && version.find("Serializer_v") == std::string_view::npos;
}

const byte* read_indices(MeshFile& m, bool wide, uint32_t count) {
    return m.in.array("indices", wide ? Type::U32 : Type::U16, count);
}

void parse_mesh(Document& doc) {
    MeshFile m(doc);
    const Group file(m.in, "file");
    try {
        read_file_header(m.in, doc);
        if (doc.version.starts_with("[MeshSerializer_v2.")) return refuse_next(m);
        m.version = known_version(m, doc.version);
        read_top(m);
    } catch (const Fail&) {
        finish_mesh(m);
        throw;
    }
    finish_mesh(m);
}

}  // namespace bonescope::ogre
