// Real .skeleton files: against what OGRE says of them, cut, and with numbers replaced.
#include "tests/hostile.h"

namespace bonescope {
namespace {

void compare_clip(const Document& doc, const Clip& clip, const nlohmann::json& want) {
    EXPECT_EQ(clip.name, want.at("name").get<std::string>());
    EXPECT_NEAR(clip.duration, want.at("length").get<double>(), 1e-6 * (1 + clip.duration));
    EXPECT_EQ(clip.rebased, want.at("useBase").get<bool>());
    const auto& tracks = want.at("tracks");
    EXPECT_EQ(stored_size(clip).tracks, tracks.size());
    for (const auto& track : tracks) {
        const int handle = track[0].get<int>();
        const auto found =
            std::find_if(clip.tracks.begin(), clip.tracks.end(), [&](const Track& t) { return t.target == handle; });
        ASSERT_NE(found, clip.tracks.end()) << handle;
        const Timeline& line = clip.timelines[found->timeline];
        ASSERT_EQ(line.rows, track[1].get<uint32_t>()) << handle;
        if (line.rows == 0) continue;
        const auto rank_time = [&](uint32_t rank) { return key_time(doc, line, row_of(doc, line, rank)); };
        EXPECT_NEAR(rank_time(0), track[2].get<double>(), 1e-6);
        EXPECT_NEAR(rank_time(line.live - 1), track[3].get<double>(), 1e-6 * (1 + rank_time(line.live - 1)));
    }
}

void compare_bones(const Skeleton& skeleton, const nlohmann::json& bones) {
    ASSERT_EQ(skeleton.joints.size(), bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Joint& joint = skeleton.joints[i];
        const auto& want = bones[i];
        EXPECT_EQ(joint.id, want.at("handle").get<int>());
        EXPECT_EQ(joint.name, want.at("name").get<std::string>());
        EXPECT_EQ(joint.parent < 0 ? -1 : skeleton.joints[joint.parent].id, want.at("parent").get<int>());
        const float got[] = {joint.bind.t.x, joint.bind.t.y, joint.bind.t.z, joint.bind.r.x, joint.bind.r.y,
                             joint.bind.r.z, joint.bind.r.w, joint.bind.s.x, joint.bind.s.y, joint.bind.s.z};
        std::vector<double> numbers;
        for (const char* key : {"t", "q", "s"})
            for (const auto& number : want.at(key)) numbers.push_back(number.get<double>());
        for (std::size_t n = 0; n < 10; ++n) EXPECT_NEAR(got[n], numbers[n], 1e-6 * (1 + std::abs(numbers[n])));
    }
}

TEST(OgreSkeleton, AgreesWithOgreAboutWhatIsInTheFiles) {
    NEED_SHARED();
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test::golden("ogre"))) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("info.") || !name.ends_with(".skeleton.json")) continue;
        SCOPED_TRACE(name);
        const auto dot = name.find('.', 5);
        const auto info = test::read_json(entry.path());
        const auto doc =
            load(test::sample("ogre/" + name.substr(5, dot - 5) + "/" + name.substr(dot + 1, name.size() - dot - 6))
                     .string());
        const Skeleton& skeleton = doc->skeletons.at(0);
        EXPECT_EQ(skeleton.cumulative, info.at("blendMode") == "cumulative");
        compare_bones(skeleton, info.at("bones"));
        ASSERT_EQ(doc->links.size(), info.at("links").size());
        for (std::size_t i = 0; i < doc->links.size(); ++i) {
            EXPECT_EQ(doc->links[i].file, info.at("links")[i].at("skeleton").get<std::string>());
            EXPECT_EQ(doc->links[i].scale, info.at("links")[i].at("scale").get<float>());
        }
        if (doc->links.empty()) { ASSERT_EQ(doc->clips.size(), info.at("animations").size()); }
        for (const auto& want : info.at("animations"))  // in OGRE's order: by name
            for (const Clip& clip : doc->clips)
                if (clip.name == want.at("name").get<std::string>()) compare_clip(*doc, clip, want);
        ++files;
    }
    EXPECT_EQ(files, 28);
}

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

class HostileSkeleton : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostileSkeleton);

TEST_P(HostileSkeleton, CutAnywhere) {
    const Big<byte> file = test::bytes_of(GetParam());
    test::expect_cuts_reported(GetParam(), file, test::after_a_chunk);
}

TEST_P(HostileSkeleton, AnyNumberReplaced) {
    const Big<byte> file = test::bytes_of(GetParam());
    test::expect_patches_survived(GetParam(), file, 200, test::pose_everything);
}

INSTANTIATE_TEST_SUITE_P(Ogre, HostileSkeleton, testing::ValuesIn(test::ogre_samples(".skeleton")), test::name_of_file);

}  // namespace
}  // namespace bonescope
