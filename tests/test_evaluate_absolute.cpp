// Keys that take the place of the bind pose, and what happens outside of them.
#include "core/plan.h"
#include "tests/sketch.h"

namespace bonescope {
namespace {

using test::expect_near, test::expect_turn, test::lanes, test::nan, test::Sketch, test::turn;

// Great arcs, nothing renormalised, pieces at the ends go on.
Sampling engine_rules() {
    Sampling sampling;
    sampling.slerp = true;
    sampling.lerp_below = 1e-6f;
    sampling.renormalise = false;
    sampling.before = sampling.after = End::Extrapolate;
    return sampling;
}

struct Bones : Sketch {
    explicit Bones(const Sampling& sampling = engine_rules()) {
        joint(-1, {.t = {1, 2, 3}, .r = turn(90)});
        clip().sampling = sampling;
    }
    void move(const std::vector<float>& times, const std::vector<float>& values) {
        track(0, Property::Translation, times, values).basis = Basis::Absolute;
    }
    void rotate(const std::vector<float>& times, std::initializer_list<quat> values) {
        Track& added = track(0, Property::Rotation, times, lanes(values));
        added.basis = Basis::Absolute;
        added.lanes = Lanes::XyzwConjugate;
    }
    void expect_same_as_oracle(double t, float weight = 1) const {
        const ClipUse use = this->use();
        const Layer layer{&use, {t, t, false}, weight};
        const Local one = local_of(skeleton(), {&layer, 1}, 0), planned = local(t, weight);
        expect_near(one.t, planned.t);
        expect_turn(one.r, planned.r);
    }
};

TEST(Absolute, EndsGoOnAlongTheirPieces) {
    Bones bones;
    bones.move({1, 2, 4}, {0, 0, 0, 10, 0, 0, 10, 4, 0});
    bones.rotate({1, 2, 4}, {turn(0), turn(20), turn(30)});
    expect_near(bones.local(0).t, {-10, 0, 0});
    expect_turn(bones.local(0).r, turn(20));  // stored rotations are conjugates
    expect_near(bones.local(3).t, {10, 2, 0});
    expect_turn(bones.local(3).r, turn(-25));
    expect_near(bones.local(6).t, {10, 8, 0});
    expect_turn(bones.local(6).r, turn(-40));
    for (const double t : {0., 1., 1.3, 2., 3.9, 4., 7.}) bones.expect_same_as_oracle(t);
}

TEST(Absolute, LayersPlayedOnceComeFirstAndCyclesFillUp) {
    Bones bones;
    bones.doc->skeletons[0].once_first = true;
    bones.move({0, 1}, {0, 0, 0, 10, 0, 0});
    bones.rotate({0, 1}, {turn(0), turn(-40)});
    const ClipUse use = bones.use();
    const auto layer = [&](double t, float weight, bool once) { return Layer{&use, {t, t, false}, weight, once}; };
    const auto expect = [&](const std::vector<Layer>& layers, float x, float degrees) {
        std::vector<Local> pose(1);
        local_pose(bones.skeleton(), layers, pose);
        expect_near(pose[0].t, {x, 0, 0});
        expect_turn(pose[0].r, turn(degrees));
        const Local one = local_of(bones.skeleton(), layers, 0);
        expect_near(one.t, pose[0].t);
        expect_turn(one.r, pose[0].r);
    };
    expect({layer(0, 1, false), layer(1, 0.25f, true)}, 2.5f, 10);  // whatever the order
    expect({layer(1, 0.25f, true), layer(0, 1, false)}, 2.5f, 10);
    expect({layer(0, 1, false), layer(1, 1, true)}, 10, 40);  // nothing is left
    expect({layer(0, 1, false), layer(1, 3, true)}, 10, 40);
    expect({layer(0, 0.3f, false)}, 0, 0);                                             // alone it is taken whole
    expect({layer(0, 0.25f, false), layer(1, 0.25f, true)}, 5, 20);                    // neither fills up
    expect({layer(0, 1, false), layer(1, 1, false), layer(1, 0.5f, true)}, 7.5f, 30);  // cycles by themselves
    expect({layer(0, 1, false), layer(1, 0, true)}, 0, 0);
    bones.doc->skeletons[0].once_first = false;
    expect({layer(0, 1, false), layer(1, 1, true)}, 5, 20);
}

TEST(Absolute, ClampingHoldsTheEnds) {
    Sampling sampling = engine_rules();
    sampling.before = sampling.after = End::Hold;
    Bones bones(sampling);
    bones.move({1, 2}, {0, 0, 0, 10, 0, 0});
    bones.rotate({1, 2}, {turn(0), turn(20)});
    expect_near(bones.local(0).t, {0, 0, 0});
    expect_turn(bones.local(5).r, turn(-20));
    expect_near(bones.local(5).t, {10, 0, 0});
}

TEST(Absolute, OneKeyIsConstant) {
    for (const End end : {End::Hold, End::Extrapolate, End::ToFirst}) {
        Sampling sampling = engine_rules();
        sampling.before = sampling.after = end;
        Bones bones(sampling);
        bones.move({0.5f}, {7, 8, 9});
        for (const double t : {0., 0.5, 0.9}) expect_near(bones.local(t).t, {7, 8, 9});
    }
}

TEST(Absolute, EqualTimesDivideNothingByZero) {
    Bones bones;
    bones.move({0, 0, 1, 1}, {0, 0, 0, 2, 0, 0, 4, 0, 0, 6, 0, 0});
    bones.rotate({0, 0, 1, 1}, {turn(0), turn(10), turn(20), turn(30)});
    expect_near(bones.local(-1).t, {0, 0, 0});
    expect_near(bones.local(0).t, {0, 0, 0});
    expect_near(bones.local(0.5).t, {3, 0, 0});
    expect_near(bones.local(2).t, {6, 0, 0});
    expect_turn(bones.local(2).r, turn(-30));
}

TEST(Absolute, CyclesCloseAtTheDurationAlsoBeforeLaterKeys) {
    Sampling sampling = engine_rules();
    sampling.after = End::ToFirst;
    Bones bones(sampling);
    bones.clip().duration = 2;
    bones.move({0, 1}, {0, 0, 0, 8, 0, 0});
    bones.joint();
    bones.track(10, Property::Translation, {0, 1, 3}, {0, 0, 0, 8, 0, 0, 20, 0, 0}).basis = Basis::Absolute;
    bones.joint();
    bones.track(20, Property::Translation, {0, 1, 2}, {0, 0, 0, 8, 0, 0, 9, 0, 0}).basis = Basis::Absolute;
    bones.joint();
    bones.track(30, Property::Translation, {1, 3}, {5, 0, 0, 20, 0, 0}).basis = Basis::Absolute;
    for (int joint = 0; joint < 2; ++joint) {
        SCOPED_TRACE(joint);
        expect_near(bones.local(1, 1, 1, joint).t, {8, 0, 0});
        expect_near(bones.local(1.75, 1, 1, joint).t, {2, 0, 0});
        expect_near(bones.local(2, 1, 1, joint).t, {0, 0, 0});
    }
    expect_near(bones.local(1.5, 1, 1, 2).t, {8.5f, 0, 0});  // a last key on the duration stays
    for (const double t : {0., 1., 1.5}) expect_near(bones.local(t, 1, 1, 3).t, {5, 0, 0});
}

TEST(Absolute, TurnsTakeTheShortWayAndNearlyEqualOnesKeepTheirLength) {
    Bones bones;
    const quat a = turn(0), near = turn(0.1);
    bones.rotate({0, 1}, {a, -turn(60)});
    expect_turn(bones.local(0.5).r, turn(-30));
    Bones close;
    close.rotate({0, 1}, {a * 2.f, near * 2.f});  // engines do not look at the length either
    EXPECT_NEAR(glm::length(close.local(0.5).r), 2, 1e-6);
    Sampling unit = engine_rules();
    unit.renormalise = true;
    Bones renormalised(unit);
    renormalised.rotate({0, 1}, {a * 2.f, near * 2.f});
    EXPECT_NEAR(glm::length(renormalised.local(0.5).r), 1, 1e-6);
}

TEST(Absolute, LengthsOfRotationsCountWhereTheFormatSaysSo) {
    Bones bones;
    bones.doc->skeletons[0].joints[0].bind = {.r = turn(90) * 2.f};
    bones.joint(0, {.t = {1, 0, 0}, .r = turn(0)});
    Pose pose;
    evaluate(bones.skeleton(), {}, pose);
    expect_near(pose.model[1].t, {-3, 4, 0}, 1e-5f);  // the short formula, which is for length 1 only
    bones.doc->skeletons[0].lengths_count = true;
    evaluate(bones.skeleton(), {}, pose);
    expect_near(pose.model[1].t, {0, 4, 0}, 1e-5f);
    expect_near(vec3(pose.matrix[0][0]), {0, 4, 0}, 1e-5f);
    expect_near(vec3(pose.matrix[0][2]), {0, 0, 4}, 1e-5f);
}

TEST(Absolute, BrokenRotationsLeaveTheBindPose) {
    Bones bones;
    bones.rotate({0, 1}, {quat(0, 0, 0, 0), quat(0, 0, 0, 0)});
    expect_turn(bones.local(0.5).r, turn(90));
    Bones nans;
    nans.rotate({0}, {quat(nan, nan, nan, nan)});
    const quat r = nans.local(0).r;
    EXPECT_TRUE(std::isfinite(r.x + r.y + r.z + r.w));
}

TEST(Absolute, MissingTracksAndEmptyColumnsGiveTheBindPose) {
    Bones bones;
    bones.joint(0, {.t = {4, 5, 6}});
    bones.rotate({0, 1}, {turn(0), turn(20)});
    Track empty = bones.clip().tracks[0];
    empty.property = Property::Translation;
    empty.width = 3;
    empty.value = {};
    bones.clip().tracks.push_back(empty);
    inspect_values(*bones.doc, bones.clip(), bones.clip().tracks.back());
    expect_near(bones.local(0.5).t, {1, 2, 3});
    expect_near(bones.local(0.5, 1, 1, 1).t, {4, 5, 6});
    bones.expect_same_as_oracle(0.5);
    EXPECT_EQ(bones.sample(0.5, 1), neutral(Property::Translation));
    EXPECT_EQ(key_value(*bones.doc, bones.clip().tracks[1], 0), neutral(Property::Translation));
}

TEST(Absolute, SeveralTracksOfOneJointCountEqually) {
    Bones bones;
    bones.move({0}, {0, 0, 0});
    bones.move({0}, {3, 0, 0});
    bones.move({0, 1}, {0, 9, 0, 0, 9, 0});
    bones.rotate({0}, {turn(0)});
    bones.rotate({0, 1}, {turn(40), turn(40)});
    expect_near(bones.local(0.5).t, {1, 3, 0});
    expect_turn(bones.local(0.5).r, turn(-20));
    for (const float weight : {1.f, 0.3f}) bones.expect_same_as_oracle(0.5, weight);
}

TEST(Absolute, LayersShareByTheirWeights) {
    Bones bones;
    bones.move({0}, {8, 0, 0});
    bones.rotate({0}, {turn(0)});
    bones.clip("other", 1);
    bones.clip().sampling = engine_rules();
    bones.move({0}, {0, 4, 0});
    bones.rotate({0}, {turn(40)});
    const ClipUse first = bones.use(0), second = bones.use(1);
    const auto mix = [&](float a, float b) {
        const Layer layers[] = {{&first, {}, a}, {&second, {}, b}};
        std::vector<Local> out(1);
        local_pose(bones.skeleton(), layers, out);
        expect_near(local_of(bones.skeleton(), layers, 0).t, out[0].t);
        return out[0];
    };
    expect_near(mix(0.3f, 0.1f).t, {6, 1, 0});  // the bind pose has no part in it
    expect_near(mix(3, 1).t, {6, 1, 0});
    expect_turn(mix(1, 3).r, turn(-30));
    expect_near(mix(0, 0.2f).t, {0, 4, 0});
    expect_near(mix(0, 0).t, {1, 2, 3});
}

TEST(Absolute, FourArcsAtOnceAgreeWithTheFormula) {
    for (int i = -1000; i <= 1000; ++i)
        for (const float u : {1e-4f, 0.25f, 0.5f, 0.9f, 0.9999f}) {
            const float cosine = static_cast<float>(i) / 1000;
            const ArcWeights got = arc_weights(all(cosine), u, 1e-6f);
            const double angle = std::acos(std::abs(double{cosine})), sine = std::sin(angle);
            const bool near = 1 - std::abs(cosine) < 1e-6f;
            const double from = near ? 1 - double{u} : std::sin((1 - double{u}) * angle) / sine;
            const double to = near ? double{u} : std::sin(double{u} * angle) / sine;
            ASSERT_NEAR(got.from[2], from, 3e-7) << cosine << " at " << u;
            ASSERT_NEAR(got.to[2], cosine < 0 ? -to : to, 3e-7) << cosine << " at " << u;
        }
}

// Numbers of rotations in another order of storage.
std::vector<float> stored_as(Lanes order, std::vector<float> xyzw) {
    for (std::size_t i = 0; i < xyzw.size(); i += 4)
        if (order == Lanes::Wxyz)
            std::rotate(xyzw.begin() + static_cast<std::ptrdiff_t>(i),
                        xyzw.begin() + static_cast<std::ptrdiff_t>(i) + 3,
                        xyzw.begin() + static_cast<std::ptrdiff_t>(i) + 4);
    return xyzw;
}

void go_together(Lanes order, bool renormalise) {
    Bones bones;
    bones.clip().sampling.renormalise = renormalise;
    for (int i = 0; i < 10; ++i) {
        const int id = i ? bones.joint(i - 1) : 0;
        const auto way = static_cast<float>(i);
        if (i != 6) bones.track(id, Property::Translation, {0, 1}, {way, 0, 0, 0, 2 * way, 0}).basis = Basis::Absolute;
        if (i == 3) continue;  // the first four have no rotation in common
        Track& turns = bones.track(id, Property::Rotation, {0, 1},
                                   stored_as(order, lanes({turn(10. * i), turn(i == 8 ? -170 : 12. * i)})));
        turns.basis = Basis::Absolute;
        turns.lanes = order;
    }
    const ClipUse use = bones.use();
    for (const double t : {-0.5, 0., 0.1, 0.5, 0.97, 1., 1.2}) {
        const Layer layer{&use, {t, t, false}, 0.7f};
        std::vector<Local> all_of(10);
        local_pose(bones.skeleton(), {&layer, 1}, all_of);
        for (int j = 0; j < 10; ++j) {
            SCOPED_TRACE(j);
            const Local one = local_of(bones.skeleton(), {&layer, 1}, j);
            expect_near(all_of[static_cast<std::size_t>(j)].t, one.t);
            expect_turn(all_of[static_cast<std::size_t>(j)].r, one.r, 5e-7f);
        }
    }
    EXPECT_EQ(use.plan->runs.size(), 1u);
    expect_turn(bones.local(0.5, 1, 1, 5).r, turn(order == Lanes::XyzwConjugate ? -55 : 55));
}

TEST(Absolute, ManyJointsOnOneTimelineGoTogether) {
    for (const Lanes order : {Lanes::Xyzw, Lanes::Wxyz, Lanes::XyzwConjugate})
        for (const bool renormalise : {false, true}) {
            SCOPED_TRACE(static_cast<int>(order) * 2 + renormalise);
            go_together(order, renormalise);
        }
}

}  // namespace
}  // namespace bonescope
