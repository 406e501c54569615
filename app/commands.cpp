#include "app/commands.h"
#include <GLFW/glfw3.h>

namespace bonescope {

namespace {
constexpr int ctrl = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT, alt = GLFW_MOD_ALT;

bool has_scene(const App& app) { return !app.empty(); }
bool has_clip(const App& app) { return app.clip() && app.length() > 0; }
bool has_selection(const App& app) { return app.selection.doc >= 0; }

template <bool ViewOptions::*option> void flip(App& app) { app.settings.view.*option ^= true; }
template <bool ViewOptions::*option> bool is_on(const App& app) { return app.settings.view.*option; }
template <Side side> void look(App& app) { look_from(app.camera, side); }
template <int frames> void frame_step(App& app) { step_frames(app, frames); }
template <int keys> void key_step(App& app) { step_keys(app, keys); }
template <LoopMode mode> void set_loop(App& app) { app.settings.loop = app.play.loop = mode; }
template <LoopMode mode> bool loops(const App& app) { return app.play.loop == mode; }

template <auto member, auto value> void read_as(App& app) {
    Reading reading = app.reading;
    reading.*member = value;
    set_reading(app, reading);
}
template <auto member, auto value> bool reads_as(const App& app) { return app.reading.*member == value; }

// In the order of menus and of the list of keys.
const Command table[] = {
    {"File",
     "Open…",
     {GLFW_KEY_O, ctrl},
     [](App& app) { app.show_open = true, app.open_adds = false; },
     nullptr,
     nullptr,
     "File",
     "Open, close, quit"},
    {"File", "Add parts…", {}, [](App& app) { app.show_open = app.open_adds = true; }, has_scene},
    {"File", "Reload", {GLFW_KEY_F5}, reload, has_scene, nullptr, "File", "Reload"},
    {"File", "Stop reading", {GLFW_KEY_ESCAPE}, stop_loading, [](const App& app) { return app.loading; }},
    {"File", "Close", {GLFW_KEY_W, ctrl}, close_scene, has_scene, nullptr, "File", "Open, close, quit"},
    {"File",
     "Picture of the view",
     {GLFW_KEY_F12},
     [](App& app) { app.picture = true; },
     has_scene,
     nullptr,
     "File",
     "Picture",
     true},
    {"File",
     "Quit",
     {GLFW_KEY_Q, ctrl},
     [](App& app) { app.quit = true; },
     nullptr,
     nullptr,
     "File",
     "Open, close, quit",
     true},

    {"Edit",
     "Back",
     {GLFW_KEY_LEFT, alt},
     [](App& app) { walk_history(app, -1); },
     [](const App& app) { return app.history_at > 0; },
     nullptr,
     "Go",
     "Back and forth through selections"},
    {"Edit",
     "Forth",
     {GLFW_KEY_RIGHT, alt},
     [](App& app) { walk_history(app, 1); },
     [](const App& app) { return app.history_at + 1 < app.history.size(); },
     nullptr,
     "Go",
     "Back and forth through selections"},
    {"Edit",
     "Copy address",
     {GLFW_KEY_C, ctrl | shift},
     [](App& app) { ImGui::SetClipboardText(address(app, app.selection).c_str()); },
     has_selection,
     nullptr,
     "Go",
     "Copy the address"},
    {"Edit",
     "Find in the structure",
     {GLFW_KEY_F, ctrl},
     [](App& app) {
         app.wanted_tab = "Structure";
         ++app.asked.find;
     },
     has_scene,
     nullptr,
     "Go",
     "Find",
     true},
    {"Edit",
     "Go to offset, frame or time…",
     {GLFW_KEY_G, ctrl},
     [](App& app) { app.show_goto = true; },
     has_scene,
     nullptr,
     "Go",
     "Go to offset, frame or time"},

    {"View",
     "Frame the selection",
     {GLFW_KEY_F},
     [](App& app) { ++app.asked.fit_selection; },
     has_scene,
     nullptr,
     "View",
     "Frame the selection, all"},
    {"View",
     "Frame everything",
     {GLFW_KEY_F, shift},
     [](App& app) { ++app.asked.fit_all; },
     has_scene,
     nullptr,
     "View",
     "Frame the selection, all"},
    {"View",
     "Front",
     {GLFW_KEY_KP_1},
     look<Side::Front>,
     has_scene,
     nullptr,
     "View",
     "Front, right, top, perspective",
     true},
    {"View", "Right", {GLFW_KEY_KP_3}, look<Side::Right>, has_scene, nullptr, "View", "Front, right, top, perspective"},
    {"View", "Top", {GLFW_KEY_KP_7}, look<Side::Top>, has_scene, nullptr, "View", "Front, right, top, perspective"},
    {"View",
     "Perspective",
     {GLFW_KEY_KP_5},
     [](App& app) { app.camera.orthographic ^= true; },
     has_scene,
     [](const App& app) { return !app.camera.orthographic; },
     "View",
     "Front, right, top, perspective"},
    {"View",
     "Grid",
     {GLFW_KEY_G},
     flip<&ViewOptions::grid>,
     nullptr,
     is_on<&ViewOptions::grid>,
     "View",
     "Grid, wire, axes, names, bones",
     true},
    {"View",
     "Wireframe",
     {GLFW_KEY_W},
     flip<&ViewOptions::wire>,
     nullptr,
     is_on<&ViewOptions::wire>,
     "View",
     "Grid, wire, axes, names, bones"},
    {"View",
     "Axes",
     {GLFW_KEY_X},
     flip<&ViewOptions::axes>,
     nullptr,
     is_on<&ViewOptions::axes>,
     "View",
     "Grid, wire, axes, names, bones"},
    {"View",
     "Names",
     {GLFW_KEY_N},
     flip<&ViewOptions::names>,
     nullptr,
     is_on<&ViewOptions::names>,
     "View",
     "Grid, wire, axes, names, bones"},
    {"View",
     "Bones",
     {GLFW_KEY_B},
     flip<&ViewOptions::bones>,
     nullptr,
     is_on<&ViewOptions::bones>,
     "View",
     "Grid, wire, axes, names, bones"},
    {"View", "Mesh", {}, flip<&ViewOptions::mesh>, nullptr, is_on<&ViewOptions::mesh>},
    {"View", "Textures", {}, flip<&ViewOptions::textures>, nullptr, is_on<&ViewOptions::textures>},
    {"View", "Both sides of faces", {}, flip<&ViewOptions::two_sided>, nullptr, is_on<&ViewOptions::two_sided>},
    {"View", "Weights of the selected bone", {}, flip<&ViewOptions::weights>, nullptr, is_on<&ViewOptions::weights>},
    {"View",
     "Reset layout",
     {},
     [](App& app) { app.settings.left = app.settings.right = app.settings.bottom = 0; },
     nullptr,
     nullptr,
     nullptr,
     nullptr,
     true},

    {"Animation",
     "Play, pause",
     {GLFW_KEY_SPACE},
     [](App& app) { play(app, app.play.speed < 0); },
     has_clip,
     nullptr,
     "Time",
     "Play, pause"},
    {"Animation",
     "Play backwards",
     {GLFW_KEY_SPACE, shift},
     [](App& app) { play(app, true); },
     has_clip,
     nullptr,
     "Time",
     "Play backwards"},
    {"Animation", "Frame back", {GLFW_KEY_LEFT}, frame_step<-1>, has_clip, nullptr, "Time", "One frame", true},
    {"Animation", "Frame on", {GLFW_KEY_RIGHT}, frame_step<1>, has_clip, nullptr, "Time", "One frame"},
    {"Animation", "Ten frames back", {GLFW_KEY_LEFT, shift}, frame_step<-10>, has_clip, nullptr, "Time", "Ten frames"},
    {"Animation", "Ten frames on", {GLFW_KEY_RIGHT, shift}, frame_step<10>, has_clip, nullptr, "Time", "Ten frames"},
    {"Animation", "Key back", {GLFW_KEY_LEFT, ctrl}, key_step<-1>, has_clip, nullptr, "Time", "Key to key"},
    {"Animation", "Key on", {GLFW_KEY_RIGHT, ctrl}, key_step<1>, has_clip, nullptr, "Time", "Key to key"},
    {"Animation", "First", {GLFW_KEY_HOME}, [](App& app) { seek(app, 0); }, has_clip, nullptr, "Time", "First, last"},
    {"Animation",
     "Last",
     {GLFW_KEY_END},
     [](App& app) { seek(app, app.length()); },
     has_clip,
     nullptr,
     "Time",
     "First, last"},
    {"Animation", "Once", {}, set_loop<LoopMode::Once>, nullptr, loops<LoopMode::Once>, nullptr, nullptr, true},
    {"Animation", "Loop", {}, set_loop<LoopMode::Loop>, nullptr, loops<LoopMode::Loop>},
    {"Animation", "Swing", {}, set_loop<LoopMode::Swing>, nullptr, loops<LoopMode::Swing>},
    {"Animation",
     "Interpolation: linear",
     {},
     read_as<&Reading::interpolation, Interp::Linear>,
     nullptr,
     reads_as<&Reading::interpolation, Interp::Linear>,
     nullptr,
     nullptr,
     true},
    {"Animation",
     "Interpolation: spline",
     {},
     read_as<&Reading::interpolation, Interp::Spline>,
     nullptr,
     reads_as<&Reading::interpolation, Interp::Spline>},
    {"Animation",
     "Rotations on the great arc (slerp)",
     {},
     [](App& app) {
         Reading reading = app.reading;
         reading.slerp = !reading.slerp;
         set_reading(app, reading);
     },
     nullptr,
     reads_as<&Reading::slerp, true>},
    {"Animation",
     "After the last key: OGRE 1.x wraps back",
     {},
     read_as<&Reading::after, End::ToFirst>,
     nullptr,
     reads_as<&Reading::after, End::ToFirst>,
     nullptr,
     nullptr,
     true},
    {"Animation",
     "After the last key: OGRE 13.3.3 holds",
     {},
     read_as<&Reading::after, End::Hold>,
     nullptr,
     reads_as<&Reading::after, End::Hold>},

    {"Help",
     "Command palette",
     {GLFW_KEY_P, ctrl | shift},
     [](App& app) { app.show_palette = true; },
     nullptr,
     nullptr,
     "Go",
     "Command palette"},
    {"Help",
     "List of keys",
     {GLFW_KEY_F1},
     [](App& app) { app.show_keys = !app.show_keys; },
     nullptr,
     nullptr,
     "Go",
     "All keys"},
};

// What the mouse does in the view and in time; no commands.
const KeyLine mouse[] = {
    {"View", "Orbit, zoom", "left drag  wheel"},
    {"View", "Pan", "middle, Shift + left drag"},
    {"View", "Select, pivot", "click  double click"},
    {"Time", "Scrub, zoom, pan", "drag  wheel  right drag"},
};

std::string key_name(int key) {
    if ((key >= GLFW_KEY_A && key <= GLFW_KEY_Z) || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9))
        return std::string(1, static_cast<char>(key));
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) return "F" + std::to_string(key - GLFW_KEY_F1 + 1);
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return "Num " + std::to_string(key - GLFW_KEY_KP_0);
    switch (key) {
    case GLFW_KEY_SPACE:
        return "Space";
    case GLFW_KEY_LEFT:
        return "←";
    case GLFW_KEY_RIGHT:
        return "→";
    case GLFW_KEY_ESCAPE:
        return "Esc";
    case GLFW_KEY_HOME:
        return "Home";
    case GLFW_KEY_END:
        return "End";
    default:
        return "?";
    }
}

