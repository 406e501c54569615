// Numbers in long texts of them, where parsing is most of the work.
#pragma once

namespace bonescope {

// A number at the start of [at, end), correctly rounded: returns the place behind it, or null when there is none that
// is finite. No blanks before it, no plus sign.
const char* read_float(const char* at, const char* end, float& out);

}  // namespace bonescope
