// Vertex data: declaration and buffers of 1.30 and later, the plain arrays of 1.10 and 1.20.
#include "core/formats/ogre/mesh_file.h"
#include "core/formats/ogre/vertex_element.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

// Files with more kinds of vertices than this are hostile; theirs stay plain bytes in the tree.
constexpr std::size_t most_layouts = 1000;

Layout vertex_layout(const Geometry& geometry, uint16_t source, uint32_t stride) {
    Layout layout{"vertex", stride, {}};
    for (const Element& element : geometry.elements) {
        const ElementType* type = element_type(element.type);
        if (element.source != source || !type || element.offset + uint32_t{type->size} > stride) continue;
        const char* name = semantic_name(element.semantic, element.index);
        if (type->packing == Packing::Packed1010102) {
            const uint32_t bit = element.offset * 8u;
            layout.members.push_back({name, Type::U32, 1, bit, 10});
            layout.members.push_back({name, Type::U32, 1, bit + 10, 10});
            layout.members.push_back({name, Type::U32, 1, bit + 20, 10});
            layout.members.push_back({name, Type::U32, 1, bit + 30, 2});
            continue;
        }
        layout.members.push_back({name, type->type, type->lanes, element.offset * 8u, type->size * 8u});
    }
    std::stable_sort(layout.members.begin(), layout.members.end(),
                     [](const Member& a, const Member& b) { return a.bit_at < b.bit_at; });
    if (layout.members.empty()) layout.members.push_back({"bytes", Type::Raw, 1, 0, stride * 8u});
    return layout;
}

void read_declaration(MeshFile& m, Geometry& geometry) {
    const Part part(m, "vertex declaration", true);
    while (next_child(m, part, {0x5110})) {
        Part entry(m, "element", true);
        Element element;
        element.where = {entry.head.at, 16};
        element.source = m.in.read<uint16_t>("source");
        element.type = m.in.read<uint16_t>("type");
        element.semantic = m.in.read<uint16_t>("semantic");
        element.offset = m.in.read<uint16_t>("offset");
        element.index = m.in.read<uint16_t>("index");
        const ElementType* type = element_type(element.type);
        entry.group.label(
            fmt::format("{} {}", semantic_name(element.semantic, element.index), type ? type->name : "unknown"));
        geometry.elements.push_back(element);
        finish_part(m, entry);
    }
    finish_part(m, part);
}

void read_vertices(MeshFile& m, Geometry& geometry, VertexBuffer& buffer) {
    const Part part(m, "vertex data", true);
    const uint64_t size = uint64_t{geometry.declared} * buffer.stride;
    m.in.need(size, "vertices");
    buffer.at = m.in.at();
    if (size && m.doc.tree.layouts.size() < most_layouts)
        m.in.records("vertices", m.doc.tree.add_layout(vertex_layout(geometry, buffer.source, buffer.stride)),
                     geometry.declared);
    else if (size)
        m.in.raw("vertices", static_cast<uint32_t>(size));
    geometry.buffers.push_back(buffer);
    finish_part(m, part);
}

void read_buffer(MeshFile& m, Geometry& geometry) {
    const Part part(m, "vertex buffer", true);
    VertexBuffer buffer;
    buffer.source = m.in.read<uint16_t>("bind index");
    buffer.stride = m.in.read<uint16_t>("vertex size");
    if (next_child(m, part, {0x5210}))
        read_vertices(m, geometry, buffer);
    else
        m.doc.note(Severity::Warning,
                   fmt::format("vertex buffer {}: expected its data (0x5210) at offset {}, found none", buffer.source,
                               m.in.at()),
                   {part.head.at, 6});
    finish_part(m, part);
}

// Where an element's values lie.
struct Placed {
    const ElementType* type = nullptr;
    uint32_t at = 0, stride = 0;
};

uint32_t numbers_in(const ElementType& type) { return type.packing == Packing::Packed1010102 ? 4u : type.lanes; }

std::string why_unusable(const Geometry& geometry, const Element& element, uint32_t least, Placed& out) {
    const ElementType* type = element_type(element.type);
    if (!type) return fmt::format("unknown type {}", element.type);
    if (numbers_in(*type) < least) return fmt::format("type {} has fewer than {} numbers", type->name, least);
    const auto buffer = std::find_if(geometry.buffers.begin(), geometry.buffers.end(),
                                     [&](const VertexBuffer& b) { return b.source == element.source; });
    if (buffer == geometry.buffers.end()) return fmt::format("there is no vertex buffer {}", element.source);
    if (element.offset + uint32_t{type->size} > buffer->stride)
        return fmt::format("it ends at byte {} of a vertex of {} bytes", element.offset + type->size, buffer->stride);
    out = {type, buffer->at + element.offset, buffer->stride};
    return {};
}

