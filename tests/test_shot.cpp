// Scenes as pictures: what is drawn where, what is picked, and the files that shot and sheet write.
#include "app/bone_shapes.h"
#include "app/picking.h"
#include "app/studio.h"
#include "app/theme.h"
#include "core/image.h"
#include "program.h"
#include <cmath>
#include <limits>

namespace bonescope {
namespace {

using test::SmallMesh;
using test::SmallSkeleton;
using test::TemporaryFolder;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr int width = 400, height = 300;

struct Rgb {
    int r, g, b;
};

Rgb pixel(const Picture& picture, vec3 at) {
    const auto x = static_cast<int>(at.x), y = static_cast<int>(at.y);
    const unsigned char* p = picture.rgba.data() + std::size_t(y * picture.width + x) * 4;
    return {p[0], p[1], p[2]};
}

int distance(Rgb a, ImU32 color) {
    const auto lane = [&](int shift) { return static_cast<int>(color >> shift & 255); };
    return std::abs(a.r - lane(0)) + std::abs(a.g - lane(8)) + std::abs(a.b - lane(16));
}

int pixels_unlike(const Picture& picture, ImU32 color) {
    int n = 0;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) n += distance(pixel(picture, {x, y, 0}), color) > 24;
    return n;
}

// A triangle (0,0,0) (1,0,0) (1,1,0) on two joints at x 0 and 1; only the corner (1,1,0) follows the second.
class PictureTest : public testing::Test {
protected:
    void SetUp() override {
        const std::string mesh = folder_.write("body.mesh", SmallMesh{}.str());
        folder_.write("body.skeleton", SmallSkeleton{{"root", "tip"}, {{"walk", 1, 1, 1}}, {}}.str());
        scene_ = open_scene(std::vector<std::string>{mesh});
        ASSERT_NE(scene_.skeleton(), nullptr);
        ASSERT_EQ(scene_.meshes.size(), 1u);
        evaluate(scene_, {}, frame_);
        look_.show.grid = look_.show.names = false;
        look_from(look_.camera, Side::Front);
        fit(look_.camera, bounds(scene_, frame_), float(width) / height);
    }

    // Null without OpenGL: the test is to be skipped.
    std::unique_ptr<Studio> studio() {
        auto out = Studio::open(1, "", why_);
        if (out) out->set_scene(scene_);
        return out;
    }
    Picture take(Studio& studio) { return studio.take(scene_, frame_, look_, width, height, {}); }
    vec3 on_picture(vec3 place) const { return project(look_.camera, {width, height}, place); }

