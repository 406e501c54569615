#include "app/window.h"
#include "app/commands.h"
#include "app/layout.h"
#include "app/open_dialog.h"
#include "app/probe.h"
#include "app/settings.h"
#include "app/theme.h"
#include "core/image.h"
#include "core/text.h"
#include <chrono>
#include <cstdio>
#include <future>
#include <glad/gl.h>
#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

namespace bonescope {

namespace {
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Window {
    GLFWwindow* handle = nullptr;
    App app;
    PanelLayout layout;
    Requests ask;
    Settings saved;
    double saved_at = 0;
    std::string config;  // path of the settings
    Clock::time_point begin = Clock::now();
    Clock::time_point due = begin;        // of the next frame
    int busy = 3;                         // frames that are drawn without waiting: panels settle over a few
    float theme_scale = 0;                // that the theme was made for
    std::string scene_text, listed_text;  // that the atlas was made for
    uint64_t text_scene = ~0ull;
    std::size_t text_lines = 0;
    Encoding text_encoding = Encoding::Guess;
    std::string shown_title;
    struct Release {
        int key, scancode, mods;
    };
    std::vector<int> pressed;       // keys that went down since the last frame
    std::vector<Release> releases;  // of those: told to ImGui one frame later, or it would not see a quick tap at all
};

Window& of(GLFWwindow* handle) { return *static_cast<Window*>(glfwGetWindowUserPointer(handle)); }

// The key that a person reads on the keyboard, whatever the layout.
int letter_key(int key, int scancode) {
    if (key < GLFW_KEY_A || key > GLFW_KEY_Z) return key;
    const char* name = glfwGetKeyName(key, scancode);
    if (!name || name[0] == 0 || name[1] != 0) return key;
    const char c = name[0];
    return c >= 'a' && c <= 'z' ? GLFW_KEY_A + (c - 'a') : c >= 'A' && c <= 'Z' ? GLFW_KEY_A + (c - 'A') : key;
}

// True when ImGui is to hear of the key later.
bool put_off(Window& w, int key, int scancode, int action, int mods) {
    if (action == GLFW_PRESS) w.pressed.push_back(key);
    if (action != GLFW_RELEASE || std::find(w.pressed.begin(), w.pressed.end(), key) == w.pressed.end()) return false;
    w.releases.push_back({key, scancode, mods});
    return true;
}

void tell_releases(Window& w) {
    w.pressed.clear();
    for (const Window::Release& r : w.releases)
        ImGui_ImplGlfw_KeyCallback(w.handle, r.key, r.scancode, GLFW_RELEASE, r.mods);
    w.releases.clear();
}

void on_key(GLFWwindow* handle, int key, int scancode, int action, int mods) {
    Window& w = of(handle);
    w.busy = 3;
    if (!put_off(w, key, scancode, action, mods)) ImGui_ImplGlfw_KeyCallback(handle, key, scancode, action, mods);
    if (action == GLFW_RELEASE) return;
    const App& app = w.app;
    if (app.show_open || app.show_palette || app.show_goto) return;
    const ImGuiIO& io = ImGui::GetIO();
    const bool typing = io.WantTextInput && (key < GLFW_KEY_F1 || key > GLFW_KEY_F25);
    if (typing && !(mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT))) return;
    const bool walks = key == GLFW_KEY_LEFT || key == GLFW_KEY_RIGHT || key == GLFW_KEY_HOME || key == GLFW_KEY_END;
    if (app.list_keys && walks && mods == 0) return;
    const Command* command = command_for(letter_key(key, scancode), mods);
    const bool moves_caret = typing && (key == GLFW_KEY_LEFT || key == GLFW_KEY_RIGHT || key == GLFW_KEY_C);
    if (command && !moves_caret) w.ask.commands.push_back(command);
}

void on_drop(GLFWwindow* handle, int count, const char** paths) {
    Window& w = of(handle);
    w.ask.open.assign(paths, paths + count);
    w.busy = 3;
}

void wake(GLFWwindow* handle) { of(handle).busy = 3; }

void listen(Window& w) {
    glfwSetWindowUserPointer(w.handle, &w);
    glfwSetDropCallback(w.handle, on_drop);
    glfwSetCursorPosCallback(w.handle, [](GLFWwindow* h, double, double) { wake(h); });
    glfwSetMouseButtonCallback(w.handle, [](GLFWwindow* h, int, int, int) { wake(h); });
    glfwSetScrollCallback(w.handle, [](GLFWwindow* h, double, double) { wake(h); });
    glfwSetCharCallback(w.handle, [](GLFWwindow* h, unsigned) { wake(h); });
    glfwSetWindowRefreshCallback(w.handle, wake);
    glfwSetFramebufferSizeCallback(w.handle, [](GLFWwindow* h, int, int) { wake(h); });
    glfwSetWindowFocusCallback(w.handle, [](GLFWwindow* h, int) { wake(h); });
    glfwSetWindowContentScaleCallback(w.handle, [](GLFWwindow* h, float, float) { wake(h); });
}

bool open_window(Window& w) {
    glfwSetErrorCallback([](int, const char* text) { std::fprintf(stderr, "bonescope: %s\n", text); });
    if (!glfwInit()) return false;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "bonescope");
    int width = w.app.settings.width, height = w.app.settings.height;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        int x = 0, y = 0, most_width = width, most_height = height;
        float sx = 1, sy = 1;
        glfwGetMonitorWorkarea(monitor, &x, &y, &most_width, &most_height);
        glfwGetMonitorContentScale(monitor, &sx, &sy);
        width = std::min(width, static_cast<int>(static_cast<float>(most_width) / sx));
        height = std::min(height, static_cast<int>(static_cast<float>(most_height) / sy));
    }
    w.handle = glfwCreateWindow(std::max(width, 320), std::max(height, 240), "Bonescope", nullptr, nullptr);
    if (!w.handle) return false;
    glfwMakeContextCurrent(w.handle);
    if (!gladLoadGL(glfwGetProcAddress)) return false;
    glfwSwapInterval(1);
    return true;
}

