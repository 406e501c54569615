// .xmf: what vertices have is told by the elements that they hold, never by the counts.
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/xml_input.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::cal3d {
namespace {

constexpr uint32_t most_uv_sets = 8;

// What the vertices of a submesh hold, found in a first pass.
struct Content {
    uint32_t vertices = 0, faces = 0, influences = 0, uv_sets = 0, springs = 0, morphs = 0;
    bool color = false, collapse = false, physical = false;
};

void look_at_vertex(pugi::xml_node vertex, Content& out) {
    uint32_t uv = 0;
    for (const pugi::xml_node node : vertex.children()) {
        out.influences += is_named(node, "influence");
        uv += is_named(node, "texcoord");
        out.color = out.color || is_named(node, "color");
        out.collapse = out.collapse || is_named(node, "collapseid");
        out.physical = out.physical || is_named(node, "physique");
    }
    out.uv_sets = std::max(out.uv_sets, std::min(uv, most_uv_sets));
}

Content look_at(pugi::xml_node submesh) {
    Content out;
    for (const pugi::xml_node node : submesh.children()) {
        if (is_named(node, "vertex")) {
            ++out.vertices;
            look_at_vertex(node, out);
        }
        out.faces += is_named(node, "face");
        out.springs += is_named(node, "spring");
        out.morphs += is_named(node, "morph");
    }
    return out;
}

Column zeros(Document& doc, uint32_t rows, uint32_t width) {
    const Column column = add_column(doc, rows, width);
    std::fill_n(column_data(doc, column), std::size_t{rows} * width, 0.f);
    return column;
}

uint32_t add_list(Document& doc, uint32_t n, uint32_t value) {
    const auto first = static_cast<uint32_t>(doc.lists.size());
    doc.lists.insert(doc.lists.end(), n, value);
    return first;
}

void add_columns(Document& doc, const Content& content, Submesh& out) {
    const uint32_t n = content.vertices;
    out.set.vertices = n;
    out.set.position = zeros(doc, n, 3);
    out.set.normal = zeros(doc, n, 3);
    for (uint32_t i = 0; i < content.uv_sets; ++i) out.set.uv.push_back(zeros(doc, n, 2));
    if (content.color) out.color = zeros(doc, n, 3);
    if (content.physical) out.set.physical = zeros(doc, n, 1);
    out.set.vertex.base = add_list(doc, n, 0);
    out.set.vertex.listed = out.set.vertex.xml = true;
    if (content.collapse) {
        out.collapse = add_list(doc, n, none);
        out.collapse_faces = add_list(doc, n, 0);
    }
    Influences& influences = out.set.influences;
    influences.first.reserve(n + std::size_t{1});
    influences.first.push_back(0);
    influences.joint.reserve(content.influences);
    influences.weight.reserve(content.influences);
}

float* row_of(Document& doc, Column column, uint32_t row, uint32_t width) {
    return column_data(doc, column) + std::size_t{row} * width;
}

void read_influence(XmlInput& in, pugi::xml_node node, Influences& out) {
    const auto bone = in.integer(node, "id");
    if (!find_attribute(node, "id")) in.warn(node, "<INFLUENCE>: expected an attribute ID, found none");
    out.joint.push_back(bone.value_or(-1));
    out.weight.push_back(in.number(node));
}

// The vertices that lack a part: a broken exporter repeats itself for all of them.
struct Lacking {
    uint32_t position = 0, normal = 0, other = 0;
    pugi::xml_node first;
    void add(uint32_t& count, pugi::xml_node vertex) {
        if (position + normal + other == 0) first = vertex;
        ++count;
    }
};

struct VertexParts {
    bool position = false, normal = false;
    uint32_t uv = 0;
};

void read_part(XmlInput& in, pugi::xml_node node, Submesh& out, uint32_t row, VertexParts& seen) {
    Document& doc = in.doc();
    if (is_named(node, "pos")) {
        in.numbers(node, row_of(doc, out.set.position, row, 3), 3);
        seen.position = true;
    } else if (is_named(node, "norm")) {
        in.numbers(node, row_of(doc, out.set.normal, row, 3), 3);
        seen.normal = true;
    } else if (is_named(node, "texcoord")) {
        if (seen.uv < out.set.uv.size()) in.numbers(node, row_of(doc, out.set.uv[seen.uv], row, 2), 2);
        ++seen.uv;
    } else if (is_named(node, "influence")) {
        read_influence(in, node, out.set.influences);
    } else if (is_named(node, "color")) {
        in.numbers(node, row_of(doc, out.color, row, 3), 3);
    } else if (is_named(node, "collapseid")) {
        doc.lists[out.collapse + row] = static_cast<uint32_t>(in.integer(node).value_or(-1));
    } else if (is_named(node, "collapsecount")) {
        if (out.collapse_faces != none)
            doc.lists[out.collapse_faces + row] = static_cast<uint32_t>(std::max(in.integer(node).value_or(0), 0));
    } else if (is_named(node, "physique")) {
        in.numbers(node, row_of(doc, out.set.physical, row, 1), 1);
    }
}

void read_vertex(XmlInput& in, pugi::xml_node node, Submesh& out, uint32_t row, Lacking& lacking) {
    VertexParts seen;
    Influences& influences = out.set.influences;
    in.doc().lists[out.set.vertex.base + row] = in.file().offset(node);
    for (const pugi::xml_node part : node.children()) read_part(in, part, out, row, seen);
    influences.first.push_back(static_cast<uint32_t>(influences.joint.size()));
    if (!seen.position) lacking.add(lacking.position, node);
    if (!seen.normal) lacking.add(lacking.normal, node);
    if (seen.uv != out.set.uv.size()) lacking.add(lacking.other, node);
    in.count(node, "numinfluences", influences.first[row + 1] - influences.first[row]);
    const auto id = in.integer(node, "id");
    if (id && *id != static_cast<int64_t>(row))
        in.warn(node, fmt::format("<VERTEX>: expected ID {}, its place, found {}; the place counts", row, *id));
}

void read_vertices(XmlInput& in, pugi::xml_node submesh, Submesh& out) {
    Lacking lacking;
    uint32_t row = 0;
    for (const pugi::xml_node node : submesh.children())
        if (is_named(node, "vertex")) read_vertex(in, node, out, row++, lacking);
    if (lacking.first)
        in.warn(lacking.first,
                fmt::format("of {}, {} lack <POS>, {} <NORM>, {} some <TEXCOORD>: read as 0",
                            counted(row, "vertex", "vertices"), lacking.position, lacking.normal, lacking.other));
}

void read_faces(XmlInput& in, pugi::xml_node submesh, Submesh& out) {
    Document& doc = in.doc();
    out.first = static_cast<uint32_t>(doc.lists.size());
    for (const pugi::xml_node node : submesh.children()) {
        if (!is_named(node, "face")) continue;
        const pugi::xml_attribute corners = find_attribute(node, "vertexid");
        if (!corners) {
            in.warn(node, "<FACE>: expected an attribute VERTEXID, found none, it is left out");
            continue;
        }
        float corner[3] = {};
        in.numbers(node, corners, corner, 3);
        for (const float c : corner)
            doc.lists.push_back(std::abs(c) < 1e9f ? static_cast<uint32_t>(static_cast<int32_t>(c)) : none);
    }
    out.indices = static_cast<uint32_t>(doc.lists.size()) - out.first;
}

// ---- morphs ----

float* grow(std::vector<float>& list, std::size_t n) {
    list.resize(list.size() + n, 0.f);
    return list.data() + list.size() - n;
}

Column stored(Document& doc, const std::vector<float>& values) {
    const Column column = add_column(doc, static_cast<uint32_t>(values.size() / 3), 3);
    std::copy(values.begin(), values.end(), column_data(doc, column));
    return column;
}

// Nothing in the text tells positions from offsets, but positions lie near the vertex and offsets near nothing.
bool are_offsets(const Document& doc, int set, const std::vector<uint32_t>& vertex,
                 const std::vector<float>& position) {
    const VertexSet& base = doc.sets[static_cast<std::size_t>(set)];
    double from_vertex = 0, from_zero = 0;
    for (std::size_t i = 0; i < vertex.size(); ++i) {
        if (vertex[i] >= base.vertices) continue;
        const vec3 value(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
        from_vertex += glm::length(value - doc.triple(base.position, vertex[i]));
        from_zero += glm::length(value);
    }
    return from_zero < from_vertex;
}

void read_morph(XmlInput& in, pugi::xml_node node, int set, bool trunk) {
    Blend blend;
    blend.name = find_attribute(node, "name").value();
    blend.where = in.file().where(node);
    std::vector<float> position, normal;
    for (const pugi::xml_node entry : node.children()) {
        if (!is_named(entry, "blendvertex")) continue;
        const auto id = in.integer(entry, "vertexid");
        if (!id || *id < 0) {
            in.warn(entry, "<BLENDVERTEX>: expected a VERTEXID, it is left out");
            continue;
        }
        blend.vertex.push_back(static_cast<uint32_t>(*id));
        const vec3 p = in.child_vector<3>(entry, "position", vec3(0)), n = in.child_vector<3>(entry, "normal", vec3(0));
        std::copy_n(&p[0], 3, grow(position, 3));
        std::copy_n(&n[0], 3, grow(normal, 3));
    }
    in.count(node, "numblendverts", static_cast<uint32_t>(blend.vertex.size()));
    blend.absolute = !trunk || !are_offsets(in.doc(), set, blend.vertex, position);
    if (!blend.absolute)
        in.note(Severity::Info, {blend.where.at, 1},
                fmt::format("morph \"{}\": its values lie nearer to 0 than to the vertices, so they are offsets",
                            decode(blend.name)));
    blend.position = stored(in.doc(), position);
    blend.normal = stored(in.doc(), normal);
    add_morph(in.doc(), set, std::move(blend));
}

void check_counts(XmlInput& in, pugi::xml_node node, const Content& content) {
    in.count(node, "numvertices", content.vertices);
    in.count(node, "numfaces", content.faces);
    in.count(node, "numsprings", content.springs);
    in.count(node, "nummorphs", content.morphs);
    in.count(node, "numtexcoords", content.uv_sets);
}

void read_springs(XmlInput& in, pugi::xml_node submesh, uint32_t vertices) {
    std::vector<Spring> springs;
    for (const pugi::xml_node node : submesh.children()) {
        if (!is_named(node, "spring")) continue;
        float ends[2] = {-1, -1}, coefficient = 0, length = 0;
        if (const auto a = find_attribute(node, "vertexid")) in.numbers(node, a, ends, 2);
        if (const auto a = find_attribute(node, "coef")) in.numbers(node, a, &coefficient, 1);
        if (const auto a = find_attribute(node, "length")) in.numbers(node, a, &length, 1);
        const auto id = [](float v) { return std::abs(v) < 1e9f ? static_cast<int32_t>(v) : -1; };
        springs.push_back({id(ends[0]), id(ends[1]), coefficient, length, {in.file().offset(node), 1}});
    }
    check_springs(in.doc(), springs, vertices);
}

void read_submesh(XmlInput& in, pugi::xml_node node, bool trunk) {
    const Content content = look_at(node);
    Submesh out;
    out.where = out.set.where = in.file().where(node);
    out.slot = in.integer(node, "material").value_or(-1);
    if (const auto slot = find_attribute(node, "material")) out.where_slot = in.file().where(slot);
    if (!find_attribute(node, "material")) in.warn(node, "<SUBMESH>: expected an attribute MATERIAL, found none");
    out.lod_steps = in.integer(node, "numlodsteps").value_or(0);
    add_columns(in.doc(), content, out);
    read_vertices(in, node, out);
    read_faces(in, node, out);
    read_springs(in, node, content.vertices);
    check_counts(in, node, content);
    const int set = add_submesh(in.doc(), std::move(out));
    for (const pugi::xml_node morph : node.children())
        if (is_named(morph, "morph")) read_morph(in, morph, set, trunk);
}

// Parts that this version's own library neither writes nor reads.
void note_newer_parts(XmlInput& in, pugi::xml_node root) {
    const auto version = parse_int(in.doc().version);
    const bool has_them = !version || (*version >= 911 && *version <= 919) || *version >= 1300;
    if (has_them) return;
    for (const pugi::xml_node submesh : root.children())
        for (const pugi::xml_node node : submesh.children()) {
            const bool color = is_named(node, "vertex") && find_child(node, "color");
            if (!color && !is_named(node, "morph")) continue;
            return in.note(Severity::Info, {in.file().offset(node), 1},
                           fmt::format("version {} knows no {}: the number does not say what is in here",
                                       decode(in.doc().version), color ? "<COLOR>" : "<MORPH>"));
        }
}

}  // namespace

void parse_xmf(Document& doc) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"vertex", "face", "blendvertex"});
    XmlInput in(doc, file);
    if (const pugi::xml_node root = in.open("mesh", "XMF")) {
        const bool trunk = parse_int(doc.version).value_or(0) >= 1300;
        uint32_t submeshes = 0;
        for (const pugi::xml_node node : root.children()) {
            if (!is_named(node, "submesh")) continue;
            read_submesh(in, node, trunk);
            ++submeshes;
        }
        if (submeshes == 0) in.warn_missing(root, "submesh");
        in.count(root, "numsubmesh", submeshes);
        note_newer_parts(in, root);
        finish_meshes(doc);
    }
    in.finish();
}

}  // namespace bonescope::cal3d
