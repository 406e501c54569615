// .mesh files: vertices, submeshes and bone assignments. Literal bytes in, exact values out, the broken twin beside
// each.
#include "core/formats/ogre/ogre.h"
#include "core/formats/ogre/vertex_element.h"
#include "core/skin.h"
#include "tests/mesh_maker.h"

namespace bonescope {
namespace {

using namespace test;

// ---- vertex elements ----

struct ElementCase {
    uint16_t type;
    void (*write)(Maker&);
    float want[4];  // what is not stored is 0 0 0 1
};

const ElementCase element_cases[] = {
    {0, [](Maker& m) { m.f32({1.5f}); }, {1.5f, 0, 0, 1}},
    {1,
     [](Maker& m) {
         m.f32({1.5f, -2});
     },
     {1.5f, -2, 0, 1}},
    {2,
     [](Maker& m) {
         m.f32({1.5f, -2, 3});
     },
     {1.5f, -2, 3, 1}},
    {3,
     [](Maker& m) {
         m.f32({1.5f, -2, 3, 4});
     },
     {1.5f, -2, 3, 4}},
    {4, [](Maker& m) { m.u32(0x33FF0066); }, {1, 0, .4f, .2f}},
    {5, [](Maker& m) { m.put<int16_t>(-2); }, {-2, 0, 0, 1}},
    {6, [](Maker& m) { m.put<int16_t>(-2).put<int16_t>(300); }, {-2, 300, 0, 1}},
    {7, [](Maker& m) { m.put<int16_t>(-2).put<int16_t>(300).put<int16_t>(4); }, {-2, 300, 4, 1}},
    {8, [](Maker& m) { m.put<int16_t>(-2).put<int16_t>(300).put<int16_t>(4).put<int16_t>(5); }, {-2, 300, 4, 5}},
    {9, [](Maker& m) { m.u8(1).u8(2).u8(254).u8(255); }, {1, 2, 254, 255}},
    {10, [](Maker& m) { m.u32(0x33FF0066); }, {1, 0, .4f, .2f}},
    {11, [](Maker& m) { m.u32(0x336600FF); }, {1, 0, .4f, .2f}},
    {12, [](Maker& m) { m.put(1.25); }, {1.25f, 0, 0, 1}},
    {13, [](Maker& m) { m.put(1.25).put(-2.); }, {1.25f, -2, 0, 1}},
    {14, [](Maker& m) { m.put(1.25).put(-2.).put(3.); }, {1.25f, -2, 3, 1}},
    {15, [](Maker& m) { m.put(1.25).put(-2.).put(3.).put(4.); }, {1.25f, -2, 3, 4}},
    {16, [](Maker& m) { m.u16(65535); }, {65535, 0, 0, 1}},
    {17, [](Maker& m) { m.u16(65535).u16(1); }, {65535, 1, 0, 1}},
    {18, [](Maker& m) { m.u16(65535).u16(1).u16(2); }, {65535, 1, 2, 1}},
    {19, [](Maker& m) { m.u16(65535).u16(1).u16(2).u16(3); }, {65535, 1, 2, 3}},
    {20, [](Maker& m) { m.put<int32_t>(-70000); }, {-70000, 0, 0, 1}},
    {21, [](Maker& m) { m.put<int32_t>(-70000).u32(1); }, {-70000, 1, 0, 1}},
    {22, [](Maker& m) { m.put<int32_t>(-70000).u32(1).u32(2); }, {-70000, 1, 2, 1}},
    {23, [](Maker& m) { m.put<int32_t>(-70000).u32(1).u32(2).u32(3); }, {-70000, 1, 2, 3}},
    {24, [](Maker& m) { m.u32(1u << 31); }, {2147483648.f, 0, 0, 1}},
    {25, [](Maker& m) { m.u32(1u << 31).u32(1); }, {2147483648.f, 1, 0, 1}},
    {26, [](Maker& m) { m.u32(1u << 31).u32(1).u32(2); }, {2147483648.f, 1, 2, 1}},
    {27, [](Maker& m) { m.u32(1u << 31).u32(1).u32(2).u32(3); }, {2147483648.f, 1, 2, 3}},
    {28, [](Maker& m) { m.u8(255).u8(127).u8(128).u8(0); }, {-1, 127, -128, 0}},
    {29, [](Maker& m) { m.u8(129).u8(127).u8(128).u8(0); }, {-1, 1, -1, 0}},
    {30, [](Maker& m) { m.u8(0).u8(255).u8(51).u8(102); }, {0, 1, .2f, .4f}},
    {31, [](Maker& m) { m.u16(32767).u16(32768); }, {1, -1, 0, 1}},
    {32, [](Maker& m) { m.u16(32767).u16(32768).u16(0).u16(32769); }, {1, -1, 0, -1}},
    {33, [](Maker& m) { m.u16(65535).u16(13107); }, {1, .2f, 0, 1}},
    {34, [](Maker& m) { m.u16(65535).u16(13107).u16(0).u16(26214); }, {1, .2f, 0, .4f}},
    {35, [](Maker& m) { m.u32(511u | 513u << 10 | 0u << 20 | 1u << 30); }, {1, -1, 0, 1}},
    {36, [](Maker& m) { m.u16(0x3C00); }, {1, 0, 0, 1}},
    {37, [](Maker& m) { m.u16(0x3C00).u16(0xC000); }, {1, -2, 0, 1}},
    {38, [](Maker& m) { m.u16(0x3C00).u16(0xC000).u16(0x3800); }, {1, -2, .5f, 1}},
    {39, [](Maker& m) { m.u16(0x3C00).u16(0xC000).u16(0x3800).u16(0x7BFF); }, {1, -2, .5f, 65504}},
};

TEST(OgreVertexElements, AreAllThere) {
    for (uint16_t type = 0; type < 40; ++type) {
        EXPECT_EQ(element_cases[type].type, type);
        ASSERT_NE(ogre::element_type(type), nullptr);
        Maker raw;
        element_cases[type].write(raw);
        EXPECT_EQ(raw.str().size(), ogre::element_type(type)->size) << type;
    }
    EXPECT_EQ(std::size(element_cases), 40u);
    EXPECT_EQ(ogre::element_type(40), nullptr);
}

TEST(OgreVertexElements, DecodeInBothByteOrders) {
    for (const bool big : {false, true})
        for (const ElementCase& c : element_cases) {
            Maker raw = Maker().big(big);
            c.write(raw);
            float got[4];
            ogre::decode_element(*ogre::element_type(c.type), raw.bytes().data(), big, got);
            for (int i = 0; i < 4; ++i) EXPECT_NEAR(got[i], c.want[i], 1e-6f) << c.type << " lane " << i;
        }
}

// Every type as the texture coordinate of a real file, and as its position where it has three numbers.
TEST(OgreMesh, ReadsEveryVertexElementType) {
    for (const bool big : {false, true})
        for (const ElementCase& c : element_cases) {
            SCOPED_TRACE(fmt::format("type {} {}", c.type, big ? "big" : "little"));
            MeshMaker m{big};
            const auto size = ogre::element_type(c.type)->size;
            Maker raw = m.start();
            for (int v = 0; v < 3; ++v) {
                raw.u8(0xEE);  // an odd offset
                c.write(raw);
            }
            const bool three = ogre::element_type(c.type)->lanes >= 3 || c.type == 35;
            std::vector<Part> parts = {{1, c.type, 7, 1, 0}};
            parts.push_back(three ? Part{1, c.type, 1, 1, 0} : Part{0, 2, 1, 0, 0});
            const DocumentPtr doc = load_bytes(m.file(
                m.submesh({0, 1, 2}, m.geometry(3, parts, {{0, 12, m.corners()}, {1, size + 1u, raw}}).str()).str()));
            ASSERT_EQ(doc->sets.size(), 1u);
            const VertexSet& set = doc->sets[0];
            EXPECT_EQ(set.vertices, 3u);
            ASSERT_EQ(set.uv.size(), 1u);
            EXPECT_TRUE(gaps(*doc).empty());
            EXPECT_EQ(notes_of(*doc), "");
            EXPECT_EQ(set.position.owned, big || (three && c.type > 3)) << "floats in place are not copied";
            for (uint32_t v = 0; v < 3; ++v)
                for (uint32_t lane = 0; lane < 3; ++lane) {
                    if (lane < 2) { EXPECT_NEAR(doc->number(set.uv[0], v, lane), c.want[lane], 1e-6f); }
                    if (three) { EXPECT_NEAR(doc->number(set.position, v, lane), c.want[lane], 1e-6f); }
                }
            EXPECT_EQ(doc->number(set.position, 1, 0), three ? doc->number(set.uv[0], 1, 0) : 1.f);
        }
}

TEST(OgreMesh, ReadsColorsTangentsAndBinormals) {
    const MeshMaker m;
    Maker raw;
    for (int v = 0; v < 3; ++v) raw.u32(0x33FF0066).f32({1, 0, 0, -1, 0, 1, 0});
    const auto doc = load_bytes(
        m.file(m.submesh({}, m.geometry(3, {{0, 2, 1, 0, 0}, {1, 10, 5, 0, 0}, {1, 3, 9, 4, 0}, {1, 2, 8, 20, 0}},
                                        {{0, 12, m.corners()}, {1, 32, raw}})
                                 .str())
                   .str()));
    const VertexSet& set = doc->sets.at(0);
    EXPECT_EQ(doc->lists[set.color], 0x336600FFu) << "alpha, blue, green, red";
    EXPECT_EQ(set.tangent_width, 4);
    EXPECT_EQ(doc->number(set.tangent, 2, 3), -1);
    EXPECT_EQ(doc->triple(set.binormal, 2), vec3(0, 1, 0));
    EXPECT_EQ(doc->meshes.at(0).indices, 0u) << "no indices: the vertices in order";
    EXPECT_EQ(triangles(*doc, doc->meshes[0]), (std::vector<uint32_t>{0, 1, 2}));
}

TEST(OgreMesh, SaysWhyAnElementCannotBeRead) {
    const MeshMaker m;
    const auto with = [&](Part part) {
        return load_bytes(m.file(m.submesh({0, 1, 2}, m.geometry(3, {part}, {{0, 12, m.corners()}}).str()).str()));
    };
    const std::pair<Part, const char*> cases[] = {{{0, 40, 1, 0, 0}, "unknown type 40"},
                                                  {{0, 1, 1, 0, 0}, "type float2 has fewer than 3 numbers"},
                                                  {{4, 2, 1, 0, 0}, "there is no vertex buffer 4"},
                                                  {{0, 2, 1, 1, 0}, "it ends at byte 13 of a vertex of 12 bytes"}};
    for (const auto& [part, words] : cases) {
        const auto doc = with(part);
        EXPECT_NOTE(*doc, words);
        EXPECT_NOTE(*doc, "expected the positions of 3 vertices, found none");
        EXPECT_EQ(doc->sets.at(0).vertices, 0u);
        EXPECT_TRUE(gaps(*doc).empty());
    }
    EXPECT_EQ(notes_of(*with({0, 2, 1, 0, 0})), "");
}

// ---- submeshes ----

TEST(OgreMesh, ReadsOperations) {
    const MeshMaker m;
    const std::pair<unsigned, Primitive> cases[] = {
        {1, Primitive::Points},      {2, Primitive::Lines},         {3, Primitive::LineStrip},
        {4, Primitive::Triangles},   {5, Primitive::TriangleStrip}, {6, Primitive::TriangleFan},
        {64 + 4, Primitive::Points}, {7, Primitive::Triangles},     {0, Primitive::Triangles}};
    for (const auto& [stored, want] : cases) {
        const auto doc =
            load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str(), m.chunk(0x4010, m.start().u16(stored))).str()));
        EXPECT_EQ(doc->meshes.at(0).primitive, want) << stored;
        EXPECT_EQ(notes_of(*doc).empty(), stored >= 1 && stored <= 6) << stored;
    }
}