    TemporaryFolder folder_;
    Scene scene_;
    Frame frame_;
    SceneLook look_;
    std::string why_;
};

#define NEED_STUDIO(name)                                                                                              \
    const auto name = studio();                                                                                        \
    if (!name) GTEST_SKIP() << why_

TEST_F(PictureTest, TheMeshIsWhereItsCornersAre) {
    NEED_STUDIO(s);
    look_.show.bones = false;
    const Picture picture = take(*s);
    const Rgb inside = pixel(picture, on_picture({0.8f, 0.4f, 0})),
              outside = pixel(picture, on_picture({0.2f, 0.7f, 0}));
    EXPECT_GT(distance(inside, color::view), 150);
    EXPECT_GT(inside.b, inside.r);  // without a material: grey-blue
    EXPECT_LT(distance(outside, color::view), 8);
}

TEST_F(PictureTest, JointsAreDrawnWhereTheyProject) {
    NEED_STUDIO(s);
    look_.show.mesh = false;
    look_.joint = 1;
    const Picture picture = take(*s);
    // Rings: the middle is dark, the rim has the joint's colour.
    const vec3 tip = on_picture({1, 0, 0}), root = on_picture({0, 0, 0});
    EXPECT_LT(distance(pixel(picture, tip + vec3(-3.5f, 0, 0)), color::selection), 160);
    EXPECT_LT(distance(pixel(picture, root + vec3(0, -3, 0)), color::rgb(0xFFFFFF)), 160);
    EXPECT_GT(distance(pixel(picture, on_picture({0.5f, 0, 0})), color::view), 20);  // the bone between
    EXPECT_LT(distance(pixel(picture, on_picture({0.5f, 0.6f, 0})), color::view), 8);
}

TEST_F(PictureTest, BonesLieAboveTheMesh) {
    NEED_STUDIO(s);
    for (vec3& p : frame_.sets[0].position) p.z += 0.3f;  // between the eye and the joint
    frame_.pose.matrix[1][3] = {0.7f, 0.35f, 0, 1};
    const vec3 joint = on_picture({0.7f, 0.35f, 0});
    const Rgb with = pixel(take(*s), joint);  // the dark middle of its ring
    look_.show.bones = false;
    const Rgb without = pixel(take(*s), joint);
    EXPECT_GT(without.g - with.g, 80);
}

TEST_F(PictureTest, WeightsRunFromBlueToRed) {
    NEED_STUDIO(s);
    look_.show.bones = false;
    look_.show.weights = true;
    look_.joint = 1;
    const Picture picture = take(*s);
    const Rgb moved = pixel(picture, on_picture({0.99f, 0.95f, 0})),
              still = pixel(picture, on_picture({0.1f, 0.05f, 0}));
    EXPECT_GT(moved.r, 2 * moved.b);
    EXPECT_GT(still.b, 2 * still.r);
    look_.joint = 0;
    const Rgb other = pixel(take(*s), on_picture({0.1f, 0.05f, 0}));
    EXPECT_GT(other.r, 2 * other.b);
}

TEST_F(PictureTest, BrokenVerticesAndJointsAreLeftOutAndTheRestStays) {
    NEED_STUDIO(s);
    frame_.sets[0].position[2].y = nan;
    look_.show.bones = false;
    EXPECT_EQ(pixels_unlike(take(*s), color::view) < 1500, true);  // the corner axes alone
    evaluate(scene_, {}, frame_);
    EXPECT_GT(distance(pixel(take(*s), on_picture({0.8f, 0.4f, 0})), color::view), 150);  // whole again

    frame_.pose.matrix[1][3].x = nan;
    look_.show.bones = true, look_.show.mesh = false;
    const BoneShapes shapes =
        bone_shapes(*scene_.skeleton(), scene_.bind, frame_.pose, {-1, -1, true, 1, [](vec3) { return 0.01f; }});
    EXPECT_FALSE(shapes.lines.empty());
    for (const Line& line : shapes.lines) EXPECT_TRUE(finite(line.a) && finite(line.b));
    EXPECT_GT(distance(pixel(take(*s), on_picture({0, 0, 0}) + vec3(0, 2.6f, 0)), color::view), 60);
    const Box box = bounds(scene_, frame_);
    EXPECT_TRUE(finite(box.min) && finite(box.max));
}

TEST_F(PictureTest, MeshesOfLinesAndPointsAreSeenToo) {
    NEED_STUDIO(s);
    look_.show.bones = false;
    const auto with = [&](Primitive primitive) {
        auto doc = std::make_shared<Document>(*scene_.meshes[0].doc);
        doc->meshes[0].primitive = primitive;
        Scene other = scene_;
        other.meshes[0].doc = doc;
        s->set_scene(other);
        return s->take(other, frame_, look_, width, height, {});
    };
    const vec3 on_edge = on_picture({0.5f, 0, 0}), corner = on_picture({1, 1, 0}), inside = on_picture({0.8f, 0.4f, 0});
    const Picture strip = with(Primitive::LineStrip), points = with(Primitive::Points);
    EXPECT_GT(distance(pixel(strip, on_edge), color::view), 100);
    EXPECT_LT(distance(pixel(strip, inside), color::view), 8);
    EXPECT_GT(distance(pixel(points, corner), color::view), 100);
    EXPECT_LT(distance(pixel(points, on_edge), color::view), 8);
}

TEST_F(PictureTest, ASceneWithoutAnythingStillMakesAPicture) {
    NEED_STUDIO(s);
    const Scene nothing;
    const Frame none;
    s->set_scene(nothing);
    const Picture picture = s->take(nothing, none, look_, 320, 200, {});
    EXPECT_EQ(picture.rgba.size(), 320u * 200 * 4);
    EXPECT_GT(pixels_unlike(picture, color::view), 30);  // it says so
}

TEST_F(PictureTest, WordsAreWrittenOverThePicture) {
    NEED_STUDIO(s);
    look_.show.mesh = look_.show.bones = false;
    const auto in_corner = [&](const Caption& caption) {
        const Picture picture = s->take(scene_, frame_, look_, width, height, caption);
        int lit = 0;
        for (int y = 8; y < 36; ++y)
            for (int x = 8; x < 160; ++x) lit += distance(pixel(picture, {x, y, 0}), color::view) > 100;
        return lit;
    };
    EXPECT_EQ(in_corner({}), 0);
    EXPECT_GT(in_corner({"walk", "0.5000 s"}), 40);
}

TEST_F(PictureTest, PickingFindsJointsBonesAndVertices) {
    const vec2 size{width, height};
    const auto joint_at = [&](vec3 place) {
        return pick_joint(scene_, frame_, look_.camera, size, vec2(on_picture(place)), 8);
    };
    EXPECT_EQ(joint_at({0, 0, 0}), 0);
    EXPECT_EQ(joint_at({1, 0, 0}), 1);
    EXPECT_EQ(joint_at({0.5f, 0, 0}), 0);  // a bone belongs to the joint it starts at
    EXPECT_EQ(joint_at({0.5f, 0.5f, 0}), -1);
    const auto hit = pick_mesh(scene_, frame_, look_.camera, size, vec2(on_picture({0.95f, 0.85f, 0})));
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->mesh, 0);
    EXPECT_EQ(hit->vertex, 2);
    EXPECT_NEAR(glm::distance(hit->at, vec3(0.95f, 0.85f, 0)), 0, 1e-3);
    EXPECT_FALSE(pick_mesh(scene_, frame_, look_.camera, size, vec2(on_picture({0.1f, 0.9f, 0}))));
}

