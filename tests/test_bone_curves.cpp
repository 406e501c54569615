// Curves of a bone: equal to the evaluator at every key, continuous where asked, raw where asked.
#include "core/bone_curves.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

namespace bonescope {
namespace {

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();

quat about(vec3 axis, float degrees) { return glm::angleAxis(glm::radians(degrees), glm::normalize(axis)); }

struct Key {
    float time;
    quat r{1, 0, 0, 0};
    vec3 t{0};
};

// Three joints in a chain; keys are deltas on the bind pose.
struct Made {
    std::shared_ptr<Document> doc = std::make_shared<Document>();
    Skeleton skeleton;
    ClipUse use;

    explicit Made(float duration) {
        for (int i = 0; i < 3; ++i) {
            Joint joint;
            joint.id = i;
            joint.parent = i - 1;
            joint.bind.t = {0.5f * static_cast<float>(i), 2, -1};
            joint.bind.r = about({1, 0.3f, 0}, 20.0f * static_cast<float>(i));
            skeleton.joints.push_back(joint);
        }
        skeleton.order = parents_first(skeleton.joints);
        Clip clip;
        clip.duration = duration;
        clip.sampling.after = End::ToFirst;
        clip.sampling.close_after_first = true;
        doc->clips.push_back(clip);
    }

    void add(int joint, const std::vector<Key>& keys) {
        const auto rows = static_cast<uint32_t>(keys.size());
        const Column time = add_column(*doc, rows, 1), r = add_column(*doc, rows, 4), t = add_column(*doc, rows, 3);
        for (uint32_t i = 0; i < rows; ++i) {
            const Key& k = keys[i];
            column_data(*doc, time)[i] = k.time;
            const float q[] = {k.r.x, k.r.y, k.r.z, k.r.w};
            std::copy(q, q + 4, column_data(*doc, r) + 4 * i);
            std::copy(&k.t.x, &k.t.x + 3, column_data(*doc, t) + 3 * i);
        }
        Clip& clip = doc->clips[0];
        Timeline line;
        line.time = time;
        line.rows = rows;
        sort_timeline(*doc, line);
        for (const Property property : {Property::Rotation, Property::Translation}) {
            Track track;
            track.property = property;
            track.target = joint;
            track.timeline = intern_timeline(*doc, clip, line);
            track.width = property == Property::Rotation ? 4 : 3;
            track.value = property == Property::Rotation ? r : t;
            inspect_values(*doc, clip, track);
            clip.tracks.push_back(track);
        }
    }

    const ClipUse* bound() {
        use = bind_clip(doc, 0, skeleton);
        return &use;
    }

    BoneCurves curves(CurveWish wish, std::size_t piece = 1000) {
        BoneCurves b = start_curves(skeleton, bound(), wish);
        while (!b.complete()) continue_curves(skeleton, &use, b, piece);
        return b;
    }
    Layer layer(double seconds) const { return {&use, {seconds, seconds, false}, 1}; }
};

std::vector<Key> spin(int keys, float step, vec3 axis) {
    std::vector<Key> out;
    for (int i = 0; i < keys; ++i) {
        const auto f = static_cast<float>(i);
        out.push_back({f * 0.1f, about(axis, f * step) * (i % 3 == 1 ? -1.0f : 1.0f), vec3(f, -f, 0)});
    }
    return out;
}

TEST(BoneCurves, LocalAndModelEqualTheEvaluatorAtEveryKey) {
    Made m(2);
    m.add(0, spin(11, 13, {0, 1, 0}));
    m.add(2, spin(7, 40, {1, 1, 0}));
    const BoneCurves local = m.curves({2, CurveSpace::Local}), model = m.curves({2, CurveSpace::Model});
    ASSERT_EQ(local.knots, 7u);
    ASSERT_EQ(model.knots, 11u);  // the parent's keys shape it too
    for (std::size_t i = 0; i < model.knots; ++i) {
        const Layer layer = m.layer(model.curve[1].time[i]);
        Pose pose;
        evaluate(m.skeleton, {&layer, 1}, pose);
        for (int k = 0; k < 3; ++k) EXPECT_EQ(model.curve[1].value[k][i], pose.model[2].t[k]);
        EXPECT_LT(turn_between({model.curve[0].value[3][i], model.curve[0].value[0][i], model.curve[0].value[1][i],
                                model.curve[0].value[2][i]},
                               pose.model[2].r),
                  1e-3);
        if (i >= local.knots) continue;
        EXPECT_EQ(local.curve[1].value[0][i], pose.local[2].t.x);
    }
}

TEST(BoneCurves, BindSpaceIsWhatTheKeysSay) {
    Made m(2);
    m.add(1, spin(5, 30, {0, 0, 1}));
    const BoneCurves b = m.curves({1, CurveSpace::Bind});
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(b.curve[1].value[0][i], static_cast<float>(i), 1e-5);
        const double half = glm::radians(15.0 * static_cast<double>(i));
        EXPECT_NEAR(std::abs(b.curve[0].value[2][i]), std::sin(half), 1e-6);
    }
}

TEST(BoneCurves, StoredKeepsSignFlipsAndContinuousDoesNot) {
    Made m(2);
    m.add(1, spin(8, 5, {0, 0, 1}));
    const BoneCurves stored = m.curves({1, CurveSpace::Bind, RotationForm::Stored});
    const BoneCurves smooth = m.curves({1, CurveSpace::Bind, RotationForm::Continuous});
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(stored.curve[0].value[3][i] < 0, i % 3 == 1);
        EXPECT_GT(smooth.curve[0].value[3][i], 0);
    }
    const auto between = curve_values(m.skeleton, &m.use, stored, 0.05);
    EXPECT_NEAR(between[0][3], (stored.curve[0].value[3][0] + stored.curve[0].value[3][1]) / 2, 1e-6);
    EXPECT_TRUE(std::isnan(curve_values(m.skeleton, &m.use, stored, 1.5)[0][3]));  // no key to go to
}

