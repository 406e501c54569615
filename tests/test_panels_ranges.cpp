// Clips of lists in the clips and selection panels: clicks, filters, groups, bars and links.
#include "app/panels/range_table.h"
#include "app/panels/selection_parts.h"
#include "tests/clip_maker.h"
#include "tests/panel_bench.h"

namespace bonescope {
namespace {

using test::made_bank;
using test::made_list;
using test::PanelHands;

constexpr float first_row = 46;  // ruler and heads lie above

ClipRange looping() {
    ClipRange out = test::range(1, 10, 29);
    out.comment = "walk";
    out.loop_start = 15;
    out.loop_end = 20;
    out.link = 2;
    RangeWindow action;
    action.start = 10;
    action.end = 29;
    out.windows.push_back(action);
    return out;
}

ClipRange of_source(ClipRange range, int source) {
    range.source = source;
    return range;
}

// Two clips with frames, two of a bank that is missing, one that is empty, and the bank itself.
Scene made_scene() {
    ClipRange empty;
    empty.number = 5;
    return make_scene({made_bank(test::numbers(0, 99)),
                       made_list({looping(), test::range(2, 40, 59), of_source(test::range(3, 7, 9), 0),
                                  of_source(test::range(4, 1, 2), 0), empty})});
}

class RangeHands : public PanelHands {
public:
    explicit RangeHands(void (*panel)(PanelContext&) = draw_clips, float width = 1600, float height = 236,
                        float scale = 1)
        : PanelHands(panel, width, height, scale) {
        app.scene = made_scene();
        ++app.scene_id;
        app.play.clip = 0;
        frame();
    }
    RangesState& state() { return states.get<RangesState>(); }
    FrameAxis axis() { return range_axis(state(), 0, size.x); }
    float row_y(int row) const { return px(first_row + 20.f * static_cast<float>(row) + 8); }
    void press(float x, float y) {
        mouse(x, y);
        frame();
        button(0, true);
        frame();
    }
};

TEST(RangesPanel, AClickOnARowPutsTheClipInPlayAndSelectsItsBlock) {
    NEED_SHARED();
    RangeHands hands;
    const std::vector<std::string> path{test::sample("meteor/synth/arm.pos").string()};
    hands.app.scene = open_scene(path);
    ++hands.app.scene_id;
    hands.frame();
    hands.press(70, hands.row_y(1));
    ASSERT_TRUE(hands.ask.clip);
    EXPECT_EQ(*hands.ask.clip, 1);
    ASSERT_TRUE(hands.ask.select);
    EXPECT_EQ(hands.ask.select->bytes, hands.app.scene.clips[1].cut()->where);
    EXPECT_EQ(hands.ask.select->clip, 1);
    hands.button(0, false);
    hands.frame();
    hands.app.play.clip = 1;
    EXPECT_EQ(range_in_view(hands.app), 1);
    // A key of the bank belongs to the clip in play, a word of the list to the clip that it speaks of.
    const ClipUse& use = hands.app.scene.clips[1];
    const int bank = doc_of(hands.app.scene, use.doc.get()), list = doc_of(hands.app.scene, use.list.get());
    const Bytes key = key_bytes(*use.doc, use.get().tracks[0], 3);
    const Selection on_key = select_bytes(hands.app, bank, key);
    EXPECT_EQ(on_key.clip, 1);
    EXPECT_EQ(on_key.key, 3);
    const Selection on_window = select_bytes(hands.app, list, use.cut()->windows[1].where);
    EXPECT_EQ(on_window.clip, 1);
    EXPECT_EQ(on_window.key, -1);
    hands.app.selection = on_key;
    EXPECT_EQ(range_in_view(hands.app), -1) << "a key is shown as a key";
}

TEST(RangesPanel, PressingABarSeeksInsideItAndDraggingGoesOn) {
    RangeHands hands;
    const FrameAxis axis = hands.axis();
    hands.press(axis.x(45), hands.row_y(1));
    ASSERT_TRUE(hands.ask.clip && hands.ask.seek);
    EXPECT_EQ(*hands.ask.clip, 1);
    EXPECT_NEAR(*hands.ask.seek, 5 / 30., 1e-9);
    hands.mouse(axis.x(90), hands.row_y(3));  // beyond its end, over another row
    hands.frame();
    ASSERT_TRUE(hands.ask.seek);
    EXPECT_FALSE(hands.ask.clip);
    EXPECT_NEAR(*hands.ask.seek, 19 / 30., 1e-9);
    hands.button(0, false);
    hands.frame();
    hands.frame();
    EXPECT_FALSE(hands.ask.seek);
    hands.press(axis.x(80), hands.row_y(1));  // beside the bar
    EXPECT_TRUE(hands.ask.clip);
    EXPECT_FALSE(hands.ask.seek);
}

TEST(RangesPanel, ClipsWithoutFramesFoldIntoOneRowPerReason) {
    RangeHands hands;
    const auto shown_rows = [&] { return hands.state().lines.size(); };
    ASSERT_EQ(shown_rows(), 5u);  // two clips, the bank, source 0, empty poses
    EXPECT_EQ(group_title(hands.state().lines[3]), "2 clips of source 0");
    EXPECT_EQ(group_title(hands.state().lines[4]), "1 empty pose");
    hands.click(100, hands.row_y(3));
    EXPECT_EQ(shown_rows(), 7u);
    EXPECT_EQ(hands.state().rows[static_cast<std::size_t>(hands.state().lines[4].row)].number, 3);
    hands.click(100, hands.row_y(3));
    EXPECT_EQ(shown_rows(), 5u);
    hands.key(ImGuiKey_DownArrow);  // the list has the keys; groups are passed over
    ASSERT_FALSE(hands.last && hands.last->clip == -1);
}

TEST(RangesPanel, LocateOpensTheDialogForParts) {
    RangeHands hands;
    float x = 0;
    for (const ImVec2& p : hands.corners(color::selection))
        if (p.x > hands.axis().left && p.y > hands.row_y(3) - 10 && p.y < hands.row_y(3) + 12) x = std::max(x, p.x);
    ASSERT_GT(x, 0);
    hands.press(x - 6, hands.row_y(3));
    ASSERT_EQ(hands.ask.commands.size(), 1u);
    EXPECT_EQ(hands.state().lines.size(), 5u) << "the group stays folded";
}

TEST(RangesPanel, FaultsAreMarkedAndAClickSelectsTheirBytes) {
    NEED_SHARED();
    RangeHands hands;
    const std::vector<std::string> path{test::sample("meteor/synth/sloppy.pos").string(),
                                        test::sample("meteor/synth/arm.amb").string()};
    hands.app.scene = open_scene(path);
    ++hands.app.scene_id;
    hands.frame();
    const float y = hands.row_y(2);     // Pose 2
    ImVec2 mark{hands.axis().left, 0};  // left of numbers in the same colour
    for (const ImVec2& p : hands.corners(color::warning))
        if (std::abs(p.y - y) < 10 && p.x < mark.x) mark = p;
    ASSERT_LT(mark.x, hands.axis().left);
    hands.press(mark.x + 2, y);
    ASSERT_TRUE(hands.ask.select);
    EXPECT_FALSE(hands.ask.clip);
    const RangeRow& row = hands.state().rows[2];
    EXPECT_EQ(row.number, 2);
    EXPECT_EQ(row.faults.size(), 6u);
    const Bytes where = hands.ask.select->bytes;
    EXPECT_TRUE(std::any_of(row.faults.begin(), row.faults.end(),
                            [&](uint32_t note) { return hands.app.scene.clips[2].list->notes[note].where == where; }));
}

TEST(RangesPanel, FiltersAndWordsChooseRows) {
    RangeHands hands(draw_ranges_header, 900, 24);
    const auto numbers = [&] {
        std::vector<int> out;
        for (const RangeLine& line : hands.state().lines)
            out.push_back(line.row < 0 ? -100 - line.group
                                       : hands.state().rows[static_cast<std::size_t>(line.row)].number);
        return out;
    };
    const auto filtered = [&](RangeFilter filter, const char* words) {
        hands.state().filter = filter;
        std::snprintf(hands.state().words, sizeof hands.state().words, "%s", words);
        hands.state().changed = true;
        hands.frame();
        return numbers();
    };
    EXPECT_EQ(filtered(RangeFilter::All, ""), (std::vector<int>{1, 2, -1, -100, -98}));
    EXPECT_EQ(filtered(RangeFilter::Own, ""), (std::vector<int>{1, 2}));
    EXPECT_EQ(filtered(RangeFilter::Named, ""), (std::vector<int>{1}));
    EXPECT_EQ(filtered(RangeFilter::Here, ""), (std::vector<int>{1, 2, -1}));
    EXPECT_EQ(filtered(RangeFilter::All, "WAL"), (std::vector<int>{1}));
    EXPECT_EQ(filtered(RangeFilter::All, "4"), (std::vector<int>{-100, 4})) << "found ones are unfolded";
    EXPECT_EQ(filtered(RangeFilter::All, "nothing"), std::vector<int>{});
    hands.app.scene = make_scene({made_list({of_source(looping(), 1), of_source(looping(), 0)})});
    ++hands.app.scene_id;
    EXPECT_EQ(filtered(RangeFilter::Own, ""), std::vector<int>{-101}) << "folded where the own bank is missing";
    filtered(RangeFilter::All, "");
    hands.click(hands.size.x - 20, 12);  // the last button
    EXPECT_EQ(hands.state().filter, RangeFilter::Here);
}

TEST(RangesPanel, HeadsSortAndTheThirdClickIsTheFilesOrder) {
    RangeHands hands;
    const auto first = [&] { return hands.state().rows[static_cast<std::size_t>(hands.state().lines[0].row)].number; };
    hands.click(235, 36);  // Start, right of number and name
    hands.click(235, 36);
    EXPECT_EQ(hands.state().by, RangeColumn::Start);
    EXPECT_TRUE(hands.state().down);
    EXPECT_EQ(first(), 2);
    hands.click(235, 36);
    EXPECT_EQ(hands.state().by, RangeColumn::File);
    EXPECT_EQ(first(), 1);
}

TEST(RangesPanel, TheWheelZoomsAboutThePointerTheRightButtonPansTwoClicksFit) {
    RangeHands hands;
    const FrameAxis all = hands.axis();
    const float x = all.x(30);
    hands.mouse(x, hands.row_y(1));
    hands.wheel(3);
    hands.frame();
    hands.wheel(0);
    hands.frame();
    const FrameAxis near = hands.axis();
    EXPECT_LT(near.to - near.from, (all.to - all.from) * 0.6);
    EXPECT_NEAR(near.x(30), x, 1);
    EXPECT_EQ(hands.state().scroll.top, 0);
    hands.button(1, true);
    hands.frame();
    hands.mouse(x - 100, hands.row_y(1));
    hands.frame();
    hands.button(1, false);
    hands.frame();
    EXPECT_NEAR(hands.axis().x(30), x - 100, 1);
    hands.state().from = 60;
    hands.state().to = 90;
    hands.app.play.clip = 1;
    hands.frame();
    EXPECT_LE(hands.axis().from, 40) << "a clip that comes into play comes into view";
    EXPECT_NEAR(hands.axis().to - hands.axis().from, 30, 1e-6);
    for (int i = 0; i < 2; ++i) {
        hands.button(0, true);
        hands.frame();
        hands.button(0, false);
        hands.frame();
    }
    EXPECT_EQ(hands.state().to, 0);
}

TEST(RangesPanel, BarsShowLoopsWindowsAndLinks) {
    RangeHands hands;
    const FrameAxis axis = hands.axis();
    const auto seen = [&](ImU32 ink, double frame, int row) {
        for (const ImVec2& p : hands.corners(ink))
            if (std::abs(p.x - axis.x(frame)) < 3 && std::abs(p.y - hands.row_y(row)) < 14) return true;
        return false;
    };
    EXPECT_TRUE(seen(color::good, 14.5, 0) && seen(color::good, 20.5, 0));
    EXPECT_TRUE(seen(color_of(WindowKind::Action), 9.5, 0) && seen(color_of(WindowKind::Action), 29.5, 0));
    EXPECT_TRUE(seen(color::w, 39.5, 1)) << "the arrow ends where the linked clip starts";
    EXPECT_FALSE(seen(color_of(WindowKind::Action), 39.5, 1));
    EXPECT_TRUE(seen(IM_COL32_WHITE, 10, 0));
}

TEST(RangesPanel, HundredsOfRowsCostWhatIsVisible) {
    std::vector<ClipRange> ranges;
    for (int i = 0; i < 600; ++i) ranges.push_back(test::range(i, i % 90, i % 90 + 9));
    RangeHands hands;
    const int few = hands.vertices();
    hands.app.scene = make_scene({made_bank(test::numbers(0, 99)), made_list(ranges)});
    ++hands.app.scene_id;
    hands.frame();
    EXPECT_EQ(hands.state().lines.size(), 601u);
    EXPECT_LT(hands.vertices(), few * 4);
}

TEST(RangesPanel, FitsEverySizeAndScale) {
    for (const float scale : {1.f, 2.f})
        for (const ImVec2 size : {ImVec2(1600, 236), ImVec2(1280, 156), ImVec2(300, 60), ImVec2(40, 10)}) {
            RangeHands hands(draw_clips, size.x * scale, size.y * scale, scale);
            RangeHands narrow(draw_ranges_header, size.x * scale, 24 * scale, scale);
            RangeHands selection(draw_selection, size.x * scale, size.y * scale, scale);
            hands.frames(2);
            EXPECT_FALSE(hands.ask.clip);
        }
}

TEST(ClipSelection, TheClipInPlayIsShownAndItsChainCanBeWalked) {
    RangeHands hands(draw_selection, 376, 900);
    EXPECT_EQ(range_in_view(hands.app), 0);
    hands.frame();
    ImVec2 arrow{0, 0};
    for (const ImVec2& p : hands.corners(color::w))
        if (arrow.x == 0 || p.x < arrow.x) arrow = p;
    ASSERT_GT(arrow.x, 0);
    hands.press(arrow.x + 50, arrow.y);  // the box after the first arrow
    ASSERT_TRUE(hands.ask.clip);
    EXPECT_EQ(*hands.ask.clip, 1);
}

TEST(ClipSelection, MeshesAndBonesComeBeforeTheClipInPlay) {
    RangeHands hands(draw_selection, 376, 900);
    hands.app.selection = select_joint(hands.app, 0);
    EXPECT_EQ(range_in_view(hands.app), -1);
    hands.app.selection = {};
    hands.app.play.clip = -1;
    EXPECT_EQ(range_in_view(hands.app), -1);
    hands.app.play.clip = 5;  // the whole bank
    EXPECT_EQ(range_in_view(hands.app), -1);
}

TEST(RangesPanel, NumbersAreShownAsTheyAreStored) {
    ClipRange odd = test::range(1, 50, 40), loop = test::range(2, 20, 38), fine = test::range(3, 1, 9);
    loop.loop_start = 15, loop.loop_end = 38;
    fine.loop_start = 2, fine.loop_end = 8;
    const Scene scene = make_scene({made_bank(test::numbers(0, 99)), made_list({odd, loop, fine})});
    const auto clip = [&](std::size_t i) -> const Clip& { return scene.clips[i].get(); };
    EXPECT_EQ(stored_start(odd).text, "50");
    EXPECT_EQ(stored_end(odd).text, "40");
    EXPECT_TRUE(stored_end(odd).mended);
    EXPECT_EQ(mended_words(odd, clip(0)), "stored 50 – 40, played 50 – 50");
    EXPECT_EQ(stored_loop(loop, clip(1)).text, "15–38");
    EXPECT_TRUE(stored_loop(loop, clip(1)).mended);
    EXPECT_EQ(mended_words(loop, clip(1)), "loop stored 15–38, played 20 – 38");
    EXPECT_EQ(stored_loop(fine, clip(2)).text, "2–8");
    EXPECT_FALSE(stored_loop(fine, clip(2)).mended);
    EXPECT_EQ(mended_words(fine, clip(2)), "");
}

TEST(RangesPanel, TheAxisIsThatOfTheBankInPlay) {
    RangeHands hands;
    EXPECT_EQ(hands.state().axis, 0);
    EXPECT_EQ(hands.axis().from, -0.5);
    EXPECT_EQ(hands.axis().to, 99.5);
    hands.app.play.clip = 2;  // of the missing source 0, clips 7..9 and 1..2
    hands.frame();
    EXPECT_EQ(hands.state().axis, missing_axis(0));
    EXPECT_EQ(hands.axis().from, 0.5);
    EXPECT_EQ(hands.axis().to, 9.5);
    hands.app.play.clip = 4;  // empty: it has none
    hands.frame();
    EXPECT_EQ(hands.state().axis, missing_axis(0));
}

TEST(RangesPanel, ClipsBeyondTheirBankAreMarked) {
    RangeHands hands;
    hands.app.scene =
        make_scene({made_bank(test::numbers(0, 121)),
                    made_list({test::range(5, 0, 9), test::range(6, 1, 9999), test::range(7, 500, 600)})});
    ++hands.app.scene_id;
    hands.app.play.clip = 0;
    hands.frame();
    EXPECT_FALSE(hands.state().rows[0].outside);
    EXPECT_TRUE(hands.state().rows[1].outside);
    EXPECT_EQ(hands.state().rows[1].worst, Severity::Warning);
    EXPECT_NE(fault_words(hands.app, hands.state().rows[2]).find("found 500 to 600"), std::string::npos);
    EXPECT_GT(hands.axis().to, 122) << "there is room to show that they go on";
    EXPECT_LT(hands.axis().to, 130);
}

}  // namespace
}  // namespace bonescope
