// Pictures for textures: PNG, JPEG, TGA, BMP and DDS (uncompressed, DXT1/3/5) to 8-bit RGBA, top row first.
#pragma once
#include "core/memory.h"
#include <cstddef>
#include <span>
#include <string>

namespace bonescope {

struct Image {
    int width = 0, height = 0;
    Big<unsigned char> rgba;  // empty when `error` says why
    bool has_alpha = false;   // some texel is not opaque
    std::string error;
};

Image decode_image(std::span<const std::byte> file);
Image read_image(const std::string& path);
Image image_size(const std::string& path);  // width and height alone, from the header; 0: not known
// The alpha of each texel becomes the brightness that `mask` has at its place; sizes may differ.
void apply_mask(Image&, const Image& mask);
std::string write_png(const std::string& path, int width, int height,
                      std::span<const unsigned char> rgba);  // why it failed

}  // namespace bonescope