float content_scale(GLFWwindow* handle) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(handle, &x, &y);
    return std::clamp(std::round(x * 4) / 4, 1.f, 4.f);
}

// Fonts follow the scale and the characters that names on the screen need.
void update_fonts(Window& w) {
    const App& app = w.app;
    const float scale = content_scale(w.handle);
    const bool scale_changed = scale != w.theme_scale;
    if (scale_changed) {
        w.app.scale = w.theme_scale = scale;
        apply_theme(scale);
        glfwSetWindowSizeLimits(w.handle, static_cast<int>(640 * scale), static_cast<int>(400 * scale), GLFW_DONT_CARE,
                                GLFW_DONT_CARE);
    }
    const bool scene_changed =
        w.text_scene != app.scene_id || w.text_lines != app.log.size() || w.text_encoding != app.settings.encoding;
    if (scene_changed) w.scene_text = text_in_use(app);
    w.text_encoding = app.settings.encoding;
    w.text_scene = app.scene_id;
    w.text_lines = app.log.size();
    std::string listed = app.show_open ? dialog_text(w.layout.states) : w.listed_text;
    if (!scale_changed && !scene_changed && listed == w.listed_text) return;
    w.listed_text = std::move(listed);
    if (!build_fonts(scale, w.scene_text + w.listed_text)) return;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

// What the view shows, to a file in the current folder that does not exist yet.
void save_picture(App& app, Rect view, float height) {
    const int width = static_cast<int>(view.w), rows = static_cast<int>(view.h);
    if (width <= 0 || rows <= 0) return;
    std::vector<unsigned char> pixels(static_cast<std::size_t>(width) * rows * 4), flipped(pixels.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(static_cast<int>(view.x), static_cast<int>(height - view.y - view.h), width, rows, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels.data());
    const std::size_t line = static_cast<std::size_t>(width) * 4;
    for (int y = 0; y < rows; ++y)
        std::copy_n(pixels.begin() + static_cast<long>(line * (rows - 1 - y)), line,
                    flipped.begin() + static_cast<long>(line * y));
    for (std::size_t i = 3; i < flipped.size(); i += 4) flipped[i] = 255;
    const std::string stem = stem_of(base_name(app.scene.docs.front()->path));
    std::string path;
    for (int i = 1; i < 10000; ++i) {
        path = fmt::format("{}_{}.png", stem, i);
        if (std::FILE* there = std::fopen(path.c_str(), "rb"))
            std::fclose(there);
        else
            break;
    }
    const std::string why = write_png(path, width, rows, flipped);
    if (why.empty())
        log_good(app, "Picture written to " + path);
    else
        log(app, Severity::Error, "The picture could not be written: " + why);
}

void update_title(Window& w) {
    const std::string title = w.app.title.empty() ? "Bonescope" : w.app.title + " - Bonescope";
    if (title == w.shown_title) return;
    w.shown_title = title;
    glfwSetWindowTitle(w.handle, title.c_str());
}

void draw_frame(Window& w) {
    update_fonts(w);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    ImGui::PushFont(fonts.words);
    draw_window(w.app, w.ask, w.layout);
    ImGui::PopFont();
    ImGui::Render();
    tell_releases(w);
    int width = 0, height = 0;
    glfwGetFramebufferSize(w.handle, &width, &height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClearColor(0x0D / 255.f, 0x0F / 255.f, 0x12 / 255.f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (w.app.picture && !w.app.empty()) save_picture(w.app, w.layout.view, static_cast<float>(height));
    w.app.picture = false;
    glfwSwapBuffers(w.handle);
}

void save_settings(Window& w) {
    float scale = 1, ignored = 1;
    glfwGetWindowContentScale(w.handle, &scale, &ignored);
    int width = 0, height = 0;
    glfwGetWindowSize(w.handle, &width, &height);
    w.app.settings.width = static_cast<int>(static_cast<float>(width) / scale);
    w.app.settings.height = static_cast<int>(static_cast<float>(height) / scale);
    w.saved_at = w.app.now;
    if (w.app.settings == w.saved || w.config.empty()) return;
    const std::string why = write_settings(w.config, w.app.settings);
    if (!why.empty()) log(w.app, Severity::Warning, "The settings could not be saved: " + why);
    w.saved = w.app.settings;
}

// Waits for the next frame: not at all while things settle, for its turn of 60 a second while playing, else until
// something happens.
void wait(Window& w) {
    constexpr auto period = std::chrono::nanoseconds(1'000'000'000 / 60);
    const bool moving = w.app.play.playing || w.busy > 0;
    if (!moving) {
        glfwWaitEventsTimeout(w.app.loading ? 0.004 : ImGui::GetIO().WantTextInput ? 0.25 : 1.0);
        w.due = Clock::now();
        return;
    }
    // Turns follow each other without drift; one that was missed by much is not made up for.
    w.due = std::max(w.due + period, Clock::now() - period);
    glfwPollEvents();
    for (double left = -since(w.due); left > 0.0002 && !glfwWindowShouldClose(w.handle); left = -since(w.due))
        glfwWaitEventsTimeout(left);  // events end it early
}

void loop(Window& w) {
    App& app = w.app;
    Clock::time_point last = Clock::now();
    while (!glfwWindowShouldClose(w.handle) && !app.quit) {
        const Clock::time_point frame_begin = Clock::now();
        const uint64_t scene = app.scene_id, pose = app.frame_id;
        app.now = since(w.begin);
        poll_loading(app);
        apply(app, w.ask);
        advance(app, std::min(std::chrono::duration<double>(frame_begin - last).count(), 0.25));
        last = frame_begin;
        if (scene != app.scene_id || pose != app.frame_id) w.busy = std::max(w.busy, 2);
        update_title(w);
        draw_frame(w);
        app.now = since(w.begin);
        if (app.now - w.saved_at > 1) save_settings(w);
        if (probe_frame(app, w.layout)) break;
        if (w.busy > 0) --w.busy;
        if (!w.ask.empty()) w.busy = std::max(w.busy, 2);
        wait(w);
    }
}
}  // namespace

int run_window(const std::vector<std::string>& files) {
    Window w;
    w.config = settings_path();
    w.app.settings = w.saved = read_settings(w.config);
    w.app.play.loop = w.app.settings.loop;
    open_files(w.app, files, false);  // reads while the window is being made
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    auto fonts_ready =
        std::async(std::launch::async, [] { build_fonts(1, {}); });  // the usual ones, at the usual scale
    const bool opened = open_window(w);
    fonts_ready.wait();
    if (!opened) {
        std::fputs("bonescope: no window with OpenGL 3.3 could be opened; see bonescope --help for the commands that "
                   "need none\n",
                   stderr);
        glfwTerminate();
        return 3;
    }
    listen(w);
    ImGui_ImplGlfw_InitForOpenGL(w.handle, true);
    glfwSetKeyCallback(w.handle, on_key);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    w.app.now = since(w.begin);
    log_good(w.app, fmt::format("Ready in {:.0f} ms. OpenGL {}.", w.app.now * 1000,
                                reinterpret_cast<const char*>(glGetString(GL_VERSION))));
    loop(w);
    save_settings(w);
    w.layout = {};  // panels free what they hold of OpenGL
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(w.handle);
    glfwTerminate();
    return 0;
}

}  // namespace bonescope
