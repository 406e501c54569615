// Clips that lists cut out of longer ones: their frames, their pace, their loops, and what happens at their edges.
#include "core/axes.h"
#include "core/root_motion.h"
#include "tests/clip_maker.h"
#include <limits>

namespace bonescope {
namespace {

using nlohmann::json;
using test::made_bank;
using test::made_list;
using test::numbers;
using test::x_at;

Clip cut_numbers(const ClipRange& range, int first = 0, int last = 100) {
    const auto bank = made_bank(numbers(first, last));
    return cut(*bank, bank->clips[0], range);
}

TEST(ClipRange, FramesAreStoredNumbersWithBothEnds) {
    const Scene scene = make_scene({made_bank(numbers(0, 100)), made_list({test::range(7, 20, 50)})});
    ASSERT_EQ(scene.clips.size(), 2u);  // the range, then the bank itself
    const Clip& clip = scene.clips[0].get();
    EXPECT_EQ(clip.name, "7");
    EXPECT_EQ(clip.start, 20);
    EXPECT_EQ(clip.duration, 30);
    EXPECT_DOUBLE_EQ(length_of(clip), 1);
    EXPECT_EQ(clip.timelines[0].live, 31u);
    EXPECT_EQ(x_at(scene, 0, 0), 20);
    EXPECT_EQ(x_at(scene, 0, 0.5), 35);
    EXPECT_EQ(x_at(scene, 0, 1), 50);
    EXPECT_EQ(x_at(scene, 0, 99), 50);
    EXPECT_EQ(x_at(scene, 0, -1), 20);
    EXPECT_EQ(x_at(scene, 1, 0.5), 15);  // the bank counts from its frame 0
}

TEST(ClipRange, KeysKeepTheirBytesWhereverTheClipBegins) {
    const auto bank = made_bank(numbers(0, 100));
    const Clip clip = cut(*bank, bank->clips[0], test::range(0, 20, 50));
    EXPECT_EQ(row_bytes(*bank, clip.tracks[0].where, 0).at, row_bytes(*bank, bank->clips[0].tracks[0].where, 20).at);
    EXPECT_EQ(key_time(*bank, clip.timelines[0], 0), 20);
    EXPECT_EQ(key_value(*bank, clip.tracks[0], 30).x, 50);
}

TEST(ClipRange, BanksThatBeginAtOneAreLookedUpByNumber) {
    const Scene scene = make_scene({made_bank(numbers(1, 40)), made_list({test::range(0, 1, 40)})});
    EXPECT_EQ(x_at(scene, 0, 0), 1);
    EXPECT_EQ(x_at(scene, 0, 1), 31);
}

TEST(ClipRange, RowsOutOfOrderAreServedByTheirOrder) {
    const Scene scene = make_scene({made_bank({0, 3, 1, 2, 4, 9, 5, 6, 8, 7}), made_list({test::range(0, 2, 5)})});
    const Clip& clip = scene.clips[0].get();
    EXPECT_EQ(clip.timelines[0].live, 4u);
    for (int frame = 2; frame <= 5; ++frame) EXPECT_EQ(x_at(scene, 0, (frame - 2) / 30.), frame);
}

TEST(ClipRange, AMissingFirstFrameIsTheOneBeforeIt) {
    const auto bank = made_bank({0, 1, 2, 6, 7});
    const Clip clip = cut(*bank, bank->clips[0], test::range(0, 4, 7));
    EXPECT_EQ(key_time(*bank, clip.timelines[0], 0), 2);
    EXPECT_EQ(clip.timelines[0].live, 3u);
}

TEST(ClipRange, RangesBeyondTheBankHoldItsEnds) {
    const Scene scene =
        make_scene({made_bank(numbers(10, 20)),
                    made_list({test::range(0, 15, 9999), test::range(1, 50, 60), test::range(2, 0, 5)})});
    EXPECT_EQ(x_at(scene, 0, 100), 20);
    EXPECT_EQ(x_at(scene, 1, 0.1), 20);
    EXPECT_EQ(x_at(scene, 2, 0.1), 10);
}

TEST(ClipRange, BackwardsAndEmptyRangesAreOnePose) {
    ClipRange empty;
    empty.number = 3;
    const Scene scene = make_scene({made_bank(numbers(0, 60)), made_list({test::range(0, 50, 40), empty})});
    EXPECT_EQ(length_of(scene.clips[0].get()), 0);
    EXPECT_EQ(x_at(scene, 0, 1), 50);
    EXPECT_TRUE(scene.clips[1].missing());
    EXPECT_TRUE(scene.clips[1].get().tracks.empty());
    EXPECT_EQ(scene.clips[1].get().name, "3");
}

TEST(ClipRange, PaceIsThatOfTheFirstActionOrBlendThatHoldsAFrame) {
    ClipRange range = test::range(0, 1, 31);
    range.windows = {test::pace(WindowKind::Blend, 1, 11, 2), test::pace(WindowKind::Attack, 1, 31, 50),
                     test::pace(WindowKind::Action, 5, 21, 0.5f), test::pace(WindowKind::Blend, 22, 25, 0)};
    const Clip clip = cut_numbers(range);
    EXPECT_NEAR(length_of(clip), 10 / 60. + 10 / 15. + 10 / 30., 1e-9);
    EXPECT_NEAR(tick_at(clip, 0.1), 7, 1e-9);
    EXPECT_NEAR(tick_at(clip, 10 / 60. + 1 / 15.), 12, 1e-9);
    for (double tick = 1; tick <= 31; tick += 0.25) EXPECT_NEAR(tick_at(clip, seconds_at(clip, tick)), tick, 1e-9);
}

TEST(ClipRange, PacesOfHostileWindowsEndAndAreFinite) {
    constexpr int least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
    ClipRange range = test::range(0, least, most);
    for (int i = 0; i < 20000; ++i) range.windows.push_back(test::pace(WindowKind::Action, least + i, most - i, 1.5f));
    range.windows.push_back(test::pace(WindowKind::Action, 5, 4, 2));
    range.windows.push_back(test::pace(WindowKind::Action, 0, most, std::numeric_limits<float>::quiet_NaN()));
    const Clip clip = cut_without_frames(range);
    EXPECT_TRUE(std::isfinite(length_of(clip)));
    EXPECT_GT(length_of(clip), 0);
}

TEST(ClipRange, LoopsRepeatUntilTheyAreLetGo) {
    ClipRange range = test::range(0, 10, 40);
    range.loop_start = 20, range.loop_end = 35;
    const Scene scene = make_scene({made_bank(numbers(0, 60)), made_list({range})});
    EXPECT_EQ(x_at(scene, 0, 0.5), 25);
    EXPECT_NEAR(x_at(scene, 0, 25 / 30. + 5 / 30.), 25, 1e-4);
    EXPECT_NEAR(x_at(scene, 0, 25 / 30. + 15 * 7 / 30. + 2 / 30.), 22, 1e-3);
    EXPECT_NEAR(x_at(scene, 0, 30 / 30., Run::Straight), 40, 1e-5);
    EXPECT_NEAR(x_at(scene, 0, 28 / 30., Run::Straight), 38, 1e-5);
    EXPECT_NEAR(x_at(scene, 0, 28 / 30., Run::Cycle), 23, 1e-5);
}

TEST(ClipRange, ALoopOfNoLengthHoldsAndOneThatLeavesTheRangeIsDrawnIn) {
    ClipRange hold = test::range(0, 40, 50), wide = test::range(1, 20, 40), half = test::range(2, 1, 5),
              zero = test::range(3, 1, 5), crossed = test::range(4, 10, 20);
    hold.loop_start = hold.loop_end = 45;
    wide.loop_start = 15, wide.loop_end = 38;
    half.loop_start = 2;
    zero.loop_start = 0, zero.loop_end = 4;
    crossed.loop_start = 18, crossed.loop_end = 12;
    EXPECT_EQ(tick_at(cut_numbers(hold), looped_seconds(cut_numbers(hold), 9)), 45);
    EXPECT_EQ(*cut_numbers(wide).loop_in, 20);
    EXPECT_EQ(*cut_numbers(wide).loop_out, 38);
    for (const ClipRange* range : {&half, &zero, &crossed}) EXPECT_FALSE(has_loop(cut_numbers(*range)));
}

TEST(ClipRange, TimesOfTheShippedListsAgree) {
    NEED_SHARED();
    const auto check = [](const json& golden, const std::string& file) {
        const DocumentPtr list = load(test::sample("meteor/" + file).string());
        std::size_t compared = 0;
        for (const auto& [number, timing] : golden.at("timing").items()) {
            const auto range = std::find_if(list->ranges.begin(), list->ranges.end(),
                                            [&](const ClipRange& r) { return std::to_string(r.number) == number; });
            ASSERT_NE(range, list->ranges.end()) << number;
            const Clip clip = cut_without_frames(*range);
            EXPECT_NEAR(length_of(clip), timing.at("duration").get<double>(), 2e-6) << file << " " << number;
            for (std::size_t i = 0; i < timing.at("first_times").size(); ++i)
                EXPECT_NEAR(seconds_at(clip, clip.start + static_cast<double>(i)),
                            timing.at("first_times")[i].get<double>(), 2e-6)
                    << file << " " << number;
            for (const auto& [seconds, frame] : timing.at("frame_at").items()) {
                const Moment at = clock(clip, clip.sampling, std::stod(seconds));
                EXPECT_NEAR(at.tick, frame.get<double>(), 5e-3) << file << " " << number << " at " << seconds;
                ++compared;
            }
        }
        EXPECT_GT(compared, 1u);
    };
    check(test::read_json(test::golden("meteor/P0_pos.json")), "P0.pos");
    const json made = test::read_json(test::golden("meteor/synth_pos.json"));
    check(made.at("arm"), "synth/arm.pos");
    check(made.at("sloppy"), "synth/sloppy.pos");
}

TEST(ClipRange, SourcesChooseTheBank) {
    ClipRange own = test::range(0, 1, 5), other = test::range(1, 1, 5), gone = test::range(2, 1, 5);
    own.source = 1, other.source = 0, gone.source = 7;
    std::vector<DocumentPtr> docs = {made_bank(numbers(0, 9)), made_list({own, other, gone})};
    const Scene scene = make_scene(docs);  // nobody said which bank is which
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(scene.clips[static_cast<std::size_t>(i)].missing());
}

TEST(ClipRange, TheSharedBankThatIsMissingLeavesItsClipsInTheList) {
    NEED_SHARED();
    const std::string path = test::sample("meteor/P0.pos").string();
    const Scene scene = open_scene(std::span(&path, 1));
    ASSERT_EQ(scene.clips.size(), 575u);
    std::size_t missing = 0;
    for (const ClipUse& use : scene.clips) missing += use.missing();
    EXPECT_EQ(missing, 574u - 9);
    EXPECT_EQ(name_of(scene.clips[22]), "22 調息  道具");
    EXPECT_EQ(find_clip(scene, "22 調息  道具"), 22);
    EXPECT_EQ(linked_clip(scene, 22), 34);
    EXPECT_EQ(linked_clip(scene, 34), -1);
    const std::string bnc = test::sample("meteor/p11.bnc").string();
    const Scene eleven = open_scene(std::span(&bnc, 1));
    ASSERT_EQ(eleven.clips.size(), 1u);
    EXPECT_TRUE(eleven.clips[0].doc->path.ends_with("p9.amb"));
}

TEST(RootMotion, IsKeptInPlaceOrAddedUp) {
    const Scene scene = make_scene({made_bank(numbers(0, 100)), made_list({test::range(0, 20, 50)})});
    const Skeleton& skeleton = *scene.skeleton();
    const ClipUse& use = scene.clips[0];
    EXPECT_EQ(motion_root(skeleton, use), 0);
    EXPECT_EQ(stage_root(skeleton, use, 30, RootMotion::Raw, vec3(0)).root, -1);
    EXPECT_EQ(stage_root(skeleton, use, 30, RootMotion::InPlace, vec3(9)).at, vec3(0, 5, 0));
    EXPECT_EQ(stage_root(skeleton, use, 30, RootMotion::Accumulated, vec3(100, 0, 0)).at, vec3(110, 5, 0));
    const std::vector<vec3> path = root_path(skeleton, use, 30, RootMotion::Raw, vec3(0));
    ASSERT_EQ(path.size(), 31u);
    EXPECT_EQ(path.front().x, 20);
    EXPECT_EQ(path.back().x, 50);
    EXPECT_TRUE(root_path(skeleton, use, 30, RootMotion::InPlace, vec3(0)).empty());
}

TEST(Fade, LerpsPlacesAndTurnsOnTheShorterArc) {
    const Scene scene =
        make_scene({made_bank(numbers(0, 100)), made_list({test::range(0, 20, 50), test::range(1, 60, 90)})});
    const ClipUse &a = scene.clips[0], &b = scene.clips[1];
    const Layer last{&a, clock(a.get(), a.sampling, 1), 1}, first{&b, clock(b.get(), b.sampling, 0), 1};
    for (const float share : {0.f, 0.25f, 1.f}) {
        Staging staging;
        staging.fading = {&last, 1};
        staging.share = share;
        Pose pose;
        evaluate(*scene.skeleton(), {&first, 1}, pose, staging);
        EXPECT_FLOAT_EQ(pose.matrix[0][3].x, 50 + 10 * share);
    }
}

TEST(Axes, TurnAndMirrorAsTheyPromise) {
    const vec3 p(1, 2, 3);
    const quat q(0.5f, 0.1f, 0.2f, 0.3f);
    EXPECT_EQ(to_axes(Axes::File, p), p);
    EXPECT_EQ(to_axes(Axes::YUp, p), vec3(1, 3, -2));
    EXPECT_EQ(to_axes(Axes::Mirrored, p), vec3(1, 3, 2));
    EXPECT_EQ(to_axes(Axes::YUp, q), quat(0.5f, 0.1f, 0.3f, -0.2f));
    EXPECT_EQ(to_axes(Axes::Mirrored, q), quat(0.5f, -0.1f, -0.3f, -0.2f));
    // What is turned and then changed is what is changed and then turned.
    const quat unit = glm::normalize(q);
    for (const Axes axes : {Axes::YUp, Axes::Mirrored}) {
        const vec3 one = to_axes(axes, unit * p), other = to_axes(axes, unit) * to_axes(axes, p);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(one[i], other[i], 1e-5);
    }
}

TEST(Axes, AgreeWithTheGoldenPlaces) {
    NEED_SHARED();
    const json golden = test::read_json(test::golden("meteor/p0.json"));
    const auto same = [](vec3 got, const json& want) {
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], want[static_cast<std::size_t>(i)].get<float>(), 1e-4);
    };
    const json& bind = golden.at("bind");
    std::size_t compared = 0;
    for (const auto& [key, axes] : {std::pair{"_yup_rh", Axes::YUp}, std::pair{"_yup_lh", Axes::Mirrored}})
        for (const auto& [name, list] : bind.items()) {
            const auto other = bind.find(name + key);
            if (other == bind.end()) continue;
            for (std::size_t i = 0; i < list.size(); ++i, ++compared)
                same(to_axes(axes, vec3(list[i].at("t")[0], list[i].at("t")[1], list[i].at("t")[2])),
                     (*other)[i].at("t"));
        }
    EXPECT_GT(compared, 0u);
}

}  // namespace
}  // namespace bonescope
