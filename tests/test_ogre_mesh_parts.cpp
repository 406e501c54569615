// .mesh files: poses, animations, levels of detail, versions, real files and bad ones.
#include "core/formats/ogre/ogre.h"
#include "core/formats/ogre/vertex_element.h"
#include "core/skin.h"
#include "tests/mesh_maker.h"

namespace bonescope {
namespace {

using namespace test;

// ---- poses and vertex animations ----

Maker pose(const MeshMaker& m, const std::string& name, unsigned target, const std::vector<uint32_t>& vertices,
           bool flag, bool normals) {
    Maker body = m.start();
    body.line(name).u16(target);
    if (flag) body.u8(normals);
    for (const uint32_t vertex : vertices) {
        Maker offset = m.start().u32(vertex).f32({1, 2, 3});
        if (normals) offset.f32({0, 0, 1});
        body.chunk(0xC111, offset);
    }
    return m.chunk(0xC100, body);
}

TEST(OgreMesh, ReadsPosesWithAndWithoutNormals) {
    for (const bool big : {false, true})
        for (const char* version : {"1.41", "1.8", "1.100"}) {
            MeshMaker m{big, fmt::format("[MeshSerializer_v{}]", version)};
            const bool flag = std::string_view(version) != "1.41";
            const Maker poses = m.chunk(0xC000, m.start()
                                                    .text(pose(m, "smile", 1, {2, 0}, flag, flag).str())
                                                    .text(pose(m, "", 0, {1}, flag, false).str())
                                                    .text(pose(m, "far", 1, {8}, flag, false).str()));
            const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + poses.str()));
            ASSERT_EQ(doc->morphs.size(), 3u);
            const Morph& smile = doc->morphs[0];
            EXPECT_EQ(smile.name, "smile");
            EXPECT_EQ(smile.set, 0);
            EXPECT_EQ(smile.vertex, (std::vector<uint32_t>{2, 0}));
            EXPECT_EQ(doc->triple(smile.offset, 1), vec3(1, 2, 3));
            EXPECT_EQ(smile.normal.empty(), !flag);
            if (flag) { EXPECT_EQ(doc->triple(smile.normal, 1), vec3(0, 0, 1)); }
            EXPECT_EQ(smile.offset.owned, big);
            EXPECT_EQ(doc->morphs[1].set, -1);
            EXPECT_NOTE(*doc, "pose 1: target 0 has no geometry");
            EXPECT_NOTE(*doc, "pose 2 moves vertex 8: expected less than 3");
            EXPECT_TRUE(gaps(*doc).empty());
        }
}

Maker morph_key(const MeshMaker& m, float time, int flag, float x) {
    Maker body = m.start();
    body.f32({time});
    if (flag >= 0) body.u8(static_cast<unsigned>(flag));
    for (int v = 0; v < 3; ++v) {
        body.f32({x, static_cast<float>(v), 0});
        if (flag > 0) body.f32({0, 0, 1});
    }
    return m.chunk(0xD111, body);
}

Maker animations(const MeshMaker& m, const std::string& tracks) {
    return m.chunk(0xD000, m.start().chunk(0xD100, m.start().line("talk").f32({2}).text(tracks)));
}

TEST(OgreMesh, BadLengthsOfClipsAreKeptAndNoted) {
    for (const float length : {-1.f, -INFINITY, INFINITY, NAN}) {
        const MeshMaker m{};
        const Maker clip = m.chunk(0xD000, m.start().chunk(0xD100, m.start().line("talk").f32({length})));
        const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + clip.str()));
        EXPECT_NOTE(*doc, fmt::format("animation \"talk\": expected a length of 0 or more seconds, found {}", length));
        EXPECT_EQ(fmt::format("{}", doc->clips.at(0).duration), fmt::format("{}", length));
        EXPECT_EQ(doc->notes.at(0).where.size, 4u);
    }
}

