#include "tests/hostile.h"
#include "tests/support.h"
#include <map>

namespace bonescope {
namespace {

using test::Maker;

// ---- files made of literal bytes ----

Maker header(bool big = false) {
    Maker m;
    m.big(big).u16(0x1000).line("[Serializer_v1.10]");
    return m;
}

Maker part(bool big = false) { return Maker().big(big); }

// A bone whose declared length is as OGRE writes it: without the name.
void add_bone(Maker& m, const char* name, unsigned handle, unsigned length = 36,
              std::initializer_list<float> scale = {}) {
    m.u16(0x2000).u32(length).line(name).u16(handle).f32({1, 2, 3}).f32({0, 0, 0, 1}).f32(scale);
}

void add_parent(Maker& m, unsigned child, unsigned parent) { m.u16(0x3000).u32(10).u16(child).u16(parent); }

void add_key(Maker& m, float time, float x, std::initializer_list<float> scale = {}) {
    m.u16(0x4110).u32(scale.size() ? 50 : 38).f32({time, 0, 0, 0, 1, x, 0, 0}).f32(scale);
}

Maker animation(const char* name, float length, const Maker& children, bool big = false) {
    return part(big).line(name).f32({length}).text(children.str());
}

Maker track(unsigned handle, const Maker& keys, bool big = false) { return part(big).u16(handle).text(keys.str()); }

// A whole file with one bone and one track of these keys.
Maker with_keys(const Maker& keys, bool big = false) {
    Maker m = header(big);
    add_bone(m, "root", 0);
    const Maker one = part(big).chunk(0x4100, track(0, keys, big));
    return m.chunk(0x4000, animation("walk", 1, one, big));
}

DocumentPtr read(const Maker& m) { return load("made.skeleton", m.bytes()); }

std::vector<std::string> complaints(const Document& doc) {
    std::vector<std::string> all;
    for (const Finding& note : doc.notes) all.push_back(note.message);
    return all;
}

bool says(const Document& doc, const std::string& text) {
    for (const std::string& note : complaints(doc))
        if (note.find(text) != note.npos) return true;
    return false;
}

std::vector<float> numbers(const Document& doc, const Track& track, uint32_t lane) {
    std::vector<float> out;
    const Clip& clip = doc.clips[0];
    for (uint32_t row = 0; row < clip.timelines[track.timeline].rows; ++row)
        out.push_back(doc.number(track.value, row, lane));
    return out;
}

const Track& find(const Document& doc, Property property, std::size_t clip = 0) {
    for (const Track& track : doc.clips.at(clip).tracks)
        if (track.property == property) return track;
    throw std::runtime_error("no such track");
}

bool has(const Document& doc, Property property) {
    const auto& tracks = doc.clips.at(0).tracks;
    return std::any_of(tracks.begin(), tracks.end(), [&](const Track& t) { return t.property == property; });
}

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

// ---- 0x4120 ----

// Keys with all three parts cut down to those of `parts`.
Maker bulk(unsigned flags, unsigned parts, unsigned count, int length_off = 0, bool big = false) {
    Maker body = part(big);
    body.u16(count).u16(flags);
    for (unsigned i = 0; i < count; ++i) {
        const float n = static_cast<float>(i);
        body.f32({n / 4});
        if (parts & 1) body.f32({0, 0, 0, 1});
        if (parts & 2) body.f32({10 + n, 20, 30});
        if (parts & 4) body.f32({2 + n, 3, 4});
    }
    const auto length = static_cast<uint32_t>(static_cast<int>(body.str().size()) + 6 + length_off);
    return part(big).u16(0x4120).u32(length).text(body.str());
}

TEST(OgreBulkKeys, EveryCombinationOfParts) {
    for (unsigned parts = 0; parts < 8; ++parts)
        for (const bool big : {false, true}) {
            SCOPED_TRACE(fmt::format("parts {} {}", parts, big));
            const auto doc = read(with_keys(bulk(parts, parts, 3, 0, big), big));
            EXPECT_EQ(complaints(*doc), std::vector<std::string>{});
            EXPECT_EQ(doc->dialect, big ? "big-endian, TLBB 0x4120" : "TLBB 0x4120");
            EXPECT_EQ(has(*doc, Property::Rotation), (parts & 1) != 0);
            EXPECT_EQ(has(*doc, Property::Scale), (parts & 4) != 0);
            EXPECT_EQ(stored_size(doc->clips[0]).keys, 3u);
            const Track& any = doc->clips[0].tracks.at(0);
            const uint32_t size = 4 + (parts & 1 ? 16 : 0) + (parts & 2 ? 12 : 0) + (parts & 4 ? 12 : 0);
            EXPECT_EQ(key_bytes(*doc, any, 2).size, size);
            if (parts & 2) {
                EXPECT_EQ(numbers(*doc, find(*doc, Property::Translation), 0), (std::vector<float>{10, 11, 12}));
            }
            if (parts & 4) { EXPECT_EQ(numbers(*doc, find(*doc, Property::Scale), 0), (std::vector<float>{2, 3, 4})); }
            EXPECT_TRUE(gaps(*doc).empty());
        }
}

TEST(OgreBulkKeys, MixWithOrdinaryKeys) {
    Maker keys;
    add_key(keys, 0, 7);
    keys.text(bulk(2, 2, 2).str()).text(bulk(5, 5, 1).str());
    const auto doc = read(with_keys(keys));
    EXPECT_EQ(numbers(*doc, find(*doc, Property::Translation), 0), (std::vector<float>{7, 10, 11, 0}));
    EXPECT_EQ(numbers(*doc, find(*doc, Property::Rotation), 3), (std::vector<float>{1, 1, 1, 1}));
    EXPECT_EQ(numbers(*doc, find(*doc, Property::Scale), 0), (std::vector<float>{1, 1, 1, 2}));
}

TEST(OgreBulkKeys, LengthOverrulesFlags) {
    struct Case {
        unsigned flags, parts;
    };
    for (const Case c : {Case{7, 3}, Case{3, 7}, Case{7, 1}, Case{4, 2}, Case{5, 3}, Case{1, 2}, Case{2, 6}}) {
        SCOPED_TRACE(fmt::format("flags {} parts {}", c.flags, c.parts));
        const auto doc = read(with_keys(bulk(c.flags, c.parts, 3)));
        const bool same_size = c.flags == 4 || c.flags == 5;  // 16 and 32 bytes fit the flags as well
        EXPECT_EQ(says(*doc, fmt::format("read as flags {}", c.parts)), !same_size);
        if (!same_size) {
            EXPECT_EQ(has(*doc, Property::Translation), (c.parts & 2) != 0);
            EXPECT_EQ(has(*doc, Property::Scale), (c.parts & 4) != 0);
        }
        EXPECT_TRUE(gaps(*doc).empty());
        // The stored flags stay visible.
        const auto& fields = doc->tree.fields;
        const auto flags = std::find_if(fields.begin(), fields.end(),
                                        [](const Field& f) { return std::string_view(f.name) == "flags"; });
        ASSERT_NE(flags, fields.end());
        EXPECT_EQ(load<uint16_t>(doc->file.data() + flags->at), c.flags);
    }
}

TEST(OgreBulkKeys, UnusableLengthsFallBackToTheFlags) {
    for (const int off : {-200, 1'000'000}) {
        const auto doc = read(with_keys(bulk(3, 3, 3, off)));
        EXPECT_TRUE(says(*doc, "cannot be; 3 keys were read by the flags"));
        EXPECT_EQ(stored_size(doc->clips[0]).keys, 3u);
    }
    const auto doc = read(with_keys(bulk(3, 1, 3, 1'000'000)));  // then neither can be right
    EXPECT_TRUE(says(*doc, "expected 3 keys of 32 bytes"));
}

TEST(OgreBulkKeys, LengthThatFitsNothing) {
    Maker keys = bulk(3, 3, 3);
    std::string raw = keys.str();
    raw[2] = static_cast<char>(raw[2] + 7);
    raw += "1234567";
    Maker all;
    add_key(all, 0, 7);
    all.text(raw);
    add_key(all, 1, 8);
    const auto doc = read(with_keys(all));
    EXPECT_TRUE(says(*doc, "expected 3 keys of 32 bytes by flags 3, found a length of 113; its keys are left out"));
    EXPECT_EQ(numbers(*doc, find(*doc, Property::Translation), 0), (std::vector<float>{7, 8}));
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(OgreBulkKeys, NoKeysAndUnknownFlags) {
    const auto empty = read(with_keys(bulk(3, 3, 0)));
    EXPECT_TRUE(empty->notes.empty());
    EXPECT_EQ(stored_size(empty->clips[0]).tracks, 1u);
    const auto strange = read(with_keys(bulk(0x103, 3, 2)));
    EXPECT_TRUE(says(*strange, "flags 0x103 have unknown bits"));
    EXPECT_EQ(stored_size(strange->clips[0]).keys, 2u);
}

TEST(OgreBulkKeys, CutOnesKeepWholeKeys) {
    std::string file = with_keys(bulk(3, 3, 4)).str();
    file.resize(file.size() - 40);
    const auto doc = load("made.skeleton", test::bytes(file));
    EXPECT_TRUE(says(*doc, "expected 4 keys of 32 bytes"));
    EXPECT_EQ(stored_size(doc->clips.at(0)).keys, 2u);
}

TEST(OgreBulkKeys, HugeCountsTakeNoMemory) {
    Maker keys = Maker().u16(0x4120).u32(0xFFFF'FFFF).u16(0xFFFF).u16(7);
    const auto doc = read(with_keys(keys));
    EXPECT_TRUE(says(*doc, "expected 65535 keys of 44 bytes"));
    test::expect_sound(*doc);
}

// ---- keys that are not as they should be ----

TEST(OgreSkeleton, BrokenKeysAreLoadedAndNoted) {
    NEED_SHARED();
    const auto doc = load(test::sample("ogre/made/robot_broken_keys.skeleton").string());
    EXPECT_EQ(
        complaints(*doc),
        (std::vector<std::string>{
            "clip \"Walk\", bone 1: 2 of 9 keys have a time below that of the key before them; the first is key 2",
            "clip \"Walk\", bone 2: 1 of 9 keys have a translation that is not finite; the first is key 2",
            "clip \"Walk\", bone 3: 1 of 9 keys repeat the time of another key; the first is key 3",
            "clip \"Walk\", bone 5: 1 of 9 keys have a rotation that is not of length 1; the first is key 2",
            "clip \"Walk\", bone 6: 1 of 9 keys lie beyond the end of the clip; the first is key 8"}));
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

// ---- real files against what OGRE says of them ----

void compare_clip(const Document& doc, const Clip& clip, const nlohmann::json& want) {
    EXPECT_EQ(clip.name, want.at("name").get<std::string>());
    EXPECT_NEAR(clip.duration, want.at("length").get<double>(), 1e-6 * (1 + clip.duration));
    EXPECT_EQ(clip.rebased, want.at("useBase").get<bool>());
    const auto& tracks = want.at("tracks");
    EXPECT_EQ(stored_size(clip).tracks, tracks.size());
    for (const auto& track : tracks) {
        const int handle = track[0].get<int>();
        const auto found =
            std::find_if(clip.tracks.begin(), clip.tracks.end(), [&](const Track& t) { return t.target == handle; });
        ASSERT_NE(found, clip.tracks.end()) << handle;
        const Timeline& line = clip.timelines[found->timeline];
        ASSERT_EQ(line.rows, track[1].get<uint32_t>()) << handle;
        if (line.rows == 0) continue;
        const auto rank_time = [&](uint32_t rank) { return key_time(doc, line, row_of(doc, line, rank)); };
        EXPECT_NEAR(rank_time(0), track[2].get<double>(), 1e-6);
        EXPECT_NEAR(rank_time(line.live - 1), track[3].get<double>(), 1e-6 * (1 + rank_time(line.live - 1)));
    }
}

void compare_bones(const Skeleton& skeleton, const nlohmann::json& bones) {
    ASSERT_EQ(skeleton.joints.size(), bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Joint& joint = skeleton.joints[i];
        const auto& want = bones[i];
        EXPECT_EQ(joint.id, want.at("handle").get<int>());
        EXPECT_EQ(joint.name, want.at("name").get<std::string>());
        EXPECT_EQ(joint.parent < 0 ? -1 : skeleton.joints[joint.parent].id, want.at("parent").get<int>());
        const float got[] = {joint.bind.t.x, joint.bind.t.y, joint.bind.t.z, joint.bind.r.x, joint.bind.r.y,
                             joint.bind.r.z, joint.bind.r.w, joint.bind.s.x, joint.bind.s.y, joint.bind.s.z};
        std::vector<double> numbers;
        for (const char* key : {"t", "q", "s"})
            for (const auto& number : want.at(key)) numbers.push_back(number.get<double>());
        for (std::size_t n = 0; n < 10; ++n) EXPECT_NEAR(got[n], numbers[n], 1e-6 * (1 + std::abs(numbers[n])));
    }
}

TEST(OgreSkeleton, AgreesWithOgreAboutWhatIsInTheFiles) {
    NEED_SHARED();
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test::golden("ogre"))) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("info.") || !name.ends_with(".skeleton.json")) continue;
        SCOPED_TRACE(name);
        const auto dot = name.find('.', 5);
        const auto info = test::read_json(entry.path());
        const auto doc =
            load(test::sample("ogre/" + name.substr(5, dot - 5) + "/" + name.substr(dot + 1, name.size() - dot - 6))
                     .string());
        const Skeleton& skeleton = doc->skeletons.at(0);
        EXPECT_EQ(skeleton.cumulative, info.at("blendMode") == "cumulative");
        compare_bones(skeleton, info.at("bones"));
        ASSERT_EQ(doc->links.size(), info.at("links").size());
        for (std::size_t i = 0; i < doc->links.size(); ++i) {
            EXPECT_EQ(doc->links[i].file, info.at("links")[i].at("skeleton").get<std::string>());
            EXPECT_EQ(doc->links[i].scale, info.at("links")[i].at("scale").get<float>());
        }
        if (doc->links.empty()) { ASSERT_EQ(doc->clips.size(), info.at("animations").size()); }
        for (const auto& want : info.at("animations"))  // in OGRE's order: by name
            for (const Clip& clip : doc->clips)
                if (clip.name == want.at("name").get<std::string>()) compare_clip(*doc, clip, want);
        ++files;
    }
    EXPECT_EQ(files, 28);
}

TEST(OgreSkeleton, EveryByteOfTheSamplesIsClaimed) {
    NEED_SHARED();
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("ogre"))) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(".skeleton") || name == "robot_truncated.skeleton") continue;
        const auto doc = load(entry.path().string());
        EXPECT_EQ(doc->format, "ogre.skeleton") << name;
        EXPECT_TRUE(gaps(*doc).empty()) << name;
        EXPECT_FALSE(doc->skeletons.at(0).joints.empty()) << name;
        for (const Finding& note : doc->notes) EXPECT_NE(note.severity, Severity::Error) << name << note.message;
        ++files;
    }
    EXPECT_EQ(files, 32);
}