// The first element of a meaning; type null when there is none that can be used.
Placed place(MeshFile& m, const Geometry& geometry, uint16_t semantic, uint16_t index, uint32_t least) {
    Placed placed;
    for (const Element& element : geometry.elements) {
        if (element.semantic != semantic || element.index != index) continue;
        const std::string why = why_unusable(geometry, element, least, placed);
        if (!why.empty())
            if (auto* text = m.odd(Odd::Element, Severity::Warning, element.where, semantic))
                *text = fmt::format("{} cannot be read: {}", semantic_name(semantic, index), why);
        break;
    }
    return placed;
}

Column column_of(MeshFile& m, const Placed& placed, uint32_t rows, uint32_t width) {
    if (!placed.type || rows == 0) return {};
    if (placed.type->type == Type::F32 && placed.type->lanes >= width && !m.in.big())
        return {placed.at, placed.stride & 0x7FFF'FFFFu, 0};
    const Column column = add_column(m.doc, rows, width);
    float* to = column_data(m.doc, column);
    const byte* from = m.in.file().data() + placed.at;
    for (uint32_t row = 0; row < rows; ++row, to += width, from += placed.stride) {
        float lanes[4];
        decode_element(*placed.type, from, m.in.big(), lanes);
        std::copy_n(lanes, width, to);
    }
    return column;
}

void fill_colors(MeshFile& m, const Placed& placed, VertexSet& set) {
    if (!placed.type || set.vertices == 0) return;
    set.color = static_cast<uint32_t>(m.doc.lists.size());
    m.doc.lists.resize(m.doc.lists.size() + set.vertices);
    const byte* from = m.in.file().data() + placed.at;
    for (uint32_t i = 0; i < set.vertices; ++i, from += placed.stride)
        m.doc.lists[set.color + i] = decode_color(*placed.type, from, m.in.big());
}

void add_blend(Influences& out, uint32_t lanes, const float* indices, const float* weights) {
    for (uint32_t i = 0; i < lanes; ++i) {
        if (weights[i] == 0) continue;
        out.joint.push_back(indices[i] >= 0 && indices[i] < 65536 ? static_cast<int32_t>(indices[i]) : -1);
        out.weight.push_back(weights[i]);
    }
    out.first.push_back(static_cast<uint32_t>(out.joint.size()));
}

void fill_from_blend_elements(MeshFile& m, const Geometry& geometry, VertexSet& set) {
    const Placed indices = place(m, geometry, SemanticIndices, 0, 1);
    if (!indices.type || set.vertices == 0) return;
    const Placed weights = place(m, geometry, SemanticWeights, 0, 1);
    const uint32_t lanes = weights.type ? std::min(numbers_in(*indices.type), numbers_in(*weights.type)) : 1u;
    set.influences.first.push_back(0);
    for (uint32_t v = 0; v < set.vertices; ++v) {
        float index[4], weight[4] = {1, 0, 0, 0};
        const byte* file = m.in.file().data();
        decode_element(*indices.type, file + indices.at + std::size_t{v} * indices.stride, m.in.big(), index);
        if (weights.type)
            decode_element(*weights.type, file + weights.at + std::size_t{v} * weights.stride, m.in.big(), weight);
        add_blend(set.influences, lanes, index, weight);
    }
    m.doc.note(Severity::Warning,
               "no bone assignments: the blend indices and weights of the vertices are used, indices taken as bone "
               "handles",
               set.where);
}

struct Assignment {
    uint32_t vertex, at;
};

std::vector<Assignment> assignments_by_vertex(MeshFile& m, const Geometry& geometry, uint32_t vertices, bool& sorted) {
    std::vector<Assignment> list;
    sorted = geometry.assignments.size() == 1;
    for (const Run& run : geometry.assignments)
        for (uint32_t i = 0; i < run.count; ++i) {
            const uint32_t at = run.at + i * 16;
            const auto vertex = load<uint32_t>(m.in.file().data() + at + 6, m.in.big());
            if (vertex < vertices) {
                sorted = sorted && (list.empty() || vertex >= list.back().vertex);
                list.push_back({vertex, at});
                continue;
            }
            sorted = false;
            if (auto* text = m.odd(Odd::AssignedVertex, Severity::Warning, {at, 16}))
                *text = fmt::format("bone assignment for vertex {} at offset {}: expected less than {}", vertex, at,
                                    vertices);
        }
    if (!sorted)
        std::stable_sort(list.begin(), list.end(), [](Assignment a, Assignment b) { return a.vertex < b.vertex; });
    return list;
}

}  // namespace

