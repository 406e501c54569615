#include "core/text.h"
#include "tests/support.h"
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

}  // namespace bonescope
