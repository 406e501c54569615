// The program as a person meets it: a real window, real keys, a real mouse. Places are those of a 1600x1000 window.
#include "tests/window/screen.h"
#include <fstream>
#include <gtest/gtest.h>

using namespace bonescope::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {
const fs::path samples = fs::path(BONESCOPE_SOURCE_DIR) / "assets/samples/ogre";
const std::string arm = (samples / "arm.skeleton").string();
constexpr int ruler_y = 704, ruler_left = 208, ruler_right = 1592;

class Window : public testing::Test {
protected:
    static void SetUpTestSuite() {
        if (missing_tools().empty()) screen = new Screen(1600, 1000);
    }
    static void TearDownTestSuite() {
        delete screen;
        screen = nullptr;
    }
    void SetUp() override {
        NEED_SCREEN();
        ASSERT_NE(screen->name(), "") << "Xvfb did not start";
    }
    static Screen* screen;
};
Screen* Window::screen = nullptr;

double time_of(const Program& p) { return p.state().value("time", -1.0); }

TEST_F(Window, ShowsTheFileInItsTitle) {
    Program p(*screen, {arm});
    EXPECT_EQ(p.title(), "arm.skeleton - Bonescope");
    const json s = p.state();
    EXPECT_GE(s["documents"], 1);
    EXPECT_EQ(s["clip"], 0);
    EXPECT_GT(s["length"], 0.0);
    EXPECT_EQ(s["playing"], false);
    EXPECT_EQ(s["front"][0], "Structure");
}

TEST_F(Window, StartsEmptyWithTheFilesInFront) {
    Program p(*screen, {});
    EXPECT_EQ(p.title(), "Bonescope");
    EXPECT_EQ(p.state()["documents"], 0);
    EXPECT_EQ(p.state()["front"][0], "Files");
}

TEST_F(Window, SpacePlaysAndStops) {
    Program p(*screen, {arm});
    p.keys("space");
    EXPECT_TRUE(p.wait_for([](const json& s) { return s["playing"] == true && s["time"] > 0.1; }));
    p.keys("space");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["playing"] == false; }));
    const double stopped = time_of(p);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_EQ(time_of(p), stopped);
}

TEST_F(Window, ArrowsStepWholeFrames) {
    Program p(*screen, {arm});
    const json s = p.state();
    const double frame = 1 / s["fps"].get<double>(), length = s["length"];
    const auto stands_at = [&](double time) {
        return p.wait_for([&](const json& now) { return std::abs(now["time"].get<double>() - time) < 1e-4; });
    };
    p.keys("Right");
    EXPECT_TRUE(stands_at(frame)) << time_of(p);
    p.keys("shift+Right");
    EXPECT_TRUE(stands_at(std::min(11 * frame, length))) << time_of(p);
    p.keys("Left");
    EXPECT_TRUE(stands_at(10 * frame)) << time_of(p);
    p.keys("End");
    EXPECT_TRUE(stands_at(length)) << time_of(p);
    p.keys("Home");
    EXPECT_TRUE(stands_at(0)) << time_of(p);
    p.keys("ctrl+Right");
    EXPECT_TRUE(p.wait_for([](const json& now) { return now["time"] > 0.0; }));
    p.keys("ctrl+Left");
    EXPECT_TRUE(stands_at(0)) << time_of(p);
}

TEST_F(Window, DraggingInTheScrubberSeeks) {
    Program p(*screen, {arm});
    const double length = p.state()["length"];
    const int middle = (ruler_left + ruler_right) / 2, three_quarters = ruler_left + (ruler_right - ruler_left) * 3 / 4;
    const auto near = [&](double time) {
        return p.wait_for([&](const json& s) { return std::abs(s["time"].get<double>() - time) < length * 0.002; });
    };
    p.move(middle, ruler_y);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    p.hands("mousedown 1");
    EXPECT_TRUE(near(length / 2)) << time_of(p);
    p.move(three_quarters, ruler_y);
    EXPECT_TRUE(near(length * 3 / 4)) << time_of(p);
    p.move(ruler_right + 300, ruler_y);
    EXPECT_TRUE(near(length)) << time_of(p);
    p.hands("mouseup 1");
}

TEST_F(Window, WheelInTheScrubberZoomsAboutThePointer) {
    Program p(*screen, {arm});
    const double length = p.state()["length"];
    const int middle = (ruler_left + ruler_right) / 2, quarter = ruler_left + (ruler_right - ruler_left) / 4;
    p.move(middle, ruler_y);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    p.hands("click --repeat 3 --delay 100 4");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["span"][1] > 0.0; }));
    p.click(middle, ruler_y);
    EXPECT_TRUE(p.wait_for([&](const json& s) { return std::abs(s["time"].get<double>() - length / 2) < 0.01; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));  // or it would be a double click
    p.click(quarter, ruler_y);
    EXPECT_TRUE(p.wait_for([&](const json& s) { return s["time"] > length * 0.3 && s["time"] < length * 0.45; }))
        << time_of(p);
}