TEST(OgreMesh, StripsAndFansUnroll) {
    const MeshMaker m;
    const Maker square = m.geometry(4, {{0, 2, 1, 0, 0}}, {{0, 12, m.corners().f32({1, 1, 0})}});
    const auto corners = [&](unsigned operation) {
        const auto doc =
            load_bytes(m.file(m.submesh({0, 1, 2, 3}, square.str(), m.chunk(0x4010, m.start().u16(operation))).str()));
        return triangles(*doc, doc->meshes.at(0));
    };
    EXPECT_EQ(corners(5), (std::vector<uint32_t>{0, 1, 2, 1, 3, 2}));
    EXPECT_EQ(corners(6), (std::vector<uint32_t>{0, 1, 2, 0, 2, 3}));
    EXPECT_EQ(corners(4), (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_TRUE(corners(2).empty());
}

TEST(OgreMesh, WideIndicesInBothByteOrders) {
    for (const bool big : {false, true}) {
        const MeshMaker m{big};
        Maker body = m.start();
        body.line("stone").u8(0).u32(3).u8(1).u32(2).u32(1).u32(0).text(m.triangle().str());
        const auto doc = load_bytes(m.file(m.chunk(0x4000, body).str()));
        EXPECT_EQ(triangles(*doc, doc->meshes.at(0)), (std::vector<uint32_t>{2, 1, 0}));
        EXPECT_EQ(doc->dialect, big ? "big-endian" : "");
        EXPECT_EQ(notes_of(*doc), "");
    }
}

TEST(OgreMesh, IndicesBeyondTheVerticesAreNamed) {
    const MeshMaker m;
    const auto doc = load_bytes(m.file(m.submesh({0, 1, 3, 9, 1, 2}, m.triangle().str()).str()));
    // header 26, mesh 7, submesh header 6, "stone\n" 6, shared 1, count 4, wide 1: indices start at 51
    EXPECT_NOTE(*doc, "submesh 0: index 3 at offset 55: expected less than 3 (and 1 more of this kind)");
    EXPECT_EQ(doc->lists[doc->meshes.at(0).first + 3], 9u) << "stays as stored";
    EXPECT_TRUE(triangles(*doc, doc->meshes[0]).empty());
}

TEST(OgreMesh, SharedGeometryMayComeAfterItsUsers) {
    const MeshMaker m;
    const std::string user = m.chunk(0x4000, m.submesh_body({0, 1, 2}, "", true)).str();
    const std::string assignment = m.assignment(0x7000, 2, 5, .5f).str();
    const auto doc = load_bytes(m.file(assignment + user + user + m.triangle().str()));
    ASSERT_EQ(doc->sets.size(), 1u);
    EXPECT_EQ(doc->meshes.at(0).set, 0);
    EXPECT_EQ(doc->meshes.at(1).set, 0);
    EXPECT_EQ(doc->sets[0].influences.first, (std::vector<uint32_t>{0, 0, 0, 1}));
    EXPECT_EQ(doc->sets[0].influences.joint, (std::vector<int32_t>{5}));
    EXPECT_EQ(notes_of(*doc), "");
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreMesh, MissingGeometryIsNamedAndTheRestStays) {
    const MeshMaker m;
    const std::string user = m.chunk(0x4000, m.submesh_body({0, 1, 2}, "", true)).str();
    const auto doc = load_bytes(m.file(user + m.submesh({0, 1, 2}, "").str() + m.assignment(0x7000, 0, 0, 1).str() +
                                       m.submesh({0, 1, 2}, m.triangle().str()).str()));
    EXPECT_NOTE(*doc, "submesh 0 uses the shared geometry (0x5000), which the file does not have");
    EXPECT_NOTE(*doc, "submesh 1: expected its geometry (0x5000) at offset");
    EXPECT_NOTE(*doc, "bone assignments for the shared geometry");
    ASSERT_EQ(doc->meshes.size(), 3u);
    EXPECT_EQ(doc->meshes[0].set, -1);
    EXPECT_EQ(doc->meshes[2].set, 0);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreMesh, NamesLinkBoundsAndExtremes) {
    const MeshMaker m;
    const Maker names = m.chunk(
        0xA000,
        m.start().chunk(0xA100, m.start().u16(0).line("\xCE\xC4")).chunk(0xA100, m.start().u16(9).line("nobody")));
    const Maker bounds = m.chunk(0x9000, m.start().f32({0, 0, 0, 1, 1, 0, 2}));
    const Maker extremes = m.chunk(0xE000, m.start().u16(0).f32({0, 0, 0, 1, 1, 0}));
    const Maker link = m.chunk(0x6000, m.start().line("\xCE\xC4.skeleton"));
    const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + names.str() + bounds.str() +
                                       extremes.str() + link.str()));
    EXPECT_EQ(doc->meshes.at(0).name, "\xCE\xC4");
    EXPECT_EQ(doc->meshes[0].material, "stone");
    EXPECT_EQ(doc->skeleton_link, "\xCE\xC4.skeleton") << "raw bytes";
    EXPECT_NOTE(*doc, "name \"nobody\" is for submesh 9: the mesh has 1");
    EXPECT_EQ(notes_of(*doc, Severity::Info).find("stored bounds"), std::string::npos);
    EXPECT_TRUE(gaps(*doc).empty());
    const Maker stale = m.chunk(0x9000, m.start().f32({0, 0, 0, 1, 3, 0, 2}));
    EXPECT_NOTE(*load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str()).str() + stale.str())),
                "stored bounds are (0 0 0) to (1 3 0), the vertices reach from (0 0 0) to (1 1 0)");
}