TEST_F(PictureTest, NamesAreThoseOfTheChainOrAll) {
    const Skeleton& skeleton = *scene_.skeleton();
    SceneLook look;
    EXPECT_EQ(named_joints(skeleton, look), (std::vector<int>{0, 1}));
    look.joint = 1;
    EXPECT_EQ(named_joints(skeleton, look), (std::vector<int>{1, 0}));
    look.show.names = false;
    EXPECT_EQ(named_joints(skeleton, look), (std::vector<int>{1}));
    look = {};
    Skeleton many;
    many.joints.resize(300);
    many.order = parents_first(many.joints);
    look.hovered = 7;
    EXPECT_EQ(named_joints(many, look).size(), 300u);
    EXPECT_EQ(named_joints(many, look).front(), 7);
    look.show.names = false;
    EXPECT_EQ(named_joints(many, look), (std::vector<int>{7}));
}

// The switch is on: names show, whatever else is hidden.
TEST_F(PictureTest, NamesNeedNoBones) {
    const auto painter = studio();
    if (!painter) GTEST_SKIP() << why_;
    look_.show.bones = false;
    const auto bare = take(*painter).rgba;
    look_.show.names = true;
    EXPECT_NE(take(*painter).rgba, bare);
}

TEST(BoneShapes, ChainsEndEvenWhenParentsGoInACircle) {
    Skeleton skeleton;
    skeleton.joints.resize(3);
    skeleton.joints[0].parent = 2, skeleton.joints[1].parent = 0, skeleton.joints[2].parent = 1;
    EXPECT_LE(chain_of(skeleton, 0).size(), 3u);
    EXPECT_TRUE(chain_of(skeleton, -1).empty());
    EXPECT_TRUE(chain_of(skeleton, 9).empty());
}

