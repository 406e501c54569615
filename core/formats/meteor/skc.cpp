#include "core/formats/meteor/meteor.h"
#include "core/formats/meteor/surface.h"
#include "core/formats/meteor/words.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

// The picture's alpha is a mask with soft edges: what is nearly clear must not hide what is drawn later.
constexpr float clear_alpha = 0.1f;

struct Triangle {
    int32_t material = -1;
    uint32_t corner[3] = {};
    Token key;  // that begins its line
};

// Faults of many lines are told once, with the first of them.
struct Faults {
    std::size_t count = 0;
    Token first;
    void add(const Token& at) {
        if (count++ == 0 || at.where.at < first.where.at) first = at;
    }
    std::string words() const {
        return count > 1 ? fmt::format("the first in line {}", first.line) : fmt::format("in line {}", first.line);
    }
};

// One block, as it is read.
struct Skin {
    std::string name;
    std::size_t first_material = 0;  // in Document::materials
    std::vector<vec3> position;
    std::vector<vec2> uv;
    Influences influences{{0}, {}, {}, {}};
    std::vector<uint32_t> starts;  // of the vertices in the file
    uint32_t last_end = 0;         // of the last of them
    std::vector<Triangle> triangles;
    Count said_materials, said_vertices, said_triangles;
    Token keyword;
};

struct Skc {
    Document& doc;
    Words words;
    Count said_static, said_dynamic;
    uint32_t static_skins = 0, dynamic_skins = 0;
};

// ---- materials ----

// Up to `most` numbers of a statement; those that are missing stay as they are.
void read_numbers(Words& words, const Token& key, float* out, uint32_t most) {
    uint32_t n = 0;
    for (; words.at_number() && words.peek().line == key.line; ++n) {
        const auto value = words.number(key.text);
        if (value && n < most) out[n] = *value;
    }
    if (n != most)
        words.fault(Severity::Warning, key,
                    fmt::format("{} in line {}: expected {} numbers, found {}", decode(key.text), key.line, most, n));
}

void read_option(Words& words, const Token& key, Material& material) {
    if (words.at("ALPHA")) {
        material.blend = BlendMode::Alpha;
        material.alpha_reject = clear_alpha;
    } else if (!words.at("NONE"))
        words.fault(Severity::Warning, key,
                    fmt::format("Option: expected NONE or ALPHA, found {}", words.found(words.peek())));
    if (words.at(Token::Kind::Word) && words.peek().line == key.line) words.next();
}

void read_two_side(Words& words, const Token& key, Material& material) {
    if (words.at("TRUE"))
        material.cull = Cull::None;
    else if (!words.at("FALSE"))
        words.fault(Severity::Warning, key,
                    fmt::format("TwoSide: expected TRUE or FALSE, found {}", words.found(words.peek())));
    if (words.at(Token::Kind::Word) && words.peek().line == key.line) words.next();
}

void read_color_key(Words& words, const Token& key) {
    float color[4] = {};
    read_numbers(words, key, color, 4);
    if (std::any_of(std::begin(color), std::end(color), [](float part) { return part != 0; }))
        words.fault(Severity::Info, key, fmt::format("ColorKey in line {} is not drawn", key.line));
}

bool at_skin_part(Words& words) {
    return words.at(Token::Kind::Close) || words.at(Token::Kind::End) || words.at("Materials:") ||
           words.at("Material") || words.at("Vertices:") || words.at("v") || words.at("Triangles:") || words.at("f");
}

// False: the key is none of a material's.
bool read_material_part(Skc& p, Material& material) {
    struct Color {
        const char* key;
        vec4 Material::*color;
    };
    static constexpr Color colors[] = {{"Ambient", &Material::ambient},
                                       {"Diffuse", &Material::diffuse},
                                       {"Specular", &Material::specular},
                                       {"Emissive", &Material::emissive}};
    static const char* const others[] = {"Texture", "ColorKey", "Opacity", "Option", "TwoSide"};
    const Token key = p.words.peek();
    const auto color = std::find_if(std::begin(colors), std::end(colors), [&](auto& c) { return key.is(c.key); });
    const auto other = std::find_if(std::begin(others), std::end(others), [&](auto* k) { return key.is(k); });
    if (color == std::end(colors) && other == std::end(others)) return false;
    p.words.next();
    if (color != std::end(colors))
        read_numbers(p.words, key, &(material.*color->color)[0], 3);
    else if (key.is("Texture"))
        material.texture = rest_of_line(p.doc, p.words, key);
    else if (key.is("ColorKey"))
        read_color_key(p.words, key);
    else if (key.is("Opacity"))
        read_numbers(p.words, key, &material.diffuse.w, 1);
    else if (key.is("Option"))
        read_option(p.words, key, material);
    else
        read_two_side(p.words, key, material);
    p.words.claim(color != std::end(colors) ? color->key : *other, key.where.at);
    return true;
}

