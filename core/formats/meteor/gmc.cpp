#include "core/formats/meteor/encoding.h"
#include "core/formats/meteor/meteor.h"
#include "core/formats/meteor/prop.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

using Kind = Token::Kind;

// Numbers of a vertex as they become columns: position, normal, uv; and its colour.
constexpr uint32_t row_width = 8;

struct GmcObject {
    VertexSet set;
    std::vector<float> rows;
    std::vector<uint32_t> colors, starts;
    uint32_t vertices_end = 0;  // byte behind the last one
    std::vector<Face> faces;
    Count said_vertices, said_faces;
    Token key;
};

struct Gmc {
    Document& doc;
    Words words;
    std::vector<std::string> textures;
    ObjectCounts said;
    Count said_textures, said_shaders, said_vertices, said_faces;
    uint64_t vertices = 0, faces = 0;
    uint32_t shaders = 0;
};

void check(Gmc& p, std::string_view what, const Count& count, uint64_t found) {
    check_count(p.doc, p.words, count, what, found);
}

// ---- textures and shaders ----

void read_textures(Gmc& p) {
    Words& words = p.words;
    Block block(words, "Textures");
    const uint32_t from = words.next().where.at;
    p.said_textures = words.count("Textures");
    words.claim("header", from);
    if (!words.expect(Kind::Open, "{ before the textures")) return;
    while (!words.at(Kind::Close) && !words.at(Kind::End) && !words.at(Kind::Open)) {
        const Token first = words.peek();
        p.textures.emplace_back(rest_of_line(p.doc, words, first));
        words.claim("texture", first.where.at);
    }
    words.expect(Kind::Close, "} for Textures");
}

void read_shader_part(Gmc& p, Shader& shader) {
    Words& words = p.words;
    static const char* const keys[] = {"Texture", "TwoSide", "Blend", "Opaque"};
    const Token key = words.peek();
    const auto name = std::find_if(std::begin(keys), std::end(keys), [&](const char* k) { return key.is(k); });
    if (name == std::end(keys)) return words.unknown("Texture, TwoSide, Blend, Opaque or }");
    words.next();
    if (key.is("Texture")) {
        shader.texture = words.integer("Texture").value_or(-1);
        shader.kind = rest_of_line(p.doc, words, key);
    } else if (key.is("TwoSide"))
        shader.two_sided = words.integer("TwoSide").value_or(0) != 0;
    else if (key.is("Blend"))
        shader.blend = rest_of_line(p.doc, words, key);
    else
        shader.opacity = words.number("Opaque").value_or(1.f);
    words.claim(*name, key.where.at);
}

void read_shader(Gmc& p) {
    Words& words = p.words;
    Block block(words, "shader");
    const Token key = words.next();
    const auto index = words.integer("shader");
    words.claim("header", key.where.at);
    block.label(fmt::format("{}", index.value_or(static_cast<int32_t>(p.shaders))));
    Shader shader;
    shader.line = key.line;
    words.expect(Kind::Open, "{ before the parts");
    while (!words.at(Kind::Close) && !words.at(Kind::End) && !words.at("shader") && !words.at("Object"))
        read_shader_part(p, shader);
    words.expect(Kind::Close, fmt::format("}} for the shader of line {}", key.line));
    shader.where = {key.where.at, words.end() - key.where.at};
    add_material(p.doc, p.textures, shader);
    if (index && *index != static_cast<int32_t>(p.shaders))
        words.fault(Severity::Warning, key,
                    fmt::format("expected shader {} in line {}, found {}; shaders count by their order", p.shaders,
                                key.line, *index));
    ++p.shaders;
}

// ---- objects ----

void skip_line(Gmc& p, const Token& key) { rest_of_line(p.doc, p.words, key); }

// `n` numbers behind a letter; false, with the rest of the line left out, when they are not there.
bool read_part(Gmc& p, const Token& row, const char* letter, float* out, int n) {
    if (p.words.peek().line != row.line || !p.words.at(letter)) {
        p.words.fault(
            Severity::Error, p.words.peek(),
            fmt::format("vertex in line {}: expected {}, found {}", row.line, letter, p.words.found(p.words.peek())));
        skip_line(p, row);
        return false;
    }
    p.words.next();
    for (int i = 0; i < n; ++i) {
        const auto value = p.words.number("vertex");
        if (!value) {
            skip_line(p, row);
            return false;
        }
        out[i] = *value;
    }
    return true;
}

// A whole letter's worth of each, so that no number that is too large wraps round.
uint32_t packed(const float* color) {
    uint32_t out = 0;
    for (int i = 3; i >= 0; --i)
        out = out << 8 | static_cast<uint32_t>(color[i] >= 0 ? std::min(color[i], 255.f) : 0.f);
    return out;
}

void read_vertex(Gmc& p, GmcObject& object) {
    const Token row = p.words.peek();
    object.starts.push_back(row.where.at);
    float numbers[row_width] = {}, color[4] = {255, 255, 255, 255};
    read_part(p, row, "v", numbers, 3) && read_part(p, row, "n", numbers + 3, 3) && read_part(p, row, "c", color, 4) &&
        read_part(p, row, "t", numbers + 6, 2);
    numbers[7] = 1 - numbers[7];  // stored from the bottom up
    object.rows.insert(object.rows.end(), numbers, numbers + row_width);
    object.colors.push_back(packed(color));
}

