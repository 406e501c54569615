// Real DragonBones files, cut and with numbers replaced.
#include "core/scene.h"
#include "tests/golden_dragonbones.h"
#include "tests/hostile.h"

namespace bonescope {
namespace {

class HostileDragonBones : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostileDragonBones);

std::vector<std::string> samples() {
    std::vector<std::string> out;
    if (!test::have_shared()) return out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("dragonbones"))) {
        const std::string ending = entry.path().extension().string();
        if (ending == ".json" || ending == ".dbbin" || ending == ".xml") out.push_back(entry.path().string());
    }
    std::sort(out.begin(), out.end());
    return out;
}

// Behind the last brace or tag of a text nothing is needed.
bool after_the_root(const Document& whole, uint32_t n) {
    if (whole.format == "dragonbones.dbbin") return false;
    const std::string_view text = text_of(whole.file, {0, static_cast<uint32_t>(whole.file.size())});
    return n > text.find_last_of("}>");
}

void show_everything(const DocumentPtr& doc) {
    test::pose_everything(doc);
    for (int i = 0; i < static_cast<int>(doc->skeletons.size()); ++i) {
        PlanarFrame frame;
        for (int clip = 0; clip < static_cast<int>(doc->clips.size()); ++clip) {
            const ClipUse use = bind_clip(doc, clip, doc->skeletons[static_cast<std::size_t>(i)]);
            const Layer layer{&use, clock(use.get(), use.sampling, 0.4), 1};
            evaluate_planar(*doc, doc->skeletons[static_cast<std::size_t>(i)], {&layer, 1}, {.skin = 0}, frame);
        }
    }
}

TEST_P(HostileDragonBones, CutAnywhere) {
    test::expect_cuts_reported(GetParam(), test::bytes_of(GetParam()), after_the_root);
}

TEST_P(HostileDragonBones, AnyNumberReplaced) {
    const Big<byte> file = test::bytes_of(GetParam());
    const bool large = file.size() > 256 * 1024;  // hundreds of animations are not played each time
    test::expect_patches_survived(GetParam(), file, large ? 20 : 60, [&](const DocumentPtr& doc) {
        if (!large) show_everything(doc);
    });
}

// With the ending, as some are there in two forms.
std::string name_of(const testing::TestParamInfo<std::string>& info) {
    return test::name_of_file(info) + "_" + std::filesystem::path(info.param).extension().string().substr(1);
}

INSTANTIATE_TEST_SUITE_P(DragonBones, HostileDragonBones, testing::ValuesIn(samples()), name_of);

}  // namespace
}  // namespace bonescope
