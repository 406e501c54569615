#include "app/app.h"
#include "app/commands.h"
#include "app/file_list.h"
#include "core/text.h"
#include <atomic>
#include <chrono>
#include <thread>

namespace bonescope {

struct LoadJob {
    std::vector<std::string> paths;
    bool keep = false;  // time, camera and selection
    OpenOptions options;
    Scene scene;
    double milliseconds = 0;
    std::atomic<bool> done = false;
    std::thread thread;
    ~LoadJob() {
        if (thread.joinable()) thread.join();
    }
};

namespace {
constexpr std::size_t most_recent = 20, most_notes = 100, most_log = 5000;

std::string plural(std::size_t n, const char* one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

std::string summary_of(const Scene& scene) {
    std::string out;
    const auto add = [&](std::size_t n, const char* one) {
        if (n > 0) out += (out.empty() ? "" : ", ") + plural(n, one);
    };
    uint64_t keys = 0, vertices = 0;
    for (const ClipUse& use : scene.clips) keys += stored_size(use.get()).keys;
    for (const SetUse& use : scene.sets) vertices += use.get().vertices;
    add(scene.skeleton() ? scene.skeleton()->joints.size() : 0, "bone");
    add(scene.clips.size(), "clip");
    add(keys, "key");
    if (scene.clips.empty()) {
        out += vertices == 0 ? "" : out.empty() ? "" : ", ";
        if (vertices > 0) out += fmt::format("{} {}", vertices, vertices == 1 ? "vertex" : "vertices");
    }
    return out;
}

void name_scene(App& app) {
    constexpr std::size_t most_named = 3;
    app.title = app.others = "";
    const std::size_t count = app.scene.docs.size(), named = count > most_named + 1 ? most_named : count;
    for (std::size_t i = 0; i < named; ++i) {
        const std::string name = file_name(app.scene.docs[i]->path);
        if (i == 0)
            app.title = name;
        else
            app.others += (app.others.empty() ? "+ " : ", ") + name;
    }
    if (named < count) app.others += fmt::format(" and {} more", count - named);
    app.summary = summary_of(app.scene);
}

void add_line(App& app, LogLine line) {
    line.seconds = app.now;
    if (app.log.size() >= most_log) app.log.erase(app.log.begin(), app.log.begin() + most_log / 2);
    app.log.push_back(std::move(line));
}

void log_note(App& app, const Alike& alike, int doc, const std::string& prefix) {
    const Finding& note = *alike.first;
    LogLine line;
    line.severity = note.severity;
    line.text = prefix + decode(message_of(alike));
    line.doc = doc;
    line.bytes = note.where;
    line.placed = note.placed && doc >= 0;
    add_line(app, std::move(line));
}

// `adopted`: the documents are those of the scene in the window, so that their places can be gone to.
void log_notes(App& app, const Scene& scene, bool adopted, Severity severity) {
    for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i) {
        const Document& doc = *scene.docs[i];
        const std::string prefix = file_name(doc.path) + ": ";
        std::size_t n = 0;
        for (const Alike& alike : group_alike(doc.notes))
            if (alike.first->severity == severity && n++ < most_notes) log_note(app, alike, adopted ? i : -1, prefix);
        if (n > most_notes) log(app, severity, prefix + fmt::format("{} further kinds of notes", n - most_notes));
    }
    for (const Alike& alike : group_alike(scene.notes)) {
        const int doc = alike.first->doc;
        if (alike.first->severity != severity) continue;
        log_note(app, alike, adopted ? doc : -1, doc < 0 ? "" : file_name(scene.docs[doc]->path) + ": ");
    }
}

void remember(App& app, const std::vector<std::string>& paths) {
    std::vector<std::string>& recent = app.settings.recent;
    for (const std::string& given : paths) {
        const std::string path = absolute_path(given);
        std::erase(recent, path);
        recent.insert(recent.begin(), path);
    }
    if (recent.size() > most_recent) recent.resize(most_recent);
    if (!paths.empty()) app.settings.folder = folder_of(absolute_path(paths.back()));
}

// What reload keeps, found again by name because indices may have moved.
struct Kept {
    std::string clip, joint;
    double time = 0;
    Selection selection;
};

Kept keep(const App& app) {
    Kept out;
    if (const ClipUse* use = app.clip()) out.clip = use->get().name;
    const Skeleton* skeleton = app.scene.skeleton();
    if (app.selection.joint >= 0 && skeleton) out.joint = skeleton->joints[app.selection.joint].name;
    out.time = app.play.time;
    out.selection = app.selection;
    return out;
}

void restore(App& app, const Kept& kept) {
    for (int i = 0; i < static_cast<int>(app.scene.clips.size()); ++i)
        if (app.scene.clips[i].get().name == kept.clip) {
            app.play.clip = i;
            app.play.time = std::min(kept.time, app.length());
            break;
        }
    const Selection& old = kept.selection;
    if (old.doc >= 0 && old.doc < static_cast<int>(app.scene.docs.size()) && old.bytes.size > 0 &&
        old.bytes.at < app.scene.docs[old.doc]->file.size())
        app.selection = select_bytes(app, old.doc, old.bytes);
    const Skeleton* skeleton = app.scene.skeleton();
    if (app.selection.joint >= 0 || kept.joint.empty() || !skeleton) return;
    for (int i = 0; i < static_cast<int>(skeleton->joints.size()); ++i)
        if (skeleton->joints[i].name == kept.joint) app.selection = select_joint(app, i);
}

std::size_t morph_count(const Scene& scene) {
    std::size_t count = 0;
    for (const DocumentPtr& doc : scene.docs) count += doc->morphs.size();
    return count;
}

// The one that the armature asks for, else the first one that has frames.
int first_clip(const Scene& scene) {
    const Skeleton* skeleton = scene.skeleton();
    for (std::size_t i = 0; skeleton && skeleton->rig && i < scene.clips.size(); ++i)
        if (scene.clips[i].doc.get() == scene.skeleton_document() && scene.clips[i].clip == skeleton->rig->default_clip)
            return static_cast<int>(i);
    const auto found =
        std::find_if(scene.clips.begin(), scene.clips.end(), [](const ClipUse& use) { return !use.missing(); });
    if (found == scene.clips.end()) return scene.clips.empty() ? -1 : 0;
    return static_cast<int>(found - scene.clips.begin());
}

void take_over(App& app, LoadJob& job) {
    const Kept kept = keep(app);
    const bool stays = job.keep && !app.empty();
    const bool playing = app.play.playing;
    app.scene = std::move(job.scene);
    app.opened = std::move(job.paths);
    ++app.scene_id;
    app.frame = {};
    app.selection = app.hover = {};
    app.history.clear();
    app.history_at = 0;
    app.morph_weights.assign(morph_count(app.scene), 0.f);
    app.play.clip = first_clip(app.scene);
    app.play.time = 0;
    app.play.fading = {};
    set_root_motion(app, app.play.root);
    app.play.playing = stays && playing && app.play.clip >= 0;
    app.play.backwards = false;
    app.play.mix = {};
    app.span = {};
    if (app.reading != Reading{}) set_reading(app, app.reading);
    if (stays)
        restore(app, kept);
    else {
        app.camera.z_up = app.scene.up == Up::Z;
        app.camera.flat = shown_flat(app.scene);
        ++app.asked.fit_all;
    }
    name_scene(app);
    const bool pictures = !app.empty() && app.scene.docs[0]->skeletons.empty() && !app.scene.docs[0]->pages.empty();
    app.wanted_tab = stays ? "" : pictures ? "Atlas" : "Structure";
}

void finish(App& app, LoadJob& job) {
    if (!job.scene.readable()) {
        for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Error})
            log_notes(app, job.scene, false, severity);
        const std::string what = job.paths.empty() ? "nothing" : file_name(job.paths.back());
        const bool one_note = job.scene.docs.size() == 1 && job.scene.docs[0]->notes.size() == 1;
        if (!one_note) log(app, Severity::Error, what + " could not be opened");
        return;
    }
    const std::string& first = job.scene.docs.front()->dialect;
    const std::string dialect = first.empty() ? "" : " " + first + ".";
    const double milliseconds = job.milliseconds;
    const std::size_t files = job.scene.docs.size();
    take_over(app, job);
    remember(app, app.opened);
    // The status line shows the last message: the worst comes last.
    log_notes(app, app.scene, true, Severity::Info);
    log_good(app, fmt::format("Read {} in {:.1f} ms.{}", plural(files, "file"), milliseconds, shown(app, dialect)));
    for (const Part& part : app.scene.parts)
        if (part.status == PartStatus::Missing)
            log(app, Severity::Warning, fmt::format("{} {} not found", part.role, shown(app, part.name)));
    log_notes(app, app.scene, true, Severity::Warning);
    log_notes(app, app.scene, true, Severity::Error);
}

