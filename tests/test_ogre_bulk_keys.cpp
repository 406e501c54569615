// The 0x4120 chunks of TLBB: all keys of a track at once.
#include "tests/skeleton_maker.h"

namespace bonescope {
namespace {

using namespace test;

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

}  // namespace
}  // namespace bonescope
