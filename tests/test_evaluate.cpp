#include "tests/hostile.h"
#include "tests/sketch.h"
#include <cmath>

namespace bonescope {
namespace {

using test::angle_of, test::expect_near, test::expect_turn, test::lanes, test::nan, test::pi, test::Sketch, test::turn;

void ogre_rules(Sampling& sampling) {
    sampling.after = End::ToFirst;
    sampling.close_after_first = true;
    sampling.wrap = Wrap::ModPast;
}

// ---- clock ----

double tick(Wrap wrap, double seconds, double duration = 2, bool loop = false) {
    Clip clip;
    clip.duration = duration;
    Sampling sampling;
    sampling.wrap = wrap;
    return clock(clip, sampling, seconds, cycle_if(loop)).tick;
}

TEST(Clock, WrapsAsItsRuleSays) {
    EXPECT_EQ(tick(Wrap::ModPast, 2), 2);
    EXPECT_EQ(tick(Wrap::ModPast, 2.5), 0.5);
    EXPECT_EQ(tick(Wrap::ModPast, 6.5), 0.5);
    EXPECT_EQ(tick(Wrap::ModPast, -0.5), -0.5);
    EXPECT_EQ(tick(Wrap::Mod, 2), 0);
    EXPECT_EQ(tick(Wrap::Mod, -0.5), 1.5);
    EXPECT_EQ(tick(Wrap::Clamp, 2.5), 2);
    EXPECT_EQ(tick(Wrap::Clamp, -0.5), 0);
    EXPECT_EQ(tick(Wrap::None, 2.5), 2.5);
    EXPECT_EQ(tick(Wrap::Clamp, 2, 2, true), 0);
    EXPECT_EQ(tick(Wrap::Clamp, 4.5, 2, true), 0.5);
}

TEST(Clock, StandsStillInAClipWithoutLength) {
    EXPECT_EQ(tick(Wrap::ModPast, 3, 0), 3);
    EXPECT_EQ(tick(Wrap::Mod, 3, 0), 0);
    EXPECT_EQ(tick(Wrap::Clamp, 3, 0), 0);
    EXPECT_EQ(tick(Wrap::Clamp, nan), 0);
    EXPECT_EQ(tick(Wrap::ModPast, 3, nan), 3);
}

TEST(Clock, RemainderIsTakenInFloat) {
    const float length = 1.2083333f, t = 3.f;
    EXPECT_EQ(tick(Wrap::ModPast, 3, length), double{std::fmod(t, length)});
}

TEST(Clock, KnowsTheLastPlay) {
    Clip clip;
    clip.duration = 2;
    clip.rate = 10;
    Sampling sampling;
    EXPECT_FALSE(clock(clip, sampling, 0.19).last);
    EXPECT_TRUE(clock(clip, sampling, 0.2).last);
    EXPECT_FALSE(clock(clip, sampling, 0.2, Run::Cycle).last);
    sampling.plays = 0;
    EXPECT_FALSE(clock(clip, sampling, 99).last);
    EXPECT_EQ(clock(clip, sampling, 0.05).tick, 0.5);
}

TEST(Snap, PrintedTimesMeanKeysAndTheEnd) {
    Sketch sketch;
    const float key = 1.f / 3, end = 1.2083333f;
    sketch.clip().duration = end;
    sketch.track(sketch.joint(), Property::Translation, {0, key}, {0, 0, 0, 1, 1, 1});
    const auto snap = [&](double t) { return snap_time(*sketch.doc, sketch.clip(), t); };
    EXPECT_EQ(snap(0.3333333), double{key});
    EXPECT_EQ(snap(1.208333), double{end});
    EXPECT_EQ(snap(1.2083), 1.2083);
    EXPECT_EQ(snap(0.33333), 0.33333);
    EXPECT_EQ(snap(0), 0);
    EXPECT_TRUE(std::isnan(snap(nan)));
}

// ---- seek ----

TEST(Seek, FindsTheTwoKeys) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {0.25f, 0.5f, 0.75f}, std::vector<float>(9));
    Segment s = sketch.seek(0);
    EXPECT_TRUE(s.any);
    EXPECT_EQ(s.a, 0u);
    EXPECT_EQ(s.u, 0);
    s = sketch.seek(0.5);
    EXPECT_EQ(s.a, 1u);
    EXPECT_EQ(s.u, 0);
    s = sketch.seek(0.5625);
    EXPECT_EQ(s.a, 1u);
    EXPECT_EQ(s.b, 2u);
    EXPECT_EQ(s.u, 0.25f);
    s = sketch.seek(0.9);
    EXPECT_EQ(s.a, 2u);
    EXPECT_EQ(s.u, 0);
    EXPECT_FALSE(s.closing);
}

