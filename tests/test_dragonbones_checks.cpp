// One fault a file: it is told with its place, and what is good beside it is shown.
#include "assets/make_samples/dragonbones.h"
#include "core/planar.h"
#include "tests/dragonbones_maker.h"

namespace bonescope {
namespace {

using namespace test;

// The rest of an armature with a fault: the good bone `tip` is where its good animation brings it.
void expect_rest(const DocumentPtr& doc, vec2 place = {3, 4}) {
    ASSERT_FALSE(doc->skeletons.empty());
    const Skeleton& skeleton = doc->skeletons[0];
    ASSERT_FALSE(doc->clips.empty());
    const ClipUse use = bind_clip(doc, 0, skeleton);
    const Layer layer{&use, clock(use.get(), use.sampling, 0.5), 1};
    PlanarFrame frame;
    evaluate_planar(*doc, skeleton, {&layer, 1}, {}, frame);
    ASSERT_GE(frame.world.size(), 2u);
    EXPECT_NEAR(frame.world[1].t.x, place.x, 1e-5);
    EXPECT_NEAR(frame.world[1].t.y, place.y, 1e-5);
}

// `tip` goes to 3 4 and stays there. `inside`: of the armature, `tracks`: of the animation.
DocumentPtr moving(std::string_view inside, std::string_view tracks = "", std::string_view bones = two_bones) {
    return armature(
        fmt::format(R"({},{}"animation":[{{"name":"m","duration":10,"playTimes":0,{}"bone":[{{"name":"tip",)"
                    R"("translateFrame":[{{"duration":10,"x":3,"y":4}}]}}]}}])",
                    bones, inside, tracks));
}

void expect_told(const DocumentPtr& doc, const std::string& part, std::string_view found = {}) {
    const Finding* note = expect_note(*doc, part);
    expect_rest(doc);
    if (note && !found.empty()) { EXPECT_EQ(text_of(doc->file, note->where), found); }
}

constexpr std::string_view slot = R"("slot":[{"name":"s","parent":"root"}],)";

std::string mesh(std::string_view more) {
    return fmt::format(
        R"({}"skin":[{{"slot":[{{"name":"s","display":[{{"type":"mesh","name":"m","vertices":[0,0,1,0,1,1],)"
        R"("triangles":[0,1,2],{}}}]}}]}}],)",
        slot, more);
}

std::string slot_track(std::string_view keys) { return fmt::format(R"("slot":[{{"name":"s",{}}}],)", keys); }

DocumentPtr rotating(std::string_view track) {
    return armature(fmt::format(R"({},"animation":[{{"name":"m","duration":10,"bone":[{{"name":"tip","translateFrame":)"
                                R"([{{"duration":10,"x":3,"y":4}}]}},{{"name":"odd",{}}}]}}])",
                                R"("bone":[{"name":"root"},{"name":"tip","parent":"root"},{"name":"odd"}])", track));
}

}  // namespace

TEST(DragonBonesChecks, NoFaultIsNotTold) {
    const auto doc = moving(mesh(R"("uvs":[0,0,1,0,1,1])"), slot_track(R"("displayFrame":[{"duration":10}])"));
    EXPECT_TRUE(doc->notes.empty()) << first_note(*doc);
    expect_rest(doc);
}

TEST(DragonBonesChecks, NamesInTracks) {
    expect_told(moving("", R"("slot":[{"name":"gone"}],)"), "found no slot \"gone\"", "\"gone\"");
    expect_told(moving("", R"("ffd":[{"name":"gone","slot":"s","frame":[{}]}],)"), "found no mesh \"gone\"");
    expect_told(moving("", R"("ik":[{"name":"gone","frame":[{}]}],)"), "found no constraint \"gone\"");
    expect_told(moving("", R"("timeline":[{"type":40,"name":"gone","frame":[{}]}],)"), "found no animation \"gone\"");
    expect_told(moving("", R"("timeline":[{"type":11,"name":"gone","frame":[{}]}],)"), "found no bone \"gone\"");
    expect_told(moving("", R"("timeline":[{"type":24,"name":"gone","frame":[{}]}],)"), "found no slot \"gone\"");
    expect_told(moving("", R"("timeline":[{"type":50,"name":"tip","frame":[{}]}],)"), "found no surface \"tip\"");
    expect_told(moving("", R"("timeline":[{"type":99,"name":"tip","frame":[{}]}],)"),
                "a known type of timeline, found 99");
}

TEST(DragonBonesChecks, NamesTwice) {
    expect_told(moving(R"("slot":[{"name":"s","parent":"root"},{"name":"s","parent":"tip"}],)"), "second \"s\"");
    expect_told(moving(R"("skin":[{"name":"a"},{"name":"a"}],)"), "expected one skin of a name");
    const auto doc = armature(fmt::format(R"({},"animation":[{{"name":"m"}},{{"name":"m"}}])", two_bones));
    expect_note(*doc, "expected one animation of a name, found a second \"m\"");
    EXPECT_EQ(doc->clips.size(), 2u);
}

TEST(DragonBonesChecks, KeysAgainstTheirAnimation) {
    expect_told(rotating(R"("rotateFrame":[{"duration":2},{"duration":3}])"), "keys do not end with its animation");
    expect_told(rotating(R"("rotateFrame":[{"duration":11},{"duration":0}])"), "a key beyond the end of its animation");
    expect_told(rotating(R"("rotateFrame":[{"duration":4},{"duration":0},{"duration":5},{"duration":0}])"),
                "lasts no time", R"({"duration":0})");
    EXPECT_TRUE(rotating(R"("rotateFrame":[{"duration":10},{"duration":0}])")->notes.empty());
}

TEST(DragonBonesChecks, Curves) {
    const auto curve = [](std::string_view numbers) {
        return rotating(
            fmt::format(R"("rotateFrame":[{{"duration":10,"curve":{},"rotate":8}},{{"duration":0}}])", numbers));
    };
    EXPECT_TRUE(curve("[0,0,1,1]")->notes.empty());
    expect_told(curve("[]"), "an empty curve, which counts as none", "[]");
    expect_told(curve("[0,0,1]"), "curve: expected 4, 10, 16", "[0,0,1]");
    expect_told(curve("[0,0,0,0,1,1,1,1]"), "a curve in the full form");
    expect_told(curve("[0,0,\"1\",1]"), "a number written as a string", "\"1\"");
}

TEST(DragonBonesChecks, ClocksOfTracks) {
    constexpr std::string_view two = R"("rotateFrame":[{"duration":10},{"duration":0}])";
    expect_told(rotating(fmt::format(R"("offset":-0.3,{})", two)), "an offset below 0");
    expect_told(rotating(fmt::format(R"("scale":0,{})", two)), "scale of a track: expected a number above 0, found 0");
    const auto still = armature(fmt::format(R"({},"animation":[{{"name":"m","duration":4,"scale":0}}])", two_bones));
    expect_note(*still, "scale of an animation: expected a number above 0, found 0; 1 serves");
    EXPECT_EQ(still->clips.at(0).rate, 10);
}

TEST(DragonBonesChecks, Meshes) {
    constexpr std::string_view poses = R"("slotPose":[1,0,0,1,0,0],"bonePose":[0,1,0,0,1,0,0])";
    const auto rounded = moving(mesh(fmt::format(R"("weights":[1,0,1,1,0,1,1,0,0.995],{})", poses)));
    EXPECT_TRUE(rounded->notes.empty()) << first_note(*rounded);
    expect_told(moving(mesh(fmt::format(R"("weights":[1,0,1,1,0,0.5,1,0,0.9],{})", poses))),
                "weights do not add up to 1: found 2 times", "[1,0,1,1,0,0.5,1,0,0.9]");
    expect_told(moving(mesh(R"("uvs":[0,0,1,0,1,1.2])")), "uvs outside 0 to 1", "[0,0,1,0,1,1.2]");
    const auto flat =
        moving(mesh(R"("weights":[1,0,1,1,0,1,1,0,1],"slotPose":[1,0,0,1,0,0],"bonePose":[0,0,0,0,0,0,0])"));
    ASSERT_EQ(flat->notes.size(), 2u);
    EXPECT_NE(flat->notes[0].message.find("matrices that can be undone"), std::string::npos);
    EXPECT_NE(flat->notes[1].message.find("found none for bone 0"), std::string::npos);
    expect_rest(flat);
}

TEST(DragonBonesChecks, Displays) {
    constexpr std::string_view skin = R"("skin":[{"slot":[{"name":"s","display":[{"name":"p"}]}]}],)";
    const auto beyond = moving(fmt::format(R"("slot":[{{"name":"s","parent":"root","displayIndex":3}}],{})", skin));
    expect_told(beyond, "slot \"s\": expected a display below 1, found 3; the last one is shown");
    expect_told(moving(fmt::format("{}{}", slot, skin), slot_track(R"("displayFrame":[{"duration":10,"value":2}])")),
                "a display beyond the slot's list", R"({"duration":10,"value":2})");
    expect_told(moving(fmt::format(
                    R"({}"skin":[{{"slot":[{{"name":"s","display":[{{"type":"jelly","name":"p"}}]}}]}}],)", slot)),
                "expected image, armature, mesh", "\"jelly\"");
}

TEST(DragonBonesChecks, WhatIsNoObject) {
    expect_told(moving(R"("slot":[null],)"), "expected a slot, found null", "null");
    expect_told(moving(R"("skin":[7],)"), "expected a skin, found 7", "7");
    expect_told(moving(R"("ik":[null],)"), "expected an ik constraint, found null", "null");
    const auto bones = moving("", "", R"("bone":[{"name":"root"},{"name":"tip","parent":"root"},null])");
    expect_told(bones, "expected a bone, found null", "null");
    EXPECT_EQ(bones->skeletons.at(0).joints.size(), 3u) << "weights count it";
    const auto first = read(R"({"armature":[null,{"name":"a"}]})");
    expect_note(*first, "expected an armature, found null");
    EXPECT_EQ(first->skeletons.size(), 1u);
}

TEST(DragonBonesChecks, BonesWithoutSize) {
    const auto doc =
        moving("", "", R"("bone":[{"name":"root"},{"name":"tip","parent":"root"},{"name":"o","transform":{"scX":0}}])");
    expect_told(doc, "a bone with a scale of 0", R"({"scX":0})");
}

TEST(DragonBonesChecks, NamesDoNotMakeAnyObjectAFileOfTheFamily) {
    const auto format = [](std::string_view text, const char* name) { return load(name, bytes(text))->format; };
    EXPECT_EQ(format(R"({"a":1})", "any_ske.json"), "");
    EXPECT_EQ(format(R"({"bones":[],"slots":[]})", "any_ske.json"), "");
    EXPECT_EQ(format(R"({"a":1})", "any_tex.json"), "");
    EXPECT_EQ(format(R"({"a":[1,)", "any_ske.json"), "dragonbones.json");  // what is lost may hold the key
    EXPECT_EQ(format(R"({"armature":[]})", "any.json"), "dragonbones.json");
    expect_note(*load("any.json", bytes(R"({"version":"5.5","armature":[]})")),
                "armature: expected a list of some, found none");
}

TEST(DragonBonesChecks, SizesOfRegionsAndPages) {
    const auto told = [](std::string_view page, std::string_view region, const char* message) {
        const DocumentPtr doc = load(
            "a_tex.json",
            bytes(fmt::format(R"({{"name":"a","imagePath":"a.png",{},"SubTexture":[{{"name":"r","x":0,"y":0,{}}}]}})",
                              page, region)));
        if (*message)
            expect_note(*doc, message);
        else
            EXPECT_TRUE(doc->notes.empty()) << first_note(*doc);
    };
    told(R"("width":8,"height":8)", R"("width":4,"height":4)", "");
    told(R"("width":8,"height":8)", R"("width":0,"height":4)", "expected a width and a height above 0, found 0 x 4");
    told(R"("width":8,"height":8)", R"("width":4,"height":-1)", "expected a width and a height above 0, found 4 x -1");
    told(R"("width":-1,"height":8)", R"("width":4,"height":4)",
         "page: expected a width and a height above 0, found -1 x 8");
}

TEST(DragonBonesChecks, ArmaturesThatShowThemselves) {
    const auto shows = [](std::string_view name, std::string_view other) {
        return fmt::format(R"({{"name":"{}",{},"slot":[{{"name":"s","parent":"root"}}],"skin":[{{"slot":[{{"name":"s",)"
                           R"("display":[{{"type":"armature","name":"{}"}}]}}]}}]}})",
                           name, two_bones, other);
    };
    const auto file = [&](const std::string& armatures) {
        return read(fmt::format(R"({{"frameRate":10,"version":"5.5","armature":[{}]}})", armatures));
    };
    EXPECT_TRUE(file(shows("a", "b") + "," + shows("b", "c"))->notes.empty());
    expect_note(*file(shows("a", "a")), "armature \"a\" shows itself: it is not drawn inside itself");
    const DocumentPtr three = file(shows("a", "b") + "," + shows("b", "c") + "," + shows("c", "a"));
    expect_note(*three, "armature \"c\" shows \"a\", which shows it in turn: it is not drawn inside itself");
    std::string chain;
    for (int i = 0; i < 20'000; ++i) chain += (i ? "," : "") + shows(std::to_string(i), std::to_string(i + 1));
    EXPECT_TRUE(file(chain)->notes.empty());
    expect_note(*file(shows("a", "b") + "," + shows("a", "b")),
                "expected one armature of a name, found a second \"a\"");
}

TEST(DragonBonesChecks, NumbersBelowTheirRange) {
    expect_told(rotating(R"("rotateFrame":[{"duration":-5,"rotate":5},{"duration":10}])"),
                "a key with a duration below 0, which counts as 0");
    EXPECT_TRUE(expect_note(*armature(fmt::format(R"({},"animation":[{{"name":"m","duration":-5}}])", two_bones)),
                            "duration of an animation: expected 0 or more, found -5"));
    for (const char* offset : {"-7", "2.5"}) {
        const std::string track = fmt::format(
            R"("ffd":[{{"name":"m","slot":"s","frame":[{{"duration":10,"offset":{},"vertices":[1,2]}}]}}],)", offset);
        expect_told(moving(mesh(R"("uvs":[0,0,1,0,1,1])"), track),
                    fmt::format("offset of a key: expected the place of a number, 0 or more, found {}", offset));
    }
}

TEST(DragonBonesChecks, VersionsToCome) {
    const auto doc =
        read(fmt::format(R"({{"version":"6.1","frameRate":10,"armature":[{{{},"animation":[{{"duration":10,"bone":)"
                         R"([{{"name":"tip","translateFrame":[{{"x":3,"y":4}}]}}]}}]}}]}})",
                         two_bones));
    expect_told(doc, "version: expected up to 5.6, found 6.1", "\"6.1\"");
}

// ---- binary ----

namespace {

struct Binary {
    std::string file = sample::dragonbones::binary_skeleton();
    std::size_t arrays = 0;  // where they begin

    Binary() { arrays = 12 + load<uint32_t>(bytes(file).data() + 8); }
    DocumentPtr read() const { return load_bytes(file); }
    static DocumentPtr load_bytes(const std::string& raw) { return bonescope::load("x_ske.dbbin", bytes(raw)); }

    // In the header.
    DocumentPtr with(std::string_view from, std::string_view to) const {
        std::string header = file.substr(12, arrays - 12);
        const std::size_t at = header.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        if (at != std::string::npos) header.replace(at, from.size(), to);
        const auto size = static_cast<uint32_t>(header.size());
        return load_bytes(Maker().text("DBDT").u32(0x0100'0000).u32(size).text(header).text(file.substr(arrays)).str());
    }
};

void expect_first(const DocumentPtr& doc, const std::string& part) {
    ASSERT_FALSE(doc->notes.empty());
    EXPECT_NE(doc->notes[0].message.find(part), std::string::npos) << doc->notes[0].message;
    EXPECT_NE(doc->notes[0].message.find("offset"), std::string::npos) << doc->notes[0].message;
    EXPECT_TRUE(doc->notes[0].placed);
    ASSERT_EQ(doc->skeletons.size(), 1u);
    EXPECT_EQ(doc->skeletons[0].joints.size(), 8u);
    EXPECT_EQ(doc->clips.size(), 2u);
    PlanarFrame frame;
    evaluate_planar(*doc, doc->skeletons[0], {}, {}, frame);
    EXPECT_NEAR(frame.world.at(3).t.y, -260, 1e-3) << "the wrist at rest";
}

}  // namespace

TEST(DragonBonesBinaryChecks, OffsetsThatLeadNowhere) {
    const Binary good;
    EXPECT_TRUE(good.read()->notes.empty());
    expect_first(good.with("\"offset\":[0,", "\"offset\":[9e9,"), "intArray: expected a place in the");
    expect_first(good.with("\"name\":\"arm/upper\",\"offset\":0", "\"name\":\"arm/up\",\"offset\":65000"),
                 "expected an offset to its vertices in the arrays, found 65000");
    expect_first(good.with("\"shoulder\":[12,", "\"shoulder\":[12,9"), "whose keys lie in the arrays, found 9");
    expect_first(good.with("\"offset\":[0,", "\"offset\":[1,"), "intArray: expected whole numbers of 2 bytes each");
}

TEST(DragonBonesBinaryChecks, NumbersInTheArrays) {
    const Binary good;
    const auto patched = [&](std::size_t at, uint16_t value) {
        std::string changed = good.file;
        std::memcpy(changed.data() + good.arrays + at, &value, 2);
        return Binary::load_bytes(changed);
    };
    expect_first(patched(0, 0xFFFF), "expected an offset to its vertices in the arrays, found 0");  // vertices
    expect_first(patched(2, 0xFFFF), "expected an offset to its vertices in the arrays, found 0");  // triangles
    expect_first(patched(4, 0xFFF0), "expected an offset to its vertices in the arrays, found 0");  // where floats are
    expect_first(patched(6, 0x7FFF), "expected weights of 34 vertices in the arrays, found less");
    expect_first(patched(8, 200), "expected vertices 0 to 33 in its triangles, found 1 others");
    const std::size_t weights = 8 + 2 * 3 * 32;
    expect_first(patched(weights + 4, 99), "expected bones 0 to 7, found");  // the first bone of the list
}

TEST(DragonBonesBinaryChecks, Names) {
    const Binary good;
    expect_first(good.with("\"bone\":{\"base\"", "\"bone\":{\"gone\""),
                 "found no bone \"gone\"; the track is left out");
    std::string other = good.file;
    other[7] = 3;
    expect_first(Binary::load_bytes(other), "version: expected 0 0 0 1 or 0 0 0 2, found 3 last");
}

}  // namespace bonescope
