// Curves of 2D armatures: what the evaluator says at every moment, with turns kept.
#include "core/bone_curves.h"
#include "core/planar.h"
#include "tests/flat_maker.h"

namespace bonescope {
namespace {

using test::FlatMaker;

float cubic(float a, float b, float c, float d, float t) {
    const float s = 1 - t;
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

// A joint with another on it, a slot, a clip of a second at 24 ticks.
struct Made {
    FlatMaker maker;
    int armature = maker.armature("a");
    int clip = 0;
    ClipUse use;

    Made() {
        maker.joint(armature, "root", -1, {0, 0}, 5);
        maker.joint(armature, "arm", 0, {10, 0}, 30, 5);
        maker.slot(armature, "s", 1, {test::picture("p"), test::picture("q")});
        clip = maker.clip(armature, "walk", 24);
        doc().clips[0].sampling.after = End::ToFirst;
        doc().clips[0].sampling.plays = 0;
        doc().clips[0].sampling.wrap = Wrap::Plays;
    }
    Document& doc() { return *maker.doc; }
    Timeline& add(Kind kind, int target, Property property, const std::vector<std::pair<float, float>>& keys,
                  float unit = 1) {
        Clip& to = doc().clips[0];
        Timeline line;
        line.rows = static_cast<uint32_t>(keys.size());
        line.time = add_column(doc(), line.rows, 1);
        Track track;
        track.kind = kind, track.property = property, track.target = target;
        track.width = 1, track.unit = unit;
        track.value = add_column(doc(), line.rows, 1);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            column_data(doc(), line.time)[i] = keys[i].first;
            column_data(doc(), track.value)[i] = keys[i].second;
        }
        sort_timeline(doc(), line);
        track.timeline = static_cast<uint32_t>(to.timelines.size());
        to.timelines.push_back(line);
        to.tracks.push_back(track);
        return to.timelines.back();
    }
    void turn_root(const std::vector<std::pair<float, float>>& keys) {
        add(Kind::Joint, 0, Property::Angle, keys, glm::radians(1.f));
    }
    void ease(Timeline& line, const std::vector<Easing>& eases) {
        line.ease = static_cast<uint32_t>(doc().lists.size());
        for (const Easing& ease : eases) {
            doc().lists.push_back(static_cast<uint32_t>(doc().eases.size()));
            doc().eases.push_back(ease);
        }
    }
    const Skeleton& skeleton() const { return maker.doc->skeletons[0]; }
    BoneCurves curves(const CurveWish& wish) {
        use = bind_clip(maker.doc, 0, skeleton());
        BoneCurves b = start_curves(skeleton(), &use, wish);
        while (!b.complete()) continue_curves(skeleton(), &use, b, 3);
        return b;
    }
    std::vector<Lanes4> at(const BoneCurves& b, double seconds) { return curve_values(skeleton(), &use, b, seconds); }
};

const Curve& curve_of(const BoneCurves& b, CurveOf of) {
    return *std::find_if(b.curve.begin(), b.curve.end(), [&](const Curve& curve) { return curve.of == of; });
}

TEST(PlanarCurves, AnglesAreDegreesThatKeepTheirTurns) {
    Made m;
    m.turn_root({{0, 0}, {12, 720}, {24, -90}});
    const BoneCurves bind = m.curves({0, CurveSpace::Bind});
    const Curve& rotation = bind.curve[0];
    ASSERT_EQ(rotation.of, CurveOf::Rotation);
    EXPECT_EQ(rotation.lanes, 2u);
    EXPECT_TRUE(rotation.degrees);
    ASSERT_EQ(rotation.time, (std::vector<double>{0, 0.5, 1}));
    EXPECT_NEAR(rotation.value[0][1], 720, 1e-3);
    EXPECT_NEAR(rotation.value[0][2], -90, 1e-3);
    EXPECT_NEAR(m.at(bind, 0.25)[0][0], 360, 1e-3);
    EXPECT_NEAR(m.at(m.curves({0, CurveSpace::Local}), 0.25)[0][0], 365, 1e-3);
}

TEST(PlanarCurves, InModelSpaceTurnsOfParentsAreFollowed) {
    Made m;
    m.turn_root({{0, 0}, {12, 720}, {24, -90}});
    const BoneCurves model = m.curves({1, CurveSpace::Model});
    EXPECT_NEAR(model.curve[0].value[0][0], 35, 1e-2);
    EXPECT_NEAR(model.curve[0].value[0][1], 755, 1e-2);
    EXPECT_NEAR(model.curve[0].value[0][2], -55, 1e-2);
    EXPECT_NEAR(m.at(model, 0.125)[0][0], 35 + 180, 1e-2);
}

TEST(PlanarCurves, StepsHoldAndThenJump) {
    Made m;
    Easing step;
    step.kind = Ease::Step;
    Timeline& line = m.add(Kind::Joint, 0, Property::Angle, {{0, 10}, {12, 50}, {24, 60}}, glm::radians(1.f));
    m.ease(line, {step, {}, {}});
    const BoneCurves b = m.curves({0, CurveSpace::Bind});
    EXPECT_NEAR(m.at(b, 0.4999)[0][0], 10, 1e-3);
    EXPECT_NEAR(m.at(b, 0.5)[0][0], 50, 1e-3);
    EXPECT_NEAR(m.at(b, 0.75)[0][0], 55, 1e-3);
    EXPECT_EQ(ease_of(m.use, b.curve[0].track, 0)->kind, Ease::Step);
    EXPECT_EQ(ease_of(m.use, b.curve[1].track, 0), nullptr);  // of the track of the maker: it has no word on it
}

TEST(PlanarCurves, BezierEasesAreSampledOrExact) {
    Made m;
    Easing bezier;
    bezier.kind = Ease::Table;
    bezier.curve = static_cast<uint32_t>(m.doc().arena.size()), bezier.curve_count = 4;
    for (const float v : {0.42f, 0.f, 0.58f, 1.f}) m.doc().arena.push_back(v);
    bezier.first = static_cast<uint32_t>(m.doc().arena.size()), bezier.count = 1;
    m.doc().arena.push_back(0.5f);
    Timeline& line = m.add(Kind::Joint, 0, Property::Angle, {{0, 0}, {24, 100}}, glm::radians(1.f));
    m.ease(line, {bezier, {}});
    const float x = cubic(0, 0.42f, 0.58f, 1, 0.3f), y = cubic(0, 0, 1, 1, 0.3f);
    EXPECT_NEAR(m.at(m.curves({0, CurveSpace::Bind}), x)[0][0], 100 * x, 1e-2);  // straight to the one sample
    m.doc().clips[0].sampling.exact_curves = true;
    EXPECT_NEAR(m.at(m.curves({0, CurveSpace::Bind}), x)[0][0], 100 * y, 1e-2);
}

TEST(PlanarCurves, KeysOfAClockOfItsOwnComeAgain) {
    Made m;
    Timeline& line = m.add(Kind::Joint, 0, Property::Angle, {{0, 0}, {12, 40}}, glm::radians(1.f));
    line.scale = 2, line.offset = 6;  // ticks: a round takes half a second, it begins a quarter of a clip in
    const BoneCurves b = m.curves({0, CurveSpace::Bind});
    const Curve& rotation = b.curve[0];
    EXPECT_DOUBLE_EQ(rotation.period, 0.5);
    EXPECT_EQ(rounds_between(m.use, rotation, 0, 1), std::make_pair(0, 2));
    // Its key 0 lies at -0.125, 0.375 and 0.875 s, its key 1 at 0.125 and 0.625 s.
    for (const double at : {0.375, 0.875}) EXPECT_NEAR(m.at(b, at)[0][0], 0, 1e-3) << at;
    for (const double at : {0.125, 0.625}) EXPECT_NEAR(m.at(b, at)[0][0], 40, 1e-3) << at;
    EXPECT_NEAR(m.at(b, 0.25)[0][0], 20, 1e-3);
    for (int round = 0; round < 2; ++round) {
        const std::size_t knot = knot_of(m.use, rotation, 1, round);
        EXPECT_NEAR(rotation.time[knot], 0.125 + 0.5 * round, 1e-9);
        EXPECT_NEAR(rotation.value[0][knot], 40, 1e-3);
    }
}

TEST(PlanarCurves, SlotsHaveWhatTheyShow) {
    Made m;
    m.maker.display_track(m.clip, 0, {{0, 0}, {6, 1}, {18, -1}});
    m.add(Kind::Slot, 0, Property::Alpha, {{0, 1}, {24, 0}});
    const BoneCurves b = m.curves({1, CurveSpace::Bind, {}, {}, 0});
    const Curve &display = b.curve[0], &alpha = curve_of(b, CurveOf::Alpha);
    ASSERT_EQ(display.of, CurveOf::Display);
    EXPECT_EQ(display.time, (std::vector<double>{0, 0.25, 0.75, 1}));
    EXPECT_EQ(display.value[0], (std::vector<float>{0, 1, -1, -1}));
    EXPECT_NEAR(alpha.value[0][1], 0.75, 1e-6);
    EXPECT_EQ(m.at(b, 0.2)[0][0], 0);
    for (const Curve& curve : b.curve) EXPECT_NE(curve.of, CurveOf::Depth);  // nothing moves it
}

TEST(PlanarCurves, AReachHasItsWeightAndBend) {
    Made m;
    IkConstraint ik;
    ik.name = "grab", ik.joint = 1, ik.target = 0, ik.weight = 0.5f;
    m.maker.rigs[0]->ik.push_back(ik);
    m.add(Kind::Constraint, 0, Property::Mix, {{0, 0}, {24, 1}});
    m.add(Kind::Constraint, 0, Property::Bend, {{0, 0}, {12, 1}});
    const BoneCurves b = m.curves({1, CurveSpace::Bind});
    const Curve& reach = curve_of(b, CurveOf::Reach);
    EXPECT_EQ(reach.title, "IK grab");
    EXPECT_EQ(reach.index, 0);
    EXPECT_NEAR(m.at(b, 0.25).back()[0], 0.25, 1e-6);
    EXPECT_EQ(m.at(b, 0.25).back()[1], 0);
    EXPECT_EQ(m.at(b, 0.75).back()[1], 1);
}

TEST(PlanarCurves, TheBindPoseStandsStill) {
    Made m;
    const BoneCurves b = start_curves(m.skeleton(), nullptr, {1, CurveSpace::Model});
    EXPECT_TRUE(b.complete());
    EXPECT_NEAR(curve_values(m.skeleton(), nullptr, b, 0)[0][0], 35, 1e-3);
}

class CurvesOfSample : public testing::TestWithParam<const char*> {};

// What is drawn is what is posed, for every bone, in every clip, at and between keys.
TEST_P(CurvesOfSample, AreThePoses) {
    NEED_SHARED();
    const std::string path = test::sample(GetParam()).string();
    const Scene scene = open_scene(std::span(&path, 1));
    ASSERT_TRUE(scene.skeleton());
    const Skeleton& skeleton = *scene.skeleton();
    const auto angle = [](float a, float b) { return std::remainder(a - b, 360.f); };
    for (const ClipUse& use : scene.clips)
        for (int j = 0; j < static_cast<int>(skeleton.joints.size()); j += 3)
            for (const CurveSpace space : {CurveSpace::Local, CurveSpace::Model}) {
                const BoneCurves b = start_curves(skeleton, &use, {j, space, {}, scene.planar});
                for (const double seconds : {0.0, b.to * 0.3771, b.to * 0.5, b.to * 0.93}) {
                    const Layer layer{&use, {tick_at(use.get(), seconds), tick_at(use.get(), seconds), false}, 1};
                    PlanarFrame frame;
                    evaluate_planar_joints(*use.doc, skeleton, {&layer, 1}, scene.planar, frame);
                    const auto at = static_cast<std::size_t>(j);
                    const Planar want = space == CurveSpace::Local ? frame.local[at] : frame.global[at];
                    const std::vector<Lanes4> got = curve_values(skeleton, &use, b, seconds);
                    SCOPED_TRACE(fmt::format("{} bone {} at {} s", name_of(use), skeleton.joints[at].name, seconds));
                    ASSERT_NEAR(angle(got[0][0], glm::degrees(want.angle)), 0, 1e-2);
                    ASSERT_NEAR(angle(got[0][1], glm::degrees(want.skew)), 0, 1e-2);
                    ASSERT_NEAR(got[1][0], want.t.x, 1e-3);
                    ASSERT_NEAR(got[1][1], want.t.y, 1e-3);
                    ASSERT_NEAR(got[2][0], want.s.x, 1e-4);
                    ASSERT_NEAR(got[2][1], want.s.y, 1e-4);
                }
            }
}

INSTANTIATE_TEST_SUITE_P(DragonBones, CurvesOfSample,
                         testing::Values("dragonbones/v4.5_DragonBoy/DragonBoy.json",
                                         "dragonbones/v5.5_mecha_1004d/mecha_1004d_ske.json",
                                         "dragonbones/v2.3_cyborg/skeleton.json", "dragonbones/synthetic/ik_ske.json",
                                         "dragonbones/synthetic/surface_ske.json"));

}  // namespace
}  // namespace bonescope