// Each content once: some samples are copies.
std::vector<std::string> skeleton_files() {
    std::map<std::string, std::string> by_content;
    if (!test::have_shared()) return {};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("ogre"))) {
        if (entry.path().extension() != ".skeleton") continue;
        const Big<byte> file = test::bytes_of(entry.path());
        by_content.emplace(text_of(file, {0, static_cast<uint32_t>(file.size())}), entry.path().string());
    }
    std::vector<std::string> files;
    for (const auto& [content, path] : by_content) files.push_back(path);
    return files;
}

class HostileSkeleton : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostileSkeleton);

TEST_P(HostileSkeleton, CutAnywhere) {
    const Big<byte> file = test::bytes_of(GetParam());
    test::expect_cuts_reported(GetParam(), file, test::after_a_chunk);
}

TEST_P(HostileSkeleton, AnyNumberReplaced) {
    const Big<byte> file = test::bytes_of(GetParam());
    test::expect_patches_survived(GetParam(), file, 200, test::pose_everything);
}

INSTANTIATE_TEST_SUITE_P(Ogre, HostileSkeleton, testing::ValuesIn(skeleton_files()),
                         [](const testing::TestParamInfo<std::string>& info) {
                             const std::filesystem::path path(info.param);
                             std::string name = path.parent_path().filename().string() + "_" + path.stem().string();
                             for (char& c : name)
                                 if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                             return name;
                         });

}  // namespace
}  // namespace bonescope
