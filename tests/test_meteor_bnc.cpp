// Skeletons of the Meteor family: literal text in, exact joints out, and what is said about faults.
#include "core/evaluate.h"
#include "tests/support.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope {
namespace {

std::string node(const std::string& kind, const std::string& name, const std::string& parent,
                 const std::string& more = "") {
    return fmt::format("{} {}\n{{\n  parent {}\n  pivot 1.0 -2.5 0.000\n  quaternion -1.0 0 0 0\n{}}}\n", kind, name,
                       parent, more);
}

DocumentPtr read(const std::string& text) { return load("x/Figure.BNC", test::bytes(text)); }

std::string notes_of(const Document& doc) {
    std::string out;
    for (const Finding& note : doc.notes) out += note.message + "\n";
    return out;
}

// One note, with these words, in this line, at these bytes.
void expect_note(const Document& doc, const char* words, int line, const std::string& at) {
    ASSERT_EQ(doc.notes.size(), 1u) << notes_of(doc);
    const Finding& note = doc.notes[0];
    EXPECT_NE(note.message.find(words), std::string::npos) << note.message;
    EXPECT_EQ(note.line, line) << note.message;
    EXPECT_EQ(text_of(doc.file, note.where).substr(0, at.size()), at) << note.message;
}

TEST(MeteorBnc, ReadsBonesThenDummies) {
    const DocumentPtr doc = read("# a comment {\nBones: 2 Dummey: 2\n" + node("bone", "b", "d_base", "children 1\n") +
                                 node("bone", "arm", "b", "children 0\n") + node("Dummey", "d_base", "NULL") +
                                 node("Dummey", "d_hand", "b1"));
    EXPECT_EQ(notes_of(*doc), "");
    EXPECT_EQ(doc->format, "meteor.bnc");
    const Skeleton& skeleton = doc->skeletons.at(0);
    EXPECT_EQ(skeleton.name, "Figure");
    ASSERT_EQ(skeleton.joints.size(), 4u);
    EXPECT_EQ(skeleton.order, (std::vector<int>{2, 0, 1, 3}));
    const int parents[] = {2, 0, -1, 1};
    for (int i = 0; i < 4; ++i) {
        const Joint& joint = skeleton.joints[static_cast<std::size_t>(i)];
        EXPECT_EQ(joint.id, i);
        EXPECT_EQ(joint.parent, parents[i]) << joint.name;
        EXPECT_EQ(joint.socket, i >= 2);
        EXPECT_EQ(joint.bind.t, vec3(1, -2.5, 0));
        EXPECT_EQ(joint.bind.r, quat(-1, 0, 0, 0));
    }
    EXPECT_EQ(text_of(doc->file, skeleton.joints[1].where).substr(0, 8), "bone arm");
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(MeteorBnc, TakesOtherSpellingsAndLineEnds) {
    const DocumentPtr doc =
        read("BONES: 1\tDummy: 1\r\nBone b{PARENT d0 Pivot 0 0 034\r\n# here\r\nquaternion 2 0 0 0 }"
             "\r\nDUMMY x # and } there\r\n{parent NULL pivot 0 0 0 quaternion 1 0 0 0}");
    ASSERT_EQ(doc->skeletons.size(), 1u) << notes_of(*doc);
    expect_note(*doc, "quaternion: expected finite numbers of length 1, found 2 0 0 0", 2, "Bone b{");
    EXPECT_EQ(doc->skeletons[0].joints[0].bind.t.z, 34);  // not octal
    EXPECT_EQ(doc->skeletons[0].joints[0].bind.r, quat(1, 0, 0, 0));
    EXPECT_EQ(doc->skeletons[0].joints[0].parent, 1);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(MeteorBnc, NamesComeBeforeNumbers) {
    const DocumentPtr doc =
        read("Bones: 3 Dummey: 0\n" + node("bone", "b", "NULL") + node("bone", "b0", "b") + node("bone", "c", "b0"));
    EXPECT_EQ(doc->skeletons.at(0).joints[2].parent, 1) << "a bone is called b0";
}

TEST(MeteorBnc, SaysWhatIsWrong) {
    const std::string head = "Bones: 1 Dummey: 0\n";
    const auto fault = [&](const std::string& text, const char* words, int line, const char* at) {
        SCOPED_TRACE(text);
        expect_note(*read(text), words, line, at);
    };
    fault(head + node("bone", "a", "b7"), "parent: expected NULL, the name of a bone or dummy, b<number below 1>", 2,
          "bone a");
    fault(head + node("bone", "a", "b0"), "is its own ancestor", 2, "bone a");
    fault(head + node("bone", "a", "NULL", "children 3\n"),
          "children: expected 0, as many bones name it as parent, found 3", 2, "bone a");
    fault(head + node("bone", "a", "NULL", "colour 3\n"), "found \"colour\" in line 7", 7, "colour");
    fault(head + "bone a { parent NULL pivot 0 0 x quaternion 1 0 0 0 }", "pivot: expected a number, found \"x\"", 2,
          "x");
    fault(head + "bone a { parent NULL pivot 0 0 quaternion 1 0 0 0 }",
          "pivot: expected a number, found \"quaternion\" in line 2 at offset 50", 2, "quaternion");
    fault(head + "bone a { parent NULL pivot 0 0 0 }", "expected a quaternion, found none", 2, "bone a");
    fault(head + "bone a { parent NULL pivot 0 0 0 quaternion 1 0 0 0", "found the end of the file", 2, "");
    fault("Bones: 2 Dummey: 0\n" + node("bone", "a", "NULL"), "bones: expected 2 as line 1 says at offset 7, found 1",
          1, "2");
    fault("Bones: -1 Dummey: 0\n" + node("bone", "a", "NULL"), "bones: expected -1 as line 1 says at offset 7, found 1",
          1, "-1");
    fault("Dummey: 0\n" + node("bone", "a", "NULL"), "bones: expected their number, found none; 1 is there", 0, "");
    fault("Bones: 2147483647 Dummey: 0\n" + node("bone", "a", "NULL"), "bones: expected 2147483647 as line 1 says", 1,
          "2147483647");
}

TEST(MeteorBnc, AMissingBraceSpoilsOneNodeOnly) {
    const DocumentPtr doc =
        read("Bones: 2 Dummey: 0\nbone a\n{\nparent NULL pivot 0 0 0 quaternion 1 0 0 0\n" + node("bone", "c", "b0"));
    expect_note(*doc, "expected } for \"a\" of line 2, found \"bone\" in line 5", 5, "bone");
    EXPECT_EQ(doc->skeletons.at(0).joints.at(1).parent, 0);
}

TEST(MeteorBnc, CirclesAreOpened) {
    const DocumentPtr doc =
        read("Bones: 2 Dummey: 1\n" + node("bone", "a", "d0") + node("bone", "c", "a") + node("Dummey", "d", "c"));
    ASSERT_EQ(doc->notes.size(), 1u) << notes_of(*doc);
    EXPECT_EQ(doc->skeletons.at(0).order.size(), 3u);
    Pose pose;
    evaluate(doc->skeletons[0], {}, pose);
    EXPECT_TRUE(std::isfinite(pose.model[2].t.x));
}

TEST(MeteorBnc, StatementsOpenIntoWords) {
    const DocumentPtr doc = read("Bones: 1 Dummey: 0\n" + node("bone", "a", "NULL"));
    const auto at = text_of(doc->file, {0, static_cast<uint32_t>(doc->file.size())}).find("-2.5");
    const std::vector<Node> path = path_to(*doc, static_cast<uint32_t>(at));
    ASSERT_EQ(path.size(), 4u);
    EXPECT_EQ(describe(*doc, path[1]).name, "bone");
    EXPECT_EQ(describe(*doc, path[1]).value, "a");
    EXPECT_EQ(describe(*doc, path[2]).value, "pivot 1.0 -2.5 0.000");
    EXPECT_EQ(describe(*doc, path[3]).value, "-2.5");
    EXPECT_EQ(describe(*doc, path[3]).name, "word 2");
    EXPECT_EQ(path[3].where, (Bytes{static_cast<uint32_t>(at), 4}));
    EXPECT_EQ(child_count(*doc, path[2]), 4u);
    EXPECT_EQ(child_count(*doc, path[3]), 0u);
}

}  // namespace
}  // namespace bonescope