std::string mods_text(int mods) {
    std::string out;
    if (mods & ctrl) out += "Ctrl+";
    if (mods & alt) out += "Alt+";
    if (mods & shift) out += "Shift+";
    return out;
}

// "Ctrl ← →", "Num 1 3 7 5", "G W X N B", "Ctrl+O  Ctrl+W"
std::string joined(const std::string& so_far, Chord last, Chord key) {
    const std::string name = key_name(key.key);
    if (last.mods != key.mods) return so_far + "  " + key_text(key);
    if (name.rfind("Num ", 0) == 0) return so_far + " " + name.substr(4);
    if (key.mods == 0) return so_far + (name.size() == 1 || name == "→" ? " " : "  ") + name;
    return name == "→" ? so_far + " " + name : so_far + "  " + key_text(key);
}

std::vector<KeyLine> make_lines() {
    std::vector<KeyLine> out;
    for (const char* heading : {"Time", "View", "Go", "File"}) {
        Chord last;
        const std::size_t first = out.size();
        for (const Command& c : table) {
            if (!c.heading || std::string_view(c.heading) != heading || c.key.key == 0) continue;
            const auto at = std::find_if(out.begin() + static_cast<long>(first), out.end(),
                                         [&](const KeyLine& line) { return line.text == c.line; });
            if (at == out.end())
                out.push_back({heading, c.line, key_text(c.key)});
            else
                at->keys = joined(at->keys, last, c.key);
            last = c.key;
        }
        for (const KeyLine& line : mouse)
            if (line.heading == heading) out.push_back(line);
    }
    return out;
}
}  // namespace

std::span<const Command> commands() { return table; }

std::string key_text(Chord chord) {
    if (chord.key == 0) return "";
    const std::string name = key_name(chord.key);
    std::string mods = mods_text(chord.mods);
    if (!mods.empty() && (name == "←" || name == "→")) mods.back() = ' ';
    return mods + name;
}

const Command* command_for(int key, int mods) {
    constexpr int counted = ctrl | shift | alt | GLFW_MOD_SUPER;
    for (const Command& c : table)
        if (c.key.key == key && c.key.key != 0 && c.key.mods == (mods & counted)) return &c;
    return nullptr;
}

const std::vector<KeyLine>& key_lines() {
    static const std::vector<KeyLine> lines = make_lines();
    return lines;
}

}  // namespace bonescope
