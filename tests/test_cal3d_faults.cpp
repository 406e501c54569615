// What the program says about Cal3D files that are not as they should be, and about words that do not go with them.
#include "core/scene.h"
#include "core/text.h"
#include "tests/cal3d_files.h"
#include "tests/program.h"

namespace bonescope {
namespace {

using namespace test;

Maker skeleton(const std::vector<std::string>& names) {
    Maker m = cal3d("CSF", 700).put(static_cast<int32_t>(names.size()));
    for (const std::string& name : names)
        put_string(m, name).f32({1, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 0, 1}).put(int32_t{-1}).put(int32_t{0});
    return m;
}

Maker animation(const std::vector<int32_t>& bones) {
    Maker m = cal3d("CAF", 700).f32({1}).put(static_cast<int32_t>(bones.size()));
    for (const int32_t bone : bones) m.put(bone).put(int32_t{1}).f32({0, 1, 0, 0, 0, 0, 0, 1});
    return m;
}

std::string scene_notes(const Scene& scene) {
    std::string out;
    for (const Finding& note : scene.notes) out += note.message + "\n";
    return out;
}

TEST(Words, NumbersGoWithTheirNouns) {
    EXPECT_EQ(counted(0, "key"), "0 keys");
    EXPECT_EQ(counted(1, "key"), "1 key");
    EXPECT_EQ(counted(2, "vertex", "vertices"), "2 vertices");
    EXPECT_STREQ(verb(1, "has", "have"), "has");
    EXPECT_STREQ(verb(0, "has", "have"), "have");
}

TEST(Words, AnEncodingForAllLeavesUtf8Alone) {
    const std::string sjis = "\x83\x7B\x81\x5B\x83\x93";  // bone
    decode_all_as(Encoding::ShiftJis);
    EXPECT_EQ(decode(sjis), "ボーン");
    EXPECT_EQ(decode("ボーン", Encoding::Gbk), "ボーン");
    decode_all_as(Encoding::Guess);
    EXPECT_NE(decode(sjis), "ボーン");
}

TEST(Cal3dFaults, BonesAreCountedNotTheirTracks) {
    const TemporaryFolder folder;
    folder.write("man.csf", skeleton({"a", "b"}).str());
    const Scene scene = open_scene(std::vector{folder.write("man.caf", animation({-1, 0, 5}).str())});
    const std::string said = scene_notes(scene);
    EXPECT_NE(said.find("clip \"man\" of man.caf: 2 of 3 joints that it moves are none of the skeleton's, the first is "
                        "joint -1"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("2 of them are none of the skeleton's, the first is -1: expected 0 to 1"), std::string::npos)
        << said;
}

TEST(Cal3dFaults, ANegativeBoneIsNotedWithoutASkeleton) {
    const DocumentPtr doc = read("a.caf", animation({0, -7}));
    ASSERT_EQ(doc->notes.size(), 2u) << all_notes(*doc);
    EXPECT_TRUE(says(*doc, "bone: expected 0 or more, found -7 at offset 56"));
    EXPECT_EQ(doc->notes[0].where, (Bytes{56, 4}));
    EXPECT_FALSE(says(*read("a.caf", animation({0, 7})), "expected 0 or more"));
}

TEST(Cal3dFaults, WhatAFileIsComesFirst) {
    const DocumentPtr html = load("a.xsf", bytes("<html><body/></html>"));
    ASSERT_FALSE(html->notes.empty());
    EXPECT_EQ(html->notes[0].message, "expected an element <skeleton>, found none: there is a <html>");
    const DocumentPtr wide = load("a.cfg", bytes(std::string_view("\xFF\xFEs\0k\0", 6)));
    EXPECT_FALSE(wide->readable);
    EXPECT_TRUE(says(*wide, "found text in UTF-16")) << all_notes(*wide);
    EXPECT_TRUE(says(*load("a.caf", bytes("#ivo\1\2\3\4")), "found a file of newer CryEngine versions"));
    const DocumentPtr renamed = read("a.caf", skeleton({"a"}));
    EXPECT_EQ(renamed->format, "cal3d.csf");
    EXPECT_TRUE(says(*renamed, "is named as a Cal3D animation and holds a Cal3D skeleton")) << all_notes(*renamed);
    for (const char* name : {"a.csf", "a.CSF", "a", "a.bin"})
        EXPECT_TRUE(read(name, skeleton({"a"}))->notes.empty()) << name;
}

TEST(Cal3dFaults, AListThatIsOpenedNamesWhatItLeavesOut) {
    const TemporaryFolder folder;
    folder.write("man.csf", skeleton({"a", "b"}).str());
    for (const char* name : {"man_walk.caf", "man_run.caf", "man_sit.caf"}) folder.write(name, animation({0, 1}).str());
    folder.write("man_odd.caf", animation({0, 9}).str());
    const std::string list = folder.write("man.cfg", "skeleton=man.csf\nanimation=man_walk.caf\n");
    const Scene scene = open_scene(std::vector{list});
    EXPECT_EQ(scene.clips.size(), 1u);
    EXPECT_NE(scene_notes(scene).find("2 more animations of the folder fit the skeleton and are not named by man.cfg: "
                                      "man_run.caf, man_sit.caf"),
              std::string::npos)
        << scene_notes(scene);
    EXPECT_EQ(scene_notes(open_scene(std::vector{list}, {.resolve = false})).find("not named by"), std::string::npos);
}

TEST(Cal3dFaults, WordsThatDoNotApplyAreSaid) {
    const TemporaryFolder folder;
    const std::string csf = folder.write("man.csf", skeleton({"a", "b"}).str());
    folder.write("man.caf", animation({0, 1}).str());
    const auto said = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"pose", csf, "--clip", "0"});
        const Ran ran = run(words);
        EXPECT_EQ(ran.code, 0) << ran.error;
        return ran.error;
    };
    EXPECT_EQ(said({}), "");
    EXPECT_NE(said({"--interpolation", "slerp"}).find("--interpolation changes nothing here"), std::string::npos);
    EXPECT_NE(said({"--interpolation", "linear"}).find("--interpolation changes nothing here"), std::string::npos);
    EXPECT_NE(said({"--ogre-end", "hold"}).find("--ogre-end changes nothing here"), std::string::npos);
    EXPECT_NE(said({"--blend", "average"}).find("--blend changes nothing here: weights count per bone"),
              std::string::npos);
    SmallSkeleton ogre;
    ogre.clips = {{"Walk"}};
    const std::string other = folder.write("body.skeleton", ogre.str());
    EXPECT_EQ(
        run({"pose", other, "--clip", "Walk", "--interpolation", "spline", "--ogre-end", "hold", "--blend", "average"})
            .error,
        "");
}

