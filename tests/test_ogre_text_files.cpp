// Real files of OGRE's text formats, cut and with numbers replaced.
#include "tests/hostile.h"

namespace bonescope {
namespace {

class HostileXml : public testing::TestWithParam<std::string> {};
class HostileScript : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostileXml);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostileScript);

std::vector<std::string> xml_files() {
    std::vector<std::string> files = test::ogre_samples(".skeleton.xml");
    for (const std::string& path : test::ogre_samples(".mesh.xml")) files.push_back(path);
    return files;
}

// Behind the root's end tag nothing is needed.
bool after_the_root(const Document& whole, uint32_t n) {
    return text_of(whole.file, {0, n}).find(whole.format == "ogre.skeleton.xml" ? "</skeleton>" : "</mesh>") !=
           std::string_view::npos;
}

// Outside all braces and comments a script may end anywhere.
bool between_blocks(const Document& whole, uint32_t n) {
    int depth = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const auto c = static_cast<char>(whole.file[i]);
        if (c == '/' && i + 1 < n && static_cast<char>(whole.file[i + 1]) == '/')
            while (i < n && static_cast<char>(whole.file[i]) != '\n') ++i;
        else
            depth += (c == '{') - (c == '}');
    }
    return depth == 0;
}

TEST_P(HostileXml, CutAnywhere) { test::expect_cuts_reported(GetParam(), test::bytes_of(GetParam()), after_the_root); }

TEST_P(HostileXml, AnyNumberReplaced) {
    test::expect_patches_survived(GetParam(), test::bytes_of(GetParam()), 30, [](const DocumentPtr& doc) {
        test::pose_everything(doc);
        test::deform_everything(doc);
    });
}

TEST_P(HostileScript, CutAnywhere) {
    test::expect_cuts_reported(GetParam(), test::bytes_of(GetParam()), between_blocks);
}

TEST_P(HostileScript, AnyNumberReplaced) {
    test::expect_patches_survived(GetParam(), test::bytes_of(GetParam()), 400, [](const DocumentPtr&) {});
}

INSTANTIATE_TEST_SUITE_P(Ogre, HostileXml, testing::ValuesIn(xml_files()), test::name_of_file);
INSTANTIATE_TEST_SUITE_P(Ogre, HostileScript, testing::ValuesIn(test::ogre_samples(".material")), test::name_of_file);

}  // namespace
}  // namespace bonescope
