// The clock: seconds of the clip in play.
#include "app/app.h"
#include "core/frame_rate.h"
#include "core/range_facts.h"
#include <cmath>

namespace bonescope {

double key_seconds(const ClipUse& use, const Timeline& line, uint32_t row) {
    const double tick = key_time(*use.doc, line, row);
    return seconds_at(use.get(), (tick - line.offset) / (line.scale == 0 ? 1 : line.scale));
}

namespace {
constexpr double close = 1e-6;  // seconds; times come from float32 keys

double wrapped(double time, double length) {
    time = std::fmod(time, length);
    return time < 0 ? time + length : time;
}

std::vector<double> find_key_times(const ClipUse& use, int joint) {
    std::vector<double> out;
    const Clip& clip = use.get();
    std::vector<bool> wanted(clip.timelines.size(), joint < 0);
    for (std::size_t i = 0; i < clip.tracks.size() && joint >= 0; ++i)
        if (i < use.bound.size() && use.bound[i] == joint && clip.tracks[i].timeline < wanted.size())
            wanted[clip.tracks[i].timeline] = true;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        for (uint32_t rank = 0; wanted[i] && rank < clip.timelines[i].live; ++rank)
            out.push_back(key_seconds(use, clip.timelines[i], row_of(*use.doc, clip.timelines[i], rank)));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end(), [](double a, double b) { return b - a < close; }), out.end());
    return out;
}

const App::ClipTimes& times_of(const App& app, int joint) {
    App::ClipTimes& t = app.times;
    const bool same_clip = t.scene == app.scene_id && t.clip == app.play.clip;
    if (same_clip && t.joint == joint) return t;
    const ClipUse* use = app.clip();
    if (!same_clip) t.fps = use ? frame_rate(*use->doc, use->get()).rate : 30;
    t.scene = app.scene_id;
    t.clip = app.play.clip;
    t.joint = joint;
    t.keys = use ? find_key_times(*use, joint) : std::vector<double>{};
    return t;
}

// Mirrors at both ends.
void swing(Playback& play, double length) {
    const double both = 2 * length;
    double along = wrapped(play.time, both);
    if (along > length) {
        along = both - along;
        play.backwards = !play.backwards;
    }
    play.time = along;
}
}  // namespace

double App::length() const {
    const ClipUse* use = clip();
    if (!use || use->get().rate <= 0) return 0;
    const double seconds = length_of(use->get());
    return std::isfinite(seconds) && seconds > 0 ? seconds : 0;
}

double App::fps() const { return times_of(*this, selection.joint).fps; }

void seek(App& app, double seconds) {
    app.play.fading = {};
    app.play.time = std::isfinite(seconds) ? std::clamp(seconds, 0.0, app.length()) : 0;
}

void step_frames(App& app, int frames) {
    const double fps = app.fps();
    if (!app.clip() || fps <= 0) return;
    const Clip& clip = app.clip()->get();
    app.play.playing = false;
    const double at = frame_at(clip, app.play.time, fps), nearest = std::round(at);
    double whole = frames > 0 ? std::floor(at) : std::ceil(at);
    if (std::abs(at - nearest) < 1e-3) whole = nearest;
    const double first = std::ceil(frame_at(clip, 0, fps) - 1e-3);
    const double last = std::floor(frame_at(clip, app.length(), fps) + 1e-3);
    seek(app, seconds_of_frame(clip, std::clamp(whole + frames, first, std::max(first, last)), fps));
}

void step_keys(App& app, int keys) {
    std::vector<double> times = key_times(app, app.selection.joint);
    if (times.empty() && app.selection.joint >= 0) times = key_times(app, -1);
    app.play.playing = false;
    const double now = app.play.time;
    if (keys > 0) {
        const auto next = std::upper_bound(times.begin(), times.end(), now + close);
        if (next != times.end()) seek(app, *next);
    } else {
        const auto at = std::lower_bound(times.begin(), times.end(), now - close);
        if (at != times.begin()) seek(app, *(at - 1));
    }
}

