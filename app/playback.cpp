// The clock: seconds of the clip in play.
#include "app/app.h"
#include "core/frame_rate.h"
#include <cmath>

namespace bonescope {

double key_seconds(const ClipUse& use, const Timeline& line, uint32_t row) {
    const double tick = key_time(*use.doc, line, row);
    return (tick - line.offset) / (line.scale == 0 ? 1 : line.scale) / use.get().rate;
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
        for (uint32_t row = 0; wanted[i] && row < clip.timelines[i].rows; ++row) {
            const double time = key_seconds(use, clip.timelines[i], row);
            if (std::isfinite(time)) out.push_back(time);
        }
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
    const double seconds = use->get().duration / use->get().rate;
    return std::isfinite(seconds) && seconds > 0 ? seconds : 0;
}

double App::fps() const { return times_of(*this, selection.joint).fps; }

void seek(App& app, double seconds) {
    app.play.time = std::isfinite(seconds) ? std::clamp(seconds, 0.0, app.length()) : 0;
}

void step_frames(App& app, int frames) {
    const double fps = app.fps(), last = std::floor(app.length() * fps + 1e-3);
    if (!app.clip() || fps <= 0) return;
    app.play.playing = false;
    const double at = app.play.time * fps, nearest = std::round(at);
    double whole = frames > 0 ? std::floor(at) : std::ceil(at);
    if (std::abs(at - nearest) < 1e-3) whole = nearest;
    seek(app, std::clamp(whole + frames, 0.0, last) / fps);
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

void run_clock(App& app, double seconds) {
    Playback& p = app.play;
    const double length = app.length();
    if (length == 0) {
        p.playing = false;
        return;
    }
    p.time += seconds * p.speed * (p.backwards ? -1 : 1);
    if (p.time >= 0 && p.time <= length) return;
    switch (p.loop) {
    case LoopMode::Loop:
        p.time = wrapped(p.time, length);
        break;
    case LoopMode::Swing:
        swing(p, length);
        break;
    case LoopMode::Once:
        p.time = std::clamp(p.time, 0.0, length);
        p.playing = false;
        break;
    }
}

void choose_clip(App& app, int clip) {
    const int count = static_cast<int>(app.scene.clips.size());
    clip = std::clamp(clip, -1, count - 1);
    if (clip == app.play.clip) return;
    app.play.clip = clip;
    app.play.time = 0;
    app.play.backwards = false;
    app.play.playing = app.play.playing && clip >= 0;
    app.span = {};
    if (app.selection.clip >= 0 && app.selection.clip != clip)
        app.selection = app.selection.joint >= 0 ? select_joint(app, app.selection.joint) : Selection{};
}

const std::vector<double>& key_times(const App& app, int joint) { return times_of(app, joint).keys; }

}  // namespace bonescope