void read_material(Skc& p) {
    Block block(p.words, "material");
    const uint32_t from = p.words.next().where.at;
    p.words.claim("header", from);
    Material material;
    material.name = fmt::format("material {}", p.doc.materials.size());
    while (!at_skin_part(p.words))
        if (!read_material_part(p, material)) p.words.unknown("a part of a material or of a skin");
    material.where = {from, p.words.end() - from};
    if (material.diffuse.w < 1) material.blend = BlendMode::Alpha;
    block.label(material.texture);
    p.doc.materials.push_back(std::move(material));
}

// ---- vertices and triangles ----

// Weights: as many pairs as there are, whatever their number is said to be.
void read_influences(Words& words, Skin& skin) {
    const Token key = words.next();
    const auto said = words.integer("number of bones");
    int32_t pairs = 0;
    for (; words.at_number(); ++pairs) {
        const auto bone = words.integer("bone of a vertex");
        const auto weight = words.number("weight of a vertex");
        skin.influences.joint.push_back(bone.value_or(-1));
        skin.influences.weight.push_back(weight.value_or(0.f));
    }
    if (pairs == 0 && said && *said == 0)
        words.fault(Severity::Warning, key,
                    fmt::format("vertex {} in line {}: expected at least 1 bone, found 0: it stays where it is stored",
                                skin.starts.size() - 1, key.line));
    if (said && *said != pairs)
        words.fault(Severity::Warning, key,
                    fmt::format("vertex {} in line {}: expected {} bones, found {}", skin.starts.size() - 1, key.line,
                                *said, pairs));
}

// 0 for a word that is neither a number nor a key.
float vertex_number(Words& words, const char* what) {
    const auto value = words.number(what);
    const bool key = words.at("vt") || words.at("Bones") || at_skin_part(words);
    if (!value && !key && words.at(Token::Kind::Word)) words.next();
    return value.value_or(0.f);
}

void read_vertex(Words& words, Skin& skin) {
    const Token key = words.next();
    skin.starts.push_back(key.where.at);
    vec3 position(0);
    for (int i = 0; i < 3; ++i) position[i] = vertex_number(words, "position of a vertex");
    vec2 uv(0);
    if (words.at("vt")) {
        words.next();
        for (int i = 0; i < 2; ++i) uv[i] = vertex_number(words, "vt of a vertex");
    } else
        words.fault(Severity::Warning, key,
                    fmt::format("vertex {} in line {}: expected vt, found {}", skin.starts.size() - 1, key.line,
                                words.found(words.peek())));
    if (words.at("Bones"))
        read_influences(words, skin);
    else
        words.fault(Severity::Warning, key,
                    fmt::format("vertex {} in line {}: expected Bones, found {}", skin.starts.size() - 1, key.line,
                                words.found(words.peek())));
    skin.position.push_back(position);
    skin.uv.push_back(uv);
    skin.influences.first.push_back(static_cast<uint32_t>(skin.influences.joint.size()));
    skin.last_end = words.end();
}

void read_triangle(Words& words, Skin& skin) {
    const Token key = words.next();
    int32_t number[5] = {};
    uint32_t n = 0;
    for (; words.at_number(); ++n) {
        const auto value = words.integer("triangle");
        if (n < 5) number[n] = value.value_or(-1);
    }
    if (n != 5 || number[0] != 3)
        return words.fault(Severity::Error, key,
                           fmt::format("triangle in line {}: expected 3, a material and 3 vertices, found {} numbers, "
                                       "the first {}; it is left out",
                                       key.line, n, number[0]));
    Triangle triangle{number[1], {}, key};
    for (int i = 0; i < 3; ++i) triangle.corner[i] = static_cast<uint32_t>(number[2 + i]);
    skin.triangles.push_back(triangle);
}

// All statements alike, as one field.
template <class Read> void read_rows(Words& words, Skin& skin, const char* key, const char* name, Read read) {
    std::vector<uint32_t> starts;
    while (words.at(key)) {
        starts.push_back(words.peek().where.at);
        read(words, skin);
    }
    words.claim_rows(name, starts);
}

// ---- the block ----

