// Clips that a list cuts out of a longer one.
#pragma once
#include "core/clip_time.h"
#include "core/document.h"

namespace bonescope {

// "22 <comment>", raw bytes; without a comment the number alone.
std::string name_of(const ClipRange&);
const char* name_of(WindowKind);  // as the lists write it: "Action", "Blend", "Attack", "Drag", "NextPose"

// `whole` from start to end, with the keys in between and no others (of a frame that is missing, the one before it), so
// that nothing is interpolated across the edges. Loops that leave the range are drawn in to it. The pace of a frame is
// that of the first Action or Blend that holds it.
Clip cut(const Document&, const Clip& whole, const ClipRange&);
// The same without frames, for a range whose bank is missing; 30 frames a second are assumed.
Clip cut_without_frames(const ClipRange&);

}  // namespace bonescope
