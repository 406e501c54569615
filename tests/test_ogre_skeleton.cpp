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

}  // namespace
}  // namespace bonescope