TEST(BoneCurves, EulerFollowsTwoTurns) {
    for (const vec3 axis : {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)}) {
        Made m(2);
        m.add(0, spin(19, 40, axis));
        m.skeleton.joints[0].bind.r = quat(1, 0, 0, 0);
        const BoneCurves b = m.curves({0, CurveSpace::Local, RotationForm::Euler});
        const int lane = axis.x > 0 ? 0 : axis.y > 0 ? 1 : 2;
        EXPECT_NEAR(b.curve[0].value[lane][18], 720, 0.1) << lane;
        const CurveEdges edges = curve_edges(m.skeleton, &m.use, b, 0.5, 1.7, 60);
        for (std::size_t i = 0; i <= 60; ++i) {
            EXPECT_NEAR(edges.value[0][lane][i], (0.5f + 0.02f * static_cast<float>(i)) * 400, 1.5) << lane << " " << i;
        }
    }
}

TEST(BoneCurves, PiecesGiveTheSameAsAllAtOnce) {
    Made m(2);
    m.add(0, spin(19, 70, {1, 2, 3}));
    for (const RotationForm form : {RotationForm::Continuous, RotationForm::Euler}) {
        const BoneCurves once = m.curves({0, CurveSpace::Local, form}),
                         pieces = m.curves({0, CurveSpace::Local, form}, 1);
        for (int lane = 0; lane < 3; ++lane) {
            for (std::size_t i = 0; i < once.knots; ++i) {
                EXPECT_NEAR(once.curve[0].value[lane][i], pieces.curve[0].value[lane][i], 1e-3);
            }
        }
    }
}

TEST(BoneCurves, KeysThatAreNotFiniteAreNamedAndGapsInStored) {
    Made m(1);
    auto keys = spin(6, 5, {0, 0, 1});
    keys[2].t.y = nan_f;
    keys[3].t.x = INFINITY;
    m.add(1, keys);
    const BoneCurves stored = m.curves({1, CurveSpace::Bind, RotationForm::Stored});
    const BoneCurves played = m.curves({1, CurveSpace::Bind});
    EXPECT_EQ(stored.curve[1].bad, (std::vector<uint32_t>{2, 3}));
    EXPECT_TRUE(stored.curve[0].bad.empty());
    EXPECT_TRUE(std::isnan(stored.curve[1].value[1][2]));
    EXPECT_TRUE(std::isnan(curve_values(m.skeleton, &m.use, stored, 0.25)[1][1]));
    ASSERT_EQ(played.curve[1].patched.size(), 1u);
    EXPECT_NEAR(played.curve[1].patched[0].first, 0.1, 1e-6);
    EXPECT_NEAR(played.curve[1].patched[0].second, 0.4, 1e-6);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(std::isfinite(played.curve[1].value[1][i]));
}

TEST(BoneCurves, EqualTimesShowBothKeys) {
    Made m(1);
    m.add(1, {{0}, {0.5f, {1, 0, 0, 0}, {3, 0, 0}}, {0.5f, {1, 0, 0, 0}, {8, 0, 0}}, {1}});
    const BoneCurves b = m.curves({1, CurveSpace::Bind});
    ASSERT_EQ(b.knots, 4u);
    EXPECT_NEAR(b.curve[1].value[0][1], 3, 1e-5);
    EXPECT_NEAR(b.curve[1].value[0][2], 8, 1e-4);
    EXPECT_EQ(knot_of(m.use, b.curve[1], 2), 2u);
    EXPECT_EQ(rank_at(m.use, b.curve[1].track, 0.5), 1u);
}

TEST(BoneCurves, TheEndThatBlendsBackIsMarked) {
    Made m(2);
    m.add(1, spin(6, 5, {0, 0, 1}));
    const BoneCurves b = m.curves({1, CurveSpace::Bind});
    EXPECT_TRUE(b.curve[1].closes);
    EXPECT_NEAR(b.curve[1].last_key, 0.5, 1e-6);
    EXPECT_NEAR(curve_values(m.skeleton, &m.use, b, 1.25)[1][0], 2.5, 1e-4);  // halfway from 5 back to 0
    m.doc->clips[0].sampling.after = End::Hold;
    EXPECT_FALSE(m.curves({1, CurveSpace::Bind}).curve[1].closes);
}

TEST(BoneCurves, WithoutKeysOrClipTheBindPoseStands) {
    Made m(2);
    m.add(1, spin(3, 5, {0, 0, 1}));
    const BoneCurves untracked = m.curves({2, CurveSpace::Local});
    EXPECT_EQ(untracked.knots, 0u);
    EXPECT_EQ(untracked.curve[0].track, -1);
    EXPECT_EQ(curve_values(m.skeleton, &m.use, untracked, 1)[1][0], 1.0f);
    BoneCurves bind = start_curves(m.skeleton, nullptr, {2, CurveSpace::Local});
    EXPECT_TRUE(bind.complete());
    EXPECT_EQ(curve_values(m.skeleton, nullptr, bind, 0)[1][1], 2.0f);
}

}  // namespace
}  // namespace bonescope
