// bonescope pose: joints and vertices at moments of a clip.
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/mix.h"
#include "app/cli/slots.h"
#include "app/cli/text_output.h"
#include "core/frame_rate.h"
#include "core/text.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace bonescope::cli {
namespace {

struct Options {
    Inputs inputs;
    ReadingWords reading;
    ArmatureWords armature;
    std::optional<std::string> times, frames;
    std::string clip, space = "model", vertices, mix, blend;
    bool loop = false, json = false;
};

// What is asked for, with everything looked up.
struct Question {
    int clip = -1;
    std::vector<Mixed> mix;
    std::vector<double> times;   // seconds
    std::vector<double> frames;  // the same in frames, when there is a clip
    FrameRate rate;
    Run run = Run::Own;
    bool batch = false;
    uint32_t vertices = 0;  // at most this many of each mesh
};

uint32_t wanted_vertices(const std::string& text) {
    if (text.empty()) return 0;
    if (text == "all") return none;
    const auto number = parse_int(text);
    if (!number || *number < 0) throw Usage(fmt::format("--vertices expects a count, found \"{}\"", text));
    return static_cast<uint32_t>(std::min<int64_t>(*number, none));
}

Question understand(const Scene& scene, const Options& options) {
    Question question;
    question.clip = wanted_clip(scene, options.clip);
    question.mix = parse_mix(scene, options.mix);
    question.vertices = wanted_vertices(options.vertices);
    if (!options.mix.empty() && !options.clip.empty()) throw Usage("--mix names its clips itself: leave --clip out");
    if (question.clip >= 0) {
        const ClipUse& use = scene.clips[question.clip];
        question.rate = frame_rate(*use.doc, use.get());
    }
    question.run = options.frames ? run_of_frames(options.loop) : cycle_if(options.loop);
    if (options.times) question.times = parse_numbers(*options.times, "--time");
    if (options.frames)
        for (const double frame : parse_numbers(*options.frames, "--frame"))
            question.times.push_back(seconds_of_frame(scene.clips[question.clip].get(), frame, question.rate.rate));
    question.batch = question.times.size() > 1;
    if (question.times.empty()) question.times.push_back(0);
    return question;
}

std::vector<Layer> layers_at(const Scene& scene, const Question& question, double seconds) {
    std::vector<Layer> layers;
    for (const Mixed& mixed : question.mix)
        layers.push_back(layer_at(scene.clips[mixed.clip], mixed.time, Run::Cycle, mixed.weight));
    if (question.clip >= 0) layers.push_back(layer_at(scene.clips[question.clip], seconds, question.run, 1));
    return layers;
}

Local in_space(const Scene& scene, const Frame& frame, std::size_t joint, const std::string& space) {
    if (space == "local") return frame.pose.local[joint];
    if (space == "bind") {
        Local out = relative_to_bind(scene.skeleton()->joints[joint].bind, frame.pose.local[joint]);
        if (scene.skeleton()->rig) out.r = glm::angleAxis(out.angle, vec3(0, 0, 1));
        return out;
    }
    return frame.pose.model[joint];
}

// ---- JSON ----

template <class V> void write_vector(Json& json, const V& v, int n) {
    json.open_array();
    for (int i = 0; i < n; ++i) json.value(v[i]);
    json.close();
}

// Of a joint in the plane: its axes may be skewed.
mat4 planar_matrix(const Local& local) {
    const Affine m = affine_of(planar_of(local));
    return {m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.t.x, m.t.y, 0, 1};
}

void write_joint(Json& json, const Joint& joint, const Local& local, const mat4& matrix, bool planar) {
    json.open_object();
    json.member("name", joint.name);
    json.member("parent", joint.parent);
    json.member("handle", joint.id);
    json.key("matrix").open_array();
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) json.value(matrix[column][row]);
    json.close();
    write_vector(json.key("translation"), local.t, 3);
    write_vector(json.key("rotation"), vec4(local.r.x, local.r.y, local.r.z, local.r.w), 4);
    write_vector(json.key("scale"), local.s, 3);
    if (planar) {
        json.member("angle", glm::degrees(local.angle));
        json.member("skew", glm::degrees(local.skew));
    }
    json.close();
}

void write_points(Json& json, const Big<vec3>& points, uint32_t most) {
    json.open_array();
    for (std::size_t i = 0; i < std::min<std::size_t>(points.size(), most); ++i) write_vector(json, points[i], 3);
    json.close();
}

