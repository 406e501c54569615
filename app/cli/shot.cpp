// bonescope shot: a picture of one moment.
#include "app/cli/picture.h"
#include "core/frame_rate.h"
#include "core/text.h"
#include <CLI/CLI.hpp>

namespace bonescope::cli {
namespace {

struct Options : PictureOptions {
    std::string time, frame, mix, blend;
};

double one_number(const std::string& text, const char* what) {
    const std::vector<double> all = parse_numbers(text, what);
    if (all.size() != 1) throw Usage(fmt::format("{} expects one number here, found \"{}\"", what, text));
    return all.front();
}

double wanted_time(const Scene& scene, const Options& o, int clip) {
    if (!o.time.empty()) return one_number(o.time, "--time");
    if (o.frame.empty()) return 0;
    if (clip < 0) throw Usage("--frame counts frames of a clip: name one with --clip");
    const ClipUse& use = scene.clips[std::size_t(clip)];
    return seconds_of_frame(use.get(), one_number(o.frame, "--frame"), frame_rate(*use.doc, use.get()).rate);
}

std::vector<Layer> wanted_layers(const Scene& scene, const Options& o, int clip, double time) {
    std::vector<Layer> layers;
    for (const Mixed& mixed : parse_mix(scene, o.mix))
        layers.push_back(layer_at(scene.clips[std::size_t(mixed.clip)], mixed.time, Run::Cycle, mixed.weight));
    const Run run = o.frame.empty() ? cycle_if(o.loop) : run_of_frames(o.loop);
    if (clip >= 0) layers.push_back(layer_at(scene.clips[std::size_t(clip)], time, run, 1));
    return layers;
}

int run_shot(const Options& o) {
    const Size size = parse_size(o.size);
    int code = Fine;
    Scene scene = open_picture(o, code);
    if (code != Fine) return code;
    tell_unused(scene, o.reading, o.blend);
    if (!o.blend.empty()) set_blend(scene, o.blend == "cumulative");
    if (!o.mix.empty() && !o.clip.empty()) throw Usage("--mix names its clips itself: leave --clip out");
    SceneLook look = look_of(scene, o);
    const int clip = wanted_clip(scene, o.clip);
    const double time = wanted_time(scene, o, clip);
    const std::vector<Layer> layers = wanted_layers(scene, o, clip, time);
    std::vector<int> shown;
    for (const Layer& layer : layers) shown.push_back(static_cast<int>(layer.use - scene.clips.data()));
    tell_of_clips(scene, std::move(shown));
    Frame frame;
    evaluate(scene, layers, frame);
    const auto studio = open_studio(scene, o);
    if (!studio) return NothingReadable;
    const float height = static_cast<float>(size.height), strip = clip >= 0 ? caption_strip * look.scale / height : 0;
    Framing framing(look.camera, static_cast<float>(size.width) / height, strip);
    frame_all(scene, frame, framing);
    framing.apply(look.camera);
    Caption caption;
    if (clip >= 0) caption = {name_of(scene.clips[std::size_t(clip)]), fmt::format("{:.4f} s", time)};
    return save(o, studio->take(scene, frame, look, size.width, size.height, caption));
}

}  // namespace

std::function<int()> setup_shot(CLI::App& app) {
    auto o = std::make_shared<Options>();
    add_picture(app, *o, "1280x960");
    app.add_option("--size", o->size, "of the picture in pixels")->type_name("WxH")->capture_default_str();
    auto* time = app.add_option("--time", o->time, "seconds into the clip")->type_name("T");
    auto* frame = app.add_option("--frame", o->frame, "the same in frames, fractions allowed");
    frame->type_name("N")->excludes(time);
    app.add_option("--mix", o->mix, "several clips at once, applied in that order: CLIP:SECONDS:WEIGHT,…")
        ->type_name("C:T:W,…")
        ->excludes(time)
        ->excludes(frame);
    app.add_option("--blend", o->blend, "how weights of several clips add up: average or cumulative")
        ->check(CLI::IsMember({"average", "cumulative"}))
        ->type_name("MODE");
    return [o] { return run_shot(*o); };
}

}  // namespace bonescope::cli