TEST(BoneShapes, APoseOfAnotherSizeDrawsNothing) {
    Skeleton skeleton;
    skeleton.joints.resize(2);
    const BoneShapes shapes = bone_shapes(skeleton, {}, {}, {-1, -1, false, 1, [](vec3) { return 1.f; }});
    EXPECT_TRUE(shapes.lines.empty());
    EXPECT_TRUE(shapes.fills.empty());
}

TEST(HeatColor, RunsFromBlueToRedAndTakesAnything) {
    const auto red = [](uint32_t c) { return int(c & 255); };
    const auto blue = [](uint32_t c) { return int(c >> 16 & 255); };
    EXPECT_GT(blue(heat_color(0)), 4 * red(heat_color(0)));
    EXPECT_GT(red(heat_color(1)), 4 * blue(heat_color(1)));
    EXPECT_EQ(heat_color(nan), heat_color(0));
    EXPECT_EQ(heat_color(-3), heat_color(0));
    EXPECT_EQ(heat_color(7), heat_color(1));
}

TEST(Ground, LiesUnderTheFeetUnlessTheModelStandsOnTheOrigin) {
    EXPECT_EQ(ground_of({{-1, 0.05f, -1}, {1, 4, 1}}, false).height, 0);
    EXPECT_FLOAT_EQ(ground_of({{-1, -5, -1}, {1, 5, 1}}, false).height, -5);
    EXPECT_EQ(ground_of(Box{}, false).height, 0);
    EXPECT_FLOAT_EQ(ground_of({{-1, -5, -7}, {1, 5, 7}}, true).centre.z, -7);
}

// ---- the program ----

bool no_opengl(const test::Ran& ran) { return ran.code == 3 && ran.error.find("OpenGL") != std::string::npos; }

class ShotTest : public testing::Test {
protected:
    void SetUp() override {
        mesh_ = folder_.write("body.mesh", SmallMesh{}.str());
        folder_.write("body.skeleton", SmallSkeleton{{"root", "tip"}, {{"walk"}, {"run", 2, 1, 3}}, {}}.str());
    }
    test::Ran run(std::vector<std::string> words, const std::vector<std::string>& environment = {}) const {
        return test::run(words, environment);
    }
    std::string out() const { return folder_ / "out.png"; }
    bool written() const { return std::filesystem::exists(out()); }

    TemporaryFolder folder_;
    std::string mesh_;
};

TEST_F(ShotTest, WritesAPictureOfTheSizeAskedFor) {
    const test::Ran ran = run({"shot", mesh_, "--size", "123x77", "-o", out()});
    if (no_opengl(ran)) GTEST_SKIP() << ran.error;
    ASSERT_EQ(ran.code, 0) << ran.error;
    const Image image = read_image(out());
    ASSERT_EQ(image.error, "");
    EXPECT_EQ(image.width, 123);
    EXPECT_EQ(image.height, 77);
    const Picture picture{image.width, image.height, {image.rgba.begin(), image.rgba.end()}};
    EXPECT_GT(pixels_unlike(picture, color::view), 300);
}

TEST_F(ShotTest, AMomentOfAClipIsAnotherPicture) {
    const std::string other = folder_ / "other.png";
    const test::Ran first = run({"shot", mesh_, "--size", "200x150", "--clip", "run", "--time", "0", "-o", out()});
    if (no_opengl(first)) GTEST_SKIP() << first.error;
    ASSERT_EQ(first.code, 0) << first.error;
    ASSERT_EQ(run({"shot", mesh_, "--size", "200x150", "--clip", "1", "--time", "0", "-o", other}).code, 0);
    EXPECT_EQ(test::text_at(out()), test::text_at(other));
    ASSERT_EQ(run({"shot", mesh_, "--size", "200x150", "--clip", "run", "--time", "1.5", "-o", other}).code, 0);
    EXPECT_NE(test::text_at(out()), test::text_at(other));
}