TEST(OgreMesh, MorphTracksAreViewsWhereKeysAreRegular) {
    for (const bool big : {false, true})
        for (const char* version : {"1.41", "1.100"}) {
            MeshMaker m{big, fmt::format("[MeshSerializer_v{}]", version)};
            const int flag = std::string_view(version) == "1.41" ? -1 : 0;
            const Maker track = m.chunk(
                0xD110,
                m.start().u16(1).u16(1).text(morph_key(m, 0, flag, 4).str()).text(morph_key(m, .5f, flag, 6).str()));
            const auto doc =
                load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + animations(m, track.str()).str()));
            ASSERT_EQ(doc->clips.size(), 1u);
            const Clip& clip = doc->clips[0];
            EXPECT_EQ(clip.name, "talk");
            EXPECT_EQ(clip.duration, 2);
            EXPECT_EQ(clip.sampling, ogre::default_sampling());
            ASSERT_EQ(clip.tracks.size(), 1u);
            EXPECT_EQ(clip.tracks[0].property, Property::Deform);
            EXPECT_EQ(clip.tracks[0].basis, Basis::Absolute);
            EXPECT_EQ(clip.tracks[0].width, 9u);
            EXPECT_EQ(clip.tracks[0].value.owned, big);
            EXPECT_EQ(doc->number(clip.tracks[0].value, 1, 3), 6);
            EXPECT_EQ(doc->number(clip.tracks[0].value, 1, 4), 1);
            EXPECT_EQ(key_time(*doc, clip.timelines[0], 1), .5f);
            EXPECT_EQ(load<uint16_t>(doc->file.data() + key_bytes(*doc, clip.tracks[0], 1).at, big), 0xD111);
            EXPECT_EQ(notes_of(*doc), "");
            EXPECT_TRUE(gaps(*doc).empty());
        }
}

TEST(OgreMesh, MorphKeysMayDifferInNormals) {
    const MeshMaker m;
    const auto with = [&](int first, int second) {
        const Maker track = m.chunk(
            0xD110,
            m.start().u16(1).u16(1).text(morph_key(m, 0, first, 4).str()).text(morph_key(m, 1, second, 6).str()));
        return load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + animations(m, track.str()).str()));
    };
    const auto both = with(1, 1), mixed = with(0, 1);
    EXPECT_EQ(both->clips.at(0).tracks.at(0).width, 18u);
    EXPECT_EQ(both->number(both->clips[0].tracks[0].value, 1, 5), 1);
    EXPECT_EQ(mixed->clips.at(0).tracks.at(0).width, 9u);
    EXPECT_EQ(mixed->number(mixed->clips[0].tracks[0].value, 1, 6), 6);
    EXPECT_EQ(key_bytes(*mixed, mixed->clips[0].tracks[0], 0).size, 11u + 36);
    EXPECT_EQ(key_bytes(*mixed, mixed->clips[0].tracks[0], 1).size, 11u + 72);
}

Maker pose_key(const MeshMaker& m, float time, const std::vector<std::pair<unsigned, float>>& references) {
    Maker body = m.start();
    body.f32({time});
    for (const auto& [index, influence] : references) body.chunk(0xD113, m.start().u16(index).f32({influence}));
    return m.chunk(0xD112, body);
}

TEST(OgreMesh, PoseTracksBecomeWeightsWithZeroWhereAbsent) {
    for (const bool big : {false, true}) {
        const MeshMaker m{big};
        const Maker poses = m.chunk(
            0xC000,
            m.start().text(pose(m, "a", 1, {0}, true, false).str()).text(pose(m, "b", 1, {1}, true, false).str()));
        const Maker track = m.chunk(0xD110, m.start()
                                                .u16(2)
                                                .u16(1)
                                                .text(pose_key(m, 0, {{1, .5f}}).str())
                                                .text(pose_key(m, 1, {}).str())
                                                .text(pose_key(m, 2, {{0, 1.f}, {1, .25f}, {1, .5f}}).str()));
        const Maker base = m.chunk(0xD105, m.start().line("").f32({.5f}));
        const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + poses.str() +
                                           animations(m, base.str() + track.str()).str()));
        const Clip& clip = doc->clips.at(0);
        ASSERT_EQ(clip.tracks.size(), 2u);
        const auto values = [&](std::size_t i) {
            std::vector<float> out;
            for (uint32_t row = 0; row < 3; ++row) out.push_back(doc->number(clip.tracks[i].value, row));
            return out;
        };
        EXPECT_EQ(clip.tracks[0].target, 0);
        EXPECT_EQ(values(0), (std::vector<float>{0, 0, 1}));
        EXPECT_EQ(values(1), (std::vector<float>{.5f, 0, .75f}));
        EXPECT_EQ(clip.timelines.size(), 1u);
        EXPECT_TRUE(clip.rebased);
        EXPECT_EQ(clip.base_time, .5);
        EXPECT_EQ(notes_of(*doc), "");
        EXPECT_TRUE(gaps(*doc).empty());
    }
}

