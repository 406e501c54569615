// Numbers in long texts of them, where parsing is most of the work.
#pragma once
#include "core/bytes.h"

namespace bonescope {

// A number at the start of [at, end), correctly rounded: returns the place behind it, or null when there is none that
// is finite. No blanks before it, no plus sign.
const char* read_float(const char* at, const char* end, float& out);

// The `size` bytes before `end` as a number: digits with a point among them and a minus before them if need be, at most
// eight bytes after it, of which the nearest double is told. False, of all else: read_float or others know more. Eight
// bytes before `end` must be there. It takes the same steps whatever stands in the text, as no processor can guess
// that, and rounding `out` to a float gives the nearest one: with so few digits what lies in the middle between two
// floats is exact.
inline bool read_short(const char* end, std::size_t size, double& out) {
    static constexpr double divisors[2][9] = {{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1},
                                              {-1, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1}};
    constexpr uint64_t ones = 0x0101'0101'0101'0101u, highs = ones * 0x80;
    constexpr uint64_t point = '.' ^ '0';
    const bool negative = *(end - size) == '-';
    size -= negative;
    if (size - 1 >= 8) return false;
    const std::size_t before = (8 - size) * 8;  // bits of what stands before the digits, which become zeros
    uint64_t digits = (load<uint64_t>(reinterpret_cast<const byte*>(end - 8)) ^ ones * '0') >> before << before;
    if (digits >> 56 >= 10) return false;
    const uint64_t others = digits ^ ones * point;
    const uint64_t found = (others - ones) & ~others & highs, at_point = found & -found;  // the high bit of its byte
    const uint64_t below = (at_point >> 7) - 1, above = -(at_point << 1);
    digits = (digits & above) | (digits & below) << (at_point != 0) * 8;
    if (((digits + ones * 0x76) | digits) & highs) return false;
    digits = digits * 10 + (digits >> 8);
    digits = ((digits & 0x0000'00FF'0000'00FFu) * 0x000F'4240'0000'0064u +
              ((digits >> 16) & 0x0000'00FF'0000'00FFu) * 0x0000'2710'0000'0001u) >>
             32;
    const int after_point = (std::countl_zero(at_point | 1) + 1) / 8;  // 8: no point; | 1 spares a branch for it
    out = static_cast<double>(static_cast<int64_t>(digits)) / divisors[negative][after_point];
    return true;
}

}  // namespace bonescope
