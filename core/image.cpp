#include "core/image.h"
#include "core/bytes.h"
#include "core/dds.h"
#include "core/load.h"
#include <fmt/format.h>
#include <string_view>
#ifdef BONESCOPE_STB_IN_SOURCE
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#endif
#include <stb_image.h>
#include <stb_image_write.h>

namespace bonescope {
namespace {

enum class Container : uint8_t { Unknown, Png, Jpeg, Bmp, Tga };

const char* name_of(Container kind) {
    static const char* const names[] = {"picture", "PNG", "JPEG", "BMP", "TGA"};
    return names[static_cast<int>(kind)];
}

// TGA has no magic number: its header must make sense.
bool is_tga(std::span<const byte> file) {
    if (file.size() < 18) return false;
    const auto number = [&](std::size_t at) { return load<uint8_t>(file.data() + at); };
    const unsigned map = number(1), type = number(2) & 7u, depth = number(16);
    if (map > 1 || (number(2) & ~11u) || type < 1 || type > 3 || (type == 1) != (map == 1)) return false;
    return depth == 8 || depth == 15 || depth == 16 || depth == 24 || depth == 32;
}

Container kind_of(std::span<const byte> file) {
    const std::string_view start = text_of(file, {0, static_cast<uint32_t>(std::min<std::size_t>(file.size(), 8))});
    if (start == "\x89PNG\r\n\x1A\n") return Container::Png;
    if (start.starts_with("\xFF\xD8\xFF")) return Container::Jpeg;
    if (start.starts_with("BM")) return Container::Bmp;
    return is_tga(file) ? Container::Tga : Container::Unknown;
}

// ---- stb fills what a cut file lacks with zeros: these say so instead ----

std::string check_png(std::span<const byte> file) {
    for (std::size_t at = 8; file.size() - at >= 12;) {
        const auto length = load<uint32_t>(file.data() + at, true);
        if (length > file.size() - at - 12) break;
        if (load<uint32_t>(file.data() + at + 4, true) == 0x49454E44) return {};  // IEND
        at += std::size_t{12} + length;
    }
    return "PNG: expected an IEND chunk, found the end of the file";
}

std::string check_jpeg(std::span<const byte> file) {
    const std::string_view text{reinterpret_cast<const char*>(file.data()), file.size()};
    const std::size_t scan = text.rfind("\xFF\xDA"), end = text.rfind("\xFF\xD9");
    if (scan != std::string_view::npos && end != std::string_view::npos && end > scan) return {};
    return "JPEG: expected an end marker after the picture, found the end of the file";
}

std::string check_bmp(std::span<const byte> file, int width, int height) {
    if (file.size() < 34) return fmt::format("BMP: expected a header of at least 34 bytes, found {}", file.size());
    const uint64_t at = load<uint32_t>(file.data() + 10);
    const uint64_t bits = load<uint16_t>(file.data() + 28);
    const uint64_t need = (uint64_t(width) * bits + 31) / 32 * 4 * uint64_t(height);
    const bool packed = load<uint32_t>(file.data() + 14) >= 40 && load<uint32_t>(file.data() + 30) % 3 != 0;
    if (packed || at + need <= file.size()) return {};
    return fmt::format("BMP: expected {} bytes of pixels at offset {}, the file has {}", need, at, file.size());
}

// Run lengths: a byte with its high bit set repeats the next pixel, else that many pixels follow.
bool holds_runs(std::span<const byte> file, std::size_t at, uint64_t pixels, std::size_t bytes) {
    while (pixels > 0) {
        if (at >= file.size()) return false;
        const auto head = std::to_integer<unsigned>(file[at]);
        const uint64_t run = (head & 127u) + 1;
        at += 1 + (head & 128u ? bytes : bytes * run);
        pixels -= std::min(pixels, run);
    }
    return at <= file.size();
}

std::string check_tga(std::span<const byte> file, int width, int height) {
    const auto number = [&](std::size_t at) { return load<uint8_t>(file.data() + at); };
    const std::size_t map_entry = (number(7) + 7u) / 8;
    const std::size_t map = number(1) ? map_entry * load<uint16_t>(file.data() + 5) : 0;
    const std::size_t at = 18 + number(0) + map, bytes = (number(16) + 7u) / 8;
    const uint64_t pixels = uint64_t(width) * uint64_t(height);
    const bool whole = number(2) & 8u ? holds_runs(file, at, pixels, bytes) : at + pixels * bytes <= file.size();
    if (whole) return {};
    return fmt::format("TGA: expected {} x {} pixels of {} bytes at offset {}, found the end of the file at {}", width,
                       height, bytes, at, file.size());
}

std::string check(Container kind, std::span<const byte> file, int width, int height) {
    if (width < 1 || height < 1 || width > largest_side || height > largest_side)
        return fmt::format("{}: expected 1 to {} pixels a side, found {} x {}", name_of(kind), largest_side, width,
                           height);
    // No packing here makes more than 4096 bytes of one, so that a small file cannot ask for a gigabyte.
    if (uint64_t(width) * uint64_t(height) * 4 > uint64_t{4096} * file.size() + (1u << 20))
        return fmt::format("{}: {} x {} pixels cannot be in a file of {} bytes", name_of(kind), width, height,
                           file.size());
    switch (kind) {
    case Container::Png:
        return check_png(file);
    case Container::Jpeg:
        return check_jpeg(file);
    case Container::Bmp:
        return check_bmp(file, width, height);
    default:
        return check_tga(file, width, height);
    }
}

Image decode_stb(std::span<const byte> file, Container kind) {
    Image image;
    const auto* data = reinterpret_cast<const unsigned char*>(file.data());
    const int size = static_cast<int>(file.size());
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_memory(data, size, &width, &height, &channels)) {
        image.error = fmt::format("{}: the header cannot be read: {}", name_of(kind), stbi_failure_reason());
        return image;
    }
    image.error = check(kind, file, width, height);
    if (!image.error.empty()) return image;
    unsigned char* pixels = stbi_load_from_memory(data, size, &width, &height, &channels, 4);
    if (!pixels) {
        image.error = fmt::format("{}: the pixels cannot be read: {}", name_of(kind), stbi_failure_reason());
        return image;
    }
    image.width = width;
    image.height = height;
    image.rgba.assign(pixels, pixels + std::size_t(width) * std::size_t(height) * 4);
    stbi_image_free(pixels);
    return image;
}

}  // namespace

