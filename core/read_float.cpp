#include "core/read_float.h"
#include "core/bytes.h"
#include <bit>
#include <charconv>
#include <cmath>

namespace bonescope {
namespace {

constexpr double powers_of_ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

// The digits at `at`, eight at a time; `value` goes on from what it is. Where eight bytes are there, nothing depends on
// how many of them are digits, which no processor can guess.
const char* read_digits(const char* at, const char* end, uint64_t& value) {
    static constexpr uint64_t whole_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    constexpr uint64_t ones = 0x0101'0101'0101'0101u;
    while (end - at >= 8) {
        auto digits = load<uint64_t>(reinterpret_cast<const byte*>(at)) ^ ones * '0';
        const uint64_t others = ((digits + ones * 0x76) | digits) & ones * 0x80;
        const int n = std::countr_zero(others) / 8;
        if (n == 0) return at;
        digits <<= (8 - n) * 8;
        digits = digits * 10 + (digits >> 8);
        digits = ((digits & 0x0000'00FF'0000'00FFu) * 0x000F'4240'0000'0064u +
                  ((digits >> 16) & 0x0000'00FF'0000'00FFu) * 0x0000'2710'0000'0001u) >>
                 32;
        value = value * whole_powers[n] + digits;
        at += n;
        if (n < 8) return at;
    }
    for (; at < end && static_cast<unsigned char>(*at - '0') < 10; ++at)
        value = value * 10 + static_cast<uint64_t>(*at - '0');
    return at;
}

// Digits with a point among them, few enough that both their whole and the power of ten are exact in a double. Their
// quotient is then off by half a bit of a double at most, which matters only in the middle between two floats.
const char* short_decimal(const char* at, const char* end, float& out) {
    const bool negative = at < end && *at == '-';
    at += negative;
    uint64_t whole = 0;
    const char* const first = at;
    for (; at < end && static_cast<unsigned char>(*at - '0') < 10; ++at)
        whole = whole * 10 + static_cast<uint64_t>(*at - '0');
    std::ptrdiff_t digits = at - first, after = 0;
    if (digits == 0) return nullptr;
    if (at < end && *at == '.') {
        const char* const point = ++at;
        at = read_digits(at, end, whole);
        after = at - point;
        digits += after;
    }
    if (digits > 15 || (at < end && (*at | 0x20) == 'e')) return nullptr;
    const double value = static_cast<double>(whole) / powers_of_ten[after];
    constexpr uint64_t dropped = (uint64_t{1} << 29) - 1, middle = uint64_t{1} << 28;  // bits that a float lacks
    const uint64_t rest = std::bit_cast<uint64_t>(value) & dropped;
    if (rest - middle + 1 < 3) return nullptr;
    out = static_cast<float>(negative ? -value : value);
    return at;
}

}  // namespace

const char* read_float(const char* at, const char* end, float& out) {
    if (const char* next = short_decimal(at, end, out)) return next;
    const auto [next, error] = std::from_chars(at, end, out);
    return error == std::errc{} && std::isfinite(out) ? next : nullptr;
}

}  // namespace bonescope
