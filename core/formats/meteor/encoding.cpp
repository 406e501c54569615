#include "core/formats/meteor/encoding.h"
#include "core/text.h"
#include <algorithm>

namespace bonescope::meteor {
namespace {

bool is_plain(byte b) { return b < byte{0x80}; }

// Letters of two bytes: how many there are, are none of the encoding, and end in a byte below 0x80.
struct Pairs {
    uint32_t count = 0, bad = 0, low = 0;
};

template <class Valid> Pairs pairs_of(std::span<const byte> text, Valid valid) {
    Pairs out;
    for (auto at = text.begin(); (at = std::find_if_not(at, text.end(), is_plain)) != text.end(); at += 2) {
        const auto lead = std::to_integer<unsigned>(*at);
        const bool last = text.end() - at < 2;
        const unsigned trail = last ? 0 : std::to_integer<unsigned>(at[1]);
        ++out.count;
        out.bad += !valid(lead, trail);
        out.low += trail < 0x80;
        if (last) break;
    }
    return out;
}

Pairs big5_pairs(std::span<const byte> text) {
    return pairs_of(text, [](unsigned lead, unsigned trail) {
        return lead >= 0xA1 && lead <= 0xF9 && ((trail >= 0x40 && trail <= 0x7E) || (trail >= 0xA1 && trail <= 0xFE));
    });
}

Pairs gbk_pairs(std::span<const byte> text) {
    return pairs_of(text, [](unsigned lead, unsigned trail) {
        return lead >= 0x81 && lead <= 0xFE && trail >= 0x40 && trail != 0x7F && trail <= 0xFE;
    });
}

}  // namespace

Encoding encoding_of(std::span<const byte> text) {
    constexpr uint32_t enough = 24;
    const Pairs big5 = big5_pairs(text);
    if (big5.count == 0) return Encoding::Big5;
    // Chinese in UTF-8 has three bytes a letter; Big5 is hardly ever valid as such.
    const bool three = std::any_of(text.begin(), text.end(), [](byte b) { return b >= byte{0xE0}; });
    if (three && valid_utf8(text_of(text, {0, static_cast<uint32_t>(text.size())}))) return Encoding::Utf8;
    // One in three letters of Big5 ends in a byte below 0x80, those of simplified Chinese in GBK never do. Shipped
    // lists have some comments in GBK among hundreds in Big5.
    const bool mostly = big5.bad * 8 < big5.count && (big5.low > 0 || big5.count < enough);
    return mostly || gbk_pairs(text).bad > 0 ? Encoding::Big5 : Encoding::Gbk;
}

}  // namespace bonescope::meteor