TEST_F(ShotTest, SheetHasACellForEachMoment) {
    const test::Ran ran = run({"sheet", mesh_, "--size", "60x40", "--frames", "3", "-o", out()});
    if (no_opengl(ran)) GTEST_SKIP() << ran.error;
    ASSERT_EQ(ran.code, 0) << ran.error;
    const Image image = read_image(out());
    EXPECT_EQ(image.width, 3 * 64 + 4);
    EXPECT_EQ(image.height, 2 * 44 + 4);  // a row for each clip
    ASSERT_EQ(run({"sheet", mesh_, "--clip", "walk", "--size", "60x40", "--frames", "5", "-o", out()}).code, 0);
    const Image one = read_image(out());
    EXPECT_EQ(one.width, 3 * 64 + 4);
    EXPECT_EQ(one.height, 2 * 44 + 4);
}

TEST_F(ShotTest, WrongWordsAreRefusedAndNothingIsWritten) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"--size", "12"},
                                               {"--size", "0x10"},
                                               {"--size", "10x99999"},
                                               {"--size", "10x10x10"},
                                               {"--clip", "swim"},
                                               {"--bone", "wing"},
                                               {"--weights"},
                                               {"--view", "inside"},
                                               {"--time", "soon"},
                                               {"--frame", "3"},
                                               {"--clip", "run", "--mix", "walk:0:1"}}) {
        std::vector<std::string> all{"shot", mesh_, "-o", out()};
        all.insert(all.end(), words.begin(), words.end());
        const test::Ran ran = run(all);
        EXPECT_EQ(ran.code, 2) << words[0] << " " << ran.error;
        EXPECT_FALSE(ran.error.empty()) << words[0];
        EXPECT_FALSE(written()) << words[0];
    }
    EXPECT_EQ(run({"shot", mesh_}).code, 2);
    const test::Ran huge = run({"sheet", mesh_, "--size", "16000x16000", "-o", out()});
    EXPECT_EQ(huge.code, 2) << huge.error;
    EXPECT_NE(huge.error.find("--size"), std::string::npos);
}

TEST_F(ShotTest, WhatCannotBeReadOrWrittenIsSaid) {
    const test::Ran unreadable = run({"shot", folder_ / "nothing.mesh", "-o", out()});
    EXPECT_EQ(unreadable.code, 3);
    EXPECT_NE(unreadable.error.find("nothing.mesh"), std::string::npos);
    const std::string nowhere = folder_ / "no/such/folder/out.png";
    const test::Ran unwritable = run({"shot", mesh_, "--size", "20x20", "-o", nowhere});
    EXPECT_EQ(unwritable.code, 3);
    EXPECT_FALSE(unwritable.error.empty());
}

TEST_F(ShotTest, WhatIsShownIsNeverReplaced) {
    const std::string before = test::text_at(mesh_);
    const test::Ran ran = run({"shot", mesh_, "--size", "20x20", "-o", mesh_});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.error.find("would replace"), std::string::npos) << ran.error;
    EXPECT_TRUE(test::text_at(mesh_) == before);
    EXPECT_EQ(run({"shot", mesh_, "--scale", "nan", "-o", out()}).code, 2);
    for (const char* detail : {"nan", "-0.1", "1.5", "much"})
        EXPECT_EQ(run({"shot", mesh_, "--detail", detail, "-o", out()}).code, 2) << detail;
}

TEST_F(ShotTest, PicturesAreNamedAsWhatTheyAre) {
    for (const char* name : {"x.jpg", "x", "png", "x.png.bak"}) {
        const test::Ran ran = run({"shot", mesh_, "--size", "20x20", "-o", folder_ / name});
        EXPECT_EQ(ran.code, 2) << name;
        EXPECT_NE(ran.error.find("ends with .png"), std::string::npos) << ran.error;
        EXPECT_FALSE(std::filesystem::exists(folder_ / name)) << name;
    }
}

TEST_F(ShotTest, WithoutOpenGlItSaysSo) {
    const test::Ran ran =
        run({"shot", mesh_, "--size", "20x20", "-o", out()}, {"__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.error.find("pictures need OpenGL"), std::string::npos) << ran.error;
    EXPECT_FALSE(written());
}

}  // namespace
}  // namespace bonescope