TEST_F(Window, OpensAFileFromTheDialog) {
    Program p(*screen, {}, {{"folder", samples.string()}});
    p.keys("ctrl+o");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["open_dialog"] == true; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.type("arm.skeleton.x");
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.keys("Return");
    EXPECT_TRUE(p.wait_for([](const json& s) { return s["title"] == "arm.skeleton.xml"; })) << p.state().dump(1);
    EXPECT_EQ(p.state()["open_dialog"], false);
}

TEST_F(Window, ATypedPathThatIsMissingKeepsTheDialog) {
    Program p(*screen, {});
    p.keys("ctrl+o");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["open_dialog"] == true; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.type("/nowhere/at.mesh");
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.keys("Return");
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_EQ(p.state()["open_dialog"], true);
    EXPECT_EQ(p.state()["log"].get<std::string>().find("nowhere"), std::string::npos);
}

bool shows(const Program& p, const std::string& title) {
    return p.wait_for([&](const json& s) { return s["title"] == title && s["loading"] == false; });
}

TEST_F(Window, OpensADroppedFileWhateverItsName) {
    Program p(*screen, {});
    const fs::path folder = p.folder() / "天龙 八部%41";
    fs::create_directories(folder);
    const fs::path file = folder / "手臂 #1+é.skeleton";
    fs::copy_file(arm, file);
    EXPECT_EQ(p.drop(800, 400, {file}), "");
    EXPECT_TRUE(shows(p, "手臂 #1+é.skeleton")) << p.state().dump(1);
    EXPECT_EQ(p.state()["documents"], 1);
    EXPECT_EQ(p.drop(100, 900, {arm}), "") << "any place of the window takes files";
    EXPECT_TRUE(shows(p, "arm.skeleton")) << p.state().dump(1);
}

TEST_F(Window, OpensADroppedFolder) {
    Program p(*screen, {});
    const fs::path folder = p.folder() / "set";
    fs::create_directories(folder);
    for (const char* name : {"arm.mesh", "arm.skeleton", "arm.material", "arm.tga"})
        fs::copy_file(samples / name, folder / name);
    EXPECT_EQ(p.drop(800, 400, {folder}), "");
    EXPECT_TRUE(p.wait_for([](const json& s) { return s["documents"] == 3; })) << p.state().dump(1);
    EXPECT_GT(p.state()["length"], 0.0);
}

TEST_F(Window, DroppedFilesMakeOneScene) {
    Program p(*screen, {});
    const fs::path folder = p.folder() / "parts";
    fs::create_directories(folder);
    fs::copy_file(samples / "arm.mesh", folder / "body.mesh");
    fs::copy_file(arm, folder / "rig.skeleton");
    EXPECT_EQ(p.drop(800, 400, {folder / "body.mesh", folder / "rig.skeleton"}), "");
    EXPECT_TRUE(shows(p, "body.mesh")) << p.state().dump(1);
    EXPECT_EQ(p.state()["documents"], 2);
    EXPECT_GT(p.state()["length"], 0.0);
    const json before = p.state();
    EXPECT_EQ(p.drop(800, 400, {folder / "gone.mesh"}), "");
    EXPECT_TRUE(p.wait_for([](const json& s) { return s["severity"] == "error"; }));
    EXPECT_EQ(p.state()["scene"], before["scene"]);
}

TEST_F(Window, LivesThroughEverySize) {
    Program p(*screen, {arm});
    for (const char* size : {"200 900", "120 300", "1 1", "900 40", "250 250", "640 400"}) {
        p.hands(std::string("search --onlyvisible --class bonescope windowsize %1 ") + size);
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        p.keys("Home");
        ASSERT_TRUE(p.wait_for([](const json& s) { return s["documents"] >= 1; })) << size;
    }
    p.keys("ctrl+q");
    EXPECT_EQ(p.wait_for_end(), 0);
}

TEST_F(Window, EscapeLeavesTheDialog) {
    Program p(*screen, {arm});
    p.keys("ctrl+o");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["open_dialog"] == true; }));
    p.keys("Escape");
    EXPECT_TRUE(p.wait_for([](const json& s) { return s["open_dialog"] == false; }));
    EXPECT_EQ(p.state()["title"], "arm.skeleton");
}

TEST_F(Window, ReloadKeepsTimeAndSelection) {
    Program p(*screen, {arm});
    p.click(122, 36);
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["front"][0] == "Bones"; }));
    p.click(100, 130);
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["joint"] >= 0; })) << "a click in Bones selects";
    p.keys("ctrl+Right");  // plain arrows belong to the list that was clicked
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["time"] > 0.0 && s["time"] < s["length"]; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const json before = p.state();
    p.keys("F5");
    ASSERT_TRUE(p.wait_for([&](const json& s) { return s["scene"] > before["scene"]; }));
    const json after = p.state();
    for (const char* kept : {"time", "clip", "joint", "bytes", "yaw"}) EXPECT_EQ(after[kept], before[kept]) << kept;
}

