// Skins of the Meteor family: literal text in, exact vertices out, and what is said about faults.
#include "core/formats/meteor/surface.h"
#include "core/skin.h"
#include "tests/support.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope {
namespace {

using meteor::make_normals;

const std::string material_text = "  Material\n    Texture   my cloth.tga  # of silk\n    ColorKey 0 0 0 0\n"
                                  "    Ambient 0.1 0.2 0.3\n    Diffuse 1 1 1\n    Specular 0.5 0 0\n"
                                  "    Emissive 0 0 0.25\n    Opacity 1.000\n    Option ALPHA\n    TwoSide TRUE\n";

// A tetrahedron, its faces counter-clockwise from outside.
const std::string vertices_text = "    v 0 0 0 vt 0.25 0 Bones 1 0 1\n"
                                  "    v 4 0 0 vt 1 1 Bones 5 0 0.2 1 0.2  2 0.2 3 0.2 4 0.2 # five\n"
                                  "    v 0 4 0 vt 0 0 Bones 1 0 1\n    v 0 0 4 vt 0 0 Bones 1 0 1\n";
const std::string faces_text = "    f 3 0 0 2 1\n    f 3 1 0 1 3\n    f 3 0 1 2 3\n    f 3 1 0 3 2\n";

std::string skin_of(const std::string& materials, const std::string& vertices, const std::string& faces,
                    const std::string& counts = "2 4 4") {
    const auto n = [&](std::size_t i) { return counts[2 * i]; };
    return fmt::format("# Skin\nStatic Skins: 1 Dynamic Skins: 0\nStatic Skin S_01\n{{\n  Materials: {}\n{}  Vertices: "
                       "{}\n{}  Triangles: {}\n{}}}\n",
                       n(0), materials, n(1), vertices, n(2), faces);
}

std::string good() { return skin_of(material_text + "  Material\n", vertices_text, faces_text); }

DocumentPtr read(const std::string& text) { return load("x/p0.skc", test::bytes(text)); }

std::string notes_of(const Document& doc) {
    std::string out;
    for (const Finding& note : doc.notes) out += note.message + "\n";
    return out;
}

void expect_note(const std::string& text, const std::string& words, int line) {
    SCOPED_TRACE(words);
    const DocumentPtr doc = read(text);
    ASSERT_EQ(doc->notes.size(), 1u) << notes_of(*doc);
    EXPECT_NE(doc->notes[0].message.find(words), std::string::npos) << doc->notes[0].message;
    EXPECT_EQ(doc->notes[0].line, line);
    EXPECT_TRUE(gaps(*doc).empty());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return text.replace(text.find(from), from.size(), to);
}

TEST(MeteorSkc, ReadsMaterials) {
    const DocumentPtr doc = read(good());
    EXPECT_EQ(notes_of(*doc), "");
    ASSERT_EQ(doc->materials.size(), 2u);
    const Material& cloth = doc->materials[0];
    EXPECT_EQ(cloth.name, "material 0");
    EXPECT_EQ(cloth.texture, "my cloth.tga");
    EXPECT_EQ(cloth.ambient, vec4(0.1f, 0.2f, 0.3f, 1));
    EXPECT_EQ(cloth.specular, vec4(0.5f, 0, 0, 1));
    EXPECT_EQ(cloth.emissive, vec4(0, 0, 0.25f, 1));
    EXPECT_EQ(cloth.cull, Cull::None);
    EXPECT_EQ(cloth.blend, BlendMode::Alpha);
    EXPECT_GT(cloth.alpha_reject, 0);
    EXPECT_EQ(doc->materials[1].texture, "");
    EXPECT_EQ(doc->materials[1].blend, BlendMode::Opaque);
    EXPECT_EQ(doc->materials[1].cull, Cull::Clockwise);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(MeteorSkc, ReadsVerticesWithAnyNumberOfBones) {
    const DocumentPtr doc = read(good());
    const VertexSet& set = doc->sets.at(0);
    ASSERT_EQ(set.vertices, 4u);
    EXPECT_EQ(doc->triple(set.position, 1), vec3(4, 0, 0));
    EXPECT_EQ(doc->number(set.uv.at(0), 0, 0), 0.25f);
    EXPECT_EQ(doc->number(set.uv[0], 0, 1), 1);  // stored from the bottom
    EXPECT_EQ(doc->number(set.uv[0], 1, 1), 0);
    EXPECT_EQ(set.influences.first, (std::vector<uint32_t>{0, 1, 6, 7, 8}));
    EXPECT_EQ(set.influences.joint[5], 4);
    EXPECT_EQ(set.influences.weight[5], 0.2f);
    EXPECT_TRUE(set.rule.normalise);
    EXPECT_EQ(text_of(doc->file, vertex_bytes(*doc, set, 2)).substr(0, 8), "v 0 4 0 ");
    const std::string_view last = text_of(doc->file, vertex_bytes(*doc, set, 3));
    EXPECT_TRUE(last.starts_with("v "));
    EXPECT_EQ(last.find('f'), std::string_view::npos) << "no triangle belongs to it";
}

TEST(MeteorSkc, MeshesGoOnFromMaterialToMaterial) {
    const DocumentPtr doc = read(good());
    ASSERT_EQ(doc->meshes.size(), 2u);
    for (int i = 0; i < 2; ++i) {
        const Mesh& mesh = doc->meshes[static_cast<std::size_t>(i)];
        EXPECT_EQ(mesh.name, "S_01");
        EXPECT_EQ(mesh.own, i);
        EXPECT_EQ(mesh.set, 0);
        EXPECT_EQ(mesh.goes_on, i > 0);
    }
    EXPECT_EQ(triangles(*doc, doc->meshes[0]), (std::vector<uint32_t>{0, 2, 1, 1, 2, 3}));
    EXPECT_EQ(triangles(*doc, doc->meshes[1]), (std::vector<uint32_t>{0, 1, 3, 0, 3, 2}));
}

TEST(MeteorSkc, EachVertexAndTriangleIsARowOfWords) {
    const DocumentPtr doc = read(good());
    const auto at = static_cast<uint32_t>(good().find("0.2 3 0.2"));
    const std::vector<Node> path = path_to(*doc, at);
    ASSERT_EQ(path.size(), 5u);
    EXPECT_EQ(describe(*doc, path[2]).name, "vertices");
    EXPECT_EQ(child_count(*doc, path[2]), 4u);
    EXPECT_EQ(describe(*doc, path[3]).name, "item 1");
    EXPECT_EQ(describe(*doc, path[3]).value, "v 4 0 0 vt 1 1 Bones 5 0 0.2 1 0.2  2 0.2 3 0.2 4 0.2 # five");
    EXPECT_EQ(child_count(*doc, path[3]), 20u);
    EXPECT_EQ(describe(*doc, path[4]).value, "0.2");
    EXPECT_EQ(path[4].where, (Bytes{at, 3}));
}

TEST(MeteorSkc, SaysWhatIsWrong) {
    expect_note(skin_of(material_text, vertices_text, "    f 3 0 0 2 1\n", "2 4 1"), "Materials: expected 2 as line 5 says", 5);
    expect_note(skin_of(material_text + "  Material\n", vertices_text, faces_text, "2 9 4"),
                "Vertices: expected 9 as line 17 says", 17);
    expect_note(replaced(good(), "Vertices: 4", "Vertices: 2147483647"), "Vertices: expected 2147483647 as line 17 says at offset 304, found 4", 17);
    expect_note(replaced(good(), "Triangles: 4", "Triangles: -1"), "Triangles: expected -1 as line 22 says at offset 480, found 4", 22);
    expect_note(replaced(good(), "v 4 0 0", "v 4 0 x"), "position of a vertex: expected a number, found \"x\"", 19);
    expect_note(replaced(good(), "Bones 5", "Bones 6"), "vertex 1 in line 19: expected 6 bones, found 5", 19);
    expect_note(replaced(good(), "Bones 5 0", "Bones 5 -"), "bone of a vertex: expected a whole number, found \"-\"",
                19);
    expect_note(replaced(replaced(good(), "Triangles: 4", "Triangles: 3"), "f 3 0 0 2 1", "f 4 0 0 2 1"),
                "expected 3, a material and 3 vertices", 23);
    expect_note(replaced(good(), "f 3 0 0 2 1", "f 3 0 0 2 99"),
                "1 corner of triangles names a vertex that is not there, in line 23", 23);
    expect_note(replaced(good(), "f 3 1 0 3 2", "f 3 7 0 3 2"),
                "1 triangle names a material that is not there, in line 26", 26);
    expect_note(replaced(good(), "Option ALPHA", "Option GLOW"), "Option: expected NONE or ALPHA, found \"GLOW\"", 14);
    expect_note(replaced(good(), "Ambient 0.1 0.2", "Ambient 0.2"), "Ambient in line 9: expected 3 numbers, found 2",
                9);
    expect_note(replaced(good(), "    TwoSide", "    Shine 3\n    TwoSide"), "found \"Shine\" in line 15", 15);
    expect_note(replaced(good(), "Static Skins: 1", "Static Skins: 3"), "Static Skins: expected 3 as line 2 says at offset 21, found 1", 2);
    expect_note(replaced(good(), "v 4 0 0", "v 4 0 1e99"),
                "1 vertices have a position that is not finite, the first, vertex 1, in line 19", 19);
    expect_note(replaced(good(), "v 4 0 0", "v 1e30 0 0"), "expected within 4e+06, found 1e+30 at vertex 1 at offset",
                19);
    expect_note(replaced(good(), "Bones 1 0 1", "Bones 0"), "vertex 0 in line 18: expected at least 1 bone, found 0",
                18);
    expect_note(replaced(replaced(good(), "f 3 0 0 2 1", "f 3 0 0 2 9"), "f 3 0 1 2 3", "f 3 0 9 9 3"),
                "3 corners of triangles name a vertex that is not there, the first in line 23", 23);
}

TEST(MeteorSkc, WindingInsideOutIsTold) {
    std::string turned = replaced(good(), "0 2 1", "0 1 2");
    turned = replaced(replaced(replaced(turned, "0 1 3", "0 3 1"), "1 2 3", "1 3 2"), "0 3 2", "0 2 3");
    expect_note(turned, "wound inside out", 3);
}

TEST(MeteorSkc, DynamicSkinsAreReadAlike) {
    std::string text = replaced(good(), "Static Skins: 1 Dynamic Skins: 0", "Static Skins: 0 Dynamic Skins: 1");
    text = replaced(text, "Static Skin S_01", "Dynamic Skin S_01");
    expect_note(text, "is dynamic", 3);
    EXPECT_EQ(read(text)->sets.at(0).vertices, 4u);
}

TEST(MeteorSkc, NormalsIgnoreSeamsOfThePicture) {
    // Two triangles at a right angle along an edge whose vertices are there twice.
    const std::vector<vec3> position = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<uint32_t> corners = {0, 2, 1, 3, 4, 5};
    const std::vector<vec3> normal = make_normals(position, corners);
    const float half = std::sqrt(0.5f);
    for (const std::size_t v : {0u, 1u, 3u, 4u}) {
        EXPECT_NEAR(normal[v].x, half, 1e-6) << v;
        EXPECT_NEAR(normal[v].z, half, 1e-6) << v;
    }
    EXPECT_EQ(normal[2], vec3(0, 0, 1));
    EXPECT_EQ(normal[5], vec3(1, 0, 0));
}

TEST(MeteorSkc, SheetsBackToBackKeepTheirSides) {
    const std::vector<vec3> position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, 7, 7}};
    const std::vector<vec3> normal = make_normals(position, std::vector<uint32_t>{0, 1, 2, 3, 5, 4, 0, 1, 99});
    EXPECT_EQ(normal[0], vec3(0, 0, 1));
    EXPECT_EQ(normal[3], vec3(0, 0, -1));
    EXPECT_EQ(normal[6], vec3(0, 0, 1));  // of no triangle
}

}  // namespace
}  // namespace bonescope