TEST(OgreMesh, PosesThatAreNotThereOrBelongElsewhere) {
    const MeshMaker m;
    const Maker poses = m.chunk(0xC000, pose(m, "a", 2, {0}, true, false));
    const Maker track = m.chunk(0xD110, m.start().u16(2).u16(1).text(pose_key(m, 0, {{0, 1.f}, {6, 1.f}}).str()));
    const Maker lost = m.chunk(0xD110, m.start().u16(1).u16(7).text(morph_key(m, 0, 0, 1).str()));
    const Maker odd = m.chunk(0xD110, m.start().u16(3).u16(1));
    const std::string submesh = m.submesh({0, 1, 2}, m.triangle().str()).str();
    const auto doc =
        load_bytes(m.file(submesh + submesh + poses.str() + animations(m, track.str() + lost.str() + odd.str()).str()));
    EXPECT_NOTE(*doc, "pose 6 named at offset");
    EXPECT_NOTE(*doc, "belongs to target 2, its track to target 1");
    EXPECT_NOTE(*doc, "target 7 has no geometry");
    EXPECT_NOTE(*doc, "track type 3: expected 1 (morph) or 2 (pose)");
    EXPECT_EQ(doc->clips.at(0).tracks.size(), 2u);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreMesh, ManyPosesTimesManyKeysAreNotAllocated) {
    const MeshMaker m;
    Maker poses = m.start(), track = m.start();
    track.u16(2).u16(1);
    for (unsigned i = 0; i < 3000; ++i) {
        poses.text(pose(m, "", 1, {}, true, false).str());
        track.text(pose_key(m, static_cast<float>(i), {{i, 1.f}}).str());
    }
    const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + m.chunk(0xC000, poses).str() +
                                       animations(m, m.chunk(0xD110, track).str()).str()));
    EXPECT_NOTE(*doc, "a pose track with 3000 keys on 3000 poses is left out");
    EXPECT_TRUE(gaps(*doc).empty());
    EXPECT_LT(doc->arena.size(), 100'000u);
}

// ---- levels of detail, edge lists, what is unknown ----

TEST(OgreMesh, LevelsOfDetailOfAllVersionsAreClaimed) {
    const auto check = [](const MeshMaker& m, const Maker& lod) {
        const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + lod.str() +
                                           m.chunk(0x6000, m.start().line("after.skeleton")).str()));
        EXPECT_EQ(notes_of(*doc, Severity::Info), "") << m.version;
        EXPECT_TRUE(gaps(*doc).empty());
        EXPECT_EQ(doc->skeleton_link, "after.skeleton");
    };
    const MeshMaker now;
    check(now, now.chunk(0x8000,
                         Maker()
                             .line("pixel_count")
                             .u16(3)
                             .chunk(0x8110, Maker().f32({10}).line("far.mesh"))
                             .chunk(0x8120, Maker().f32({20}).u32(3).u32(0).u32(~0u).u8(0).u32(3).u16(0).u16(1).u16(2))
                             .chunk(0x8120, Maker().f32({30}).u32(3).u32(0).u32(1))));
    for (const char* version : {"1.30", "1.40", "1.41", "1.8"}) {
        MeshMaker old{false, fmt::format("[MeshSerializer_v{}]", version)};
        Maker lod = old.start();
        if (std::string_view(version) == "1.41" || std::string_view(version) == "1.8") lod.line("Distance");
        lod.u16(3).u8(0).chunk(0x8100, Maker().f32({100}).chunk(0x8120, Maker().u32(3).u8(0).u16(0).u16(1).u16(2)));
        check(old, old.chunk(0x8000, lod.chunk(0x8100, Maker().f32({200}).chunk(0x8110, Maker().line("far.mesh")))));
    }
}

TEST(OgreMesh, EdgeListsAreClaimed) {
    for (const char* version : {"1.30", "1.40", "1.100"}) {
        MeshMaker m{false, fmt::format("[MeshSerializer_v{}]", version)};
        const bool first = std::string_view(version) == "1.30";
        Maker list = m.start(), group = m.start();
        list.u16(0).u8(0);
        if (!first) list.u8(1);
        list.u32(2).u32(1).text(std::string(96, 'T'));
        group.u32(0);
        if (!first) group.u32(0).u32(2);
        group.u32(3).text(std::string(75, 'E'));
        const Maker edges =
            m.chunk(0xB000, m.start().chunk(0xB100, list.chunk(0xB110, group)).chunk(0xB100, m.start().u16(1).u8(1)));
        const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + edges.str()));
        EXPECT_EQ(notes_of(*doc, Severity::Info), "") << version;
        EXPECT_TRUE(gaps(*doc).empty());
    }
}

