// A document with joints and clips made of numbers, and what tests of poses say about it.
#pragma once
#include "core/evaluate.h"
#include "tests/support.h"
#include <cmath>

namespace bonescope::test {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr double pi = 3.14159265358979323846;

inline quat turn(double degrees, vec3 axis = {0, 0, 1}) {
    const double half = degrees * pi / 360;
    return quat(static_cast<float>(std::cos(half)), axis * static_cast<float>(std::sin(half)));
}

inline std::vector<float> lanes(std::initializer_list<quat> list) {
    std::vector<float> out;
    for (const quat& q : list) out.insert(out.end(), {q.x, q.y, q.z, q.w});
    return out;
}

inline double angle_of(vec4 q) { return 2 * std::atan2(q.z, q.w) * 180 / pi; }

struct Sketch {
    std::shared_ptr<Document> doc = std::make_shared<Document>();
    Sketch() {
        doc->skeletons.emplace_back();
        clip("clip", 1);
    }
    Clip& clip() { return doc->clips.back(); }
    void clip(const char* name, double duration) {
        Clip& clip = doc->clips.emplace_back();
        clip.name = name;
        clip.duration = duration;
    }
    int joint(int parent = -1, Local bind = {}) {
        auto& joints = doc->skeletons[0].joints;
        Joint& joint = joints.emplace_back();
        joint.id = static_cast<int>(joints.size() - 1) * 10;  // unlike the index
        joint.parent = parent;
        joint.bind = bind;
        doc->skeletons[0].order = parents_first(joints);
        return joint.id;
    }
    Column column(const std::vector<float>& values, uint32_t width) {
        const Column column = add_column(*doc, static_cast<uint32_t>(values.size()) / width, width);
        std::copy(values.begin(), values.end(), column_data(*doc, column));
        return column;
    }
    Track& track(int target, Property property, const std::vector<float>& times, const std::vector<float>& values) {
        Timeline line;
        line.rows = static_cast<uint32_t>(times.size());
        line.time = column(times, 1);
        Track track;
        track.property = property;
        track.target = target;
        track.timeline = intern_timeline(*doc, clip(), line);
        track.width = times.empty() ? 3 : static_cast<uint32_t>(values.size() / times.size());
        track.value = column(values, track.width);
        inspect_values(*doc, clip(), track);
        return clip().tracks.emplace_back(track);
    }
    const Skeleton& skeleton() const { return doc->skeletons[0]; }
    ClipUse use(int clip = 0, float link = 1) const { return bind_clip(doc, clip, skeleton(), link); }
    Segment seek(double t) const {
        return bonescope::seek(*doc, doc->clips[0], doc->clips[0].timelines[0], doc->clips[0].sampling, t);
    }
    vec4 sample(double t, std::size_t track = 0) const {
        const Clip& clip = doc->clips[0];
        return bonescope::sample(*doc, clip, clip.tracks[track], clip.sampling, seek(t));
    }
    Local local(double t, float weight = 1, float link = 1, int joint = 0) const {
        const ClipUse use = this->use(0, link);
        const Layer layer{&use, {t, t, false}, weight};
        std::vector<Local> out(skeleton().joints.size());
        local_pose(skeleton(), {&layer, 1}, out);
        return out[joint];
    }
};

inline void expect_near(vec3 got, vec3 want, float tolerance = 1e-6f) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], want[i], tolerance) << "component " << i;
}

inline void expect_turn(quat got, quat want, float tolerance = 1e-6f) {
    if (glm::dot(got, want) < 0) want = -want;
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(got[i], want[i], tolerance) << "component " << i;
}

}  // namespace bonescope::test
