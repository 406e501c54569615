// A display of its own (Xvfb), the program on it, and hands: xdotool sends real events. What the program knows is read
// from the file that BONESCOPE_STATE names.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/types.h>
#include <vector>

namespace bonescope::test {

// Empty when Xvfb and xdotool are there, else what is missing.
std::string missing_tools();

#define NEED_SCREEN()                                                                                                  \
    if (const std::string gone = ::bonescope::test::missing_tools(); !gone.empty())                                    \
    GTEST_SKIP() << "no window can be tried: " << gone << " is missing"

class Screen {
public:
    Screen(int width, int height);
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    const std::string& name() const { return name_; }  // ":99"; empty when it did not start
    int run(const std::string& command) const;         // in a shell, with DISPLAY set

private:
    pid_t pid_ = -1;
    std::string name_;
};

// The program in a folder of its own, with settings of its own.
class Program {
public:
    Program(const Screen&, const std::vector<std::string>& files, const nlohmann::json& settings = {});
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    nlohmann::json state() const;  // the latest, {} before the first frame
    // Waits until the state fits; false after `seconds`.
    bool wait_for(const std::function<bool(const nlohmann::json&)>& fits, double seconds = 30) const;
    int wait_for_end(double seconds = 30);      // exit code; -1: still running
    void keys(const std::string& names) const;  // "ctrl+o", several by blanks
    void type(const std::string& text) const;
    void move(int x, int y) const;
    void click(int x, int y) const;
    void hands(const std::string& xdotool_words) const;
    std::string title() const;
    // From a file manager. Returns what went wrong.
    std::string drop(int x, int y, const std::vector<std::filesystem::path>& files) const;
    const std::filesystem::path& folder() const { return folder_; }

private:
    const Screen& screen_;
    std::filesystem::path folder_;
    pid_t pid_ = -1;
    std::string window_;
};

}  // namespace bonescope::test