TEST(Seek, LateFirstKeyClosesAfterTheEnd) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {0.25f, 0.75f}, {1, 0, 0, 3, 0, 0});
    ogre_rules(sketch.clip().sampling);
    const Segment s = sketch.seek(1);  // from 0.75 to 1 + 0.25
    EXPECT_TRUE(s.closing);
    EXPECT_EQ(s.a, 1u);
    EXPECT_EQ(s.b, 0u);
    EXPECT_EQ(s.u, 0.5f);
    EXPECT_EQ(sketch.sample(1).x, 2);
    sketch.clip().sampling.close_after_first = false;  // from 0.75 to 1
    EXPECT_EQ(sketch.sample(1).x, 1);
    EXPECT_EQ(sketch.sample(0.875).x, 2);
}

TEST(Seek, Extrapolates) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {0.25f, 0.75f}, {1, 0, 0, 3, 0, 0});
    sketch.clip().sampling.before = sketch.clip().sampling.after = End::Extrapolate;
    EXPECT_EQ(sketch.sample(0).x, 0);
    EXPECT_EQ(sketch.sample(1).x, 4);
    EXPECT_EQ(sketch.sample(0.5).x, 2);
}

TEST(Seek, EqualTimesAnswerFirstAndLeaveFromTheSecond) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {0, 0.5f, 0.5f, 1}, {0, 0, 0, 1, 0, 0, 5, 0, 0, 7, 0, 0});
    EXPECT_EQ(sketch.sample(0.5).x, 1);
    EXPECT_EQ(sketch.sample(0.25).x, 0.5f);
    EXPECT_EQ(sketch.sample(0.75).x, 6);
}

TEST(Seek, UnsortedTimesAreSortedStably) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {1, 0, nan, 0.5f, 1},
                 {4, 0, 0, 0, 0, 0, 99, 0, 0, 1, 0, 0, 9, 0, 0});
    EXPECT_EQ(sketch.sample(0).x, 0);
    EXPECT_EQ(sketch.sample(0.25).x, 0.5f);
    EXPECT_EQ(sketch.sample(1).x, 4);
    EXPECT_EQ(sketch.sample(0.75).x, 2.5f);
}

TEST(Seek, WithoutKeysOrLength) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Rotation, {}, {});
    EXPECT_FALSE(sketch.seek(0).any);
    EXPECT_EQ(sketch.sample(0), vec4(0, 0, 0, 1));
    Sketch single;
    single.track(single.joint(), Property::Translation, {0.5f}, {7, 0, 0});
    ogre_rules(single.clip().sampling);
    single.clip().duration = 0;
    for (const double t : {0., 0.5, 2.}) EXPECT_EQ(single.sample(t).x, 7);
    Sketch flat;  // the closing key would lie on the last one
    flat.track(flat.joint(), Property::Translation, {0, 1}, {1, 0, 0, 2, 0, 0});
    ogre_rules(flat.clip().sampling);
    EXPECT_EQ(flat.sample(1.5).x, 2);
}

// ---- sample ----

TEST(Sample, NlerpTakesTheShortWay) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Rotation, {0, 1}, lanes({turn(0), -turn(90)}));
    EXPECT_NEAR(angle_of(sketch.sample(0.5)), 45, 1e-4);
    // A chord cut at a quarter is not a quarter of the arc.
    const double want = 2 * std::atan2(0.25 * std::sin(pi / 4), 0.75 + 0.25 * std::cos(pi / 4)) * 180 / pi;
    EXPECT_NEAR(angle_of(sketch.sample(0.25)), want, 1e-4);
}

TEST(Sample, SlerpKeepsSpeed) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Rotation, {0, 1}, lanes({turn(0), -turn(90)}));
    sketch.clip().sampling.slerp = true;
    EXPECT_NEAR(angle_of(sketch.sample(0.25)), 22.5, 1e-4);
    EXPECT_NEAR(angle_of(sketch.sample(2. / 3)), 60, 1e-4);
    sketch.clip().sampling.lerp_below = 1;  // always the chord
    EXPECT_GT(std::abs(angle_of(sketch.sample(0.25)) - 22.5), 0.5);
}