void read_geometry(MeshFile& m) {
    if (m.version <= MeshVersion::V120) return read_old_geometry(m);
    const Part part(m, "geometry", true);
    const std::size_t set = m.doc.sets.size();
    m.doc.sets.emplace_back();
    Geometry& geometry = m.geometries.emplace_back();
    m.doc.sets[set].where = {part.head.at, 6};
    geometry.declared = m.in.read<uint32_t>("vertex count");
    while (next_child(m, part, {0x5100, 0x5200}))
        if (next_id(m) == 0x5100)
            read_declaration(m, geometry);
        else
            read_buffer(m, geometry);
    m.doc.sets[set].where.size = m.in.at() - part.head.at;
    finish_part(m, part);
}

Run read_assignments(MeshFile& m, uint16_t id) {
    static const Layout layout{"bone assignment",
                               16,
                               {{"id", Type::U16, 1, 0, 16},
                                {"length", Type::U32, 1, 16, 32},
                                {"vertex", Type::U32, 1, 48, 32},
                                {"bone", Type::U16, 1, 80, 16},
                                {"weight", Type::F32, 1, 96, 32}}};
    return read_run(m, "bone assignments", id, layout);
}

void fill_vertices(MeshFile& m, uint32_t index) {
    const Geometry& geometry = m.geometries[index];
    if (m.version <= MeshVersion::V120) return;  // the columns are the file's own arrays
    const auto find = [&](uint16_t semantic, uint16_t number, uint32_t least) {
        return place(m, geometry, semantic, number, least);
    };
    const Placed position = find(SemanticPosition, 0, 3);
    VertexSet& set = m.doc.sets[index];
    set.vertices = position.type ? geometry.declared : 0;
    if (!position.type && geometry.declared)
        m.doc.note(Severity::Warning,
                   fmt::format("geometry at offset {}: expected the positions of {} vertices, found none", set.where.at,
                               geometry.declared),
                   set.where);
    const Placed tangent = find(SemanticTangent, 0, 3);
    set.position = column_of(m, position, set.vertices, 3);
    set.normal = column_of(m, find(SemanticNormal, 0, 3), set.vertices, 3);
    set.tangent_width = tangent.type && numbers_in(*tangent.type) >= 4 ? 4 : 3;
    set.tangent = column_of(m, tangent, set.vertices, set.tangent_width);
    set.binormal = column_of(m, find(SemanticBinormal, 0, 3), set.vertices, 3);
    for (uint16_t i = 0; i < most_uv_sets; ++i)
        if (const Placed uv = find(SemanticUv, i, 1); uv.type) set.uv.push_back(column_of(m, uv, set.vertices, 2));
    fill_colors(m, find(SemanticDiffuse, 0, 1), set);
}

void fill_influences(MeshFile& m, uint32_t index) {
    const Geometry& geometry = m.geometries[index];
    VertexSet& set = m.doc.sets[index];
    set.rule = {4, true, true};
    if (geometry.assignments.empty()) return fill_from_blend_elements(m, geometry, set);
    bool sorted = false;
    const std::vector<Assignment> list = assignments_by_vertex(m, geometry, set.vertices, sorted);
    Influences& out = set.influences;
    out.first.assign(set.vertices + std::size_t{1}, 0);
    out.joint.reserve(list.size());
    out.weight.reserve(list.size());
    for (const Assignment& one : list) {
        const byte* at = m.in.file().data() + one.at;
        ++out.first[one.vertex + std::size_t{1}];
        out.joint.push_back(load<uint16_t>(at + 10, m.in.big()));
        out.weight.push_back(load<float>(at + 12, m.in.big()));
    }
    for (std::size_t v = 0; v < set.vertices; ++v) out.first[v + 1] += out.first[v];
    out.where = {uint64_t{geometry.assignments[0].at} * 8, 16 * 8, 16 * 8, false};
    if (sorted) return;
    out.where = {m.doc.lists.size(), 0, 16 * 8, true};
    for (const Assignment& one : list) m.doc.lists.push_back(one.at);
}

}  // namespace bonescope::ogre
