#include "core/far_places.h"
#include "core/formats/cal3d/build.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::cal3d {

namespace {

std::string title(const Document& doc) { return fmt::format("submesh {}", doc.meshes.size()); }

bool finite(vec3 v) { return v.x * 0.f + v.y * 0.f + v.z * 0.f == 0; }

struct Few {
    uint32_t count = 0, first = none;

    void add(uint32_t item) {
        ++count;
        first = std::min(first, item);
    }
};

void check_vertices(Document& doc, const VertexSet& set) {
    Few broken;
    for (uint32_t v = 0; v < set.vertices; ++v)
        if (!finite(doc.triple(set.position, v)) || !finite(doc.triple(set.normal, v))) broken.add(v);
    if (broken.count)
        doc.note(Severity::Warning,
                 fmt::format("{}: {} {} a position or normal that is not finite; the first is vertex {}", title(doc),
                             counted(broken.count, "vertex", "vertices"), verb(broken.count, "has", "have"),
                             broken.first),
                 vertex_bytes(doc, set, broken.first));
}

// No list of materials is longer.
constexpr int most_slots = 4096;

void check_slot(Document& doc, const Submesh& mesh) {
    if (mesh.slot >= -1 && mesh.slot < most_slots) return;
    doc.note(Severity::Warning,
             fmt::format("{}: material: expected -1 or a place from 0 to {}, found {} at offset {}", title(doc),
                         most_slots - 1, mesh.slot, mesh.where_slot.at),
             mesh.where_slot);
}

void check_corners(Document& doc, const Submesh& mesh) {
    uint32_t outside = 0, first = 0;
    for (uint32_t i = 0; i < mesh.indices; ++i)
        if (doc.lists[mesh.first + i] >= mesh.set.vertices && outside++ == 0) first = i;
    if (outside == 0) return;
    doc.note(Severity::Warning,
             fmt::format("{}: {} of faces {} no vertex, the first is corner {} of face {}: expected a number below {}, "
                         "found {}",
                         title(doc), counted(outside, "corner"), verb(outside, "names", "name"), first % 3, first / 3,
                         mesh.set.vertices, static_cast<int32_t>(doc.lists[mesh.first + first])),
             mesh.faces.size ? Bytes{mesh.faces.at + first * 4, 4} : mesh.where);
}

// The library turns all faces of a binary submesh when the first one looks away from its first vertex's normal.
bool looks_away(const Document& doc, const Submesh& mesh) {
    if (!mesh.winding_rule || mesh.indices < 3) return false;
    const uint32_t* corner = doc.lists.data() + mesh.first;
    if (std::any_of(corner, corner + 3, [&](uint32_t i) { return i >= mesh.set.vertices; })) return false;
    const vec3 a = doc.triple(mesh.set.position, corner[0]), b = doc.triple(mesh.set.position, corner[1]),
               c = doc.triple(mesh.set.position, corner[2]);
    return glm::dot(glm::cross(b - a, c - a), doc.triple(mesh.set.normal, corner[0])) < 0;
}

uint32_t add_colors(Document& doc, const Submesh& mesh) {
    if (mesh.color.empty() || mesh.set.vertices == 0) return none;
    bool black = true;
    for (uint32_t v = 0; v < mesh.set.vertices && black; ++v) black = doc.triple(mesh.color, v) == vec3(0);
    if (black) {
        doc.note(Severity::Info, fmt::format("{}: all vertex colours are black; taken as none", title(doc)),
                 mesh.set.where);
        return none;
    }
    const auto first = static_cast<uint32_t>(doc.lists.size());
    const auto part = [](float x) { return static_cast<uint32_t>(x > 0 ? std::min(x, 1.f) * 255 + 0.5f : 0.f); };
    for (uint32_t v = 0; v < mesh.set.vertices; ++v) {
        const vec3 c = doc.triple(mesh.color, v);
        doc.lists.push_back(0xFF00'0000u | part(c.z) << 16 | part(c.y) << 8 | part(c.x));
    }
    return first;
}

// Also of the vertices that no step takes away: the numbers are there for all.
void check_collapse_ids(Document& doc, const Submesh& mesh) {
    if (mesh.collapse == none) return;
    Few outside;
    const uint32_t n = mesh.set.vertices;
    for (uint32_t v = 0; v < n; ++v)
        if (const uint32_t to = doc.lists[mesh.collapse + v]; to != none && to >= n) outside.add(v);
    if (outside.count)
        doc.note(
            Severity::Warning,
            fmt::format("{}: {} {} to vertices that are not there; the first is vertex {}: expected -1 or a number "
                        "below {}, found {}",
                        title(doc), counted(outside.count, "vertex", "vertices"),
                        verb(outside.count, "collapses", "collapse"), outside.first, n,
                        static_cast<int32_t>(doc.lists[mesh.collapse + outside.first])),
            vertex_bytes(doc, mesh.set, outside.first));
}

// Where the vertices that go are led to. The library follows them for ever when they lead back to themselves.
void check_collapse(Document& doc, const Submesh& mesh, uint32_t steps) {
    const uint32_t n = mesh.set.vertices, stay = n - steps;
    Few nowhere, circles;
    std::vector<uint32_t> seen(n, none);  // by vertex: the start whose walk came through first
    const auto goes = [&](uint32_t vertex) { return vertex < n && vertex >= stay; };
    for (uint32_t start = stay; start < n; ++start) {
        uint32_t at = start;
        for (; goes(at) && seen[at] == none; at = doc.lists[mesh.collapse + at]) seen[at] = start;
        if (goes(at) && seen[at] == start) circles.add(at);
        if (doc.lists[mesh.collapse + start] == none) nowhere.add(start);
    }
    const auto note = [&](Severity severity, const Few& few, const char* what) {
        if (few.count)
            doc.note(severity,
                     fmt::format("{}: {} of {} that {} {}; the first is vertex {}", title(doc), few.count,
                                 counted(steps, "vertex", "vertices"), verb(steps, "collapses", "collapse"), what,
                                 few.first),
                     vertex_bytes(doc, mesh.set, few.first));
    };
    note(Severity::Info, nowhere, "lead nowhere (-1)");
    note(Severity::Warning, circles, "begin a circle");
}

LodSteps lod_of(Document& doc, const Submesh& mesh) {
    LodSteps lod;
    if (mesh.lod_steps == 0 || mesh.collapse == none) return lod;
    if (mesh.lod_steps < 0 || static_cast<uint32_t>(mesh.lod_steps) > mesh.set.vertices)
        doc.note(Severity::Warning,
                 fmt::format("{}: level-of-detail steps: expected 0 to {}, found {}", title(doc), mesh.set.vertices,
                             mesh.lod_steps),
                 mesh.where);
    if (mesh.lod_steps < 0) return lod;
    lod.steps = std::min(static_cast<uint32_t>(mesh.lod_steps), mesh.set.vertices);
    lod.collapse = mesh.collapse;
    lod.faces = mesh.collapse_faces;
    check_collapse(doc, mesh, lod.steps);
    return lod;
}

}  // namespace

void check_springs(Document& doc, std::span<const Spring> springs, uint32_t vertices) {
    std::vector<float> lengths;
    for (const Spring& spring : springs) lengths.push_back(std::abs(spring.length));
    const float longest = farthest_meant(std::move(lengths));
    const auto n = static_cast<int64_t>(vertices);
    const auto is_vertex = [&](int32_t v) { return v >= 0 && v < n; };
    Few loose, strange, far;
    for (uint32_t i = 0; i < springs.size(); ++i) {
        const Spring& spring = springs[i];
        if (!is_vertex(spring.from) || !is_vertex(spring.to)) loose.add(i);
        if (!std::isfinite(spring.coefficient)) strange.add(i);
        if (!(spring.length >= 0 && spring.length <= longest)) far.add(i);
    }
    const auto note = [&](const Few& few, const char* one, const char* many, const std::string& expected) {
        if (few.count)
            doc.note(Severity::Warning,
                     fmt::format("{}: {} {}; the first is spring {}: {} at offset {}", title(doc),
                                 counted(few.count, "spring"), verb(few.count, one, many), few.first, expected,
                                 springs[few.first].where.at),
                     springs[few.first].where);
    };
    if (loose.count)
        note(loose, "holds vertices that are not there", "hold vertices that are not there",
             fmt::format("expected numbers below {}, found {} and {}", vertices, springs[loose.first].from,
                         springs[loose.first].to));
    if (strange.count)
        note(strange, "has a coefficient that is not finite", "have a coefficient that is not finite",
             fmt::format("found {}", springs[strange.first].coefficient));
    if (far.count)
        note(far, "has a rest length that cannot be", "have a rest length that cannot be",
             fmt::format("expected 0 to {:g}, found {:g}", longest, springs[far.first].length));
}

int add_submesh(Document& doc, Submesh&& stored) {
    check_slot(doc, stored);
    check_vertices(doc, stored.set);
    check_collapse_ids(doc, stored);
    check_corners(doc, stored);
    Mesh mesh;
    mesh.slot = stored.slot;
    mesh.flipped = looks_away(doc, stored);
    mesh.set = static_cast<int>(doc.sets.size());
    mesh.first = stored.first;
    mesh.indices = stored.indices;
    if (mesh.indices == 0) mesh.primitive = Primitive::Points;  // of triangles, no corners would mean all vertices
    mesh.where = stored.where;
    stored.set.color = add_colors(doc, stored);
    stored.set.lod = lod_of(doc, stored);
    doc.sets.push_back(std::move(stored.set));
    doc.meshes.push_back(std::move(mesh));
    return static_cast<int>(doc.sets.size()) - 1;
}

void add_morph(Document& doc, int set, Blend&& blend) {
    const VertexSet& base = doc.sets[static_cast<std::size_t>(set)];
    const auto row_of = [&](Column column, std::size_t i) {
        return column.empty() ? nullptr : column_data(doc, column) + i * (column.step / sizeof(float));
    };
    uint32_t outside = 0;
    for (std::size_t i = 0; i < blend.vertex.size(); ++i) {
        const uint32_t v = blend.vertex[i];
        outside += v >= base.vertices;
        if (v >= base.vertices) continue;
        float* offset = row_of(blend.position, i);
        float* normal = row_of(blend.normal, i);
        const vec3 from = doc.triple(base.position, v), facing = doc.triple(base.normal, v);
        for (int lane = 0; lane < 3; ++lane) {
            if (blend.absolute) offset[lane] -= from[lane];
            if (normal && !blend.absolute) normal[lane] += facing[lane];  // the model wants directions
        }
    }
    if (outside)
        doc.note(Severity::Warning,
                 fmt::format("morph \"{}\": {} {} vertices that are not there: expected numbers below {}",
                             decode(blend.name), counted(outside, "entry", "entries"), verb(outside, "names", "name"),
                             base.vertices),
                 blend.where);
    Morph morph;
    morph.name = std::move(blend.name);
    morph.set = set;
    morph.vertex = std::move(blend.vertex);
    morph.offset = blend.position;
    morph.normal = blend.normal;
    morph.where = blend.where;
    doc.morphs.push_back(std::move(morph));
}

void finish_meshes(Document& doc) {
    const std::string name = own_name(doc);
    for (std::size_t i = 0; i < doc.meshes.size(); ++i) {
        Mesh& mesh = doc.meshes[i];
        mesh.name = doc.meshes.size() == 1 ? name : fmt::format("{} {}", name, i);
        doc.sets[static_cast<std::size_t>(mesh.set)].name = mesh.name;
    }
}

}  // namespace bonescope::cal3d
