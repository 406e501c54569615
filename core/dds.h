// DDS pictures: blocks DXT1 to DXT5 (BC1 to BC3) and uncompressed pixels of any masks. Only the largest picture of the
// first face is read.
#pragma once
#include "core/image.h"

namespace bonescope {

inline constexpr int largest_side = 16384;

bool is_dds(std::span<const std::byte> file);
Image decode_dds(std::span<const std::byte> file);

}  // namespace bonescope
