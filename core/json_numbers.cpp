// Arrays of numbers: most of what there is to read in most files.
#include "core/interpolate.h"
#include "core/json.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bonescope {
namespace {

#if defined(__x86_64__)

BONESCOPE_FAST inline __m256i bytes_of(char c) { return _mm256_set1_epi8(c); }

// Eight digits a lane, the first in the lowest byte, to their number.
BONESCOPE_FAST inline __m256d number_of(__m256i digits) {
    const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));   // 10 and 1
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001'0064));  // 100 and 1
    const __m256i number =
        _mm256_add_epi64(_mm256_mul_epu32(fours, _mm256_set1_epi64x(10'000)), _mm256_srli_epi64(fours, 32));
    const __m256d ones = _mm256_set1_pd(0x1p52);  // whose lowest bits count ones
    return _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(number), ones), ones);
}

// What read_short() does, of four words at once, each of one to eight bytes: `words` has the eight bytes that end with
// it. False, and nothing written: one of them is for others.
BONESCOPE_FAST inline bool read_four(__m256i words, __m256i sizes, float* out) {
    alignas(64) static constexpr double divisors[8] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
    const __m256i zero = _mm256_setzero_si256(), byte = _mm256_set1_epi64x(0xFF);
    const __m256i before = _mm256_slli_epi64(_mm256_sub_epi64(_mm256_set1_epi64x(8), sizes), 3);
    const __m256i first = _mm256_sllv_epi64(byte, before);
    const __m256i all = _mm256_and_si256(_mm256_xor_si256(words, bytes_of('0')),
                                         _mm256_sub_epi64(zero, _mm256_and_si256(first, bytes_of(1))));
    const __m256i minus = _mm256_sllv_epi64(_mm256_set1_epi64x('-' ^ '0'), before);
    const __m256i negative = _mm256_cmpeq_epi64(_mm256_and_si256(all, first), minus);
    const __m256i text = _mm256_andnot_si256(_mm256_and_si256(negative, first), all);

    const __m256i points = _mm256_and_si256(_mm256_cmpeq_epi8(text, bytes_of('.' ^ '0')), bytes_of(1));
    const __m256i point = _mm256_and_si256(points, _mm256_sub_epi64(zero, points));  // the lowest bit of its byte
    const __m256i below = _mm256_sub_epi64(point, _mm256_set1_epi64x(1));
    const __m256i above = _mm256_sub_epi64(zero, _mm256_slli_epi64(point, 8));
    const __m256i shift = _mm256_and_si256(_mm256_cmpgt_epi64(point, zero), _mm256_set1_epi64x(8));
    const __m256i digits =
        _mm256_or_si256(_mm256_and_si256(text, above), _mm256_sllv_epi64(_mm256_and_si256(text, below), shift));

    // A number ends with a digit, which no point and no minus may hide.
    const __m256i seen = _mm256_or_si256(digits, _mm256_and_si256(all, _mm256_slli_epi64(byte, 56)));
    const __m256i good = _mm256_cmpeq_epi8(_mm256_max_epu8(seen, bytes_of(9)), bytes_of(9));
    if (_mm256_movemask_epi8(good) != -1) return false;

    const __m256i after_point = _mm256_sad_epu8(_mm256_and_si256(above, bytes_of(1)), zero);
    const __m256d size = _mm256_div_pd(number_of(digits), _mm256_i64gather_pd(divisors, after_point, 8));
    const __m256d sign = _mm256_and_pd(_mm256_castsi256_pd(negative), _mm256_set1_pd(-0.));
    _mm_storeu_ps(out, _mm256_cvtpd_ps(_mm256_xor_pd(size, sign)));
    return true;
}

// Items from tape[at] on, before tape[end], four at a time. Returns how many it wrote.
BONESCOPE_FAST std::size_t read_fours(const char* file, const JsonNode* tape, uint32_t at, uint32_t end, float* out,
                                      std::size_t room) {
    std::size_t n = 0;
    for (; end - at >= 4 && room - n >= 4; at += 4, n += 4) {
        const JsonNode* const four = tape + at;
        const bool plain =
            four[0].next == at + 1 && four[1].next == at + 2 && four[2].next == at + 3 && four[3].next == at + 4;
        const bool brief = ((four[0].size - 1) | (four[1].size - 1) | (four[2].size - 1) | (four[3].size - 1)) < 8;
        if (!plain || !brief) break;
        const auto word = [&](int i) __attribute__((target("avx2,fma"))) {
            return static_cast<long long>(
                load<uint64_t>(reinterpret_cast<const bonescope::byte*>(file + four[i].at + four[i].size - 8)));
        };
        const __m256i words = _mm256_set_epi64x(word(3), word(2), word(1), word(0));
        const __m256i sizes = _mm256_set_epi64x(four[3].size, four[2].size, four[1].size, four[0].size);
        if (!read_four(words, sizes, out + n)) break;
    }
    return n;
}

#else

std::size_t read_fours(const char*, const JsonNode*, uint32_t, uint32_t, float*, std::size_t) { return 0; }

#endif

}  // namespace

float* JsonValue::Iterator::short_numbers(const Iterator& last, float* to, const float* full, bool fours) {
    constexpr uint32_t eight = 8;  // bytes that have to stand before the end of a number
    if (at_ == last.at_ || at_->at < eight) return to;
    auto at = static_cast<uint32_t>(at_ - tape_);
    const auto end = static_cast<uint32_t>(last.at_ - tape_);
    for (bool good = true; good && at != end && to != full;) {
        if (fours) {
            const std::size_t n = read_fours(file_, tape_, at, end, to, static_cast<std::size_t>(full - to));
            at += static_cast<uint32_t>(n);
            to += n;
        }
        for (int i = 0; i < 4 && good && at != end && to != full; ++i) {
            const JsonNode& node = tape_[at];
            double value = 0;
            good = node.next == at + 1 && node.size > 0 && read_short(file_ + node.at + node.size, node.size, value);
            if (good) *to++ = static_cast<float>(value), ++at;
        }
    }
    at_ = tape_ + at;
    return to;
}

}  // namespace bonescope
