// Bone transforms against the real OGRE's, over every golden file there is.
#include "tests/golden_ogre.h"
#include <fmt/format.h>
#include <map>

namespace bonescope {
namespace {

using nlohmann::json;
using test::case_name, test::golden_files, test::GoldenName, test::layer_at, test::mix_layers, test::open_rig,
    test::Rig, test::skeleton_of;

constexpr double tolerance = 5e-5;  // relative to max(1, |value|)

// Rows compared; each is [tx ty tz qx qy qz qw sx sy sz] of one bone.
std::size_t compare(const json& world, const Skeleton& skeleton, std::span<const Local> model) {
    EXPECT_EQ(world.size(), model.size());
    std::size_t rows = 0;
    for (std::size_t j = 0; j < std::min(world.size(), model.size()); ++j, ++rows) {
        const Local& m = model[j];
        const auto want = world[j].get<std::vector<double>>();
        const double got[10] = {m.t.x, m.t.y, m.t.z, m.r.x, m.r.y, m.r.z, m.r.w, m.s.x, m.s.y, m.s.z};
        double dot = 0;
        for (int i = 3; i < 7; ++i) dot += want[i] * got[i];
        for (int i = 0; i < 10; ++i) {
            const double value = i >= 3 && i < 7 && dot < 0 ? -got[i] : got[i];
            EXPECT_NEAR(value, want[i], tolerance * std::max(1., std::abs(want[i])))
                << "bone " << skeleton.joints[j].id << " value " << i;
        }
        EXPECT_EQ(skeleton.joints[j].id, static_cast<int>(j));
    }
    return rows;
}

// Every pose of one golden against a skeleton; the number of rows compared.
std::size_t compare_poses(const json& golden, const Rig& rig) {
    Pose pose;
    evaluate(rig.skeleton(), {}, pose);
    std::size_t rows = compare(golden.at("bind").at("world"), rig.skeleton(), pose.model);
    for (const json& want : golden.at("poses")) {
        const double printed = want.at("t").get<double>();
        SCOPED_TRACE(fmt::format("{} at {}", want.at("anim").get<std::string>(), printed));
        const ClipUse& use = rig.clip(want.at("anim").get<std::string>());
        const Layer layer = layer_at(use, snap_time(*use.doc, use.get(), printed), 1, false);
        evaluate(rig.skeleton(), {&layer, 1}, pose);
        rows += compare(want.at("world"), rig.skeleton(), pose.model);
        for (int j = 0; j < static_cast<int>(pose.local.size()); ++j) {
            const Local one = local_of(rig.skeleton(), {&layer, 1}, j);
            EXPECT_LT(glm::distance(one.t, pose.local[j].t), 1e-6f * (1 + glm::length(one.t)));
            EXPECT_GT(std::abs(glm::dot(one.r, pose.local[j].r)), 1 - 1e-6f);
            EXPECT_EQ(one.s, pose.local[j].s);
        }
    }
    return rows;
}

std::size_t rows_in(const json& golden) {
    if (golden.contains("world")) return golden.at("world").size();
    return golden.at("bind").at("world").size() * (1 + golden.at("poses").size());
}

class GoldenPose : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenPose);

TEST_P(GoldenPose, Agrees) {
    const GoldenName name(GetParam());
    const json golden = test::read_json(test::golden("ogre") / GetParam());
    const Rig rig = open_rig(skeleton_of(name), name.variant);
    EXPECT_EQ(compare_poses(golden, rig), rows_in(golden));
}

INSTANTIATE_TEST_SUITE_P(Ogre, GoldenPose, testing::ValuesIn(golden_files("pose.")), case_name);

std::size_t compare_blend(const json& golden, const Rig& rig) {
    Skeleton skeleton = rig.skeleton();
    skeleton.cumulative = golden.at("mode") == "cumulative";
    Pose pose;
    evaluate(skeleton, mix_layers(golden.at("blend").get<std::string>(), rig), pose);
    return compare(golden.at("world"), skeleton, pose.model);
}

class GoldenBlend : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenBlend);

