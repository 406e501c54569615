// Curve reduction keeps every key, unwrapping is continuous, axis marks are round.
#include "core/curve.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <random>

namespace bonescope {
namespace {

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();

glm::quat about(glm::vec3 axis, double degrees) {
    return glm::angleAxis(static_cast<float>(glm::radians(degrees)), glm::normalize(axis));
}

// Rotation about x, then y, then z (fixed axes), in degrees.
glm::quat from_euler(glm::vec3 e) { return about({0, 0, 1}, e.z) * about({0, 1, 0}, e.y) * about({1, 0, 0}, e.x); }

TEST(Pyramid, AgreesWithPlainScanForEveryKindOfRange) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> value(-5, 5);
    for (const std::size_t size : {0u, 1u, 15u, 16u, 17u, 256u, 257u, 5000u}) {
        std::vector<float> values(size);
        for (auto& v : values) v = random() % 13 ? value(random) : nan_f;
        const Pyramid p = build_pyramid(values);
        for (int i = 0; i < 300; ++i) {
            std::size_t from = random() % (size + 1), to = random() % (size + 1);
            if (from > to) std::swap(from, to);
            Extent plain;
            for (std::size_t k = from; k < to; ++k) plain.add(values[k]);
            const Extent fast = extent(values, p, from, to);
            ASSERT_EQ(fast.any(), plain.any()) << size << " " << from << " " << to;
            if (plain.any()) {
                ASSERT_EQ(fast.low, plain.low);
                ASSERT_EQ(fast.high, plain.high);
            }
        }
    }
}

TEST(Pyramid, LeavesOutWhatIsNotFinite) {
    const std::vector<float> values{nan_f, INFINITY, 3, -INFINITY};
    const Extent e = extent(values, build_pyramid(values), 0, 4);
    EXPECT_EQ(e.low, 3);
    EXPECT_EQ(e.high, 3);
    EXPECT_FALSE(extent(values, build_pyramid(values), 0, 2).any());
}

// One bad key among many must reach some column, wherever it is and however far the plot is zoomed out or panned.
TEST(Reduce, APlantedSpikeSurvivesAtEveryPlaceAndZoom) {
    const std::size_t keys = 1000;
    std::vector<double> times(keys);
    for (std::size_t i = 0; i < keys; ++i) times[i] = static_cast<double>(i) / 30.0;
    std::vector<float> values(keys, 0.25f);
    std::vector<PlotColumn> columns;
    for (std::size_t spike = 0; spike < keys; spike += spike < 20 || spike > keys - 20 ? 1 : 7) {
        values[spike] = -9;
        const Pyramid p = build_pyramid(values);
        for (const double zoom : {1.0, 0.5, 0.1, 0.003, 4.0}) {
            const double span = times.back() * zoom, shift = 0.37 * span;
            const double first = zoom >= 1 ? -0.1 * (zoom - 1) : times[spike] - shift, last = first + span;
            for (const std::size_t width : {1u, 640u, 1384u}) {
                const std::vector<float> edges(width + 1, 0.25f);
                reduce(times, values, p, first, last, edges, columns);
                std::size_t seen = 0, held = 0;
                for (const auto& c : columns) {
                    seen += c.range.low == -9;
                    held += c.from <= spike && spike < c.to;
                }
                ASSERT_EQ(seen, 1u) << "key " << spike << " zoom " << zoom << " columns " << width;
                ASSERT_EQ(held, 1u);
            }
        }
        values[spike] = 0.25f;
    }
}

TEST(Reduce, ColumnsTouchAtTheirEdges) {
    const std::vector<double> times{0, 1};
    const std::vector<float> values{0, 10}, edges{0, 2.5f, 5, 7.5f, 10};
    std::vector<PlotColumn> columns;
    reduce(times, values, build_pyramid(values), 0, 1, edges, columns);
    ASSERT_EQ(columns.size(), 4u);
    for (std::size_t i = 0; i + 1 < columns.size(); ++i) EXPECT_EQ(columns[i].range.high, columns[i + 1].range.low);
    EXPECT_EQ(columns[0].to - columns[0].from, 1u);
    EXPECT_EQ(columns[3].to - columns[3].from, 1u);  // the key at the right end
}

TEST(Reduce, NothingToDrawGivesEmptyColumns) {
    std::vector<PlotColumn> columns;
    reduce({}, {}, {}, 0, 1, std::vector<float>(5, nan_f), columns);
    ASSERT_EQ(columns.size(), 4u);
    for (const auto& c : columns) EXPECT_FALSE(c.range.any());
    reduce({}, {}, {}, 0, 1, {}, columns);
    EXPECT_TRUE(columns.empty());
}

TEST(Unwrap, QuaternionsStayOnOneSide) {
    const glm::quat a = about({1, 2, 3}, 20);
    EXPECT_EQ(same_side(-a, a), a);
    EXPECT_EQ(same_side(a, a), a);
    EXPECT_NEAR(turn_between(a, -a), 0, 1e-3);
    EXPECT_NEAR(turn_between(about({0, 0, 1}, 10), about({0, 0, 1}, 55)), std::numbers::pi / 4, 1e-5);
    EXPECT_EQ(turn_between(glm::quat(0, 0, 0, 0), a), 0);
}

TEST(Unwrap, EulerGoesOnAcross180Degrees) {
    const glm::vec3 e = unwrap_degrees({-179, 0, 0}, {179, 0, 0});
    EXPECT_NEAR(e.x, 181, 1e-3);
    EXPECT_EQ(unwrap_degrees({10, 20, 30}, {10 + 1080, 20 - 720, 30}), glm::vec3(1090, -700, 30));
}

TEST(Unwrap, EulerPassesThePoleWithoutAJump) {
    // Turning about y beyond 90 degrees: the principal angles flip to (180, 180 - y, 180) there.
    glm::vec3 now{0, 60, 0};
    for (float y = 61; y < 300; y += 1) {
        const float folded = y <= 90 ? y : y <= 270 ? 180 - y : y - 360;
        const bool beyond = y > 90 && y < 270;
        const glm::vec3 principal = beyond ? glm::vec3(180, folded, 180) : glm::vec3(0, folded, 0);
        const glm::vec3 next = unwrap_degrees(principal, now);
        EXPECT_NEAR(next.y, y, 1e-3);
        EXPECT_NEAR(next.x, 0, 1e-3);
        EXPECT_NEAR(next.z, 0, 1e-3);
        now = next;
    }
}

TEST(Unwrap, TheAnswerIsTheSameRotation) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> angle(-180, 180), far_angle(-2000, 2000);
    for (int i = 0; i < 500; ++i) {
        const glm::vec3 e{angle(random), angle(random) / 2, angle(random)};
        const glm::vec3 near{far_angle(random), far_angle(random), far_angle(random)};
        EXPECT_LT(turn_between(from_euler(e), from_euler(unwrap_degrees(e, near))), 2e-3);
    }
}

