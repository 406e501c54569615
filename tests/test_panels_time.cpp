// Curves and clips panels: what is drawn and what is asked for, by pixels and by requests.
#include "app/commands.h"
#include "app/panels/clip_rows.h"
#include "app/panels/curve_cache.h"
#include "tests/panel_bench.h"
#include "tests/support.h"
#include <chrono>
#include <cmath>
#include <map>

namespace bonescope {
namespace {

using test::PanelBench;

// A bone and a clip at 30 keys a second; only the translation moves, and only along x.
Scene made_scene(const std::vector<float>& x, double pad = 0, const char* name = "Walk") {
    auto doc = std::make_shared<Document>();
    doc->path = "made.skeleton";
    doc->readable = true;
    Skeleton skeleton;
    for (int i = 0; i < 2; ++i) {
        Joint joint;
        joint.name = i ? "Arm" : "Root";
        joint.id = i;
        joint.parent = i - 1;
        skeleton.joints.push_back(joint);
    }
    skeleton.order = parents_first(skeleton.joints);
    doc->skeletons.push_back(skeleton);
    Clip clip;
    clip.name = name;
    const auto rows = static_cast<uint32_t>(x.size());
    Timeline line;
    line.time = add_column(*doc, rows, 1);
    line.rows = rows;
    Track track;
    track.target = 0;
    track.value = add_column(*doc, rows, 3);
    for (uint32_t i = 0; i < rows; ++i) {
        column_data(*doc, line.time)[i] = static_cast<float>(i) / 30;
        float* to = column_data(*doc, track.value) + 3 * i;
        to[0] = x[i];
        to[1] = to[2] = 0;
    }
    clip.duration = static_cast<double>(key_time(*doc, line, rows - 1)) + pad;
    clip.sampling.after = End::ToFirst;
    sort_timeline(*doc, line);
    track.timeline = intern_timeline(*doc, clip, line);
    inspect_values(*doc, clip, track);
    clip.tracks.push_back(track);
    doc->clips.push_back(clip);
    return make_scene({doc});
}

void show(PanelBench& bench, Scene scene, int joint = 0) {
    bench.app.scene = std::move(scene);
    ++bench.app.scene_id;
    bench.app.play.clip = 0;
    bench.app.selection = select_joint(bench.app, joint);
}

std::vector<float> sine(std::size_t keys) {
    std::vector<float> out(keys);
    for (std::size_t i = 0; i < keys; ++i) out[i] = std::sin(static_cast<float>(i) * 0.05f) * 0.1f;
    return out;
}

// Keys get their values over several frames.
void settle(PanelBench& bench) {
    auto& state = bench.states.get<CurvesState>();
    bench.frame(draw_curves);
    for (int i = 0; i < 20000 && !state.curves.complete(); ++i) bench.frame(draw_curves);
}

float lowest(const std::vector<ImVec2>& corners) {
    float y = 0;
    for (const ImVec2& p : corners) y = std::max(y, p.y);
    return y;
}

TEST(CurvesPanel, OneBadKeyAmongManyIsVisibleAtEveryZoom) {
    for (const std::size_t spike : {0u, 1u, 4999u, 7777u, 19998u, 19999u}) {
        PanelBench bench;
        auto x = sine(20000);
        x[spike] = -30;
        show(bench, made_scene(x));
        const double at = static_cast<double>(spike) / 30, length = bench.app.length();
        for (const double part : {1.0, 0.3, 0.01, 0.0005}) {
            const double from = std::clamp(at - length * part * 0.4, 0.0, length * (1 - part));
            bench.app.span = {from, from + length * part};
            settle(bench);
            const TimeAxis axis = time_axis(bench.app);
            float spike_y = 0;
            for (const ImVec2& p : bench.corners(color::x)) {
                if (std::abs(p.x - axis.x(at)) < 3) spike_y = std::max(spike_y, p.y);
            }
            EXPECT_GT(spike_y, bench.size.y * 0.8f) << "key " << spike << " part " << part;
        }
    }
}

TEST(CurvesPanel, KeysAreDiamondsAndTheSelectedOneIsCyan) {
    PanelBench bench;
    show(bench, made_scene({0, 1, 0, 2, 0}));
    bench.frame(draw_curves);
    EXPECT_GE(bench.corners(color::key).size(), 5u * 4);
    EXPECT_TRUE(bench.corners(color::selection).empty());
    bench.app.selection = select_key(bench.app, 0, 0, 3);
    bench.frame(draw_curves);
    const auto cyan = bench.corners(color::selection);
    ASSERT_FALSE(cyan.empty());
    const TimeAxis axis = time_axis(bench.app);
    for (const ImVec2& p : cyan) EXPECT_NEAR(p.x, axis.x(0.1), 8);
}

TEST(CurvesPanel, AClickOnAKeySelectsItAndElsewhereSeeks) {
    PanelBench bench;
    show(bench, made_scene({0, 1, 0, 2, 0}));
    bench.frame(draw_curves);
    const TimeAxis axis = time_axis(bench.app);
    ImVec2 key{0, 0};
    for (const ImVec2& p : bench.corners(color::key)) {
        if (std::abs(p.x - axis.x(0.1)) < 1 && (key.y == 0 || p.y < key.y)) key = p;  // upper tip of the highest key
    }
    ASSERT_GT(key.y, 0);
    bench.mouse(key.x, key.y + 3);
    bench.frame(draw_curves);
    ASSERT_TRUE(bench.ask.hover);
    EXPECT_EQ(bench.ask.hover->key, 3);
    bench.button(0, true);
    bench.frame(draw_curves);
    ASSERT_TRUE(bench.ask.select);
    EXPECT_EQ(bench.ask.select->key, 3);
    EXPECT_EQ(bench.ask.select->track, 0);
    bench.button(0, false);
    bench.frame(draw_curves);
    bench.ask = {};
    bench.mouse(axis.x(0.05), 20);
    bench.frame(draw_curves);
    bench.button(0, true);
    bench.frame(draw_curves);
    EXPECT_FALSE(bench.ask.select);
    ASSERT_TRUE(bench.ask.seek);
    EXPECT_NEAR(*bench.ask.seek, 0.05, 1e-4);
    bench.mouse(axis.x(0.08), 20);  // the drag goes on
    bench.frame(draw_curves);
    EXPECT_NEAR(*bench.ask.seek, 0.08, 1e-4);
    bench.button(0, false);
    bench.frame(draw_curves);
}

TEST(CurvesPanel, AKeyThatIsNotFiniteIsMarkedRed) {
    PanelBench bench;
    show(bench, made_scene({0, 1, NAN, 2, 0}));
    bench.frame(draw_curves);
    const TimeAxis axis = time_axis(bench.app);
    bool marked = false;
    for (const ImVec2& p : bench.corners(color::error)) marked |= std::abs(p.x - axis.x(2.0 / 30)) < 8;
    EXPECT_TRUE(marked);
    auto& state = bench.states.get<CurvesState>();
    state.form = RotationForm::Stored;
    bench.frame(draw_curves);
    for (const ImVec2& p : bench.corners(color::x)) {  // a gap between the neighbours
        const bool legend = p.x < axis.left;
        EXPECT_FALSE(!legend && p.x > axis.x(1.05 / 30) && p.x < axis.x(2.95 / 30)) << p.x;
    }
}

TEST(CurvesPanel, TheWayBackToTheFirstKeyIsDimmer) {
    PanelBench bench;
    show(bench, made_scene({0, 1, 0, 2, 1}, 0.2));
    bench.frame(draw_curves);
    const TimeAxis axis = time_axis(bench.app);
    for (const ImVec2& p : bench.corners(color::x)) EXPECT_LT(p.x, axis.x(4.0 / 30) + 4);
    EXPECT_FALSE(bench.corners(color::with_alpha(color::x, 130)).empty());
}

TEST(CurvesPanel, StaysCalmWithoutSceneBoneOrClip) {
    PanelBench bench;
    bench.frame(draw_curves);
    show(bench, made_scene({0, 1}));
    for (const int joint : {-1, 0, 1, 2, 999}) {
        for (const int clip : {-1, 0}) {
            bench.app.selection.joint = joint;
            bench.app.play.clip = clip;
            for (const RotationForm form : {RotationForm::Stored, RotationForm::Continuous, RotationForm::Euler}) {
                bench.states.get<CurvesState>().form = form;
                bench.frame(draw_curves);
                bench.frame(draw_curves_header);
            }
        }
    }
    EXPECT_FALSE(bench.ask.select);
}

TEST(CurvesPanel, FitsEverySizeAndScale) {
    for (const float scale : {1.0f, 2.0f}) {
        for (const ImVec2 size : {ImVec2(1600, 236), ImVec2(1280, 156), ImVec2(300, 60), ImVec2(40, 10)}) {
            PanelBench bench(size.x, size.y, scale);
            show(bench, made_scene(sine(200)));
            bench.frame(draw_curves);
            EXPECT_LE(lowest(bench.corners(color::x)), size.y + 30);
        }
    }
}

TEST(CurvesPanel, AMillionKeysPanWithinAFrame) {
    PanelBench bench;
    show(bench, made_scene(sine(1000000)));
    auto& state = bench.states.get<CurvesState>();
    settle(bench);
    ASSERT_TRUE(state.curves.complete());
    const double length = bench.app.length();
    std::vector<double> times;
    for (int i = 0; i < 20; ++i) {
        bench.app.span = {length * 0.01 * i, length * (0.5 + 0.01 * i)};
        const auto start = std::chrono::steady_clock::now();
        bench.frame(draw_curves);
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    const double middle = times[times.size() / 2];
    RecordProperty("milliseconds", std::to_string(middle * 1000));
    EXPECT_LT(middle, 0.25);  // unoptimised build with sanitizers, shared machine; 60 a second is for release
}

TEST(ClipsPanel, RowsCountWhatMatters) {
    PanelBench bench;
    show(bench, made_scene({0, 1, 0, 2, 1}, 0.2));
    auto rows = clip_rows(bench.app);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, "Bind pose");
    EXPECT_EQ(rows[1].name, "Walk");
    EXPECT_EQ(rows[1].tracks, 1u);
    EXPECT_EQ(rows[1].keys, 5u);
    EXPECT_EQ(rows[1].early, 1u);
    EXPECT_EQ(rows[1].unbound, 0u);
    EXPECT_TRUE(rows[1].closes);
    EXPECT_TRUE(rows[1].odd_ends);  // as the clip blends back
    EXPECT_STREQ(rows[1].kind(), "skeletal");
    EXPECT_EQ(rate_of(bench.app, rows[1]).rate, 30);
}

TEST(ClipsPanel, RealRobotSortsAndFilters) {
    NEED_SHARED();
    PanelBench bench;
    const std::vector<std::string> path{test::sample("ogre/ogre-sdk/robot.skeleton").string()};
    show(bench, open_scene(path));
    auto rows = clip_rows(bench.app);
    ASSERT_EQ(rows.size(), 6u);
    const auto first = [&](ClipColumn by, bool down) { return rows[ordered(bench.app, rows, "", by, down)[1]].name; };
    EXPECT_EQ(first(ClipColumn::Name, false), "Die");
    EXPECT_EQ(first(ClipColumn::Name, true), "Walk");
    EXPECT_EQ(ordered(bench.app, rows, "wAl", ClipColumn::File, false).size(), 2u);  // and the bind pose
    EXPECT_EQ(ordered(bench.app, rows, "nothing like it", ClipColumn::File, false).size(), 1u);
    uint32_t early = 0;
    for (const ClipRow& row : rows) early += row.early;
    EXPECT_GT(early, 0u);  // Die and Slump
}

TEST(ClipsPanel, AClipThatIsLongerThanAllOfItsTracksIsNothingOdd) {
    NEED_SHARED();
    PanelBench bench;
    show(bench, open_scene(std::vector<std::string>{test::sample("cal3d/balazar/balazar.csf").string()}));
    std::map<std::string, ClipRow> rows;
    for (ClipRow& row : clip_rows(bench.app)) rows[row.name] = std::move(row);
    ASSERT_TRUE(rows.contains("combat0"));
    EXPECT_TRUE(rows["combat0"].odd_ends);  // four arm tracks end before the others
    show(bench, open_scene(std::vector<std::string>{test::sample("cal3d/cally/cally.csf").string()}));
    uint32_t early = 0;
    for (const ClipRow& row : clip_rows(bench.app)) {
        early += row.early;
        EXPECT_FALSE(row.odd_ends) << row.name;
    }
    EXPECT_GT(early, 0u);
}

TEST(Commands, WhatNoClipTellsApartCannotBeChosen) {
    NEED_SHARED();
    PanelBench bench;
    const auto enabled = [&](const char* path, std::string_view name) {
        show(bench, open_scene(std::vector<std::string>{test::sample(path).string()}));
        for (const Command& command : commands())
            if (command.name == name) return command.enabled(bench.app);
        return false;
    };
    const char *robot = "ogre/ogre-sdk/robot.skeleton", *cally = "cal3d/cally/cally.csf";
    EXPECT_TRUE(enabled(robot, "Interpolation: spline"));
    EXPECT_TRUE(enabled(robot, "After the last key: OGRE 13.3.3 holds"));
    EXPECT_FALSE(enabled(cally, "Interpolation: spline"));
    EXPECT_FALSE(enabled(cally, "Rotations on the great arc (slerp)"));
    EXPECT_FALSE(enabled(cally, "After the last key: OGRE 13.3.3 holds"));
    EXPECT_TRUE(enabled(cally, "Exactly as the engine, defects included"));
    for (const Command& command : commands())
        if (command.why_not) { EXPECT_NE(command.enabled, nullptr) << command.name; }
}

TEST(ClipsPanel, AClickPutsAClipInPlayAndControlClickBlendsIt) {
    PanelBench bench;
    show(bench, made_scene({0, 1}));
    bench.app.scene.clips.push_back(bench.app.scene.clips[0]);
    ++bench.app.scene_id;
    bench.frame(draw_clips);
    const auto click = [&](float y) {
        bench.ask = {};
        bench.mouse(60, y);
        bench.frame(draw_clips);
        bench.button(0, true);
        bench.frame(draw_clips);
        bench.button(0, false);
        bench.frame(draw_clips);
    };
    click(30);
    ASSERT_TRUE(bench.ask.clip);
    EXPECT_EQ(*bench.ask.clip, -1);
    click(70);
    ASSERT_TRUE(bench.ask.clip);
    EXPECT_EQ(*bench.ask.clip, 1);
    ImGui::GetIO().KeyCtrl = true;
    ImGui::GetIO().KeyMods = ImGuiKeyModFlags_Ctrl;
    click(70);
    EXPECT_FALSE(bench.ask.clip);
    ASSERT_TRUE(bench.ask.mix);
    ASSERT_EQ(bench.ask.mix->layers.size(), 1u);
    EXPECT_EQ(bench.ask.mix->layers[0].first, 1);
}

}  // namespace
}  // namespace bonescope
