// Which clips play, at what time and how strongly: what pose and the picture commands share.
#pragma once
#include "core/scene.h"
#include <string_view>
#include <vector>

namespace bonescope::cli {

struct Mixed {
    int clip = -1;
    double time = 0;
    float weight = 1;
};

// "CLIP:SECONDS:WEIGHT,…". Throws Usage.
std::vector<Mixed> parse_mix(const Scene&, std::string_view text);
Layer layer_at(const ClipUse&, double seconds, Run, float weight);
// How a clip runs that is asked for by its own frames: straight through, as each of them is meant, whatever its loop.
inline Run run_of_frames(bool loop) { return loop ? Run::Cycle : Run::Straight; }

}  // namespace bonescope::cli
