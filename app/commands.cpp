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

template <RootMotion mode> void set_root(App& app) { set_root_motion(app, mode); }
template <RootMotion mode> bool has_root(const App& app) { return app.play.root == mode; }
template <Axes axes> void set_axes(App& app) { app.settings.view.convention = axes; }
template <Axes axes> bool has_axes(const App& app) { return app.settings.view.convention == axes; }
bool z_up_scene(const App& app) { return has_scene(app) && app.camera.z_up; }

void open_dialog(App& app) { app.show_open = true, app.open_adds = false; }
void add_dialog(App& app) { app.show_open = app.open_adds = true; }
void picture(App& app) { app.picture = true; }
void quit(App& app) { app.quit = true; }
bool loading(const App& app) { return app.loading; }
void back(App& app) { walk_history(app, -1); }
void forth(App& app) { walk_history(app, 1); }
bool can_go_back(const App& app) { return app.history_at > 0; }
bool can_go_forth(const App& app) { return app.history_at + 1 < app.history.size(); }
void copy_address(App& app) { ImGui::SetClipboardText(address(app, app.selection).c_str()); }
void find(App& app) { app.wanted_tab = "Structure", ++app.asked.find; }
void ask_for_place(App& app) { app.show_goto = true; }
void frame_selection(App& app) { ++app.asked.fit_selection; }
void frame_all(App& app) { ++app.asked.fit_all; }
void flip_perspective(App& app) { app.camera.orthographic ^= true; }
void flip_up(App& app) {
    app.camera.z_up ^= true;
    ++app.asked.fit_all;
}
bool z_is_up(const App& app) { return app.camera.z_up; }
bool in_perspective(const App& app) { return !app.camera.orthographic; }
void reset_layout(App& app) { app.settings.left = app.settings.right = app.settings.bottom = 0; }
void play_on(App& app) { play(app, app.play.speed < 0); }
void play_back(App& app) { play(app, true); }
void first(App& app) { seek(app, 0); }
void last(App& app) { seek(app, app.length()); }
void palette_box(App& app) { app.show_palette = true; }
void key_list(App& app) { app.show_keys = !app.show_keys; }
void flip_exact(App& app) {
    Reading reading = app.reading;
    reading.engine_exact = !reading.engine_exact;
    set_reading(app, reading);
}
void flip_curves(App& app) {
    Reading reading = app.reading;
    reading.exact_curves = !reading.exact_curves;
    set_reading(app, reading);
}
void flip_slerp(App& app) {
    Reading reading = app.reading;
    reading.slerp = !reading.slerp;
    set_reading(app, reading);
}

// Does some clip of the scene tell two ways of reading apart?
template <auto member, auto one, auto other> bool matters(const App& app) {
    Reading a = app.reading, b = app.reading;
    a.*member = one;
    b.*member = other;
    return reads_differ(app.scene, a, b);
}

using View = ViewOptions;
using Read = Reading;
constexpr bool group = true, no_group = false;
constexpr const char *one_way = "The clips of this scene are of a format that knows one interpolation only",
                     *one_end = "The clips of this scene are of a format that ends its tracks in one way only",
                     *no_defects = "The clips of this scene are read as their engine does already",
                     *no_beziers = "No key of this scene is eased by a Bezier curve";
constexpr auto ways = matters<&Read::interpolation, Interp::Linear, Interp::Spline>;
constexpr auto arcs = matters<&Read::slerp, false, true>;
constexpr auto ends_matter = matters<&Read::after, End::ToFirst, End::Hold>;
// Those of 2D armatures are no matter of sampling alone.
bool defects(const App& app) {
    const Skeleton* skeleton = app.scene.skeleton();
    return (skeleton && skeleton->rig) || matters<&Read::engine_exact, false, true>(app);
}
bool has_curves(const App& app) {
    return std::any_of(app.scene.docs.begin(), app.scene.docs.end(), [](const DocumentPtr& doc) {
        return std::any_of(doc->eases.begin(), doc->eases.end(), [](const Easing& e) { return e.curve != none; });
    });
}

