#include "core/load.h"
#include "core/memory.h"
#include "core/scene.h"
#include "tests/bench/inputs.h"
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {
namespace {

using namespace bonescope;
using benchmark::State;

std::size_t heap() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::size_t heap_of_import(const std::string& path) {
    big_trim();
    const std::size_t before = heap();
    const DocumentPtr doc = load(path);
    return heap() - before;
}

void import(State& state) {
    const std::string path = skeleton_file();
    const std::size_t bytes = heap_of_import(path);
    for (auto _ : state) {
        DocumentPtr doc = load(path);
        state.PauseTiming();
        if (doc->clips.size() != 100) state.SkipWithError("not read whole");
        doc.reset();
        state.ResumeTiming();
    }
    state.counters["heap_per_key"] = static_cast<double>(bytes) / static_cast<double>(keys_in_skeleton_file);
}

void import_xml(State& state) {
    const std::string path = skeleton_xml_file();
    for (auto _ : state) {
        DocumentPtr doc = load(path);
        if (doc->clips.size() != 4) state.SkipWithError("not read whole");
    }
}

// Processor time of one run of a program, in seconds; negative when it could not be run.
double child_seconds(const std::vector<const char*>& words) {
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(127);
        execvp(words[0], const_cast<char* const*>(words.data()));
        _exit(127);
    }
    int status = 0;
    struct rusage use {};
    if (child < 0 || wait4(child, &status, 0, &use) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return -1;
    const auto seconds = [](timeval t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

void convert_xml(State& state) {
    const std::string path = skeleton_xml_file(), out = path + ".out";
    for (auto _ : state) {
        const double seconds =
            child_seconds({"OgreXMLConverter", "-q", "-log", "/dev/null", path.c_str(), out.c_str(), nullptr});
        if (seconds < 0) return state.SkipWithError("OgreXMLConverter is absent");
        state.SetIterationTime(seconds);
    }
}

void pose(State& state) {
    const std::string path = sample_file("sinbad/Sinbad.skeleton");
    if (path.empty()) return state.SkipWithError("sample is absent");
    const Scene scene = open_scene(std::vector<std::string>{path}, {.resolve = false, .folders = {}});
    const int index = find_clip(scene, "RunBase");
    if (index < 0) return state.SkipWithError("clip is absent");
    const ClipUse& use = scene.clips[index];
    const std::vector<float> times = random_times(static_cast<float>(use.get().duration));
    Pose out;
    out.resize(scene.skeleton()->joints.size());
    std::size_t i = 0;
    for (auto _ : state) {
        const Layer layer{&use, clock(use.get(), use.sampling, times[i++ % times.size()]), 1};
        evaluate(*scene.skeleton(), {&layer, 1}, out);
        benchmark::DoNotOptimize(out.matrix.data());
    }
    state.counters["bones"] = static_cast<double>(out.matrix.size());
}

std::shared_ptr<Document> skin_document() {
    const Skin& in = skin();
    auto doc = std::make_shared<Document>();
    VertexSet set;
    set.vertices = in.vertices;
    set.position = add_column(*doc, in.vertices, 3);
    set.normal = add_column(*doc, in.vertices, 3);
    std::copy(in.position.begin(), in.position.end(), column_data(*doc, set.position));
    std::copy(in.normal.begin(), in.normal.end(), column_data(*doc, set.normal));
    for (uint32_t v = 0; v <= in.vertices; ++v) set.influences.first.push_back(v * 4);
    set.influences.joint.assign(in.index.begin(), in.index.end());
    set.influences.weight = in.weight;
    doc->sets.push_back(std::move(set));
    return doc;
}

void skin_vertices(State& state) {
    const Skin& in = skin();
    Skeleton skeleton;
    for (uint32_t bone = 0; bone < in.bones; ++bone) {
        Joint joint;
        joint.id = static_cast<int>(bone);
        skeleton.joints.push_back(joint);
    }
    skeleton.order = parents_first(skeleton.joints);
    const SetUse use = bind_skin(skin_document(), 0, &skeleton);
    std::vector<mat4> matrices(in.bones);
    for (uint32_t bone = 0; bone < in.bones; ++bone)
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 4; ++column)
                matrices[bone][column][row] = in.matrices[bone * 16 + static_cast<unsigned>(row * 4 + column)];
    SetFrame stored, frame;
    deform(use, {}, {}, stored);
    frame = stored;
    for (auto _ : state) {
        skin(use, matrices, frame);
        benchmark::DoNotOptimize(frame.position.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * in.vertices);
}

}  // namespace

void register_ours() {
    benchmark::RegisterBenchmark("import_skeleton_46MB/ours", import)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("import_skeleton_xml/peer", convert_xml)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
    benchmark::RegisterBenchmark("import_skeleton_xml/ours", import_xml)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("pose_random_sinbad/ours", pose)->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark("skin_50k_4/ours", skin_vertices)->Unit(benchmark::kMicrosecond);
}

}  // namespace bench