TEST(OgreMesh, UnknownChunksArePassedOverByTheirLength) {
    const MeshMaker m;
    const std::string strange = m.chunk(0xEE00, m.start().text("what is this")).str();
    const auto doc = load_bytes(m.file(strange + m.submesh({0, 1, 2}, m.triangle().str(), Maker().text(strange)).str() +
                                       m.chunk(0x6000, m.start().line("a.skeleton")).str()));
    EXPECT_NOTE(*doc, "unknown chunk 0xEE00 of 18 bytes at offset 33: passed over (and 1 more of this kind)");
    EXPECT_EQ(doc->skeleton_link, "a.skeleton");
    EXPECT_EQ(doc->meshes.size(), 1u);
    EXPECT_TRUE(gaps(*doc).empty());
    const auto broken = load_bytes(
        m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + m.start().u16(0xEE00).u32(3).text("junk").str()));
    EXPECT_NOTE(*broken, "expected a chunk");
    EXPECT_EQ(broken->meshes.size(), 1u);
    EXPECT_EQ(gaps(*broken).size(), 1u);
}

TEST(OgreMesh, OldMaterialsAndTextureAliasesAreClaimed) {
    MeshMaker m{false, "[MeshSerializer_v1.30]"};
    const Maker alias = m.chunk(0x4200, m.start().line("diffuse").line("stone.png"));
    const std::string whole = m.file(m.submesh({0, 1, 2}, m.triangle().str(), alias).str()).str();
    const std::size_t header = 2 + m.version.size() + 1;
    const std::string old = m.chunk(0x2000, m.start().text("old").chunk(0x2200, m.start().line("stone.png"))).str();
    const auto doc = load_bytes(Maker().text(whole.substr(0, header)).text(old).text(whole.substr(header)));
    EXPECT_NOTE(*doc, "old material chunk 0x2000");
    EXPECT_EQ(notes_of(*doc), "");
    EXPECT_EQ(doc->meshes.at(0).set, 0);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreMesh, TrailingBytesAreNoted) {
    const MeshMaker m;
    const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str()).text("junk"));
    EXPECT_NOTE(*doc, "4 trailing bytes");
    EXPECT_EQ(doc->meshes.at(0).set, 0);
}

