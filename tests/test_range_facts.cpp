// Facts about clips that lists cut out of banks: frames in use, links, faults, seams of loops.
#include "core/range_facts.h"
#include "tests/clip_maker.h"
#include <limits>

namespace bonescope {
namespace {

using test::made_bank;
using test::made_list;
using test::numbers;
using Spans = std::vector<std::pair<int32_t, int32_t>>;

BankCoverage covered(const std::vector<int32_t>& frames, const Spans& spans) { return coverage_of(frames, spans); }

TEST(RangeFacts, CoverageCountsClipsPerFrameWithBothEnds) {
    const BankCoverage bank = covered({1, 2, 3, 4, 5, 6, 7}, {{2, 4}, {4, 5}});
    EXPECT_EQ(bank.frames, 7u);
    EXPECT_EQ(bank.used, 4u);
    EXPECT_EQ(bank.shared, 1u);
    EXPECT_EQ(bank.runs, (std::vector<FrameRun>{{1, 1, 0}, {2, 3, 1}, {4, 4, 2}, {5, 5, 1}, {6, 7, 0}}));
    EXPECT_EQ(bank.at(4), 2u);
    EXPECT_EQ(bank.at(7), 0u);
    EXPECT_EQ(bank.at(99), 0u);
}

TEST(RangeFacts, CoverageTakesAnyNumbers) {
    constexpr int32_t low = std::numeric_limits<int32_t>::min(), high = std::numeric_limits<int32_t>::max();
    const BankCoverage bank = covered({-5, 10, 11, high}, {{low, high}, {20, 10}, {11, 11}});
    EXPECT_EQ(bank.used, 4u);
    EXPECT_EQ(bank.shared, 1u);
    EXPECT_EQ(bank.runs, (std::vector<FrameRun>{{-5, -5, 1}, {10, 10, 1}, {11, 11, 2}, {high, high, 1}}));
    EXPECT_EQ(covered({}, {{1, 2}}).runs.size(), 0u);
    EXPECT_EQ(covered({1, 2}, {}).used, 0u);
}

ClipRange linked(int number, std::optional<int32_t> to) {
    ClipRange out = test::range(number, 10, 20);
    out.link = to;
    return out;
}

TEST(RangeFacts, ChainsEndOrGoRoundOrLeadNowhere) {
    const Scene scene = make_scene(
        {made_bank(numbers(0, 100)),
         made_list({linked(5, 7), linked(6, 6), linked(7, 9), linked(8, 99), linked(9, 7), linked(10, {})})});
    const Chain round = follow_links(scene, 0);
    EXPECT_EQ(round.clips, (std::vector<int>{0, 2, 4}));
    EXPECT_EQ(round.back_to, 1);
    EXPECT_FALSE(round.missing);
    EXPECT_EQ(follow_links(scene, 1).back_to, 0);
    const Chain lost = follow_links(scene, 3);
    EXPECT_EQ(lost.clips, std::vector<int>{3});
    EXPECT_EQ(lost.missing, 99);
    const Chain alone = follow_links(scene, 5);
    EXPECT_EQ(alone.clips, std::vector<int>{5});
    EXPECT_EQ(alone.back_to, -1);
    EXPECT_FALSE(alone.missing);
    EXPECT_EQ(follow_links(scene, 6).clips, std::vector<int>{6});  // the bank itself has no link
}

TEST(RangeFacts, SeamIsTheWorstTurnOfTheLoop) {
    ClipRange looping = test::range(0, 10, 50);
    looping.loop_start = 20;
    looping.loop_end = 30;
    const Scene scene = make_scene({made_bank(numbers(0, 100)), made_list({looping, test::range(1, 0, 5)})});
    const auto seam = loop_seam(scene, scene.clips[0]);
    ASSERT_TRUE(seam);
    EXPECT_EQ(seam->joint, 0);
    EXPECT_EQ(seam->degrees, 0);  // it only moves
    EXPECT_FALSE(loop_seam(scene, scene.clips[1]));
}

TEST(RangeFacts, SharedFilesAgreeWithTheirGame) {
    NEED_SHARED();
    const std::vector<std::string> path{test::sample("meteor/P0.pos").string()};
    const Scene scene = open_scene(path);
    const std::vector<BankCoverage> banks = bank_coverage(scene);
    ASSERT_EQ(banks.size(), 1u);
    EXPECT_EQ(banks[0].frames, 650u);
    EXPECT_EQ(banks[0].used, 564u);
    EXPECT_EQ(banks[0].shared, 0u);
    const int walk = find_clip(scene, "140");
    ASSERT_GE(walk, 0);
    EXPECT_EQ(frames_of(scene.clips[walk].get()), std::make_pair(218, 308));
    EXPECT_EQ(frame_bytes(scene.clips[walk], 218), (Bytes{0x25279, 698}));
    EXPECT_EQ(frame_bytes(scene.clips[walk], 308), (Bytes{0x347DD, 698}));
    EXPECT_EQ(frame_bytes(scene.clips[walk], 309).size, 0u);
    const auto seam = loop_seam(scene, scene.clips[walk]);
    ASSERT_TRUE(seam);
    EXPECT_NEAR(seam->degrees, 6.364, 0.002);
    EXPECT_EQ(scene.skeleton()->joints[seam->joint].name, "bad_L_Calf");
    const Part* bank = missing_bank(scene, 0);
    ASSERT_TRUE(bank);
    EXPECT_EQ(bank->name, "character.amb");
    EXPECT_FALSE(missing_bank(scene, 1));
}

TEST(RangeFacts, EveryNoteOfAListBelongsToItsRange) {
    NEED_SHARED();
    const DocumentPtr list = load(test::sample("meteor/synth/sloppy.pos").string());
    const auto notes = notes_of_ranges(*list);
    ASSERT_EQ(notes.size(), list->ranges.size());
    EXPECT_TRUE(notes[0].empty());
    std::size_t count = 0;
    for (std::size_t i = 0; i < notes.size(); ++i)
        for (const uint32_t note : notes[i]) {
            ++count;
            EXPECT_GE(list->notes[note].where.at, list->ranges[i].where.at);
            EXPECT_LE(list->notes[note].where.at, list->ranges[i].where.end());
        }
    EXPECT_EQ(count, list->notes.size());
    const auto missing_brace = [&](uint32_t note) { return list->notes[note].severity == Severity::Error; };
    EXPECT_TRUE(std::any_of(notes.back().begin(), notes.back().end(), missing_brace));
}

TEST(RangeFacts, FramesThatTheBankHasNotAreTold) {
    const Scene scene =
        make_scene({made_bank(numbers(0, 121)),
                    made_list({test::range(5, 0, 121), test::range(6, 1, 9999), test::range(7, 500, 600)})});
    EXPECT_FALSE(reaches_outside(scene.clips[0]));
    EXPECT_TRUE(notes_of_clip(scene, 0).empty());
    EXPECT_TRUE(reaches_outside(scene.clips[1]));
    EXPECT_TRUE(reaches_outside(scene.clips[2]));
    EXPECT_FALSE(reaches_outside(scene.clips[3])) << "the bank itself";
    ASSERT_EQ(scene.notes.size(), 2u);
    EXPECT_EQ(scene.notes[0].severity, Severity::Warning);
    EXPECT_EQ(scene.notes[0].doc, 1);
    EXPECT_EQ(scene.notes[0].line, 1);
    EXPECT_NE(scene.notes[0].message.find("Pose 6: expected frames 0 to 121, those of made.bank, found 1 to 9999"),
              std::string::npos)
        << scene.notes[0].message;
    EXPECT_NE(scene.notes[1].message.find("found 500 to 600"), std::string::npos);
    EXPECT_EQ(notes_of_clip(scene, 2).size(), 1u);
    EXPECT_NEAR(length_of(scene.clips[2].get()), 100 / 30., 1e-9) << "by the numbers";
    EXPECT_EQ(test::x_at(scene, 2, 1), 121);
}

TEST(RangeFacts, ManyClipsOutsideAreToldInOneNote) {
    std::vector<ClipRange> ranges;
    for (int i = 0; i < 300; ++i) ranges.push_back(test::range(i, 1000 + i, 1001 + i));
    const Scene scene = make_scene({made_bank(numbers(0, 5)), made_list(ranges)});
    ASSERT_EQ(scene.notes.size(), 1u);
    EXPECT_TRUE(scene.notes[0].message.ends_with("299 more clips name frames outside of it"));
}

TEST(RangeFacts, AClipWithoutFramesSaysWhy) {
    ClipRange empty, lost = test::range(1, 3, 9);
    empty.number = 31;
    lost.source = 0;
    const Scene scene = make_scene({made_bank(numbers(0, 5)), made_list({empty, lost})});
    ASSERT_EQ(notes_of_clip(scene, 0).size(), 1u);
    EXPECT_EQ(notes_of_clip(scene, 0)[0].message, "clip \"31\" is empty: it names none; the bind pose is shown");
    ASSERT_EQ(notes_of_clip(scene, 1).size(), 1u);
    EXPECT_EQ(notes_of_clip(scene, 1)[0].message,
              "clip \"1\" has no frames: its bank is not open; the bind pose is shown");
}

TEST(RangeFacts, NumbersThatCannotBeMeantAreNoFrames) {
    EXPECT_EQ(frames_held(*made_bank({-2147483648.f, 0, 1, 2, 2147483648.f})), std::pair(0, 2));
    EXPECT_FALSE(frames_held(*made_bank({2147483648.f})));
    EXPECT_FALSE(frames_held(*made_bank({})));
}

}  // namespace
}  // namespace bonescope
