#include "tests/window/screen.h"
#include "tests/window/drag.h"
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace bonescope::test {

namespace fs = std::filesystem;

namespace {
bool in_path(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::string output_of(const std::string& command) {
    std::string out;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return out;
    std::array<char, 256> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe)) out += buffer.data();
    pclose(pipe);
    while (!out.empty() && out.back() == '\n') out.pop_back();
    return out;
}

void end(pid_t pid) {
    if (pid <= 0) return;
    kill(pid, SIGTERM);
    waitpid(pid, nullptr, 0);
}

fs::path fresh_folder() {
    std::string name = (fs::temp_directory_path() / "bonescope_window_XXXXXX").string();
    return mkdtemp(name.data()) ? fs::path(name) : fs::temp_directory_path();
}

void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

using Clock = std::chrono::steady_clock;
bool passed(Clock::time_point start, double seconds) {
    return std::chrono::duration<double>(Clock::now() - start).count() > seconds;
}
}  // namespace

std::string missing_tools() {
    for (const char* tool : {"Xvfb", "xdotool"})
        if (!in_path(tool)) return tool;
    return "";
}

Screen::Screen(int width, int height) {
    int ends[2];
    if (pipe(ends) != 0) return;
    const std::string size = std::to_string(width) + "x" + std::to_string(height) + "x24";
    const std::string number = std::to_string(ends[1]);
    pid_ = fork();
    if (pid_ == 0) {
        close(ends[0]);
        const int quiet = open("/dev/null", O_WRONLY);
        dup2(quiet, 2);
        execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", size.c_str(), "-noreset", "-nolisten",
               "tcp", static_cast<char*>(nullptr));
        _exit(127);
    }
    close(ends[1]);
    std::string text;
    for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) text += c;
    close(ends[0]);
    if (!text.empty()) name_ = ":" + text;
}

Screen::~Screen() { end(pid_); }

int Screen::run(const std::string& command) const { return std::system(("DISPLAY=" + name_ + " " + command).c_str()); }

Program::Program(const Screen& screen, const std::vector<std::string>& files, const nlohmann::json& settings)
    : screen_(screen), folder_(fresh_folder()) {
    fs::create_directories(folder_ / "config/bonescope");
    if (!settings.is_null()) std::ofstream(folder_ / "config/bonescope/settings.json") << settings.dump();
    std::vector<std::string> words{BONESCOPE_EXECUTABLE};
    words.insert(words.end(), files.begin(), files.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
        setenv("DISPLAY", screen.name().c_str(), 1);
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
        setenv("BONESCOPE_STATE", (folder_ / "state.json").c_str(), 1);
        setenv("ASAN_OPTIONS", "detect_leaks=0", 0);  // the graphics driver keeps its own
        unsetenv("WAYLAND_DISPLAY");
        if (chdir(folder_.c_str()) != 0) _exit(126);
        execv(words[0].c_str(), argv.data());
        _exit(127);
    }
    if (!wait_for([](const nlohmann::json& s) { return !s.empty() && !s["loading"]; })) return;
    window_ = output_of("DISPLAY=" + screen.name() + " xdotool search --onlyvisible --class bonescope | tail -1");
    hands("windowfocus " + window_);  // no window manager runs: without it keys go nowhere
    pause();
}

Program::~Program() {
    end(pid_);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

nlohmann::json Program::state() const {
    std::ifstream in(folder_ / "state.json");
    const nlohmann::json j = nlohmann::json::parse(in, nullptr, false);
    return j.is_object() ? j : nlohmann::json::object();
}

bool Program::wait_for(const std::function<bool(const nlohmann::json&)>& fits, double seconds) const {
    const auto start = Clock::now();
    while (!passed(start, seconds)) {
        const nlohmann::json now = state();
        if (!now.empty() && fits(now)) return true;
        pause();
    }
    return false;
}

int Program::wait_for_end(double seconds) {
    const auto start = Clock::now();
    while (!passed(start, seconds)) {
        int status = 0;
        if (waitpid(pid_, &status, WNOHANG) == pid_) {
            pid_ = -1;
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
        }
        pause();
    }
    return -1;
}

void Program::hands(const std::string& words) const { screen_.run("xdotool " + words + " >/dev/null 2>&1"); }
void Program::keys(const std::string& names) const { hands("key " + names); }
void Program::type(const std::string& text) const { hands("type --delay 30 '" + text + "'"); }
void Program::move(int x, int y) const {
    hands("mousemove --window " + window_ + " " + std::to_string(x) + " " + std::to_string(y));
}
void Program::click(int x, int y) const {
    move(x, y);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));  // a frame has to see the pointer first
    hands("mousedown 1 sleep 0.1 mouseup 1");
}
std::string Program::title() const {
    return output_of("DISPLAY=" + screen_.name() + " xdotool getwindowname " + window_);
}
std::string Program::drop(int x, int y, const std::vector<fs::path>& files) const {
    if (window_.empty()) return "there is no window";
    return drop_files(screen_.name(), std::stoul(window_), x, y, files);
}

}  // namespace bonescope::test
