// Slots and armatures on the command line, and colours of pictures to the last bit or two.
#include "core/image.h"
#include "program.h"

using namespace bonescope;
using namespace bonescope::test;
using nlohmann::json;

namespace {

constexpr unsigned char red = 200, green = 100, blue = 50;

// Two armatures over an atlas of one picture of a single colour; `slot` is put into the first one's slot.
struct FlatFiles {
    TemporaryFolder folder;
    std::string skeleton;

    explicit FlatFiles(const std::string& slot = "") {
        std::vector<unsigned char> pixels;
        for (int i = 0; i < 16 * 16; ++i) pixels.insert(pixels.end(), {red, green, blue, 255});
        EXPECT_EQ(write_png(folder / "x_tex.png", 16, 16, pixels), "");
        folder.write("x_tex.json", R"({"imagePath":"x_tex.png","width":16,"height":16,
            "SubTexture":[{"name":"p","x":0,"y":0,"width":16,"height":16}]})");
        skeleton = folder.write("x_ske.json", R"({"frameRate":24,"name":"x","version":"5.5","armature":[
            {"name":"a","bone":[{"name":"root","transform":{"x":3,"y":4,"skX":90,"skY":90}}],
             "slot":[{"name":"s","parent":"root")" +
                                                  slot + R"(},{"name":"none","parent":"root","displayIndex":-1}],
             "skin":[{"slot":[{"name":"s","display":[{"name":"p"}]}]}]},
            {"name":"b","bone":[{"name":"other"}]}]})");
    }
};

// Of the middle of a picture of the scene; empty: there is no OpenGL here.
std::vector<int> middle(const FlatFiles& files) {
    const std::string out = files.folder / "out.png";
    const Ran ran = run({"shot", files.skeleton, "-o", out, "--size", "64x64", "--no-grid", "--no-bones"});
    if (ran.code != 0) return {};
    const Image image = read_image(out);
    const unsigned char* at = image.rgba.data() + (32 * 64 + 32) * 4;
    return {at[0], at[1], at[2]};
}

constexpr int behind[] = {0x19, 0x1D, 0x22}, own[] = {red, green, blue};

void expect_colors(const std::string& slot, int (*wanted)(int behind, int own)) {
    const FlatFiles files(slot);
    const std::vector<int> got = middle(files);
    if (got.empty()) GTEST_SKIP() << "no OpenGL here";
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(got[i], wanted(behind[i], own[i]), 2) << slot << " " << i;
}

}  // namespace

TEST(FlatCli, PoseHasTheSlotsOfTheContract) {
    const FlatFiles files(R"(,"color":{"aM":50,"rO":10})");
    const Ran ran = run({"pose", "--json", files.skeleton});
    ASSERT_EQ(ran.code, 0) << ran.error;
    const json slots = ran.json()["slots"];
    ASSERT_EQ(slots.size(), 2u);
    EXPECT_EQ(slots[0]["name"], "s");
    EXPECT_EQ(slots[0]["display"], 0);
    EXPECT_EQ(slots[0]["visible"], true);
    EXPECT_EQ(slots[0]["order"], 0);
    EXPECT_EQ(slots[1]["display"], -1);
    EXPECT_EQ(slots[1]["visible"], false);
    EXPECT_EQ(slots[1]["vertices"].size(), 0u);
    const json color = slots[0]["color"];
    ASSERT_EQ(color.size(), 8u);
    EXPECT_EQ(color[3], 0.5);
    EXPECT_EQ(color[4], 10);
    const json corners = slots[0]["vertices"];
    ASSERT_EQ(corners.size(), 4u);  // turned by 90 degrees about 3 4
    const double want[4][2] = {{11, -4}, {11, 12}, {-5, 12}, {-5, -4}};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(corners[i][k].get<double>(), want[i][k], 1e-4) << i;
    const json joint = ran.json()["joints"][0];
    EXPECT_NEAR(joint["angle"].get<double>(), 90, 1e-4);
    EXPECT_NEAR(joint["matrix"][1].get<double>(), -1, 1e-6);
    EXPECT_NEAR(joint["matrix"][3].get<double>(), 3, 1e-6);
}

TEST(FlatCli, ArmaturesAreListedAndChosen) {
    const FlatFiles files;
    EXPECT_EQ(run({"info", "--json", files.skeleton}).json()["armatures"], (json{"a", "b"}));
    for (const char* name : {"b", "1"})
        EXPECT_EQ(run({"pose", "--json", files.skeleton, "--armature", name}).json()["joints"][0]["name"], "other");
    const Ran none = run({"pose", files.skeleton, "--armature", "c"});
    EXPECT_EQ(none.code, 2);
    EXPECT_NE(none.error.find("a, b"), std::string::npos) << none.error;
    EXPECT_EQ(run({"pose", files.skeleton, "--skin", "7"}).code, 2);
}

TEST(FlatCli, ColoursAreMultipliedAndAdded) {
    expect_colors("", [](int, int c) { return c; });
    expect_colors(R"(,"color":{"aM":50})", [](int b, int c) { return (b + c) / 2; });
    expect_colors(R"(,"color":{"rM":50,"gM":50,"bM":50,"rO":40,"gO":40,"bO":40})",
                  [](int, int c) { return c / 2 + 40; });
    expect_colors(R"(,"color":{"rO":-255,"gO":-255,"bO":-255})", [](int, int) { return 0; });
}

TEST(FlatCli, BlendModesAreExact) {
    expect_colors(R"(,"blendMode":"add")", [](int b, int c) { return std::min(255, b + c); });
    expect_colors(R"(,"blendMode":"multiply")", [](int b, int c) { return b * c / 255; });
    expect_colors(R"(,"blendMode":"screen")", [](int b, int c) { return 255 - (255 - b) * (255 - c) / 255; });
    expect_colors(R"(,"blendMode":"multiply","color":{"aM":50})", [](int b, int c) { return (b * c / 255 + b) / 2; });
}