void write_meshes(Json& json, const Scene& scene, const Frame& frame, uint32_t most) {
    static const SetFrame nothing;
    json.key("meshes").open_array();
    for (const MeshUse& mesh : scene.meshes) {
        if (mesh.get().goes_on) continue;
        const SetFrame& set = mesh.set < 0 ? nothing : frame.sets[mesh.set];
        json.open_object();
        json.member("name", mesh.get().name);
        json.member("material", material_name(scene, mesh));
        json.member("count", set.position.size());
        write_points(json.key("positions"), set.position, most);
        write_points(json.key("normals"), set.normal, most);
        json.close();
    }
    json.close();
}

// The frame that is shown, after the clip's own loop and no further than to its end.
double frame_shown(const Scene& scene, const Question& question, double seconds) {
    const ClipUse& use = scene.clips[question.clip];
    const Moment moment = layer_at(use, seconds, question.run, 1).at;
    const double close = 1e-5 * std::max(1., std::abs(moment.elapsed));  // ticks are in float
    const double tick = std::abs(moment.elapsed - moment.tick) < close ? moment.elapsed : moment.tick;
    const double frame = frame_of_tick(use.get(), tick, question.rate.rate);
    const double whole = std::round(frame);
    return std::abs(frame - whole) < 1e-6 * std::max(1., std::abs(whole)) ? whole : frame;
}

void write_head(Json& json, const Scene& scene, const Question& question, const Options& options, double seconds) {
    if (question.clip < 0)
        json.member("clip", nullptr);
    else
        json.member("clip", name_of(scene.clips[question.clip]));
    json.member("time", seconds);
    if (question.clip >= 0) {
        json.member("frame", frame_shown(scene, question, seconds));
        json.member("rate", question.rate.rate);
        json.member("rate_source", name_of(question.rate.source));
        json.member("rate_reason", question.rate.why);
    }
    json.member("space", options.space);
    if (question.mix.empty()) return;
    json.key("mix").open_array();
    for (const Mixed& mixed : question.mix) {
        json.open_object();
        json.member("clip", name_of(scene.clips[mixed.clip]));
        json.member("time", mixed.time);
        json.member("weight", mixed.weight);
        json.close();
    }
    json.close();
}

void write_pose(Json& json, const Scene& scene, const Question& question, const Options& options, double seconds,
                const Frame& frame) {
    write_head(json, scene, question, options, seconds);
    json.key("joints").open_array();
    if (const Skeleton* skeleton = scene.skeleton())
        for (std::size_t i = 0; i < skeleton->joints.size(); ++i) {
            const Local local = in_space(scene, frame, i, options.space);
            const bool model = options.space == "model", planar = skeleton->rig != nullptr;
            const mat4 matrix = model ? frame.pose.matrix[i] : planar ? planar_matrix(local) : matrix_of(local);
            write_joint(json, skeleton->joints[i], local, matrix, planar);
        }
    json.close();
    write_slots(json, scene, frame.planar);
    if (!options.vertices.empty()) write_meshes(json, scene, frame, question.vertices);
}

// ---- text ----

std::string triple_text(const vec3& v) { return fmt::format("{:>11.5g} {:>11.5g} {:>11.5g}", v.x, v.y, v.z); }

void print_joints(const Scene& scene, const Frame& frame, const std::string& space) {
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton) {
        print("no skeleton: the vertices are as stored\n");
        return;
    }
    std::size_t width = 5;
    for (const Joint& joint : skeleton->joints) width = std::max(width, width_of(decode(joint.name)));
    print(fmt::format("  {:>4}  {}  {:<35}  {:<43}  scale\n", "", padded("joint", width), "translation",
                      "rotation (x y z w)"));
    for (std::size_t i = 0; i < skeleton->joints.size(); ++i) {
        const Local local = in_space(scene, frame, i, space);
        print(fmt::format("  {:>4}  {}  {}  {:>10.6f} {:>10.6f} {:>10.6f} {:>10.6f}  {}\n", skeleton->joints[i].id,
                          padded(decode(skeleton->joints[i].name), width), triple_text(local.t), local.r.x, local.r.y,
                          local.r.z, local.r.w, triple_text(local.s)));
    }
}

void print_vertices(const Scene& scene, const Frame& frame, uint32_t most) {
    for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
        if (scene.meshes[m].set < 0 || scene.meshes[m].get().goes_on) continue;
        const SetFrame& set = frame.sets[scene.meshes[m].set];
        print(fmt::format("\nMesh {} {}: {} vertices\n", m, decode(scene.meshes[m].get().name), set.position.size()));
        for (std::size_t i = 0; i < std::min<std::size_t>(set.position.size(), most); ++i)
            print(fmt::format("  {:>6}  {}{}{}\n", i, triple_text(set.position[i]), set.normal.empty() ? "" : "   ",
                              set.normal.empty() ? "" : triple_text(set.normal[i])));
    }
}

