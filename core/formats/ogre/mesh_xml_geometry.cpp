// Vertices of .mesh.xml: several <vertexbuffer> elements may share the work, element i of each is vertex i.
#include "core/formats/ogre/mesh_xml.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

constexpr int64_t most_uv_sets = 8;  // OGRE's own limit

enum Part : uint32_t { Position = 1, Normal = 2, Tangent = 4, Binormal = 8, Colour = 16, FirstUv = 32 };

// Where the values of one <vertexbuffer> go; null: it does not give them.
struct Buffer {
    float *position = nullptr, *normal = nullptr, *tangent = nullptr, *binormal = nullptr;
    std::vector<float*> uv;
    uint32_t* colour = nullptr;
    uint8_t tangent_width = 3;
    uint32_t parts = 0;    // what each vertex should have
    uint32_t missing = 0;  // vertices that lack some of it
    pugi::xml_node first_missing;
};

// A missing flag is answered by what the first vertex has.
bool gives(MeshXml& m, pugi::xml_node buffer, const char* flag, const char* element) {
    return m.in.boolean(buffer, flag).value_or(bool(buffer.child("vertex").child(element)));
}

uint32_t uv_sets(MeshXml& m, pugi::xml_node buffer) {
    const auto stored = m.in.integer(buffer, "texture_coords");
    if (!stored) {
        const auto list = buffer.child("vertex").children("texcoord");
        return static_cast<uint32_t>(std::min<int64_t>(std::distance(list.begin(), list.end()), most_uv_sets));
    }
    if (*stored >= 0 && *stored <= most_uv_sets) return static_cast<uint32_t>(*stored);
    m.in.note(Severity::Warning, m.file.where(buffer.attribute("texture_coords")),
              fmt::format("texture_coords: expected 0 to {}, found {}", most_uv_sets, *stored));
    return *stored < 0 ? 0 : static_cast<uint32_t>(most_uv_sets);
}

Column zeros(Document& doc, uint32_t rows, uint32_t width) {
    const Column column = add_column(doc, rows, width);
    std::fill_n(column_data(doc, column), std::size_t{rows} * width, 0.f);
    return column;
}

