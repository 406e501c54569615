// Pictures of 2D scenes against what the official runtime gave: which are drawn in which order, those of armatures in
// slots among them, and where their corners lie.
#include "core/scene.h"
#include "tests/support.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

using nlohmann::json;

struct Expected {
    std::string name;
    std::optional<vec2> corner;  // left top one of an image
    int depth = 0;
};

Affine affine_from(const json& m) {
    const auto at = [&](std::size_t i) { return m[i].get<float>(); };
    return {at(0), at(1), at(2), at(3), {at(4), at(5)}};
}

// What the golden slots show, back to front. Corners of nested ones count where the child's clock has gone with the
// parent's: the runtime starts it in the update that finds it shown, and moves nothing in the first.
void collect(const json& slots, const Affine& place, int depth, bool exact, double seconds,
             std::vector<Expected>& out) {
    for (const json& slot : slots) {
        if (slot.at("i").get<int>() < 0 || !slot.contains("t")) continue;
        const std::string kind = slot["t"];
        const Affine own = place * (slot.contains("m") ? affine_from(slot["m"]) : Affine{});
        if (kind == "armature" && slot.contains("child"))
            collect(slot["child"].at("slots"), own, depth + 1,
                    exact && seconds > 0 && std::abs(slot["child"].value("time", -1.0) - seconds) < 1e-5, seconds, out);
        else if (kind == "image" || kind == "mesh" || kind == "armature") {
            Expected one{slot["n"], std::nullopt, depth};
            if (kind == "image" && slot.contains("p") && exact)
                one.corner = own * -vec2(slot["p"][0].get<float>(), slot["p"][1].get<float>());
            out.push_back(one);
        }
    }
}

struct Tally {
    std::size_t pieces = 0, corners = 0, nested = 0;  // nested: corners of armatures in slots
};

void compare(const json& sample, const FlatPicture& got, Tally& tally) {
    std::vector<Expected> want;
    collect(sample.at("slots"), {}, 0, true, sample.at("t"), want);
    ASSERT_EQ(got.pieces.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        const FlatPiece& piece = got.pieces[i];
        EXPECT_EQ(piece.depth, want[i].depth) << want[i].name;
        ++tally.pieces;
        if (!want[i].corner) continue;
        ++tally.corners;
        tally.nested += piece.depth > 0;
        EXPECT_NEAR(got.at[piece.first].x, want[i].corner->x, 0.05) << want[i].name;
        EXPECT_NEAR(got.at[piece.first].y, want[i].corner->y, 0.05) << want[i].name;
    }
}

Tally compare_armature(Scene& scene, const json& armature) {
    Tally tally;
    for (const auto& [animation, samples] : armature.at("samples").items()) {
        const int clip = find_clip(scene, animation);
        if (clip < 0) continue;
        const ClipUse& use = scene.clips[static_cast<std::size_t>(clip)];
        for (const json& sample : samples) {
            if (sample.contains("playing")) continue;
            const double seconds = sample.at("t");
            SCOPED_TRACE(fmt::format("{} {} at {} s", armature.at("name").get<std::string>(), animation, seconds));
            const Layer layer{&use, clock(use.get(), use.sampling, seconds), 1};
            Frame frame;
            evaluate(scene, {&layer, 1}, frame);
            compare(sample, frame.flat, tally);
            if (testing::Test::HasFailure()) return tally;
        }
    }
    return tally;
}

class GoldenFlat : public testing::TestWithParam<const char*> {};

TEST_P(GoldenFlat, Agrees) {
    NEED_SHARED();
    const std::string file = GetParam();
    std::string stem = file;
    stem.replace(stem.find('/'), 1, "__");
    const json golden = test::read_json(test::golden("dragonbones/" + stem + ".golden.json"));
    const std::string path = test::sample("dragonbones/" + file + ".json").string();
    Scene scene = open_scene(std::span(&path, 1));
    ASSERT_TRUE(scene.skeleton());
    set_planar(scene, {.runtime = true});
    Tally all;
    for (const json& armature : golden.at("armatures")) {
        const auto& skeletons = scene.skeleton_document()->skeletons;
        for (std::size_t i = 0; i < skeletons.size(); ++i)
            if (skeletons[i].name == armature.at("name").get<std::string>())
                choose_armature(scene, static_cast<int>(i));
        const Tally one = compare_armature(scene, armature);
        all.pieces += one.pieces, all.corners += one.corners, all.nested += one.nested;
    }
    EXPECT_GT(all.pieces, 0u);
    EXPECT_GT(all.corners, 0u);
}

constexpr const char* files[] = {"synthetic/slots_ske",
                                 "v4.5_AnimationBaseTest/AnimationBaseTest",
                                 "v4.5_DragonBoy/DragonBoy",
                                 "v4.5_Knight/Knight",
                                 "v4.5_Ubbie/Ubbie",
                                 "v5.0_dragon_boy/dragon_boy_ske",
                                 "v5.0_replace_slot_display/main_ske",
                                 "v5.5_bear/bear",
                                 "v5.5_bounding_box_tester/bounding_box_tester_ske",
                                 "v5.5_effect/effect_ske",
                                 "v5.5_floor_board/floor_board_ske",
                                 "v5.5_mecha_1002_101d_show/mecha_1002_101d_show_ske",
                                 "v5.5_mecha_1004d/mecha_1004d_ske",
                                 "v5.5_mecha_1406/mecha_1406_ske",
                                 "v5.5_progress_bar/progress_bar_ske",
                                 "v5.5_skin_1502b/skin_1502b_ske",
                                 "v5.5_weapon_1004_show/weapon_1004_show_ske",
                                 "v5.5_you_xin_body/body_ske",
                                 "v5.x_starter/starter_ske"};

INSTANTIATE_TEST_SUITE_P(DragonBones, GoldenFlat, testing::ValuesIn(files), [](const auto& info) {
    std::string name = info.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

}  // namespace
}  // namespace bonescope