TEST(Cal3dFaults, UnknownNamesAreWrongUsage) {
    const TemporaryFolder folder;
    const std::string csf = folder.write("man.csf", skeleton({"a"}).str());
    folder.write("man.caf", animation({0}).str());
    for (const char* command : {"info", "dump", "pose"}) {
        const Ran ran = run({command, csf, "--dialect", "bogus"});
        EXPECT_EQ(ran.code, 2) << command;
        EXPECT_EQ(ran.out, "") << command;
        EXPECT_NE(ran.error.find("\"no lights\""), std::string::npos) << ran.error;
        EXPECT_EQ(run({command, csf, "--dialect", "no lights"}).code, 0) << command;
    }
    EXPECT_EQ(run({"info", folder.path(), "--dialect", "bogus"}).code, 2);
    const Ran mix = run({"pose", csf, "--mix", "Nope:0:1"});
    EXPECT_EQ(mix.code, 2);
    EXPECT_NE(mix.error.find("no clip \"Nope\"; there are: man"), std::string::npos) << mix.error;
}

TEST(Cal3dFaults, NamesAreReadInTheEncodingThatIsAskedFor) {
    const TemporaryFolder folder;
    const std::string csf = folder.write("man.csf", skeleton({"\x83\x7B\x81\x5B\x83\x93"}).str());
    const auto name = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"info", csf, "--json"});
        return run(words).json()["joints"][0]["name"].get<std::string>();
    };
    EXPECT_EQ(name({"--encoding", "sjis"}), "ボーン");
    EXPECT_NE(name({}), "ボーン");
    EXPECT_EQ(run({"info", csf, "--encoding", "ebcdic"}).code, 2);
}

}  // namespace
}  // namespace bonescope