// Adds the columns that a buffer brings; a later buffer with the same part fills the same column again.
void add_columns(MeshXml& m, pugi::xml_node buffer, VertexSet& set, uint32_t first_uv) {
    const auto add = [&](Column& column, uint32_t width) {
        if (column.empty()) column = zeros(m.doc, set.vertices, width);
    };
    if (gives(m, buffer, "positions", "position")) add(set.position, 3);
    if (gives(m, buffer, "normals", "normal")) add(set.normal, 3);
    if (gives(m, buffer, "binormals", "binormal")) add(set.binormal, 3);
    if (gives(m, buffer, "tangents", "tangent")) {
        if (set.tangent.empty() && m.in.integer(buffer, "tangent_dimensions").value_or(3) == 4) set.tangent_width = 4;
        add(set.tangent, set.tangent_width);
    }
    if (gives(m, buffer, "colours_diffuse", "colour_diffuse") && set.color == none) {
        set.color = static_cast<uint32_t>(m.doc.lists.size());
        m.doc.lists.resize(m.doc.lists.size() + set.vertices, 0xFFFF'FFFFu);
    }
    while (set.uv.size() < first_uv + uv_sets(m, buffer)) set.uv.push_back(zeros(m.doc, set.vertices, 2));
}

Buffer open_buffer(MeshXml& m, pugi::xml_node node, const VertexSet& set, uint32_t first_uv) {
    Buffer buffer;
    const auto open = [&](Part part, const char* flag, const char* element, Column column) -> float* {
        if (!gives(m, node, flag, element)) return nullptr;
        buffer.parts |= part;
        return column_data(m.doc, column);
    };
    buffer.position = open(Position, "positions", "position", set.position);
    buffer.normal = open(Normal, "normals", "normal", set.normal);
    buffer.binormal = open(Binormal, "binormals", "binormal", set.binormal);
    buffer.tangent = open(Tangent, "tangents", "tangent", set.tangent);
    buffer.tangent_width = set.tangent_width;
    if (gives(m, node, "colours_diffuse", "colour_diffuse")) {
        buffer.parts |= Colour;
        buffer.colour = m.doc.lists.data() + set.color;
    }
    const uint32_t sets = uv_sets(m, node);
    for (uint32_t i = 0; i < sets; ++i) {
        buffer.uv.push_back(column_data(m.doc, set.uv[first_uv + i]));
        buffer.parts |= FirstUv << i;
    }
    return buffer;
}

// "r g b a" in 0..1 to 0xAABBGGRR.
uint32_t read_colour(MeshXml& m, pugi::xml_node node) {
    const pugi::xml_attribute attribute = node.attribute("value");
    std::string_view text = attribute.value();
    float rgba[4] = {0, 0, 0, 1};
    int n = 0;
    bool good = true, finite = true;
    for (; n < 4 && good; ++n) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        if (text.empty()) break;
        const std::size_t size = std::min(text.find_first_of(" \t\r\n"), text.size());
        const auto value = parse_float(text.substr(0, size));
        good = value.has_value();
        rgba[n] = value.value_or(0.f);
        finite = finite && std::isfinite(rgba[n]);
        text.remove_prefix(size);
    }
    if (!good || !finite || n < 3)
        m.in.note(Severity::Warning, attribute ? m.file.where(attribute) : Bytes{m.file.offset(node), 1},
                  fmt::format("{}: expected a value with three or four finite numbers, found \"{}\"", node.name(),
                              decode(std::string_view(attribute.value()).substr(0, 40))));
    uint32_t packed = 0;
    for (int i = 0; i < 4; ++i) {
        const float unit = rgba[i] > 0 ? std::min(rgba[i], 1.f) : 0.f;  // NaN is 0
        packed |= static_cast<uint32_t>(std::lround(unit * 255)) << (8 * i);
    }
    return packed;
}

void put(float* column, uint32_t row, vec3 value) {
    if (column) std::copy_n(&value[0], 3, column + std::size_t{row} * 3);
}

void read_tangent(MeshXml& m, const Buffer& buffer, pugi::xml_node node, uint32_t row) {
    if (!buffer.tangent) return;
    float* to = buffer.tangent + std::size_t{row} * buffer.tangent_width;
    const vec3 value = m.in.triple(node, vec3(0));
    std::copy_n(&value[0], 3, to);
    if (buffer.tangent_width == 4) to[3] = m.in.number(node, "w", 1);
}

void read_uv(MeshXml& m, float* to, pugi::xml_node node) {
    for (const auto attribute : node.attributes()) {
        const char* name = attribute.name();
        if ((name[0] == 'u' || name[0] == 'v') && !name[1]) to[name[0] - 'u'] = m.in.number(attribute);
    }
}

uint32_t read_vertex(MeshXml& m, const Buffer& buffer, pugi::xml_node vertex, uint32_t row) {
    uint32_t seen = 0, uv = 0;
    for (const auto node : vertex.children()) {
        const std::string_view name = node.name();
        if (name == "position") {
            put(buffer.position, row, m.in.triple(node, vec3(0)));
            seen |= Position;
        } else if (name == "normal") {
            put(buffer.normal, row, m.in.triple(node, vec3(0)));
            seen |= Normal;
        } else if (name == "texcoord") {
            if (uv < buffer.uv.size()) read_uv(m, buffer.uv[uv] + std::size_t{row} * 2, node);
            seen |= uv < most_uv_sets ? FirstUv << uv : 0u;
            ++uv;
        } else if (name == "tangent") {
            read_tangent(m, buffer, node, row);
            seen |= Tangent;
        } else if (name == "binormal") {
            put(buffer.binormal, row, m.in.triple(node, vec3(0)));
            seen |= Binormal;
        } else if (name == "colour_diffuse") {
            if (buffer.colour) buffer.colour[row] = read_colour(m, node);
            seen |= Colour;
        }
    }
    return seen;
}

