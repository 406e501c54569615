// Figures of which one file is spoiled: whichever of the others is opened, the rest is shown and the program goes on.
#include "core/scene.h"
#include "core/text.h"
#include "tests/support.h"
#include <array>
#include <fstream>

namespace bonescope {
namespace {

namespace fs = std::filesystem;

class SpoiledParts : public testing::TestWithParam<const char*> {
protected:
    fs::path folder = fs::path(testing::TempDir()) / fmt::format("bonescope_spoiled_{}_{}", GetParam(), ::getpid());

    void SetUp() override {
        fs::remove_all(folder);
        fs::copy(fs::path(BONESCOPE_SOURCE_DIR) / "assets/samples" / GetParam(), folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    std::vector<fs::path> files() const {
        std::vector<fs::path> out;
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.is_regular_file() && entry.path().extension() != ".tga") out.push_back(entry.path());
        std::sort(out.begin(), out.end());
        return out;
    }
};

void write(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

void pose(const fs::path& path) {
    const Scene scene = open_scene(std::array{path.string()}, {});
    Frame frame;
    evaluate(scene, {}, frame);
    if (scene.clips.empty()) return;
    const ClipUse& use = scene.clips[0];
    const Layer layer{&use, clock(use.get(), use.sampling, 0.5), 1};
    evaluate(scene, {&layer, 1}, frame);
    EXPECT_TRUE(scene.readable() || !scene.docs.empty());
}

TEST_P(SpoiledParts, WhicheverOfTheOthersIsOpened) {
    for (const fs::path& spoiled : files()) {
        const Big<byte> good = test::bytes_of(spoiled);
        const std::string_view text = text_of(good, {0, static_cast<uint32_t>(good.size())});
        const std::string_view damages[] = {"", "hello\n", text.substr(0, 60), text.substr(0, text.size() / 2),
                                            std::string_view("Bones: 0 Dummey: 0\n\0\0\0\0", 23)};
        for (const std::string_view damage : damages) {
            write(spoiled, damage);
            for (const fs::path& opened : files()) {
                SCOPED_TRACE(fmt::format("{} has {} bytes, {} is opened", spoiled.filename().string(), damage.size(),
                                         opened.filename().string()));
                pose(opened);
            }
        }
        write(spoiled, text);
    }
}

INSTANTIATE_TEST_SUITE_P(Family, SpoiledParts, testing::Values("ogre", "cal3d", "meteor", "dragonbones"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SpoiledParts, ASkeletonWithoutBonesIsToldAndTheMeshStands) {
    const fs::path folder = fs::path(testing::TempDir()) / fmt::format("bonescope_boneless_{}", ::getpid());
    fs::create_directories(folder);
    fs::copy(fs::path(BONESCOPE_SOURCE_DIR) / "assets/samples/meteor/arm.skc", folder / "arm.skc",
             fs::copy_options::overwrite_existing);
    write(folder / "arm.bnc", "hello\n");
    const Scene scene = open_scene(std::array{(folder / "arm.skc").string()}, {});
    fs::remove_all(folder);
    EXPECT_FALSE(scene.skeleton());
    ASSERT_EQ(scene.sets.size(), 1u);
    ASSERT_EQ(scene.notes.size(), 1u);
    EXPECT_EQ(scene.notes[0].message,
              "arm.skc belongs to arm.bnc, in which no bone could be read: it is shown as it is stored");
}

}  // namespace
}  // namespace bonescope
