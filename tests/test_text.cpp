#include "core/read_float.h"
#include "core/text.h"
#include "tests/support.h"
#include <bit>
#include <charconv>
#include <cmath>

namespace bonescope {

TEST(Text, DecodesUtf8GbkAndLatin1) {
    EXPECT_EQ(decode("plain"), "plain");
    EXPECT_EQ(decode("\xE5\xA4\xA9\xE9\xBE\x99"), "天龙");
    EXPECT_EQ(decode("\xCC\xEC\xC1\xFA"), "天龙");  // GBK
    EXPECT_EQ(decode("caf\xE9"), "café");           // neither UTF-8 nor GBK
    EXPECT_EQ(decode("\xBD\xD5\xAE\xA7", Encoding::Big5), "調息");
    EXPECT_EQ(decode("a\x01"), "a\xEF\xBF\xBD");
}

TEST(Text, ReadsNumbersInAnyLocale) {
    EXPECT_EQ(parse_float(" 1.5 "), 1.5f);
    EXPECT_EQ(parse_float("+2"), 2.f);
    EXPECT_EQ(parse_float("1e-50"), 0.f);
    EXPECT_TRUE(std::isinf(*parse_float("1.#INF")));
    EXPECT_LT(*parse_float("-1.#INF00"), 0.f);
    EXPECT_TRUE(std::isnan(*parse_float("-1.#IND")));
    EXPECT_TRUE(std::isnan(*parse_float("nan")));
    EXPECT_FALSE(parse_float("1,5"));
    EXPECT_FALSE(parse_float("1e999x"));
    EXPECT_FALSE(parse_float(""));
    EXPECT_FALSE(parse_float("1.5x"));
}

TEST(Text, NumbersOutOfRangeAreInfiniteOrZero) {
    const std::string zeros(400, '0');
    for (const std::string& large : {std::string("1e39"), std::string("1e999"), "1" + zeros, "1" + zeros + ".5e-1",
                                     std::string("2E+99999999999999999999"), "0." + zeros + "1e900"}) {
        EXPECT_EQ(parse_float(large), INFINITY) << large;
        EXPECT_EQ(parse_float(" -" + large), -INFINITY) << large;
    }
    for (const std::string& small : {std::string("1e-50"), std::string("1e-999"), "0." + zeros + "1",
                                     std::string("2E-99999999999999999999"), "1" + zeros + "e-900"}) {
        EXPECT_EQ(parse_float(small), 0.f) << small;
        ASSERT_TRUE(parse_float("-" + small)) << small;
        EXPECT_TRUE(std::signbit(*parse_float("-" + small))) << small;
    }
}

namespace {

// What read_short tells of a word, bits and all; nothing when it leaves it to others.
std::optional<double> short_number(const std::string& word) {
    const std::string text = "-9.99.-," + word + ",";
    double value = 0;
    const char* const end = text.data() + text.size() - 1;
    return read_short(end, word.size(), value) ? std::optional(value) : std::nullopt;
}

void expect_nearest(const std::string& word) {
    const auto value = short_number(word);
    double wanted = 0;
    float narrow = 0;
    std::from_chars(word.data(), word.data() + word.size(), wanted);
    std::from_chars(word.data(), word.data() + word.size(), narrow);
    ASSERT_TRUE(value) << word;
    ASSERT_EQ(std::bit_cast<uint64_t>(*value), std::bit_cast<uint64_t>(wanted)) << word;
    ASSERT_EQ(std::bit_cast<uint32_t>(static_cast<float>(*value)), std::bit_cast<uint32_t>(narrow)) << word;
}

}  // namespace

TEST(Text, ShortNumbersAreTheNearestOnes) {
    for (const char* word : {"0", "-0", "7", "-7", "007", "99999999", "-99999999", "16777217", "-0.00000", ".5", "-.25",
                             "-1234.567", ".1234567", "0.000001", "8388609.5"})
        if (std::string_view(word).size() <= 8 || *word == '-') expect_nearest(word);
    uint32_t state = 1;
    for (int i = 0; i < 300'000; ++i) {
        state = state * 1664525u + 1013904223u;
        std::string word = std::to_string((state >> 4) % 10'000'000u >> (state % 24));
        word.resize(std::max<std::size_t>(word.size(), 1 + i % 7), '3');
        word.insert(static_cast<std::size_t>(i / 7) % word.size(), i % 3 ? "." : "");
        expect_nearest((i % 2 ? "-" : "") + word);
    }
}

TEST(Text, WordsThatAreNoShortNumberAreLeftToOthers) {
    for (const char* word : {"-",
                             ".",
                             "-.",
                             "1.",
                             "--1",
                             "1-1",
                             "1.2.3",
                             "+1",
                             "1e5",
                             "1E5",
                             "e",
                             "a",
                             "1 ",
                             " 1",
                             "\x80",
                             "1\x9F"
                             "2",
                             "\xB0"
                             "1",
                             "1/2",
                             "1:2",
                             "\"1\"",
                             "[1",
                             "{}",
                             "123456789",
                             "-123456789",
                             "1234567.89"})
        EXPECT_FALSE(short_number(word)) << word;
}

}  // namespace bonescope