// Of a folder the first set of parts: all files at once would stand inside each other.
Scene first_scene(const std::vector<std::string>& paths, const OpenOptions& options) {
    if (paths.size() != 1 || !is_folder(paths[0])) return open_scene(paths, options);
    std::optional<Scene> out;
    each_scene(paths, options, [&](Scene scene) {
        out = std::move(scene);
        return false;
    });
    return out ? std::move(*out) : open_scene(paths, options);
}

void start(App& app, std::vector<std::string> paths, bool keep_state) {
    stop_loading(app);
    app.job = std::make_shared<LoadJob>();
    app.job->paths = std::move(paths);
    app.job->keep = keep_state;
    app.job->options.dialects = app.dialects;
    app.loading = true;
    app.loading_what = app.job->paths.empty() ? "" : file_name(app.job->paths.back());
    LoadJob* job = app.job.get();
    job->thread = std::thread([job] {
        const auto begin = std::chrono::steady_clock::now();
        job->scene = first_scene(job->paths, job->options);
        job->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        job->done = true;
    });
}

bool same_pose(const App& app) {
    const App::Evaluated& e = app.evaluated;
    return e.scene == app.scene_id && e.clip == app.play.clip && e.time == app.play.time && e.reading == app.reading &&
           e.mix == app.play.mix && e.morphs == app.morph_weights && e.vertices == app.settings.view.mesh &&
           e.detail == app.scene.detail && e.fading == app.play.fading && e.root == app.play.root &&
           e.travelled == app.play.travelled && e.once == (app.play.loop == LoopMode::Once);
}

