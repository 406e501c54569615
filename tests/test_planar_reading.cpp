// Where the runtime departs from what was meant: both, in closed form.
#include "core/bone_curves.h"
#include "core/planar.h"
#include "core/scene.h"
#include "tests/support.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

constexpr PlanarReading meant{}, as_run{.runtime = true};

// An armature at 10 frames a second with this in it, and its first clip.
struct Figure {
    explicit Figure(std::string_view inside)
        : doc(load("test_ske.json",
                   test::bytes(
                       fmt::format(R"({{"frameRate":10,"version":"5.6","armature":[{{"name":"a",{}}}]}})", inside)))),
          use(bind_clip(doc, 0, skeleton())) {}
    const Skeleton& skeleton() const { return doc->skeletons.at(0); }
    PlanarFrame at(double frame, const PlanarReading& reading) const {
        const Layer layer = layer_at(frame);
        PlanarFrame out;
        evaluate_planar(*doc, skeleton(), {&layer, 1}, reading, out);
        return out;
    }
    Layer layer_at(double frame) const { return {&use, clock(use.get(), use.sampling, frame / 10), 1}; }

    DocumentPtr doc;
    ClipUse use;
};

// A bone that reaches for one straight below it: a quarter turn at weight 1.
Figure reaching(std::string_view keys, int plays = 0) {
    return Figure(
        fmt::format(R"("bone":[{{"name":"b"}},{{"name":"t","transform":{{"y":10}}}}],)"
                    R"("ik":[{{"name":"i","bone":"b","target":"t"}}],"animation":[{{"duration":20,"playTimes":{},)"
                    R"("ik":[{{"name":"i","frame":[{}]}}]}}])",
                    plays, keys));
}

float turned(const Figure& figure, double frame, const PlanarReading& reading) {
    return figure.at(frame, reading).global.at(0).angle / 1.57079633f;
}

constexpr std::string_view fades = R"({"duration":10,"tweenEasing":0,"weight":1},{"duration":10,"weight":0.5})";

TEST(PlanarReading, WeightsOfIkAreTweened) {
    const Figure figure = reaching(fades);
    EXPECT_NEAR(turned(figure, 0, meant), 1, 1e-5);
    EXPECT_NEAR(turned(figure, 5, meant), 0.75, 1e-5);
    EXPECT_NEAR(turned(figure, 15, meant), 0.5, 1e-5) << "it steps";
}

TEST(PlanarReading, TheRuntimeKeepsTheWeightOfTheLastKeyThatTweens) {
    const Figure figure = reaching(fades);
    EXPECT_NEAR(turned(figure, 5, as_run), 1, 1e-5);
    EXPECT_NEAR(turned(figure, 15, as_run), 1, 1e-5) << "what a key says that does not tween is lost";
    const Figure late = reaching(R"({"duration":10,"weight":1},{"duration":10,"tweenEasing":0,"weight":0.5})");
    EXPECT_NEAR(turned(late, 5, as_run), 0, 1e-5) << "none has tweened so far";
    EXPECT_NEAR(turned(late, 15, as_run), 0.5, 1e-5);
    EXPECT_NEAR(turned(late, 25, as_run), 0.5, 1e-5) << "in the next round one has";
    const Figure once = reaching(R"({"duration":10,"weight":1},{"duration":10,"tweenEasing":0,"weight":0.5})", 1);
    EXPECT_NEAR(turned(once, 15, as_run), 0, 1e-5) << "in the last play the last key does not tween";
}

Figure shifted(int plays) {
    return Figure(fmt::format(
        R"("bone":[{{"name":"b"}}],"animation":[{{"duration":10,"playTimes":{},"bone":[{{"name":"b","offset":-0.3,)"
        R"("translateFrame":[{{"duration":10,"tweenEasing":0}},{{"duration":0,"x":100}}]}}]}}])",
        plays));
}

TEST(PlanarReading, OffsetsBelowZeroGoBack) {
    for (const int plays : {0, 2}) {
        const Figure figure = shifted(plays);
        EXPECT_NEAR(figure.at(0, meant).local.at(0).t.x, 70, 1e-3);
        EXPECT_NEAR(figure.at(5, meant).local.at(0).t.x, 20, 1e-3);
        EXPECT_NEAR(figure.at(12, meant).local.at(0).t.x, 90, 1e-3);
    }
}

