// A made bank of frames: one joint, whose x is the number of the frame.
#pragma once
#include "core/clip_range.h"
#include "core/scene.h"
#include "tests/support.h"

namespace bonescope::test {

inline std::shared_ptr<Document> made_bank(const std::vector<float>& numbers, float fps = 30) {
    auto doc = std::make_shared<Document>();
    doc->path = "made.bank";
    doc->readable = true;
    Joint joint;
    joint.name = "root";
    joint.id = 0;
    joint.bind.t = {0, 5, 0};
    Skeleton skeleton;
    skeleton.joints = {joint};
    skeleton.order = {0};
    doc->skeletons.push_back(skeleton);
    Clip clip;
    clip.name = "bank";
    clip.rate = clip.fps = fps;
    const auto rows = static_cast<uint32_t>(numbers.size());
    Timeline line;
    line.time = add_column(*doc, rows, 1);
    line.rows = rows;
    Track track;
    track.target = 0;
    track.basis = Basis::Absolute;
    track.value = add_column(*doc, rows, 3);
    track.where = {1000, 10, 10};
    for (uint32_t i = 0; i < rows; ++i) {
        column_data(*doc, line.time)[i] = numbers[i];
        const float value[] = {numbers[i], 0, 0};
        std::copy(value, value + 3, column_data(*doc, track.value) + 3 * i);
        clip.duration = std::max(clip.duration, static_cast<double>(numbers[i]));
    }
    sort_timeline(*doc, line);
    track.timeline = intern_timeline(*doc, clip, line);
    clip.tracks.push_back(track);
    doc->clips.push_back(clip);
    return doc;
}

inline std::vector<float> numbers(int from, int to) {
    std::vector<float> out;
    for (int i = from; i <= to; ++i) out.push_back(static_cast<float>(i));
    return out;
}

inline ClipRange range(int number, int start, int end) {
    ClipRange out;
    out.number = number;
    out.placed = true;
    out.start = start;
    out.end = end;
    return out;
}

inline RangeWindow pace(WindowKind kind, int start, int end, float speed) {
    RangeWindow out;
    out.kind = kind;
    out.start = start;
    out.end = end;
    out.speed = speed;
    return out;
}

inline std::shared_ptr<Document> made_list(std::vector<ClipRange> ranges) {
    auto doc = std::make_shared<Document>();
    doc->path = "made.list";
    doc->readable = true;
    doc->ranges = std::move(ranges);
    return doc;
}

// Where the joint is after so many seconds of a clip.
inline float x_at(const Scene& scene, int clip, double seconds, Run run = Run::Own) {
    const ClipUse& use = scene.clips[static_cast<std::size_t>(clip)];
    const Layer layer{&use, clock(use.get(), use.sampling, seconds, run), 1};
    Pose pose;
    evaluate(*scene.skeleton(), {&layer, 1}, pose);
    return pose.local[0].t.x;
}

}  // namespace bonescope::test
