// What OGRE 1.12 needs for the same work, in process and without a render system.
#include "tests/bench/inputs.h"
#include <benchmark/benchmark.h>
#include <fstream>
#include <malloc.h>
#include <Ogre.h>
#include <OgreAnimationState.h>
#include <OgreDefaultHardwareBufferManager.h>
#include <OgreOptimisedUtil.h>
#include <OgreSkeletonSerializer.h>

namespace bench {
namespace {

using benchmark::State;

void start_ogre() {
    static Ogre::LogManager logs;
    static bool once = false;
    if (once) return;
    once = true;
    logs.createLog("", true, false, true);
    new Ogre::Root("", "", "");
    new Ogre::DefaultHardwareBufferManager;
}

Ogre::SkeletonPtr import_skeleton(const std::string& path) {
    auto& manager = Ogre::SkeletonManager::getSingleton();
    Ogre::SkeletonPtr skeleton = manager.create("bench", Ogre::RGN_DEFAULT, true);
    auto* in = OGRE_NEW_T(std::ifstream, Ogre::MEMCATEGORY_GENERAL)(path, std::ios::binary);
    Ogre::DataStreamPtr stream(OGRE_NEW Ogre::FileStreamDataStream("bench", in, true));
    Ogre::SkeletonSerializer().importSkeleton(stream, skeleton.get());
    return skeleton;
}

void drop(Ogre::SkeletonPtr& skeleton) {
    Ogre::SkeletonManager::getSingleton().remove(skeleton);
    skeleton.reset();
}

std::size_t heap() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void import(State& state) {
    start_ogre();
    const std::string path = skeleton_file();
    std::size_t bytes = 0;
    for (auto _ : state) {
        const std::size_t before = heap();
        Ogre::SkeletonPtr skeleton = import_skeleton(path);
        bytes = heap() - before;
        state.PauseTiming();
        drop(skeleton);
        state.ResumeTiming();
    }
    state.counters["heap_per_key"] = static_cast<double>(bytes) / static_cast<double>(keys_in_skeleton_file);
}

void pose(State& state) {
    start_ogre();
    const std::string path = sample_file("sinbad/Sinbad.skeleton");
    if (path.empty()) return state.SkipWithError("sample is absent");
    Ogre::SkeletonPtr skeleton = import_skeleton(path);
    Ogre::SkeletonInstance instance(skeleton);
    instance.load();
    Ogre::AnimationStateSet set;
    instance._initAnimationState(&set);
    Ogre::AnimationState* run = set.getAnimationState("RunBase");
    run->setEnabled(true);
    std::vector<Ogre::Affine3> matrices(instance.getNumBones());
    const std::vector<float> times = random_times(run->getLength());
    std::size_t i = 0;
    for (auto _ : state) {
        run->setTimePosition(times[i++ % times.size()]);
        instance.setAnimationState(set);
        instance._getBoneMatrices(matrices.data());
        benchmark::DoNotOptimize(matrices.data());
    }
    state.counters["bones"] = static_cast<double>(matrices.size());
    instance.unload();
    drop(skeleton);
}

void skin_vertices(State& state) {
    start_ogre();
    const Skin& in = skin();
    std::vector<Ogre::Affine3> matrices(in.bones);
    std::vector<const Ogre::Affine3*> pointers;
    for (uint32_t bone = 0; bone < in.bones; ++bone) {
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column)
                matrices[bone][row][column] = in.matrices[bone * 16 + static_cast<unsigned>(row * 4 + column)];
        pointers.push_back(&matrices[bone]);
    }
    std::vector<float> position(in.position.size() + 4), normal(in.normal.size() + 4);
    for (auto _ : state) {
        Ogre::OptimisedUtil::getImplementation()->softwareVertexSkinning(
            in.position.data(), position.data(), in.normal.data(), normal.data(), in.weight.data(), in.index.data(),
            pointers.data(), 12, 12, 12, 12, 16, 4, 4, in.vertices);
        benchmark::DoNotOptimize(position.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * in.vertices);
}

}  // namespace

void register_ogre_peer() {
    benchmark::RegisterBenchmark("import_skeleton_46MB/peer", import)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("pose_random_sinbad/peer", pose)->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark("skin_50k_4/peer", skin_vertices)->Unit(benchmark::kMicrosecond);
}

}  // namespace bench
