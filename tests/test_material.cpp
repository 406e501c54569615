#include "core/formats/ogre/ogre.h"
#include "core/text.h"
#include "tests/support.h"

namespace bonescope {
namespace {

DocumentPtr script(std::string_view text, const char* name = "t.material") { return load(name, test::bytes(text)); }

// One material around the statements of its first pass.
DocumentPtr pass(const std::string& inside) {
    return script("material m {\n technique {\n pass {\n" + inside + "\n}\n}\n}\n");
}

const Material& only(const DocumentPtr& doc) {
    EXPECT_EQ(doc->materials.size(), 1u);
    return doc->materials.at(0);
}

const Material* named(const Document& doc, std::string_view name) {
    for (const Material& material : doc.materials)
        if (material.name == name) return &material;
    return nullptr;
}

std::string all_notes(const Document& doc) {
    std::string out;
    for (const Finding& note : doc.notes) out += note.message + "\n";
    return out;
}

#define EXPECT_NOTE(doc, words) EXPECT_NE(all_notes(doc).find(words), std::string::npos) << all_notes(doc)

void expect_all_claimed(const Document& doc) {
    EXPECT_TRUE(gaps(doc).empty()) << doc.path << " byte " << gaps(doc)[0].at;
    uint32_t last = 0;
    for (const Field& field : doc.tree.fields) {
        EXPECT_LE(field.at + field.size, doc.file.size());
        if (field.parent != none) {
            const Field& parent = doc.tree.fields[field.parent];
            EXPECT_GE(field.at, parent.at);
            EXPECT_LE(field.at + field.size, parent.at + parent.size);
        }
        if (field.type == Type::Text) {
            EXPECT_GE(field.at, last) << "claimed twice";
            last = field.at + field.size;
        }
    }
}

}  // namespace

TEST(Material, ReadsAPass) {
    const auto doc = pass("ambient 0.1 0.2 0.3\n diffuse 0.4 0.5 0.6 0.7\n specular 1 2 3 4\n emissive 5 6 7 8\n"
                          "scene_blend alpha_blend\n alpha_rejection greater 51\n cull_hardware none\n lighting off\n"
                          "depth_write off\n depth_check off\n texture_unit {\n texture \"my file.png\" 2d 5\n"
                          "tex_coord_set 1\n tex_address_mode clamp\n}");
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    const Material& m = only(doc);
    EXPECT_EQ(m.name, "m");
    EXPECT_EQ(m.ambient, vec4(0.1f, 0.2f, 0.3f, 1));
    EXPECT_EQ(m.diffuse, vec4(0.4f, 0.5f, 0.6f, 0.7f));
    EXPECT_EQ(m.specular, vec4(1, 2, 3, 1));
    EXPECT_EQ(m.shininess, 4);
    EXPECT_EQ(m.emissive, vec4(5, 6, 7, 8));
    EXPECT_EQ(m.blend, BlendMode::Alpha);
    EXPECT_FLOAT_EQ(m.alpha_reject, 0.2f);
    EXPECT_EQ(m.cull, Cull::None);
    EXPECT_FALSE(m.lighting || m.depth_write || m.depth_check);
    EXPECT_EQ(m.texture, "my file.png");
    EXPECT_EQ(m.uv_set, 1);
    EXPECT_TRUE(m.clamp);
    expect_all_claimed(*doc);
}

TEST(Material, SpecularOfFiveAndOtherSpellings) {
    const Material m = only(pass("specular 1 2 3 4 5\nscene_blend one one\nalpha_rejection greater_equal 52\n"
                                 "cull_hardware anticlockwise\nlighting on"));
    EXPECT_EQ(m.specular, vec4(1, 2, 3, 4));
    EXPECT_EQ(m.shininess, 5);
    EXPECT_EQ(m.blend, BlendMode::Add);
    EXPECT_FLOAT_EQ(m.alpha_reject, 0.2f);
    EXPECT_EQ(m.cull, Cull::Anticlockwise);
    EXPECT_TRUE(m.lighting);
}

TEST(Material, BracesOnAnyLineAndComments) {
    const auto doc =
        script("/* a { */ material a{technique{pass{texture_unit{texture a.png}}}}// end }\n"
               "material b // {\n\n{ technique t\n{ pass\n\n// c\n { diffuse 1 /* x */ 0 0 // red\n } } }");
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    ASSERT_EQ(doc->materials.size(), 2u);
    EXPECT_EQ(doc->materials[0].texture, "a.png");
    EXPECT_EQ(doc->materials[1].name, "b");
    EXPECT_EQ(doc->materials[1].diffuse, vec4(1, 0, 0, 1));
    expect_all_claimed(*doc);
}

TEST(Material, Names) {
    const auto doc =
        script("material 2 - Default\n{\n}\nmaterial \"Material #8\" {}\nabstract material Base/One : "
               "\"Material #8\" {}\nmaterial Kobold RTSS/X {}\nmaterial a:b : c d {}\nmaterial \xCC\xEC {}");
    ASSERT_EQ(doc->materials.size(), 6u);
    EXPECT_EQ(doc->materials[0].name, "2 - Default");
    EXPECT_EQ(doc->materials[0].alias, "2");
    EXPECT_EQ(doc->materials[1].name, "Material #8");
    EXPECT_EQ(doc->materials[1].alias, "");
    EXPECT_EQ(doc->materials[2].name, "Base/One");
    EXPECT_EQ(doc->materials[2].parent, "Material #8");
    EXPECT_EQ(doc->materials[3].alias, "Kobold");
    EXPECT_EQ(doc->materials[4].name, "a:b");
    EXPECT_EQ(doc->materials[4].parent, "c d");
    EXPECT_EQ(doc->materials[5].name, "\xCC\xEC");
    const std::string_view text = text_of(doc->file, doc->materials[1].where);
    EXPECT_EQ(text, "material \"Material #8\" {}");
}

TEST(Material, InheritsWithVariablesAndAliases) {
    const auto doc = script("set $global g.png\n"
                            "material child : parent { set $tex child.png\n technique { pass { diffuse 0 1 0 } } }\n"
                            "material parent : base { set $tex parent.png\n technique { pass { lighting off\n"
                            "texture_unit { texture $tex } } } }\n"
                            "material base { technique { pass { cull_hardware none\n diffuse 1 0 0 } } }\n"
                            "material other { technique { pass { texture_unit { texture $global } } } }\n"
                            "material aliased : slot { set_texture_alias Skin skin.dds }\n"
                            "material slot { technique { pass { texture_unit { texture_alias Skin } } } }\n");
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    const Material* child = named(*doc, "child");
    ASSERT_TRUE(child);
    EXPECT_EQ(child->texture, "child.png");
    EXPECT_EQ(child->diffuse, vec4(0, 1, 0, 1));
    EXPECT_EQ(child->cull, Cull::None);
    EXPECT_FALSE(child->lighting);
    EXPECT_EQ(named(*doc, "parent")->texture, "parent.png");
    EXPECT_EQ(named(*doc, "parent")->diffuse, vec4(1, 0, 0, 1));
    EXPECT_EQ(named(*doc, "other")->texture, "g.png");
    EXPECT_EQ(named(*doc, "aliased")->texture, "skin.dds");
    EXPECT_EQ(named(*doc, "slot")->texture, "");
}

TEST(Material, InheritsAcrossScripts) {
    const auto a = script("material child : parent { set $tex x.png\n technique { pass { } } }");
    const auto b = script("material parent { technique { pass { lighting off\n texture_unit { texture $tex } } } }");
    EXPECT_EQ(a->materials[0].texture, "");
    const FindMaterial find = [&](std::string_view name) {
        return name == "parent" ? MaterialRef{b.get(), 0} : MaterialRef{};
    };
    const Material whole = ogre::inherit({a.get(), 0}, find);
    EXPECT_EQ(whole.name, "child");
    EXPECT_EQ(whole.texture, "x.png");
    EXPECT_FALSE(whole.lighting);
}

TEST(Material, CirclesOfParentsEnd) {
    const auto doc = script("material a : b { technique { pass { lighting off } } }\nmaterial b : a {}\n"
                            "material c : c {}\n");
    EXPECT_EQ(doc->materials.size(), 3u);
    EXPECT_FALSE(doc->materials[1].lighting);
    EXPECT_NOTE(*doc, "material \"c\" inherits from itself");
}

TEST(Material, PicksTheTexture) {
    EXPECT_EQ(only(pass("texture_unit { texture sky.jpg cubic\n}\ntexture_unit { cubic_texture a.jpg combinedUVW }\n"
                        "texture_unit { texture b.png }\ntexture_unit { texture c.png }"))
                  .texture,
              "b.png");
    EXPECT_EQ(only(pass("texture_unit { anim_texture fire.tga 8 0.5 }")).texture, "fire_0.tga");
    EXPECT_EQ(only(pass("texture_unit { anim_texture a.tga b.tga c.tga 2 }")).texture, "a.tga");
    // A pass without a picture first, as lighting in several passes has it.
    EXPECT_EQ(only(script("material m { technique { pass { lighting off } pass { lighting on\ntexture_unit { texture "
                          "a.png } } } technique { pass { texture_unit { texture low.png } } } }"))
                  .texture,
              "a.png");
}

TEST(Material, UnknownIsSkippedByBraces) {
    const auto doc = pass("vertex_program_ref Ogre/Skin {\n param_named_auto x y\n deeper { texture no.png } }\n"
                          "rtshader_system\n{\n lighting_stage normal_map n.png }\n fog_override true\n"
                          "texture_unit { texture yes.png }");
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    EXPECT_EQ(only(doc).texture, "yes.png");
    expect_all_claimed(*doc);
}

TEST(Material, BadValuesAreNoted) {
    const auto doc = pass("ambient 0,5 1 1\ndiffuse 1\nlighting maybe\nscene_blend foo\ncull_hardware\n"
                          "alpha_rejection less 3\nspecular 1 2 3\ntexture_unit {\ntexture\ntex_coord_set -1\n}");
    EXPECT_NOTE(*doc, "expected a number after ambient, found \"0,5\" in line 4 at offset 42");
    EXPECT_NOTE(*doc, "three or four numbers after diffuse");
    EXPECT_NOTE(*doc, "on or off after lighting, found \"maybe\"");
    EXPECT_NOTE(*doc, "found \"foo\"");
    EXPECT_NOTE(*doc, "none, clockwise or anticlockwise");
    EXPECT_NOTE(*doc, "greater, greater_equal");
    EXPECT_NOTE(*doc, "four or five numbers");
    EXPECT_NOTE(*doc, "a file name after texture");
    EXPECT_NOTE(*doc, "a set from 0 to 7");
}

TEST(Material, MissingClosingBrace) {
    const auto doc = script("material a\n{\n technique\n {\n  pass\n  {\n   lighting off\n }\n}\n"
                            "material b { technique { pass { lighting off } } }\n");
    EXPECT_NOTE(*doc, "expected } for the material that line 1 opens at offset 0, found \"material\" in line 10");
    ASSERT_EQ(doc->materials.size(), 2u);
    EXPECT_FALSE(doc->materials[0].lighting);
    EXPECT_FALSE(doc->materials[1].lighting);
    expect_all_claimed(*doc);
    const auto end = script("material a {\n technique {");
    EXPECT_NOTE(*end, "expected } 2 times, found the end of the file; the innermost open block, technique, begins in "
                      "line 2 at offset 14");
    EXPECT_EQ(end->notes[0].line, 2);
}

TEST(Material, MissingOpeningBraceAndTooMany) {
    const auto doc = script("material a\n technique\n {\n pass { lighting off }\n }\n}\n}\nmaterial b {}");
    EXPECT_NOTE(*doc,
                "expected { after \"material a\" in line 1 at offset 0, found \"technique\" in line 2 at offset 12");
    EXPECT_NOTE(*doc, "expected a material or another block, found } in line 7");
    ASSERT_EQ(doc->materials.size(), 2u);
    EXPECT_FALSE(doc->materials[0].lighting);
    expect_all_claimed(*doc);
    EXPECT_NOTE(*script("material a { { } }"), "expected a name before {");
    EXPECT_NOTE(*script("material \"a {\n}"), "expected a closing quote");
    EXPECT_NOTE(*script("material a { /* x }"), "expected */");
}

TEST(Material, HostileNestingIsNoRecursion) {
    std::string text = "material a ";
    for (int i = 0; i < 200000; ++i) text += "x {";
    const auto doc = script(text);
    EXPECT_EQ(doc->materials.size(), 1u);
    EXPECT_EQ(doc->notes.size(), 1u);
    std::string close = "material a {}";
    for (int i = 0; i < 100000; ++i) close += "}";
    EXPECT_LT(script(close)->notes.size(), 60u);
}

TEST(Material, OtherTextIsNotTaken) {
    EXPECT_EQ(script("Dear material { world", "readme.txt")->format, "");
    EXPECT_EQ(script("material science is hard.\nSee { chapter 2 }", "readme.txt")->format, "");
    EXPECT_EQ(script("just words", "t.material")->format, "");
    EXPECT_EQ(script(std::string_view("material\0 {", 11), "t.material")->format, "");
    EXPECT_EQ(script("{\"material\": {}}", "x.json")->format, "");
    EXPECT_EQ(script("// c\nmaterial x\n{ }", "noext")->format, "ogre.material");
    EXPECT_EQ(script("import * from \"a.material\"\nmaterial x : y\n{ }", "x.txt")->format, "ogre.material");
}

TEST(Material, NulBytesAreBlanksAndNoted) {
    const auto doc = script(std::string_view("material a\n{\n\0technique { pass { lighting\0off } }\n}\0", 52));
    EXPECT_EQ(all_notes(*doc),
              "expected text, found 3 NUL bytes, read as blanks; the first is in line 3 at offset 13\n");
    EXPECT_EQ(doc->notes.at(0).where, (Bytes{13, 1}));
    EXPECT_FALSE(only(doc).lighting);
    EXPECT_EQ(script(std::string_view("\0{\1\2", 4))->format, "");
}

TEST(Material, Utf16IsNamed) {
    const auto doc = script(std::string_view("\xFF\xFEm\0a\0", 6));
    EXPECT_EQ(all_notes(*doc),
              "expected a script in UTF-8 or another encoding of single bytes, found UTF-16 at offset 0\n");
    EXPECT_FALSE(doc->readable);
    EXPECT_EQ(script(std::string_view("\xFF\xFEm\0a\0", 6), "x.txt")->format, "");
}

TEST(Material, RealScripts) {
    NEED_SHARED();
    const std::pair<const char*, std::size_t> files[] = {
        {"ogre-sdk/Examples.material", 67},          {"sinbad/Sinbad.material", 11},
        {"opendungeons/Dragon.material", 1},         {"opendungeons/Kobold.material", 2},
        {"ogre-tests/UniqueModel.MESH.material", 1}, {"assimp/Scene.material", 3},
        {"assimp-thing/BlockMat.material", 1}};
    for (const auto& [name, count] : files) {
        const auto doc = load(test::sample("ogre/" + std::string(name)).string());
        EXPECT_EQ(doc->format, "ogre.material") << name;
        EXPECT_EQ(doc->materials.size(), count) << name;
        EXPECT_TRUE(doc->notes.empty()) << name << all_notes(*doc);
        expect_all_claimed(*doc);
    }
    const auto examples = load(test::sample("ogre/ogre-sdk/Examples.material").string());
    EXPECT_EQ(named(*examples, "Examples/Robot")->texture, "r2skin.jpg");
    EXPECT_EQ(named(*examples, "Penguin")->texture, "penguin.jpg");
    EXPECT_TRUE(named(*examples, "spine/01 - Default"));
    EXPECT_EQ(named(*examples, "Examples/OgreParade")->parent, "Examples/OgreDance");
    EXPECT_FALSE(named(*examples, "Examples/OgreParade")->texture.empty());
    const auto unique = load(test::sample("ogre/ogre-tests/UniqueModel.MESH.material").string());
    EXPECT_EQ(unique->materials[0].texture, "UniqueTexture.dds");
    EXPECT_EQ(unique->materials[0].shininess, 20);
    const auto kobold = load(test::sample("ogre/opendungeons/Kobold.material").string());
    EXPECT_EQ(kobold->materials[0].alias, "Kobold");
}

}  // namespace bonescope