TEST(Sample, StepHoldsTheKeyBefore) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {0, 1}, {1, 2, 3, 4, 5, 6});
    sketch.clip().sampling.vector = Interp::Step;
    EXPECT_EQ(vec3(sketch.sample(0.99)), vec3(1, 2, 3));
    EXPECT_EQ(vec3(sketch.sample(1)), vec3(4, 5, 6));
}

TEST(Sample, HermiteIgnoresSpacing) {
    Sketch sketch;  // tangents 0.5, 2, 1.5; the spacing of the keys does not count
    sketch.track(sketch.joint(), Property::Translation, {0, 0.1f, 1}, {0, 0, 0, 1, 0, 0, 4, 0, 0});
    sketch.clip().sampling.vector = Interp::Spline;
    EXPECT_NEAR(sketch.sample(0.05).x, 0.5 + (0.5 - 2) / 8, 1e-6);
    EXPECT_NEAR(sketch.sample(0.55f).x, 2.5 + (2 - 1.5) / 8, 1e-6);
    EXPECT_EQ(sketch.sample(0.1f).x, 1);
}

TEST(Sample, HermiteClosesWhenFirstIsLast) {
    Sketch sketch;  // both ends: (1 - 3) / 2; inner tangents 1.5 and -0.5
    sketch.track(sketch.joint(), Property::Translation, {0, 1, 2, 3}, {0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 0, 0});
    sketch.clip().sampling.vector = Interp::Spline;
    EXPECT_NEAR(sketch.sample(0.5).x, 0.5 + (-1 - 1.5) / 8, 1e-6);
    EXPECT_NEAR(sketch.sample(2.5).x, 1.5 + (-0.5 + 1) / 8, 1e-6);
}

TEST(Sample, SquadBendsTheEnds) {
    Sketch sketch;  // steady turning: the inner point of the first key lies a quarter of a step behind it
    sketch.track(sketch.joint(), Property::Rotation, {0, 1, 2}, lanes({turn(0), turn(40), turn(80)}));
    sketch.clip().sampling.rotation = Interp::Spline;
    EXPECT_NEAR(angle_of(sketch.sample(0.5)), 17.5, 1e-4);  // halfway from 20 to the inner (-10 + 40) / 2
    EXPECT_NEAR(angle_of(sketch.sample(1.5)), 62.5, 1e-4);
    EXPECT_NEAR(angle_of(sketch.sample(1)), 40, 1e-4);
}

TEST(Sample, SplineHoldsPastTheLastKey) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {0, 0.5f}, {1, 0, 0, 3, 0, 0});
    ogre_rules(sketch.clip().sampling);
    EXPECT_EQ(sketch.sample(0.75).x, 2);
    sketch.clip().sampling.vector = Interp::Spline;
    EXPECT_EQ(sketch.sample(0.75).x, 3);
}

TEST(Sample, NonFiniteKeysBorrowTheNearest) {
    Sketch sketch;
    sketch.track(sketch.joint(), Property::Translation, {0, 1, 2, 3}, {1, 0, 0, nan, 0, 0, INFINITY, 0, 0, 4, 0, 0});
    EXPECT_EQ(sketch.sample(1).x, 1);
    EXPECT_EQ(sketch.sample(2).x, 4);
    EXPECT_EQ(sketch.sample(1.5).x, 2.5f);
    EXPECT_TRUE(std::isnan(key_value(*sketch.doc, sketch.clip().tracks[0], 1).x));
    Sketch hopeless;
    hopeless.track(hopeless.joint(), Property::Scale, {0, 1}, {nan, 1, 1, 1, nan, 1});
    EXPECT_EQ(vec3(hopeless.sample(0.5)), vec3(1));
}

TEST(Sample, ReadsOtherStorage) {
    Sketch sketch;
    const quat q(0.5f, 0.1f, 0.2f, 0.3f);  // w x y z
    Track& wxyz = sketch.track(sketch.joint(), Property::Rotation, {0}, {q.w, q.x, q.y, q.z});
    wxyz.lanes = Lanes::Wxyz;
    EXPECT_EQ(sketch.sample(0), vec4(q.x, q.y, q.z, q.w));
    Track& conjugate = sketch.track(0, Property::Rotation, {0}, {q.x, q.y, q.z, q.w});
    conjugate.lanes = Lanes::XyzwConjugate;
    EXPECT_EQ(sketch.sample(0, 1), vec4(-q.x, -q.y, -q.z, q.w));
    Track& scaled = sketch.track(0, Property::Translation, {0}, {1, 2, 3});
    scaled.unit = 0.5f;
    EXPECT_EQ(vec3(sketch.sample(0, 2)), vec3(0.5f, 1, 1.5f));
}

