// A clip made ready for one skeleton: tracks of one kind side by side with direct pointers, grouped by timeline.
#pragma once
#include "core/interpolate.h"
#include "core/rebase.h"

namespace bonescope {

// What moves one joint on one timeline. Its columns mostly lie in the same record, so they are read together.
struct PlanJoint {
    const byte* rotation = nullptr;  // rows of the value columns, or null
    const byte* translation = nullptr;
    const byte* scale = nullptr;
    uint32_t rotation_step = 0, translation_step = 0, scale_step = 0;
    int joint = -1;
};

struct PlanRun {
    uint32_t timeline = 0;
    bool absolute = false;
    bool rotates = false;
    Lanes lanes = Lanes::Xyzw;      // of its rotations
    uint32_t first = 0, count = 0;  // in Plan::joints
};

struct Plan {
    std::vector<PlanRun> runs;
    std::vector<PlanJoint> joints;
    std::vector<uint32_t> rest;           // tracks that are sampled one by one
    std::vector<uint32_t> parents;        // tracks that hand joints over to another parent
    std::vector<BaseConstant> constants;  // of rebased clips
    bool absolute = false;                // some track is
    bool repeats = false;                 // absolute tracks share a property of a joint
};

std::shared_ptr<const Plan> make_plan(const ClipUse&);
// The clip's joint tracks at `tick` onto local transforms that hold the pose so far. `said`: one per joint, or empty
// when every absolute track is the only one of its kind.
void apply(const ClipUse&, double tick, float weight, std::span<Local>, std::span<Said> said);
// One track of it, and what a base leaves on one joint.
void apply_track(const ClipUse&, uint32_t track, double tick, float weight, Local&, Said&);
void apply_constants(const ClipUse&, int joint, float weight, Local&);

}  // namespace bonescope