constexpr ListLine files{"File", "Open, close, quit"}, again{"File", "Reload"}, shot{"File", "Picture"},
    walk{"Go", "Back and forth through selections"}, copy{"Go", "Copy the address"}, search{"Go", "Find"},
    place{"Go", "Go to offset, frame or time"}, any{"Go", "Command palette"}, keys{"Go", "All keys"},
    fit{"View", "Frame the selection, all"}, sides{"View", "Front, right, top, perspective"},
    shows{"View", "Grid, wire, axes, names, bones"}, plays{"Time", "Play, pause"}, plays_back{"Time", "Play backwards"},
    one{"Time", "One frame"}, ten{"Time", "Ten frames"}, by_key{"Time", "Key to key"}, ends{"Time", "First, last"};

// clang-format off
// In the order of menus and of the list of keys.
const Command table[] = {
    {"File", "Open…", {GLFW_KEY_O, ctrl}, &files, open_dialog},
    {"File", "Add parts…", {}, nullptr, add_dialog, has_scene},
    {"File", "Reload", {GLFW_KEY_F5}, &again, reload, has_scene},
    {"File", "Stop reading", {GLFW_KEY_ESCAPE}, nullptr, stop_loading, loading},
    {"File", "Close", {GLFW_KEY_W, ctrl}, &files, close_scene, has_scene},
    {"File", "Picture of the view", {GLFW_KEY_F12}, &shot, picture, has_scene, nullptr, group},
    {"File", "Quit", {GLFW_KEY_Q, ctrl}, &files, quit, nullptr, nullptr, group},

    {"Edit", "Back", {GLFW_KEY_LEFT, alt}, &walk, back, can_go_back},
    {"Edit", "Forth", {GLFW_KEY_RIGHT, alt}, &walk, forth, can_go_forth},
    {"Edit", "Copy address", {GLFW_KEY_C, ctrl | shift}, &copy, copy_address, has_selection},
    {"Edit", "Find in the structure", {GLFW_KEY_F, ctrl}, &search, find, has_scene, nullptr, group},
    {"Edit", "Go to offset, frame or time…", {GLFW_KEY_G, ctrl}, &place, ask_for_place, has_scene},

    {"View", "Frame the selection", {GLFW_KEY_F}, &fit, frame_selection, has_scene},
    {"View", "Frame everything", {GLFW_KEY_F, shift}, &fit, frame_all, has_scene},
    {"View", "Front", {GLFW_KEY_KP_1}, &sides, look<Side::Front>, has_scene, nullptr, group},
    {"View", "Right", {GLFW_KEY_KP_3}, &sides, look<Side::Right>, has_scene},
    {"View", "Top", {GLFW_KEY_KP_7}, &sides, look<Side::Top>, has_scene},
    {"View", "Perspective", {GLFW_KEY_KP_5}, &sides, flip_perspective, has_scene, in_perspective},
    {"View", "Z is up", {}, nullptr, flip_up, has_scene, z_is_up},
    {"View", "Axes of the file (Z up)", {}, nullptr, set_axes<Axes::File>, z_up_scene, has_axes<Axes::File>, group},
    {"View", "Y up, right-handed", {}, nullptr, set_axes<Axes::YUp>, z_up_scene, has_axes<Axes::YUp>},
    {"View", "Y up, mirrored (Unity)", {}, nullptr, set_axes<Axes::Mirrored>, z_up_scene, has_axes<Axes::Mirrored>},
    {"View", "Grid", {GLFW_KEY_G}, &shows, flip<&View::grid>, nullptr, is_on<&View::grid>, group},
    {"View", "Wireframe", {GLFW_KEY_W}, &shows, flip<&View::wire>, nullptr, is_on<&View::wire>},
    {"View", "Axes", {GLFW_KEY_X}, &shows, flip<&View::axes>, nullptr, is_on<&View::axes>},
    {"View", "Names", {GLFW_KEY_N}, &shows, flip<&View::names>, nullptr, is_on<&View::names>},
    {"View", "Bones", {GLFW_KEY_B}, &shows, flip<&View::bones>, nullptr, is_on<&View::bones>},
    {"View", "Mesh", {}, nullptr, flip<&View::mesh>, nullptr, is_on<&View::mesh>},
    {"View", "Path of the root", {}, nullptr, flip<&View::path>, nullptr, is_on<&View::path>},
    {"View", "Textures", {}, nullptr, flip<&View::textures>, nullptr, is_on<&View::textures>},
    {"View", "Both sides of faces", {}, nullptr, flip<&View::two_sided>, nullptr, is_on<&View::two_sided>},
    {"View", "Textures upside down", {}, nullptr, flip<&View::flip_v>, nullptr, is_on<&View::flip_v>},
    {"View", "Weights of the selected bone", {}, nullptr, flip<&View::weights>, nullptr, is_on<&View::weights>},
    {"View", "Reset layout", {}, nullptr, reset_layout, nullptr, nullptr, group},

    {"Animation", "Play, pause", {GLFW_KEY_SPACE}, &plays, play_on, has_clip},
    {"Animation", "Play backwards", {GLFW_KEY_SPACE, shift}, &plays_back, play_back, has_clip},
    {"Animation", "Frame back", {GLFW_KEY_LEFT}, &one, frame_step<-1>, has_clip, nullptr, group},
    {"Animation", "Frame on", {GLFW_KEY_RIGHT}, &one, frame_step<1>, has_clip},
    {"Animation", "Ten frames back", {GLFW_KEY_LEFT, shift}, &ten, frame_step<-10>, has_clip},
    {"Animation", "Ten frames on", {GLFW_KEY_RIGHT, shift}, &ten, frame_step<10>, has_clip},
    {"Animation", "Key back", {GLFW_KEY_LEFT, ctrl}, &by_key, key_step<-1>, has_clip},
    {"Animation", "Key on", {GLFW_KEY_RIGHT, ctrl}, &by_key, key_step<1>, has_clip},
    {"Animation", "First", {GLFW_KEY_HOME}, &ends, first, has_clip},
    {"Animation", "Last", {GLFW_KEY_END}, &ends, last, has_clip},
    {"Animation", "Once", {}, nullptr, set_loop<LoopMode::Once>, nullptr, loops<LoopMode::Once>, group},
    {"Animation", "Loop", {}, nullptr, set_loop<LoopMode::Loop>, nullptr, loops<LoopMode::Loop>},
    {"Animation", "Swing", {}, nullptr, set_loop<LoopMode::Swing>, nullptr, loops<LoopMode::Swing>},
    {"Animation", "Chain", {}, nullptr, set_loop<LoopMode::Chain>, nullptr, loops<LoopMode::Chain>},
    {"Animation", "Root motion: as stored", {}, nullptr, set_root<RootMotion::Raw>, nullptr, has_root<RootMotion::Raw>, group},
    {"Animation", "Root motion: in place", {}, nullptr, set_root<RootMotion::InPlace>, nullptr, has_root<RootMotion::InPlace>},
    {"Animation", "Root motion: added up", {}, nullptr, set_root<RootMotion::Accumulated>, nullptr, has_root<RootMotion::Accumulated>},
    {"Animation", "Interpolation: linear", {}, nullptr, read_as<&Read::interpolation, Interp::Linear>, ways,
     reads_as<&Read::interpolation, Interp::Linear>, group, one_way},
    {"Animation", "Interpolation: spline", {}, nullptr, read_as<&Read::interpolation, Interp::Spline>, ways,
     reads_as<&Read::interpolation, Interp::Spline>, no_group, one_way},
    {"Animation", "Rotations on the great arc (slerp)", {}, nullptr, flip_slerp, arcs, reads_as<&Read::slerp, true>, no_group, one_way},
    {"Animation", "After the last key: OGRE 1.x wraps back", {}, nullptr, read_as<&Read::after, End::ToFirst>, ends_matter,
     reads_as<&Read::after, End::ToFirst>, group, one_end},
    {"Animation", "After the last key: OGRE 13.3.3 holds", {}, nullptr, read_as<&Read::after, End::Hold>, ends_matter,
     reads_as<&Read::after, End::Hold>, no_group, one_end},
    {"Animation", "Exactly as the engine, defects included", {}, nullptr, flip_exact, defects,
     reads_as<&Read::engine_exact, true>, group, no_defects},
    {"Animation", "Bezier eases exactly, not as sampled", {}, nullptr, flip_curves, has_curves,
     reads_as<&Read::exact_curves, true>, no_group, no_beziers},

    {"Help", "Command palette", {GLFW_KEY_P, ctrl | shift}, &any, palette_box},
    {"Help", "List of keys", {GLFW_KEY_F1}, &keys, key_list},
};
// clang-format on

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
            if (!c.line || std::string_view(c.line->heading) != heading || c.key.key == 0) continue;
            const auto at = std::find_if(out.begin() + static_cast<long>(first), out.end(),
                                         [&](const KeyLine& line) { return line.text == c.line->text; });
            if (at == out.end())
                out.push_back({heading, c.line->text, key_text(c.key)});
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
