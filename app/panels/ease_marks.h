// How a key goes on to the next one, drawn as the file says it and in words.
#pragma once
#include "app/panels/plot.h"
#include "core/document.h"

namespace bonescope::plot {

// From one key to the next, in one lane.
struct EaseSpan {
    float x0 = 0, x1 = 0;  // pixels
    Lane lane;
    double from = 0, to = 0;  // values
};
// Bezier: handles, the curve where it is not what plays (`exact` false), and the samples. In, out: the straight way.
void ease_marks(ImDrawList&, const Document&, const Easing&, const EaseSpan&, bool exact);
std::string ease_words(const Document&, const Easing&, bool exact);

}  // namespace bonescope::plot
