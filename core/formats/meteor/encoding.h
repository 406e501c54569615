// The encoding of texts in files that do not say it.
#pragma once
#include "core/document.h"

namespace bonescope::meteor {

// Big5, in which the game's own files are, unless the bytes speak for UTF-8 or GBK.
Encoding encoding_of(std::span<const byte> text);

}  // namespace bonescope::meteor
