#include "tests/cal3d_files.h"

namespace bonescope {
namespace {

using namespace test;
using nlohmann::json;
using Floats = std::vector<float>;

// Bits from the lowest of the first byte on.
class Bits {
public:
    Bits& put(uint64_t value, unsigned n) {
        for (unsigned i = 0; i < n; ++i, ++at_) {
            if (at_ % 8 == 0) out_.push_back('\0');
            if (value >> i & 1) out_.back() = static_cast<char>(out_.back() | 1 << at_ % 8);
        }
        return *this;
    }
    const std::string& str() const { return out_; }

private:
    std::string out_;
    unsigned at_ = 0;
};

constexpr unsigned dynamic = 1, high = 2, required = 4;

std::string header(unsigned bone, unsigned flags, unsigned keys) {
    return Bits().put(bone, 13).put(flags, 3).put(keys, 16).str();
}
// w left out; x is 1024 of 2047, y as much below 0.
std::string turn(unsigned frame) {
    return Bits().put(3, 2).put(0, 1).put(1024, 11).put(1, 1).put(1024, 11).put(0, 1).put(0, 11).put(frame, 10).str();
}
std::string place(bool far, unsigned x) {
    Bits bits;
    for (const unsigned n : {x, 0u, 3u}) bits.put(n, far ? 25 : 9).put(n == 3, 1);
    return bits.put(0, 2).str();
}

Maker packed(int32_t version, unsigned flags, const std::vector<std::string>& keys, float duration = 1) {
    Maker m = cal3d("CAF", version);
    if (version == 919 || version >= 1300) m.put(int32_t{1});
    m.f32({duration}).put(int32_t{1});
    if (version >= 1300) m.put(int32_t{0});
    m.text(header(5, flags, static_cast<unsigned>(keys.size())));
    for (const std::string& key : keys) m.text(key);
    return m;
}

const std::vector<int32_t> packed_versions = {913, 914, 915, 918, 919, 1300, 1301};

TEST(Cal3dPacked, RotationsAndTimesOfEveryVersion) {
    for (const int32_t version : packed_versions) {
        SCOPED_TRACE(version);
        const DocumentPtr doc = read("a.caf", packed(version, 0, {turn(0), turn(30)}));
        EXPECT_TRUE(gaps(*doc).empty());
        const Track* r = find_track(*doc, 5, Property::Rotation);
        ASSERT_NE(r, nullptr) << all_notes(*doc);
        const Floats q = row(*doc, r->value, 1, 4);
        EXPECT_FLOAT_EQ(q[0], 1024 / 2047.f);
        EXPECT_FLOAT_EQ(q[1], -1024 / 2047.f);
        EXPECT_EQ(q[2], 0);
        EXPECT_FLOAT_EQ(q[3], std::sqrt(1 - 2 * q[0] * q[0]));
        EXPECT_EQ(key_time(*doc, doc->clips[0].timelines[r->timeline], 1), 1);
        EXPECT_EQ(key_bytes(*doc, *r, 1), (Bytes{static_cast<uint32_t>(doc->file.size() - 6), 6}));
        EXPECT_TRUE(find_track(*doc, 5, Property::Translation)->value.empty());
        EXPECT_TRUE(says(*doc, "packed keys: times in steps of 1/30 s"));
        EXPECT_TRUE(says(*doc, "1 of 1 track has no translation: the skeleton's serves"));
    }
}

TEST(Cal3dPacked, TranslationsOfEveryKeyInBothRanges) {
    for (const unsigned range : {0u, high}) {
        const bool far = range != 0;
        const DocumentPtr doc = read(
            "a.caf", packed(919, required | dynamic | range, {place(far, 8) + turn(0), place(far, 511) + turn(1)}));
        EXPECT_TRUE(gaps(*doc).empty()) << all_notes(*doc);
        const Track* t = find_track(*doc, 5, Property::Translation);
        const float step = far ? 0.25f : 128 / 511.f;
        EXPECT_FLOAT_EQ(row(*doc, t->value, 1, 3)[0], 511 * step);
        EXPECT_FLOAT_EQ(row(*doc, t->value, 1, 3)[2], -3 * step);
        EXPECT_FLOAT_EQ(row(*doc, t->value, 0, 3)[0], 8 * step);
        EXPECT_EQ(key_bytes(*doc, *t, 1).size, far ? 16u : 10u);
        EXPECT_NE(doc->tree.labels.back().find(far ? "in steps of 0.25" : "in steps of 0.2505"), std::string::npos);
    }
}

TEST(Cal3dPacked, AStaticTranslationServesAllKeysAndSaysSo) {
    const DocumentPtr doc = read("a.caf", packed(919, required, {place(false, 8) + turn(0), turn(1), turn(2)}));
    EXPECT_TRUE(gaps(*doc).empty()) << all_notes(*doc);
    const Track* t = find_track(*doc, 5, Property::Translation);
    for (uint32_t i = 0; i < 3; ++i) {
        EXPECT_FLOAT_EQ(row(*doc, t->value, i, 3)[0], 8 * 128 / 511.f);
        EXPECT_EQ(stand_in(*doc, *t, i), i ? StandIn::Before : StandIn::None);
    }
    EXPECT_TRUE(says(*doc, "1 of 1 track lacks the translation of some keys"));
    EXPECT_EQ(key_bytes(*doc, *t, 0).size, 10u);
    EXPECT_EQ(key_bytes(*doc, *t, 2), (Bytes{static_cast<uint32_t>(doc->file.size() - 6), 6}));
}

TEST(Cal3dPacked, ExactNumbersAfterTheKeysOf916And917) {
    const std::string exact_q = Maker().f32({0, 0, 0.6f, 0.8f}).str(), exact_t = Maker().f32({1, 2, 3}).str();
    const DocumentPtr turned =
        read("a.caf", packed(916, required, {place(false, 8) + turn(0) + exact_q, turn(1) + exact_q}));
    EXPECT_TRUE(gaps(*turned).empty()) << all_notes(*turned);
    EXPECT_EQ(row(*turned, find_track(*turned, 5, Property::Rotation)->value, 1, 4), (Floats{0, 0, 0.6f, 0.8f}));
    const DocumentPtr both =
        read("a.caf", packed(917, required, {place(false, 8) + turn(0) + exact_t + exact_q, turn(1) + exact_q}));
    EXPECT_TRUE(gaps(*both).empty()) << all_notes(*both);
    EXPECT_EQ(row(*both, find_track(*both, 5, Property::Translation)->value, 1, 3), (Floats{1, 2, 3}));
    EXPECT_EQ(row(*both, find_track(*both, 5, Property::Rotation)->value, 0, 4), (Floats{0, 0, 0.6f, 0.8f}));
}

TEST(Cal3dPacked, TheTreeHasTheBits) {
    const DocumentPtr doc =
        read("a.caf", packed(919, required | dynamic, {place(false, 8) + turn(0), place(false, 9) + turn(7)}));
    const auto bytes = static_cast<uint32_t>(doc->file.size());
    const Node frame = path_to(*doc, bytes - 1).back();
    EXPECT_EQ(describe(*doc, frame).name, "frame");
    EXPECT_EQ(describe(*doc, frame).value, "7");
    EXPECT_EQ(bits_of(*doc, frame).size, 10u);
    const Node x = path_to(*doc, bytes - 10).back();
    EXPECT_EQ(describe(*doc, x).name, "x");
    EXPECT_EQ(describe(*doc, x).value, "9");
}

TEST(Cal3dPacked, TracksWithoutKeysAndTimesOutOfReach) {
    const DocumentPtr empty = read("a.caf", packed(919, 0, {}));
    EXPECT_TRUE(gaps(*empty).empty());
    EXPECT_EQ(empty->clips.at(0).timelines.at(0).rows, 0u);
    EXPECT_TRUE(says(*read("a.caf", packed(919, 0, {turn(0)}, 40)), "duration: expected at most 34.1 s"));
}

TEST(Cal3dPacked, WhatACutLeavesIsKept) {
    const std::string whole = packed(913, required, {place(false, 8) + turn(0), turn(1), turn(2)}).str();
    const DocumentPtr doc = load("a.caf", bytes(whole.substr(0, whole.size() - 1)));
    EXPECT_TRUE(says(*doc, "keys: expected 6 bytes")) << all_notes(*doc);
    EXPECT_EQ(doc->clips.at(0).timelines.at(0).rows, 2u);
}

TEST(Cal3dPacked, KeysOf1200) {
    Maker m = cal3d("CAF", 1200).f32({2}).put(int32_t{1}).put(int32_t{1});
    m.put(int32_t{5}).put(int32_t{2}).f32({1, 2, 3}).f32({0.5f, 0.25f, 0.125f});
    const auto key = [&](unsigned time, int s0, int s1, int s2) {
        m.u16(time).u32(4u | 5u << 11 | 6u << 22).put(static_cast<int16_t>(s0)).put(static_cast<int16_t>(s1));
        m.put(static_cast<int16_t>(s2));
    };
    key(0, 100, 200, -301);    // which: 0 and 1 -> y left out
    key(65535, -32768, 1, 1);  // clamped
    const DocumentPtr doc = read("a.caf", m);
    EXPECT_TRUE(gaps(*doc).empty()) << all_notes(*doc);
    EXPECT_EQ(row(*doc, find_track(*doc, 5, Property::Translation)->value, 0, 3), (Floats{3, 3.25f, 3.75f}));
    const Floats q = row(*doc, find_track(*doc, 5, Property::Rotation)->value, 0, 4);
    const float unit = 32767 * 1.41421f;
    EXPECT_FLOAT_EQ(q[0], 100 / unit);
    EXPECT_FLOAT_EQ(q[2], 200 / unit);
    EXPECT_FLOAT_EQ(q[3], -302 / unit);
    EXPECT_NEAR(q[1], 1, 1e-4);
    EXPECT_EQ(key_time(*doc, doc->clips[0].timelines[0], 1), 2);
    EXPECT_TRUE(says(*doc, "bone 5: 1 of 2 rotations are at the limit of their packing"));
}

// ---- real files ----

Floats translation_at(const Document& doc, const Skeleton* skeleton, int bone, uint32_t key) {
    const Track* track = find_track(doc, bone, Property::Translation);
    if (!track->value.empty()) return row(doc, track->value, key, 3);
    const vec3 t = skeleton->joints.at(static_cast<std::size_t>(bone)).bind.t;
    return {t.x, t.y, t.z};
}

void expect_keys(const char* name, const Skeleton* skeleton, float tolerance) {
    const std::string file = std::string("cal3d/vectors/") + name;
    const DocumentPtr doc = load(golden(file + ".caf").string());
    const json want = read_json(golden(file + ".keys.json"));
    const Clip& clip = doc->clips.at(0);
    EXPECT_FLOAT_EQ(static_cast<float>(clip.duration), want["duration"].get<float>());
    ASSERT_EQ(clip.tracks.size(), want["tracks"].size() * 2);
    float worst = 0;
    for (const json& track : want["tracks"]) {
        const int bone = track["bone"];
        const Track* r = find_track(*doc, bone, Property::Rotation);
        ASSERT_NE(r, nullptr) << bone;
        const Timeline& line = clip.timelines[r->timeline];
        ASSERT_EQ(line.rows, track["keys"].size());
        for (uint32_t i = 0; i < line.rows; ++i) {
            const Floats key = track["keys"][i];
            Floats found{key_time(*doc, line, i)};
            for (const float x : translation_at(*doc, skeleton, bone, i)) found.push_back(x);
            for (const float x : row(*doc, r->value, i, 4)) found.push_back(x);
            for (std::size_t k = 0; k < 8; ++k) worst = std::max(worst, std::abs(found[k] - key[k]));
        }
    }
    EXPECT_LE(worst, tolerance);
}

TEST(Cal3dPacked, KeysAreThoseOfTheRealLoaders) {
    NEED_SHARED();
    expect_keys("marche_v1200_compressed", nullptr, 1e-6f);
    const DocumentPtr arthur = load(sample("cal3d/arthur/Arthur.CSF").string());
    expect_keys("walking_v1300_compressed", &arthur->skeletons.at(0), 1e-5f);  // one step of a float at 90
}

TEST(Cal3dPacked, KeysOfTheLineOfImvu) {
    NEED_SHARED();
    const json all = read_json(golden("cal3d/vectors/wave_v913_919_compressed.keys.json"));
    ASSERT_EQ(all.size(), 5u);
    for (const auto& [version, want] : all.items()) {
        SCOPED_TRACE(version);
        const DocumentPtr doc = load(golden("cal3d/vectors/wave_v" + version + "_compressed.caf").string());
        for (const json& track : want["tracks"]) {
            const int bone = track["bone"];
            const Track* t = find_track(*doc, bone, Property::Translation);
            const Track* r = find_track(*doc, bone, Property::Rotation);
            ASSERT_TRUE(t && r);
            EXPECT_EQ(t->value.empty(), !track["translation_required"].get<bool>());
            const Timeline& line = doc->clips[0].timelines[r->timeline];
            EXPECT_EQ(line.rows, track["keys"].get<uint32_t>());
            for (const json& key : track["sample"]) {
                const uint32_t i = key[0];
                EXPECT_NEAR(key_time(*doc, line, i), key[1].get<float>(), 1e-6f);
                for (uint32_t k = 0; k < 3; ++k)
                    if (!key[2].is_null()) { EXPECT_NEAR(doc->number(t->value, i, k), key[2][k].get<float>(), 1e-5f); }
                for (uint32_t k = 0; k < 4; ++k)
                    EXPECT_NEAR(doc->number(r->value, i, k), key[3][k].get<float>(), 2e-7f);
            }
        }
    }
}

TEST(Cal3dPacked, WhatTheWriterOf1300PackedIsNearItsSource) {
    NEED_SHARED();
    const DocumentPtr packed_doc = load(golden("cal3d/vectors/walking_v1300_flags1.caf").string());
    const DocumentPtr plain = load(sample("cal3d/arthur/Male_Walking.CAF").string());
    const Clip &a = packed_doc->clips.at(0), &b = plain->clips.at(0);
    ASSERT_EQ(a.tracks.size(), b.tracks.size());
    for (std::size_t i = 0; i < a.tracks.size(); ++i) {
        const uint32_t rows = b.timelines[b.tracks[i].timeline].rows, lanes = b.tracks[i].width;
        ASSERT_EQ(a.timelines[a.tracks[i].timeline].rows, rows);
        for (uint32_t k = 0; k < rows; ++k) {
            const Floats x = row(*packed_doc, a.tracks[i].value, k, lanes),
                         y = row(*plain, b.tracks[i].value, k, lanes);
            float dot = 0, off = 0;
            for (uint32_t lane = 0; lane < lanes; ++lane) {
                dot += x[lane] * y[lane];
                off = std::max(off, std::abs(x[lane] - y[lane]));
            }
            EXPECT_LE(lanes == 3 ? off : 0, 0.13f);
            EXPECT_LE(lanes == 4 ? 1 - std::abs(dot) : 0, 4e-7f);
        }
    }
}

}  // namespace
}  // namespace bonescope