// `before` holds the layer that fades out.
Staging staging_of(const App& app, Layer& before) {
    const ClipUse* use = app.clip();
    if (!use || !app.scene.skeleton()) return {};
    const Playback& p = app.play;
    const double tick = clock(use->get(), use->sampling, p.time, Run::Straight).tick;
    Staging out = stage_root(*app.scene.skeleton(), *use, tick, p.root, p.travelled, app.scene.planar);
    if (p.fading.clip < 0 || !(p.fading.length > 0)) return out;
    const ClipUse& old = app.scene.clips[std::size_t(p.fading.clip)];
    before = {&old, clock(old.get(), old.sampling, p.fading.time, Run::Straight), 1};
    out.fading = {&before, 1};
    out.share = static_cast<float>(p.fading.gone / p.fading.length);
    return out;
}

void evaluate_now(App& app) {
    std::vector<Layer> layers;
    const Mix& mix = app.play.mix;
    if (const ClipUse* use = app.clip()) {
        layers.push_back({use, clock(use->get(), use->sampling, app.play.time, Run::Straight), mix.weight,
                          app.play.loop == LoopMode::Once});
        for (const auto& [clip, weight] : mix.layers) {
            const ClipUse& other = app.scene.clips[clip];
            layers.push_back({&other, clock(other.get(), other.sampling, app.play.time, Run::Cycle), weight});
        }
    }
    if (mix.cumulative)
        set_blend(app.scene, *mix.cumulative);
    else
        app.scene.altered = nullptr;
    Layer before;
    evaluate(app.scene, layers, app.frame, app.settings.view.mesh, app.morph_weights, staging_of(app, before));
    app.evaluated = {app.scene_id,
                     app.play.clip,
                     app.play.time,
                     app.reading,
                     mix,
                     app.morph_weights,
                     app.settings.view.mesh,
                     app.scene.detail,
                     app.play.fading,
                     app.play.root,
                     app.play.travelled,
                     app.play.loop == LoopMode::Once};
    ++app.frame_id;
}
}  // namespace