// ---- local pose ----

Local bind_of(vec3 t, quat r, vec3 s) {
    Local local;
    local.t = t;
    local.r = r;
    local.s = s;
    return local;
}

Sketch one_of_each() {
    Sketch sketch;
    const int id = sketch.joint(-1, bind_of({1, 2, 3}, turn(90), {2, 3, 4}));
    sketch.track(id, Property::Translation, {0}, {10, 0, 0});
    sketch.track(id, Property::Rotation, {0}, lanes({turn(60, {1, 0, 0})}));
    sketch.track(id, Property::Scale, {0}, {3, 1, 0.5f});
    return sketch;
}

TEST(LocalPose, KeysAreDeltasOnTheBindPose) {
    const Local local = one_of_each().local(0);
    expect_near(local.t, {11, 2, 3});  // the bone's own turn does not turn it
    expect_turn(local.r, turn(90) * turn(60, {1, 0, 0}));
    expect_near(local.s, {6, 3, 2});
}

TEST(LocalPose, WeightAndLinkScale) {
    const Local half = one_of_each().local(0, 0.5f);
    expect_near(half.t, {6, 2, 3});
    expect_turn(half.r, turn(90) * turn(30, {1, 0, 0}));
    expect_near(half.s, {4, 3, 3});
    const Local link = one_of_each().local(0, 0.5f, 0.25f);
    expect_near(link.t, {2.25f, 2, 3});
    expect_turn(link.r, turn(90) * turn(30, {1, 0, 0}));
    expect_near(link.s, {3, 3, 3.5f});  // 1 + (S - 1) * link, whatever the weight
}

TEST(LocalPose, AbsoluteTracksReplace) {
    Sketch sketch = one_of_each();
    for (Track& track : sketch.clip().tracks) track.basis = Basis::Absolute;
    const Local whole = sketch.local(0);
    expect_near(whole.t, {10, 0, 0});
    expect_turn(whole.r, turn(60, {1, 0, 0}));
    expect_near(whole.s, {3, 1, 0.5f});
    const Local half = sketch.local(0, 0.5f);  // the only one that moves a joint, so whole at any weight
    expect_near(half.t, {10, 0, 0});
    expect_near(half.s, {3, 1, 0.5f});
    expect_near(sketch.local(0, 0).t, sketch.skeleton().joints[0].bind.t);
}

TEST(LocalPose, AnglesOfFlatSkeletons) {
    Sketch sketch;
    Local bind;
    bind.angle = 1;
    bind.skew = 0.5f;
    const int id = sketch.joint(-1, bind);
    sketch.doc->skeletons[0].compose = Compose::Planar;
    sketch.track(id, Property::Angle, {0, 1}, {0, 8});
    sketch.track(id, Property::Skew, {0, 1}, {0, 1}).basis = Basis::Absolute;
    const Local local = sketch.local(0.5);
    EXPECT_EQ(local.angle, 5);
    EXPECT_EQ(local.skew, 0.5f);
    Pose pose;
    evaluate(sketch.skeleton(), {}, pose);
    EXPECT_EQ(pose.local[0].angle, 1);
}

TEST(LocalPose, BrokenRotationsLeaveTheBindPose) {
    Sketch sketch;
    const int id = sketch.joint(-1, bind_of({0, 0, 0}, turn(30), {1, 1, 1}));
    sketch.track(id, Property::Rotation, {0, 1}, {0, 0, 0, 0, 0, 0, 0, 0});
    expect_turn(sketch.local(0).r, turn(30));
    expect_turn(sketch.local(0.5).r, turn(30));
}

TEST(LocalPose, TracksOfUnknownJointsMoveNothing) {
    Sketch sketch;
    sketch.joint();
    sketch.track(77, Property::Translation, {0}, {1, 1, 1});
    EXPECT_EQ(sketch.use().bound[0], -1);
    EXPECT_EQ(sketch.local(0).t, vec3(0));
}

TEST(LocalPose, TracksMayNameTheirJoint) {
    Sketch sketch;
    sketch.joint();
    sketch.joint();
    sketch.doc->skeletons[0].joints[1].name = "hand";
    sketch.doc->names = {"hand"};
    sketch.track(-1, Property::Translation, {0}, {1, 2, 3}).name = 0;
    EXPECT_EQ(sketch.use().bound[0], 1);
}

