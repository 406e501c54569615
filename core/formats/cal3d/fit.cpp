#include "core/formats/cal3d/fit.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace bonescope::cal3d {
namespace {

constexpr double much = 1.25;   // between lengths that should be the same
constexpr double small = 0.01;  // of the longest bone: shorter ones are not compared

float length_of(const Joint& joint) { return joint.parent < 0 ? 0.f : glm::length(joint.bind.t); }

void compare_lengths(const Document& doc, const Skeleton& skeleton, Fit& fit) {
    float longest = 0;
    for (const Joint& joint : skeleton.joints) longest = std::max(longest, length_of(joint));
    const double least = double{longest} * small;
    double worst = much;
    for (const Clip& clip : doc.clips)
        for (const Track& track : clip.tracks) {
            if (track.kind != Kind::Joint || track.property != Property::Translation || track.value.empty()) continue;
            if (track.target < 0 || track.target >= static_cast<int>(skeleton.joints.size())) continue;
            const Joint& joint = skeleton.joints[static_cast<std::size_t>(track.target)];
            if (joint.parent < 0 || clip.timelines[track.timeline].rows == 0) continue;
            if (stand_in(doc, track, 0) == StandIn::Bind) continue;
            const double own = glm::length(doc.triple(track.value, 0)), bind = length_of(joint);
            if (!std::isfinite(own)) continue;
            ++fit.compared;
            if (std::max(own, bind) < least) continue;
            const double ratio = std::max(own, bind) / std::max(std::min(own, bind), least * small);
            fit.other_length += ratio > much;
            if (ratio <= worst) continue;
            worst = ratio;
            fit.worst = track.target;
            fit.worst_own = own;
            fit.worst_bind = bind;
        }
}

}  // namespace

Fit fit_of(const Document& part, const Skeleton& skeleton) {
    std::set<int> bones;
    for (const Clip& clip : part.clips)
        for (const Track& track : clip.tracks)
            if (track.kind == Kind::Joint) bones.insert(track.target);
    for (const VertexSet& set : part.sets) bones.insert(set.influences.joint.begin(), set.influences.joint.end());
    Fit fit;
    fit.named = static_cast<uint32_t>(bones.size());
    const int joints = static_cast<int>(skeleton.joints.size());
    for (const int bone : bones) {
        fit.largest = std::max(fit.largest, bone);
        if (bone >= 0 && bone < joints) continue;
        if (fit.beyond++ == 0) fit.first_beyond = bone;
    }
    compare_lengths(part, skeleton, fit);
    return fit;
}

}  // namespace bonescope::cal3d