TEST(Axis, StepsAreRoundAndFarEnoughApart) {
    EXPECT_DOUBLE_EQ(value_step(0.001, 40), 0.05);
    EXPECT_DOUBLE_EQ(value_step(0.01, 50), 0.5);
    EXPECT_DOUBLE_EQ(value_step(1, 30), 50);
    EXPECT_DOUBLE_EQ(value_step(1, 100), 100);
    EXPECT_EQ(value_step(0, 10), 1);
    EXPECT_EQ(value_step(nan_f, 10), 1);
    for (double per = 1e-7; per < 1e5; per *= 1.37) {
        EXPECT_GE(value_step(per, 30), per * 30 * 0.999);
        EXPECT_LE(value_step(per, 30), per * 30 * 2.51);
    }
}

TEST(Axis, TextHasTheDecimalsOfTheStep) {
    EXPECT_EQ(axis_text(0.25, 0.25), "0.25");
    EXPECT_EQ(axis_text(0.5, 0.25), "0.50");
    EXPECT_EQ(axis_text(-0.0, 0.1), "0.0");
    EXPECT_EQ(axis_text(-1e-12, 0.1), "0.0");
    EXPECT_EQ(axis_text(-20, 5), "-20");
    EXPECT_EQ(axis_text(1e6, 5e5), "1000000");
    EXPECT_EQ(decimals_for(0.002), 3);
    EXPECT_EQ(decimals_for(100), 0);
}

}  // namespace
}  // namespace bonescope
