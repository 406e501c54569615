// Where words, numbers and strings of a JSON text end: eight bytes at a time.
#pragma once
#include "core/bytes.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace bonescope {

inline bool json_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
inline constexpr uint64_t json_ones = 0x0101'0101'0101'0101u, json_highs = json_ones * 0x80;
// The lowest high bit that is set is right; those above it may not be.
constexpr uint64_t json_zeros(uint64_t bytes) { return (bytes - json_ones) & ~bytes & json_highs; }
constexpr uint64_t json_equal(uint64_t bytes, char c) {
    return json_zeros(bytes ^ (json_ones * static_cast<unsigned char>(c)));
}

// Behind a number or word that begins at `at`.
inline const char* json_word_end(const char* at, const char* end) {
    while (end - at >= 8) {
        const auto bytes = load<uint64_t>(reinterpret_cast<const byte*>(at));
        const uint64_t blank = (bytes - json_ones * 0x21) & ~bytes & json_highs;
        const uint64_t closer = json_equal(bytes | (json_ones * 0x20), '}');  // ] or }
        if (const uint64_t found = blank | closer | json_equal(bytes, ',')) {
            at += std::countr_zero(found) / 8;
            return at;
        }
        at += 8;
    }
    while (at<end&& static_cast<unsigned char>(*at)> ' ' && *at != ',' && *at != ']' && *at != '}') ++at;
    return at;
}

inline bool json_starts_number(char c) { return static_cast<unsigned char>(c - '0') < 10 || c == '-'; }

// json_commas(): the commas among the 64 bytes at `at`, a bit for each byte, up to the first byte that is neither a
// comma nor usual in a number.
#if defined(__SSE2__)
// Sixteen bytes at `at`: which are commas, and which are neither commas nor usual in a number; a bit for each byte.
struct JsonSixteen {
    uint32_t commas, strange;
};
inline JsonSixteen json_sixteen(const char* at) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i least = _mm_set1_epi8('+'), most = _mm_set1_epi8('9');  // with no sign: nothing above 0x7F is usual
    const __m128i usual = _mm_cmpeq_epi8(_mm_min_epu8(_mm_max_epu8(bytes, least), most), bytes);
    return {static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(',')))),
            static_cast<uint32_t>(_mm_movemask_epi8(usual)) ^ 0xFFFF};
}
inline uint64_t json_commas(const char* at) {
    uint64_t commas = 0, strange = 0;
    for (unsigned first = 0; first < 64; first += 16) {
        const JsonSixteen part = json_sixteen(at + first);
        commas |= uint64_t{part.commas} << first;
        strange |= uint64_t{part.strange} << first;
    }
    return strange ? commas & ((strange & -strange) - 1) : commas;
}
#else
inline uint64_t json_commas(const char* at) {
    uint64_t commas = 0;
    for (unsigned first = 0; first < 64; first += 8) {
        const auto bytes = load<uint64_t>(reinterpret_cast<const byte*>(at + first));
        const uint64_t strange =
            ((bytes + json_ones * (0x80 - ':')) | ~(bytes + json_ones * (0x80 - '+')) | bytes) & json_highs;
        const uint64_t others = bytes ^ (json_ones * ',');
        uint64_t found = ~(((others & ~json_highs) + ~json_highs) | others) & json_highs;
        if (strange) found &= (strange & -strange) - 1;
        commas |= (found >> 7) * 0x0102'0408'1020'4080u >> 56 << first;
        if (strange) break;
    }
    return commas;
}
#endif

// At the quote that closes the string whose content begins at `at`, or `end`.
inline const char* json_string_end(const char* at, const char* end) {
    for (;;) {
        while (end - at >= 8) {
            const auto bytes = load<uint64_t>(reinterpret_cast<const byte*>(at));
            if (const uint64_t found = json_equal(bytes, '"') | json_equal(bytes, '\\')) {
                at += std::countr_zero(found) / 8;
                break;
            }
            at += 8;
        }
        while (at < end && *at != '"' && *at != '\\') ++at;
        if (at >= end || *at == '"') return at;
        at = end - at < 2 ? end : at + 2;  // an escape
    }
}

}  // namespace bonescope
