// Clips that carry a figure away: its root as it is stored, held in place, or added up over loops and chains of clips.
#pragma once
#include "core/evaluate.h"

namespace bonescope {

enum class RootMotion : uint8_t { Raw, InPlace, Accumulated };

// The joint that carries the others: the topmost one whose translation a clip moves; -1: none is moved.
int motion_root(const Skeleton&, const ClipUse&);
// Its translation at a tick.
vec3 root_at(const Skeleton&, const ClipUse&, int root, double tick, const PlanarReading& = {});
// Where it is put: in place at its bind place; accumulated there plus `travelled` and what it has gone since the clip's
// start. Nothing (root -1) for Raw.
Staging stage_root(const Skeleton&, const ClipUse&, double tick, RootMotion, vec3 travelled, const PlanarReading& = {});
// Its way through the clip, straight through, at whole frames of `fps`; at most some thousand points. Raw shows it as
// stored, Accumulated as it goes on from `travelled`.
std::vector<vec3> root_path(const Skeleton&, const ClipUse&, double fps, RootMotion, vec3 travelled,
                            const PlanarReading& = {});

}  // namespace bonescope