TEST(OgreMesh, WrongLengthsOfMeshAndSubmeshAreOnlyNoted) {
    for (const char* version : {"1.30", "1.40", "1.41", "1.8"})
        for (const uint32_t length : {0u, 6u, 99u, 0xFFFF'FFFFu}) {
            MeshMaker m{false, fmt::format("[MeshSerializer_v{}]", version)};
            const Maker submesh =
                m.start().u16(0x4000).u32(length).text(m.submesh_body({0, 1, 2}, m.triangle().str()).str());
            const Maker mesh = m.start()
                                   .u16(0x1000)
                                   .line(m.version)
                                   .u16(0x3000)
                                   .u32(length)
                                   .u8(1)
                                   .text(submesh.str())
                                   .text(m.chunk(0x6000, m.start().line("a.skeleton")).str());
            const auto doc = load_bytes(mesh);
            EXPECT_EQ(notes_of(*doc), "");
            EXPECT_NOTE(*doc, fmt::format("declares {} bytes, its content has", length));
            EXPECT_EQ(doc->skeleton_link, "a.skeleton");
            EXPECT_EQ(doc->sets.at(0).vertices, 3u);
            EXPECT_TRUE(gaps(*doc).empty());
        }
}

// ---- versions ----

TEST(OgreMesh, OldGeometryAndItsUpsideDownCoordinates) {
    for (const bool big : {false, true})
        for (const char* version : {"1.10", "1.20"}) {
            MeshMaker m{big, fmt::format("[MeshSerializer_v{}]", version)};
            Maker body = m.start();
            body.u32(3).text(m.corners().str());
            body.chunk(0x5100, m.start().f32({0, 0, 1, 0, 0, 1, 0, 0, 1}));
            body.chunk(0x5200, m.start().u32(0x33FF0066).u32(0).u32(0));
            body.chunk(0x5300, m.start().u16(2).f32({.25f, .25f, .5f, 1, 0, 0}));
            body.chunk(0x5300, m.start().u16(3).f32({.25f, .25f, 7, .5f, 1, 7, 0, 0, 7}));
            body.chunk(0x5300, m.start().u16(1).f32({.25f, .5f, 1}));
            const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.chunk(0x5000, body).str()).str()));
            const VertexSet& set = doc->sets.at(0);
            EXPECT_EQ(doc->triple(set.position, 1), vec3(1, 0, 0));
            EXPECT_EQ(doc->triple(set.normal, 2), vec3(0, 0, 1));
            EXPECT_EQ(doc->lists[set.color], 0x336600FFu);
            ASSERT_EQ(set.uv.size(), 3u);
            EXPECT_EQ(doc->number(set.uv[0], 0, 1), std::string_view(version) == "1.10" ? .75f : .25f);
            EXPECT_EQ(doc->number(set.uv[1], 1, 1), 1) << "only two components are upside down";
            EXPECT_EQ(doc->number(set.uv[2], 1, 0), .5f);
            EXPECT_EQ(doc->number(set.uv[2], 1, 1), 0);
            EXPECT_EQ(notes_of(*doc), "");
            EXPECT_TRUE(gaps(*doc).empty());
        }
    MeshMaker m{false, "[MeshSerializer_v1.20]"};
    const Maker bad = m.start().u32(3).text(m.corners().str()).chunk(0x5300, m.start().u16(5));
    EXPECT_NOTE(*load_bytes(m.file(m.submesh({0, 1, 2}, m.chunk(0x5000, bad).str()).str())),
                "expected 1 to 4 dimensions, found 5");
}

TEST(OgreMesh, NextIsRefusedByName) {
    for (const char* version : {"[MeshSerializer_v2.1 R2]", "[MeshSerializer_v2.1 R0 LEGACYV1]"}) {
        MeshMaker m{false, version};
        const auto doc = load_bytes(m.file("whatever it holds"));
        EXPECT_NOTE(*doc, "Ogre-Next v2 mesh (");
        EXPECT_NOTE(*doc, "convert it with OgreMeshTool -v1");
        EXPECT_TRUE(doc->meshes.empty());
        EXPECT_TRUE(gaps(*doc).empty()) << "header and outer chunks are shown";
        EXPECT_EQ(doc->version, version);
    }
}

TEST(OgreMesh, UnknownVersionsAreReadAsTheNewest) {
    MeshMaker m{false, "[MeshSerializer_v1.9]"};
    const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str()));
    EXPECT_NOTE(*doc, "unknown version \"[MeshSerializer_v1.9]\"");
    EXPECT_EQ(doc->sets.at(0).vertices, 3u);
}

TEST(OgreMesh, IsRecognisedByContentFirst) {
    const MeshMaker m;
    const Big<byte> mesh = m.file("").bytes();
    EXPECT_TRUE(ogre::is_mesh(mesh, "some.thing"));
    EXPECT_FALSE(ogre::is_mesh(Maker().u16(0x1000).line("[Serializer_v1.10]").bytes(), "wrong.mesh"));
    EXPECT_FALSE(ogre::is_mesh(test::bytes("MeshSerializer"), "a.mesh"));
    EXPECT_FALSE(ogre::is_mesh({}, "a.mesh"));
    EXPECT_TRUE(ogre::is_mesh(Maker().u16(0x1000).bytes(), "cut.mesh"));
}

// ---- real files ----

std::vector<std::filesystem::path> mesh_samples() {
    std::vector<std::filesystem::path> files;
    if (!test::have_shared()) return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("ogre")))
        if (lower(entry.path().string()).ends_with(".mesh")) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

TEST(OgreMeshSamples, EveryByteIsClaimedAndNothingIsWrong) {
    NEED_SHARED();
    for (const auto& path : mesh_samples()) {
        SCOPED_TRACE(path);
        const auto doc = load(path.string());
        EXPECT_EQ(doc->format, "ogre.mesh");
        EXPECT_TRUE(gaps(*doc).empty());
        EXPECT_EQ(notes_of(*doc), "");
        ASSERT_NO_FATAL_FAILURE(test::expect_sound(*doc));
        for (const VertexSet& set : doc->sets) EXPECT_EQ(set.normal.owned, doc->dialect == "big-endian");
    }
    EXPECT_EQ(mesh_samples().size(), 38u);
}