void read_buffer(MeshXml& m, pugi::xml_node node, Buffer& buffer) {
    uint32_t row = 0;
    for (const auto vertex : node.children("vertex")) {
        if ((buffer.parts & ~read_vertex(m, buffer, vertex, row++)) && buffer.missing++ == 0)
            buffer.first_missing = vertex;
    }
    if (buffer.missing)
        m.in.warn(buffer.first_missing,
                  fmt::format("{} vertices lack something that their vertexbuffer announces, it is read as 0",
                              buffer.missing));
}

uint32_t vertices_in(pugi::xml_node buffer) {
    const auto list = buffer.children("vertex");
    return static_cast<uint32_t>(std::distance(list.begin(), list.end()));
}

// Sorts (vertex, joint, weight) rows by vertex; rows of one vertex keep their order.
void group_by_vertex(Influences& out, const std::vector<uint32_t>& vertex, uint32_t vertices) {
    out.first.assign(vertices + 1u, 0);
    for (const uint32_t v : vertex) ++out.first[v + 1];
    for (uint32_t v = 0; v < vertices; ++v) out.first[v + 1] += out.first[v];
    std::vector<uint32_t> next(out.first.begin(), out.first.end() - 1);
    std::vector<int32_t> joint(vertex.size());
    std::vector<float> weight(vertex.size());
    for (std::size_t i = 0; i < vertex.size(); ++i) {
        const uint32_t to = next[vertex[i]]++;
        joint[to] = out.joint[i];
        weight[to] = out.weight[i];
    }
    out.joint = std::move(joint);
    out.weight = std::move(weight);
}

}  // namespace

int read_geometry(MeshXml& m, pugi::xml_node node) {
    VertexSet set;
    set.rule = {4, true, true};
    set.where = m.file.where(node);
    for (const auto buffer : node.children("vertexbuffer")) set.vertices = std::max(set.vertices, vertices_in(buffer));
    m.in.count(node, "vertexcount", set.vertices);
    uint32_t uv = 0;
    for (const auto child : node.children("vertexbuffer")) {
        if (const uint32_t n = vertices_in(child); n != set.vertices)
            m.in.warn(child, fmt::format("vertexbuffer: expected {} vertices as in its sister, found {}, the rest is 0",
                                         set.vertices, n));
        add_columns(m, child, set, uv);
        Buffer buffer = open_buffer(m, child, set, uv);
        read_buffer(m, child, buffer);
        uv += static_cast<uint32_t>(buffer.uv.size());
    }
    if (set.position.empty()) {
        m.in.warn(node, fmt::format("{}: expected positions, found none", node.name()));
        set.position = zeros(m.doc, set.vertices, 3);
    }
    m.doc.sets.push_back(std::move(set));
    return static_cast<int>(m.doc.sets.size()) - 1;
}

void read_assignments(MeshXml& m, pugi::xml_node list, VertexSet& set) {
    std::vector<uint32_t> vertex;
    for (const auto node : list.children("vertexboneassignment")) {
        const auto v = m.in.integer(node, "vertexindex"), bone = m.in.integer(node, "boneindex");
        if (!v || !bone || *v < 0 || *v >= set.vertices || *bone < 0 || *bone > 0xFFFF) {
            m.in.warn(node, fmt::format("vertexboneassignment: expected vertexindex below {} and a boneindex, found "
                                        "\"{}\" and \"{}\", it is left out",
                                        set.vertices, decode(node.attribute("vertexindex").value()),
                                        decode(node.attribute("boneindex").value())));
            continue;
        }
        vertex.push_back(static_cast<uint32_t>(*v));
        set.influences.joint.push_back(static_cast<int32_t>(*bone));
        set.influences.weight.push_back(m.in.number(node, "weight", 1));
    }
    if (!vertex.empty()) group_by_vertex(set.influences, vertex, set.vertices);
}

}  // namespace bonescope::ogre
