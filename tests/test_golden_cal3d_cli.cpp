// The whole program against the real Cal3D library: poses of both modes asked for on the command line.
#include "tests/golden_cal3d.h"
#include "tests/program.h"

namespace bonescope {
namespace {

using nlohmann::json;
using test::cal3d_file, test::cal3d_golden, test::cal3d_names, test::cal3d_scale;

// Poses of one mode, in the order of the golden file; where a cycle is said to be as the action, that one's.
std::vector<const json*> poses_of(const json& animation, const std::string& mode) {
    std::map<double, const json*> actions;
    std::vector<const json*> out;
    for (const json& pose : animation.at("poses")) {
        const auto time = pose.at("time").get<double>();
        if (pose.at("mode") == "action") actions[time] = &pose;
        if (pose.at("mode") == mode) out.push_back(pose.contains("bones") ? &pose : actions.at(time));
    }
    return out;
}

void compare_joint(const json& got, const json& want, double scale) {
    double dot = 0;
    const double stored[4] = {-want["q"][0].get<double>(), -want["q"][1].get<double>(), -want["q"][2].get<double>(),
                              want["q"][3].get<double>()};
    for (std::size_t i = 0; i < 4; ++i) dot += stored[i] * got["rotation"][i].get<double>();
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(got["rotation"][i].get<double>() * (dot < 0 ? -1 : 1), stored[i], 1e-5);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(got["translation"][i].get<double>(), want["t"][i].get<double>(), 2e-4 * scale);
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_NEAR(got["matrix"][i].get<double>(), want["m"][i].get<double>(), i % 4 == 3 ? 2e-4 * scale : 1e-5);
}

std::size_t compare_mode(const std::string& name, const json& golden, const json& animation, const std::string& mode) {
    const std::vector<const json*> wanted = poses_of(animation, mode);
    std::string times;
    for (const json* pose : wanted)
        times += (times.empty() ? "" : ",") + fmt::format("{}", (*pose)["time"].get<double>());
    std::vector<std::string> words = {"pose",
                                      cal3d_file(name, golden.at("skeleton")),
                                      cal3d_file(name, animation.at("file")),
                                      "--no-resolve",
                                      "--engine-exact",
                                      "--clip",
                                      "0",
                                      "--json",
                                      "--time",
                                      times};
    if (mode == "cycle") words.push_back("--loop");
    const test::Ran ran = test::run(words);
    EXPECT_EQ(ran.code, 0) << ran.error;
    const json answer = ran.json();
    const json poses = answer.contains("poses") ? answer["poses"] : json::array({answer});
    EXPECT_EQ(poses.size(), wanted.size());
    std::size_t joints = 0;
    for (std::size_t i = 0; i < std::min(poses.size(), wanted.size()); ++i) {
        const json &got = poses[i]["joints"], &want = (*wanted[i])["bones"];
        EXPECT_EQ(got.size(), want.size());
        for (std::size_t j = 0; j < std::min(got.size(), want.size()); ++j, ++joints) {
            SCOPED_TRACE(fmt::format("{} {} pose {} bone {}", animation["file"].get<std::string>(), mode, i, j));
            compare_joint(got[j], want[j], cal3d_scale(golden));
        }
    }
    return joints;
}

class GoldenCal3dCli : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenCal3dCli);

TEST_P(GoldenCal3dCli, PosesAgree) {
    const json golden = cal3d_golden(GetParam());
    std::size_t joints = 0, poses = 0;
    for (const json& animation : golden.at("animations")) {
        for (const char* mode : {"action", "cycle"}) joints += compare_mode(GetParam(), golden, animation, mode);
        poses += animation.at("poses").size();
    }
    EXPECT_EQ(joints, poses * golden.at("bones").size());
}

INSTANTIATE_TEST_SUITE_P(Cal3d, GoldenCal3dCli, testing::ValuesIn(cal3d_names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace bonescope
