// The clock over clips that loop, end and lead to others, and what the window shows of it.
#include "app/commands.h"
#include "tests/clip_maker.h"
#include <gtest/gtest.h>

namespace bonescope {
namespace {

using test::made_bank;
using test::made_list;
using test::numbers;

// 0: 10..40 with a loop from 20 to 30. 1: 50..60, then 2. 2: 70..80, then 1. 3: 1..2, then one that is not there.
App made_app() {
    ClipRange loop = test::range(0, 10, 40), one = test::range(1, 50, 60), two = test::range(2, 70, 80),
              lost = test::range(3, 1, 2);
    loop.loop_start = 20, loop.loop_end = 30;
    one.link = 2, two.link = 1, lost.link = 99;
    App app;
    app.scene = make_scene({made_bank(numbers(0, 100)), made_list({loop, one, two, lost})});
    app.scene_id = 1;
    app.play.clip = 0;
    app.play.playing = true;
    app.settings.fade_frames = 6;
    return app;
}

void play_on(App& app, LoopMode mode, int clip) {
    choose_clip(app, clip);
    app.play.loop = mode;
    app.play.playing = true;
}

double frame_now(const App& app) { return frame_at(app.clip()->get(), app.play.time, 30); }

float x_now(App& app) {
    advance(app, 0);
    return app.frame.pose.local.at(0).t.x;
}

TEST(Chain, LoopGoesRoundInTheClipsOwnLoopAndOnceLetsGo) {
    App app = made_app();
    play_on(app, LoopMode::Loop, 0);
    run_clock(app, 5 / 30.);
    EXPECT_NEAR(frame_now(app), 15, 1e-6);  // the intro
    run_clock(app, 17 / 30.);
    EXPECT_NEAR(frame_now(app), 22, 1e-6);
    for (int i = 0; i < 300; ++i) {
        run_clock(app, 1 / 60.);
        EXPECT_GE(frame_now(app), 20 - 1e-6);
        EXPECT_LE(frame_now(app), 30 + 1e-6);
    }
    app.play.loop = LoopMode::Once;
    run_clock(app, 60 / 30.);
    EXPECT_NEAR(frame_now(app), 40, 1e-6);  // the outro
    EXPECT_FALSE(app.play.playing);
}

TEST(Chain, LoopGoesOnFromWhereItWasPutBeyondItsOwnLoop) {
    App app = made_app();
    play_on(app, LoopMode::Loop, 0);
    seek(app, 25 / 30.);
    run_clock(app, 3 / 30.);
    EXPECT_NEAR(frame_now(app), 38, 1e-6);
    run_clock(app, 5 / 30.);
    EXPECT_NEAR(frame_now(app), 13, 1e-6);
}

TEST(Chain, BackwardsStaysInTheLoopToo) {
    App app = made_app();
    play_on(app, LoopMode::Loop, 0);
    seek(app, 12 / 30.);
    app.play.speed = -1;
    run_clock(app, 5 / 30.);
    EXPECT_NEAR(frame_now(app), 27, 1e-6);
}

TEST(Chain, ALinkedClipFadesInAndGoesOn) {
    App app = made_app();
    play_on(app, LoopMode::Chain, 1);
    run_clock(app, 10 / 30.);
    EXPECT_EQ(app.play.clip, 1);
    run_clock(app, 3 / 30.);  // half of the cross-fade
    EXPECT_EQ(app.play.clip, 2);
    EXPECT_EQ(app.play.fading.clip, 1);
    EXPECT_NEAR(frame_now(app), 70, 1e-6);
    EXPECT_NEAR(x_now(app), 65, 1e-3);  // between 60 and 70
    run_clock(app, 4 / 30.);
    EXPECT_EQ(app.play.fading.clip, -1);
    EXPECT_NEAR(x_now(app), 71, 1e-3);
    run_clock(app, 20 / 30.);  // and back to the first
    EXPECT_EQ(app.play.clip, 1);
    EXPECT_TRUE(app.play.playing);
}

TEST(Chain, WithoutAFadeTheNextClipFollowsAtOnce) {
    App app = made_app();
    app.settings.fade_frames = 0;
    play_on(app, LoopMode::Chain, 1);
    run_clock(app, 12 / 30.);
    run_clock(app, 0);
    EXPECT_EQ(app.play.clip, 2);
    EXPECT_NEAR(x_now(app), 72, 1e-3);
}

TEST(Chain, EndsWhereNoClipFollowsAndLoopsWhereOneIsHeld) {
    App app = made_app();
    play_on(app, LoopMode::Chain, 3);
    run_clock(app, 1);
    EXPECT_EQ(app.play.clip, 3);
    EXPECT_FALSE(app.play.playing);
    play_on(app, LoopMode::Chain, 0);
    for (int i = 0; i < 100; ++i) run_clock(app, 1 / 30.);
    EXPECT_TRUE(app.play.playing);
    EXPECT_LE(frame_now(app), 30 + 1e-6);
}

// `land` lasts a second, and half way it has its armature `stand`, which goes on for ever.
TEST(Chain, AnActionHasItsArmaturePlayAnotherClip) {
    App app;
    app.scene = make_scene({load("x_ske.json", test::bytes(R"({"frameRate":10,"version":"5.5","armature":[{"name":"a",
"bone":[{"name":"r"}],"animation":[{"name":"land","duration":10,"frame":[{"duration":5},{"duration":5,"actions":
[{"gotoAndPlay":"stand"}]}],"bone":[{"name":"r","translateFrame":[{"x":1}]}]},{"name":"stand","duration":10,"playTimes":0,
"bone":[{"name":"r","translateFrame":[{"duration":10,"tweenEasing":0,"x":2},{"duration":0,"x":12}]}]}]}]})"))},
                           {.resolve = false});
    app.scene_id = 1;
    play_on(app, LoopMode::Chain, 0);
    EXPECT_EQ(told_clip(app).clip, 1);
    EXPECT_NEAR(told_clip(app).seconds, 0.5, 1e-9);
    run_clock(app, 0.4);
    EXPECT_EQ(app.play.clip, 0);
    run_clock(app, 0.3);
    EXPECT_EQ(app.play.clip, 1);
    EXPECT_NEAR(app.play.time, 0.2, 1e-9);
    EXPECT_NEAR(x_now(app), 4, 1e-4);
    EXPECT_EQ(told_clip(app).clip, -1);
    run_clock(app, 1);
    EXPECT_TRUE(app.play.playing) << "it goes round";
    EXPECT_NEAR(app.play.time, 0.2, 1e-9);
    play_on(app, LoopMode::Loop, 0);
    run_clock(app, 0.7);
    EXPECT_EQ(app.play.clip, 0) << "the one that was asked for";
}

TEST(Chain, WithoutAClipTheClockStands) {
    App app = made_app();
    app.play.clip = -1;
    for (const LoopMode mode : {LoopMode::Once, LoopMode::Loop, LoopMode::Swing, LoopMode::Chain}) {
        app.play.loop = mode;
        app.play.playing = true;
        run_clock(app, 1 / 60.);
        EXPECT_FALSE(app.play.playing);
        EXPECT_EQ(app.play.time, 0);
    }
}

TEST(Chain, SeekingEndsAFade) {
    App app = made_app();
    play_on(app, LoopMode::Chain, 1);
    run_clock(app, 12 / 30.);
    ASSERT_EQ(app.play.fading.clip, 1);
    seek(app, 0.1);
    EXPECT_EQ(app.play.fading.clip, -1);
    EXPECT_NEAR(x_now(app), 73, 1e-3);
}

TEST(Chain, MotionIsAddedUpOverLoopsAndClips) {
    App app = made_app();
    play_on(app, LoopMode::Loop, 0);
    set_root_motion(app, RootMotion::Accumulated);
    EXPECT_NEAR(x_now(app), 0, 1e-4);
    run_clock(app, 25 / 30.);  // 10..30, then 20..25 again
    EXPECT_NEAR(x_now(app), 25, 1e-3);
    play_on(app, LoopMode::Chain, 1);
    EXPECT_NEAR(x_now(app), 0, 1e-4);  // another clip begins anew
    run_clock(app, 10.5 / 30.);
    run_clock(app, 7 / 30.);
    EXPECT_EQ(app.play.clip, 2);
    EXPECT_NEAR(x_now(app), 11.5, 1e-3);
    set_root_motion(app, RootMotion::InPlace);
    EXPECT_NEAR(x_now(app), 0, 1e-4);
    EXPECT_NEAR(app.frame.pose.local[0].t.y, 5, 1e-6);
    set_root_motion(app, RootMotion::Raw);
    EXPECT_NEAR(x_now(app), 71.5, 1e-3);
}

TEST(Chain, StepsGoToStoredFrames) {
    App app = made_app();
    choose_clip(app, 1);
    step_frames(app, 1);
    EXPECT_NEAR(frame_now(app), 51, 1e-9);
    step_frames(app, 100);
    EXPECT_NEAR(frame_now(app), 60, 1e-9);
    step_frames(app, -100);
    EXPECT_NEAR(frame_now(app), 50, 1e-9);
    EXPECT_TRUE(go_to(app, "f57"));
    EXPECT_NEAR(frame_now(app), 57, 1e-9);
}

TEST(Chain, AChainThatStopsSaysWhy) {
    App app = made_app();
    play_on(app, LoopMode::Chain, 3);
    run_clock(app, 1);
    EXPECT_FALSE(app.play.playing);
    ASSERT_FALSE(app.log.empty());
    EXPECT_EQ(app.log.back().text, "The chain stops at Pose 3: there is no Pose 99 in the list");
    app.log.clear();
    play_on(app, LoopMode::Once, 3);
    run_clock(app, 1);
    EXPECT_TRUE(app.log.empty()) << "without a chain nothing was to follow";
}

TEST(Chain, WhatIsSelectedOfAClipFollowsTheChain) {
    App app = made_app();
    app.settings.fade_frames = 0;
    play_on(app, LoopMode::Chain, 1);
    app.selection.clip = 1;
    app.selection.doc = 1;
    run_clock(app, 12 / 30.);
    ASSERT_EQ(app.play.clip, 2);
    EXPECT_EQ(app.selection.clip, 2);
    play_on(app, LoopMode::Chain, 1);
    app.selection = {};
    app.selection.clip = 0;  // of another clip: it stays
    app.selection.doc = 1;
    run_clock(app, 12 / 30.);
    EXPECT_EQ(app.selection.clip, 0);
}

TEST(Chain, AddingUpGoesOnFromWhereTheFigureIs) {
    App app = made_app();
    app.settings.fade_frames = 0;
    play_on(app, LoopMode::Chain, 1);
    run_clock(app, 12 / 30.);
    ASSERT_EQ(app.play.clip, 2);
    EXPECT_NEAR(x_now(app), 72, 1e-3);
    set_root_motion(app, RootMotion::Accumulated);
    EXPECT_NEAR(x_now(app), 72, 1e-3);
    EXPECT_NEAR(app.frame.pose.local[0].t.y, 0, 1e-4) << "as it was stored";
    run_clock(app, 3 / 30.);
    EXPECT_NEAR(x_now(app), 75, 1e-3);
    set_root_motion(app, RootMotion::InPlace);
    EXPECT_NEAR(x_now(app), 0, 1e-4);
    set_root_motion(app, RootMotion::Accumulated);
    EXPECT_NEAR(x_now(app), 0, 1e-4);
    EXPECT_NEAR(app.frame.pose.local[0].t.y, 5, 1e-4);
}

}  // namespace
}  // namespace bonescope
