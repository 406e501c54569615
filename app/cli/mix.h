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
Layer layer_at(const ClipUse&, double seconds, bool loop, float weight);

}  // namespace bonescope::cli
