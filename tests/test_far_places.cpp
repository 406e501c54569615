// Numbers that are finite and yet no place of a figure, in any family.
#include "core/far_places.h"
#include "tests/cal3d_files.h"
#include "tests/program.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

using namespace test;

// The notes on places that are too far away.
std::vector<Finding> far_notes(const Document& doc) {
    std::vector<Finding> out;
    for (const Finding& note : doc.notes)
        if (note.message.find("too far away for this file") != std::string::npos) out.push_back(note);
    return out;
}

void expect_one(const Document& doc, const std::string& words, Bytes where, double value) {
    const std::vector<Finding> notes = far_notes(doc);
    ASSERT_EQ(notes.size(), 1u) << doc.path << "\n" << all_notes(doc);
    EXPECT_NE(notes[0].message.find(words), std::string::npos) << notes[0].message;
    EXPECT_NE(notes[0].message.find("expected within "), std::string::npos) << notes[0].message;
    EXPECT_EQ(notes[0].severity, Severity::Warning);
    EXPECT_EQ(notes[0].where, where);
    EXPECT_FLOAT_EQ(static_cast<float>(notes[0].value), static_cast<float>(value));
}

Maker skeleton(std::initializer_list<float> places) {
    Maker m = cal3d("CSF", 700).put(static_cast<int32_t>(places.size()));
    int32_t id = 0;
    const auto n = static_cast<int32_t>(places.size());
    float sum = 0;
    for (const float x : places) {
        sum += std::abs(x) < 1e6f ? x : 1;
        put_string(m, std::string(1, static_cast<char>('a' + id)));
        m.f32({x, 0, 0, 0, 0, 0, 1, -sum, 0, 0, 0, 0, 0, 1}).put(id - 1);
        m.put(int32_t{id + 1 < n});
        if (id + 1 < n) m.put(id + 1);
        ++id;
    }
    return m;
}

Maker animation(std::initializer_list<float> places) {
    Maker m = cal3d("CAF", 700).f32({1}).put(int32_t{1}).put(int32_t{0}).put(static_cast<int32_t>(places.size()));
    float time = 0;
    for (const float x : places) {
        m.f32({time, x, 0, 0, 0, 0, 0, 1});
        time += 0.25f;
    }
    return m;
}

TEST(FarPlaces, TheUsualOneIsTheMedianOfThoseAboveZero) {
    EXPECT_EQ(farthest_meant({}), 1e15f);
    EXPECT_EQ(farthest_meant({0, 0, 0}), 1e15f);
    EXPECT_EQ(farthest_meant({0, 0, 2, 2, 1e30f, INFINITY, NAN}), 2e6f);
    EXPECT_EQ(farthest_meant({1e-9f, 1e-9f}), 1e3f);  // what is next to nothing says nothing
    EXPECT_EQ(farthest_meant({1e12f, 1e12f}), 1e15f);
}

TEST(FarPlaces, OneBoneAmongMany) {
    const DocumentPtr good = read("a.csf", skeleton({2, 2, 2}));
    EXPECT_TRUE(good->notes.empty()) << all_notes(*good);
    for (const float far : {1e30f, -1e30f, 1e15f, 3e6f}) {
        const DocumentPtr doc = read("a.csf", skeleton({far, 2, 2}));
        expect_one(*doc,
                   fmt::format("a joint lies too far away for this file: expected within 2e+06, found {:g} at joint "
                               "0 \"a\" at offset 18",
                               far),
                   {18, 4}, far);
        EXPECT_TRUE(says(*doc, "stored bone-space pairs differ from the inverse")) << all_notes(*doc);
    }
    EXPECT_TRUE(far_notes(*read("a.csf", skeleton({1e6f, 2, 2}))).empty());
    const DocumentPtr two = read("a.csf", skeleton({2, 1e20f, 2, 1e25f, 2, 2}));
    expect_one(*two, "2 joints lie too far away", {12 + 74 + 6, 4}, 1e20);
}

TEST(FarPlaces, KeysOfATranslation) {
    EXPECT_TRUE(far_notes(*read("a.caf", animation({1, 2, 3, 4}))).empty());
    const DocumentPtr doc = read("a.caf", animation({1, 2, -1e30f, 4}));
    expect_one(*doc, "a key moves its joint to a place too far away", {24 + 2 * 32 + 4, 4}, -1e30);
    EXPECT_EQ(far_notes(*doc)[0].key, 2);
}

TEST(FarPlaces, OfTextFilesTheLineIsTold) {
    const auto xsf = [](const char* place) {
        std::string bones;
        for (int i = 0; i < 3; ++i)
            bones += fmt::format(
                "<BONE ID=\"{}\" NAME=\"b{}\" NUMCHILD=\"0\">\n<TRANSLATION>{} 0 0</TRANSLATION><ROTATION>0 0 0 "
                "1</ROTATION><LOCALTRANSLATION>-1 0 0</LOCALTRANSLATION><LOCALROTATION>0 0 0 "
                "1</LOCALROTATION><PARENTID>-1</PARENTID></BONE>\n",
                i, i, i == 1 ? place : "1");
        return load("a.xsf", bytes("<HEADER MAGIC=\"XSF\" VERSION=\"919\"/>\n<SKELETON NUMBONES=\"3\">\n" + bones +
                                   "</SKELETON>"));
    };
    EXPECT_TRUE(far_notes(*xsf("1")).empty());
    const DocumentPtr doc = xsf("1e30");
    ASSERT_EQ(far_notes(*doc).size(), 1u) << all_notes(*doc);
    EXPECT_EQ(far_notes(*doc)[0].line, 5);
    EXPECT_EQ(far_notes(*doc)[0].joint, 1);
}

TEST(FarPlaces, OtherFamiliesAreLookedAtAlike) {
    SmallSkeleton small;
    small.clips = {{"Walk", 1, 0, 2}};
    EXPECT_TRUE(far_notes(*load("a.skeleton", bytes(small.str()))).empty());
    small.clips[0].x = 1e30f;
    const std::vector<Finding> notes = far_notes(*load("a.skeleton", bytes(small.str())));
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].message.find("found 1e+30 at key 1 of joint 0 in clip \"Walk\""), std::string::npos);
}

TEST(FarPlaces, NoGoodSampleHasAny) {
    NEED_SHARED();
    for (const char* family : {"cal3d", "ogre", "meteor", "dragonbones"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(sample(family)))
            if (entry.is_regular_file() && entry.file_size() < (1u << 20)) {
                EXPECT_TRUE(far_notes(*load(entry.path().string())).empty()) << entry.path();
            }
}

}  // namespace
}  // namespace bonescope
