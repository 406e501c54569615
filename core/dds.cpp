#include "core/dds.h"
#include "core/bytes.h"
#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace bonescope {
namespace {

using Texel = std::array<unsigned char, 4>;
using Block = std::array<Texel, 16>;

// ---- blocks of 4 x 4 ----

Texel from_565(uint16_t c) {
    const unsigned r = c >> 11, g = (c >> 5) & 63u, b = c & 31u;
    const auto wide = [](unsigned v) { return static_cast<unsigned char>(v); };
    return {wide(r << 3 | r >> 2), wide(g << 2 | g >> 4), wide(b << 3 | b >> 2), 255};
}

Texel between(const Texel& a, const Texel& b, unsigned wa, unsigned wb) {
    Texel out{0, 0, 0, 255};
    for (std::size_t i = 0; i < 3; ++i) out[i] = static_cast<unsigned char>((a[i] * wa + b[i] * wb) / (wa + wb));
    return out;
}

// `punch`: DXT1, where the order of the two colours says that index 3 is transparent.
void decode_colours(const byte* from, bool punch, Block& out) {
    const auto c0 = load<uint16_t>(from), c1 = load<uint16_t>(from + 2);
    const Texel a = from_565(c0), b = from_565(c1);
    std::array<Texel, 4> palette{a, b, between(a, b, 2, 1), between(a, b, 1, 2)};
    if (punch && c0 <= c1) {
        palette[2] = between(a, b, 1, 1);
        palette[3] = {0, 0, 0, 0};
    }
    const auto bits = load<uint32_t>(from + 4);
    for (unsigned i = 0; i < 16; ++i) out[i] = palette[(bits >> (2 * i)) & 3u];
}

void explicit_alpha(const byte* from, Block& out) {
    const auto bits = load<uint64_t>(from);
    for (unsigned i = 0; i < 16; ++i) out[i][3] = static_cast<unsigned char>(((bits >> (4 * i)) & 15u) * 17u);
}

void interpolated_alpha(const byte* from, Block& out) {
    const auto bits = load<uint64_t>(from);
    const auto a = static_cast<unsigned>(bits & 255u), b = static_cast<unsigned>(bits >> 8 & 255u);
    std::array<unsigned, 8> palette{a, b};
    const unsigned steps = a > b ? 7 : 5;
    for (unsigned i = 1; i < steps; ++i) palette[i + 1] = ((steps - i) * a + i * b) / steps;
    if (a <= b) {
        palette[6] = 0;
        palette[7] = 255;
    }
    for (unsigned i = 0; i < 16; ++i)
        out[i][3] = static_cast<unsigned char>(palette[static_cast<std::size_t>(bits >> (16 + 3 * i) & 7u)]);
}

enum class Pixels : uint8_t { Bc1, Bc2, Bc3, Masks };

void decode_block(const byte* from, Pixels kind, Block& out) {
    if (kind == Pixels::Bc1) return decode_colours(from, true, out);
    decode_colours(from + 8, false, out);
    kind == Pixels::Bc2 ? explicit_alpha(from, out) : interpolated_alpha(from, out);
}

void decode_blocks(const byte* from, Pixels kind, Image& image) {
    const std::size_t size = kind == Pixels::Bc1 ? 8 : 16;
    Block block;
    for (int y = 0; y < image.height; y += 4)
        for (int x = 0; x < image.width; x += 4, from += size) {
            decode_block(from, kind, block);
            for (int row = 0; row < std::min(4, image.height - y); ++row) {
                const auto at = (static_cast<std::size_t>(y + row) * static_cast<std::size_t>(image.width) +
                                 static_cast<std::size_t>(x)) *
                                4;
                const auto texels = static_cast<std::size_t>(std::min(4, image.width - x));
                std::memcpy(image.rgba.data() + at, block[static_cast<std::size_t>(row) * 4].data(), texels * 4);
            }
        }
}

// ---- pixels with masks ----

struct Masks {
    unsigned bytes = 0;  // of one pixel, 1 to 4
    uint32_t r = 0, g = 0, b = 0, a = 0;
};

// The masked bits, stretched to 0..255; `absent` when the mask is empty.
unsigned char channel(uint32_t pixel, uint32_t mask, unsigned char absent) {
    if (mask == 0) return absent;
    const uint32_t most = mask >> std::countr_zero(mask);
    const uint32_t value = (pixel & mask) >> std::countr_zero(mask);
    return static_cast<unsigned char>((uint64_t{value} * 255 + most / 2) / most);
}

void decode_masks(const byte* from, const Masks& masks, Image& image) {
    const bool grey = masks.g == 0 && masks.b == 0;
    const bool alpha_only = masks.r == 0 && grey;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4, from += masks.bytes) {
        uint32_t pixel = 0;
        for (unsigned k = 0; k < masks.bytes; ++k) pixel |= std::to_integer<uint32_t>(from[k]) << (8 * k);
        const unsigned char r = channel(pixel, masks.r, alpha_only ? 255 : 0);
        image.rgba[i] = r;
        image.rgba[i + 1] = grey ? r : channel(pixel, masks.g, 0);
        image.rgba[i + 2] = grey ? r : channel(pixel, masks.b, 0);
        image.rgba[i + 3] = channel(pixel, masks.a, 255);
    }
}

// ---- header ----

