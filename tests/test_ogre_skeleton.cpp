#include "tests/skeleton_maker.h"

namespace bonescope {
namespace {

using namespace test;

TEST(OgreSkeleton, IsKnownByItsContent) {
    const auto format = [](const Maker& m) { return load("any.bin", m.bytes())->format; };
    EXPECT_EQ(format(header()), "ogre.skeleton");
    EXPECT_EQ(format(header(true)), "ogre.skeleton");
    EXPECT_EQ(format(Maker().u16(0x1000).line("Serializer_v1.10")), "ogre.skeleton");
    EXPECT_EQ(format(Maker().u16(0x1001).line("[Serializer_v1.10]")), "");
    EXPECT_NE(format(Maker().u16(0x1000).line("[MeshSerializer_v1.8]")), "ogre.skeleton");
    EXPECT_EQ(format(Maker().u16(0x1000).line("[Serial")), "");
}

TEST(OgreSkeleton, UnknownVersionsAreReadWithAWarning) {
    Maker m;
    m.u16(0x1000).line("[Serializer_v9.99]\r");
    add_bone(m, "root", 0);
    const auto doc = read(m);
    EXPECT_EQ(doc->version, "[Serializer_v9.99]");
    EXPECT_TRUE(says(*doc, "[Serializer_v9.99]"));
    EXPECT_EQ(doc->skeletons[0].joints.size(), 1u);
}

TEST(OgreSkeleton, BoneLengthsLeaveTheNameOut) {
    Maker m = header();
    add_bone(m, "root", 0);
    add_bone(m, "arm", 1, 48, {2, 3, 4});
    add_bone(m, "elevenbytes", 2, 48, {5, 6, 7});  // 12 bytes with the line feed: 36 + 12 is 48, too
    add_bone(m, "elevenbytes", 3, 48);             // a writer that counts the name
    add_bone(m, "foreign", 4, 36 + 8);
    add_bone(m, "foreign2", 5, 48 + 9, {8, 9, 10});
    add_bone(m, "root2", 6);
    const auto doc = read(m);
    const auto& joints = doc->skeletons[0].joints;
    ASSERT_EQ(joints.size(), 7u);
    EXPECT_EQ(joints[0].bind.t, vec3(1, 2, 3));
    EXPECT_EQ(joints[0].bind.r, quat(1, 0, 0, 0));
    EXPECT_EQ(joints[0].where, (Bytes{21, 41}));
    const vec3 scales[] = {{1, 1, 1}, {2, 3, 4}, {5, 6, 7}, {1, 1, 1}, {1, 1, 1}, {8, 9, 10}, {1, 1, 1}};
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(joints[i].bind.s, scales[i]) << i;
    EXPECT_TRUE(says(*doc, "expected a length of 36 or 48 (which leaves the name out), found 44"));
    EXPECT_TRUE(says(*doc, "found 57"));
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreSkeleton, HandlesMayBeSparseAndUnordered) {
    Maker m = header();
    add_bone(m, "hand", 900);
    add_bone(m, "root", 5);
    add_parent(m, 900, 5);
    const auto doc = read(m);
    const Skeleton& skeleton = doc->skeletons[0];
    ASSERT_EQ(skeleton.joints.size(), 2u);
    EXPECT_EQ(skeleton.joints[0].name, "root");
    EXPECT_EQ(skeleton.joints[1].id, 900);
    EXPECT_EQ(skeleton.joints[1].parent, 0);
    EXPECT_TRUE(doc->notes.empty());
}

TEST(OgreSkeleton, DoubledHandlesAndNames) {
    Maker m = header();
    add_bone(m, "a", 0);
    add_bone(m, "b", 0);
    add_bone(m, "a", 1);
    const auto doc = read(m);
    const auto& joints = doc->skeletons[0].joints;
    ASSERT_EQ(joints.size(), 2u);
    EXPECT_EQ(joints[0].name, "a");
    EXPECT_TRUE(says(*doc, "bone \"b\": handle 0 is taken by bone \"a\""));
    EXPECT_TRUE(says(*doc, "a second bone is called \"a\""));
}

TEST(OgreSkeleton, BadParents) {
    Maker m = header();
    for (unsigned i = 0; i < 5; ++i) add_bone(m, std::string(1, static_cast<char>('a' + i)).c_str(), i);
    add_parent(m, 0, 9);
    add_parent(m, 1, 1);
    add_parent(m, 2, 0);
    add_parent(m, 2, 1);
    add_parent(m, 3, 4);
    add_parent(m, 4, 3);
    const auto doc = read(m);
    const auto& joints = doc->skeletons[0].joints;
    EXPECT_TRUE(says(*doc, "no bone with handle 9"));
    EXPECT_TRUE(says(*doc, "bone 1 is its own parent"));
    EXPECT_TRUE(says(*doc, "bone 2 has a second parent 1; the first, 0, is kept"));
    EXPECT_TRUE(says(*doc, "is its own ancestor"));
    EXPECT_EQ(doc->notes.size(), 4u);
    EXPECT_EQ(joints[0].parent, -1);
    EXPECT_EQ(joints[2].parent, 0);
    EXPECT_EQ(joints[3].parent == -1, joints[4].parent == 3);
    EXPECT_EQ(doc->skeletons[0].order.size(), 5u);
}

TEST(OgreSkeleton, KeysOfOneSizeAreViewedInTheFile) {
    Maker keys;
    for (int i = 0; i < 3; ++i) add_key(keys, static_cast<float>(i) / 2, static_cast<float>(i));
    const auto doc = read(with_keys(keys));
    const Clip& clip = doc->clips.at(0);
    ASSERT_EQ(clip.tracks.size(), 2u);
    EXPECT_EQ(clip.duration, 1);
    EXPECT_EQ(clip.timelines.size(), 1u);
    const Track& move = find(*doc, Property::Translation);
    EXPECT_FALSE(move.value.owned);
    EXPECT_EQ(move.value.step, 38u);
    EXPECT_EQ(numbers(*doc, move, 0), (std::vector<float>{0, 1, 2}));
    const Bytes key = key_bytes(*doc, move, 1);
    EXPECT_EQ(key.size, 38u);
    EXPECT_EQ(load<uint16_t>(doc->file.data() + key.at), 0x4110);
    EXPECT_EQ(load<float>(doc->file.data() + key.at + 6), 0.5f);
    EXPECT_TRUE(doc->arena.empty());
    EXPECT_TRUE(doc->notes.empty());
    const auto path = path_to(*doc, key.at + 26);
    EXPECT_EQ(describe(*doc, path.back()).value, "1");
    EXPECT_EQ(describe(*doc, path[2]).value, "root");
    EXPECT_EQ(describe(*doc, path[path.size() - 2]).name, "translation");
}

TEST(OgreSkeleton, MixedSizesAreDecoded) {
    Maker keys;
    add_key(keys, 0, 7);
    add_key(keys, 0.5f, 8, {2, 3, 4});
    add_key(keys, 1, 9);
    const auto doc = read(with_keys(keys));
    EXPECT_EQ(numbers(*doc, find(*doc, Property::Translation), 0), (std::vector<float>{7, 8, 9}));
    const Track& scale = find(*doc, Property::Scale);
    EXPECT_TRUE(scale.value.owned);
    EXPECT_EQ(numbers(*doc, scale, 1), (std::vector<float>{1, 3, 1}));
    EXPECT_EQ(key_bytes(*doc, scale, 1).size, 50u);
    EXPECT_EQ(key_bytes(*doc, scale, 2).at, key_bytes(*doc, scale, 1).end());
}

TEST(OgreSkeleton, BigEndianKeysAreDecoded) {
    Maker keys = part(true);
    add_key(keys, 0, 7);
    add_key(keys, 1, 9);
    const auto doc = read(with_keys(keys, true));
    const Track& move = find(*doc, Property::Translation);
    EXPECT_EQ(numbers(*doc, move, 0), (std::vector<float>{7, 9}));
    EXPECT_FALSE(move.where.listed);
    EXPECT_EQ(key_bytes(*doc, move, 1).size, 38u);
    EXPECT_EQ(doc->dialect, "big-endian");
    EXPECT_TRUE(doc->notes.empty());
}

TEST(OgreSkeleton, EmptyTracksAndClips) {
    Maker m = header();
    add_bone(m, "root", 0);
    m.chunk(0x4000, animation("still", 0, Maker()));
    m.chunk(0x4000, animation("bare", 1, Maker().chunk(0x4100, track(0, Maker()))));
    const auto doc = read(m);
    ASSERT_EQ(doc->clips.size(), 2u);
    EXPECT_EQ(stored_size(doc->clips[0]).tracks, 0u);
    EXPECT_EQ(stored_size(doc->clips[1]).tracks, 1u);
    EXPECT_EQ(stored_size(doc->clips[1]).keys, 0u);
    EXPECT_TRUE(doc->notes.empty());
    test::pose_everything(doc);
}

TEST(OgreSkeleton, WrongLengthsAreOnlyNoted) {
    Maker keys, m = header();
    add_key(keys, 0, 7);
    add_bone(m, "root", 0);
    const std::string inner = track(0, keys).str();
    const Maker one = Maker().u16(0x4100).u32(9).text(inner);
    m.u16(0x4000).u32(12).text(animation("walk", 1, one).str());
    add_bone(m, "late", 1);
    const auto doc = read(m);
    EXPECT_EQ(find(*doc, Property::Translation).target, 0);
    EXPECT_EQ(doc->skeletons[0].joints.size(), 2u);
    EXPECT_TRUE(says(*doc, "track: its length says 9 bytes, its content takes 46"));
    EXPECT_TRUE(says(*doc, "animation: its length says 12"));
}

TEST(OgreSkeleton, AnimationCutBetweenTracks) {
    Maker keys;
    add_key(keys, 0, 7);
    std::string file = with_keys(keys).str();
    const auto whole = load("made.skeleton", test::bytes(file));
    const std::size_t start = whole->clips[0].where.at;
    file.resize(start + 6 + 5 + 4);  // no track is left
    const auto doc = load("made.skeleton", test::bytes(file));
    EXPECT_TRUE(says(*doc, "animation: expected 61 bytes as its length says, found the end of the file after 15"));
    EXPECT_EQ(doc->clips.size(), 1u);
}

TEST(OgreSkeleton, CutKeysLeaveTheOnesBefore) {
    Maker keys;
    for (int i = 0; i < 3; ++i) add_key(keys, static_cast<float>(i) / 2, static_cast<float>(i));
    std::string file = with_keys(keys).str();
    file.resize(file.size() - 1);
    const auto doc = load("made.skeleton", test::bytes(file));
    EXPECT_EQ(numbers(*doc, find(*doc, Property::Translation), 0), (std::vector<float>{0, 1}));
    ASSERT_EQ(doc->notes.size(), 1u);
    EXPECT_EQ(
        doc->notes[0].message,
        fmt::format("keyframe: expected 38 bytes at offset {}, found 37 before the end of the file", file.size() - 37));
}

TEST(OgreSkeleton, UnknownChunksAreSkipped) {
    Maker keys, m = header();
    keys.chunk(0x4177, Maker().text("abc"));
    add_key(keys, 0, 7);
    add_bone(m, "root", 0);
    m.chunk(0x7777, Maker().text("junk"));
    m.chunk(0x4000, animation("walk", 1, Maker().chunk(0x4100, track(0, keys)).chunk(0x4188, Maker())));
    m.text("tail");
    const auto doc = read(m);
    EXPECT_EQ(numbers(*doc, find(*doc, Property::Translation), 0), std::vector<float>{7});
    EXPECT_TRUE(says(*doc, "unknown chunk 0x7777 of 10 bytes was skipped"));
    EXPECT_TRUE(says(*doc, "0x4177"));
    EXPECT_TRUE(says(*doc, "0x4188"));
    EXPECT_TRUE(says(*doc, "found 4 trailing bytes"));
    EXPECT_EQ(doc->notes.size(), 4u);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreSkeleton, StopsAtAnUnknownChunkWithoutALength) {
    Maker m = header();
    add_bone(m, "root", 0);
    m.u16(0x7777).u32(3).text("more");
    const auto doc = read(m);
    EXPECT_TRUE(says(*doc, "id 0x7777 with a length of 3 bytes"));
    EXPECT_EQ(doc->skeletons[0].joints.size(), 1u);
    EXPECT_EQ(gaps(*doc).size(), 1u);
}

TEST(OgreSkeleton, BlendModeLinksAndBases) {
    Maker m = header();
    m.chunk(0x1010, Maker().u16(1));
    add_bone(m, "root", 0);
    m.chunk(0x4000, animation("walk", 1, Maker().chunk(0x4010, Maker().line("idle").f32({0.5f}))));
    m.chunk(0x5000, Maker().line("other.skeleton").f32({0.5f}));
    const auto doc = read(m);
    EXPECT_TRUE(doc->skeletons[0].cumulative);
    EXPECT_TRUE(doc->clips[0].rebased);
    EXPECT_EQ(doc->clips[0].base, "idle");
    EXPECT_EQ(doc->clips[0].base_time, 0.5);
    ASSERT_EQ(doc->links.size(), 1u);
    EXPECT_EQ(doc->links[0].file, "other.skeleton");
    EXPECT_EQ(doc->links[0].scale, 0.5f);
    EXPECT_TRUE(doc->notes.empty());
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreSkeleton, SecondTracksClipsAndStrangeBones) {
    Maker keys, m = header();
    add_key(keys, 0, 7);
    add_bone(m, "root", 0);
    const Maker tracks =
        Maker().chunk(0x4100, track(0, keys)).chunk(0x4100, track(0, Maker())).chunk(0x4100, track(8, keys));
    m.chunk(0x4000, animation("walk", 1, tracks)).chunk(0x4000, animation("walk", 1, Maker()));
    const auto doc = read(m);
    EXPECT_EQ(stored_size(doc->clips[0]).tracks, 2u);
    EXPECT_TRUE(says(*doc, "has a second track for bone 0"));
    EXPECT_TRUE(says(*doc, "has a track for bone 8, which is not there"));
    EXPECT_TRUE(says(*doc, "a second animation is called \"walk\""));
}

TEST(OgreSkeleton, BadLengthsOfClips) {
    for (const float length : {-1.f, NAN, INFINITY}) {
        Maker keys, m = header();
        add_key(keys, 0, 7);
        add_bone(m, "root", 0);
        m.chunk(0x4000, animation("walk", length, Maker().chunk(0x4100, track(0, keys))));
        const auto doc = read(m);
        EXPECT_TRUE(says(*doc, "expected a length of 0 or more seconds"));
        test::pose_everything(doc);
    }
}

TEST(OgreSkeleton, BindPosesThatAreNotFiniteOrNotUnitAreKeptAndNoted) {
    for (const bool big : {false, true}) {
        Maker m = header(big);
        m.u16(0x2000).u32(48).line("a").u16(0).f32({NAN, 2, 3}).f32({0, 0, 0, 2}).f32({1, -INFINITY, 1});
        m.u16(0x2000).u32(36).line("b").u16(1).f32({1, 2, 3}).f32({0, INFINITY, 0, 1});
        m.u16(0x2000).u32(36).line("c").u16(2).f32({1, 2, 3}).f32({0, 0.6f, 0, 0.8f});
        const auto doc = read(m);
        EXPECT_EQ(complaints(*doc),
                  (std::vector<std::string>{
                      "bone \"a\": position: expected finite numbers, found nan 2 3",
                      "bone \"a\": orientation: expected finite numbers of length 1, found 0 0 0 2",
                      "bone \"a\": scale: expected finite numbers, found 1 -inf 1",
                      "bone \"b\": orientation: expected finite numbers of length 1, found 0 inf 0 1"}));
        const uint32_t first = static_cast<uint32_t>(header().str().size()) + 6 + 2 + 2;
        EXPECT_EQ(doc->notes[0].where, (Bytes{first, 12}));
        EXPECT_EQ(doc->notes[1].where, (Bytes{first + 12, 16}));
        EXPECT_EQ(doc->notes[2].where, (Bytes{first + 28, 12}));
        EXPECT_TRUE(std::isnan(doc->skeletons[0].joints[0].bind.t.x));
        EXPECT_EQ(doc->skeletons[0].joints[0].bind.r.w, 2);
        EXPECT_EQ(doc->skeletons[0].joints[0].bind.s.y, -INFINITY);
        test::pose_everything(doc);
    }
}

// ---- keys that are not as they should be ----

TEST(OgreSkeleton, BrokenKeysAreLoadedAndNoted) {
    NEED_SHARED();
    const auto doc = load(test::sample("ogre/made/robot_broken_keys.skeleton").string());
    EXPECT_EQ(
        complaints(*doc),
        (std::vector<std::string>{
            "clip \"Walk\", bone 1: 2 of 9 keys have a time below that of the key before them; the first is key 2",
            "clip \"Walk\", bone 2: 1 of 9 keys has a translation that is not finite; the first is key 2",
            "clip \"Walk\", bone 3: 1 of 9 keys repeats the time of another key; the first is key 3",
            "clip \"Walk\", bone 5: 1 of 9 keys has a rotation that is not of length 1; the first is key 2",
            "clip \"Walk\", bone 6: 1 of 9 keys lies beyond the end of the clip; the first is key 8"}));
    EXPECT_EQ(doc->notes[0].where, (Bytes{13118, 38}));
    EXPECT_EQ(doc->notes[0].key, 2);
    test::pose_everything(doc);
}

TEST(OgreSkeleton, NotesAreBounded) {
    Maker m = header();
    for (int i = 0; i < 20'000; ++i) m.chunk(0x7777, Maker());
    const auto doc = read(m);
    EXPECT_EQ(doc->notes.size(), 10'001u);
    EXPECT_TRUE(says(*doc, "the rest are left out"));
    test::expect_sound(*doc);
}

}  // namespace
}  // namespace bonescope