// ---- several clips ----

struct TwoClips : Sketch {
    TwoClips() {
        const int id = joint();
        track(id, Property::Translation, {0}, {8, 0, 0});
        track(id, Property::Rotation, {0}, lanes({turn(90, {1, 0, 0})}));
        clip("other", 1);
        track(id, Property::Translation, {0}, {0, 8, 0});
        track(id, Property::Rotation, {0}, lanes({turn(90, {0, 1, 0})}));
    }
    Local mix(float a, float b, bool cumulative) {
        doc->skeletons[0].cumulative = cumulative;
        const ClipUse first = use(0), second = use(1);
        const Layer layers[] = {{&first, {}, a}, {&second, {}, b}};
        std::vector<Local> out(1);
        local_pose(skeleton(), layers, out);
        const Local one = local_of(skeleton(), layers, 0);
        expect_near(one.t, out[0].t);
        expect_turn(one.r, out[0].r);
        return out[0];
    }
};

TEST(Blend, AverageScalesDownToOneButNotUp) {
    TwoClips clips;
    expect_near(clips.mix(1, 1, false).t, {4, 4, 0});
    expect_near(clips.mix(0.5f, 0.25f, false).t, {4, 2, 0});
    expect_near(clips.mix(3, 1, false).t, {6, 2, 0});
}

TEST(Blend, CumulativeTakesWeightsAsTheyAre) { expect_near(TwoClips().mix(1, 2, true).t, {8, 16, 0}); }

TEST(Blend, RotationsApplyInOrder) {
    expect_turn(TwoClips().mix(1, 1, true).r, turn(90, {1, 0, 0}) * turn(90, {0, 1, 0}));
    expect_turn(TwoClips().mix(1, 1, false).r, turn(45, {1, 0, 0}) * turn(45, {0, 1, 0}));
}

// ---- base keyframe ----

TEST(Rebase, OnItself) {
    Sketch sketch;
    const int id = sketch.joint();
    sketch.track(id, Property::Translation, {0, 1}, {0, 0, 0, 4, 0, 0});
    sketch.track(id, Property::Rotation, {0, 1}, lanes({turn(20), turn(100)}));
    sketch.track(id, Property::Scale, {0, 1}, {2, 2, 2, 6, 6, 6});
    sketch.clip().rebased = true;
    sketch.clip().base_time = 0.5;
    const Local at_base = sketch.local(0.5);
    expect_near(at_base.t, {0, 0, 0});
    expect_turn(at_base.r, turn(0));
    expect_near(at_base.s, {1, 1, 1});
    const Local end = sketch.local(1);
    expect_near(end.t, {2, 0, 0});
    expect_turn(end.r, turn(40));
    expect_near(end.s, {1.5f, 1.5f, 1.5f});
    EXPECT_EQ(key_value(*sketch.doc, sketch.clip().tracks[0], 1).x, 4);  // keys stay as they are stored
}

TEST(Rebase, OnAnotherClipWithOtherChannels) {
    Sketch sketch;
    const int id = sketch.joint(), bare = sketch.joint();
    sketch.track(id, Property::Translation, {0}, {5, 0, 0});
    sketch.track(bare, Property::Translation, {0}, {5, 0, 0});
    sketch.clip("base", 1);
    sketch.track(id, Property::Translation, {0, 1}, {0, 0, 0, 2, 0, 0});
    sketch.track(id, Property::Scale, {0}, {4, 4, 4});
    Clip& clip = sketch.doc->clips[0];
    clip.rebased = true;
    clip.base = "base";
    clip.base_time = 0.5;
    expect_near(sketch.local(0).t, {4, 0, 0});
    expect_near(sketch.local(0).s, {0.25f, 0.25f, 0.25f});  // the clip's own keys have a scale of 1
    expect_near(sketch.local(0, 1, 1, 1).t, {5, 0, 0});     // no track in the base: left as it is
    const ClipUse use = sketch.use();
    const Layer layer{&use, {}, 1};
    expect_near(local_of(sketch.skeleton(), {&layer, 1}, 0).s, {0.25f, 0.25f, 0.25f});
    clip.base = "missing";
    expect_near(sketch.local(0).t, {5, 0, 0});
}

// ---- model pose ----