struct Layout {
    Pixels pixels = Pixels::Masks;
    Masks masks;
    std::size_t at = 128;  // of the first pixel
    std::string error;
};

constexpr uint32_t four_cc(const char (&text)[5]) {
    return static_cast<uint32_t>(text[0]) | static_cast<uint32_t>(text[1]) << 8 | static_cast<uint32_t>(text[2]) << 16 |
           static_cast<uint32_t>(text[3]) << 24;
}

Layout dx10_layout(std::span<const byte> file) {
    Layout layout;
    layout.at = 148;
    if (file.size() < layout.at) {
        layout.error =
            fmt::format("DDS: expected a DX10 header of 20 bytes at offset 128, found {} bytes", file.size() - 128);
        return layout;
    }
    const auto format = load<uint32_t>(file.data() + 128);
    if (format >= 70 && format <= 78)
        layout.pixels = format <= 72 ? Pixels::Bc1 : format <= 75 ? Pixels::Bc2 : Pixels::Bc3;
    else if (format >= 27 && format <= 29)
        layout.masks = {4, 0xFF, 0xFF00, 0xFF0000, 0xFF000000};
    else if (format == 87 || format == 91)
        layout.masks = {4, 0xFF0000, 0xFF00, 0xFF, 0xFF000000};
    else if (format == 88 || format == 93)
        layout.masks = {4, 0xFF0000, 0xFF00, 0xFF, 0};
    else
        layout.error =
            fmt::format("DDS: expected BC1 to BC3 or 8-bit RGBA, found DXGI format {} at offset 128", format);
    return layout;
}

Layout mask_layout(std::span<const byte> file, uint32_t flags) {
    Layout layout;
    const auto number = [&](std::size_t at) { return load<uint32_t>(file.data() + at); };
    const uint32_t bits = number(88);
    constexpr uint32_t has_alpha = 0x1, alpha_only = 0x2, rgb = 0x40, luminance = 0x20000;
    if ((flags & (rgb | luminance | alpha_only)) == 0)
        layout.error =
            fmt::format("DDS: expected DXT1 to DXT5, RGB or luminance, found pixel flags 0x{:X} at offset 80", flags);
    else if (bits != 8 && bits != 16 && bits != 24 && bits != 32)
        layout.error = fmt::format("DDS: expected 8, 16, 24 or 32 bits per pixel, found {} at offset 88", bits);
    layout.masks.bytes = bits / 8;
    if (!(flags & alpha_only)) layout.masks.r = number(92);
    if (flags & rgb) {
        layout.masks.g = number(96);
        layout.masks.b = number(100);
    }
    if (flags & (has_alpha | alpha_only)) layout.masks.a = number(104);
    return layout;
}

Layout read_layout(std::span<const byte> file) {
    const auto flags = load<uint32_t>(file.data() + 80), code = load<uint32_t>(file.data() + 84);
    if (!(flags & 0x4)) return mask_layout(file, flags);
    if (code == four_cc("DX10")) return dx10_layout(file);
    Layout layout;
    if (code == four_cc("DXT1"))
        layout.pixels = Pixels::Bc1;
    else if (code == four_cc("DXT2") || code == four_cc("DXT3"))
        layout.pixels = Pixels::Bc2;
    else if (code == four_cc("DXT4") || code == four_cc("DXT5"))
        layout.pixels = Pixels::Bc3;
    else
        layout.error = fmt::format("DDS: expected DXT1 to DXT5 or DX10, found the code 0x{:08X} at offset 84", code);
    return layout;
}

uint64_t bytes_needed(const Layout& layout, uint64_t width, uint64_t height) {
    if (layout.pixels == Pixels::Masks) return width * height * layout.masks.bytes;
    return ((width + 3) / 4) * ((height + 3) / 4) * (layout.pixels == Pixels::Bc1 ? 8 : 16);
}

}  // namespace

bool is_dds(std::span<const byte> file) { return file.size() >= 4 && load<uint32_t>(file.data()) == four_cc("DDS "); }

Image decode_dds(std::span<const byte> file) {
    Image image;
    constexpr std::size_t header = 128;
    if (file.size() < header) {
        image.error = fmt::format("DDS: expected a header of {} bytes, found {}", header, file.size());
        return image;
    }
    const auto height = load<uint32_t>(file.data() + 12), width = load<uint32_t>(file.data() + 16);
    const Layout layout = read_layout(file);
    image.error = layout.error;
    if (image.error.empty() && (width == 0 || height == 0 || width > largest_side || height > largest_side))
        image.error =
            fmt::format("DDS: expected 1 to {} pixels a side, found {} x {} at offset 12", largest_side, width, height);
    if (!image.error.empty()) return image;
    const uint64_t need = bytes_needed(layout, width, height);
    if (file.size() - layout.at < need) {
        image.error = fmt::format("DDS: expected {} bytes of pixels at offset {} for {} x {}, found {}", need,
                                  layout.at, width, height, file.size() - layout.at);
        return image;
    }
    image.width = static_cast<int>(width);
    image.height = static_cast<int>(height);
    image.rgba.resize(std::size_t{width} * height * 4);
    if (layout.pixels == Pixels::Masks)
        decode_masks(file.data() + layout.at, layout.masks, image);
    else
        decode_blocks(file.data() + layout.at, layout.pixels, image);
    return image;
}

}  // namespace bonescope