void play(App& app, bool backwards) {
    Playback& p = app.play;
    const float speed = std::max(0.05f, std::abs(p.speed));
    const bool was_backwards = p.speed < 0;
    if (!app.clip() || app.length() == 0) return;
    if (p.playing && was_backwards == backwards) {
        p.playing = false;
        return;
    }
    p.playing = true;
    p.speed = backwards ? -speed : speed;
    p.backwards = false;
    if (p.loop == LoopMode::Loop) return;
    if (!backwards && p.time >= app.length() - close) p.time = 0;
    if (backwards && p.time <= close) p.time = app.length();
}

namespace {

constexpr std::size_t longest_trail = 20000;  // places

// Between two moments of the clip in play the root goes on for good.
void travel(App& app, double from, double to) {
    Playback& p = app.play;
    const Skeleton* skeleton = app.scene.skeleton();
    if (p.root != RootMotion::Accumulated || !skeleton) return;
    const ClipUse& use = *app.clip();
    const int root = motion_root(*skeleton, use);
    if (root < 0) return;
    const std::vector<vec3> path = root_path(*skeleton, use, app.fps(), p.root, p.travelled, app.scene.planar);
    if (p.trail.size() + path.size() <= longest_trail) p.trail.insert(p.trail.end(), path.begin(), path.end());
    const auto place = [&](double seconds) {
        return root_at(*skeleton, use, root, tick_at(use.get(), seconds), app.scene.planar);
    };
    p.travelled += place(to) - place(from);
}

// Round and round: within the clip's own loop once it has come that far, else all of it.
void run_round(App& app, double before) {
    Playback& p = app.play;
    const Clip& clip = app.clip()->get();
    const double length = app.length();
    double in = has_loop(clip) ? seconds_at(clip, *clip.loop_in) : 0;
    double out = has_loop(clip) ? seconds_at(clip, *clip.loop_out) : length;
    const bool back = p.speed < 0;
    const bool leaves = back ? before >= in && p.time < in && before <= out : before <= out && p.time > out;
    if (!leaves) {
        if (p.time >= 0 && p.time <= length) return;
        in = 0, out = length;
    }
    if (out > in) {
        travel(app, back ? out : in, back ? in : out);
        p.time = in + wrapped(p.time - in, out - in);
    } else {
        p.time = out;
    }
}

void enter_clip(App& app, int clip) {
    app.play.clip = clip;
    app.play.time = 0;
    app.span = {};
}

// What is selected of the clip that ends becomes the same of the one that follows.
void select_on(App& app, int before, int next) {
    Selection& s = app.selection;
    if (s.clip != before) return;
    const DocumentPtr& list = app.scene.clips[before].list;
    if (list && s.doc == doc_of(app.scene, list.get()))
        s = select_range(app, next);
    else
        s = s.joint >= 0 ? select_joint(app, s.joint) : Selection{};
}

// Why a chain ends at a clip that names another; empty: it names none.
std::string why_stopped(const App& app, int clip) {
    const ClipRange* cut = app.scene.clips[clip].cut();
    if (!cut || !cut->link) return "";
    const int next = named_by_link(app.scene, clip);
    if (next < 0) return fmt::format("there is no Pose {} in the list", *cut->link);
    return fmt::format("Pose {} has no frames: {}", *cut->link,
                       why_no_frames(app.scene, app.scene.clips[std::size_t(next)]));
}

// To the clip that follows; `over`: seconds beyond the end of this one.
void run_on(App& app, int next, double over) {
    Playback& p = app.play;
    const double end = app.length();
    travel(app, 0, end);
    p.fading = {p.clip, end, 0, app.settings.fade_frames / std::max(app.fps(), 1e-3)};
    const int before = p.clip;
    enter_clip(app, next);
    select_on(app, before, next);
    p.fading.gone = over;
}

// While the pose before fades out the clip waits at its start.
bool run_fade(Playback& p, double seconds) {
    if (p.fading.clip < 0) return false;
    p.fading.gone += seconds * p.speed;
    if (p.fading.gone >= 0 && p.fading.gone < p.fading.length) return true;
    p.time = std::max(0., p.fading.gone - p.fading.length);
    p.fading = {};
    return true;
}

// Repeated until something else is played.
bool endless(const ClipUse& use) {
    return has_loop(use.get()) || (use.sampling.wrap == Wrap::Plays && use.sampling.plays == 0);
}

void run_chain(App& app, double before) {
    Playback& p = app.play;
    const Onward told = told_clip(app);
    if (told.clip >= 0 && before <= told.seconds && p.time > told.seconds) {
        const double over = p.time - told.seconds;
        enter_clip(app, told.clip);
        p.time = std::min(over, app.length());
        return;
    }
    const int next = linked_clip(app.scene, p.clip);
    if (next < 0 && endless(*app.clip())) return run_round(app, before);
    if (p.time >= 0 && p.time <= app.length()) return;
    if (next >= 0 && p.time > 0) return run_on(app, next, p.time - app.length());
    const bool at_end = p.time > 0;
    p.time = std::clamp(p.time, 0.0, app.length());
    p.playing = false;
    if (const std::string why = at_end ? why_stopped(app, p.clip) : ""; !why.empty())
        log(app, Severity::Warning,
            fmt::format("The chain stops at Pose {}: {}", app.scene.clips[std::size_t(p.clip)].cut()->number, why));
}

}  // namespace

