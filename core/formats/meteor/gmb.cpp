#include "core/formats/meteor/encoding.h"
#include "core/formats/meteor/meteor.h"
#include "core/formats/meteor/prop.h"
#include "core/reader.h"
#include "core/text.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

constexpr std::string_view signature = "GMDL V1.00";
constexpr uint32_t vertex_size = 36, face_size = 28;

struct Gmb {
    Document& doc;
    Reader in;
    std::vector<std::string> textures;
    std::string letters;            // of all names, to tell their encoding
    uint16_t vertex = 0, face = 0;  // layouts
    bool cut = false;               // the file ends among the items of an object
};

uint32_t read_count(Gmb& p, const char* name) {
    const auto count = p.in.read<int32_t>(name);
    if (count >= 0) return static_cast<uint32_t>(count);
    p.in.fail(p.in.last(),
              fmt::format("{}: expected a number of at least 0 at offset {}, found {}", name, p.in.last().at, count));
}

std::string read_string(Gmb& p, const char* length, const char* name) {
    const uint32_t size = read_count(p, length);
    std::string text(p.in.text(name, size));
    p.letters += text;
    return text;
}

void read_textures(Gmb& p) {
    const uint32_t n = read_count(p, "textures");
    for (uint32_t i = 0; i < n; ++i) {
        Group group(p.in, "texture");
        p.textures.push_back(read_string(p, "length", "name"));
        group.label(p.textures.back());
    }
}

void read_shaders(Gmb& p, std::vector<Shader>& out) {
    const uint32_t n = read_count(p, "shaders");
    for (uint32_t i = 0; i < n; ++i) {
        Group group(p.in, "shader");
        group.label(fmt::format("{}", i));
        Shader shader;
        const uint32_t from = p.in.at();
        shader.texture = p.in.read<int32_t>("texture");
        shader.kind = read_string(p, "kind length", "kind");
        shader.two_sided = p.in.read<uint8_t>("two-sided") != 0;
        shader.blend = read_string(p, "blend length", "blend");
        shader.opacity = p.in.read<float>("opacity");
        shader.where = {from, p.in.at() - from};
        out.push_back(std::move(shader));
    }
}

void add_layouts(Gmb& p) {
    p.vertex = p.doc.tree.add_layout({"vertex",
                                      vertex_size,
                                      {{"position", Type::F32, 3, 0, 96},
                                       {"normal", Type::F32, 3, 96, 96},
                                       {"colour", Type::U8, 4, 192, 32},
                                       {"uv", Type::F32, 2, 224, 64}}});
    p.face = p.doc.tree.add_layout(
        {"face",
         face_size,
         {{"shader", Type::I32, 1, 0, 32}, {"vertices", Type::I32, 3, 32, 96}, {"normal", Type::F32, 3, 128, 96}}});
}

Column file_column(uint32_t at) {
    Column column;
    column.at = at;
    column.step = vertex_size;
    return column;
}

void note_wild(Gmb& p, const VertexSet& set) {
    uint32_t wild = 0, first = 0;
    for (uint32_t i = 0; i < set.vertices; ++i) {
        float sum = 0;
        for (uint32_t lane = 0; lane < 8; ++lane)  // all but the colour
            sum += 0 * p.doc.number(lane < 6 ? set.position : file_column(set.position.at + 28), i, lane % 6);
        if (sum != 0 && wild++ == 0) first = i;
    }
    if (wild)
        p.doc.note(Severity::Warning,
                   fmt::format("object \"{}\": {} vertices: expected finite numbers, found others; the first is vertex "
                               "{} at offset {}",
                               decode(set.name, p.doc.encoding), wild, first, set.position.at + first * vertex_size),
                   {set.position.at + first * vertex_size, vertex_size});
}

void fill_vertices(Gmb& p, VertexSet& set, uint32_t at) {
    set.position = file_column(at);
    set.normal = file_column(at + 12);
    set.color = static_cast<uint32_t>(p.doc.lists.size());
    const Column uv = add_column(p.doc, set.vertices, 2);
    float* out = column_data(p.doc, uv);
    for (uint32_t i = 0; i < set.vertices; ++i) {
        const byte* row = p.doc.file.data() + at + std::size_t{vertex_size} * i;
        p.doc.lists.push_back(load<uint32_t>(row + 24));
        *out++ = load<float>(row + 28);
        *out++ = 1 - load<float>(row + 32);  // stored from the bottom up
    }
    set.uv = {uv};
    note_wild(p, set);
}

