#include "core/scene.h"
#include "tests/cal3d_files.h"

namespace bonescope {
namespace {

using namespace test;
using nlohmann::json;
using Floats = std::vector<float>;

// A square in the plane z = 0, two faces. Vertex i follows i % 3 bones.
struct MeshFile {
    int32_t version = 700;
    bool colors = false, springs = false;
    char morphs = 'n';  // n: none; e: with an end mark; c: counted
    float facing = 1, color = 0.5f, x = 0, coefficient = 1, length = 2;
    int32_t spring_to = 0;
    int32_t uv_sets = 1, lod_steps = 0, slot = 3;
    std::vector<int32_t> collapse = {-1, -1, -1, -1};
    std::vector<int32_t> corners = {0, 1, 2, 0, 2, 3};
    std::vector<int32_t> blend = {1, 3};
};

constexpr float corner_x[] = {0, 1, 1, 0}, corner_y[] = {0, 0, 1, 1};

void put_vertex(Maker& m, const MeshFile& file, int i) {
    m.f32({i == 3 ? file.x : corner_x[i], corner_y[i], 0, 0, 0, file.facing});
    if (file.colors) m.f32({file.color, 0, file.color});
    m.put(file.collapse[static_cast<std::size_t>(i)]).put(int32_t{i == 3});
    for (int32_t k = 0; k < file.uv_sets; ++k) m.f32({corner_x[i], corner_y[i] + static_cast<float>(k)});
    m.put(int32_t{i % 3});
    for (int32_t bone = 0; bone < i % 3; ++bone) m.put(bone + 10).f32({bone ? 0.25f : 0.75f});
    if (file.springs) m.f32({i == 0 ? 0.f : 0.5f});
}

void put_morph(Maker& m, const MeshFile& file) {
    put_string(m, "smile");
    if (file.morphs == 'c') m.put(static_cast<int32_t>(file.blend.size()));
    for (const int32_t v : file.blend) {
        const bool offset = file.morphs == 'c';
        m.put(v).f32(
            {offset ? 0 : corner_x[v], offset ? 0 : corner_y[v], 2, 0, offset ? 1.f : 0.f, offset ? -1.f : 1.f});
        for (int32_t k = 0; k < file.uv_sets; ++k) m.f32({0, 1});
    }
    if (file.morphs == 'e') m.put(int32_t{5});
}

Maker mesh(const MeshFile& file) {
    Maker m = cal3d("CMF", file.version).put(int32_t{1});
    m.put(file.slot).put(int32_t{4}).put(int32_t{2}).put(file.lod_steps).put(int32_t{file.springs}).put(file.uv_sets);
    if (file.morphs != 'n') m.put(int32_t{1});
    for (int i = 0; i < 4; ++i) put_vertex(m, file, i);
    if (file.springs) m.put(file.spring_to).put(int32_t{1}).f32({file.coefficient, file.length});
    if (file.morphs != 'n') put_morph(m, file);
    for (const int32_t corner : file.corners) m.put(corner);
    return m;
}

TEST(Cal3dMesh, EveryVersionIsReadInItsLayout) {
    for (const int32_t version : {699, 700, 910, 911, 919, 1000, 1100, 1200, 1300, 1301})
        for (const bool first_kind : {true, false}) {
            const bool rich = (version >= 911 && version <= 919) || version >= 1300;
            if (version < 1300 && !first_kind) continue;
            SCOPED_TRACE(fmt::format("version {}, A {}", version, first_kind));
            MeshFile file;
            file.version = version;
            file.colors = rich && first_kind;
            file.morphs = !rich ? 'n' : first_kind ? 'e' : 'c';
            const DocumentPtr doc = read("a/face.cmf", mesh(file));
            EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
            EXPECT_TRUE(gaps(*doc).empty());
            const VertexSet& set = doc->sets.at(0);
            EXPECT_EQ(doc->meshes.at(0).name, "face");
            EXPECT_EQ(doc->meshes[0].slot, 3);
            EXPECT_EQ(set.vertices, 4u);
            EXPECT_EQ(doc->triple(set.position, 2), vec3(1, 1, 0));
            EXPECT_EQ(doc->triple(set.normal, 2), vec3(0, 0, 1));
            EXPECT_EQ(row(*doc, set.uv.at(0), 2, 2), (Floats{1, 1}));
            EXPECT_EQ(set.influences.first, (std::vector<uint32_t>{0, 0, 1, 3, 3}));
            EXPECT_EQ(set.influences.joint, (std::vector<int32_t>{10, 10, 11}));
            EXPECT_EQ(set.influences.weight, (Floats{0.75f, 0.75f, 0.25f}));
            EXPECT_EQ(triangles(*doc, doc->meshes[0]), (std::vector<uint32_t>{0, 1, 2, 0, 2, 3}));
            EXPECT_EQ(set.color == none, !file.colors);
            if (file.colors) { EXPECT_EQ(doc->lists[set.color], 0xFF80'0080u); }
            EXPECT_EQ(doc->morphs.size(), rich ? 1u : 0u);
        }
}

TEST(Cal3dMesh, BothKindsOfMorphsMeanTheSame) {
    for (const char kind : {'e', 'c'}) {
        MeshFile file;
        file.version = 1300;
        file.colors = kind == 'e';
        file.morphs = kind;
        const DocumentPtr doc = read("a.cmf", mesh(file));
        const Morph& morph = doc->morphs.at(0);
        EXPECT_EQ(morph.name, "smile");
        EXPECT_EQ(morph.vertex, (std::vector<uint32_t>{1, 3}));
        EXPECT_EQ(doc->triple(morph.offset, 1), vec3(0, 0, 2));
        EXPECT_EQ(doc->triple(morph.normal, 1), kind == 'e' ? vec3(0, 0, 1) : vec3(0, 1, 0));
    }
}

TEST(Cal3dMesh, TheLayoutsThatLostAreSaid) {
    MeshFile file;
    file.version = 1300;
    file.morphs = 'c';
    const DocumentPtr doc = read("a.cmf", mesh(file));
    EXPECT_EQ(doc->dialect, "no colours, counted morphs");
    ASSERT_EQ(doc->dialects.size(), 4u);
    for (const Dialect& dialect : doc->dialects)
        EXPECT_EQ(dialect.verdict == "reads the whole file", dialect.name == doc->dialect)
            << dialect.name << ": " << dialect.verdict;
    const DocumentPtr forced = read("a.cmf", mesh(file), "no colours, no morphs");
    EXPECT_EQ(forced->dialect, "no colours, no morphs");
    EXPECT_EQ(forced->dialects.size(), 6u);
}

TEST(Cal3dMesh, TheFirstFaceDecidesOverTheWinding) {
    MeshFile file;
    file.facing = -1;
    const DocumentPtr doc = read("a.cmf", mesh(file));
    EXPECT_TRUE(doc->meshes.at(0).flipped);
    EXPECT_EQ(triangles(*doc, doc->meshes[0]), (std::vector<uint32_t>{0, 2, 1, 0, 3, 2}));
    file.facing = 1;
    EXPECT_FALSE(read("a.cmf", mesh(file))->meshes.at(0).flipped);
}

TEST(Cal3dMesh, BlackColoursAreNone) {
    MeshFile file;
    file.version = 919;
    file.colors = true;
    file.morphs = 'e';
    file.color = 0;
    const DocumentPtr doc = read("a.cmf", mesh(file));
    EXPECT_EQ(doc->sets.at(0).color, none);
    EXPECT_TRUE(says(*doc, "all vertex colours are black"));
}

TEST(Cal3dMesh, SpringsGiveThePhysicalWeight) {
    MeshFile file;
    file.springs = true;
    file.uv_sets = 2;
    const DocumentPtr doc = read("a.cmf", mesh(file));
    EXPECT_TRUE(gaps(*doc).empty());
    EXPECT_EQ(doc->number(doc->sets.at(0).physical, 0), 0);
    EXPECT_EQ(doc->number(doc->sets.at(0).physical, 2), 0.5f);
    EXPECT_EQ(row(*doc, doc->sets[0].uv.at(1), 2, 2), (Floats{1, 2}));
}

TEST(Cal3dMesh, DetailStepsAndTheirFaults) {
    MeshFile file;
    file.lod_steps = 2;
    file.collapse = {-1, -1, 1, 0};
    const DocumentPtr doc = read("a.cmf", mesh(file));
    const LodSteps& lod = doc->sets.at(0).lod;
    EXPECT_EQ(lod.steps, 2u);
    EXPECT_EQ(doc->lists[lod.collapse + 3], 0u);
    EXPECT_EQ(doc->lists[lod.collapse], none);
    EXPECT_EQ(doc->lists[lod.faces + 3], 1u);
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    const auto notes = [&](std::vector<int32_t> collapse) {
        file.collapse = std::move(collapse);
        return all_notes(*read("a.cmf", mesh(file)));
    };
    EXPECT_NE(notes({-1, -1, 3, 2}).find("1 of 2 vertices that collapse begin a circle"), std::string::npos);
    EXPECT_NE(notes({-1, -1, 2, 0}).find("1 of 2 vertices that collapse begin a circle"), std::string::npos);
    EXPECT_NE(notes({-1, -1, 9, 0})
                  .find("1 vertex collapses to vertices that are not there; the first is vertex 2: expected -1 or a "
                        "number below 4, found 9"),
              std::string::npos);
    EXPECT_NE(notes({-1, -1, -1, 0}).find("1 of 2 vertices that collapse lead nowhere (-1); the first is vertex 2"),
              std::string::npos);
    file.lod_steps = 5;
    EXPECT_NE(notes({-1, 0, 1, 2}).find("level-of-detail steps: expected 0 to 4, found 5"), std::string::npos);
}

// The note that has these words; an empty one when there is none.
Finding note_with(const Document& doc, const std::string& words) {
    for (const Finding& note : doc.notes)
        if (note.message.find(words) != std::string::npos) return note;
    ADD_FAILURE() << "no note says " << words << " in:\n" << all_notes(doc);
    return {};
}

TEST(Cal3dMesh, EveryFaultHasItsPlace) {
    const auto with = [](auto&& change) {
        MeshFile file;
        file.springs = true;
        change(file);
        return read("a.cmf", mesh(file));
    };
    const DocumentPtr good = with([](MeshFile&) {});
    EXPECT_TRUE(good->notes.empty()) << all_notes(*good);
    for (const int32_t slot : {-2, 4096, INT32_MAX, INT32_MIN})
        EXPECT_EQ(note_with(*with([&](MeshFile& f) { f.slot = slot; }),
                            fmt::format("material: expected -1 or a place from 0 to 4095, found {} at offset 12", slot))
                      .where,
                  (Bytes{12, 4}));
    for (const int32_t slot : {-1, 0, 4095}) EXPECT_TRUE(with([&](MeshFile& f) { f.slot = slot; })->notes.empty());
    const uint32_t spring = static_cast<uint32_t>(good->file.size()) - 24 - 16;
    const Bytes where{spring, 16};
    EXPECT_EQ(note_with(*with([](MeshFile& f) { f.coefficient = NAN; }),
                        "1 spring has a coefficient that is not finite; the first is spring 0")
                  .where,
              where);
    for (const float length : {-1.f, 1e30f, NAN, INFINITY})
        EXPECT_EQ(note_with(*with([&](MeshFile& f) { f.length = length; }), "1 spring has a rest length that cannot be")
                      .where,
                  where);
    for (const int32_t to : {4, -1, INT32_MAX})
        EXPECT_EQ(note_with(*with([&](MeshFile& f) { f.spring_to = to; }), "1 spring holds vertices that are not there")
                      .where,
                  where);
    // Also where no step ever takes the vertex away.
    EXPECT_EQ(note_with(*with([](MeshFile& f) {
                  f.collapse = {7, -1, -1, -1};
              }),
                        "1 vertex collapses to vertices that are not there; the first is vertex 0")
                  .where.at,
              36u);
    const DocumentPtr broken = with([](MeshFile& f) { f.x = NAN; });
    EXPECT_EQ(note_with(*broken, "1 vertex has a position or normal that is not finite; the first is vertex 3").where,
              vertex_bytes(*broken, broken->sets[0], 3));
}

TEST(Cal3dMesh, AFileWithoutSubmeshesSaysWhere) {
    EXPECT_EQ(note_with(*read("a.cmf", cal3d("CMF", 700).put(int32_t{0})),
                        "submeshes: expected at least one, found none at offset 8")
                  .where,
              (Bytes{8, 4}));
    const DocumentPtr cut = read("a.cmf", cal3d("CMF", 700).put(int32_t{1}).put(int32_t{0}));
    EXPECT_EQ(cut->notes.at(0).severity, Severity::Error) << all_notes(*cut);  // what is wrong comes first
}

TEST(Cal3dMesh, OfLayoutsThatFitAlikeBothSayWhichIsTaken) {
    MeshFile file;
    file.version = 1300;
    Maker m = cal3d("CMF", 1300).put(int32_t{1});
    m.put(file.slot).put(int32_t{4}).put(int32_t{2}).put(int32_t{0}).put(int32_t{0}).put(file.uv_sets).put(int32_t{0});
    for (int i = 0; i < 4; ++i) put_vertex(m, file, i);
    for (const int32_t corner : file.corners) m.put(corner);
    const DocumentPtr doc = read("a.cmf", m);
    EXPECT_EQ(doc->dialect, "no colours, counted morphs");
    std::map<std::string, std::string> verdicts;
    for (const Dialect& dialect : doc->dialects) verdicts[dialect.name] = dialect.verdict;
    EXPECT_EQ(verdicts["no colours, counted morphs"],
              "reads the whole file; \"no colours, morphs with an end mark\" too: this one comes first in the order of "
              "trust");
    EXPECT_EQ(verdicts["no colours, morphs with an end mark"],
              "reads the whole file; fits as well, but comes later in the order of trust: \"no colours, counted "
              "morphs\" is taken");
}

TEST(Cal3dMesh, CornersAndEntriesOutsideAreNoted) {
    MeshFile file;
    file.corners = {0, 1, 2, 0, 4, -1};
    const DocumentPtr doc = read("a.cmf", mesh(file));
    EXPECT_TRUE(says(*doc, "2 corners of faces name no vertex, the first is corner 1 of face 1: expected a number "
                           "below 4, found 4"))
        << all_notes(*doc);
    EXPECT_EQ(triangles(*doc, doc->meshes[0]).size(), 3u);
}

TEST(Cal3dMesh, WhatACutLeavesIsKept) {
    const std::string whole = mesh({}).str();
    const auto cut = [&](std::size_t n) { return load("a.cmf", bytes(whole.substr(0, whole.size() - n))); };
    const DocumentPtr faces = cut(1);
    EXPECT_TRUE(says(*faces, "faces: expected 12 bytes")) << all_notes(*faces);
    EXPECT_EQ(triangles(*faces, faces->meshes.at(0)).size(), 3u);
    const DocumentPtr vertices = cut(24 + 4);
    EXPECT_EQ(vertices->sets.at(0).vertices, 3u);
    EXPECT_TRUE(triangles(*vertices, vertices->meshes.at(0)).empty());
}

// Two meshes with the same morph and a track for that of mesh number 1.
Scene numbered_scene(const std::string& list, bool both = true) {
    MeshFile file;
    file.version = 1300;
    file.morphs = 'c';
    Maker track = cal3d("CPF", 1300).f32({2}).put(int32_t{1}).put(int32_t{0}).put(int32_t{1});
    track.put(int32_t{1}).put(int32_t{1}).put(int32_t{0}).f32({0, 1});
    std::vector<DocumentPtr> docs{read("none/a.cmf", mesh(file)), read("none/face.cpf", track)};
    if (both) docs.push_back(read("none/b.cmf", mesh(file)));
    if (!list.empty()) docs.push_back(load("none/all.cfg", bytes(list)));
    OpenOptions options;
    options.resolve = false;
    return make_scene(std::move(docs), options);
}

TEST(Cal3dMesh, TracksMoveTheMeshThatTheyName) {
    const auto moved = [](const Scene& scene) {
        const Layer layer{&scene.clips.at(0), {}, 1};
        Frame frame;
        evaluate(scene, {&layer, 1}, frame);
        std::string out;
        for (std::size_t i = 0; i < scene.sets.size(); ++i)
            if (frame.sets[i].position[1] != scene.sets[i].doc->triple(scene.sets[i].get().position, 1))
                out += base_name(scene.sets[i].doc->path)[0];
        return out;
    };
    const auto says_scene = [](const Scene& scene, const std::string& words) {
        return std::any_of(scene.notes.begin(), scene.notes.end(),
                           [&](const Finding& note) { return note.message.find(words) != std::string::npos; });
    };
    EXPECT_EQ(moved(numbered_scene("mesh=a.cmf\nmesh=b.cmf\n")), "b");
    EXPECT_EQ(moved(numbered_scene("mesh=b.cmf\nmesh=a.cmf\n")), "a");
    EXPECT_EQ(moved(numbered_scene("mesh=b.cmf\nmesh=gone.cmf\n")), "");
    EXPECT_EQ(moved(numbered_scene("")), "ab");
    EXPECT_EQ(moved(numbered_scene("", false)), "a");
    EXPECT_TRUE(says_scene(numbered_scene("mesh=a.cmf\nmesh=b.cmf\n"), "face.cpf: mesh 1 is b.cmf, by its place"));
    EXPECT_TRUE(says_scene(numbered_scene("mesh=a.cmf\nmesh=c.cmf\n"), "mesh 1 of all.cfg is not here"));
    EXPECT_TRUE(says_scene(numbered_scene("mesh=a.cmf\n"), "mesh 1 is beyond the 1 of all.cfg"));
    EXPECT_TRUE(says_scene(numbered_scene("", false), "mesh 1 is taken to be a.cmf"));
    EXPECT_TRUE(says_scene(numbered_scene(""), "mesh 1 is taken to be every one"));
}

TEST(Cal3dMesh, EveryCutIsReported) {
    for (const char kind : {'n', 'e', 'c'}) {
        MeshFile file;
        file.version = kind == 'n' ? 700 : 1300;
        file.colors = kind == 'e';
        file.springs = true;
        file.morphs = kind;
        ASSERT_NO_FATAL_FAILURE(
            expect_cuts_reported("a.cmf", mesh(file).bytes(), [](const Document&, uint32_t) { return false; }));
    }
}

TEST(Cal3dMesh, CountsThatCannotBeAreRefused) {
    const std::string whole = mesh({}).str();
    for (const std::size_t at : {8, 16, 20, 28, 32, 36 + 24 + 8 + 8})  // submeshes … uv sets, influences
        for (const int32_t n : {-1, INT32_MIN, INT32_MAX}) {
            SCOPED_TRACE(fmt::format("{} at {}", n, at));
            std::string broken = whole;
            std::memcpy(broken.data() + at, &n, 4);
            const DocumentPtr doc = load("a.cmf", bytes(broken));
            expect_sound(*doc);
            EXPECT_TRUE(says(*doc, "expected")) << all_notes(*doc);
        }
}

// ---- real files ----

TEST(Cal3dMesh, RealMorphsAreThere) {
    NEED_SHARED();
    const json want = read_json(golden("cal3d/vectors/dokurochan_mesh001_morphs.json"));
    const DocumentPtr doc =
        load(sample("cal3d/dokurochan/DokuroChan_e3839fe382afe38195e38293 ver.1.1_mesh.001.cmf").string());
    std::size_t m = 0;
    ASSERT_EQ(doc->meshes.size(), want["submeshes"].size());
    for (std::size_t s = 0; s < doc->meshes.size(); ++s) {
        const json& submesh = want["submeshes"][s];
        EXPECT_EQ(doc->sets[s].vertices, submesh["vertices"].get<uint32_t>());
        EXPECT_EQ(doc->meshes[s].indices, submesh["faces"].get<uint32_t>() * 3);
        EXPECT_EQ(doc->meshes[s].slot, submesh["material"].get<int>());
        for (const json& morph : submesh["morphs"]) {
            ASSERT_LT(m, doc->morphs.size());
            const Morph& found = doc->morphs[m++];
            EXPECT_EQ(found.name, morph["name"].get<std::string>());
            EXPECT_EQ(found.set, static_cast<int>(s));
            ASSERT_EQ(found.vertex.size(), morph["count"].get<std::size_t>());
            if (found.vertex.empty()) continue;
            EXPECT_EQ(found.vertex[0], morph["first"][0].get<uint32_t>());
            EXPECT_EQ(found.vertex.back(), morph["last_id"].get<uint32_t>());
            for (uint32_t i = 0; i < 3; ++i)
                EXPECT_NEAR(doc->number(found.offset, 0, i), morph["first"][1][i].get<float>(), 1e-7f);
        }
    }
    EXPECT_EQ(m, doc->morphs.size());
}

struct Real {
    const char *golden_name, *folder;
};
const Real characters[] = {{"cally", "cally"},           {"paladin", "paladin"},    {"skeleton", "skeleton"},
                           {"balazar700", "balazar700"}, {"balazar910", "balazar"}, {"arthur1300", "arthur"},
                           {"dokurochan", "dokurochan"}};

float off(const mat4& found, const json& want) {
    float worst = 0;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            worst = std::max(worst, std::abs(found[c][r] - want[static_cast<std::size_t>(r * 4 + c)].get<float>()));
    return worst;
}

void expect_bones(const Document& doc, const json& bones) {
    const Skeleton& skeleton = doc.skeletons.at(0);
    ASSERT_EQ(skeleton.joints.size(), bones.size());
    Pose pose;
    evaluate(skeleton, {}, pose);
    float height = 1;
    for (const mat4& matrix : pose.matrix) height = std::max(height, glm::length(vec3(matrix[3])));
    for (std::size_t i = 0; i < bones.size(); ++i) {
        SCOPED_TRACE(fmt::format("bone {}", i));
        const Joint& joint = skeleton.joints[i];
        const json& bone = bones[i];
        EXPECT_EQ(joint.name, bone["name"].get<std::string>());
        EXPECT_EQ(joint.parent, bone["parent"].get<int>());
        const Floats t = bone["t"], q = bone["q"];
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(joint.bind.t[k], t[static_cast<std::size_t>(k)], 1e-6f * height);
        const Floats found{-joint.bind.r.x, -joint.bind.r.y, -joint.bind.r.z, joint.bind.r.w};
        for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[k], q[k], 1e-6f);
        EXPECT_LE(off(skeleton.inverse_bind[i], bone["bs_m"]), 2e-6f * height);
        EXPECT_LE(off(pose.matrix[i], bone["abs_m"]), 2e-6f * height);
    }
}

void expect_submeshes(const Document& doc, const json& submeshes) {
    ASSERT_EQ(doc.meshes.size(), submeshes.size());
    for (std::size_t i = 0; i < submeshes.size(); ++i) {
        SCOPED_TRACE(fmt::format("submesh {}", i));
        const Mesh& mesh = doc.meshes[i];
        const VertexSet& set = doc.sets.at(static_cast<std::size_t>(mesh.set));
        const json& want = submeshes[i];
        EXPECT_EQ(mesh.slot, want["material"].get<int>());
        EXPECT_EQ(set.vertices, want["vertices"].get<uint32_t>());
        EXPECT_EQ(mesh.indices, want["faces"].get<uint32_t>() * 3);
        EXPECT_EQ(set.lod.steps, want["lod"].get<uint32_t>());
        EXPECT_EQ(set.uv.size(), want["texcoords"].get<std::size_t>());
        EXPECT_EQ(!set.physical.empty(), want["springs"].get<int>() > 0);
        uint32_t most = 0;
        for (uint32_t v = 0; v < set.vertices; ++v)
            most = std::max(most, set.influences.first[v + 1] - set.influences.first[v]);
        EXPECT_EQ(most, want["max_influences"].get<uint32_t>());
        const std::vector<uint32_t> all = triangles(doc, mesh);
        EXPECT_EQ(std::vector<uint32_t>(all.begin(), all.begin() + 3), want["face0"].get<std::vector<uint32_t>>());
    }
}

TEST(Cal3dReal, BonesMeshesAndMaterialsAreThoseOfTheLibrary) {
    NEED_SHARED();
    int meshes = 0, materials = 0;
    for (const Real& character : characters) {
        const json want = read_json(golden(fmt::format("cal3d/{}.json", character.golden_name)));
        const auto path = [&](const json& name) {
            return sample(fmt::format("cal3d/{}/{}", character.folder, name.get<std::string>())).string();
        };
        SCOPED_TRACE(character.golden_name);
        expect_bones(*load(path(want["skeleton"])), want["bones"]);
        for (const json& mesh : want["meshes"]) {
            SCOPED_TRACE(mesh["file"].get<std::string>());
            const DocumentPtr doc = load(path(mesh["file"]));
            if (doc->format != "cal3d.cmf") continue;
            expect_submeshes(*doc, mesh["submeshes"]);
            ++meshes;
        }
        for (const json& material : want.value("materials", json::array())) {
            const DocumentPtr doc = load(path(material["file"]));
            if (doc->format != "cal3d.crf") continue;
            const Material& found = doc->materials.at(0);
            for (int i = 0; i < 3; ++i) {
                const auto part = [&](const char* name) {
                    return material[name][static_cast<std::size_t>(i)].get<float>();
                };
                EXPECT_FLOAT_EQ(found.ambient[i] * 255, part("ambient"));
                EXPECT_FLOAT_EQ(found.diffuse[i] * 255, part("diffuse"));
                EXPECT_FLOAT_EQ(found.specular[i] * 255, part("specular"));
            }
            EXPECT_FLOAT_EQ(found.shininess, material["shininess"].get<float>());
            ++materials;
        }
    }
    EXPECT_GE(meshes, 12);
    EXPECT_GE(materials, 1);
}

TEST(Cal3dReal, EveryGoodFileIsClaimedToTheLastByte) {
    NEED_SHARED();
    const auto files = cal3d_samples({".csf", ".caf", ".cmf", ".crf", ".cpf"});
    EXPECT_GE(files.size(), 91u);
    for (const auto& file : files) {
        const DocumentPtr doc = load(file.string());
        EXPECT_TRUE(gaps(*doc).empty()) << file;
        for (const Finding& note : doc->notes)
            EXPECT_TRUE(note.severity == Severity::Info ||
                        note.message.find("at the limit of their packing") != std::string::npos)
                << file << ": " << note.message;
    }
}

TEST(Cal3dReal, AFileCutInTheMiddleIsReadInItsLayout) {
    NEED_SHARED();
    int layouts = 0;
    for (const auto& file : cal3d_samples({".csf", ".caf", ".cmf"})) {
        const DocumentPtr whole = load(file.string());
        if (whole->dialect.empty()) continue;
        const Big<byte> raw = bytes_of(file);
        for (const std::size_t part : {2, 3, 4}) {
            const DocumentPtr cut = load(file.string(), prefix(raw, raw.size() / part * (part - 1)));
            EXPECT_EQ(cut->dialect, whole->dialect) << file << " cut to " << raw.size() / part * (part - 1);
        }
        ++layouts;
    }
    EXPECT_GE(layouts, 12);
}

class Cal3dCuts : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Cal3dCuts);

TEST_P(Cal3dCuts, EveryOneIsReported) {
    expect_cuts_reported(GetParam(), bytes_of(GetParam()), [](const Document&, uint32_t) { return false; });
}

INSTANTIATE_TEST_SUITE_P(All, Cal3dCuts, testing::ValuesIn(different_cal3d_samples({".csf", ".caf", ".cmf", ".crf"})),
                         name_of_file);

TEST(Cal3dReal, OneNumberReplacedIsSurvived) {
    NEED_SHARED();
    for (const auto& file : cal3d_samples({".csf", ".caf", ".cmf", ".crf", ".cpf"}))
        ASSERT_NO_FATAL_FAILURE(expect_patches_survived(file.string(), bytes_of(file), 60, [](const DocumentPtr& doc) {
            pose_everything(doc);
            for (const Mesh& mesh : doc->meshes)
                for (const uint32_t corner : triangles(*doc, mesh))
                    ASSERT_LT(corner, doc->sets[static_cast<std::size_t>(mesh.set)].vertices);
        }));
}

}  // namespace
}  // namespace bonescope