// Its normal may be missing.
void read_face(Gmc& p, GmcObject& object) {
    Words& words = p.words;
    const Token key = words.next();
    int32_t numbers[4];
    for (int32_t& number : numbers) {
        const auto value = words.integer("face");
        if (!value) return skip_line(p, key);
        number = *value;
    }
    int parts = 0;
    for (; words.at_number() && words.peek().line == key.line; ++parts) words.number("normal of a face");
    if (parts != 0 && parts != 3)
        words.fault(Severity::Warning, key,
                    fmt::format("face in line {}: expected a normal of 3 numbers or none, found {}", key.line, parts));
    Face face{numbers[0], {}};
    for (int i = 0; i < 3; ++i) face.corner[i] = static_cast<uint32_t>(numbers[1 + i]);
    object.faces.push_back(face);
}

void read_sizes(Words& words, Count& vertices, Count& faces) {
    const uint32_t from = words.next().where.at;
    vertices = words.count("Vertices");
    if (words.at("Faces")) {
        words.next();
        faces = words.count("Faces");
    }
    words.claim("Vertices", from);
}

void read_object_part(Gmc& p, GmcObject& object) {
    Words& words = p.words;
    if (words.at("Vertices")) return read_sizes(words, object.said_vertices, object.said_faces);
    if (words.at("v")) {
        const auto first = static_cast<std::ptrdiff_t>(object.starts.size());
        while (words.at("v")) read_vertex(p, object);
        object.vertices_end = words.end();
        return words.claim_rows("vertices", {object.starts.begin() + first, object.starts.end()});
    }
    if (!words.at("f")) return words.unknown("Vertices, v, f or }");
    std::vector<uint32_t> starts;
    while (words.at("f")) {
        starts.push_back(words.peek().where.at);
        read_face(p, object);
    }
    words.claim_rows("faces", starts);
}

Column part_of(Column rows, uint32_t first) {
    rows.at += first * 4;
    return rows;
}

void finish_object(Gmc& p, GmcObject& object) {
    Document& doc = p.doc;
    VertexSet& set = object.set;
    const std::string who = fmt::format("object \"{}\" in line {}", decode(set.name, doc.encoding), object.key.line);
    set.vertices = static_cast<uint32_t>(object.colors.size());
    check(p, who + ": vertices", object.said_vertices, set.vertices);
    check(p, who + ": faces", object.said_faces, object.faces.size());
    p.vertices += set.vertices;
    p.faces += object.faces.size();
    const Column rows = add_column(doc, set.vertices, row_width);
    std::copy(object.rows.begin(), object.rows.end(), column_data(doc, rows));
    set.position = part_of(rows, 0);
    set.normal = part_of(rows, 3);
    set.uv = {part_of(rows, 6)};
    set.color = static_cast<uint32_t>(doc.lists.size());
    doc.lists.insert(doc.lists.end(), object.colors.begin(), object.colors.end());
    set.vertex = {doc.lists.size(), 1, 0, true, false};
    doc.lists.insert(doc.lists.end(), object.starts.begin(), object.starts.end());
    doc.lists.push_back(object.vertices_end);
    if (std::any_of(object.rows.begin(), object.rows.end(), [](float value) { return !std::isfinite(value); }))
        doc.note(Severity::Warning, who + ": expected finite numbers in vertices, found others", object.key.where,
                 object.key.line);
    add_object(doc, std::move(set), std::move(object.faces));
}

void read_object(Gmc& p) {
    Words& words = p.words;
    Block block(words, "Object");
    GmcObject object;
    object.key = words.next();
    object.set.name = rest_of_line(p.doc, words, object.key);
    block.label(object.set.name);
    words.claim("header", object.key.where.at);
    words.expect(Kind::Open, "{ before the vertices");
    while (!words.at(Kind::Close) && !words.at(Kind::End) && !words.at("Object")) read_object_part(p, object);
    words.expect(Kind::Close, fmt::format("}} for object \"{}\" of line {}", decode(object.set.name, p.doc.encoding),
                                          object.key.line));
    object.set.where = {object.key.where.at, words.end() - object.key.where.at};
    finish_object(p, object);
}

void read_all(Gmc& p) {
    Words& words = p.words;
    while (!words.at(Kind::End)) {
        if (words.at("Textures"))
            read_textures(p);
        else if (words.at("Shaders")) {
            const uint32_t from = words.next().where.at;
            p.said_shaders = words.count("Shaders");
            words.claim("Shaders", from);
        } else if (words.at("shader"))
            read_shader(p);
        else if (at_object_counts(words))
            read_object_counts(words, p.said);
        else if (words.at("Vertices"))
            read_sizes(words, p.said_vertices, p.said_faces);
        else if (words.at("Object"))
            read_object(p);
        else
            words.unknown("Textures, Shaders, shader, SceneObjects, Vertices or Object");
    }
}

}  // namespace

bool is_gmc(std::span<const byte> file, std::string_view name) {
    return name.ends_with(".gmc") && !first_word(file).empty();
}

void parse_gmc(Document& doc) {
    doc.encoding = encoding_of(doc.file);
    Gmc p{doc, Words(doc), {}, {}, {}, {}, {}, {}};
    read_all(p);
    check(p, "Textures", p.said_textures, p.textures.size());
    check(p, "Shaders", p.said_shaders, p.shaders);
    check(p, "SceneObjects", p.said.objects, doc.sets.size());
    check(p, "Vertices of all objects", p.said_vertices, p.vertices);
    check(p, "Faces of all objects", p.said_faces, p.faces);
    add_stand_in(doc);
}

}  // namespace bonescope::meteor