TEST_F(Window, SelectionsCanBeWalkedBack) {
    Program p(*screen, {arm});
    p.click(122, 36);
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["front"][0] == "Bones"; }));
    p.click(100, 130);
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["joint"] >= 0; }));
    const int first = p.state()["joint"];
    p.click(100, 150);
    ASSERT_TRUE(p.wait_for([&](const json& s) { return s["joint"] != first; }));
    const int second = p.state()["joint"];
    p.keys("alt+Left");
    EXPECT_TRUE(p.wait_for([&](const json& s) { return s["joint"] == first; }));
    p.keys("alt+Right");
    EXPECT_TRUE(p.wait_for([&](const json& s) { return s["joint"] == second; }));
}

TEST_F(Window, ABrokenFileLeavesTheOpenSceneAlone) {
    Program p(*screen, {arm}, {{"folder", samples.string()}});
    const json before = p.state();
    const fs::path broken = p.folder() / "broken.skeleton";
    std::ofstream(broken) << "no skeleton";
    p.keys("ctrl+o");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["open_dialog"] == true; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.type(broken.string());
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    p.keys("Return");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["severity"] == "error"; })) << p.state().dump(1);
    EXPECT_EQ(p.state()["scene"], before["scene"]);
    EXPECT_EQ(p.state()["title"], "arm.skeleton");
}

TEST_F(Window, ThePaletteRunsACommand) {
    Program p(*screen, {arm});
    const bool grid = p.state()["grid"];
    p.keys("ctrl+shift+p");
    ASSERT_TRUE(p.wait_for([](const json& s) { return s["palette"] == true; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.type("grid");
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.keys("Return");
    EXPECT_TRUE(p.wait_for([&](const json& s) { return s["grid"] != grid && s["palette"] == false; }));
    p.keys("g");
    EXPECT_TRUE(p.wait_for([&](const json& s) { return s["grid"] == grid; }));
}

TEST_F(Window, LettersInATextFieldAreNoShortcuts) {
    Program p(*screen, {arm});
    const bool grid = p.state()["grid"];
    p.click(200, 64);  // the filter of Structure
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.type("g ");
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_EQ(p.state()["grid"], grid);
    EXPECT_EQ(p.state()["playing"], false);
}

TEST_F(Window, GoesToAnOffset) {
    Program p(*screen, {arm});
    p.keys("ctrl+g");
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    p.type("0x20");
    p.keys("Return");
    EXPECT_TRUE(p.wait_for([](const json& s) {
        const uint32_t at = s["bytes"][0], size = s["bytes"][1];
        return size > 0 && at <= 0x20 && 0x20 < at + size;
    }));
}

TEST_F(Window, F12WritesThePicture) {
    Program p(*screen, {arm});
    p.keys("F12");
    ASSERT_TRUE(p.wait_for([](const json& s) {
        return s["log"].get<std::string>().find("arm_1.png") != std::string::npos;
    })) << p.state()["log"];
    EXPECT_GT(fs::file_size(p.folder() / "arm_1.png"), 1000u);
}

TEST_F(Window, CloseAndQuit) {
    Program p(*screen, {arm});
    p.keys("ctrl+w");
    EXPECT_TRUE(p.wait_for([](const json& s) { return s["documents"] == 0; }));
    EXPECT_EQ(p.state()["log"], "Closed arm.skeleton.");
    p.keys("ctrl+q");
    EXPECT_EQ(p.wait_for_end(), 0);
    std::ifstream in(p.folder() / "config/bonescope/settings.json");
    const json settings = json::parse(in, nullptr, false);
    ASSERT_TRUE(settings.is_object()) << "settings are written at the end";
    EXPECT_EQ(settings["recent"][0], arm);
}

TEST(WindowScale, EverythingDoublesWithTheContentScale) {
    NEED_SCREEN();
    Screen big(3200, 2000);
    ASSERT_NE(big.name(), "");
    if (big.run("sh -c \"printf 'Xft.dpi: 192\\n' | xrdb -merge\" 2>/dev/null") != 0) GTEST_SKIP() << "xrdb is missing";
    Program p(big, {arm});
    const json s = p.state();
    EXPECT_EQ(s["scale"], 2.0);
    EXPECT_EQ(s["view"], json({776.0, 96.0, 1664.0, 1216.0}));
    p.move(ruler_left + ruler_right, 2 * ruler_y);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    p.hands("mousedown 1 sleep 0.1 mouseup 1");
    const double length = s["length"];
    EXPECT_TRUE(p.wait_for([&](const json& now) { return std::abs(now["time"].get<double>() - length / 2) < 0.01; }));
}
}  // namespace
