// A clip made ready for one skeleton: tracks of one kind side by side with direct pointers, grouped by timeline.
#pragma once
#include "core/rebase.h"

namespace bonescope {

struct PlanTrack {
    const byte* rows = nullptr;  // of the value column
    uint32_t step = 0;
    int joint = -1;
};

// All planned tracks of one timeline; ranges in the three lists of Plan.
struct PlanRun {
    uint32_t timeline = 0;
    uint32_t rotation = 0, rotations = 0;  // first, count
    uint32_t translation = 0, translations = 0;
    uint32_t scale = 0, scales = 0;
};

struct Plan {
    std::vector<PlanRun> runs;
    std::vector<PlanTrack> rotations, translations, scales;
    std::vector<uint32_t> rest;           // tracks that are sampled one by one
    std::vector<BaseConstant> constants;  // of rebased clips
};

std::shared_ptr<const Plan> make_plan(const ClipUse&);
// The clip's joint tracks at `tick` onto local transforms that hold the pose so far.
void apply(const ClipUse&, double tick, float weight, std::span<Local>);
// One track of it, and what a base leaves on one joint.
void apply_track(const ClipUse&, uint32_t track, double tick, float weight, Local&);
void apply_constants(const ClipUse&, int joint, float weight, Local&);

}  // namespace bonescope
