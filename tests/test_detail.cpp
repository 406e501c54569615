// Progressive detail: what is left of a mesh after some of its steps.
#include "tests/support.h"

namespace bonescope {
namespace {

using Corners = std::vector<uint32_t>;

// A fan of n - 2 faces around vertex 0, whose last vertices collapse onto the one before and take one face each.
struct Fan {
    Document doc;

    explicit Fan(uint32_t n) {
        VertexSet& set = doc.sets.emplace_back();
        set.vertices = n;
        set.lod.steps = n - 3;
        set.lod.collapse = 0;
        for (uint32_t v = 0; v < n; ++v) doc.lists.push_back(v > 2 ? v - 1 : none);
        set.lod.faces = static_cast<uint32_t>(doc.lists.size());
        for (uint32_t v = 0; v < n; ++v) doc.lists.push_back(v > 2 ? 1 : 0);
        Mesh& mesh = doc.meshes.emplace_back();
        mesh.set = 0;
        mesh.first = static_cast<uint32_t>(doc.lists.size());
        mesh.indices = (n - 2) * 3;
        for (uint32_t v = 1; v + 1 < n; ++v) {
            doc.lists.push_back(0);
            doc.lists.push_back(v);
            doc.lists.push_back(v + 1);
        }
    }
    uint32_t& collapse(uint32_t v) { return doc.lists[doc.sets[0].lod.collapse + v]; }
    uint32_t& faces(uint32_t v) { return doc.lists[doc.sets[0].lod.faces + v]; }
    Corners at(float detail) const { return triangles(doc, doc.meshes[0], detail); }
};

TEST(Detail, DropsVerticesAndTheirFacesFromTheEnd) {
    Fan fan(7);  // 4 steps
    EXPECT_EQ(fan.at(1).size(), 15u);
    EXPECT_EQ(fan.at(1), triangles(fan.doc, fan.doc.meshes[0]));
    EXPECT_EQ(fan.at(0.76f).size(), 15u);  // (int)(0.24 * 4) is 0
    EXPECT_EQ(fan.at(0.75f), (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5}));
    EXPECT_EQ(fan.at(0.5f), (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4}));
    EXPECT_EQ(fan.at(0), (Corners{0, 1, 2}));
    EXPECT_EQ(fan.at(-3), fan.at(0));
    EXPECT_EQ(fan.at(NAN), fan.at(1));
}

TEST(Detail, FollowsCollapsesUntilTheyAreInRange) {
    Fan fan(7);
    for (uint32_t v = 0; v < 7; ++v) fan.faces(v) = 0;
    fan.collapse(6) = 4;
    EXPECT_EQ(fan.at(0.75f), (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 4}));
    EXPECT_EQ(fan.at(0), (Corners{0, 1, 2, 0, 2, 2, 0, 2, 2, 0, 2, 2, 0, 2, 2}));
}

TEST(Detail, FacesWhoseVertexLeadsNowhereAreLeftOut) {
    Fan fan(7);
    for (uint32_t v = 0; v < 7; ++v) fan.faces(v) = 0;
    fan.collapse(5) = none;
    EXPECT_EQ(fan.at(0.5f), (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4}));
    fan.collapse(5) = 1000;
    EXPECT_EQ(fan.at(0.5f), (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4}));
}

TEST(Detail, CirclesEnd) {
    Fan fan(7);
    for (uint32_t v = 0; v < 7; ++v) fan.faces(v) = 0;
    fan.collapse(5) = 6;
    fan.collapse(6) = 5;
    EXPECT_EQ(fan.at(0.5f), (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4}));
    fan.collapse(5) = 5;
    EXPECT_EQ(fan.at(0.5f), (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4}));
}

TEST(Detail, CountsThatTakeMoreThanThereIsLeaveNothing) {
    Fan fan(7);
    for (uint32_t v = 3; v < 7; ++v) fan.faces(v) = 0xFFFF'FFFF;
    EXPECT_TRUE(fan.at(0).empty());
    fan.doc.sets[0].lod.steps = 1000;
    EXPECT_TRUE(fan.at(0).empty());
    fan.doc.sets[0].lod.faces = none;
    EXPECT_TRUE(fan.at(0).empty());  // no vertex is left
}

TEST(Detail, FlippedMeshesStayFlipped) {
    Fan fan(5);
    fan.doc.meshes[0].flipped = true;
    EXPECT_EQ(fan.at(0), (Corners{0, 2, 1}));
}

}  // namespace
}  // namespace bonescope