TEST(PlanarReading, OffsetsBelowZeroAreLargeOnesToTheRuntime) {
    const Figure round = shifted(0), twice = shifted(2);
    EXPECT_NEAR(round.at(0, as_run).local.at(0).t.x, 6, 1e-2);
    EXPECT_NEAR(round.at(5, as_run).local.at(0).t.x, 56, 1e-2);
    EXPECT_NEAR(twice.at(5, as_run).local.at(0).t.x, 100, 1e-2) << "all of its plays are over";
}

TEST(PlanarReading, BareSkeletonsCurvesAndScenesAreReadAlike) {
    const Figure figure = shifted(0);
    const Layer layer = figure.layer_at(5);
    for (const PlanarReading& reading : {meant, as_run}) {
        const float x = figure.at(5, reading).local.at(0).t.x;
        Pose pose;
        evaluate(figure.skeleton(), {&layer, 1}, pose, {}, reading);
        EXPECT_EQ(pose.local.at(0).t.x, x);
        EXPECT_EQ(local_of(figure.skeleton(), {&layer, 1}, 0, reading).t.x, x);
        CurveWish wish{0, CurveSpace::Local};
        wish.planar = reading;
        const BoneCurves curves = start_curves(figure.skeleton(), &figure.use, wish);
        EXPECT_EQ(curve_values(figure.skeleton(), &figure.use, curves, 0.5)[1][0], x);
        Scene scene = make_scene({figure.doc});
        set_planar(scene, reading);
        Frame frame;
        evaluate(scene, {&layer, 1}, frame);
        EXPECT_EQ(frame.pose.local.at(0).t.x, x);
    }
}

TEST(PlanarReading, CurvesThatGiveTheirEndsRunBetweenThem) {
    const Figure figure(
        R"("bone":[{"name":"b"}],"animation":[{"duration":20,"bone":[{"name":"b","translateFrame":[{"duration":20,)"
        R"("curve":[0,0.2,0.25,0.2,0.75,0.8,1,0.8]},{"duration":0,"x":100}]}]}])");
    EXPECT_NEAR(figure.at(10, meant).local.at(0).t.x, 50, 0.01);
    EXPECT_NEAR(figure.at(0.001, meant).local.at(0).t.x, 20, 0.01);
    EXPECT_NEAR(figure.at(19.999, meant).local.at(0).t.x, 80, 0.01);
    ClipUse exact = figure.use;
    exact.sampling.exact_curves = true;
    const Layer layer{&exact, clock(exact.get(), exact.sampling, 0.5), 1};
    PlanarFrame frame;
    evaluate_planar(*figure.doc, figure.skeleton(), {&layer, 1}, meant, frame);
    // At time 0.25 = 0.75 s^2 t + 2.25 s t^2 + t^3 with s = 1 - t.
    double low = 0, high = 1;
    for (int i = 0; i < 50; ++i) {
        const double t = (low + high) / 2, s = 1 - t;
        (0.75 * s * s * t + 2.25 * s * t * t + t * t * t < 0.25 ? low : high) = t;
    }
    const double t = low, s = 1 - t;
    const double y = 0.2 * s * s * s + 0.6 * s * s * t + 2.4 * s * t * t + 0.8 * t * t * t;
    EXPECT_NEAR(frame.local.at(0).t.x, 100 * y, 0.01);
}

TEST(PlanarReading, SharedMeshesFollowTheirSource) {
    const Figure figure(
        R"("bone":[{"name":"b"}],"slot":[{"name":"first","parent":"b"},{"name":"s","parent":"b"},)"
        R"({"name":"t","parent":"b"}],"skin":[{"slot":[)"
        R"({"name":"first","display":[{"type":"mesh","name":"f","vertices":[7,7,8,7,8,8,9,9],"uvs":[0,0,0,0,0,0,0,0],)"
        R"("triangles":[0,1,2,1,2,3]}]},)"
        R"({"name":"s","display":[{"type":"mesh","name":"m","vertices":[0,0,1,0,1,1],"uvs":[0,0,0,0,0,0],)"
        R"("triangles":[0,1,2]}]},{"name":"t","display":[{"type":"mesh","name":"n","share":"m","transform":{"x":5}}]}]}],)"
        R"("animation":[{"duration":2,"ffd":[{"slot":"s","name":"m","frame":[{"duration":2,"vertices":[0,4]}]}]}])");
    ASSERT_TRUE(figure.doc->notes.empty()) << figure.doc->notes[0].message;
    const PlanarFrame ours = figure.at(1, meant), theirs = figure.at(1, as_run);
    const SlotNow &meant_one = ours.slots.at(2), &run_one = theirs.slots.at(2);
    ASSERT_EQ(meant_one.count, 3u);
    EXPECT_EQ(ours.vertices[meant_one.first], vec2(5, 4));
    ASSERT_EQ(run_one.count, 4u) << "the first geometry of the file";
    EXPECT_EQ(theirs.vertices[run_one.first], vec2(12, 7));
    EXPECT_EQ(run_one.mesh, 0);
}