void read_count(Words& words, const char* name, Count& out) {
    const Token key = words.next();
    out = words.count(key.text);
    words.claim(name, key.where.at);
}

void read_parts(Skc& p, Skin& skin) {
    Words& words = p.words;
    while (!words.at(Token::Kind::Close) && !words.at(Token::Kind::End)) {
        if (words.at("Materials:"))
            read_count(words, "Materials", skin.said_materials);
        else if (words.at("Material"))
            read_material(p);
        else if (words.at("Vertices:"))
            read_count(words, "Vertices", skin.said_vertices);
        else if (words.at("v"))
            read_rows(words, skin, "v", "vertices", read_vertex);
        else if (words.at("Triangles:"))
            read_count(words, "Triangles", skin.said_triangles);
        else if (words.at("f"))
            read_rows(words, skin, "f", "triangles", read_triangle);
        else
            words.unknown("Materials:, Material, Vertices:, v, Triangles:, f or }");
    }
}

// ---- what becomes of it ----

template <class V> Column stored(Document& doc, const std::vector<V>& values) {
    const Column column = add_column(doc, static_cast<uint32_t>(values.size()), V::length());
    if (!values.empty()) std::memcpy(column_data(doc, column), values.data(), values.size() * sizeof(V));
    return column;
}

Token line_at(const Skc& p, uint32_t at) {
    Token out;
    out.kind = Token::Kind::Word;
    out.where = {at, 1};
    out.line = line_of(p.doc.file, at);
    return out;
}

