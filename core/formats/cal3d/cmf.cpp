#include "core/formats/cal3d/binary.h"
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"

namespace bonescope::cal3d {

namespace {

enum class Morphs : uint8_t { None, Ended, Counted };

struct Shape {
    const char* name;
    bool colors;
    Morphs morphs;
};
constexpr Shape shapes[] = {
    {"no colours, no morphs", false, Morphs::None},
    {"colours, morphs with an end mark", true, Morphs::Ended},
    {"no colours, counted morphs", false, Morphs::Counted},
    {"colours, counted morphs", true, Morphs::Counted},
    {"no colours, morphs with an end mark", false, Morphs::Ended},
    {"colours, no morphs", true, Morphs::None},
};

constexpr uint32_t header_size = 24, influence_size = 8, face_size = 12, spring_size = 16;
constexpr uint32_t most_uv_sets = 64;  // far beyond what any writer has

// The numbers at the head of a submesh, and the sizes that follow from them.
struct Head {
    int32_t slot = -1, lod_steps = 0;
    uint32_t vertices = 0, faces = 0, springs = 0, uv_sets = 0, morphs = 0;
    bool colors = false;

    uint32_t uv_size() const { return uv_sets * 8; }
    uint32_t to_collapse() const { return colors ? 36 : 24; }
    uint32_t to_influences() const { return to_collapse() + 8 + uv_size() + 4; }
    uint32_t smallest_vertex() const { return to_influences() + (springs ? 4 : 0); }
    uint32_t blend_size() const { return 28 + uv_size(); }
};

// ---- which layout ----

void walk_vertices(Walk& walk, const Head& head) {
    for (uint32_t i = 0; i < head.vertices; ++i) {
        walk.skip(head.to_collapse(), "vertex");
        const int32_t collapse = walk.number("collapse id");
        walk.expect(collapse >= -1 && static_cast<int64_t>(collapse) < head.vertices);
        walk.skip(4 + head.uv_size(), "vertex");
        const uint32_t influences = walk.count("influences");
        for (uint32_t k = 0; k < influences; ++k) {
            const int32_t bone = walk.number("bone");
            walk.expect(bone >= 0 && bone < 0x10000);
            walk.skip(4, "weight");
        }
        if (head.springs) walk.skip(4, "physical weight");
    }
}

void walk_morph(Walk& walk, const Head& head, Morphs morphs) {
    walk.text("morph name");
    if (morphs == Morphs::Counted) {
        walk.skip(uint64_t{walk.count("morph entries")} * head.blend_size(), "morph entries");
        return;
    }
    int64_t previous = -1;
    while (true) {
        const auto vertex = static_cast<uint32_t>(walk.number("vertex id"));
        if (vertex >= head.vertices) return;
        walk.expect(vertex > previous);
        previous = vertex;
        walk.skip(head.blend_size() - 4, "morph entry");
    }
}

void walk_faces(Walk& walk, const Head& head) {
    for (uint32_t i = 0; i < head.faces; ++i) {
        const byte* corners = walk.bytes(face_size, "faces");
        bool inside = true;
        for (uint32_t k = 0; k < 3; ++k) inside &= load<uint32_t>(corners + k * 4) < head.vertices;
        walk.expect(inside);
    }
}

void walk_submesh(Walk& walk, const Shape& shape) {
    Head head;
    head.colors = shape.colors;
    walk.number("material");
    head.vertices = walk.count("vertices");
    head.faces = walk.count("faces");
    walk.count("level-of-detail steps");
    head.springs = walk.count("springs");
    head.uv_sets = walk.count("uv sets");
    if (head.uv_sets > most_uv_sets) throw Fail{{walk.at() - 4, 4}, fmt::format("uv sets: found {}", head.uv_sets)};
    if (shape.morphs != Morphs::None) head.morphs = walk.count("morphs");
    walk_vertices(walk, head);
    walk.skip(uint64_t{head.springs} * spring_size, "springs");
    for (uint32_t i = 0; i < head.morphs; ++i) walk_morph(walk, head, shape.morphs);
    walk_faces(walk, head);
}

const Shape& choose_shape(Document& doc, int32_t version) {
    std::vector<Candidate> candidates;
    for (const Shape& shape : shapes) {
        const bool usual = version >= 1300    ? shape.morphs != Morphs::None
                           : is_rich(version) ? shape.colors && shape.morphs == Morphs::Ended
                                              : !shape.colors && shape.morphs == Morphs::None;
        candidates.push_back({shape.name, usual, [&shape](Walk& walk) {
                                  const uint32_t submeshes = walk.count("submeshes");
                                  for (uint32_t i = 0; i < submeshes; ++i) walk_submesh(walk, shape);
                              }});
    }
    return shapes[choose_layout(doc, candidates)];
}

// ---- submeshes ----

struct Parse {
    Document& doc;
    Reader in;
    Shape shape = shapes[0];

