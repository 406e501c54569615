// How a key goes on to the next one.
#pragma once
#include "core/formats/dragonbones/values.h"

namespace bonescope::dragonbones {

// Indices in Document::eases.
uint32_t step_ease(Document&);
uint32_t ease_of_number(Document&, double tween_easing);
uint32_t plain_ease(Document&, const Easing&);  // no table
uint32_t table_ease(Document&, std::span<const float> samples, float from = 0, float to = 1);
// `frames`: how long the key lasts, which says how often its curve is sampled.
uint32_t ease_of_key(Document&, Values&, JsonValue key, double frames);

// What the runtime samples of a Bezier curve, `count` times between a 0 and a 1.
void sample_curve(std::span<const float> curve, uint32_t count, std::vector<float>& out);

}  // namespace bonescope::dragonbones
