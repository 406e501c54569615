// .mesh files: literal bytes in, exact values out, the broken twin beside each.
#include "core/formats/ogre/ogre.h"
#include "core/formats/ogre/vertex_element.h"
#include "core/skin.h"
#include "core/text.h"
#include "tests/hostile.h"

namespace bonescope {
namespace {

using test::Maker;

struct Part {
    uint16_t source, type, semantic, offset, index;
};

struct Buffer {
    uint16_t source;
    uint32_t stride;
    Maker raw;
};

// Builds meshes of one byte order.
struct MeshMaker {
    bool big = false;
    std::string version = "[MeshSerializer_v1.100]";

    Maker start() const { return Maker().big(big); }
    Maker chunk(unsigned id, const Maker& body) const { return start().chunk(id, body); }

    Maker geometry(uint32_t vertices, const std::vector<Part>& parts, const std::vector<Buffer>& buffers) const {
        Maker declaration = start();
        for (const Part& p : parts)
            declaration.chunk(0x5110, start().u16(p.source).u16(p.type).u16(p.semantic).u16(p.offset).u16(p.index));
        Maker body = start().u32(vertices).chunk(0x5100, declaration);
        for (const Buffer& buffer : buffers)
            body.chunk(0x5200, start().u16(buffer.source).u16(buffer.stride).chunk(0x5210, buffer.raw));
        return chunk(0x5000, body);
    }
    // A triangle in the plane z = 0.
    Maker corners() const { return start().f32({0, 0, 0, 1, 0, 0, 0, 1, 0}); }
    Maker triangle() const { return geometry(3, {{0, 2, 1, 0, 0}}, {{0, 12, corners()}}); }

    Maker submesh_body(const std::vector<unsigned>& indices, const std::string& geometry, bool shared = false) const {
        Maker body = start();
        body.line("stone").u8(shared).u32(static_cast<uint32_t>(indices.size())).u8(0);
        for (const unsigned index : indices) body.u16(index);
        return body.text(geometry);
    }
    Maker submesh(const std::vector<unsigned>& indices, const std::string& geometry, const Maker& rest = {}) const {
        return chunk(0x4000, submesh_body(indices, geometry).text(rest.str()));
    }
    Maker file(const std::string& children) const {
        return start().u16(0x1000).line(version).chunk(0x3000, start().u8(1).text(children));
    }
    Maker assignment(unsigned id, uint32_t vertex, unsigned bone, float weight) const {
        return chunk(id, start().u32(vertex).u16(bone).f32({weight}));
    }
};

DocumentPtr load_bytes(const Maker& maker) { return load("some.mesh", maker.bytes()); }

std::string notes_of(const Document& doc, Severity least = Severity::Warning) {
    std::string all;
    for (const Finding& note : doc.notes)
        if (note.severity >= least) all += note.message + "\n";
    return all;
}

#define EXPECT_NOTE(doc, words)                                                                                        \
    EXPECT_NE(notes_of(doc, Severity::Info).find(words), std::string::npos) << notes_of(doc, Severity::Info)

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
            test::expect_patches_survived(path.string(), test::bytes_of(path), 400, [](const DocumentPtr& doc) {
                for (int set = 0; set < static_cast<int>(doc->sets.size()); ++set) {
                    const SetUse use = bind_skin(doc, set, nullptr);
                    SetFrame frame;
                    for (int clip = 0; clip < static_cast<int>(doc->clips.size()); ++clip) {
                        const ClipUse played = bind_clip(doc, clip, Skeleton{});
                        const Layer layer{&played, {.3, .3, false}, 1};
                        deform(use, {&layer, 1}, {}, frame);
                    }
                    deform(use, {}, {}, frame);
                    EXPECT_LE(frame.position.size() * sizeof(vec3), 65536 + 16 * doc->file.size());
                }
                for (const Mesh& mesh : doc->meshes) triangles(*doc, mesh);
            }));
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
