// Until evaluation and skinning are there: the commands that need neither link without them.
#include "core/skin.h"

namespace bonescope {

#define PENDING __attribute__((weak))

PENDING Moment clock(const Clip&, const Sampling&, double seconds, bool) { return {seconds, seconds, false}; }
PENDING double snap_time(const Document&, const Clip&, double seconds) { return seconds; }
PENDING ClipUse bind_clip(std::shared_ptr<const Document> doc, int clip, const Skeleton&, float scale) {
    ClipUse use;
    use.doc = std::move(doc);
    use.clip = clip;
    use.link_scale = scale;
    use.sampling = use.get().sampling;
    return use;
}
PENDING void replan(ClipUse&) {}
PENDING void Pose::resize(std::size_t joints) {
    local.resize(joints);
    model.resize(joints);
    matrix.resize(joints);
}
PENDING void evaluate(const Skeleton& skeleton, std::span<const Layer>, Pose& out) {
    out.resize(skeleton.joints.size());
}
PENDING mat4 matrix_of(const Local&) { return mat4(1); }
PENDING Local relative_to_bind(const Local&, const Local& local) { return local; }
PENDING SetUse bind_skin(std::shared_ptr<const Document> doc, int set, const Skeleton*) {
    SetUse use;
    use.doc = std::move(doc);
    use.set = set;
    return use;
}
PENDING void palette(const Skeleton&, const Pose&, const Pose&, const SetUse&, std::vector<mat4>&) {}
PENDING void deform(const SetUse&, std::span<const Layer>, std::span<const float>, SetFrame&) {}
PENDING void skin(const SetUse&, std::span<const mat4>, SetFrame&) {}

}  // namespace bonescope
