// The Cal3D family: classic files, those of IMVU, and both kinds of trunk; binary, XML and model lists.
#pragma once
#include "core/load.h"

namespace bonescope::cal3d {

// How the intended reading of Cal3D plays: slerp, ends held, no wrap.
Sampling default_sampling();
// `engine_exact`: the library's extrapolation outside the keys; `loop`: its loop keys at the end of the clip.
void read_as(const Document&, const Clip&, const Reading&, Sampling&);

}  // namespace bonescope::cal3d