void print_pose(const Scene& scene, const Question& question, const Options& options, double seconds,
                const Frame& frame) {
    std::string what = "bind pose";
    if (question.clip >= 0)
        what = fmt::format("clip \"{}\" at {} s, frame {:.5g} at {} per second ({}: {})",
                           name_of(scene.clips[question.clip]), seconds, frame_shown(scene, question, seconds),
                           question.rate.rate, name_of(question.rate.source), question.rate.why);
    for (std::size_t i = 0; i < question.mix.size(); ++i)
        what = fmt::format("{}{} at {} s × {}", i ? what + ", then " : "mix of ",
                           name_of(scene.clips[question.mix[i].clip]), question.mix[i].time, question.mix[i].weight);
    print(fmt::format("{}, {} space\n", what, options.space));
    print_joints(scene, frame, options.space);
    print_slots(scene, frame.planar);
    if (!options.vertices.empty()) print_vertices(scene, frame, question.vertices);
}

// ---- both ----

std::vector<int> clips_of(const Question& question) {
    std::vector<int> out;
    if (question.clip >= 0) out.push_back(question.clip);
    for (const Mixed& mixed : question.mix) out.push_back(mixed.clip);
    return out;
}

void write_notes(Json& json, const Scene& scene, const std::vector<Finding>& notes) {
    json.key("notes").open_array();
    for (const Finding& note : notes) write_note(json, note, note.doc < 0 ? std::string{} : scene.docs[note.doc]->path);
    json.close();
}

int run_pose(const Options& options) {
    Scene scene = open_inputs(options.inputs);
    if (const int code = verdict(scene); code != Fine) return code;
    choose_armature(scene, options.armature);
    set_reading(scene, reading_of(options.reading, options.loop));
    if (!options.blend.empty()) set_blend(scene, options.blend == "cumulative");
    tell_unused(scene, options.reading, options.blend);
    const Question question = understand(scene, options);
    if (question.clip < 0 && (options.times || options.frames))
        complain(fmt::format("without --clip there is only the bind pose, whatever the {}",
                             options.times ? "--time" : "--frame"));
    std::unique_ptr<Json> json = options.json ? std::make_unique<Json>() : nullptr;
    if (json) json->open_object();
    if (json && question.batch) json->key("poses").open_array();
    const std::vector<Finding> notes = tell_of_clips(scene, clips_of(question));
    Frame frame;
    for (const double seconds : question.times) {
        evaluate(scene, layers_at(scene, question, seconds), frame, !options.vertices.empty());
        if (json && question.batch) json->open_object();
        if (json) write_pose(*json, scene, question, options, seconds, frame);
        if (json && question.batch) json->close();
        if (!json) print_pose(scene, question, options, seconds, frame);
    }
    if (json && question.batch) json->close();
    if (json) {
        write_notes(*json, scene, notes);
        json->close();
    }
    return Fine;
}

}  // namespace

std::function<int()> setup_pose(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_inputs(app, options->inputs);
    app.add_option("--clip", options->clip, "name or index of the clip; without it the bind pose")->type_name("CLIP");
    auto* times = app.add_option("--time", options->times, "seconds; several make a batch, which answers {poses: […]}")
                      ->type_name("T1,T2,…");
    auto* frames = app.add_option("--frame", options->frames, "the same in frames, fractions allowed")
                       ->type_name("N1,N2,…")
                       ->excludes(times);
    app.add_option("--space", options->space, "what the numbers are relative to: model, local (parent) or bind")
        ->check(CLI::IsMember({"model", "local", "bind"}))
        ->type_name("SPACE")
        ->capture_default_str();
    app.add_option("--vertices", options->vertices, "vertices after skinning, all or the first N of each mesh")
        ->expected(0, 1)
        ->type_name("[N]");
    app.add_flag("--loop", options->loop, "play the clip as a cycle");
    add_reading(app, options->reading);
    add_armature(app, options->armature);
    app.add_option("--mix", options->mix, "looping clips at a time and weight, applied in this order")
        ->type_name("CLIP:T:W,…")
        ->excludes(times)
        ->excludes(frames);
    app.add_option("--blend", options->blend, "how weights add up; without it as the skeleton says")
        ->check(CLI::IsMember({"average", "cumulative"}))
        ->type_name("MODE");
    app.add_flag("--json", options->json, "one JSON document on standard output");
    return [options] { return run_pose(*options); };
}

}  // namespace bonescope::cli
