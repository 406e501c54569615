// One motion in the forms of several families: all of them must give the same pose and the same skin.
#include "core/planar.h"
#include "core/scene.h"
#include "tests/support.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

std::string arm(const std::string& name) { return std::string(BONESCOPE_SOURCE_DIR) + "/assets/samples/" + name; }

Scene scene_of(std::initializer_list<const char*> names) {
    std::vector<DocumentPtr> docs;
    for (const char* name : names) docs.push_back(load(arm(name)));
    return make_scene(std::move(docs), {.resolve = false});
}

Scene ogre() { return scene_of({"ogre/arm.mesh", "ogre/arm.skeleton"}); }

Frame frame_at(const Scene& scene, const char* clip, double seconds) {
    const int index = find_clip(scene, clip);
    EXPECT_GE(index, 0) << clip;
    Frame frame;
    if (index < 0) return frame;
    const ClipUse& use = scene.clips[index];
    const Layer layer{&use, clock(use.get(), use.sampling, seconds), 1};
    evaluate(scene, {&layer, 1}, frame);
    return frame;
}

void expect_same_matrices(const Frame& want, const Frame& got, float tolerance) {
    ASSERT_EQ(want.pose.matrix.size(), got.pose.matrix.size());
    ASSERT_FALSE(want.pose.matrix.empty());
    for (std::size_t j = 0; j < want.pose.matrix.size(); ++j)
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 4; ++row)
                EXPECT_NEAR(got.pose.matrix[j][column][row], want.pose.matrix[j][column][row], tolerance)
                    << "joint " << j;
}

float farthest(const Big<vec3>& want, const Big<vec3>& got) {
    EXPECT_EQ(want.size(), got.size());
    float away = 0;
    for (std::size_t v = 0; v < std::min(want.size(), got.size()); ++v)
        away = std::max(away, glm::distance(want[v], got[v]));
    return away;
}

void expect_same_skin(const Frame& want, const Frame& got, float tolerance) {
    ASSERT_EQ(want.sets.size(), 1u);
    ASSERT_EQ(got.sets.size(), 1u);
    EXPECT_LT(farthest(want.sets[0].position, got.sets[0].position), tolerance);
    EXPECT_LT(farthest(want.sets[0].normal, got.sets[0].normal), tolerance);
}

// On keys, between them, at both ends.
std::vector<double> times(const char* clip) {
    const double length = std::string_view(clip) == "wave" ? 3 : 2;
    std::vector<double> out;
    for (int i = 0; i <= 47; ++i) out.push_back(length * i / 47);
    for (int frame = 0; frame < 60; frame += 7) out.push_back(frame / 30.);
    return out;
}

void compare_with_ogre(const Scene& other) {
    const Scene first = ogre();
    for (const char* clip : {"wave", "reach"})
        for (const double seconds : times(clip)) {
            SCOPED_TRACE(fmt::format("{} at {}", clip, seconds));
            const Frame want = frame_at(first, clip, seconds), got = frame_at(other, clip, seconds);
            expect_same_matrices(want, got, 1e-4f);
            expect_same_skin(want, got, 1e-4f);
        }
}

TEST(Families, OgreXmlMovesLikeOgre) { compare_with_ogre(scene_of({"ogre/arm.mesh.xml", "ogre/arm.skeleton.xml"})); }

TEST(Families, Cal3dMovesLikeOgre) {
    compare_with_ogre(scene_of({"cal3d/arm.csf", "cal3d/wave.caf", "cal3d/reach.caf", "cal3d/arm.cmf"}));
}

TEST(Families, Cal3dXmlMovesLikeOgre) {
    compare_with_ogre(scene_of({"cal3d/arm.xsf", "cal3d/wave.xaf", "cal3d/reach.xaf", "cal3d/arm.xmf"}));
}

// Z is up: turned about x, as a change of basis. What the other families do not have, the dummies, is left out.
Frame upright(Frame frame, std::size_t joints) {
    const mat4 turn(vec4(1, 0, 0, 0), vec4(0, 0, -1, 0), vec4(0, 1, 0, 0), vec4(0, 0, 0, 1));
    frame.pose.matrix.resize(joints);
    for (mat4& matrix : frame.pose.matrix) matrix = turn * matrix * glm::transpose(turn);
    for (vec3& p : frame.sets.at(0).position) p = vec3(turn * vec4(p, 1));
    for (vec3& n : frame.sets.at(0).normal) n = vec3(turn * vec4(n, 0));
    return frame;
}

TEST(Families, MeteorMovesLikeOgre) {
    const Scene first = ogre(), other = scene_of({"meteor/arm.bnc", "meteor/arm.skc", "meteor/arm.amb"});
    const int index = find_clip(other, "arm");
    ASSERT_GE(index, 0);
    for (const auto& [clip, start] : {std::pair{"wave", 1}, std::pair{"reach", 93}})
        for (const double seconds : times(clip)) {
            SCOPED_TRACE(fmt::format("{} at {}", clip, seconds));
            const double number = start + seconds * 30;
            const Layer layer{&other.clips[static_cast<std::size_t>(index)], {number, number, false}, 1};
            const Frame want = frame_at(first, clip, seconds);
            Frame got;
            evaluate(other, {&layer, 1}, got);
            got = upright(std::move(got), want.pose.matrix.size());
            expect_same_matrices(want, got, 1e-4f);
            ASSERT_EQ(got.sets.size(), 1u);
            EXPECT_LT(farthest(want.sets[0].position, got.sets[0].position), 1e-4f);
            EXPECT_LT(farthest(want.sets[0].normal, got.sets[0].normal), 1);  // made from faces, coarse at the tips
        }
}

