// What Cal3D 0.11 needs for the same work, in process.
#include "tests/bench/inputs.h"
#include <benchmark/benchmark.h>
#include <cal3d/cal3d.h>

namespace bench {
namespace {

using benchmark::State;

void load_animation(State& state, const std::string& path) {
    for (auto _ : state) {
        CalCoreAnimationPtr animation = CalLoader::loadCoreAnimation(path);
        if (!animation) return state.SkipWithError("Cal3D does not read it");
        state.PauseTiming();
        animation = nullptr;
        state.ResumeTiming();
    }
}

void load_mesh(State& state, const char* name) {
    const std::string path = cal3d_file(name);
    if (path.empty()) return state.SkipWithError("sample is absent");
    for (auto _ : state) {
        CalCoreMeshPtr mesh = CalLoader::loadCoreMesh(path);
        if (!mesh) return state.SkipWithError("Cal3D does not read it");
        state.PauseTiming();
        mesh = nullptr;
        state.ResumeTiming();
    }
}

// The paladin with one clip in a cycle at full weight.
struct Paladin {
    CalCoreModel core{"paladin"};
    CalModel* model = nullptr;
    int mesh = -1;

    Paladin() {
        if (cal3d_file("paladin/paladin.csf").empty()) return;
        core.loadCoreSkeleton(cal3d_file("paladin/paladin.csf"));
        const int clip = core.loadCoreAnimation(cal3d_file("paladin/paladin_walk.caf"));
        mesh = core.loadCoreMesh(cal3d_file("paladin/paladin_body.cmf"));
        if (clip < 0 || mesh < 0) return;
        model = new CalModel(&core);
        model->attachMesh(mesh);
        model->getMixer()->blendCycle(clip, 1, 0);
        move_on(0);
    }
    ~Paladin() { delete model; }
    void move_on(float seconds) {
        model->getMixer()->updateAnimation(seconds);
        model->getMixer()->updateSkeleton();
    }
};

void pose(State& state) {
    Paladin paladin;
    if (!paladin.model) return state.SkipWithError("sample is absent");
    const std::vector<float> steps = random_times(1.033333f);
    std::size_t i = 0;
    for (auto _ : state) {
        paladin.move_on(steps[i++ % steps.size()]);
        benchmark::DoNotOptimize(paladin.model->getSkeleton());
        benchmark::ClobberMemory();
    }
    state.counters["bones"] = static_cast<double>(paladin.model->getSkeleton()->getVectorBone().size());
}

void skin_body(State& state) {
    Paladin paladin;
    if (!paladin.model) return state.SkipWithError("sample is absent");
    paladin.move_on(0.4f);
    CalPhysique physique(paladin.model);
    std::vector<CalSubmesh*>& parts = paladin.model->getMesh(paladin.mesh)->getVectorSubmesh();
    std::vector<float> out;
    int64_t vertices = 0;
    for (CalSubmesh* part : parts) {
        out.resize(std::max(out.size(), static_cast<std::size_t>(part->getVertexCount()) * 6));
        vertices += part->getVertexCount();
    }
    for (auto _ : state)
        for (CalSubmesh* part : parts) {
            physique.calculateVerticesAndNormals(part, out.data());
            benchmark::DoNotOptimize(out.data());
            benchmark::ClobberMemory();
        }
    state.SetItemsProcessed(state.iterations() * vertices);
}

}  // namespace

void register_cal3d_peer() {
    using benchmark::kMicrosecond, benchmark::kMillisecond, benchmark::RegisterBenchmark;
    RegisterBenchmark("load_caf_32MB/peer", [](State& s) { load_animation(s, caf_file()); })->Unit(kMillisecond);
    RegisterBenchmark("load_xaf_19MB/peer", [](State& s) { load_animation(s, xaf_file()); })->Unit(kMillisecond);
    RegisterBenchmark("load_paladin_body/peer", load_mesh, paladin_body)->Unit(kMicrosecond);
    RegisterBenchmark("load_perso_xmf/peer", load_mesh, perso_xml)->Unit(kMicrosecond);
    RegisterBenchmark("pose_random_paladin/peer", pose)->Unit(kMicrosecond);
    RegisterBenchmark("skin_paladin_body/peer", skin_body)->Unit(kMicrosecond);
}

}  // namespace bench