Onward told_clip(const App& app) {
    const ClipUse* use = app.clip();
    if (!use || use->get().skeleton < 0) return {};
    const Clip& clip = use->get();
    for (const Event& event : clip.events) {
        if (event.kind != EventKind::Play || event.joint >= 0 || event.slot >= 0 || event.tick > clip.duration)
            continue;
        for (std::size_t i = 0; i < app.scene.clips.size(); ++i) {
            const ClipUse& other = app.scene.clips[i];
            const bool own = other.doc == use->doc && other.get().skeleton == clip.skeleton;
            if (own && other.get().name == event.name)
                return {static_cast<int>(i), seconds_at(clip, clip.start + event.tick)};
        }
    }
    return {};
}

void run_clock(App& app, double seconds) {
    Playback& p = app.play;
    const double length = app.length(), before = p.time;
    if (!app.clip() || (length == 0 && p.loop != LoopMode::Chain)) {
        p.playing = false;
        return;
    }
    if (run_fade(p, seconds)) return;
    p.time += seconds * p.speed * (p.backwards ? -1 : 1);
    if (p.loop == LoopMode::Chain) return run_chain(app, before);
    if (p.loop == LoopMode::Loop) return run_round(app, before);
    if (p.time >= 0 && p.time <= length) return;
    if (p.loop == LoopMode::Swing) return swing(p, length);
    p.time = std::clamp(p.time, 0.0, length);
    p.playing = false;
}

namespace {

// What has to be added up already for the root to be where it is shown.
vec3 travelled_to_here(const App& app) {
    const Skeleton* skeleton = app.scene.skeleton();
    const ClipUse* use = app.clip();
    if (!skeleton || !use || app.evaluated.scene != app.scene_id || app.evaluated.clip != app.play.clip) return vec3(0);
    const int root = motion_root(*skeleton, *use);
    if (root < 0 || app.frame.pose.local.size() != skeleton->joints.size()) return vec3(0);
    const auto place = [&](double seconds) {
        return root_at(*skeleton, *use, root, tick_at(use->get(), seconds), app.scene.planar);
    };
    const vec3 shown = app.frame.pose.local[std::size_t(root)].t;
    return shown - skeleton->joints[std::size_t(root)].bind.t - (place(app.evaluated.time) - place(0));
}

}  // namespace

// Motion that is added up goes on from where the figure is.
void set_root_motion(App& app, RootMotion mode) {
    const bool begins = mode == RootMotion::Accumulated && app.play.root != mode;
    app.play.travelled = begins ? travelled_to_here(app) : vec3(0);
    app.play.root = mode;
    app.play.trail.clear();
}

void choose_clip(App& app, int clip) {
    const int count = static_cast<int>(app.scene.clips.size());
    clip = std::clamp(clip, -1, count - 1);
    if (clip == app.play.clip) return;
    enter_clip(app, clip);
    app.play.fading = {};
    set_root_motion(app, app.play.root);
    app.play.backwards = false;
    app.play.playing = app.play.playing && clip >= 0;
    if (app.selection.clip >= 0 && app.selection.clip != clip)
        app.selection = app.selection.joint >= 0 ? select_joint(app, app.selection.joint) : Selection{};
}

const std::vector<double>& key_times(const App& app, int joint) { return times_of(app, joint).keys; }

}  // namespace bonescope
