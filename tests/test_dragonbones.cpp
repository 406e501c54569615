// DragonBones JSON from literal texts: what is read, and what is said of bad input.
#include "core/planar.h"
#include "core/scene.h"
#include "tests/dragonbones_maker.h"

namespace bonescope {
namespace {

using namespace test;

std::vector<float> times(const Document& doc, const Clip& clip, const Track& track) {
    std::vector<float> out;
    const Timeline& line = clip.timelines[track.timeline];
    for (uint32_t row = 0; row < line.rows; ++row) out.push_back(key_time(doc, line, row));
    return out;
}

std::vector<float> values(const Document& doc, const Clip& clip, const Track& track) {
    std::vector<float> out;
    for (uint32_t row = 0; row < clip.timelines[track.timeline].rows; ++row)
        for (uint32_t lane = 0; lane < track.width; ++lane) out.push_back(doc.number(track.value, row, lane));
    return out;
}

using Floats = std::vector<float>;

// A rotate track of `tip` in an animation of 10 frames.
DocumentPtr rotations(std::string_view frames) {
    return armature(
        fmt::format(R"({},"animation":[{{"name":"m","duration":10,"bone":[{{"name":"tip","rotateFrame":[{}]}}]}}])",
                    two_bones, frames));
}

}  // namespace

TEST(DragonBones, BonesMayNameParentsThatComeLater) {
    const auto doc = armature(R"("bone":[{"name":"tip","parent":"root","length":5,"inheritScale":false,)"
                              R"("transform":{"x":1,"y":-2,"skX":20,"skY":10,"scX":2}},{"name":"root"}])");
    ASSERT_TRUE(doc->notes.empty()) << first_note(*doc);
    const Skeleton& skeleton = doc->skeletons.at(0);
    EXPECT_EQ(skeleton.compose, Compose::Planar);
    const Joint& tip = skeleton.joints.at(0);
    EXPECT_EQ(tip.parent, 1);
    EXPECT_EQ(tip.length, 5);
    EXPECT_EQ(tip.inherit, InheritAll & ~InheritScale);
    EXPECT_EQ(vec2(tip.bind.t), vec2(1, -2));
    EXPECT_EQ(vec2(tip.bind.s), vec2(2, 1));
    EXPECT_FLOAT_EQ(tip.bind.angle, glm::radians(10.f));
    EXPECT_FLOAT_EQ(tip.bind.skew, glm::radians(10.f));
    EXPECT_EQ(skeleton.order, (std::vector<int>{1, 0}));
    EXPECT_EQ(text_of(doc->file, tip.where).substr(0, 13), "{\"name\":\"tip\"");
}

TEST(DragonBones, ABoneWaitsForWhatItsConstraintReachesFor) {
    const auto doc = armature(R"("bone":[{"name":"r"},{"name":"a","parent":"r"},{"name":"b","parent":"a"},)"
                              R"({"name":"t","parent":"r"}],"ik":[{"name":"k","bone":"b","target":"t","chain":1}])");
    ASSERT_TRUE(doc->notes.empty()) << first_note(*doc);
    EXPECT_EQ(doc->skeletons[0].order, (std::vector<int>{0, 3, 1, 2}));
    EXPECT_TRUE(doc->skeletons[0].rig->ik.at(0).two);
}

TEST(DragonBones, KeysLastAsLongAsTheySay) {
    const auto doc = rotations(R"({"duration":2},{"duration":0,"rotate":5},{"duration":3,"rotate":6},{"rotate":7})");
    const Clip& clip = doc->clips.at(0);
    ASSERT_EQ(clip.tracks.size(), 2u);
    EXPECT_EQ(times(*doc, clip, clip.tracks[0]), (Floats{0, 2, 3, 6})) << "no time in the middle still takes a frame";
    EXPECT_EQ(values(*doc, clip, clip.tracks[0]), (Floats{0, 5, 6, 7}));
    EXPECT_EQ(text_of(doc->file, key_bytes(*doc, clip.tracks[0], 1)), R"({"duration":0,"rotate":5})");
    const auto beyond = rotations(R"({"duration":6,"tweenEasing":0},{"duration":6,"tweenEasing":0},{"rotate":7})");
    const Timeline& line = beyond->clips.at(0).timelines.at(0);
    EXPECT_EQ(line.rows, 3u);
    EXPECT_EQ(line.live, 2u);
    EXPECT_EQ(beyond->eases.at(beyond->lists.at(line.ease + 1)).kind, Ease::Step)
        << "it does not go to what never comes";
}

TEST(DragonBones, RotationsGoOnTheWayTheyAreTold) {
    const auto angles = [](std::string_view frames) {
        const auto doc = rotations(frames);
        return values(*doc, doc->clips.at(0), doc->clips[0].tracks.at(0));
    };
    EXPECT_EQ(angles(R"({"rotate":170},{"rotate":-170})"), (Floats{170, 190}));
    EXPECT_EQ(angles(R"({"rotate":10,"clockwise":1},{"rotate":30})"), (Floats{10, 30}));
    EXPECT_EQ(angles(R"({"rotate":10,"clockwise":2},{"rotate":30})"), (Floats{10, 390}));
    EXPECT_EQ(angles(R"({"rotate":10,"clockwise":1},{"rotate":-30})"), (Floats{10, 330}));
    EXPECT_EQ(angles(R"({"rotate":10,"clockwise":-1},{"rotate":30})"), (Floats{10, -330}));
}

TEST(DragonBones, EasesAreKeptAsWritten) {
    const auto ease = [](std::string_view key) {
        const auto doc = rotations(fmt::format("{{{},\"duration\":4}},{{}}", key));
        const Timeline& line = doc->clips.at(0).timelines.at(0);
        return line.ease == none ? Easing{Ease::Linear} : doc->eases.at(doc->lists.at(line.ease));
    };
    EXPECT_EQ(ease(R"("tweenEasing":0)").kind, Ease::Linear);
    EXPECT_EQ(ease(R"("rotate":1)").kind, Ease::Step);
    EXPECT_EQ(ease(R"("tweenEasing":null)").kind, Ease::Step);
    EXPECT_EQ(ease(R"("tweenEasing":"NaN")").kind, Ease::Step);
    EXPECT_EQ(ease(R"("tweenEasing":-0.5)").kind, Ease::In);
    EXPECT_FLOAT_EQ(ease(R"("tweenEasing":-0.5)").amount, 0.5f);
    EXPECT_EQ(ease(R"("tweenEasing":1)").kind, Ease::Out);
    EXPECT_EQ(ease(R"("tweenEasing":1.25)").kind, Ease::InOut);
    EXPECT_FLOAT_EQ(ease(R"("tweenEasing":1.25)").amount, 0.25f);
    EXPECT_EQ(ease(R"("curve":[],"tweenEasing":0)").kind, Ease::Linear) << "an empty curve is none";
    const Easing table = ease(R"("curve":[0.25,0,0.75,1])");
    EXPECT_EQ(table.kind, Ease::Table);
    EXPECT_EQ(table.count, 5u);
    EXPECT_EQ(table.curve_count, 4u);
}

TEST(DragonBones, ACurveIsSampledBetweenItsEnds) {
    const auto doc = rotations(R"({"curve":[0.3333333,0.3333333,0.6666667,0.6666667],"duration":3},{})");
    const Easing& table = doc->eases.at(doc->lists.at(doc->clips.at(0).timelines.at(0).ease));
    ASSERT_EQ(table.count, 4u);
    for (uint32_t i = 0; i < 4; ++i)
        EXPECT_NEAR(doc->arena[table.first + i], static_cast<float>(i + 1) / 5, 2e-4) << "a straight line";
}

TEST(DragonBones, DrawOrderMovesNamedSlotsAndFillsTheRest) {
    const auto order = [](std::string_view pairs) {
        const auto doc = armature(fmt::format(
            R"({},"slot":[{{"name":"0","parent":"tip"}},{{"name":"1","parent":"tip"}},{{"name":"2","parent":"tip"}},)"
            R"({{"name":"3","parent":"tip"}}],"animation":[{{"duration":1,"zOrder":{{"frame":[{{"zOrder":[{}]}}]}}}}])",
            two_bones, pairs));
        return values(*doc, doc->clips.at(0), doc->clips[0].tracks.at(0));
    };
    EXPECT_EQ(order(""), (Floats{0, 1, 2, 3}));
    EXPECT_EQ(order("0,2"), (Floats{1, 2, 0, 3}));
    EXPECT_EQ(order("0,3,3,-3"), (Floats{3, 1, 2, 0}));
    EXPECT_EQ(order("1,-3"), (Floats{0, 2, 1, 3})) << "some old files count from behind";
    EXPECT_EQ(order("1,7"), (Floats{0, 1, 2, 3})) << "there is no such place";
}

TEST(DragonBones, WeightedMeshesComeInTheBonesOwnSpace) {
    const auto doc =
        armature(R"("bone":[{"name":"root","transform":{"x":10}}],"slot":[{"name":"s","parent":"root"}],)"
                 R"("skin":[{"slot":[{"name":"s","display":[{"type":"mesh","name":"m","vertices":[1,2,3,4,5,6],)"
                 R"("uvs":[0,0,1,0,1,1],"triangles":[0,1,2],"weights":[1,0,1,1,0,1,1,0,0.5],)"
                 R"("slotPose":[1,0,0,1,100,0],"bonePose":[0,1,0,0,1,10,0]}]}]}])");
    expect_note(*doc, "a vertex whose weights do not add up to 1: found at offset");
    PlanarFrame frame;
    evaluate_planar(*doc, doc->skeletons.at(0), {}, {}, frame);
    ASSERT_EQ(frame.vertices.size(), 3u);
    EXPECT_EQ(frame.vertices[0], vec2(101, 2));
    EXPECT_EQ(frame.vertices[2], vec2(52.5f, 3)) << "weights count as they are";
}

TEST(DragonBones, EventsCarryWhatTheFileGivesThem) {
    const auto doc = armature(fmt::format(
        R"({},"slot":[{{"name":"s","parent":"tip"}}],"animation":[{{"duration":9,"frame":[{{"duration":2,"sound":"bang"}},)"
        R"({{"events":[{{"name":"hit","bone":"tip","ints":[1],"floats":[2.5],"strings":["x"]}}]}}],"slot":[{{"name":"s",)"
        R"("displayFrame":[{{"duration":1}},{{"actions":[{{"gotoAndPlay":"run"}}]}}]}}]}}])",
        two_bones));
    const auto& events = doc->clips.at(0).events;
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(events[0].kind, EventKind::Sound);
    EXPECT_EQ(events[1].tick, 1);
    EXPECT_EQ(events[1].kind, EventKind::Play);
    EXPECT_EQ(events[1].name, "run");
    EXPECT_EQ(events[1].slot, 0);
    EXPECT_EQ(events[2].name, "hit");
    EXPECT_EQ(events[2].joint, 1);
    EXPECT_EQ(events[2].numbers, (std::vector<double>{1, 2.5}));
    EXPECT_EQ(events[2].texts, (std::vector<std::string>{"x"}));
}

TEST(DragonBones, WhatAuthorsWroteBesideStaysWithItsOwner) {
    const auto doc = armature(
        R"("canvas":{"x":1,"y":2,"width":30,"height":40,"color":1122867},"userData":{"ints":[7],"strings":["x"]},)"
        R"("bone":[{"name":"r","userData":"free"},{"name":"s","userData":null}],"slot":[{"name":"s","parent":"r",)"
        R"("userData":{"floats":[0.5]}}])");
    ASSERT_TRUE(doc->notes.empty()) << first_note(*doc);
    const Rig& rig = *doc->skeletons.at(0).rig;
    EXPECT_EQ(rig.canvas, vec4(1, 2, 30, 40));
    EXPECT_EQ(rig.canvas_color, 0x112233);
    EXPECT_EQ(armature(two_bones)->skeletons.at(0).rig->canvas_color, -1);
    ASSERT_EQ(rig.user_data.size(), 3u);
    EXPECT_EQ(rig.user_data[0].joint, -1);
    EXPECT_EQ(rig.user_data[0].numbers, std::vector<double>{7});
    EXPECT_EQ(rig.user_data[0].texts, std::vector<std::string>{"x"});
    EXPECT_EQ(rig.user_data[1].joint, 0);
    EXPECT_EQ(rig.user_data[1].texts, std::vector<std::string>{"free"});
    EXPECT_EQ(rig.user_data[2].slot, 0);
    EXPECT_EQ(rig.user_data[2].numbers, std::vector<double>{0.5});
    EXPECT_EQ(text_of(doc->file, rig.user_data[2].where), R"({"floats":[0.5]})");
}

TEST(DragonBones, TheStageIsShownFirst) {
    const auto two = [](std::string_view stage) {
        return read(fmt::format(
            R"({{"stage":"{}","armature":[{{"name":"a"}},{{"name":"b","bone":[{{"name":"r"}}]}}]}})", stage));
    };
    const auto doc = two("b");
    EXPECT_TRUE(doc->notes.empty()) << first_note(*doc);
    EXPECT_EQ(doc->first_skeleton, 1);
    EXPECT_EQ(make_scene({doc}, {.resolve = false}).skeleton(), &doc->skeletons[1]);
    const auto gone = two("c");
    expect_note(*gone, "stage: expected the name of an armature, found \"c\"");
    EXPECT_EQ(gone->first_skeleton, 0);
}

TEST(DragonBones, SlotsSayWhatTheirFirstArmaturePlays) {
    const auto doc = armature(fmt::format(
        R"({},"slot":[{{"name":"s","parent":"tip","displayIndex":1,"actions":["gotoAndPlay","run"]}}],)"
        R"("skin":[{{"slot":[{{"name":"s","display":[{{"type":"armature","name":"x"}},{{"type":"armature","name":"y"}},)"
        R"({{"type":"armature","name":"z","actions":[{{"gotoAndPlay":"own"}}]}}]}}]}}])",
        two_bones));
    ASSERT_TRUE(doc->notes.empty()) << first_note(*doc);
    const auto& displays = doc->skeletons.at(0).rig->skins.at(0).slots.at(0);
    EXPECT_TRUE(displays.at(0).actions.empty());
    EXPECT_EQ(displays.at(1).actions, std::vector<std::string>{"run"});
    EXPECT_EQ(displays.at(2).actions, std::vector<std::string>{"own"});
}

TEST(DragonBonesBad, NumbersInAnyDress) {
    const auto doc = armature(R"("bone":[{"name":"r","length":"12.5","inheritScale":"false","transform":{"x":null,)"
                              R"("y":"NaN","scX":"2","scY":""}}])");
    expect_note(*doc, "a number written as a string: found 2 times, first at offset");
    EXPECT_EQ(text_of(doc->file, doc->notes.at(0).where), "\"2\"");
    const Joint& joint = doc->skeletons.at(0).joints.at(0);
    EXPECT_EQ(joint.length, 12.5f);
    EXPECT_EQ(joint.inherit, InheritAll & ~InheritScale);
    EXPECT_EQ(vec2(joint.bind.t), vec2(0, 0));
    EXPECT_EQ(vec2(joint.bind.s), vec2(2, 0));
    const auto odd = armature(R"("bone":[{"name":"r","length":"long"}])");
    expect_note(*odd, "expected a number, found long");
    EXPECT_EQ(odd->skeletons.at(0).joints.at(0).length, 0);
}

TEST(DragonBonesBad, NotQuiteJson) {
    const auto trailing = armature(R"("bone":[{"name":"r",},])");
    EXPECT_EQ(trailing->notes.size(), 2u);
    EXPECT_EQ(trailing->skeletons.at(0).joints.size(), 1u);
    const auto nan = armature(R"("bone":[{"name":"r","length":NaN}])");
    expect_note(*nan, "expected a value, found \"NaN}");
    const auto mark = read("\xEF\xBB\xBF{\"armature\":[{\"bone\":[{\"name\":\"r\"}]}]}");
    EXPECT_TRUE(mark->notes.empty());
    EXPECT_EQ(mark->skeletons.at(0).joints.size(), 1u);
    const auto cut = read(R"({"armature":[{"bone":[{"name":"r"},{"name":"s)");
    EXPECT_EQ(cut->notes.size(), 1u);
    EXPECT_EQ(cut->skeletons.at(0).joints.size(), 2u);
}

TEST(DragonBonesBad, NullEntriesKeepTheirPlace) {
    const auto doc = armature(R"("bone":[{"name":"r"}],"slot":[{"name":"s","parent":"r","displayIndex":1}],)"
                              R"("skin":[{"name":null,"slot":[{"name":"s","display":[null,{"name":"d"}]}]}])");
    expect_note(*doc, "nothing in the place of a display, which shows nothing: found at offset");
    const Skin& skin = doc->skeletons.at(0).rig->skins.at(0);
    EXPECT_EQ(skin.name, "default");
    ASSERT_EQ(skin.slots.at(0).size(), 2u);
    EXPECT_EQ(skin.slots[0][0].kind, DisplayKind::None);
    EXPECT_EQ(skin.slots[0][1].path, "d");
}

TEST(DragonBonesBad, NamesThatLeadNowhereOrTwice) {
    expect_note(*armature(R"("bone":[{"name":"r","parent":"gone"}])"), "found no bone \"gone\"; it is taken as a root");
    expect_note(*armature(R"("bone":[{"name":"r"},{"name":"r"}])"), "found a second \"r\"");
    const auto circle = armature(R"("bone":[{"name":"a","parent":"b"},{"name":"b","parent":"a"}])");
    expect_note(*circle, "is its own ancestor");
    EXPECT_EQ(circle->skeletons.at(0).order.size(), 2u);
    expect_note(*armature(fmt::format(R"({},"slot":[{{"name":"s","parent":"gone"}}])", two_bones)), "no bone \"gone\"");
    expect_note(*armature(fmt::format(R"({},"ik":[{{"name":"k","bone":"tip","target":"gone"}}])", two_bones)),
                "no bone \"gone\"");
    expect_note(*armature(fmt::format(R"({},"skin":[{{"slot":[{{"name":"gone"}}]}}])", two_bones)), "no slot \"gone\"");
    expect_note(*armature(fmt::format(R"({},"animation":[{{"bone":[{{"name":"gone"}}]}}])", two_bones)),
                "no bone \"gone\"");
    const auto wait = armature(R"("bone":[{"name":"a"},{"name":"b","parent":"a"}],)"
                               R"("ik":[{"name":"k","bone":"a","target":"b"}])");
    expect_note(*wait, "constraints wait for each other");
    EXPECT_EQ(wait->skeletons.at(0).order, (std::vector<int>{0, 1}));
}

TEST(DragonBonesBad, MeshesThatDoNotFit) {
    const auto mesh = [](std::string_view more) {
        return armature(fmt::format(
            R"({},"slot":[{{"name":"s","parent":"root"}}],"skin":[{{"slot":[{{"name":"s","display":[{{"type":"mesh",)"
            R"("name":"m","vertices":[0,0,1,0,1,1],{}}}]}}]}}])",
            two_bones, more));
    };
    expect_note(*mesh(R"("triangles":[0,1,3])"), "expected vertices 0 to 2 in its triangles, found 1 others");
    expect_note(*mesh(R"("uvs":[0,1])"), "expected 6 numbers, found 2");
    constexpr std::string_view poses = R"("slotPose":[1,0,0,1,0,0],"bonePose":[0,1,0,0,1,0,0])";
    expect_note(*mesh(fmt::format(R"("weights":[1,0,1,1,9,1,1,-1,1],{})", poses)), "expected bones 0 to 1, found 2");
    expect_note(*mesh(fmt::format(R"("weights":[1,0,1,99999,0,1],{})", poses)), "odd count at vertex 1");
    expect_note(*mesh(fmt::format(R"("weights":[1,0,1,1,1,1,1,0,1],{})", poses)), "found none for bone 1");
    expect_note(*mesh(R"("weights":[1,0,1,1,0,1,1,0,1],"slotPose":[1],"bonePose":[0,1,0,0,1,0,0])"),
                "expected 6 numbers, found 1");
}

TEST(DragonBonesBad, DeformsReachNoFurtherThanTheMesh) {
    const auto deform = [](std::string_view frames) {
        return armature(fmt::format(
            R"({},"slot":[{{"name":"s","parent":"root"}}],"skin":[{{"slot":[{{"name":"s","display":[{{"type":"mesh",)"
            R"("name":"m","vertices":[0,0,1,0,1,1]}}]}}]}}],"animation":[{{"duration":4,"ffd":[{{"name":"m","slot":"s",)"
            R"("frame":[{}]}}]}}])",
            two_bones, frames));
    };
    const auto odd = deform(R"({"offset":3,"vertices":[7,8]},{"offset":1,"vertices":[5]},{})");
    EXPECT_EQ(odd->notes.size(), 1u) << "the track ends early";
    const Clip& clip = odd->clips.at(0);
    EXPECT_EQ(clip.tracks.at(0).first, 1u);
    EXPECT_EQ(values(*odd, clip, clip.tracks[0]), (Floats{0, 0, 7, 8, 5, 0, 0, 0, 0, 0, 0, 0}));
    const auto far = deform(R"({"offset":5,"vertices":[7,8]})");
    expect_note(*far, "expected changes of 6 numbers, found 2 from 5 on");
    EXPECT_EQ(values(*far, far->clips.at(0), far->clips[0].tracks.at(0)), (Floats{7}));
    const auto huge = deform(R"({"offset":4000000000,"vertices":[7,8]})");
    EXPECT_EQ(huge->notes.size(), 1u);
}

TEST(DragonBonesBad, SizesOutOfProportionAreRefused) {
    std::string slots, keys;
    for (int i = 0; i < 3000; ++i) {
        slots += fmt::format(R"({}{{"name":"{}","parent":"root"}})", i ? "," : "", i);
        keys += i ? ",{}" : "{}";
    }
    const auto doc = armature(fmt::format(R"({},"slot":[{}],"animation":[{{"duration":9,"zOrder":{{"frame":[{}]}}}}])",
                                          two_bones, slots, keys));
    expect_note(*doc, "out of proportion");
    EXPECT_TRUE(doc->clips.at(0).tracks.empty());
}

TEST(DragonBonesBad, RegionsLieOnTheirPage) {
    const auto doc = load("x_tex.json", test::bytes(R"({"name":"x","imagePath":"x.png","width":"64","height":32,)"
                                                    R"("SubTexture":[{"name":"a","x":0,"y":0,"width":64,"height":32},)"
                                                    R"({"name":"b","x":60,"y":0,"width":5,"height":1}]})"));
    EXPECT_EQ(doc->format, "dragonbones.atlas");
    ASSERT_EQ(doc->pages.size(), 1u);
    EXPECT_EQ(doc->pages[0].size, vec2(64, 32));
    EXPECT_EQ(doc->pages[0].regions.size(), 2u);
    expect_note(*doc, "region \"b\": expected a place inside the page of 64 x 32");
}

}  // namespace bonescope