void check_vertices(Skc& p, const Skin& skin) {
    const auto finite = [](vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
    std::size_t wild = 0, first_wild = 0;
    for (std::size_t i = 0; i < skin.position.size(); ++i) {
        if (!finite(skin.position[i]) && wild++ == 0) first_wild = i;
    }
    if (wild == 0) return;
    const Token at = line_at(p, skin.starts[first_wild]);
    p.words.fault(Severity::Warning, at,
                  fmt::format("skin \"{}\": {} vertices have a position that is not finite, the first, vertex {}, in "
                              "line {}",
                              decode(skin.name), wild, first_wild, at.line));
}

int add_set(Skc& p, Skin& skin, std::span<const uint32_t> corners, Bytes where) {
    Document& doc = p.doc;
    VertexSet set;
    set.name = skin.name;
    set.vertices = static_cast<uint32_t>(skin.position.size());
    set.position = stored(doc, skin.position);
    set.normal = stored(doc, make_normals(skin.position, corners));
    for (vec2& uv : skin.uv) uv.y = 1 - uv.y;  // stored from the bottom up
    set.uv = {stored(doc, skin.uv)};
    set.influences = std::move(skin.influences);
    set.rule.normalise = true;
    set.where = where;
    set.vertex = {doc.lists.size(), 1, 0, true, false};
    doc.lists.insert(doc.lists.end(), skin.starts.begin(), skin.starts.end());
    doc.lists.push_back(skin.last_end);
    doc.sets.push_back(std::move(set));
    return static_cast<int>(doc.sets.size()) - 1;
}

// One mesh for each material that has triangles; they are one mesh to people.
void add_meshes(Skc& p, const Skin& skin, int set, Bytes where) {
    Document& doc = p.doc;
    const auto materials = static_cast<int64_t>(doc.materials.size() - skin.first_material);
    Faults strays;
    for (std::size_t i = 0, end = 0; i < skin.triangles.size(); i = end) {
        const int32_t material = skin.triangles[i].material;
        Mesh mesh;
        mesh.name = skin.name;
        mesh.goes_on = i > 0;
        mesh.set = set;
        mesh.where = where;
        mesh.first = static_cast<uint32_t>(doc.lists.size());
        for (end = i; end < skin.triangles.size() && skin.triangles[end].material == material; ++end)
            for (const uint32_t corner : skin.triangles[end].corner) doc.lists.push_back(corner);
        mesh.indices = static_cast<uint32_t>(doc.lists.size()) - mesh.first;
        if (material >= 0 && material < materials)
            mesh.own = static_cast<int>(skin.first_material) + material;
        else
            for (std::size_t k = i; k < end; ++k) strays.add(skin.triangles[k].key);
        doc.meshes.push_back(std::move(mesh));
    }
    if (strays.count)
        p.words.fault(Severity::Warning, strays.first,
                      fmt::format("skin \"{}\": {} {} a material that is not there, {}: expected numbers "
                                  "below {}",
                                  decode(skin.name), counted(strays.count, "triangle"),
                                  verb(strays.count, "names", "name"), strays.words(), materials));
}

void check_triangles(Skc& p, const Skin& skin, std::span<const uint32_t> corners) {
    Faults bad;
    for (const Triangle& triangle : skin.triangles)
        for (const uint32_t corner : triangle.corner)
            if (corner >= skin.position.size()) bad.add(triangle.key);
    if (bad.count)
        p.words.fault(Severity::Error, bad.first,
                      fmt::format("skin \"{}\": {} of triangles {} a vertex that is not there, {}: expected "
                                  "numbers below {}; such triangles are left out",
                                  decode(skin.name), counted(bad.count, "corner"), verb(bad.count, "names", "name"),
                                  bad.words(), skin.position.size()));
    constexpr double surely = 0.01;  // below, it may be flat or open
    if (enclosed_part(skin.position, corners) < -surely)
        p.words.fault(Severity::Info, skin.keyword,
                      fmt::format("skin \"{}\": the triangles are wound inside out: clockwise seen from outside",
                                  decode(skin.name)));
}

void read_skin(Skc& p, const Token& kind) {
    Words& words = p.words;
    Block block(words, "skin", kind.where.at);
    const bool dynamic = kind.is("Dynamic");
    Skin skin;
    skin.keyword = kind;
    skin.first_material = p.doc.materials.size();
    words.next();
    if (words.at(Token::Kind::Word) || words.at(Token::Kind::Quoted)) skin.name = words.next().text;
    block.label(skin.name);
    words.claim("header", skin.keyword.where.at);
    words.expect(Token::Kind::Open, "{ before the parts");
    ++(dynamic ? p.dynamic_skins : p.static_skins);
    if (dynamic)
        words.fault(Severity::Warning, skin.keyword,
                    fmt::format("skin \"{}\" is dynamic: no file of this kind is known, it is read like a static one",
                                decode(skin.name)));
    read_parts(p, skin);
    words.expect(Token::Kind::Close,
                 fmt::format("}} for skin \"{}\" of line {}", decode(skin.name), skin.keyword.line));
    const Bytes where{skin.keyword.where.at, words.end() - skin.keyword.where.at};
    const auto check = [&](const Count& count, const char* what, std::size_t found) {
        check_count(p.doc, p.words, count, fmt::format("skin \"{}\": {}", decode(skin.name), what), found);
    };
    check(skin.said_materials, "Materials", p.doc.materials.size() - skin.first_material);
    check(skin.said_vertices, "Vertices", skin.position.size());
    check(skin.said_triangles, "Triangles", skin.triangles.size());
    std::stable_sort(skin.triangles.begin(), skin.triangles.end(),
                     [](const Triangle& a, const Triangle& b) { return a.material < b.material; });
    std::vector<uint32_t> corners;
    for (const Triangle& triangle : skin.triangles) corners.insert(corners.end(), triangle.corner, triangle.corner + 3);
    check_vertices(p, skin);
    check_triangles(p, skin, corners);
    add_meshes(p, skin, add_set(p, skin, corners, where), where);
}

// `Static Skins: 1` or `Static Skin NAME {`.
void read_kind(Skc& p) {
    Words& words = p.words;
    const Token kind = words.next();
    const bool dynamic = kind.is("Dynamic");
    if (words.at("Skin")) return read_skin(p, kind);
    if (words.at("Skins:")) {
        words.next();
        (dynamic ? p.said_dynamic : p.said_static) = words.count("number of skins");
    } else
        words.fault(Severity::Warning, kind,
                    fmt::format("expected Skin or Skins: after {}, found {}", kind.text, words.found(words.peek())));
    words.claim(dynamic ? "Dynamic Skins" : "Static Skins", kind.where.at);
}

}  // namespace

bool is_skc(std::span<const byte> file, std::string_view name) {
    const std::string word = first_word(file);
    return word == "static" || word == "dynamic" || (name.ends_with(".skc") && !word.empty());
}

void parse_skc(Document& doc) {
    Skc p{doc, Words(doc), {}, {}};
    while (!p.words.at(Token::Kind::End)) {
        if (p.words.at("Static") || p.words.at("Dynamic"))
            read_kind(p);
        else
            p.words.unknown("Static or Dynamic");
    }
    check_count(doc, p.words, p.said_static, "Static Skins", p.static_skins);
    check_count(doc, p.words, p.said_dynamic, "Dynamic Skins", p.dynamic_skins);
}

}  // namespace bonescope::meteor