std::vector<Face> faces_at(const byte* at, uint32_t n) {
    std::vector<Face> out(n);
    for (uint32_t i = 0; i < n; ++i, at += face_size) {
        out[i].shader = load<int32_t>(at);
        for (uint32_t k = 0; k < 3; ++k) out[i].corner[k] = load<uint32_t>(at + 4 + 4 * k);
    }
    return out;
}

struct Items {
    const char *data, *rest, *noun;  // names of fields; what they are
    uint32_t size;
    uint16_t layout;
};

// `count` comes down to the items that are there whole, if the file ends among them.
const byte* read_items(Gmb& p, const std::string& object, const Items& items, uint32_t& count) {
    const uint32_t said = count, left = p.in.left(), from = p.in.at();
    count = std::min(said, left / items.size);
    const byte* at = p.in.here();
    if (count) p.in.records(items.data, items.layout, count);
    if (count == said) return at;
    p.cut = true;
    p.doc.note(Severity::Error,
               fmt::format("object \"{}\": expected {} {} of {} bytes from offset {}, found {} bytes: {} are there "
                           "whole, {} missing",
                           decode(object, p.doc.encoding), said, items.noun, items.size, from, left, count,
                           said - count),
               {from + count * items.size, left - count * items.size});
    if (p.in.left()) p.in.raw(items.rest, p.in.left());
    return at;
}

struct Sums {
    uint64_t vertices = 0, faces = 0;
};

void read_object(Gmb& p, Sums& sums) {
    Group group(p.in, "object");
    VertexSet set;
    const uint32_t from = p.in.at();
    set.name = read_string(p, "name length", "name");
    group.label(set.name);
    set.vertices = read_count(p, "vertices");
    uint32_t faces = read_count(p, "faces");
    const uint32_t at = p.in.at();
    read_items(p, set.name, {"vertex data", "cut vertex", "vertices", vertex_size, p.vertex}, set.vertices);
    if (p.cut) faces = 0;
    const byte* face_data = read_items(p, set.name, {"face data", "cut face", "faces", face_size, p.face}, faces);
    set.where = {from, p.in.at() - from};
    fill_vertices(p, set, at);
    sums.vertices += set.vertices;
    sums.faces += faces;
    add_object(p.doc, std::move(set), faces_at(face_data, faces));
}

void check_sum(Gmb& p, const char* what, uint32_t said, uint64_t found) {
    if (said != found)
        p.doc.note(Severity::Warning,
                   fmt::format("{}: expected {} in all objects as the head says, found {}", what, said, found));
}

void read_objects(Gmb& p) {
    const uint32_t objects = read_count(p, "scene objects");
    read_count(p, "dummies");
    const uint32_t vertices = read_count(p, "total vertices"), faces = read_count(p, "total faces");
    Sums sums;
    for (uint32_t i = 0; i < objects && !p.cut; ++i) read_object(p, sums);
    if (p.cut) {
        if (p.doc.sets.size() < objects)
            p.doc.note(Severity::Error, fmt::format("expected {} objects, found {} before the end of the file", objects,
                                                    p.doc.sets.size()));
        return;
    }
    check_sum(p, "vertices", vertices, sums.vertices);
    check_sum(p, "faces", faces, sums.faces);
    const uint32_t rest = p.in.left();
    if (rest == 0) return;
    p.doc.note(Severity::Warning,
               fmt::format("expected the end of the file after {} objects at offset {}, found {} more bytes", objects,
                           p.in.at(), rest),
               {p.in.at(), rest});
    p.in.raw("rest", rest);
}

void read_all(Gmb& p) {
    if (p.in.text("signature", signature.size()) != signature)
        p.in.fail(p.in.last(), fmt::format("signature: expected \"{}\" at offset 0, found \"{}\"", signature,
                                           decode(text_of(p.doc.file, p.in.last()))));
    std::vector<Shader> shaders;
    read_textures(p);
    read_shaders(p, shaders);
    p.doc.encoding = encoding_of(std::as_bytes(std::span(p.letters)));
    for (const Shader& shader : shaders) add_material(p.doc, p.textures, shader);
    read_objects(p);
}

}  // namespace

bool is_gmb(std::span<const byte> file, std::string_view name) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(file.size())});
    return text.starts_with("GMDL V") || (name.ends_with(".gmb") && !text.empty());
}

void parse_gmb(Document& doc) {
    Gmb p{doc, Reader(doc.file, doc.tree), {}, {}};
    const Group root(p.in, "file");
    add_layouts(p);
    doc.version = text_of(doc.file, {0, static_cast<uint32_t>(std::min(doc.file.size(), signature.size()))});
    try {
        read_all(p);
    } catch (const Fail&) {  // what was read until then stands
        add_stand_in(doc);
        throw;
    }
    add_stand_in(doc);
}

}  // namespace bonescope::meteor
