// Frames of a Meteor file: ours against a bare read, against a loader as hobby projects write it, and against the plain
// way of posing.
#include "core/load.h"
#include "core/memory.h"
#include "core/scene.h"
#include "tests/bench/inputs.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace bench {
namespace {

using namespace bonescope;
using benchmark::State;

// ---- open ----

void read_bare(State& state) {
    const std::string path = amb_file();
    std::vector<char> buffer(32 << 20);
    for (auto _ : state) {
        const int file = open(path.c_str(), O_RDONLY);
        const ssize_t size = read(file, buffer.data(), buffer.size());
        close(file);
        if (size <= 0) state.SkipWithError("not read");
        benchmark::ClobberMemory();
    }
}

void open_to_pose(State& state) {
    const std::string path = amb_file();
    const DocumentPtr figure = load(bnc_file());
    const Skeleton& skeleton = figure->skeletons.at(0);
    Pose pose;
    for (auto _ : state) {
        const DocumentPtr doc = load(path);
        const ClipUse use = bind_clip(doc, 0, skeleton);
        const Layer layer{&use, clock(use.get(), use.sampling, 1), 1};
        evaluate(skeleton, {&layer, 1}, pose);
        benchmark::DoNotOptimize(pose.matrix.data());
        benchmark::ClobberMemory();
    }
}

// ---- decode ----

struct PlainRotation {
    float w, x, y, z;
};
struct PlainDummy {
    char parent[5];
    float position[3];
    PlainRotation rotation;
};
struct PlainFrame {
    int32_t marker, number;
    float translation[3];
    std::vector<PlainRotation> bones;
    std::vector<PlainDummy> dummies;
};

template <class T> T take(std::ifstream& in) {
    T value;
    in.read(reinterpret_cast<char*>(&value), sizeof value);
    return value;
}

PlainRotation take_rotation(std::ifstream& in) {
    PlainRotation q;
    q.w = take<float>(in);
    q.x = take<float>(in);
    q.y = take<float>(in);
    q.z = take<float>(in);
    return q;
}

bool is_unit(PlainRotation q) { return std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 2e-3f; }

PlainFrame take_frame(std::ifstream& in, int32_t bones, int32_t dummies) {
    PlainFrame frame;
    frame.marker = take<int32_t>(in);
    frame.number = take<int32_t>(in);
    for (float& axis : frame.translation) axis = take<float>(in);
    for (int32_t i = 0; i < bones; ++i) frame.bones.push_back(take_rotation(in));
    for (int32_t i = 0; i < dummies; ++i) {
        PlainDummy dummy;
        in.read(dummy.parent, 5);
        for (float& axis : dummy.position) axis = take<float>(in);
        dummy.rotation = take_rotation(in);
        frame.dummies.push_back(dummy);
    }
    return frame;
}

void decode_plain(State& state) {
    const std::string path = amb_file();
    for (auto _ : state) {
        std::ifstream in(path, std::ios::binary);
        in.ignore(5);
        const auto bones = take<int32_t>(in), dummies = take<int32_t>(in), count = take<int32_t>(in);
        take<int32_t>(in);
        std::vector<PlainFrame> frames;
        int64_t bad = 0;
        for (int32_t i = 0; i < count; ++i) {
            frames.push_back(take_frame(in, bones, dummies));
            for (const PlainRotation& q : frames.back().bones) bad += !is_unit(q);
            for (const PlainDummy& dummy : frames.back().dummies) bad += !is_unit(dummy.rotation);
        }
        if (bad || frames.size() != amb_frames) state.SkipWithError("not read whole");
        benchmark::DoNotOptimize(frames.data());
    }
}

void decode(State& state) {
    const std::string path = amb_file();
    for (auto _ : state) {
        const DocumentPtr doc = load(path);
        if (!doc->notes.empty() || doc->clips.at(0).timelines.at(0).rows != amb_frames)
            state.SkipWithError("not read whole");
    }
}

// ---- pose ----

// One key as plain programs keep it.
struct PlainKey {
    float time;
    quat r;
    vec3 t;
};
using PlainTrack = std::vector<PlainKey>;

Local pose_plain(const PlainTrack& track, float t) {
    auto b =
        std::lower_bound(track.begin(), track.end(), t, [](const PlainKey& key, float at) { return key.time < at; });
    if (b == track.begin()) ++b;
    if (b == track.end()) --b;
    const auto a = b - 1;
    const float u = std::clamp((t - a->time) / (b->time - a->time), 0.f, 1.f);
    float cosine = glm::dot(a->r, b->r);
    const float sign = cosine < 0 ? -1.f : 1.f;
    cosine *= sign;
    float from = 1 - u, to = u;
    if (cosine < 0.9999f) {
        const float angle = std::acos(cosine), sine = std::sin(angle);
        from = std::sin((1 - u) * angle) / sine;
        to = std::sin(u * angle) / sine;
    }
    Local out;
    out.r = a->r * from + b->r * (to * sign);
    out.t = a->t + (b->t - a->t) * u;
    return out;
}

std::vector<PlainTrack> plain_tracks(const Document& doc) {
    const Clip& clip = doc.clips.at(0);
    std::vector<PlainTrack> tracks(amb_bones + amb_dummies, PlainTrack(amb_frames));
    for (const Track& track : clip.tracks)
        for (uint32_t i = 0; i < amb_frames; ++i) {
            PlainKey& key = tracks[static_cast<std::size_t>(track.target)][i];
            key.time = key_time(doc, clip.timelines[0], i);
            const vec4 value = key_value(doc, track, i);
            if (track.property == Property::Rotation)
                key.r = quat(value.w, value.x, value.y, value.z);
            else
                key.t = vec3(value);
        }
    return tracks;
}

void pose_yardstick(State& state) {
    const DocumentPtr doc = load(amb_file());
    const std::vector<PlainTrack> tracks = plain_tracks(*doc);
    const std::vector<float> times = random_times(amb_frames);
    std::vector<Local> out(tracks.size());
    std::size_t i = 0;
    for (auto _ : state) {
        const float t = times[i++ % times.size()];
        for (std::size_t j = 0; j < tracks.size(); ++j) out[j] = pose_plain(tracks[j], t);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
}

void pose(State& state) {
    const DocumentPtr doc = load(amb_file()), figure = load(bnc_file());
    const Skeleton& skeleton = figure->skeletons.at(0);
    const ClipUse use = bind_clip(doc, 0, skeleton);
    const std::vector<float> times = random_times(amb_frames);
    Pose out;
    std::size_t i = 0;
    for (auto _ : state) {
        const double t = times[i++ % times.size()];
        const Layer layer{&use, {t, t, false}, 1};
        evaluate(skeleton, {&layer, 1}, out);
        benchmark::DoNotOptimize(out.matrix.data());
        benchmark::ClobberMemory();
    }
}

}  // namespace

void register_meteor() {
    using benchmark::kMicrosecond, benchmark::kMillisecond, benchmark::RegisterBenchmark;
    RegisterBenchmark("open_amb_12MB/peer", read_bare)->Unit(kMillisecond);
    RegisterBenchmark("open_amb_12MB/ours", open_to_pose)->Unit(kMillisecond);
    RegisterBenchmark("decode_amb_12MB/peer", decode_plain)->Unit(kMillisecond);
    RegisterBenchmark("decode_amb_12MB/ours", decode)->Unit(kMillisecond);
    RegisterBenchmark("pose_random_amb/peer", pose_yardstick)->Unit(kMicrosecond);
    RegisterBenchmark("pose_random_amb/ours", pose)->Unit(kMicrosecond);
}

}  // namespace bench