TEST(ModelPose, ScalesNeverShear) {
    Sketch sketch;
    sketch.joint(-1, bind_of({5, 0, 0}, turn(90), {2, 1, 1}));
    sketch.joint(0, bind_of({1, 0, 0}, turn(45), {1, 3, 1}));
    Pose pose;
    evaluate(sketch.skeleton(), {}, pose);
    expect_near(pose.model[1].t, {5, 2, 0});
    expect_turn(pose.model[1].r, turn(135));
    expect_near(pose.model[1].s, {2, 3, 1});
    const mat4& m = pose.matrix[1];
    EXPECT_NEAR(glm::dot(m[0], m[1]), 0, 1e-6);
    EXPECT_NEAR(glm::length(vec3(m[0])), 2, 1e-6);
    EXPECT_NEAR(glm::length(vec3(m[1])), 3, 1e-6);
    expect_near(vec3(m * vec4(1, 0, 0, 1)), vec3(5, 2, 0) + 2.f * vec3(-std::sqrt(0.5f), std::sqrt(0.5f), 0));
}

TEST(ModelPose, ParentsMayComeLater) {
    Sketch sketch;
    sketch.joint(1, bind_of({1, 0, 0}, turn(0), {1, 1, 1}));
    sketch.joint(-1, bind_of({0, 1, 0}, turn(90), {1, 1, 1}));
    Pose pose;
    evaluate(sketch.skeleton(), {}, pose);
    expect_near(pose.model[0].t, {0, 2, 0});
}

TEST(Transforms, RelativeToBindUndoesOnBind) {
    const Local bind = bind_of({1, 2, 3}, turn(90), {2, 3, 4}), local = one_of_each().local(0);
    const Local delta = relative_to_bind(bind, local);
    expect_near(delta.t, {10, 0, 0});
    expect_turn(delta.r, turn(60, {1, 0, 0}));
    expect_near(delta.s, {3, 1, 0.5f});
}

TEST(Transforms, EulerTurnsAboutFixedAxesInOrder) {
    const auto of = [](double x, double y, double z) {
        return euler_degrees(turn(z) * turn(y, {0, 1, 0}) * turn(x, {1, 0, 0}));
    };
    expect_near(of(10, 20, 30), {10, 20, 30}, 1e-4f);
    expect_near(of(-170, 60, -100), {-170, 60, -100}, 1e-4f);
    expect_near(of(25, 90, 0), {25, 90, 0}, 0.05f);
    expect_near(euler_degrees(quat(0, 0, 0, 0)), {0, 0, 0});
}

TEST(Transforms, MatrixIsTranslationRotationScale) {
    const mat4 m = matrix_of(bind_of({1, 2, 3}, turn(90), {2, 3, 4}));
    expect_near(vec3(m * vec4(1, 1, 1, 1)), {-2, 4, 7});
}

// ---- the plan against its oracle ----

void compare_with_oracle(const ClipUse& use, const Skeleton& skeleton) {
    std::vector<Local> planned(skeleton.joints.size());
    const double length = use.get().duration;
    for (const double t : {-0.1 * length, 0., 0.0371 * length, 0.5 * length, 0.93 * length, length, 1.4 * length}) {
        for (const float weight : {1.f, 0.3f}) {
            const Layer layer{&use, clock(use.get(), use.sampling, t), weight};
            local_pose(skeleton, {&layer, 1}, planned);
            for (int j = 0; j < static_cast<int>(planned.size()); ++j) {
                const Local want = local_of(skeleton, {&layer, 1}, j);
                expect_near(planned[j].t, want.t, 1e-6f * (1 + glm::length(want.t)));
                expect_turn(planned[j].r, want.r, 1e-6f);
                expect_near(planned[j].s, want.s, 1e-6f * (1 + glm::length(want.s)));
            }
        }
    }
}

TEST(Plan, EqualsSampleOverAllSamples) {
    NEED_SHARED();
    std::size_t clips = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("ogre"))) {
        if (entry.path().extension() != ".skeleton") continue;
        const DocumentPtr doc = load(entry.path().string());
        for (int i = 0; i < static_cast<int>(doc->clips.size()); ++i, ++clips) {
            SCOPED_TRACE(entry.path().string() + " " + doc->clips[i].name);
            ClipUse use = bind_clip(doc, i, doc->skeletons[0], i % 2 ? 1.f : 0.5f);
            compare_with_oracle(use, doc->skeletons[0]);
            use.sampling.slerp = true;
            use.sampling.after = End::Hold;
            replan(use);
            compare_with_oracle(use, doc->skeletons[0]);
        }
    }
    EXPECT_EQ(clips, 155u);
}

}  // namespace
}  // namespace bonescope