// The same robot in six other versions and byte orders.
TEST(OgreMeshSamples, OneRobotInEveryVersion) {
    NEED_SHARED();
    const auto want = load(test::sample("ogre/ogre-sdk/robot.mesh").string());
    for (const char* name : {"made/robot_v110", "made/robot_v120", "made/robot_v13", "made/robot_be",
                             "ogre-history/robot_v140", "ogre-history/robot_v141", "ogre-history/robot_v18"}) {
        SCOPED_TRACE(name);
        const auto got = load(test::sample(fmt::format("ogre/{}.mesh", name)).string());
        const VertexSet &a = want->sets.at(0), &b = got->sets.at(0);
        ASSERT_EQ(a.vertices, b.vertices);
        for (uint32_t v = 0; v < a.vertices; ++v) {
            EXPECT_EQ(want->triple(a.position, v), got->triple(b.position, v));
            EXPECT_EQ(want->triple(a.normal, v), got->triple(b.normal, v));
            for (uint32_t lane = 0; lane < 2; ++lane)
                EXPECT_NEAR(want->number(a.uv.at(0), v, lane), got->number(b.uv.at(0), v, lane), 1e-6f);
        }
        EXPECT_EQ(a.influences.joint, b.influences.joint);
        EXPECT_EQ(a.influences.weight, b.influences.weight);
        EXPECT_EQ(triangles(*want, want->meshes.at(0)), triangles(*got, got->meshes.at(0)));
    }
}

// ---- bad files ----

// Before 1.100 a file may end after any chunk, after indices and after the head of a level without a word, because the
// lengths around them are wrong anyway.
bool may_end(const Document& whole, uint32_t n) {
    if (whole.version == "[MeshSerializer_v1.100]") return false;
    for (const Field& field : whole.tree.fields) {
        const std::string_view name = field.name;
        const bool last = field.type == Type::Chunk || name == "indices" || name == "manual" || name == "value" ||
                          name == "squared distance" || name == "target" || name == "length";
        if (last && field.at + field.size == n) return true;
        const bool run = field.type == Type::Record && field.count > 0 && name != "vertices" && name != "edges" &&
                         name != "triangles";
        if (run && n > field.at && n <= field.at + field.size && (n - field.at) % (field.size / field.count) == 0)
            return true;
    }
    return false;
}

TEST(OgreMeshSamples, CutsAreReported) {
    NEED_SHARED();
    for (const auto& path : mesh_samples()) {
        const Big<byte> file = test::bytes_of(path);
        ASSERT_NO_FATAL_FAILURE(test::expect_cuts_reported(path.string(), file, may_end));
    }
}

TEST(OgreMeshSamples, WrongNumbersAreSurvived) {
    NEED_SHARED();
    for (const char* name : {"made/robot_poses_nrm_v18", "made/robot_morph", "made/robot_v110", "made/robot_be",
                             "ogre-sdk/cube", "ogre-sdk/testmirroreduvmesh", "opendungeons/Kobold"}) {
        const auto path = test::sample(fmt::format("ogre/{}.mesh", name));
        ASSERT_NO_FATAL_FAILURE(
            test::expect_patches_survived(path.string(), test::bytes_of(path), 400, test::deform_everything));
    }
}

TEST(OgreMesh, HugeCountsAreRefusedWithExpectedFoundAndOffset) {
    const MeshMaker m;
    const auto doc = load_bytes(
        m.file(m.submesh({0, 1, 2}, m.geometry(0x7FFF'FFFF, {{0, 2, 1, 0, 0}}, {{0, 12, m.corners()}}).str()).str()));
    EXPECT_NOTE(*doc, "vertices: expected 25769803764 bytes at offset");
    EXPECT_NOTE(*doc, "found 36 before the end of the file");
    EXPECT_EQ(doc->meshes.size(), 1u);
    EXPECT_EQ(doc->sets.at(0).vertices, 0u);
    Maker body = m.start();
    body.line("stone").u8(0).u32(0xFFFF'FFFF).u8(0);
    EXPECT_NOTE(*load_bytes(m.file(m.chunk(0x4000, body).str())), "indices: expected 8589934590 bytes at offset");
}
}  // namespace
}  // namespace bonescope
