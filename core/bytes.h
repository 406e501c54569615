// Byte ranges and unaligned loads: the coordinate that every part of the program shares.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace bonescope {

using std::byte;
inline constexpr uint32_t none = ~0u;

// A range of bytes in a file. Files are below 4 GiB (load() refuses larger ones).
struct Bytes {
    uint32_t at = 0, size = 0;
    uint32_t end() const { return at + size; }
    bool contains(uint32_t offset) const { return offset - at < size; }
    bool operator==(const Bytes&) const = default;
};

// One number from unaligned memory; `big` swaps the bytes of a big-endian file.
template <class T> T load(const byte* from, bool big = false) {
    T value;
    std::memcpy(&value, from, sizeof value);
    if (!big) return value;
    byte swapped[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) swapped[i] = from[sizeof(T) - 1 - i];
    return std::bit_cast<T>(swapped);
}

inline std::string_view text_of(std::span<const byte> file, Bytes where) {
    return {reinterpret_cast<const char*>(file.data()) + where.at, where.size};
}

}  // namespace bonescope
