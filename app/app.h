// Everything the window knows. Panels read it and append Requests; apply() changes it between frames.
#pragma once
#include "core/axes.h"
#include "core/root_motion.h"
#include "core/scene.h"
#include "renderer/camera.h"
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bonescope {

// The one selection that all panels share. What does not apply is -1 or empty. A key names its joint, clip and track;
// a field its document and bytes.
struct Selection {
    int doc = -1;              // index in Scene::docs
    std::optional<Node> node;  // field of the tree
    Bytes bytes;               // in that document; size 0: none
    int joint = -1;            // index in the scene's skeleton
    int clip = -1;             // index in Scene::clips
    int track = -1;            // index in the clip's tracks
    int key = -1;              // row of the track, file order
    int mesh = -1;             // index in Scene::meshes
    int vertex = -1;
    int slot = -1;               // index in the rig's slots
    int page = -1, region = -1;  // of the document's atlas pages; region -1: the whole page
    bool operator==(const Selection&) const = default;
};

// Seconds that the time axis shows; scrubber, curves and bars share it.
struct TimeSpan {
    double from = 0, to = 0;
    bool operator==(const TimeSpan&) const = default;
};

// Loop goes round in a clip's own loop where it has one; Once lets it go. Chain goes on with the clip that is linked.
enum class LoopMode : uint8_t { Once, Loop, Swing, Chain };

// The last pose of the clip before, while it fades out. Seconds.
struct FadingOut {
    int clip = -1;  // index in Scene::clips, -1: none
    double time = 0, gone = 0, length = 0;
    bool operator==(const FadingOut&) const = default;
};

// Clips that play together with the one in play, at the same time in seconds (each loops by its own length).
struct Mix {
    std::vector<std::pair<int, float>> layers;  // index in Scene::clips and weight, applied in this order
    float weight = 1;                           // of the clip in play, which comes first
    std::optional<bool> cumulative;             // weights as they are, or an average; empty: as the skeleton says
    bool operator==(const Mix&) const = default;
};

struct Playback {
    int clip = -1;    // index in Scene::clips; -1: bind pose
    double time = 0;  // seconds into the clip, 0..length()
    bool playing = false;
    LoopMode loop = LoopMode::Loop;
    float speed = 1;         // -3..3
    bool backwards = false;  // the way back of a swing
    Mix mix;
    FadingOut fading;
    RootMotion root = RootMotion::Raw;
    vec3 travelled{0};        // by the root, in the rounds and clips before
    std::vector<vec3> trail;  // where it has been in them, while motion is added up
};

// What the view shows. Saved per user.
struct ViewOptions {
    bool mesh = true, bones = true, names = true, axes = false, weights = false, wire = false, grid = true;
    bool textures = true, two_sided = false, flip_v = false, path = false;
    Axes convention = Axes::File;  // of numbers and pictures, where z is up in the files
    bool operator==(const ViewOptions&) const = default;
};

// How clips are read, set by a person for the whole scene.
struct LogLine {
    double seconds = 0;  // since start
    Severity severity = Severity::Info;
    bool good = false;  // Info that says something worked
    std::string text;
    int doc = -1;  // place it talks of, for a click
    Bytes bytes;
    bool placed = false;
};

// Kept between runs, per user (see settings.h).
struct Settings {
    ViewOptions view;
    float left = 0, right = 0,
          bottom = 0;                 // panel sizes in design pixels as a person set them; 0: by the window's size
    int width = 1600, height = 1000;  // of the window, screen coordinates
    LoopMode loop = LoopMode::Loop;
    int fade_frames = 6;                  // of the cross-fade between the clips of a chain
    std::vector<std::string> recent;      // newest first
    std::string folder;                   // where the open dialog starts
    Encoding encoding = Encoding::Guess;  // of names
    bool operator==(const Settings&) const = default;
};

struct Command;

// Things that a command asks of one panel. They only ever count up: the panel acts when one differs from what it saw.
struct Asked {
    uint32_t fit_all = 0;        // View: frame the whole scene (also after another scene has come in)
    uint32_t fit_selection = 0;  // View: frame what is selected, else the whole scene
    uint32_t find = 0;           // Structure: put the cursor in the filter
};

// What panels ask for; apply() does it after the frame. The last call of each kind wins.
struct Requests {
    std::optional<Selection> select;  // recorded in the history
    std::optional<Selection> hover;   // shown in the next frame only
    std::optional<double> seek;       // seconds
    std::optional<int> clip;          // Scene::clips index, -1 bind pose
    std::optional<Camera> camera;
    std::optional<ViewOptions> view;
    std::optional<Reading> reading;
    std::optional<Mix> mix;
    std::optional<Encoding> encoding;
    std::optional<TimeSpan> span;     // zoom and pan of the time axis; {0, 0}: the whole clip
    std::optional<std::string> tab;   // bring a panel to the front, by name
    std::vector<std::string> open;    // paths: a new scene
    std::vector<std::string> add;     // paths: parts for the open scene
    std::vector<std::string> reopen;  // paths: the scene from these files instead; time, camera and selection stay
    bool clear_recent = false;
    std::vector<const Command*> commands;
    std::optional<std::pair<int, int>> hang;                     // set of the scene, joint or -1
    std::optional<int> armature, skin;                           // 2D: of the document, of the rig (-1: its default)
    std::optional<float> detail;                                 // of the scene's meshes, 0..1
    std::optional<std::pair<std::string, std::string>> dialect;  // read the file of this path so; "": as fits best
    std::vector<std::string> warnings;                           // for the log
    std::vector<std::pair<int, float>> morphs;                   // (index over all morphs of the scene's docs, weight)
    bool list_keys = false;  // plain arrows, Home and End go to the panel's list, not to the clock
    bool more = false;       // the panel has not finished: another frame at once

    bool empty() const {
        return !select && !seek && !clip && !camera && !view && !reading && !encoding && !span && !tab && !detail &&
               !armature && !skin && !dialect && !hang && open.empty() && add.empty() && reopen.empty() &&
               !clear_recent && commands.empty() && morphs.empty() && warnings.empty() && !more;
    }
};

struct LoadJob;  // a scene being read in the background

struct App {
    Scene scene;
    std::vector<std::string> opened;              // the paths that were asked for
    std::map<std::string, std::string> dialects;  // chosen by hand: path to the name of a dialect
    std::string title, others, summary;           // of the scene, for the menu bar; UTF-8
    Frame frame;                                  // at play.time
    Selection selection, hover;
    std::deque<Selection> history;
    std::size_t history_at = 0;
    Playback play;
    TimeSpan span;  // of the time axis; to == 0: the whole clip
    Asked asked;
    Reading reading;
    Camera camera;
    Settings settings;
    std::vector<LogLine> log;
    std::vector<float> morph_weights;  // set by hand
    std::shared_ptr<LoadJob> job;
    std::vector<std::shared_ptr<LoadJob>> given_up;  // stopped, but still reading
    bool loading = false;                            // a scene is being read in the background
    std::string loading_what;
    std::string wanted_tab;  // the layout brings it to the front
    bool show_keys = false, show_palette = false, show_open = false, open_adds = false, show_goto = false;
    bool list_keys = false;               // as asked for in the last frame
    bool quit = false, picture = false;   // asked for; the window does it
    float scale = 1;                      // pixels per unit of the design
    uint64_t scene_id = 0, frame_id = 0;  // change with the scene, with the pose: for panels that cache
    double now = 0;                       // seconds since start
    struct ClipTimes {                    // of one clip and joint: asked for by several panels in every frame
        uint64_t scene = ~0ull;
        int clip = -1, joint = -1;
        std::vector<double> keys;
        double fps = 30;
    };
    mutable ClipTimes times;

    struct Evaluated {  // what `frame` was made of
        uint64_t scene = 0;
        int clip = -1;
        double time = 0;
        Reading reading;
        Mix mix;
        std::vector<float> morphs;
        bool vertices = false;
        float detail = 1;
        FadingOut fading;
        RootMotion root = RootMotion::Raw;
        vec3 travelled{0};
        bool once = false;
    } evaluated;

    bool empty() const { return scene.docs.empty(); }
    Axes convention() const { return camera.z_up ? settings.view.convention : Axes::File; }
    const ClipUse* clip() const { return play.clip < 0 ? nullptr : &scene.clips[play.clip]; }
    double length() const;                              // seconds of the clip in play, 0 for the bind pose
    double fps() const;                                 // frames per second of the clip in play (see frame_rate)
    int track_of(int clip, int joint, Property) const;  // index of the track, -1
};

void log(App&, Severity, std::string text);
void log_good(App&, std::string text);

// ---- scene (app.cpp) ----
void apply(App&, Requests&);         // and clears them
void advance(App&, double seconds);  // moves the clock when playing, evaluates when anything changed
void open_files(App&, const std::vector<std::string>& paths, bool add);  // in the background; takes over when done
void reload(App&);  // the same files again; time, camera and selection stay
void poll_loading(App&);
void stop_loading(App&);
void close_scene(App&);
void set_reading(App&, const Reading&);
std::string shown(const App&, std::string_view raw);  // a name in a file for the screen
std::string file_name(std::string_view path);         // of a file: in the disk's encoding, whatever is chosen for names
std::string text_in_use(const App&);                  // every text that may need glyphs beyond Latin

// ---- time (playback.cpp) ----
void seek(App&, double seconds);       // clamped to the clip
void step_frames(App&, int frames);    // to whole frames; stops playing
void step_keys(App&, int keys);        // -1 or 1: to the next key of the selected bone, else of any
void play(App&, bool backwards);       // or stops; from the other end when it stands at the end
void run_clock(App&, double seconds);  // of real time
void choose_clip(App&, int clip);      // -1: bind pose
void set_root_motion(App&, RootMotion);
double key_seconds(const ClipUse&, const Timeline&, uint32_t row);
// Of the clip in play, sorted, each once; joint -1: of all. Valid until asked for another joint.
const std::vector<double>& key_times(const App&, int joint);
// The first action of the clip in play that has its own armature play another clip (2D); `clip` -1: there is none.
struct Onward {
    int clip = -1;
    double seconds = 0;  // into the clip in play
};
Onward told_clip(const App&);

// ---- selection (select.cpp) ----
void select(App&, const Selection&);  // with history; a key or clip brings its clip and time along
void walk_history(App&, int steps);
Selection select_joint(const App&, int joint);  // with its track in the clip in play and its bytes
Selection select_key(const App&, int clip, int track, int row);
Selection select_range(const App&, int clip);        // of a list: its block; the bone stays selected
Selection select_bytes(const App&, int doc, Bytes);  // with node, and joint, track, key when the bytes belong to one
std::string address(const App&, const Selection&);   // "robot.skeleton @ 0x3B68 +44", one copyable line
bool go_to(App&, std::string_view text);             // "0x3B68" offset, "f12" frame, "1.5s" time

}  // namespace bonescope