Image decode_image(std::span<const byte> file) {
    Image image;
    constexpr std::size_t largest_file = 0x7FFF'FFFF;  // stb counts in int
    const Container kind = kind_of(file);
    if (file.empty())
        image.error = "the file is empty: expected a picture";
    else if (file.size() > largest_file)
        image.error = "pictures of 2 GiB and more are not supported";
    else if (is_dds(file))
        image = decode_dds(file);
    else if (kind == Container::Unknown)
        image.error = "expected a picture (PNG, JPEG, TGA, BMP or DDS), found something else";
    else
        image = decode_stb(file, kind);
    for (std::size_t i = 3; i < image.rgba.size() && !image.has_alpha; i += 4) image.has_alpha = image.rgba[i] != 255;
    return image;
}

Image read_image(const std::string& path) {
    Big<byte> file;
    Image image;
    image.error = read_file(path, file);
    return image.error.empty() ? decode_image(file) : image;
}

Image image_size(const std::string& path) {
    Image image;
    int channels = 0;
    if (!stbi_info(path.c_str(), &image.width, &image.height, &channels)) image.width = image.height = 0;
    return image;
}

std::string write_png(const std::string& path, int width, int height, std::span<const unsigned char> rgba) {
    if (width < 1 || height < 1 || rgba.size() != std::size_t(width) * std::size_t(height) * 4)
        return fmt::format("expected {} x {} pixels, found {} bytes", width, height, rgba.size());
    std::string png;
    const auto append = [](void* out, void* data, int size) {
        static_cast<std::string*>(out)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &png, width, height, 4, rgba.data(), width * 4))
        return "the picture cannot be packed";
    return write_file(path, png);
}

void apply_mask(Image& image, const Image& mask) {
    if (image.rgba.empty() || mask.rgba.empty()) return;
    image.has_alpha = false;
    for (int y = 0; y < image.height; ++y) {
        const auto row = static_cast<std::size_t>(int64_t{y} * mask.height / image.height);
        for (int x = 0; x < image.width; ++x) {
            const auto column = static_cast<std::size_t>(int64_t{x} * mask.width / image.width);
            const unsigned char* from = mask.rgba.data() + (row * static_cast<std::size_t>(mask.width) + column) * 4;
            const int bright = (from[0] * 299 + from[1] * 587 + from[2] * 114 + 500) / 1000;
            const auto at =
                (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) * 4;
            image.rgba[at + 3] = static_cast<unsigned char>(bright);
            image.has_alpha |= bright < 255;
        }
    }
}

}  // namespace bonescope
