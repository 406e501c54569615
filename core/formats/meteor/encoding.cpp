#include "core/formats/meteor/encoding.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <optional>

namespace bonescope::meteor {
namespace {

bool is_plain(byte b) { return b < byte{0x80}; }

// How often a letter with this lead stands in Chinese texts of the encoding, by the part of it in which it lies, spread
// over the leads of that part. Roughly: only the two against each other count.
constexpr double never = 1e-8;
constexpr double marks = 0.05 / 3;  // leads A1 to A3 of both

double share_in_big5(unsigned lead, unsigned trail) {
    const bool low = trail >= 0x40 && trail <= 0x7E, high = trail >= 0xA1 && trail <= 0xFE;
    if (lead < 0xA1 || lead > 0xF9 || !(low || high)) return never;
    if (lead < 0xA4) return marks;
    return (low ? 0.4 : 0.6) * (lead <= 0xC6 ? 0.98 / 35 : 0.02 / 51);
}

double share_in_gbk(unsigned lead, unsigned trail) {
    constexpr double traditional = 1e-3 / 126;
    if (lead < 0x81 || lead > 0xFE || trail < 0x40 || trail == 0x7F || trail > 0xFE) return never;
    if (trail < 0xA1 && lead > 0xA0 && lead < 0xA8) return never;
    if (trail < 0xA1 || lead < 0xA1) return traditional;
    if (lead < 0xA4) return marks;
    if (lead < 0xB0 || lead > 0xF7) return traditional;
    return lead <= 0xC6 ? 0.57 / 23 : lead <= 0xD7 ? 0.4 / 17 : 0.02 / 32;  // in the order of their sound up to D7
}

// By how much the letters speak for GBK; below 0 for Big5; nothing when there are none.
std::optional<double> speaks_for_gbk(std::span<const byte> text) {
    std::optional<double> out;
    for (auto at = text.begin(); (at = std::find_if_not(at, text.end(), is_plain)) != text.end(); at += 2) {
        const bool last = text.end() - at < 2;
        const auto lead = std::to_integer<unsigned>(*at), trail = last ? 0 : std::to_integer<unsigned>(at[1]);
        out = out.value_or(0) + std::log(share_in_gbk(lead, trail) / share_in_big5(lead, trail));
        if (last) break;
    }
    return out;
}

}  // namespace

Encoding encoding_of(std::span<const byte> text) {
    const auto gbk = speaks_for_gbk(text);
    if (!gbk) return Encoding::Big5;
    // Chinese in UTF-8 has three bytes a letter; Big5 is hardly ever valid as such.
    const bool three = std::any_of(text.begin(), text.end(), [](byte b) { return b >= byte{0xE0}; });
    if (three && valid_utf8(text_of(text, {0, static_cast<uint32_t>(text.size())}))) return Encoding::Utf8;
    const double surely = std::log(20);  // as the game's own lists are in Big5
    return *gbk > surely ? Encoding::Gbk : Encoding::Big5;
}

}  // namespace bonescope::meteor
