#include "core/json.h"
#include "core/load.h"
#include "core/scene.h"
#include "tests/bench/inputs.h"
#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

namespace bench {
namespace {

using namespace bonescope;
using benchmark::State;

Big<byte> shizuku(State& state) {
    Big<byte> file;
    const std::string path = dragonbones_file("v5.6_shizuku/shizuku_ske.json");
    if (path.empty() || !read_file(path, file).empty()) state.SkipWithError("sample is absent");
    return file;
}

// A tape with the bytes of every value, against a tree without them.
void scan(State& state) {
    const Big<byte> file = shizuku(state);
    Document doc;
    doc.file = file;
    for (auto _ : state) {
        doc.tree = {};
        benchmark::DoNotOptimize(scan_json(doc, {0, static_cast<uint32_t>(file.size())}));
    }
    state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * file.size()));
}

void scan_peer(State& state) {
    const Big<byte> file = shizuku(state);
    const char* text = reinterpret_cast<const char*>(file.data());
    for (auto _ : state) {
        const auto json = nlohmann::json::parse(text, text + file.size());
        benchmark::DoNotOptimize(json.size());
    }
    state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * file.size()));
}

// From bytes in memory to the first vertices in place.
void open(State& state) {
    const Big<byte> file = shizuku(state);
    DocumentPtr last;
    for (auto _ : state) {
        state.PauseTiming();
        Big<byte> bytes = file;
        state.ResumeTiming();
        const DocumentPtr doc = load("shizuku_ske.json", std::move(bytes));
        PlanarFrame frame;
        evaluate_planar(*doc, doc->skeletons.at(0), {}, {}, frame);
        benchmark::DoNotOptimize(frame.vertices.data());
        state.PauseTiming();
        last = doc;  // the one before is let go meanwhile
        state.ResumeTiming();
    }
}

// The first one in a process finds neither code nor memory warm: run it alone, with one repetition.
void open_first(State& state) { open(state); }

void update(State& state, const char* name) {
    const DocumentPtr doc = load("shizuku_ske.json", shizuku(state));
    int clip = -1;
    for (std::size_t i = 0; i < doc->clips.size(); ++i)
        if (doc->clips[i].name == name) clip = static_cast<int>(i);
    if (clip < 0) return state.SkipWithError("not read");
    const ClipUse use = bind_clip(doc, clip, doc->skeletons[0]);
    PlanarFrame frame;
    double time = 0;
    for (auto _ : state) {
        const Layer layer{&use, clock(use.get(), use.sampling, time += 0.01), 1};
        evaluate_planar(*doc, doc->skeletons[0], {&layer, 1}, {}, frame);
        benchmark::DoNotOptimize(frame.vertices.data());
    }
}

// One that leads 22 others, and one that moves 57 tracks itself.
void update_tree(State& state) { update(state, "idle_00"); }
void update_tracks(State& state) { update(state, "PARAM_ANGLE_X"); }

}  // namespace

void register_dragonbones() {
    using benchmark::kMicrosecond, benchmark::RegisterBenchmark;
    RegisterBenchmark("scan_json_1MB/ours", scan)->Unit(kMicrosecond);
    RegisterBenchmark("scan_json_1MB/peer", scan_peer)->Unit(kMicrosecond);
    RegisterBenchmark("open_shizuku/ours", open)->Unit(kMicrosecond);
    RegisterBenchmark("open_first_shizuku/ours", open_first)->Unit(kMicrosecond)->Iterations(1);
    RegisterBenchmark("update_tree_shizuku/ours", update_tree)->Unit(kMicrosecond);
    RegisterBenchmark("update_tracks_shizuku/ours", update_tracks)->Unit(kMicrosecond);
}

}  // namespace bench