void log(App& app, Severity severity, std::string text) {
    LogLine line;
    line.severity = severity;
    line.text = std::move(text);
    add_line(app, std::move(line));
}

void log_good(App& app, std::string text) {
    LogLine line;
    line.good = true;
    line.text = std::move(text);
    add_line(app, std::move(line));
}

std::string shown(const App& app, std::string_view raw) { return decode(raw, app.settings.encoding); }
std::string file_name(std::string_view path) { return decode(base_name(path)); }

std::string text_in_use(const App& app) {
    std::string out;
    const auto plain = [](std::string_view raw) {
        return std::all_of(raw.begin(), raw.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
    };
    Encoding encoding = app.settings.encoding;
    const auto add = [&](std::string_view raw) {
        if (!plain(raw)) out += decode(raw, encoding);
    };
    const auto add_path = [&](std::string_view path) {
        if (!plain(path)) out += decode(path);
    };
    for (const DocumentPtr& doc : app.scene.docs) {
        encoding = doc->text(app.settings.encoding);
        add_path(doc->path);
        add(doc->skeleton_link);
        for (const ClipRange& range : doc->ranges) add(range.comment);
        for (const std::string& label : doc->tree.labels) add(label);
        for (const std::string& name : doc->names) add(name);
        for (const Skeleton& skeleton : doc->skeletons)
            for (const Joint& joint : skeleton.joints) add(joint.name);
        for (const Clip& clip : doc->clips) add(clip.name);
        for (const Mesh& mesh : doc->meshes) add(mesh.name), add(mesh.material);
        for (const Material& material : doc->materials) add(material.name), add(material.texture);
        const bool tagged = !doc->tree.fields.empty() && doc->tree.fields[0].end > 1 &&
                            (doc->tree.fields[1].type == Type::Xml || doc->tree.fields[1].type == Type::Text ||
                             doc->tree.fields[1].type == Type::Json);
        if (tagged || doc->encoding != Encoding::Guess)
            add(text_of(doc->file, {0, static_cast<uint32_t>(std::min<std::size_t>(doc->file.size(), 1 << 22))}));
    }
    encoding = app.settings.encoding;
    for (const Part& part : app.scene.parts) add(part.name), add_path(part.path);
    for (const std::string& path : app.settings.recent) add_path(path);
    for (const LogLine& line : app.log) out += plain(line.text) ? "" : line.text;
    return out;
}

void open_files(App& app, const std::vector<std::string>& paths, bool add) {
    std::vector<std::string> all = add ? app.opened : std::vector<std::string>{};
    all.insert(all.end(), paths.begin(), paths.end());
    if (!all.empty()) start(app, std::move(all), add);
}

void reload(App& app) {
    if (!app.opened.empty()) start(app, app.opened, true);
}

void stop_loading(App& app) {
    if (app.job) app.given_up.push_back(std::move(app.job));
    app.job = nullptr;
    app.loading = false;
}

void poll_loading(App& app) {
    std::erase_if(app.given_up, [](const std::shared_ptr<LoadJob>& job) { return job->done.load(); });
    if (!app.job || !app.job->done) return;
    const std::shared_ptr<LoadJob> job = std::move(app.job);
    app.job = nullptr;
    app.loading = false;
    finish(app, *job);
}

void close_scene(App& app) {
    // The status line shows the last message: it is not to go on about a file that is gone.
    if (!app.empty()) log_good(app, "Closed " + app.title + ".");
    app.scene = {};
    app.opened.clear();
    app.frame = {};
    app.selection = app.hover = {};
    app.history.clear();
    app.history_at = 0;
    app.play.clip = -1;
    app.play.playing = false;
    app.play.time = 0;
    app.span = {};
    app.title = app.others = app.summary = "";
    ++app.scene_id;
}

void set_reading(App& app, const Reading& reading) {
    app.reading = reading;
    set_reading(app.scene, reading);
}

namespace {

void change_armature(App& app, int index) {
    choose_armature(app.scene, index);
    ++app.scene_id;
    app.frame = {};
    app.selection = app.hover = {};
    app.history.clear();
    app.history_at = 0;
    app.play.mix = {};
    app.play.fading = {};
    set_root_motion(app, app.play.root);
    app.play.clip = first_clip(app.scene);
    app.play.time = 0;
    app.play.playing = app.play.playing && app.play.clip >= 0;
    app.span = {};
    if (app.reading != Reading{}) set_reading(app, app.reading);
    ++app.asked.fit_all;
    name_scene(app);
}

}  // namespace

void apply(App& app, Requests& ask) {
    app.hover = ask.hover.value_or(Selection{});
    app.list_keys = ask.list_keys;
    if (ask.view) app.settings.view = *ask.view;
    if (ask.camera) app.camera = *ask.camera;
    if (ask.encoding && *ask.encoding != app.settings.encoding) {
        app.settings.encoding = *ask.encoding;
        name_scene(app);
    }
    if (ask.hang) {
        hang(app.scene, ask.hang->first, ask.hang->second);
        app.evaluated.scene = ~0ull;
    }
    if (ask.armature) change_armature(app, *ask.armature);
    if (ask.skin && *ask.skin != app.scene.planar.skin) {
        set_planar(app.scene, {*ask.skin, app.scene.planar.runtime});
        app.evaluated.scene = ~0ull;
    }
    if (ask.detail) app.scene.detail = std::clamp(*ask.detail, 0.f, 1.f);
    if (ask.reading) set_reading(app, *ask.reading);
    if (ask.clip) choose_clip(app, *ask.clip);
    if (ask.mix) app.play.mix = *ask.mix;
    if (ask.select) select(app, *ask.select);
    if (ask.seek) seek(app, *ask.seek);
    if (ask.span) app.span = *ask.span;
    if (ask.tab) app.wanted_tab = *ask.tab;
    for (const auto& [morph, weight] : ask.morphs) {
        if (morph >= 0 && static_cast<std::size_t>(morph) < app.morph_weights.size()) app.morph_weights[morph] = weight;
    }
    std::erase_if(app.play.mix.layers, [&](const auto& layer) { return layer.first == app.play.clip; });
    for (std::string& warning : ask.warnings) log(app, Severity::Warning, std::move(warning));
    if (ask.dialect) {
        const auto& [path, name] = *ask.dialect;
        app.dialects[path] = name;
        reload(app);
    }
    if (ask.clear_recent) app.settings.recent.clear();
    if (!ask.open.empty()) open_files(app, ask.open, false);
    if (!ask.add.empty()) open_files(app, ask.add, true);
    if (!ask.reopen.empty()) start(app, std::move(ask.reopen), true);
    for (const Command* command : ask.commands)
        if (!command->enabled || command->enabled(app)) command->run(app);
    ask = {};
}

void advance(App& app, double seconds) {
    if (app.play.playing) run_clock(app, seconds);
    if (app.empty()) return;
    if (const bool loop = app.play.loop == LoopMode::Loop; loop != app.reading.loop) {
        app.reading.loop = loop;
        set_reading(app.scene, app.reading);
    }
    if (!same_pose(app)) evaluate_now(app);
}

}  // namespace bonescope
