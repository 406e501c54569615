// .xsf .xaf .xmf .xrf .xpf: literal texts, the real files, and both of them broken.
#include "core/scene.h"
#include "tests/cal3d_files.h"
#include <cmath>

namespace bonescope {
namespace {

using namespace test;
using Floats = std::vector<float>;

DocumentPtr text(const std::string& name, std::string_view content) { return load(name, bytes(content)); }

const Finding* find_note(const Document& doc, const std::string& part) {
    for (const Finding& note : doc.notes)
        if (note.message.find(part) != std::string::npos) return &note;
    return nullptr;
}

// A unit above its parent: bone 0, or nothing.
std::string bone(const std::string& name, int parent, const std::string& more = {}) {
    return "<BONE NAME=\"" + name +
           "\"><TRANSLATION>0 0 1</TRANSLATION><ROTATION>0 0 0 1</ROTATION><LOCALTRANSLATION>0 0 " +
           std::to_string(-2 - parent) + "</LOCALTRANSLATION><LOCALROTATION>0 0 0 1</LOCALROTATION><PARENTID>" +
           std::to_string(parent) + "</PARENTID>" + more + "</BONE>";
}

std::string key(const std::string& time, const std::string& inside) {
    return "<KEYFRAME TIME=\"" + time + "\">" + inside + "</KEYFRAME>";
}
std::string turned(const std::string& q = "0 0 0 1") { return "<ROTATION>" + q + "</ROTATION>"; }
std::string moved(const std::string& t, const std::string& q = "0 0 0 1") {
    return "<TRANSLATION>" + t + "</TRANSLATION>" + turned(q);
}
std::string animation(const std::string& tracks, const std::string& root = "DURATION=\"1\" NUMTRACKS=\"1\"") {
    return "<HEADER MAGIC=\"XAF\" VERSION=\"919\"/><ANIMATION " + root + ">" + tracks + "</ANIMATION>";
}
std::string track(const std::string& keys, const std::string& attributes = "BONEID=\"0\"") {
    return "<TRACK " + attributes + ">" + keys + "</TRACK>";
}

// ---- which file it is ----

TEST(Cal3dXmlKind, IsToldByHeaderThenRootThenName) {
    const struct {
        const char *name, *content, *format;
    } cases[] = {
        {"a.xsf", "<HEADER MAGIC=\"XSF\" VERSION=\"919\"/><SKELETON NUMBONES=\"0\"/>", "cal3d.xsf"},
        {"a.txt", "<?xml version=\"1.0\"?>\n<!-- x --><header magic=\"xaf\" version=\"1\"/><animation/>", "cal3d.xaf"},
        {"a.txt", "<MESH MAGIC=\"XMF\"/>", "cal3d.xmf"},
        {"a.xml", "<SKELETON NUMBONES=\"1\"/>", "cal3d.xsf"},
        {"a.xrf", "<MATERIAL/>", "cal3d.xrf"},
        {"a.xaf", "<HEADER MAGIC=\"XPF\"/><ANIMATION/>", "cal3d.xpf"},
        {"a.xpf", "<ANIMATION/>", "cal3d.xpf"},
        {"a.xaf", "<HEADER MAGIC=\"XAF\"></HEADER><ANIMATION/>", "cal3d.xaf"},
        {"a.mesh.xml", "<mesh><submeshes/></mesh>", "ogre.mesh.xml"},
        {"a.skeleton.xml", "<skeleton><bones/></skeleton>", "ogre.skeleton.xml"},
        {"a.xml", "<cal3dconfig/>", "cal3d.cfg.xml"},
        {"a.xaf", "<HEADER MAGIC=\"XAF\"/><SKELETON NUMBONES=\"0\"/>", "cal3d.xsf"},  // the element counts
        {"a.xsf", "<MESH MAGIC=\"XRF\"/>", "cal3d.xmf"},
    };
    for (const auto& one : cases) EXPECT_EQ(text(one.name, one.content)->format, one.format) << one.content;
    EXPECT_TRUE(says(*text("a.xsf", "<MESH MAGIC=\"XRF\"/>"), "MAGIC: expected \"XMF\", found \"XRF\""));
    EXPECT_EQ(text("a.xsf", "plain words")->format, "");
    EXPECT_EQ(text("a.cfg", "plugin=RenderSystem\n")->format, "");
}

TEST(Cal3dXmlKind, VersionStandsInEitherPlace) {
    const DocumentPtr two = text("a.xsf", "<HEADER MAGIC=\"XSF\" VERSION=\"919\"/><SKELETON/>");
    EXPECT_EQ(two->version, "919");
    EXPECT_EQ(two->dialect, "HEADER before the root");
    const DocumentPtr one = text("a.xsf", "<SKELETON VERSION=\"1100\">" + bone("a", -1) + "</SKELETON>");
    EXPECT_EQ(one->version, "1100");
    EXPECT_EQ(one->dialect, "header in the root");
    EXPECT_TRUE(one->notes.empty()) << all_notes(*one);
    const DocumentPtr no = text("a.xsf", "<SKELETON>" + bone("a", -1) + "</SKELETON>");
    EXPECT_TRUE(says(*no, "no VERSION is stored"));
    EXPECT_TRUE(says(*text("a.xsf", "<SKELETON VERSION=\"5000\"/>"), "VERSION: expected 699 to 1301"));
    EXPECT_TRUE(says(*text("a.xsf", "<HEADER MAGIC=\"XSF\"/><OTHER/>"), "expected an element <skeleton>"));
    EXPECT_FALSE(text("a.xsf", "<HEADER MAGIC=\"XSF\"/><OTHER/>")->readable);
}

TEST(Cal3dXmlKind, Utf16IsNamed) {
    const std::string raw("\xFF\xFE<\0S\0", 6);
    const DocumentPtr doc = text("a.xsf", raw);
    EXPECT_EQ(doc->format, "cal3d.xsf");
    EXPECT_TRUE(says(*doc, "UTF-16"));
}

// ---- skeletons ----

TEST(Cal3dXmlSkeleton, LowerCaseCommasAndReferencesAreRead) {
    NEED_SHARED();
    const DocumentPtr doc = load(golden("cal3d/vectors/synth_lowercase.xsf").string());
    const auto& joints = doc->skeletons.at(0).joints;
    ASSERT_EQ(joints.size(), 2u);
    EXPECT_EQ(joints[0].name, "Root & Co");
    Pose pose;
    evaluate(doc->skeletons[0], {}, pose);
    EXPECT_LT(glm::length(pose.model[0].t - vec3(0, 0, 1)), 1e-6f);
    EXPECT_LT(glm::length(pose.model[1].t - vec3(0, -2, 1)), 1e-6f);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(Cal3dXmlSkeleton, CountsAndPlacesThatLieAreNoted) {
    const DocumentPtr doc =
        text("a.xsf", "<SKELETON VERSION=\"1000\" NUMBONES=\"7\">\n" + bone("a", -1, "<CHILDID>1</CHILDID>") +
                          "<BONE ID=\"4\" NUMCHILD=\"2\" NAME=\"b\"/></SKELETON>");
    ASSERT_EQ(doc->skeletons.at(0).joints.size(), 2u);
    const Finding* count = find_note(*doc, "NUMBONES: expected 2");
    ASSERT_TRUE(count);
    EXPECT_EQ(count->line, 1);
    EXPECT_EQ(count->where.at, 35u);
    EXPECT_TRUE(says(*doc, "expected ID 1, its place, found 4"));
    EXPECT_TRUE(says(*doc, "NUMCHILD: expected 0"));
    for (const char* part : {"translation", "rotation", "localtranslation", "localrotation", "parentid"})
        EXPECT_TRUE(says(*doc, std::string("<BONE>: expected an element <") + part)) << part;
    EXPECT_EQ(find_note(*doc, "<translation>")->line, 2);
}

TEST(Cal3dXmlSkeleton, UnescapedAmpersandsStay) {
    const DocumentPtr doc = text("a.xsf", "<SKELETON VERSION=\"919\">" + bone("Salt & Pepper", -1) + "</SKELETON>");
    EXPECT_EQ(doc->skeletons.at(0).joints.at(0).name, "Salt & Pepper");
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
}

// ---- numbers ----

Floats rotation_of(const std::string& q, DocumentPtr& doc) {
    doc = text("a.xaf", animation(track(key("0", "<TRANSLATION>1 2 3</TRANSLATION>\n<ROTATION>" + q + "</ROTATION>"))));
    return row(*doc, find_track(*doc, 0, Property::Rotation)->value, 0, 4);
}

TEST(Cal3dXmlNumbers, EverySpellingOfFiniteNumbers) {
    DocumentPtr doc;
    for (const char* q : {"0 0 0 1", " 0,0,0,1 ", "0, 0, 0, 1", "-0\n0\t0 1e0", "0.0 +0 0e-05 1."}) {
        EXPECT_EQ(rotation_of(q, doc), (Floats{0, 0, 0, 1})) << q;
        EXPECT_FALSE(says(*doc, "expected a number") || says(*doc, "numbers, found")) << all_notes(*doc);
    }
}

TEST(Cal3dXmlNumbers, CommaDecimalsAreReadAndReportedWithTheirLine) {
    DocumentPtr doc;
    EXPECT_EQ(rotation_of("0,5 0,5 0,5 -0,5", doc), (Floats{0.5f, 0.5f, 0.5f, -0.5f}));
    const Finding* note = find_note(*doc, "expected a point in each number, found \"0,5 0,5 0,5 -0,5\"");
    ASSERT_TRUE(note);
    EXPECT_EQ(note->line, 2);
    doc = text("a.xaf", animation(track(key("0,25", moved("1 2 3")))));
    EXPECT_EQ(doc->number(doc->clips.at(0).timelines.at(0).time, 0), 0.25f);
    EXPECT_TRUE(find_note(*doc, "expected a point"));
}

TEST(Cal3dXmlNumbers, JunkIsZeroAndNanStaysNan) {
    DocumentPtr doc;
    EXPECT_EQ(rotation_of("x 0 0 1", doc), (Floats{0, 0, 0, 1}));
    EXPECT_EQ(find_note(*doc, "expected a number, found \"x\", read as 0")->line, 2);
    EXPECT_EQ(rotation_of("0 1", doc), (Floats{0, 1, 0, 0}));
    EXPECT_TRUE(find_note(*doc, "expected 4 numbers, found 2"));
    EXPECT_EQ(rotation_of("0 0 0 1 5", doc), (Floats{0, 0, 0, 1}));
    EXPECT_TRUE(find_note(*doc, "expected 4 numbers, found 5"));
    for (const char* q : {"nan nan nan nan", "-1.#IND 1.#QNAN NaN -nan"}) {
        for (const float v : rotation_of(q, doc)) EXPECT_TRUE(std::isnan(v)) << q;
        EXPECT_TRUE(find_note(*doc, "rotation that is not finite"));
    }
}

// ---- animations ----

TEST(Cal3dXmlAnimation, KeysAreColumnsAndKnowTheirElements) {
    const std::string content =
        animation(track(key("0", moved("1 2 3")) + key("0.5", moved("4 5 6", "1 0 0 0")), "boneid=\"3\""));
    const DocumentPtr doc = text("walk.xaf", content);
    EXPECT_EQ(doc->clips.at(0).name, "walk");
    EXPECT_EQ(doc->clips[0].duration, 1);
    const Track* t = find_track(*doc, 3, Property::Translation);
    const Track* r = find_track(*doc, 3, Property::Rotation);
    ASSERT_TRUE(t && r);
    EXPECT_EQ(row(*doc, t->value, 1, 3), (Floats{4, 5, 6}));
    EXPECT_EQ(row(*doc, r->value, 1, 4), (Floats{1, 0, 0, 0}));
    EXPECT_EQ(r->lanes, Lanes::XyzwConjugate);
    const Bytes where = key_bytes(*doc, *r, 1);
    EXPECT_EQ(text_of(doc->file, where), key("0.5", moved("4 5 6", "1 0 0 0")));
    EXPECT_TRUE(gaps(*doc).empty());
}

// The first two come from the skeleton, the next from the key before in the file.
TEST(Cal3dXmlAnimation, MissingTranslationsSaySo) {
    const DocumentPtr none_needed = text(
        "a.xaf", animation(track(key("0", turned()) + key("1", turned()), "BONEID=\"0\" TRANSLATIONREQUIRED=\"0\"")));
    EXPECT_TRUE(find_track(*none_needed, 0, Property::Translation)->value.empty());
    EXPECT_EQ(find_note(*none_needed, "2 of 2 keys have no <TRANSLATION>")->severity, Severity::Info);
    const DocumentPtr unsaid = text("a.xaf", animation(track(key("0", turned()) + key("1", turned()))));
    EXPECT_EQ(find_note(*unsaid, "2 of 2 keys have no <TRANSLATION>")->severity, Severity::Warning);

    const std::string fixed = "BONEID=\"0\" TRANSLATIONREQUIRED=\"1\" TRANSLATIONISDYNAMIC=\"0\"";
    const DocumentPtr before = text("a.xaf", animation(track(key("0", moved("7 8 9")) + key("1", turned()), fixed)));
    const Track* t = find_track(*before, 0, Property::Translation);
    EXPECT_EQ(row(*before, t->value, 1, 3), (Floats{7, 8, 9}));
    ASSERT_NE(t->stand_ins, none);
    EXPECT_EQ(before->lists[t->stand_ins], 0u);
    EXPECT_EQ(before->lists[t->stand_ins + 1], 1u);
    EXPECT_EQ(find_note(*before, "1 of 2 keys has no <TRANSLATION>")->severity, Severity::Info);

    const std::string free = "BONEID=\"0\" TRANSLATIONREQUIRED=\"0\"";
    const DocumentPtr bind = text("a.xaf", animation(track(key("0", moved("7 8 9")) + key("1", turned()), free)));
    const Track* partly = find_track(*bind, 0, Property::Translation);
    EXPECT_EQ(stand_in(*bind, *partly, 0), StandIn::None);
    EXPECT_EQ(stand_in(*bind, *partly, 1), StandIn::Bind);
    EXPECT_TRUE(find_note(*bind, "1 of 2 keys has no <TRANSLATION>, the skeleton's serves"));
}

TEST(Cal3dXmlAnimation, MissingPartsAndWrongCountsAreNoted) {
    const DocumentPtr doc =
        text("a.xaf", animation("<TRACK NUMKEYFRAMES=\"5\"><KEYFRAME/></TRACK>", "NUMTRACKS=\"x\""));
    for (const char* part : {"expected an attribute DURATION", "expected an attribute BONEID", "attribute TIME",
                             "element <ROTATION>", "NUMKEYFRAMES: expected 1", "NUMTRACKS: expected a whole number"})
        EXPECT_TRUE(says(*doc, part)) << part << "\n" << all_notes(*doc);
    ASSERT_EQ(doc->clips.size(), 1u);
    EXPECT_EQ(stored_size(doc->clips[0]).keys, 1u);
}

TEST(Cal3dXmlAnimation, TheBrokenVectorIsReportedAndNeverGivesNan) {
    NEED_SHARED();
    const DocumentPtr doc = load(golden("cal3d/vectors/synth_broken.xaf").string());
    const DocumentPtr bones =
        text("two.xsf", "<SKELETON VERSION=\"919\">" + bone("a", -1) + bone("b", 0) + "</SKELETON>");
    const Finding* order = find_note(*doc, "a time below that of the key before");
    ASSERT_TRUE(order);
    EXPECT_EQ(order->where.at, 458u);
    const Finding* broken = find_note(*doc, "a rotation that is not finite");
    ASSERT_TRUE(broken);
    EXPECT_EQ(broken->where.at, 458u);
    EXPECT_EQ(broken->line, 4);
    const Finding* turned = find_note(*doc, "1 key has a rotation of the other sign");
    ASSERT_TRUE(turned);
    EXPECT_EQ(turned->where.at, 195u);
    EXPECT_TRUE(gaps(*doc).empty());
    const Scene scene = make_scene({bones, doc}, {.resolve = false});
    EXPECT_TRUE(std::any_of(scene.notes.begin(), scene.notes.end(), [](const Finding& note) {
        return note.message.find(
                   "the largest number is 7; 1 of them is none of the skeleton's, the first is 7: expected 0 to 1") !=
               std::string::npos;
    }));
    for (int i = -10; i <= 30; ++i) {
        const Layer layer{&scene.clips.at(0), clock(scene.clips[0].get(), scene.clips[0].sampling, i / 20.), 1};
        Pose pose;
        evaluate(*scene.skeleton(), {&layer, 1}, pose);
        for (const mat4& m : pose.matrix)
            for (int c = 0; c < 4; ++c)
                for (int r = 0; r < 4; ++r) ASSERT_TRUE(std::isfinite(m[c][r])) << i;
        EXPECT_EQ(pose.local[0].t, vec3(0, 0, 1));  // from the skeleton
        EXPECT_EQ(pose.local[1].t, vec3(2, 0, 1));  // from the one key that has it
    }
}

// ---- meshes ----

const std::string vertex_tail = "<NORM>0 0 1</NORM></VERTEX>";

TEST(Cal3dXmlMesh, PartsAreToldByTheirNames) {
    const DocumentPtr doc = text("m.xmf", R"(<MESH VERSION="1000" NUMSUBMESH="1">
<SUBMESH MATERIAL="4" NUMVERTICES="3" NUMFACES="1" NUMLODSTEPS="1" NUMSPRINGS="1" NUMTEXCOORDS="2">
<VERTEX ID="0" NUMINFLUENCES="2"><POS>0 0 0</POS><NORM>0 0 1</NORM><COLOR>1 0.5 0</COLOR><COLLAPSEID>-1</COLLAPSEID>
<COLLAPSECOUNT>0</COLLAPSECOUNT><TEXCOORD>0.25 0.75</TEXCOORD><TEXCOORD>1 2</TEXCOORD><INFLUENCE ID="2">0.75</INFLUENCE>
<INFLUENCE ID="5">0.25</INFLUENCE><PHYSIQUE>0.5</PHYSIQUE></VERTEX>
<vertex id="1"><pos>1 0 0</pos><norm>0 0 1</norm><texcoord>0 0</texcoord><texcoord>0 0</texcoord></vertex>
<VERTEX ID="2"><POS>0 1 0</POS><NORM>0 0 1</NORM><COLLAPSEID>0</COLLAPSEID><COLLAPSECOUNT>1</COLLAPSECOUNT>
<TEXCOORD>0 0</TEXCOORD><TEXCOORD>0 0</TEXCOORD></VERTEX>
<SPRING VERTEXID="0 1" COEF="1" LENGTH="1"/>
<MORPH NAME="smile.Clamped" NUMBLENDVERTS="1" MORPHID="0"><BLENDVERTEX VERTEXID="1"><POSITION>1 0 2</POSITION>
<NORMAL>0 1 0</NORMAL><TEXCOORD>0 0</TEXCOORD></BLENDVERTEX></MORPH>
<FACE VERTEXID="0 1 2"/></SUBMESH></MESH>)");
    ASSERT_EQ(doc->meshes.size(), 1u);
    const VertexSet& set = doc->sets.at(0);
    EXPECT_EQ(doc->meshes[0].slot, 4);
    EXPECT_FALSE(doc->meshes[0].flipped);
    EXPECT_EQ(set.vertices, 3u);
    EXPECT_EQ(set.uv.size(), 2u);
    EXPECT_EQ(row(*doc, set.uv[1], 0, 2), (Floats{1, 2}));
    EXPECT_EQ(row(*doc, set.position, 1, 3), (Floats{1, 0, 0}));
    EXPECT_EQ(row(*doc, set.physical, 0, 1), Floats{0.5f});
    EXPECT_EQ(doc->lists[set.color], 0xFF0080FFu);
    EXPECT_EQ(set.lod.steps, 1u);
    EXPECT_EQ(doc->lists[set.lod.collapse + 2], 0u);
    EXPECT_EQ(doc->lists[set.lod.faces + 2], 1u);
    EXPECT_EQ(set.influences.first, (std::vector<uint32_t>{0, 2, 2, 2}));
    EXPECT_EQ(set.influences.joint, (std::vector<int32_t>{2, 5}));
    EXPECT_EQ(triangles(*doc, doc->meshes[0]), (std::vector<uint32_t>{0, 1, 2}));
    ASSERT_EQ(doc->morphs.size(), 1u);
    EXPECT_EQ(doc->morphs[0].name, "smile.Clamped");
    EXPECT_EQ(row(*doc, doc->morphs[0].offset, 0, 3), (Floats{0, 0, 2}));  // stored as a position
    EXPECT_TRUE(says(*doc, "version 1000 knows no <COLOR>"));
    EXPECT_EQ(doc->notes.size(), 1u) << all_notes(*doc);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(Cal3dXmlMesh, TrunkWritesOffsetsAndThatIsSeen) {
    const auto mesh = [](const char* version, const char* value) {
        return text("m.xmf", std::string("<MESH VERSION=\"") + version +
                                 "\"><SUBMESH MATERIAL=\"0\"><VERTEX><POS>10 0 0</POS>" + vertex_tail +
                                 "<MORPH NAME=\"a\"><BLENDVERTEX VERTEXID=\"0\"><POSITION>" + value +
                                 "</POSITION><NORMAL>0 0 0</NORMAL></BLENDVERTEX></MORPH></SUBMESH></MESH>");
    };
    EXPECT_EQ(row(*mesh("1300", "0 1 0"), mesh("1300", "0 1 0")->morphs.at(0).offset, 0, 3), (Floats{0, 1, 0}));
    EXPECT_EQ(row(*mesh("1300", "10 1 0"), mesh("1300", "10 1 0")->morphs.at(0).offset, 0, 3), (Floats{0, 1, 0}));
    EXPECT_EQ(row(*mesh("919", "0 1 0"), mesh("919", "0 1 0")->morphs.at(0).offset, 0, 3), (Floats{-10, 1, 0}));
}

TEST(Cal3dXmlMesh, WhatIsMissingOrOutOfRangeIsNoted) {
    const DocumentPtr doc = text("m.xmf", "<MESH VERSION=\"1100\" NUMSUBMESH=\"2\"><SUBMESH NUMVERTICES=\"2000000000\" "
                                          "NUMFACES=\"-1\"><VERTEX ID=\"3\"><INFLUENCE>1</INFLUENCE></VERTEX>"
                                          "<FACE VERTEXID=\"0 0 9\"/><FACE/></SUBMESH></MESH>");
    for (const char* part : {"NUMSUBMESH: expected 1", "attribute MATERIAL", "NUMVERTICES: expected 1",
                             "NUMFACES: expected 2", "expected ID 0", "attribute ID, found none", "1 lack <POS>",
                             "attribute VERTEXID", "1 corner of faces names no vertex"})
        EXPECT_TRUE(says(*doc, part)) << part << "\n" << all_notes(*doc);
    EXPECT_EQ(doc->sets.at(0).vertices, 1u);
    EXPECT_TRUE(triangles(*doc, doc->meshes.at(0)).empty());
    expect_sound(*doc);
}

// ---- materials ----

TEST(Cal3dXmlMaterial, ColoursMayBeFractionsAndAlphaIsNoOpacity) {
    NEED_SHARED();
    const DocumentPtr doc = load(sample("cal3d/balazar/Material.xrf").string());
    const Material& material = doc->materials.at(0);
    EXPECT_EQ(material.name, "Material");
    EXPECT_FLOAT_EQ(material.diffuse.x * 255, 204);
    EXPECT_EQ(material.diffuse.a, 1);
    EXPECT_EQ(material.shininess, 1);
    EXPECT_EQ(material.texture, "balazar.png");
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
}

TEST(Cal3dXmlMaterial, MapsHaveTypesAndTheOpacityMapIsNoPicture) {
    const DocumentPtr doc = text("a.xrf", R"(<MATERIAL VERSION="919" NUMMAPS="3"><AMBIENT>1 2 3 0</AMBIENT>
<DIFFUSE>255,0,0,0</DIFFUSE><SPECULAR>0 0 0</SPECULAR>
<MAP TYPE="Opacity">mask.png</MAP><MAP TYPE="Diffuse Color"> skin.png </MAP></MATERIAL>)");
    EXPECT_EQ(doc->materials.at(0).texture, "skin.png");
    EXPECT_EQ(doc->materials[0].blend, BlendMode::Alpha);
    EXPECT_EQ(doc->materials[0].mask, "mask.png");
    const DocumentPtr named = text("b.xrf", R"(<MATERIAL VERSION="900" NUMMAPS="2"><AMBIENT>1 2 3 0</AMBIENT>
<DIFFUSE>1 1 1 0</DIFFUSE><SPECULAR>0 0 0 0</SPECULAR><SHININESS>0</SHININESS>
<MAP>edge_alpha.tga</MAP><MAP>edge.tga</MAP></MATERIAL>)");
    EXPECT_EQ(named->materials.at(0).texture, "edge.tga");
    EXPECT_EQ(named->materials[0].mask, "edge_alpha.tga");
    EXPECT_EQ(vec3(doc->materials[0].diffuse), vec3(1, 0, 0));
    EXPECT_TRUE(says(*doc, "NUMMAPS: expected 2"));
    EXPECT_TRUE(says(*doc, "expected 4 numbers, found 3"));
    EXPECT_TRUE(says(*doc, "expected an element <shininess>"));
}

// ---- morph animations ----

TEST(Cal3dXmlMorphs, TracksAreNamedOrNumbered) {
    const DocumentPtr imvu = text("a.xpf", R"(<HEADER MAGIC="XPF" VERSION="919"/><ANIMATION DURATION="2" NUMTRACKS="1">
<TRACK MORPHNAME="eyes.Blink.Clamped" NUMKEYFRAMES="2"><KEYFRAME TIME="0"><WEIGHT>0</WEIGHT></KEYFRAME>
<KEYFRAME TIME="1"><WEIGHT>0.5</WEIGHT></KEYFRAME></TRACK></ANIMATION>)");
    ASSERT_EQ(imvu->clips.at(0).tracks.size(), 1u);
    const Track& track = imvu->clips[0].tracks[0];
    EXPECT_EQ(track.kind, Kind::Morph);
    EXPECT_EQ(track.property, Property::Weight);
    EXPECT_EQ(imvu->names.at(track.name), "eyes.Blink.Clamped");
    EXPECT_EQ(row(*imvu, track.value, 1, 1), Floats{0.5f});
    NEED_SHARED();
    const DocumentPtr trunk = load(sample("cal3d/dokurochan/DokuroChan_Key_test_facial.xpf").string());
    ASSERT_EQ(trunk->clips.at(0).tracks.size(), 15u);
    EXPECT_EQ(trunk->clips[0].tracks[1].target, 16);
    EXPECT_EQ(trunk->clips[0].tracks[1].part, 0);
    EXPECT_EQ(trunk->clips[0].tracks[1].mesh, 19);
    EXPECT_EQ(trunk->clips[0].timelines[trunk->clips[0].tracks[1].timeline].rows, 436u);
    EXPECT_TRUE(trunk->notes.empty()) << all_notes(*trunk);
}

// ---- golden data ----

std::string folder_of_golden(const std::string& name) {
    return name == "converter_xml1000" ? "converter" : name == "balazar_xml1200" ? "balazar" : "cal3djs";
}

void compare_skeleton(const Document& doc, const nlohmann::json& bones) {
    const auto& joints = doc.skeletons.at(0).joints;
    ASSERT_EQ(joints.size(), bones.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        EXPECT_EQ(joints[i].name, bones[i]["name"]);
        EXPECT_EQ(joints[i].parent, bones[i]["parent"]);
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(joints[i].bind.t[k], bones[i]["t"][k].get<float>(), 1e-5f);
    }
}

TEST(Cal3dXmlGolden, FilesHoldWhatTheLibraryFound) {
    NEED_SHARED();
    for (const std::string name : {"balazar_xml1200", "converter_xml1000", "cal3djs_xmf1100"}) {
        SCOPED_TRACE(name);
        const auto want = read_json(golden("cal3d/" + name + ".json"));
        const auto folder = sample("cal3d/" + folder_of_golden(name));
        const std::string skeleton = want["skeleton"];
        if (skeleton.ends_with("xsf")) compare_skeleton(*load((folder / skeleton).string()), want["bones"]);
        for (const auto& animation : want["animations"]) {
            const std::string file = animation["file"];
            if (!file.ends_with("xaf")) continue;
            const DocumentPtr doc = load((folder / file).string());
            EXPECT_NEAR(doc->clips.at(0).duration, animation["duration"].get<double>(), 1e-6);
            ASSERT_EQ(stored_size(doc->clips[0]).tracks, animation["tracks"].size());
            for (const auto& track : animation["tracks"]) {
                const Track* own = find_track(*doc, track["bone"], Property::Rotation);
                ASSERT_TRUE(own);
                const Timeline& line = doc->clips[0].timelines[own->timeline];
                EXPECT_EQ(line.rows, track["keys"]);
                EXPECT_NEAR(key_time(*doc, line, 0), track["first"].get<float>(), 1e-6f);
                EXPECT_NEAR(key_time(*doc, line, line.rows - 1), track["last"].get<float>(), 1e-6f);
            }
        }
        for (const auto& mesh : want["meshes"]) {
            const DocumentPtr doc = load((folder / mesh["file"].get<std::string>()).string());
            ASSERT_EQ(doc->meshes.size(), mesh["submeshes"].size());
            for (std::size_t i = 0; i < doc->meshes.size(); ++i) {
                const auto& theirs = mesh["submeshes"][i];
                EXPECT_EQ(doc->meshes[i].slot, theirs["material"]);
                EXPECT_EQ(doc->sets[i].vertices, theirs["vertices"]);
                EXPECT_EQ(doc->meshes[i].indices, theirs["faces"].get<uint32_t>() * 3);
                EXPECT_EQ(doc->sets[i].uv.size(), theirs["texcoords"]);
                for (uint32_t k = 0; k < 3; ++k) EXPECT_EQ(doc->lists[doc->meshes[i].first + k], theirs["face0"][k]);
            }
        }
        for (const auto& material : want["materials"]) {
            const std::string file = material["file"];
            const DocumentPtr doc = load((folder / file).string());
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(doc->materials.at(0).diffuse[k] * 255, material["diffuse"][k].get<float>(), 1e-3f) << file;
            if (!material["maps"].empty()) { EXPECT_EQ(doc->materials[0].texture, material["maps"][0]); }
        }
    }
}

// ---- bad input ----

TEST(Cal3dXmlHostile, EverySampleIsWholeAndClaimed) {
    NEED_SHARED();
    int n = 0;
    for (const auto& path : cal3d_samples({".xsf", ".xaf", ".xmf", ".xrf", ".xpf", ".cfg"})) {
        SCOPED_TRACE(path);
        const DocumentPtr doc = load(path.string());
        EXPECT_TRUE(doc->readable);
        EXPECT_TRUE(gaps(*doc).empty());
        for (const Finding& note : doc->notes) EXPECT_NE(note.severity, Severity::Error) << note.message;
        expect_sound(*doc);
        ++n;
    }
    EXPECT_GE(n, 45);
}

// An XML text may end after its root; a list may end anywhere that leaves a name or a number.
bool may_end(const Document& whole, uint32_t n) {
    const std::string_view left = text_of(whole.file, {0, n});
    const std::string_view rest = text_of(whole.file, {n, static_cast<uint32_t>(whole.file.size()) - n});
    if (rest.find_first_not_of(" \t\r\n") == std::string_view::npos) return true;
    if (whole.format != "cal3d.cfg") return false;
    const std::size_t line = left.rfind('\n') + 1;  // npos + 1 is 0
    const std::string_view last = left.substr(line);
    return last.empty() || last.starts_with('#') || last.find('=') != std::string_view::npos;
}

class Cal3dXmlCuts : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Cal3dXmlCuts);

TEST_P(Cal3dXmlCuts, EveryOneIsReported) { expect_cuts_reported(GetParam(), bytes_of(GetParam()), may_end); }

INSTANTIATE_TEST_SUITE_P(All, Cal3dXmlCuts,
                         testing::ValuesIn(different_cal3d_samples({".xsf", ".xaf", ".xmf", ".xrf", ".xpf", ".cfg"})),
                         name_of_file);

TEST(Cal3dXmlHostile, ManyFaultsAreFewNotes) {
    std::string keys;
    for (int i = 0; i < 5000; ++i) keys += key("x", moved("y y y"));
    const DocumentPtr doc = text("a.xaf", animation(track(keys)));
    EXPECT_LT(doc->notes.size(), 110u);
    EXPECT_TRUE(says(*doc, "more notes of this file are left out"));
    expect_sound(*doc);
}

}  // namespace
}  // namespace bonescope
