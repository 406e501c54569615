// Runs each benchmark and its peer alternating in one process and prints the ratios of their medians.
#include "tests/bench/inputs.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace {

struct Goal {
    const char* name;
    double now, goal;
};
// Ours against the peer: at most `now`, aiming at `goal`.
const Goal goals[] = {{"import_skeleton_46MB", 0.08, 0.04}, {"import_skeleton_xml", 0.3, 0.06},
                      {"pose_random_sinbad", 0.25, 0.05},   {"skin_50k_4", 1, 0.4},
                      {"heap_per_key", 0.8, 0.5},           {"load_caf_32MB", 0.1, 0.06},
                      {"load_xaf_19MB", 0.2, 0.12},         {"load_paladin_body", 1, 0.5},
                      {"load_perso_xmf", 1, 0.5},           {"pose_random_paladin", 0.3, 0.04},
                      {"skin_paladin_body", 1, 0.4},        {"open_amb_12MB", 2, 1.5},
                      {"decode_amb_12MB", 0.03, 0.02},      {"pose_random_amb", 2.4, 2.4},
                      {"scan_json_1MB", 0.4, 0.1}};

// Keeps every repetition's time, by "name/side", beside the usual table.
class Ratios : public benchmark::ConsoleReporter {
public:
    Ratios() : ConsoleReporter(OO_Tabular) {}
    void ReportRuns(const std::vector<Run>& runs) override {
        std::vector<Run> shown;
        for (const Run& run : runs) {
            if (run.error_occurred || run.aggregate_name == "median" || run.repetitions == 1) shown.push_back(run);
            if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
            const std::string name = run.run_name.function_name;
            const bool manual = run.run_name.time_type.find("manual") != std::string::npos;
            times_[name].push_back(manual ? run.GetAdjustedRealTime() : run.GetAdjustedCPUTime());
            const auto heap = run.counters.find("heap_per_key");
            if (heap != run.counters.end())
                times_["heap_per_key" + name.substr(name.rfind('/'))].push_back(heap->second.value);
        }
        if (!shown.empty()) ConsoleReporter::ReportRuns(shown);
    }
    void print() {
        for (const Goal& goal : goals) {
            auto& ours = times_[std::string(goal.name) + "/ours"];
            auto& peer = times_[std::string(goal.name) + "/peer"];
            if (ours.empty() || peer.empty()) {
                fmt::print("{:24} no peer here\n", goal.name);
                continue;
            }
            std::sort(ours.begin(), ours.end());
            std::sort(peer.begin(), peer.end());
            const double ratio = ours[ours.size() / 2] / peer[peer.size() / 2];
            fmt::print("{:24} {:6.3f} of the peer [{:.3f} .. {:.3f}]   limit {:.2f}, goal {:.2f}   {}\n", goal.name,
                       ratio, ours.front() / peer.back(), ours.back() / peer.front(), goal.now, goal.goal,
                       ratio <= goal.goal  ? "goal met"
                       : ratio <= goal.now ? "within"
                                           : "TOO SLOW");
        }
    }

private:
    std::map<std::string, std::vector<double>> times_;
};

}  // namespace

int main(int count, char** words) {
    std::vector<char*> all(words, words + count);
    static char interleave[] = "--benchmark_enable_random_interleaving=true";
    static char repeat[] = "--benchmark_repetitions=9";
    all.insert(all.begin() + 1, {interleave, repeat});
    int total = static_cast<int>(all.size());
    benchmark::Initialize(&total, all.data());
#ifdef BONESCOPE_OGRE_PEER
    bench::register_ogre_peer();
#endif
#ifdef BONESCOPE_CAL3D_PEER
    bench::register_cal3d_peer();
#endif
    bench::register_ours();
    bench::register_cal3d_ours();
    bench::register_meteor();
    bench::register_dragonbones();
    Ratios ratios;
    benchmark::RunSpecifiedBenchmarks(&ratios);
    ratios.print();
}
