#include "tests/hostile.h"
#include "tests/support.h"

namespace bonescope {
namespace {

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

std::vector<std::string> skeleton_files() {
    std::vector<std::string> files;
    if (!test::have_shared()) return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("ogre")))
        if (entry.path().extension() == ".skeleton") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
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
    test::expect_patches_survived(GetParam(), file, 400, test::pose_everything);
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
