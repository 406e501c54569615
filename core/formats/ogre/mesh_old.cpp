// Geometry of 1.10 and 1.20: plain arrays in place of declaration and buffers. The ids mean other things later.
#include "core/formats/ogre/mesh_file.h"
#include "core/formats/ogre/vertex_element.h"
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

// `rows` rows of `lanes` floats as a column of `width`; numbers that are not stored become 0.
Column float_rows(MeshFile& m, const char* name, uint32_t rows, uint8_t lanes, uint32_t width) {
    if (rows == 0 || lanes == 0) return {};
    const byte* from = m.in.array(name, Type::F32, rows, lanes);
    if (!m.in.big() && lanes >= width) return {m.in.last().at, lanes * 4u, 0};
    const Column column = add_column(m.doc, rows, width);
    float* to = column_data(m.doc, column);
    for (uint32_t row = 0; row < rows; ++row, to += width, from += lanes * 4u)
        for (uint32_t lane = 0; lane < width; ++lane)
            to[lane] = lane < lanes ? load<float>(from + lane * 4u, m.in.big()) : 0.f;
    return column;
}

void read_colors(MeshFile& m, VertexSet& set, uint32_t rows) {
    const byte* from = m.in.array("colours", Type::U32, rows);
    set.color = static_cast<uint32_t>(m.doc.lists.size());
    m.doc.lists.resize(m.doc.lists.size() + rows);
    for (uint32_t i = 0; i < rows; ++i)
        m.doc.lists[set.color + i] = decode_color(*element_type(4), from + std::size_t{i} * 4, m.in.big());
    m.doc.note(Severity::Info, "colours are taken as ARGB; files of other render systems have red and blue swapped",
               m.in.last());
}

// 1.10 stores v of two-component coordinates upside down.
Column flip_v(MeshFile& m, Column stored, uint32_t rows) {
    Column column = stored;
    if (!stored.owned) {
        column = add_column(m.doc, rows, 2);
        float* to = column_data(m.doc, column);
        for (uint32_t row = 0; row < rows; ++row)
            for (uint32_t lane = 0; lane < 2; ++lane) to[row * 2 + lane] = m.doc.number(stored, row, lane);
    }
    float* at = column_data(m.doc, column);
    for (uint32_t row = 0; row < rows; ++row) at[row * 2 + 1] = 1 - at[row * 2 + 1];
    return column;
}

void read_uv(MeshFile& m, VertexSet& set, uint32_t rows) {
    const auto dimensions = m.in.read<uint16_t>("dimensions");
    if (dimensions < 1 || dimensions > 4)
        m.in.fail(m.in.last(), fmt::format("texture coordinates at offset {}: expected 1 to 4 dimensions, found {}",
                                           m.in.last().at, dimensions));
    Column uv = float_rows(m, "texture coordinates", rows, static_cast<uint8_t>(dimensions), 2);
    if (dimensions == 2 && m.version == MeshVersion::V110 && rows) uv = flip_v(m, uv, rows);
    set.uv.push_back(uv);
}

}  // namespace

void read_old_geometry(MeshFile& m) {
    const Part part(m, "geometry", true);
    m.doc.sets.emplace_back();
    m.geometries.emplace_back();
    VertexSet& set = m.doc.sets.back();
    set.where = {part.head.at, 6};
    const auto rows = m.in.read<uint32_t>("vertex count");
    set.position = float_rows(m, "positions", rows, 3, 3);
    set.vertices = m.geometries.back().declared = rows;
    while (next_child(m, part, {0x5100, 0x5200, 0x5300})) {
        const uint16_t id = next_id(m);
        const Part array(m, id == 0x5100 ? "normals" : id == 0x5200 ? "colours" : "texture coordinates", true);
        if (id == 0x5100) set.normal = float_rows(m, "normals", rows, 3, 3);
        if (id == 0x5200 && rows) read_colors(m, set, rows);
        if (id == 0x5300) read_uv(m, set, rows);
        finish_part(m, array);
    }
    set.where.size = m.in.at() - part.head.at;
    finish_part(m, part);
}

}  // namespace bonescope::ogre