    explicit Parse(Document& d) : doc(d), in(d.file, d.tree) {}
};

// A submesh as far as it has been read.
struct Part {
    Head head;
    Submesh mesh;
    std::vector<Blend> blends;
};

void read_head(Parse& p, Part& part) {
    Head& head = part.head;
    head.colors = p.shape.colors;
    head.slot = p.in.read<int32_t>("material");
    part.mesh.where_slot = p.in.last();
    const auto vertices = p.in.read<int32_t>("vertices");
    const Bytes where = p.in.last();
    const auto faces = p.in.read<int32_t>("faces");
    const Bytes where_faces = p.in.last();
    head.lod_steps = p.in.read<int32_t>("level-of-detail steps");
    head.springs = read_count(p.in, "springs", spring_size);
    head.uv_sets = read_count(p.in, "uv sets", 0);
    if (head.uv_sets > most_uv_sets)
        p.in.fail(p.in.last(), fmt::format("uv sets: expected 0 to {}, found {} at offset {}", most_uv_sets,
                                           head.uv_sets, p.in.last().at));
    if (p.shape.morphs != Morphs::None) head.morphs = read_count(p.in, "morphs", 8);
    const auto refuse = [&](const char* what, int32_t found, Bytes place) {
        p.in.fail(place, fmt::format("{}: expected 0 or more, found {} at offset {}", what, found, place.at));
    };
    if (vertices < 0) refuse("vertices", vertices, where);
    if (faces < 0) refuse("faces", faces, where_faces);
    head.vertices = static_cast<uint32_t>(vertices);
    head.faces = static_cast<uint32_t>(faces);
    part.mesh.slot = head.slot;
    part.mesh.lod_steps = head.lod_steps;
}

Layout vertex_layout(const Head& head) {
    Layout layout{"vertex", 0, {}};
    uint32_t bit = 0;
    const auto add = [&](const char* name, Type type, uint8_t lanes) {
        layout.members.push_back({name, type, lanes, bit, lanes * 32u});
        bit += lanes * 32u;
    };
    add("position", Type::F32, 3);
    add("normal", Type::F32, 3);
    if (head.colors) add("colour", Type::F32, 3);
    add("collapse id", Type::I32, 1);
    add("face collapse count", Type::I32, 1);
    for (uint32_t i = 0; i < head.uv_sets; ++i) add("uv", Type::F32, 2);
    add("influences", Type::I32, 1);
    layout.repeated = {{"bone", Type::I32, 1, 0, 32}, {"weight", Type::F32, 1, 32, 32}};
    if (head.springs) layout.after = {{"physical weight", Type::F32, 1, 0, 32}};
    return layout;
}

// Lists where each vertex begins, and the end; returns how many are whole.
uint32_t list_vertices(Parse& p, const Head& head, uint32_t first) {
    const byte* file = p.doc.file.data();
    uint64_t at = p.in.at();
    const uint64_t size = p.doc.file.size();
    p.doc.lists.reserve(first + std::min<std::size_t>(head.vertices, p.in.left() / head.smallest_vertex()) + 1);
    uint32_t n = 0;
    for (; n < head.vertices && at + head.smallest_vertex() <= size; ++n) {
        const auto influences = load<int32_t>(file + at + head.to_influences() - 4);
        if (influences < 0) break;
        const uint64_t end = at + head.smallest_vertex() + uint64_t{static_cast<uint32_t>(influences)} * influence_size;
        if (end > size) break;
        p.doc.lists.push_back(static_cast<uint32_t>(at));
        at = end;
    }
    p.doc.lists.push_back(static_cast<uint32_t>(at));
    return n;
}

Column column_at(Column whole, uint32_t floats) {
    whole.at += floats * 4;
    return whole;
}

// Position, normal, colour, uv and physical weight, in rows of one size.
void copy_vertices(Parse& p, const Head& head, uint32_t starts, Submesh& mesh) {
    VertexSet& set = mesh.set;
    const uint32_t front = head.to_collapse() / 4, uv = head.uv_sets * 2, width = front + uv + (head.springs ? 1 : 0);
    const Column rows = add_column(p.doc, set.vertices, width);
    float* out = column_data(p.doc, rows);
    for (uint32_t v = 0; v < set.vertices; ++v, out += width) {
        const byte* at = p.doc.file.data() + p.doc.lists[starts + v];
        std::memcpy(out, at, std::size_t{front} * 4);
        std::memcpy(out + front, at + std::size_t{front} * 4 + 8, std::size_t{uv} * 4);
        if (head.springs) std::memcpy(out + front + uv, p.doc.file.data() + p.doc.lists[starts + v + 1] - 4, 4);
    }
    set.position = rows;
    set.normal = column_at(rows, 3);
    if (head.colors) mesh.color = column_at(rows, 6);
    for (uint32_t i = 0; i < head.uv_sets; ++i) set.uv.push_back(column_at(rows, front + i * 2));
    if (head.springs) set.physical = column_at(rows, front + uv);
}

void copy_influences(Parse& p, const Head& head, uint32_t starts, Influences& out, uint32_t vertices) {
    const uint32_t bytes = p.doc.lists[starts + vertices] - p.doc.lists[starts];
    const uint32_t all = (bytes - vertices * head.smallest_vertex()) / influence_size;
    out.first.reserve(vertices + 1);
    out.joint.reserve(all);
    out.weight.reserve(all);
    for (uint32_t v = 0; v < vertices; ++v) {
        out.first.push_back(static_cast<uint32_t>(out.joint.size()));
        const byte* at = p.doc.file.data() + p.doc.lists[starts + v] + head.to_influences();
        const auto n = load<uint32_t>(at - 4);
        for (uint32_t i = 0; i < n; ++i, at += influence_size) {
            out.joint.push_back(load<int32_t>(at));
            out.weight.push_back(load<float>(at + 4));
        }
    }
    out.first.push_back(static_cast<uint32_t>(out.joint.size()));
}

void copy_collapse(Parse& p, const Head& head, uint32_t starts, Submesh& mesh) {
    const uint32_t n = mesh.set.vertices;
    mesh.collapse = static_cast<uint32_t>(p.doc.lists.size());
    mesh.collapse_faces = mesh.collapse + n;
    p.doc.lists.resize(p.doc.lists.size() + std::size_t{n} * 2);
    for (uint32_t v = 0; v < n; ++v) {
        const byte* at = p.doc.file.data() + p.doc.lists[starts + v] + head.to_collapse();
        p.doc.lists[mesh.collapse + v] = load<uint32_t>(at);
        p.doc.lists[mesh.collapse_faces + v] = load<uint32_t>(at + 4);
    }
}

void read_vertices(Parse& p, Part& part) {
    const Head& head = part.head;
    VertexSet& set = part.mesh.set;
    const auto starts = static_cast<uint32_t>(p.doc.lists.size());
    set.vertices = list_vertices(p, head, starts);
    const uint32_t end = p.doc.lists.back();
    set.where = {p.in.at(), end - p.in.at()};
    p.in.varied("vertices", p.doc.tree.add_layout(vertex_layout(head)), set.vertices, set.where.size, starts);
    set.vertex.base = starts, set.vertex.stride = 1, set.vertex.listed = true;
    copy_vertices(p, head, starts, part.mesh);
    copy_influences(p, head, starts, set.influences, set.vertices);
    copy_collapse(p, head, starts, part.mesh);
    if (set.vertices == head.vertices) return;
    p.in.need(head.smallest_vertex(), "vertices");
    p.in.fail(
        {end + head.to_influences() - 4, 4},
        fmt::format("vertex {}: expected a number of influences that the {} bytes left have room for, found {} at "
                    "offset {}",
                    set.vertices, p.in.left(), load<int32_t>(p.doc.file.data() + end + head.to_influences() - 4),
                    end + head.to_influences() - 4));
}

void read_springs(Parse& p, const Part& part) {
    const uint32_t n = part.head.springs;
    if (n == 0) return;
    const uint16_t layout = p.doc.tree.add_layout({"spring",
                                                   spring_size,
                                                   {{"vertex 0", Type::I32, 1, 0, 32},
                                                    {"vertex 1", Type::I32, 1, 32, 32},
                                                    {"coefficient", Type::F32, 1, 64, 32},
                                                    {"rest length", Type::F32, 1, 96, 32}}});
    const byte* at = p.in.records("springs", layout, n);
    std::vector<Spring> springs;
    springs.reserve(n);
    for (uint32_t i = 0; i < n; ++i, at += spring_size)
        springs.push_back({load<int32_t>(at),
                           load<int32_t>(at + 4),
                           load<float>(at + 8),
                           load<float>(at + 12),
                           {p.in.last().at + i * spring_size, spring_size}});
    check_springs(p.doc, springs, part.head.vertices);
}

// ---- morphs ----

uint32_t count_until_end(const Parse& p, const Head& head) {
    uint32_t n = 0;
    while (uint64_t{n + 1} * head.blend_size() <= p.in.left() &&
           p.in.peek<uint32_t>(n * head.blend_size()) < head.vertices)
        ++n;
    return n;
}

void keep_blend(Parse& p, const Head& head, const byte* at, uint32_t n, Blend& blend) {
    const Column rows = add_column(p.doc, n, 6);
    float* out = column_data(p.doc, rows);
    blend.vertex.reserve(n);
    for (uint32_t i = 0; i < n; ++i, at += head.blend_size(), out += 6) {
        blend.vertex.push_back(load<uint32_t>(at));
        std::memcpy(out, at + 4, 24);
    }
    blend.position = rows;
    blend.normal = column_at(rows, 3);
}

Layout blend_layout(const Head& head) {
    Layout layout{"blend vertex", head.blend_size(), {}};
    layout.members = {
        {"vertex", Type::I32, 1, 0, 32}, {"position", Type::F32, 3, 32, 96}, {"normal", Type::F32, 3, 128, 96}};
    for (uint32_t i = 0; i < head.uv_sets; ++i) layout.members.push_back({"uv", Type::F32, 2, 224 + i * 64, 64});
    return layout;
}

void read_morph(Parse& p, Part& part) {
    Group group(p.in, "morph");
    const uint32_t from = p.in.at();
    Blend blend;
    blend.name = read_string(p.in, "name length", "name");
    group.label(blend.name);
    const bool counted = p.shape.morphs == Morphs::Counted;
    blend.absolute = !counted;
    const uint32_t n = counted ? read_count(p.in, "entries", part.head.blend_size()) : count_until_end(p, part.head);
    const byte* at = p.in.here();
    if (n) p.in.records("blend vertices", p.doc.tree.add_layout(blend_layout(part.head)), n);
    keep_blend(p, part.head, at, n, blend);
    blend.where = {from, p.in.at() - from};
    part.blends.push_back(std::move(blend));
    if (!counted) p.in.read<int32_t>("end mark");
}

void read_faces(Parse& p, Part& part) {
    Submesh& mesh = part.mesh;
    const uint32_t n = std::min(part.head.faces, p.in.left() / face_size);
    if (n) {
        const byte* at = p.in.array("faces", Type::I32, n, 3);
        mesh.faces = p.in.last();
        mesh.first = static_cast<uint32_t>(p.doc.lists.size());
        mesh.indices = n * 3;
        p.doc.lists.resize(p.doc.lists.size() + std::size_t{n} * 3);
        std::memcpy(p.doc.lists.data() + mesh.first, at, std::size_t{n} * face_size);
    }
    if (n < part.head.faces) p.in.need(uint64_t{part.head.faces - n} * face_size, "faces");
}

void keep(Parse& p, Part& part, uint32_t from) {
    if (part.mesh.set.position.empty()) return;
    part.mesh.winding_rule = true;
    part.mesh.where = {from, p.in.at() - from};
    const int set = add_submesh(p.doc, std::move(part.mesh));
    for (Blend& blend : part.blends) add_morph(p.doc, set, std::move(blend));
}

void read_submesh(Parse& p) {
    const Group group(p.in, "submesh");
    const uint32_t from = p.in.at();
    Part part;
    try {
        read_head(p, part);
        read_vertices(p, part);
        read_springs(p, part);
        for (uint32_t i = 0; i < part.head.morphs; ++i) read_morph(p, part);
        read_faces(p, part);
    } catch (const Fail&) {
        keep(p, part, from);
        throw;
    }
    keep(p, part, from);
}

void read_file(Parse& p) {
    const Group file(p.in, "file");
    p.shape = choose_shape(p.doc, read_header(p.in, p.doc));
    const uint32_t n = read_count(p.in, "submeshes", header_size);
    if (n == 0)
        p.doc.note(Severity::Warning,
                   fmt::format("submeshes: expected at least one, found none at offset {}", p.in.last().at),
                   p.in.last());
    for (uint32_t i = 0; i < n; ++i) read_submesh(p);
    note_rest(p.in, p.doc);
}

}  // namespace

bool is_cmf(std::span<const byte> file, std::string_view) { return has_magic(file, "CMF"); }

void parse_cmf(Document& doc) {
    Parse p(doc);
    try {
        read_file(p);
    } catch (...) {
        finish_meshes(doc);
        throw;
    }
    finish_meshes(doc);
}

}  // namespace bonescope::cal3d
