// Frames of the Meteor family: literal bytes in, exact values out, and what is said about faults.
#include "core/evaluate.h"
#include "tests/support.h"
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace bonescope {
namespace {

using test::Maker;

constexpr uint32_t head_size = 21, record_size = 20 + 16 + 33;  // of one bone and one dummy

// What a record says; the bone turns about z.
struct Record {
    int32_t marker = -1, number = 0;
    float x = 0, half_turn = 0, size = 1;
    std::string parent = "b0";
};

Maker& put(Maker& out, const Record& record) {
    out.put(record.marker).put(record.number).f32({record.x, 2, 3});
    out.f32({record.size * std::cos(record.half_turn), 0, 0, record.size * std::sin(record.half_turn)});
    std::string parent = record.parent;
    parent.resize(5, '\0');
    return out.text(parent).f32({4, 5, record.x}).f32({-1, 0, 0, 0});
}

std::vector<Record> numbered(std::initializer_list<int32_t> numbers) {
    std::vector<Record> out;
    for (const int32_t n : numbers) {
        Record record;
        record.number = n;
        record.x = static_cast<float>(out.size());
        out.push_back(record);
    }
    return out;
}

Maker head(int32_t bones, int32_t dummies, int32_t records, int32_t rate = 30) {
    return Maker().text("BANIM").put(bones).put(dummies).put(records).put(rate);
}

std::string file_of(const std::vector<Record>& records) {
    Maker out = head(1, 1, static_cast<int32_t>(records.size()));
    for (const Record& record : records) put(out, record);
    return out.str();
}

DocumentPtr read(const std::string& file) { return load("x/p0.amb", test::bytes(file)); }

std::string notes_of(const Document& doc) {
    std::string out;
    for (const Finding& note : doc.notes) out += note.message + "\n";
    return out;
}

void expect_note(const Document& doc, const std::string& words, Bytes where, std::size_t notes = 1) {
    EXPECT_EQ(doc.notes.size(), notes) << notes_of(doc);
    for (const Finding& note : doc.notes)
        if (note.message.find(words) != std::string::npos) {
            EXPECT_EQ(note.where, where) << note.message;
            return;
        }
    ADD_FAILURE() << "expected " << words << ", found " << notes_of(doc);
}

Skeleton two_joints() {
    Skeleton skeleton;
    skeleton.joints.resize(2);
    skeleton.joints[0].id = 0;
    skeleton.joints[1].id = 1;
    skeleton.joints[1].parent = 0;
    skeleton.order = {0, 1};
    return skeleton;
}

Local at(const DocumentPtr& doc, double tick, std::size_t joint = 0) {
    const Skeleton skeleton = two_joints();
    const ClipUse use = bind_clip(doc, 0, skeleton);
    const Layer layer{&use, {tick, tick, false}, 1};
    Pose pose;
    evaluate(skeleton, {&layer, 1}, pose);
    const Local one = local_of(skeleton, {&layer, 1}, static_cast<int>(joint));
    EXPECT_LT(glm::distance(one.t, pose.local[joint].t), 1e-6f) << "one joint and all of them agree";
    return pose.local[joint];
}

TEST(MeteorAmb, ReadsFrames) {
    std::vector<Record> records = numbered({0, 1, 2});
    records[1].half_turn = 0.25f;
    const DocumentPtr doc = read(file_of(records));
    EXPECT_EQ(notes_of(*doc), "");
    EXPECT_EQ(doc->format, "meteor.amb");
    EXPECT_TRUE(gaps(*doc).empty());
    const Clip& clip = doc->clips.at(0);
    EXPECT_EQ(clip.name, "p0");
    EXPECT_EQ(clip.start, 0);
    EXPECT_EQ(clip.duration, 2);
    EXPECT_EQ(clip.rate, 30);
    EXPECT_EQ(clip.fps, 30);
    ASSERT_EQ(clip.tracks.size(), 4u);
    EXPECT_FALSE(clip.tracks[1].value.owned) << "values are seen in the file";
    EXPECT_EQ(key_bytes(*doc, clip.tracks[1], 2), (Bytes{head_size + 2 * record_size + 20, 16}));
    EXPECT_EQ(key_bytes(*doc, clip.tracks[3], 0), (Bytes{head_size + 36 + 17, 16}));
    EXPECT_NEAR(at(doc, 1).r.z, std::sin(0.25f), 1e-6);
    EXPECT_NEAR(at(doc, 0.5).r.z, std::sin(0.125f), 1e-6);
    EXPECT_EQ(at(doc, 1.5).t, vec3(1.5f, 2, 3));
    EXPECT_EQ(at(doc, 1.5, 1).t, vec3(4, 5, 1.5f));
    EXPECT_EQ(at(doc, -3).t.x, 0);
    EXPECT_EQ(at(doc, 9).t.x, 2);
}

TEST(MeteorAmb, FramesAreFoundByNumber) {
    const DocumentPtr doc = read(file_of(numbered({1, 2, 3})));
    EXPECT_EQ(notes_of(*doc), "");
    EXPECT_EQ(doc->clips.at(0).duration, 3);
    EXPECT_EQ(at(doc, 1).t.x, 0);
    EXPECT_EQ(at(doc, 3).t.x, 2);
}

TEST(MeteorAmb, RecordsOpenIntoNamedParts) {
    const DocumentPtr doc = read(file_of(numbered({0, 1})));
    const auto name_at = [&](uint32_t offset) {
        std::string out;
        for (const Node& node : path_to(*doc, offset)) out += "/" + describe(*doc, node).name;
        return out;
    };
    const uint32_t second = head_size + record_size;
    EXPECT_EQ(name_at(9), "/file/dummies");
    EXPECT_EQ(name_at(second), "/file/records/record 1/marker");
    EXPECT_EQ(name_at(second + 4), "/file/records/record 1/frame");
    EXPECT_EQ(name_at(second + 12), "/file/records/record 1/translation 0/y");
    EXPECT_EQ(name_at(second + 20), "/file/records/record 1/rotation 0/w");
    EXPECT_EQ(name_at(second + 32), "/file/records/record 1/rotation 0/z");
    EXPECT_EQ(name_at(second + 36), "/file/records/record 1/dummy parent 0");
    EXPECT_EQ(name_at(second + 41), "/file/records/record 1/dummy position 0/x");
    EXPECT_EQ(name_at(second + 53), "/file/records/record 1/dummy rotation 0/w");
    EXPECT_EQ(describe(*doc, path_to(*doc, second + 36).back()).value, "b0");
}

TEST(MeteorAmb, ShortFilesKeepWholeRecords) {
    const std::string whole = file_of(numbered({0, 1, 2}));
    const DocumentPtr doc = read(whole.substr(0, whole.size() - 10));
    expect_note(*doc,
                "expected 3 records of 69 bytes from offset 21, found 197 bytes: 1 record missing, the first of them "
                "ends after 59 bytes",
                {head_size + 2 * record_size, record_size - 10});
    EXPECT_EQ(doc->clips.at(0).timelines.at(0).rows, 2u);
    EXPECT_TRUE(gaps(*doc).empty());
    expect_note(*read(whole.substr(0, head_size)), "3 records missing", {head_size, 0});
    expect_note(*read(whole + "xyz"), "found 3 bytes more", {head_size + 3 * record_size, 3});
}

TEST(MeteorAmb, NoFramesAreTold) { expect_note(*read(head(1, 1, 0).str()), "records: expected some", {13, 4}); }

TEST(MeteorAmb, CountsAreHeldAgainstTheFile) {
    Maker one;
    put(one, Record());
    for (const int32_t huge : {0x7FFF'FFFF, 0x1000'0000, 100'000}) {
        for (const Maker& start : {head(huge, 1, 1), head(1, huge, 1), head(1, 1, huge), head(huge, huge, huge)}) {
            const DocumentPtr doc = read(start.str() + one.str());
            ASSERT_FALSE(doc->notes.empty());
            EXPECT_NE(doc->notes[0].message.find("missing"), std::string::npos) << notes_of(*doc);
            EXPECT_TRUE(gaps(*doc).empty());
        }
    }
    for (const int32_t bad : {-1, INT32_MIN}) {
        expect_note(*read(head(bad, 1, 1).str()), "bones: expected a number of at least 0 at offset 5", {5, 4});
        expect_note(*read(head(1, bad, 1).str()), "dummies: expected a number of at least 0 at offset 9", {9, 4});
        expect_note(*read(head(1, 1, bad).str()), "records: expected a number of at least 0 at offset 13", {13, 4});
    }
    expect_note(*read(head(1, 1, 1, 0).str() + one.str()), "frames per second: expected a number above 0", {17, 4});
    expect_note(*read("BANIMATION"), "dummies: expected 4 bytes at offset 9, found 1", {9, 1});
    EXPECT_EQ(read(head(0, 0, 2).put(-1).put(0).f32({1, 2, 3}).put(-1).put(1).f32({1, 2, 3}).str())->notes.size(), 0u);
}

TEST(MeteorAmb, RepeatedNumbersKeepTheFirst) {
    const DocumentPtr doc = read(file_of(numbered({0, 1, 1, 2})));
    expect_note(*doc, "frame number 1 of record 2 at offset 163 is there before", {163, 4});
    EXPECT_EQ(at(doc, 1).t.x, 1);
    EXPECT_EQ(at(doc, 1.5).t.x, 2);  // half way from the first of them, 1, to 3
    EXPECT_EQ(at(doc, 2).t.x, 3);
}

TEST(MeteorAmb, MissingNumbersAreMarkedAsSteps) {
    const DocumentPtr doc = read(file_of(numbered({0, 1, 5, 6})));
    expect_note(
        *doc, "expected frame number 2 after that of record 1 at offset 94, found none; 3 numbers missing in 1 place,",
        {94, 4});
    const Timeline& line = doc->clips.at(0).timelines.at(0);
    ASSERT_NE(line.ease, none);
    EXPECT_EQ(at(doc, 0.5).t.x, 0.5f);
    for (const double tick : {1., 2., 4.9}) EXPECT_EQ(at(doc, tick).t.x, 1) << tick;
    EXPECT_EQ(at(doc, 5.5).t.x, 2.5f);
    const Ease want[] = {Ease::Default, Ease::Step, Ease::Default, Ease::Default};
    for (uint32_t row = 0; row < 4; ++row) EXPECT_EQ(doc->eases.at(doc->lists.at(line.ease + row)).kind, want[row]);
}

TEST(MeteorAmb, DisorderIsSorted) {
    const DocumentPtr doc = read(file_of(numbered({2, 0, 1})));
    expect_note(*doc, "frame number 0 of record 1 at offset 94: expected one above 2", {94, 4});
    EXPECT_EQ(at(doc, 0).t.x, 1);
    EXPECT_EQ(at(doc, 2).t.x, 0);
    EXPECT_EQ(doc->clips.at(0).duration, 2);
}

TEST(MeteorAmb, WildNumbersAreTold) {
    const DocumentPtr doc = read(file_of(numbered({-5, 2'000'000'000})));
    expect_note(*doc, "frame number: expected 0 to 16777216, found -5", {head_size + 4, 4}, 2);
    EXPECT_TRUE(std::isfinite(at(doc, 7).t.x));
}

TEST(MeteorAmb, OtherMarkersAreTold) {
    std::vector<Record> records = numbered({0, 1, 2});
    records[1].marker = 7;
    records[2].marker = 0;
    expect_note(*read(file_of(records)), "the first, 7, is in record 1 at offset 90", {head_size + record_size, 4});
}

TEST(MeteorAmb, RotationsAreHeldAgainstLengthOne) {
    std::vector<Record> records = numbered({0, 1, 2, 3});
    for (Record& record : records) record.half_turn = 0.5f;
    records[1].size = 1.5f;
    records[2].size = 0.9f;
    const DocumentPtr doc = read(file_of(records));
    expect_note(*doc, "2 rotations: expected length 1, found up to 1.5; the first is in record 1 at offset 110",
                {head_size + record_size + 20, 16});
    EXPECT_NEAR(at(doc, 1).r.z, std::sin(0.5f), 1e-6);
    EXPECT_NEAR(at(doc, 1.5).r.z, std::sin(0.5f), 1e-6);
}

TEST(MeteorAmb, WhatIsNotFiniteIsBridged) {
    for (const float bad : {NAN, INFINITY}) {
        std::vector<Record> records = numbered({0, 1, 2});
        records[1].x = bad;  // of the bone and of the dummy
        const DocumentPtr doc = read(file_of(records));
        expect_note(*doc, "2 values: expected finite numbers, found others; the first is in record 1 at offset 98",
                    {head_size + record_size + 8, 12});
        for (const double tick : {0.5, 1., 1.5}) {
            EXPECT_TRUE(std::isfinite(at(doc, tick).t.x)) << tick;
            EXPECT_TRUE(std::isfinite(at(doc, tick, 1).t.z)) << tick;
        }
        records[1].x = 1;
        records[2].size = bad;
        const DocumentPtr turned = read(file_of(records));
        expect_note(*turned, "1 value:", {head_size + 2 * record_size + 20, 16});
        EXPECT_TRUE(std::isfinite(at(turned, 1.9).r.w));
    }
}

TEST(MeteorAmb, EveryRotationOfARecordIsLookedAt) {
    constexpr int32_t bones = 7, dummies = 3;
    const auto file = [](int32_t bad) {
        Maker out = head(bones, dummies, 1);
        out.put(-1).put(0).f32({0, 0, 0});
        for (int32_t i = 0; i < bones; ++i) out.f32({i == bad ? 0.5f : 1.f, 0, 0, 0});
        for (int32_t i = 0; i < dummies; ++i)
            out.text(std::string("NULL\0", 5)).f32({0, 0, 0}).f32({0, 0, i + bones == bad ? 0.5f : 1.f, 0});
        return out.str();
    };
    EXPECT_TRUE(read(file(-1))->notes.empty());
    for (int32_t bad = 0; bad < bones + dummies; ++bad) {
        const uint32_t offset =
            head_size + 20 + static_cast<uint32_t>(bad < bones ? 16 * bad : 16 * bones + 33 * (bad - bones) + 17);
        expect_note(*read(file(bad)), "1 rotation:", {offset, 16});
    }
}

TEST(MeteorAmb, ParentsThatChangeAreATrack) {
    std::vector<Record> records = numbered({0, 1, 2, 3});
    records[2].parent = records[3].parent = "NULL";
    const DocumentPtr doc = read(file_of(records));
    expect_note(*doc,
                "dummy 0 changes its parent, 1 time in all: first at frame 2, offset 195, from \"b0\" to \"NULL\"",
                {head_size + 2 * record_size + 36, 5});
    const Track& track = doc->clips.at(0).tracks.back();
    EXPECT_EQ(track.property, Property::Parent);
    EXPECT_EQ(track.basis, Basis::Absolute);
    EXPECT_EQ(track.target, 1);
    EXPECT_EQ(track.width, 1u);
    const float want[] = {0, 0, -1, -1};
    for (uint32_t row = 0; row < 4; ++row) {
        EXPECT_EQ(doc->number(track.value, row), want[row]);
        EXPECT_EQ(key_bytes(*doc, track, row), (Bytes{head_size + row * record_size + 36, 5}));
    }
}

TEST(MeteorAmb, ParentNamesMayFillAllFiveLetters) {
    std::vector<Record> records = numbered({0, 1, 2});
    records[1].parent = "b0000";
    records[2].parent = "wrong";
    const DocumentPtr doc = read(file_of(records));
    expect_note(*doc, "found \"wrong\" in record 2 at offset 195", {head_size + 2 * record_size + 36, 5}, 2);
    expect_note(*doc, "from \"b0\" to \"b0000\"", {head_size + record_size + 36, 5}, 2);
    EXPECT_EQ(doc->number(doc->clips.at(0).tracks.back().value, 2), 0);
    EXPECT_EQ(describe(*doc, path_to(*doc, head_size + record_size + 36).back()).value, "b0000");
}

TEST(MeteorAmb, ParentNamesThatNeverChangeAreLookedAtToo) {
    std::vector<Record> records = numbered({0, 1, 2});
    for (Record& record : records) record.parent = "b1";
    expect_note(*read(file_of(records)), "dummy 0: parent: expected NULL, b<number below 1>", {head_size + 36, 5});
}

TEST(MeteorAmb, SyntheticFaultsAreAllTold) {
    NEED_SHARED();
    const auto synth = [](const char* name) {
        return load(test::sample(std::string("meteor/synth/") + name).string());
    };
    const DocumentPtr broken = synth("broken_values.amb");
    for (const char* words : {"frame number 2 of record 3", "expected frame number 3 after that of record 2", "marker",
                              "2 rotations", "1 value:", "\"x9\""})
        EXPECT_NE(notes_of(*broken).find(words), std::string::npos) << words;
    const DocumentPtr cut = synth("broken_trunc.amb");
    expect_note(*cut, "20 records missing, the first of them ends after 100 bytes", {3361, 100});
    EXPECT_EQ(cut->clips.at(0).timelines.at(0).rows, 20u);
    const DocumentPtr common = synth("common.amb");
    expect_note(*common, "dummy 2 changes its parent, 1 time in all: first at frame 21", {3495, 5});
    const Track& track = common->clips.at(0).tracks.back();
    EXPECT_EQ(common->number(track.value, 19), 4);  // d1 of three bones
    EXPECT_EQ(common->number(track.value, 20), 1);
}

TEST(MeteorAmb, PlacesThatCannotBeMeantAreTold) {
    for (const float bad : {1e30f, 3e7f}) {
        std::vector<Record> records = numbered({0, 1, 2, 3});
        records[2].x = -bad;
        const DocumentPtr doc = read(file_of(records));  // others lie up to 5 away
        expect_note(*doc, "2 places: expected numbers up to 5e+06, found", {head_size + 2 * record_size + 8, 12});
        EXPECT_EQ(at(doc, 2).t.x, -bad) << "as stored";
        EXPECT_EQ(at(doc, 1).t.x, 1);
    }
    std::vector<Record> fine = numbered({0, 1});
    fine[1].x = 4e6f;
    EXPECT_EQ(notes_of(*read(file_of(fine))), "");
}

TEST(MeteorAmb, WhereNoFrameHasANumberTheBindPoseServes) {
    std::vector<Record> records = numbered({0, 1, 2});
    for (Record& record : records) record.x = NAN;
    const DocumentPtr doc = read(file_of(records));
    expect_note(*doc, "for 2 bone or dummy tracks, which no frame has, the bind pose", {head_size + 8, 12});
    EXPECT_TRUE(std::isfinite(at(doc, 1).t.x));
}

TEST(MeteorAmb, NumbersThatCannotBeMeantDoNotMakeItYearsLong) {
    const DocumentPtr doc = read(file_of(numbered({0, 1, 2, 2147483647, INT32_MIN})));
    EXPECT_EQ(doc->clips.at(0).duration, 2);
    EXPECT_NE(notes_of(*doc).find("the length of the whole counts none above"), std::string::npos);
}

}  // namespace
}  // namespace bonescope
