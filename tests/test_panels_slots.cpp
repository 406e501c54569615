// The panels of 2D scenes: slots, armatures and skins, events, where a bone's values come from.
#include "app/draw_flat.h"
#include "app/panels/pages.h"
#include "tests/flat_maker.h"
#include "tests/panel_bench.h"
#include <set>

namespace bonescope {
namespace {

using test::FlatMaker;

// What a panel of 900 x 300 asks for; `at`: it is clicked there.
Requests show(const App& app, void (*draw)(PanelContext&), std::optional<ImVec2> at = {}) {
    test::PanelBench bench(900, 300);
    bench.app = app;
    bench.app.scale = 1;
    if (at) bench.mouse(at->x, at->y);
    for (const bool down : {false, false, true, false}) {
        bench.button(0, down && at);
        bench.frame(draw);
    }
    return bench.ask;
}

App made_app() {
    FlatMaker maker;
    const int a = maker.armature("a"), b = maker.armature("b");
    maker.joint(a, "root", -1, {0, 0});
    maker.joint(a, "arm", 0, {10, 0}, 30, 5);
    maker.joint(b, "other", -1, {0, 0});
    maker.slot(a, "back", 0, {test::picture("p")});
    maker.slot(a, "front", 1, {test::picture("p"), test::picture("q")});
    maker.region("p", {0, 0, 4, 8});
    const int clip = maker.clip(a, "walk", 24);
    maker.clip(b, "rest", 0);
    Event event;
    event.name = "step";
    event.tick = 12;
    event.numbers = {1.5};
    maker.doc->clips[static_cast<std::size_t>(clip)].events = {event};
    App app;
    app.scene = maker.scene();
    app.scene_id = 1;
    app.play.clip = 0;
    advance(app, 0);
    return app;
}

TEST(Slots, TheFrontSlotIsTheFirstRowAndAClickSelectsItsBone) {
    const App app = made_app();
    const Requests front = show(app, draw_slots, ImVec2{100, 53});
    ASSERT_TRUE(front.select);
    EXPECT_EQ(front.select->slot, 1);
    EXPECT_EQ(front.select->joint, 1);
    const Requests back = show(app, draw_slots, ImVec2{100, 73});
    ASSERT_TRUE(back.select);
    EXPECT_EQ(back.select->slot, 0);
    EXPECT_EQ(back.select->joint, 0);
    EXPECT_FALSE(show(app, draw_slots, ImVec2{100, 220}).select);
}

TEST(Slots, AClickOnAnEventGoesToItsTime) {
    const App app = made_app();
    const Requests ask = show(app, draw_slots, ImVec2{590 + (900 - 8 - 590) / 2.f, 10});
    ASSERT_TRUE(ask.seek);
    EXPECT_NEAR(*ask.seek, 0.5, 1e-9);
}

TEST(Slots, AClickOnWhatASlotShowsGoesToItsPicture) {
    const Requests ask = show(made_app(), draw_slots, ImVec2{400, 53});
    ASSERT_TRUE(ask.select);
    EXPECT_EQ(ask.select->slot, 1);
    EXPECT_EQ(ask.select->page, 0);
    EXPECT_EQ(ask.select->region, 0);
}

TEST(Slots, AreNotThereForOtherScenes) {
    EXPECT_TRUE(has_slots(made_app()));
    EXPECT_FALSE(has_slots(App{}));
}

TEST(Slots, AnotherArmatureBringsItsOwnBonesClipsAndSlots) {
    App app = made_app();
    Requests ask;
    ask.armature = 1;
    const uint64_t before = app.scene_id;
    apply(app, ask);
    advance(app, 0);
    EXPECT_NE(app.scene_id, before);
    ASSERT_EQ(app.scene.clips.size(), 1u);
    EXPECT_EQ(app.scene.clips[0].get().name, "rest");
    EXPECT_EQ(app.play.clip, 0);
    EXPECT_EQ(app.scene.skeleton()->joints[0].name, "other");
    EXPECT_TRUE(app.frame.planar.slots.empty());
    EXPECT_EQ(app.frame.pose.matrix.size(), 1u);
    show(app, draw_slots);
    show(app, draw_slots_header);
}

// The page of 100 x 100 fits the panel of 900 x 300 at a zoom of 236 / 100 around its middle.
ImVec2 on_page(float x, float y) { return {450 + (x - 50) * 2.36f, 150 + (y - 50) * 2.36f}; }

TEST(Atlas, AClickSelectsTheRegionAndTheSlotThatShowsIt) {
    const App app = made_app();
    ASSERT_TRUE(has_pages(app));
    const Requests ask = show(app, draw_atlas, on_page(2, 4));
    ASSERT_TRUE(ask.select);
    EXPECT_EQ(ask.select->doc, 0);
    EXPECT_EQ(ask.select->page, 0);
    EXPECT_EQ(ask.select->region, 0);
    EXPECT_EQ(ask.select->slot, 0);  // the first of the two that show it
    const Requests beside = show(app, draw_atlas, on_page(50, 50));
    ASSERT_TRUE(beside.select);
    EXPECT_EQ(beside.select->region, -1);
    EXPECT_EQ(beside.select->page, 0);
}

TEST(Atlas, ShowsWithoutAPictureAndWithRegionsThatLeaveThePage) {
    FlatMaker maker;
    maker.armature("a");
    maker.region("in", {0, 0, 50, 50});
    maker.region("out", {80, 0, 50, 20});
    maker.region("broken", {std::nanf(""), 0, 50, 20});
    EXPECT_FALSE(outside(maker.doc->pages[0].regions[0], {100, 100}));
    EXPECT_TRUE(outside(maker.doc->pages[0].regions[1], {100, 100}));
    EXPECT_TRUE(outside(maker.doc->pages[0].regions[2], {100, 100}));
    App app;
    app.scene = maker.scene();
    app.scene_id = 1;
    EXPECT_FALSE(select_picture(app, "nothing"));
    EXPECT_EQ(select_picture(app, "out")->region, 1);
    test::PanelBench bench(900, 300);
    bench.app = app;
    bench.app.scale = 1;
    bench.frame(draw_atlas_header);
    bench.frame(draw_atlas);
    EXPECT_FALSE(bench.corners(color::error).empty());
}

TEST(Slots, ABonesValuesAndASlotsAreShownWithoutKeysToo) {
    App app = made_app();
    for (const int joint : {0, 1}) {
        app.selection = select_joint(app, joint);
        app.selection.slot = joint;
        show(app, draw_selection);
    }
    app.play.clip = -1;
    advance(app, 0);
    show(app, draw_selection);
    app.selection.slot = 99;  // of a scene that is gone
    show(app, draw_selection);
    EXPECT_EQ(app.frame.planar.local.size(), 2u);
}

TEST(Slots, AnArmaturesCanvasIsPaintedAndItsUserDataLeadsToItsBytes) {
    FlatMaker maker;
    const int a = maker.armature("a");
    maker.joint(a, "root", -1, {0, 0});
    App app;
    app.scene = maker.scene();
    app.scene_id = 1;
    EXPECT_TRUE(canvas_of(app.scene).empty());
    Rig& rig = *maker.rigs[0];
    rig.canvas = {10, 20, 4, 8};
    EXPECT_TRUE(canvas_of(app.scene).empty());  // it has no colour
    rig.canvas_color = 0x112233;
    const std::vector<PlainVertex> canvas = canvas_of(app.scene);
    ASSERT_EQ(canvas.size(), 6u);
    EXPECT_EQ(canvas[0].at, vec3(8, 16, 0));
    EXPECT_EQ(canvas[2].at, vec3(12, 24, 0));
    EXPECT_EQ(canvas[2].color, IM_COL32(0x11, 0x22, 0x33, 255));

    UserData data;
    data.numbers = {7};
    data.where = {3, 5};
    rig.user_data = {data};
    std::set<uint32_t> led_to;
    for (float y = 40; y < 180; y += 10)
        if (const Requests ask = show(app, draw_selection, ImVec2{200, y}); ask.select)
            led_to.insert(ask.select->bytes.at);
    EXPECT_EQ(led_to, std::set<uint32_t>{3});
}

TEST(Slots, TheOtherArmaturesOfTheFileAreAClickAway) {
    const App app = made_app();
    std::set<int> offered;
    for (float y = 40; y < 180; y += 10)
        if (const Requests ask = show(app, draw_selection, ImVec2{200, y}); ask.armature) offered.insert(*ask.armature);
    EXPECT_EQ(offered, std::set<int>{1});
}

}  // namespace
}  // namespace bonescope
