// Scene objects: their places, motion and meshes against the golden readings, posed as their reference says, and bad
// files.
#include "core/scene.h"
#include "core/text.h"
#include "tests/hostile.h"

using namespace bonescope;
using namespace bonescope::test;
using nlohmann::json;

namespace {

std::string prop(const std::string& name) { return sample("meteor/props/" + name).string(); }

std::size_t notes_with(const Document& doc, std::string_view part) {
    return static_cast<std::size_t>(std::count_if(doc.notes.begin(), doc.notes.end(), [&](const Finding& note) {
        return note.message.find(part) != std::string::npos;
    }));
}

std::vector<uint32_t> corners_of(const Document& doc, std::size_t set) {
    std::vector<uint32_t> out;
    for (const Mesh& mesh : doc.meshes)
        if (mesh.set == static_cast<int>(set))
            out.insert(out.end(), doc.lists.begin() + mesh.first, doc.lists.begin() + mesh.first + mesh.indices);
    return out;
}

// ---- golden ----

class MeteorProp : public testing::TestWithParam<const char*> {
protected:
    std::string name = GetParam();
    DocumentPtr open(const char* ending) { return load(prop(name + ending)); }
    json want() { return read_json(golden("meteor/props.json"))[name]; }
};

TEST_P(MeteorProp, ObjectsAreJoints) {
    NEED_SHARED();
    const DocumentPtr doc = open(".des");
    ASSERT_EQ(doc->skeletons.size(), 1u);
    const auto& joints = doc->skeletons[0].joints;
    const json names = want()["des"];
    ASSERT_EQ(joints.size(), names.size());
    const auto objects = want()["fmc"]["objects"].get<std::size_t>();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        EXPECT_EQ(joints[i].name, names[i].get<std::string>());
        EXPECT_EQ(joints[i].id, static_cast<int>(i));
        EXPECT_EQ(joints[i].parent, -1);
        EXPECT_EQ(joints[i].socket, i >= objects);
    }
    EXPECT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST_P(MeteorProp, FramesOfObjects) {
    NEED_SHARED();
    const DocumentPtr doc = open(".fmc");
    const json fmc = want()["fmc"];
    ASSERT_EQ(doc->clips.size(), 1u);
    const Clip& clip = doc->clips[0];
    const auto frames = fmc["frames"].get<uint32_t>();
    const std::size_t objects = fmc["objects"].get<std::size_t>() + fmc["dummies"].get<std::size_t>();
    EXPECT_EQ(clip.fps, fmc["fps"].get<float>());
    EXPECT_EQ(clip.duration, frames - 1.);
    ASSERT_EQ(clip.timelines.size(), 1u);
    EXPECT_EQ(clip.timelines[0].rows, frames);
    ASSERT_EQ(clip.tracks.size(), 2 * objects);
    const auto expect_row = [&](const json& rows, uint32_t frame) {
        EXPECT_EQ(key_time(*doc, clip.timelines[0], frame), static_cast<float>(frame));
        for (std::size_t i = 0; i < objects; ++i)
            for (uint32_t lane = 0; lane < 7; ++lane) {
                const Track& track = clip.tracks[2 * i + (lane >= 3)];
                EXPECT_EQ(track.target, static_cast<int>(i));
                EXPECT_FLOAT_EQ(doc->number(track.value, frame, lane < 3 ? lane : lane - 3),
                                rows[i][lane].get<float>());
            }
    };
    expect_row(fmc["first"], 0);
    expect_row(fmc["mid"], fmc["mid_index"].get<uint32_t>());
    expect_row(fmc["last"], frames - 1);
    const Bytes last = key_bytes(*doc, clip.tracks.back(), frames - 1);
    EXPECT_TRUE(text_of(doc->file, last).starts_with("t "));
    EXPECT_TRUE(text_of(doc->file, last).ends_with("00000"));
    EXPECT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST_P(MeteorProp, MeshesOfObjects) {
    NEED_SHARED();
    const DocumentPtr doc = open(".gmb");
    const json gmb = want()["gmb"];
    ASSERT_EQ(doc->sets.size(), gmb["objects"].size());
    ASSERT_EQ(doc->materials.size(), gmb["shaders"].size());
    for (std::size_t i = 0; i < doc->materials.size(); ++i) {
        const auto texture = gmb["shaders"][i][0].get<int>();
        EXPECT_EQ(doc->materials[i].texture,
                  texture < 0 ? "" : gmb["textures"][static_cast<std::size_t>(texture)].get<std::string>());
        EXPECT_EQ(doc->materials[i].cull == Cull::None, gmb["shaders"][i][2].get<int>() != 0);
        EXPECT_EQ(doc->materials[i].blend == BlendMode::Alpha, gmb["shaders"][i][3] == "ENABLE sa 1-sa");
    }
    for (std::size_t i = 0; i < doc->sets.size(); ++i) {
        const VertexSet& set = doc->sets[i];
        const json& object = gmb["objects"][i];
        EXPECT_EQ(set.name, object["name"].get<std::string>());
        ASSERT_EQ(set.vertices, object["v"].get<uint32_t>());
        ASSERT_EQ(corners_of(*doc, i).size(), 3 * object["f"].get<std::size_t>());
        const json& v0 = object["v0"];
        for (uint32_t lane = 0; lane < 3; ++lane) {
            EXPECT_NEAR(doc->number(set.position, 0, lane), v0[lane].get<float>(), 1e-4);
            EXPECT_NEAR(doc->number(set.normal, 0, lane), v0[3 + lane].get<float>(), 1e-6);
            EXPECT_EQ(corners_of(*doc, i)[lane], object["f0"][1 + lane].get<uint32_t>());
        }
        for (uint32_t part = 0; part < 4; ++part)
            EXPECT_EQ(doc->lists[set.color] >> (8 * part) & 0xFF, v0[6][part].get<uint32_t>());
        EXPECT_NEAR(doc->number(set.uv[0], 0, 0), v0[7].get<float>(), 1e-6);
        EXPECT_NEAR(doc->number(set.uv[0], 0, 1), 1 - v0[8].get<float>(), 1e-6);
        EXPECT_EQ(set.influences.joint, std::vector<int32_t>(set.vertices, static_cast<int32_t>(i)));
        EXPECT_EQ(set.influences.first.back(), set.vertices);
    }
    EXPECT_TRUE(gaps(*doc).empty());
}

Scene scene_of(const std::string& name, std::initializer_list<const char*> endings) {
    std::vector<DocumentPtr> docs;
    for (const char* ending : endings) docs.push_back(load(prop(name + ending)));
    return make_scene(std::move(docs), {.resolve = false, .folders = {}});
}

Local row_of(const json& row) {
    Local out;
    out.t = {row[0], row[1], row[2]};
    out.r = glm::normalize(quat(row[3].get<float>(), row[4].get<float>(), row[5].get<float>(), row[6].get<float>()));
    return out;
}

// v' = FMC(object, frame) * inverse(DES(object)) * v.
TEST_P(MeteorProp, VerticesFollowTheirObject) {
    NEED_SHARED();
    const Scene scene = scene_of(name, {".gmb", ".fmc", ".des"});
    ASSERT_TRUE(scene.skeleton());
    EXPECT_EQ(scene.skeleton_document()->format, "meteor.des");
    ASSERT_EQ(scene.clips.size(), 1u);
    const auto& joints = scene.skeleton()->joints;
    const json fmc = want()["fmc"];
    const std::pair<double, json> moments[] = {{0., fmc["first"]},
                                               {fmc["mid_index"].get<double>(), fmc["mid"]},
                                               {fmc["frames"].get<double>() - 1, fmc["last"]}};
    for (const auto& [time, rows] : moments) {
        SCOPED_TRACE(time);
        bonescope::Frame frame;
        const Layer layer{&scene.clips[0], {time, time, false}, 1};
        evaluate(scene, {&layer, 1}, frame);
        ASSERT_EQ(frame.sets.size(), scene.sets.size());
        for (std::size_t object = 0; object < frame.sets.size(); ++object) {
            const Local now = row_of(rows[object]), rest = joints[object].bind;
            const VertexSet& set = scene.sets[object].get();
            for (uint32_t v = 0; v < set.vertices; ++v) {
                const vec3 stored = scene.docs[0]->triple(set.position, v);
                const vec3 expected = now.r * (glm::inverse(rest.r) * (stored - rest.t)) + now.t;
                ASSERT_LE(glm::distance(expected, frame.sets[object].position[v]), 2e-3f) << object << " " << v;
            }
        }
    }
}

// Without the places at rest those of the first frame serve; without frames nothing moves.
TEST_P(MeteorProp, WithoutPlacesAtRest) {
    NEED_SHARED();
    for (const auto& endings : {std::vector<const char*>{".gmb", ".fmc"}, {".gmb"}}) {
        std::vector<DocumentPtr> docs;
        for (const char* ending : endings) docs.push_back(load(prop(name + ending)));
        const Scene scene = make_scene(std::move(docs), {.resolve = false, .folders = {}});
        EXPECT_EQ(scene.skeleton_document()->format, endings.size() > 1 ? "meteor.fmc" : "meteor.gmb");
        bonescope::Frame frame;
        std::vector<Layer> layers;
        if (!scene.clips.empty()) layers.push_back({&scene.clips[0], {0, 0, false}, 1});
        evaluate(scene, layers, frame);
        for (std::size_t object = 0; object < frame.sets.size(); ++object)
            for (uint32_t v = 0; v < scene.sets[object].get().vertices; ++v)
                ASSERT_LE(glm::distance(scene.docs[0]->triple(scene.sets[object].get().position, v),
                                        frame.sets[object].position[v]),
                          2e-3f);
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, MeteorProp, testing::Values("Pdoor02", "sn07eye", "knife01"),
                         [](const auto& info) { return std::string(info.param); });

// ---- text meshes ----

TEST(MeteorGmc, WeaponWithSmallExponents) {
    NEED_SHARED();
    const DocumentPtr doc = load(prop("w9_4l.gmc"));
    ASSERT_EQ(doc->sets.size(), 2u);
    EXPECT_EQ(doc->sets[0].name, "objBox01");
    EXPECT_EQ(doc->sets[0].vertices, 76u);
    EXPECT_EQ(doc->sets[1].vertices, 8u);
    EXPECT_EQ(corners_of(*doc, 0).size(), 3u * 72);
    EXPECT_EQ(corners_of(*doc, 1).size(), 3u * 12);
    EXPECT_FLOAT_EQ(doc->number(doc->sets[0].position, 0, 1), 18.5268f);
    EXPECT_FLOAT_EQ(doc->number(doc->sets[0].normal, 0, 1), 1.27083e-7f);
    EXPECT_FLOAT_EQ(doc->number(doc->sets[0].uv[0], 1, 1), 1 - .0324f);
    EXPECT_EQ(doc->lists[doc->sets[0].color], 0xFFFFFFFFu);
    EXPECT_TRUE(text_of(doc->file, vertex_bytes(*doc, doc->sets[0], 75)).starts_with("v "));
    EXPECT_EQ(doc->materials.at(0).texture, "nihuanqiankun.jpg");
    EXPECT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    EXPECT_TRUE(gaps(*doc).empty());
}

constexpr std::string_view small_gmc =
    "# text\nTextures 2\n{\n  a b.tga\n  \xA4\x7B.jpg\n}\nShaders 2\n"
    "shader 0\n{\n Texture 0 ALPHACHANNEL\n TwoSide 1\n Blend ENABLE  sa 1\n Opaque 0.5\n}\n"
    "shader 1 { Texture 1 NORMAL\n TwoSide 0\n Blend DISABLE 1 0\n Opaque 1 }\n"
    "SceneObjects 1 DummeyObjects 0\nVertices 3 Faces 2\nObject one\n{\n"
    " Vertices 3 Faces 2\n"
    " v 0 0 0 n 0 0 1 c 1 2 3 4 t 0 0\n"
    " v 1 0 0 n 0 0 1e-007 c 1 2 3 4 t 1 0\n"
    " v 0 1 0 n 0 0 1 c 1 2 3 4 t 0 1\n"
    " f 1 0 1 2 0 0 1\n f 0 2 1 0\n}\n";

DocumentPtr read(std::string_view text, const char* name) { return load(name, bytes(text)); }

std::string with(std::string_view text, std::string_view part, std::string_view other) {
    std::string out(text);
    const std::size_t at = out.find(part);
    EXPECT_NE(at, out.npos) << part;
    return out.replace(at, part.size(), other);
}

TEST(MeteorGmc, ShadersAndFaces) {
    const DocumentPtr doc = read(small_gmc, "a.GMC");
    EXPECT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    ASSERT_EQ(doc->materials.size(), 2u);
    EXPECT_EQ(doc->materials[0].texture, "a b.tga");
    EXPECT_EQ(doc->materials[0].blend, BlendMode::Add);
    EXPECT_EQ(doc->materials[0].cull, Cull::None);
    EXPECT_FLOAT_EQ(doc->materials[0].diffuse.w, .5f);
    EXPECT_EQ(doc->materials[1].texture, "\xA4\x7B.jpg");
    EXPECT_EQ(doc->materials[1].blend, BlendMode::Opaque);
    ASSERT_EQ(doc->meshes.size(), 2u);
    EXPECT_EQ(doc->meshes[0].own, 0);
    EXPECT_FALSE(doc->meshes[0].goes_on);
    EXPECT_EQ(doc->meshes[1].own, 1);
    EXPECT_TRUE(doc->meshes[1].goes_on);
    EXPECT_EQ(corners_of(*doc, 0), (std::vector<uint32_t>{2, 1, 0, 0, 1, 2}));
    EXPECT_EQ(doc->lists[doc->sets[0].color], 0x04030201u);
}

TEST(MeteorGmc, Faults) {
    const auto noted = [](std::string_view part, std::string_view other, std::string_view message) {
        const DocumentPtr doc = read(with(small_gmc, part, other), "a.gmc");
        EXPECT_EQ(notes_with(*doc, message), 1u) << other << (doc->notes.empty() ? "" : doc->notes[0].message);
        EXPECT_TRUE(gaps(*doc).empty()) << other;
        expect_sound(*doc);
    };
    noted("Textures 2", "Textures 99999999", "Textures: expected 99999999 as line 2 says at offset 16, found 2");
    noted("Texture 1 N", "Texture 7 N", "texture: expected -1 or a number below 2, found 7");
    noted("ALPHACHANNEL", "MAGIC", "texture kind: expected NORMAL, ALPHACHANNEL or COLORKEY, found \"MAGIC\"");
    noted("ENABLE  sa 1", "ENABLE x y", "blend: expected DISABLE");
    noted("Opaque 0.5", "Opaque 2", "opacity: expected 0 to 1, found 2");
    noted("shader 1", "shader 5", "expected shader 1 in line 15, found 5");
    noted("Vertices 3 Faces 2\nObject", "Vertices -1 Faces 2\nObject", "Vertices of all objects: expected -1 as line ");
    noted(" Vertices 3 Faces 2\n v", " Vertices 4 Faces 2\n v", "vertices: expected 4 as line ");
    noted("f 0 2 1 0", "f 0 2 1 3", "1 faces name a vertex that is not there");
    noted("f 0 2 1 0", "f 9 2 1 0", "1 faces name a shader that is not there");
    noted("f 0 2 1 0", "f 0 2", "face: expected a whole number");
    noted("c 1 2 3 4 t 1 0", "t 1 0", "vertex in line 25: expected c, found \"t\"");
    noted("v 1 0 0", "v 1,0 0", "vertex: expected a number, found \",\"");
    noted("v 1 0 0", "v 1e999 0 0", "expected finite numbers in vertices");
    noted("0\n}\n", "0\n", "expected } for object \"one\"");
}

// ---- places and motion ----

constexpr std::string_view small_des = "SceneObjects 1 DummeyObjects 1\nObject box one\n{\n Position: 1 2 3\n"
                                       " Quaternion: 0 0 2 0\n TextureAnimation: 1 0.5 0\n Custom:\n {\n"
                                       "  model=\"x y\"\n  kind = 4\n }\n}\nObject dummy { Position: 0 0 0\n"
                                       " Quaternion: -1 0 0 0 }\n";

TEST(MeteorDes, PlacesOfObjects) {
    const DocumentPtr doc = read(small_des, "a.des");
    ASSERT_EQ(doc->skeletons.size(), 1u);
    const auto& joints = doc->skeletons[0].joints;
    ASSERT_EQ(joints.size(), 2u);
    EXPECT_EQ(joints[0].name, "box one");
    EXPECT_EQ(joints[0].bind.t, vec3(1, 2, 3));
    EXPECT_EQ(joints[0].bind.r, quat(0, 0, 1, 0));
    EXPECT_FALSE(joints[0].socket);
    EXPECT_TRUE(joints[1].socket);
    EXPECT_EQ(notes_with(*doc, "Quaternion: expected finite numbers of length 1, found 0 0 2 0"), 1u);
    EXPECT_EQ(doc->notes.size(), 1u);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(MeteorDes, Faults) {
    EXPECT_EQ(notes_with(*read(with(small_des, "SceneObjects 1", "SceneObjects 9"), "a.des"),
                         "objects: expected 10 as line 1 says"),
              1u);
    EXPECT_EQ(notes_with(*read(with(small_des, "1 2 3", "1 2"), "a.des"), "Position: expected a number"), 1u);
    EXPECT_EQ(notes_with(*read(with(small_des, "1 2 3", "1 nan 3"), "a.des"), "Position: expected finite numbers"), 1u);
    EXPECT_EQ(notes_with(*read(with(small_des, "4\n }\n}", "4\n"), "a.des"), "expected } for"), 2u);
}

constexpr std::string_view small_fmc = "SceneObjects 1 DummeyObjects 1\nFPS 25 Frames 3 Mode: RIGID\n"
                                       "frame 0\n{\n t 0 0 0 q 1 0 0 0\n t 0 0 1 q 1 0 0 0\n}\n"
                                       "frame 1 { t 1 0 0 q 1 0 0 0 # c\n t 0 0 2 q 1 0 0 0 }\n"
                                       "frame 2\n{\n t 2 0 0 q 1 0 0 0\n t 0 0 3 q 1 0 0 0\n}\n";

TEST(MeteorFmc, RowsOfObjects) {
    const DocumentPtr doc = read(small_fmc, "a.fmc");
    EXPECT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    const Clip& clip = doc->clips.at(0);
    EXPECT_EQ(clip.fps, 25);
    EXPECT_EQ(clip.duration, 2);
    ASSERT_EQ(clip.tracks.size(), 4u);
    EXPECT_EQ(doc->triple(clip.tracks[2].value, 1), vec3(0, 0, 2));
    EXPECT_EQ(text_of(doc->file, key_bytes(*doc, clip.tracks[0], 1)), "t 1 0 0 q 1 0 0 0 # c");
    EXPECT_EQ(text_of(doc->file, key_bytes(*doc, clip.tracks[2], 1)), "t 0 0 2 q 1 0 0 0");
    EXPECT_TRUE(doc->skeletons.at(0).stand_in);
    EXPECT_EQ(doc->skeletons[0].joints[1].bind.t, vec3(0, 0, 1));
}

TEST(MeteorFmc, Faults) {
    const auto noted = [](std::string_view part, std::string_view other, std::string_view message, uint32_t rows) {
        const DocumentPtr doc = read(with(small_fmc, part, other), "a.fmc");
        EXPECT_EQ(notes_with(*doc, message), 1u) << other << (doc->notes.empty() ? "" : doc->notes[0].message);
        ASSERT_FALSE(doc->clips.empty());
        EXPECT_EQ(doc->clips[0].timelines.empty() ? 0 : doc->clips[0].timelines[0].rows, rows) << other;
        EXPECT_TRUE(gaps(*doc).empty()) << other;
        expect_sound(*doc);
        pose_everything(doc);
    };
    noted("Frames 3", "Frames 4", "Frames: expected 4 as line 2 says at offset 45, found 3", 3);
    noted("Frames 3", "Frames -4", "Frames: expected -4 as line 2 says at offset 45, found 3", 3);
    noted("FPS 25", "FPS 0", "FPS in line 2: expected a number above 0, found 0", 3);
    noted("RIGID", "SOFT", "Mode: expected RIGID, found \"SOFT\"", 3);
    noted("SceneObjects 1", "SceneObjects 2147483647",
          "objects of the first frame: expected 2147483648 as line 1 says at offset 13, found 2", 3);
    noted("frame 1", "frame 5", "expected frame 1, found frame 5 in line 8", 3);
    noted("frame 1", "frame 0", "expected frame 1, found frame 0 in line 8", 3);
    noted(" t 0 0 2 q 1 0 0 0 }", "}", "frame 1 in line 8 at offset 109: expected 2 objects, found 1; it is left out",
          2);
    noted("t 1 0 0 q 1 0 0 0", "t 1 0 0 q 1 0 0", "place of an object: expected a number", 3);
    noted("t 1 0 0 q 1 0 0 0", "t 1 0,5 0 q 1 0 0 0", "place of an object: expected a number", 3);
    noted("t 1 0 0 q 1 0 0 0", "t 1 0 0 q 3 0 0 0", "1 rotations: expected length 1", 3);
    noted("3 q 1 0 0 0\n}", "3 q 1 0 0 0\n", "expected } for frame 2", 3);
}

// ---- bad files ----

std::string small_gmb() {
    Maker out;
    const auto string = [&](std::string_view text) { out.u32(static_cast<uint32_t>(text.size())).text(text); };
    out.text("GMDL V1.00").u32(1);
    string("a.tga");
    out.u32(1).u32(0);
    string("COLORKEY");
    out.u8(1);
    string("ENABLE 0 1-s");
    out.f32({1}).u32(1).u32(0).u32(3).u32(1);
    string("\xA4\x40");
    out.u32(3).u32(1);
    for (int i = 0; i < 3; ++i) out.f32({float(i), 0, 0, 0, 0, 1}).u32(0xFF010203).f32({0, .25f});
    out.u32(0).u32(0).u32(1).u32(2).f32({0, 0, 1});
    return out.str();
}

TEST(MeteorGmb, SmallFile) {
    const DocumentPtr doc = read(small_gmb(), "a.gmb");
    ASSERT_EQ(doc->sets.size(), 1u);
    EXPECT_EQ(doc->encoding, Encoding::Big5);
    EXPECT_EQ(doc->version, "GMDL V1.00");
    EXPECT_EQ(doc->materials.at(0).blend, BlendMode::Modulate);
    EXPECT_EQ(doc->number(doc->sets[0].uv[0], 2, 1), .75f);
    EXPECT_EQ(doc->notes.size(), 2u);  // what cannot be drawn exactly
    EXPECT_TRUE(gaps(*doc).empty());
    EXPECT_EQ(notes_with(*read(small_gmb() + "xy", "a.gmb"), "found 2 more bytes"), 1u);
    EXPECT_EQ(notes_with(*read(with(small_gmb(), "GMDL V1.00", "GMDL V2.00"), "a.gmb"), "signature: expected"), 1u);
}

bool never(const Document&, uint32_t) { return false; }

// A row of a text that is cut behind its last number is whole.
TEST(MeteorProps, CutAnywhere) {
    const auto last_blanks = [](const Document& whole, uint32_t n) { return n + 1 >= whole.file.size(); };
    expect_cuts_reported("a.gmb", bytes(small_gmb()), never);
    expect_cuts_reported("a.gmc", bytes(small_gmc), last_blanks);
    expect_cuts_reported("a.des", bytes(with(small_des, "0 0 2 0", "0 0 1 0")), last_blanks);
    expect_cuts_reported("a.fmc", bytes(small_fmc), last_blanks);
}

class MeteorPropFile : public testing::TestWithParam<const char*> {};

TEST_P(MeteorPropFile, CutAnywhere) {
    NEED_SHARED();
    const std::string path = prop(GetParam());
    const bool text = !path.ends_with(".gmb");
    expect_cuts_reported(path, bytes_of(path),
                         [&](const Document& whole, uint32_t n) { return text && n + 1 >= whole.file.size(); });
}

INSTANTIATE_TEST_SUITE_P(Samples, MeteorPropFile,
                         testing::Values("sn07eye.gmb", "knife01.gmb", "w9_4l.gmc", "knife01.des", "knife01.fmc"));

TEST(MeteorProps, LongFilesCutAtSomePlaces) {
    NEED_SHARED();
    for (const char* name : {"Pdoor02.gmb", "Pdoor02.fmc"}) {
        const Big<byte> file = bytes_of(prop(name));
        std::mt19937 random(3);
        for (int i = 0; i < 500; ++i) {
            const auto n = std::uniform_int_distribution<uint32_t>(0, static_cast<uint32_t>(file.size()) - 1)(random);
            const DocumentPtr doc = load(prop(name), prefix(file, n));
            ASSERT_NO_FATAL_FAILURE(expect_sound(*doc)) << n;
            ASSERT_FALSE(doc->notes.empty()) << n;
        }
    }
}

TEST(MeteorProps, NumbersReplaced) {
    const auto visit = [](const DocumentPtr& doc) {
        pose_everything(doc);
        deform_everything(doc);
    };
    expect_patches_survived("a.gmb", bytes(small_gmb()), 1000, visit);
    for (const auto& [name, text] : {std::pair{"a.gmc", small_gmc}, {"a.des", small_des}, {"a.fmc", small_fmc}})
        for (const Patch& patch : word_patches(text)) {
            const DocumentPtr doc = load(name, patched(bytes(text), patch));
            ASSERT_NO_FATAL_FAILURE(expect_sound(*doc)) << name << " " << patch.raw << " at " << patch.at;
            visit(doc);
        }
}

TEST(MeteorProps, Recognised) {
    EXPECT_EQ(read("GMDL V1.00", "a.bin")->format, "meteor.gmb");
    EXPECT_EQ(read("other", "a.gmb")->format, "meteor.gmb");
    EXPECT_EQ(read("", "a.gmb")->format, "");
    EXPECT_EQ(read("name: value", "a.des")->format, "");
}

TEST(MeteorGmb, WhatIsWholeOfACutObjectIsKept) {
    const std::string whole = small_gmb();
    const DocumentPtr no_face = read(whole.substr(0, whole.size() - 1), "a.gmb");
    ASSERT_EQ(no_face->sets.size(), 1u);
    EXPECT_EQ(no_face->sets[0].vertices, 3u);
    EXPECT_EQ(notes_with(*no_face, "found 27 bytes: 0 are there whole, 1 missing"), 1u);
    EXPECT_TRUE(gaps(*no_face).empty());
    const DocumentPtr two = read(whole.substr(0, whole.size() - 28 - 36), "a.gmb");
    ASSERT_EQ(two->sets.size(), 1u);
    EXPECT_EQ(two->sets[0].vertices, 2u);
    EXPECT_EQ(two->skeletons.size(), 1u);
    EXPECT_TRUE(gaps(*two).empty());
    EXPECT_EQ(read(whole, "a.gmb")->sets[0].vertices, 3u);
}

TEST(MeteorGmb, ACutShippedFileKeepsMostOfItself) {
    NEED_SHARED();
    const Big<byte> raw = bytes_of(sample("meteor/props/knife01.gmb"));
    const DocumentPtr whole = load("a.gmb", bytes({reinterpret_cast<const char*>(raw.data()), raw.size()}));
    const DocumentPtr cut = load("a.gmb", bytes({reinterpret_cast<const char*>(raw.data()), raw.size() - 50}));
    ASSERT_EQ(cut->sets.size(), whole->sets.size());
    EXPECT_EQ(cut->sets.back().vertices, whole->sets.back().vertices);
    EXPECT_TRUE(gaps(*cut).empty());
}

}  // namespace