TEST(OgreMesh, NonFinitePositionsStayAndAreNoted) {
    const MeshMaker m;
    const Maker raw = m.start().f32({0, 0, 0, 1, NAN, 0, 0, 1, 0});
    const auto doc =
        load_bytes(m.file(m.submesh({0, 1, 2}, m.geometry(3, {{0, 2, 1, 0, 0}}, {{0, 12, raw}}).str()).str()));
    EXPECT_NOTE(*doc, "1 positions are not finite numbers");
    EXPECT_TRUE(std::isnan(doc->number(doc->sets.at(0).position, 1, 1)));
}

// ---- bone assignments ----

TEST(OgreMesh, EqualAssignmentChunksAreOneField) {
    for (const bool big : {false, true}) {
        const MeshMaker m{big};
        Maker run = m.start();
        for (const auto& [vertex, bone] : {std::pair{0u, 3u}, {1u, 2u}, {1u, 3u}, {2u, 0u}})
            run.text(m.assignment(0x4100, vertex, bone, .5f).str());
        const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str(), run).str()));
        const Influences& in = doc->sets.at(0).influences;
        EXPECT_EQ(in.first, (std::vector<uint32_t>{0, 1, 3, 4}));
        EXPECT_EQ(in.joint, (std::vector<int32_t>{3, 2, 3, 0}));
        EXPECT_EQ(in.weight, (std::vector<float>{.5f, .5f, .5f, .5f}));
        EXPECT_FALSE(in.where.listed);
        std::size_t fields = 0;
        for (const Field& field : doc->tree.fields)
            if (field.type == Type::Record && field.size == 64) {
                ++fields;
                EXPECT_EQ(field.count, 4u);
                EXPECT_EQ(in.where.base, uint64_t{field.at} * 8);
            }
        EXPECT_EQ(fields, 1u);
        EXPECT_EQ(notes_of(*doc), "");
    }
}

