#include "core/load.h"
#include "core/scene.h"
#include "tests/bench/inputs.h"
#include <benchmark/benchmark.h>

namespace bench {
namespace {

using namespace bonescope;
using benchmark::State;

void load_animation(State& state, const std::string& path, std::size_t tracks) {
    for (auto _ : state) {
        DocumentPtr doc = load(path);
        state.PauseTiming();
        if (doc->clips.size() != 1 || doc->clips[0].tracks.size() != 2 * tracks) state.SkipWithError("not read whole");
        doc.reset();
        state.ResumeTiming();
    }
}

void load_mesh(State& state, const char* name) {
    const std::string path = cal3d_file(name);
    if (path.empty()) return state.SkipWithError("sample is absent");
    for (auto _ : state) {
        DocumentPtr doc = load(path);
        state.PauseTiming();
        if (doc->meshes.empty()) state.SkipWithError("not read");
        doc.reset();
        state.ResumeTiming();
    }
}

Scene paladin() {
    std::vector<std::string> paths;
    for (const char* name : {"paladin/paladin.csf", "paladin/paladin_walk.caf", paladin_body})
        paths.push_back(cal3d_file(name));
    if (paths[0].empty()) return {};
    Scene scene = open_scene(paths, {.resolve = false});
    Reading reading;
    reading.engine_exact = reading.loop = true;
    set_reading(scene, reading);
    return scene;
}

void pose(State& state) {
    const Scene scene = paladin();
    if (scene.clips.empty()) return state.SkipWithError("sample is absent");
    const ClipUse& use = scene.clips[0];
    const std::vector<float> times = random_times(static_cast<float>(use.get().duration));
    Pose out;
    out.resize(scene.skeleton()->joints.size());
    std::size_t i = 0;
    for (auto _ : state) {
        const Layer layer{&use, clock(use.get(), use.sampling, times[i++ % times.size()], Run::Cycle), 1};
        evaluate(*scene.skeleton(), {&layer, 1}, out);
        benchmark::DoNotOptimize(out.matrix.data());
        benchmark::ClobberMemory();
    }
    state.counters["bones"] = static_cast<double>(out.matrix.size());
}

void skin_body(State& state) {
    const Scene scene = paladin();
    if (scene.clips.empty()) return state.SkipWithError("sample is absent");
    const ClipUse& use = scene.clips[0];
    const Layer layer{&use, clock(use.get(), use.sampling, 0.4), 1};
    Frame frame;
    evaluate(scene, {&layer, 1}, frame);
    std::vector<mat4> matrices;
    palette(*scene.skeleton(), scene.bind, frame.pose, scene.sets[0], matrices);
    int64_t vertices = 0;
    for (const SetUse& set : scene.sets) vertices += set.get().vertices;
    for (auto _ : state)
        for (std::size_t i = 0; i < scene.sets.size(); ++i) {
            deform(scene.sets[i], {}, {}, frame.sets[i]);
            skin(scene.sets[i], matrices, frame.sets[i]);
            benchmark::DoNotOptimize(frame.sets[i].position.data());
            benchmark::ClobberMemory();
        }
    state.SetItemsProcessed(state.iterations() * vertices);
}

}  // namespace

void register_cal3d_ours() {
    using benchmark::kMicrosecond, benchmark::kMillisecond, benchmark::RegisterBenchmark;
    RegisterBenchmark("load_caf_32MB/ours", [](State& s) { load_animation(s, caf_file(), 200); })->Unit(kMillisecond);
    RegisterBenchmark("load_xaf_19MB/ours", [](State& s) { load_animation(s, xaf_file(), 200); })->Unit(kMillisecond);
    RegisterBenchmark("load_paladin_body/ours", load_mesh, paladin_body)->Unit(kMicrosecond);
    RegisterBenchmark("load_perso_xmf/ours", load_mesh, perso_xml)->Unit(kMicrosecond);
    RegisterBenchmark("pose_random_paladin/ours", pose)->Unit(kMicrosecond);
    RegisterBenchmark("skin_paladin_body/ours", skin_body)->Unit(kMicrosecond);
}

}  // namespace bench
