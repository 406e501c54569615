// Bone transforms against the real OGRE's, over every golden file there is.
#include "core/evaluate.h"
#include "tests/support.h"
#include <map>

namespace bonescope {
namespace {

using nlohmann::json;

std::vector<std::string> golden_files(const std::string& kind) {
    std::vector<std::string> names;
    if (!test::have_shared()) return names;
    for (const auto& entry : std::filesystem::directory_iterator(test::golden("ogre")))
        if (std::string name = entry.path().filename().string(); name.starts_with(kind)) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

// KIND.FOLDER.FILE.VARIANT.json
struct Name {
    std::string folder, file, variant;
    explicit Name(std::string name) {
        name.resize(name.size() - 5);
        const auto kind = name.find('.'), end = name.find('.', kind + 1), last = name.rfind('.');
        folder = name.substr(kind + 1, end - kind - 1);
        file = name.substr(end + 1, last - end - 1);
        variant = name.substr(last + 1);
    }
};

std::string skeleton_of(const Name& name) {
    const std::string folder = name.folder == "xml" ? "assimp" : name.folder;
    std::string file = name.file;
    if (file.find(".skeleton") == file.npos) {
        const json info = test::read_json(test::golden("ogre/info." + name.folder + "." + file + ".json"));
        file = info.at("skeletonName").get<std::string>();
    }
    return "ogre/" + folder + "/" + file;
}

struct Rig {
    DocumentPtr doc;
    std::vector<ClipUse> clips;

    const Skeleton& skeleton() const { return doc->skeletons.at(0); }
    const ClipUse& clip(const std::string& name) const {
        for (const ClipUse& use : clips)
            if (use.get().name == name) return use;
        throw std::runtime_error("no clip " + name);
    }
};

Rig open_rig(const std::string& sample, const std::string& variant) {
    Rig rig;
    rig.doc = load(test::sample(sample).string());
    const auto bind_all = [&](const DocumentPtr& doc, float scale) {
        for (int i = 0; i < static_cast<int>(doc->clips.size()); ++i) {
            ClipUse use = bind_clip(doc, i, rig.skeleton(), scale);
            use.sampling.slerp = variant == "slerp";
            if (variant == "spline") use.sampling.vector = use.sampling.rotation = Interp::Spline;
            if (variant == "hold") use.sampling.after = End::Hold;
            replan(use);
            rig.clips.push_back(std::move(use));
        }
    };
    bind_all(rig.doc, 1);
    for (const AnimationLink& link : rig.doc->links)
        bind_all(load((test::sample(sample).parent_path() / link.file).string()), link.scale);
    return rig;
}

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

Layer layer_at(const ClipUse& use, double seconds, float weight, bool loop) {
    return {&use, clock(use.get(), use.sampling, seconds, loop), weight};
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
    const Name name(GetParam());
    const json golden = test::read_json(test::golden("ogre") / GetParam());
    if (name.folder == "xml" && load(test::sample(skeleton_of(name)).string())->skeletons.empty())
        GTEST_SKIP() << "XML skeletons are not read yet";
    const Rig rig = open_rig(skeleton_of(name), name.variant);
    EXPECT_EQ(compare_poses(golden, rig), rows_in(golden));
}

const auto case_name = [](const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
};

INSTANTIATE_TEST_SUITE_P(Ogre, GoldenPose, testing::ValuesIn(golden_files("pose.")), case_name);

// "Walk:0.4:0.7,Shoot:0.2:0.6": name, time, weight.
std::vector<Layer> mix_layers(const std::string& text, const Rig& rig) {
    std::vector<Layer> layers;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');) {
        const auto last = part.rfind(':'), first = part.rfind(':', last - 1);
        layers.push_back(layer_at(rig.clip(part.substr(0, first)), std::stod(part.substr(first + 1, last - first - 1)),
                                  std::stof(part.substr(last + 1)), true));
    }
    return layers;
}

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
    const Name name(GetParam());
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
            const Rig rig = open_rig("ogre/made/" + twin + ".skeleton", pose ? Name(file).variant : "linear");
            EXPECT_EQ(pose ? compare_poses(golden, rig) : compare_blend(golden, rig), rows_in(golden));
            ++files;
        }
    EXPECT_EQ(files, 3u * (6 + 4) + 2 + 1);
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