TEST(OgreMesh, UnsortedAndStrayAssignments) {
    const MeshMaker m;
    Maker run = m.assignment(0x4100, 2, 7, 1);
    run.text(m.assignment(0x4100, 30, 1, 1).str()).text(m.assignment(0x4100, 0, 5, 1).str());
    const auto doc = load_bytes(m.file(m.submesh({0, 1, 2}, m.triangle().str(), run).str()));
    const Influences& in = doc->sets.at(0).influences;
    EXPECT_EQ(in.joint, (std::vector<int32_t>{5, 7}));
    EXPECT_TRUE(in.where.listed);
    EXPECT_EQ(doc->lists[in.where.base] - doc->lists[in.where.base + 1], 32u) << "places in the file";
    EXPECT_NOTE(*doc, "bone assignment for vertex 30 at offset");
}

TEST(OgreMesh, BlendElementsServeOnlyWithoutAssignments) {
    const MeshMaker m;
    Maker raw;
    for (unsigned v = 0; v < 3; ++v) raw.u8(v).u8(9).u8(0).u8(0).f32({.75f, .25f});
    const std::string geometry =
        m.geometry(3, {{0, 2, 1, 0, 0}, {1, 9, 3, 0, 0}, {1, 1, 2, 4, 0}}, {{0, 12, m.corners()}, {1, 12, raw}}).str();
    const auto alone = load_bytes(m.file(m.submesh({0, 1, 2}, geometry).str()));
    EXPECT_EQ(alone->sets.at(0).influences.joint, (std::vector<int32_t>{0, 9, 1, 9, 2, 9}));
    EXPECT_EQ(alone->sets[0].influences.weight[1], .25f);
    EXPECT_NOTE(*alone, "no bone assignments: the blend indices and weights of the vertices are used");
    const auto both = load_bytes(m.file(m.submesh({0, 1, 2}, geometry, m.assignment(0x4100, 1, 4, 1)).str()));
    EXPECT_EQ(both->sets.at(0).influences.joint, (std::vector<int32_t>{4}));
    EXPECT_EQ(notes_of(*both), "");
}
}  // namespace
}  // namespace bonescope