// In 2D there are 100 pixels for a unit and y grows downwards: (x, y) is at (100 x, -100 y), and what turns by an angle
// there turns by minus that here.
void expect_same_plane(const Frame& want, const Frame& got) {
    ASSERT_EQ(got.pose.matrix.size(), want.pose.matrix.size());
    constexpr float pixels = 100;
    for (std::size_t j = 0; j < want.pose.matrix.size(); ++j) {
        const mat4 &a = want.pose.matrix[j], &b = got.pose.matrix[j];
        EXPECT_NEAR(b[3][0] / pixels, a[3][0], 1e-4) << "joint " << j;
        EXPECT_NEAR(-b[3][1] / pixels, a[3][1], 1e-4) << "joint " << j;
        EXPECT_NEAR(-std::atan2(b[0][1], b[0][0]), std::atan2(a[0][1], a[0][0]), 1e-4) << "joint " << j;
        EXPECT_NEAR(-std::atan2(-b[1][0], b[1][1]), std::atan2(-a[1][0], a[1][1]), 1e-4) << "joint " << j;
        EXPECT_NEAR(glm::length(vec2(b[0])), 1, 1e-5) << "joint " << j;
    }
}

void compare_plane_with_ogre(const Scene& other) {
    const Scene first = ogre();
    ASSERT_TRUE(other.skeleton());
    for (const auto& doc : other.docs) EXPECT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    for (std::size_t j = 0; j < other.skeleton()->joints.size(); ++j)
        EXPECT_EQ(other.skeleton()->joints[j].name, first.skeleton()->joints[j].name);
    for (const char* clip : {"wave", "reach"})
        for (const double seconds : times(clip)) {
            SCOPED_TRACE(fmt::format("{} at {}", clip, seconds));
            expect_same_plane(frame_at(first, clip, seconds), frame_at(other, clip, seconds));
        }
}

TEST(Families, DragonBonesMovesLikeOgre) { compare_plane_with_ogre(scene_of({"dragonbones/arm_ske.json"})); }
TEST(Families, BinaryDragonBonesMovesLikeOgre) { compare_plane_with_ogre(scene_of({"dragonbones/arm_ske.dbbin"})); }
TEST(Families, OldDragonBonesMovesLikeOgre) { compare_plane_with_ogre(scene_of({"dragonbones/v2.3/skeleton.json"})); }

TEST(Families, BinaryDragonBonesShowsWhatItsTwinShows) {
    const auto text = load(arm("dragonbones/arm_ske.json")), binary = load(arm("dragonbones/arm_ske.dbbin"));
    ASSERT_EQ(text->clips.size(), binary->clips.size());
    for (int clip = 0; clip < static_cast<int>(text->clips.size()); ++clip) {
        const auto frame_of = [&](const DocumentPtr& doc) {
            const ClipUse use = bind_clip(doc, clip, doc->skeletons.at(0));
            const Layer layer{&use, clock(use.get(), use.sampling, 1.23), 1};
            PlanarFrame frame;
            evaluate_planar(*doc, doc->skeletons[0], {&layer, 1}, {}, frame);
            return frame;
        };
        const PlanarFrame want = frame_of(text), got = frame_of(binary);
        ASSERT_EQ(got.slots.size(), 7u);
        ASSERT_EQ(got.vertices.size(), 34u);
        for (std::size_t v = 0; v < got.vertices.size(); ++v)
            EXPECT_LT(glm::distance(got.vertices[v], want.vertices[v]), 1e-3f) << v;
    }
    for (const auto& doc : {text, binary}) {
        const Clip& reach = doc->clips.at(1);
        ASSERT_EQ(reach.events.size(), 1u);
        EXPECT_EQ(reach.events[0].tick, 20);
        EXPECT_EQ(reach.events[0].name, "grab");
        EXPECT_EQ(reach.events[0].joint, 3);
        EXPECT_EQ(reach.events[0].numbers, std::vector<double>{3});
    }
}

TEST(Families, FacesAreTheSame) {
    const auto faces = [](const char* name) {
        const DocumentPtr doc = load(arm(name));
        return triangles(*doc, doc->meshes.at(0));
    };
    const std::vector<uint32_t> want = faces("ogre/arm.mesh");
    for (const char* other : {"ogre/arm.mesh.xml", "cal3d/arm.cmf", "cal3d/arm.xmf", "meteor/arm.skc"})
        EXPECT_EQ(faces(other), want);
}

// Packed keys turn in steps of 1/2047, and only the root's way is missing.
TEST(Families, PackedKeysTurnLikeTheOthers) {
    const Scene plain = scene_of({"cal3d/arm.csf", "cal3d/wave.caf"});
    const Scene packed = scene_of({"cal3d/arm.csf", "cal3d/wave_packed.caf"});
    for (const double seconds : times("wave")) {
        const Frame want = frame_at(plain, "wave", seconds), got = frame_at(packed, "wave_packed", seconds);
        ASSERT_EQ(got.pose.local.size(), want.pose.local.size());
        for (std::size_t j = 0; j < got.pose.local.size(); ++j) {
            EXPECT_EQ(got.pose.local[j].t, plain.skeleton()->joints[j].bind.t);
            EXPECT_NEAR(got.pose.local[j].r.z, want.pose.local[j].r.z, 0.5 / 2047 + 1e-6);
            EXPECT_NEAR(got.pose.local[j].r.w, want.pose.local[j].r.w, 0.5 / 2047);
        }
    }
}

}  // namespace
}  // namespace bonescope