TEST(PlanarReading, DeformTracksThatNameNoSlotMoveTheMeshOfThatName) {
    const auto figure = [](std::string_view slot) {
        return Figure(fmt::format(
            R"("bone":[{{"name":"b"}}],"slot":[{{"name":"{0}","parent":"b"}}],"skin":[{{"slot":[{{"name":"{0}","display":)"
            R"([{{"type":"mesh","name":"m","vertices":[0,0,1,0,1,1],"uvs":[0,0,0,0,0,0],"triangles":[0,1,2]}}]}}]}}],)"
            R"("animation":[{{"duration":2,"timeline":[{{"type":22,"name":"m","frame":[{{"value":[3]}}]}}]}}])",
            slot));
    };
    EXPECT_EQ(figure("s").at(1, meant).vertices.at(0), vec2(3, 0));
    EXPECT_EQ(figure("s").at(1, as_run).vertices.at(0), vec2(0, 0));
    EXPECT_EQ(figure("m").at(1, as_run).vertices.at(0), vec2(3, 0));
}

std::vector<int> order_of(std::string_view keys, double frame, const PlanarReading& reading) {
    const Figure figure(fmt::format(
        R"("bone":[{{"name":"b"}}],"slot":[{{"name":"0","parent":"b"}},{{"name":"1","parent":"b"}},)"
        R"({{"name":"2","parent":"b"}},{{"name":"3","parent":"b"}}],"animation":[{{"duration":4,"playTimes":0,)"
        R"("zOrder":{{"frame":[{}]}}}}])",
        keys));
    std::vector<int> out;
    for (const SlotNow& slot : figure.at(frame, reading).slots) out.push_back(slot.slot);
    return out;
}

TEST(PlanarReading, SlotsThatAreSentOutOfTheOrderLoseTheirPlaceInTheRuntime) {
    using Order = std::vector<int>;
    constexpr std::string_view good = R"({"duration":4,"zOrder":[0,2]})", bad = R"({"duration":4,"zOrder":[2,-9]})",
                               late = R"({"duration":2,"zOrder":[2,1]},{"duration":2,"zOrder":[2,-9]})",
                               twice = R"({"duration":2,"zOrder":[2,-9]},{"duration":2,"zOrder":[2,-9]})";
    EXPECT_EQ(order_of(good, 1, meant), (Order{1, 2, 0, 3}));
    EXPECT_EQ(order_of(good, 1, as_run), (Order{1, 2, 0, 3}));
    EXPECT_EQ(order_of(bad, 1, meant), (Order{0, 1, 2, 3})) << "there is no such place: it stays";
    // Places 3, 2, 1 go to slots 3, 1 and 0, place 0 to slot 0 again; slot 2 keeps place 2 beside slot 1.
    EXPECT_EQ(order_of(bad, 1, as_run), (Order{0, 2, 1, 3}));
    EXPECT_EQ(order_of(bad, 5, as_run), (Order{0, 2, 1, 3})) << "one key is arrived at once";
    EXPECT_EQ(order_of(late, 1, as_run), (Order{0, 1, 3, 2}));
    EXPECT_EQ(order_of(late, 3, as_run), (Order{0, 1, 2, 3})) << "beside slot 3 in place 3, where it was before";
    EXPECT_EQ(order_of(twice, 1, as_run), (Order{0, 2, 1, 3}));
    EXPECT_EQ(order_of(twice, 3, as_run), (Order{0, 1, 2, 3})) << "each key turns them round";
    EXPECT_EQ(order_of(twice, 5, as_run), (Order{0, 2, 1, 3})) << "the third time";
}

}  // namespace
}  // namespace bonescope