TEST_P(GoldenBlend, Agrees) {
    const GoldenName name(GetParam());
    const json golden = test::read_json(test::golden("ogre") / GetParam());
    EXPECT_EQ(compare_blend(golden, open_rig(skeleton_of(name), "linear")), rows_in(golden));
}

INSTANTIATE_TEST_SUITE_P(Ogre, GoldenBlend, testing::ValuesIn(golden_files("blend.")), case_name);

// Files with 0x4120 chunks must move exactly as the ones that they were made from.
TEST(GoldenTwins, BulkKeysMoveLikeTheirOriginals) {
    NEED_SHARED();
    const std::map<std::string, std::string> twins = {{"robot_tlbb_auto", "ogre-sdk.robot.mesh"},
                                                      {"robot_tlbb_mixed", "ogre-sdk.robot.mesh"},
                                                      {"robot_tlbb_flag7_noscale", "ogre-sdk.robot.mesh"},
                                                      {"fireElemSmall_tlbb_scale", "sumwars.fireElemSmall.mesh"}};
    std::size_t files = 0;
    for (const auto& [twin, original] : twins)
        for (const std::string& file : golden_files("")) {
            const bool pose = file.starts_with("pose." + original), blend = file.starts_with("blend." + original);
            if (!pose && !blend) continue;
            SCOPED_TRACE(twin + " against " + file);
            const json golden = test::read_json(test::golden("ogre") / file);
            const Rig rig = open_rig("ogre/made/" + twin + ".skeleton", pose ? GoldenName(file).variant : "linear");
            EXPECT_EQ(pose ? compare_poses(golden, rig) : compare_blend(golden, rig), rows_in(golden));
            ++files;
        }
    EXPECT_EQ(files, 3u * (6 + 4) + 2 + 1);
}

vec3 bone_at(const std::string& sample, const char* variant, const char* clip, double seconds, int bone) {
    const Rig rig = open_rig("ogre/" + sample, variant);
    const Layer layer = layer_at(rig.clip(clip), seconds, 1, false);
    Pose pose;
    evaluate(rig.skeleton(), {&layer, 1}, pose);
    return pose.model[bone].t;
}

// Numbers that tell the rules apart, in case the goldens are ever thinned out.
TEST(GoldenPoses, TellTheRulesApart) {
    NEED_SHARED();
    const auto near = [](vec3 got, vec3 want) { EXPECT_LT(glm::distance(got, want), 1e-3f); };
    near(bone_at("ogre-sdk/robot.skeleton", "linear", "Die", 0.5, 14), {-71.959f, 18.670f, -19.141f});
    near(bone_at("ogre-sdk/robot.skeleton", "hold", "Die", 0.5, 14), {-67.217f, 8.352f, -20.934f});
    EXPECT_NEAR(bone_at("ogre-sdk/ninja.skeleton", "linear", "HighJump", 0.34, 0).y, 195.848, 1e-3);
    EXPECT_NEAR(bone_at("made/robot_link.skeleton", "linear", "Walk", 0.3333333, 14).x, 16.6243, 1e-3);
    EXPECT_NEAR(bone_at("made/robot_base_other.skeleton", "linear", "Walk", 0.3333333, 14).x, 16.6807, 1e-3);
}

TEST(GoldenFiles, AreAllThere) {
    NEED_SHARED();
    std::size_t rows = 0;
    for (const char* kind : {"pose.", "blend."})
        for (const std::string& file : golden_files(kind))
            rows += rows_in(test::read_json(test::golden("ogre") / file));
    EXPECT_EQ(golden_files("pose.").size(), 42u);
    EXPECT_EQ(golden_files("blend.").size(), 7u);
    EXPECT_EQ(rows, 11110u);
}

}  // namespace
}  // namespace bonescope
