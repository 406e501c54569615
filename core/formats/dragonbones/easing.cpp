#include "core/formats/dragonbones/easing.h"
#include "core/formats/dragonbones/figure.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr uint32_t most_samples = 1000;  // of one curve: more than this tells nothing new

struct Piece {
    double x[4], y[4];
};

double cubic(const double (&p)[4], double t) {
    const double s = 1 - t;
    return s * s * s * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t * t * t * p[3];
}

// The piece of the curve that holds time `t`. Short form: the ends 0 0 and 1 1 are not written, and the first and the
// last piece run between these whatever knots stand beside them. Long form: all knots are written.
Piece piece_at(std::span<const float> c, double t) {
    Piece out{};
    const bool full = c.size() % 3 == 2;
    std::size_t at = full ? 2 : 0;  // of the first handle
    while (at + (full ? 12 : 10) <= c.size() && c[at + 4] < t) at += 6;
    const bool first = at<2, last = at + 6> c.size();
    const bool ends = !full && (first || last);
    out.x[0] = ends ? 0 : c[at - 2], out.y[0] = ends ? 0 : c[at - 1];
    for (std::size_t i = 0; i < 2; ++i) out.x[i + 1] = c[at + 2 * i], out.y[i + 1] = c[at + 2 * i + 1];
    out.x[3] = ends ? 1 : c[at + 4], out.y[3] = ends ? 1 : c[at + 5];
    return out;
}

uint32_t curve_ease(Document& doc, const std::vector<float>& curve, double frames) {
    const uint32_t count = static_cast<uint32_t>(std::min(frames, double{most_samples})) + 1;
    // The same curve over as many frames again, as exporters write it, mostly follows soon.
    constexpr std::size_t looks = 16;
    for (std::size_t i = doc.eases.size(); i > 0 && doc.eases.size() - i < looks; --i) {
        const Easing& known = doc.eases[i - 1];
        if (known.kind == Ease::Table && known.count == count && known.curve_count == curve.size() &&
            std::equal(curve.begin(), curve.end(), doc.arena.begin() + known.curve))
            return static_cast<uint32_t>(i - 1);
    }
    if (!has_room(doc, count + curve.size())) return step_ease(doc);
    Easing easing;
    easing.kind = Ease::Table;
    easing.curve = static_cast<uint32_t>(doc.arena.size());
    easing.curve_count = static_cast<uint32_t>(curve.size());
    if (curve.size() % 3 == 2) easing.from = curve[1], easing.to = curve.back();
    doc.arena.insert(doc.arena.end(), curve.begin(), curve.end());
    std::vector<float> samples;
    sample_curve(curve, count, samples);
    easing.first = static_cast<uint32_t>(doc.arena.size());
    easing.count = count;
    doc.arena.insert(doc.arena.end(), samples.begin(), samples.end());
    doc.eases.push_back(easing);
    return static_cast<uint32_t>(doc.eases.size() - 1);
}

}  // namespace

uint32_t plain_ease(Document& doc, const Easing& easing) {
    constexpr std::size_t looks = 64;  // plain eases: there are few of them, and they come first
    for (std::size_t i = 0; i < std::min(doc.eases.size(), looks); ++i)
        if (doc.eases[i].kind == easing.kind && doc.eases[i].amount == easing.amount) return static_cast<uint32_t>(i);
    doc.eases.push_back(easing);
    return static_cast<uint32_t>(doc.eases.size() - 1);
}

uint32_t table_ease(Document& doc, std::span<const float> samples, float from, float to) {
    if (!has_room(doc, samples.size())) return step_ease(doc);
    Easing easing;
    easing.kind = Ease::Table;
    easing.from = from, easing.to = to;
    easing.first = static_cast<uint32_t>(doc.arena.size());
    easing.count = static_cast<uint32_t>(samples.size());
    doc.arena.insert(doc.arena.end(), samples.begin(), samples.end());
    doc.eases.push_back(easing);
    return static_cast<uint32_t>(doc.eases.size() - 1);
}

uint32_t step_ease(Document& doc) {
    Easing easing;
    easing.kind = Ease::Step;
    return plain_ease(doc, easing);
}

void sample_curve(std::span<const float> curve, uint32_t count, std::vector<float>& out) {
    out.clear();
    for (uint32_t i = 1; i <= count; ++i) {
        const double t = static_cast<double>(i) / (count + 1);
        const Piece piece = piece_at(curve, t);
        double low = 0, high = 1, middle = 0;
        while (high - low > 1e-4) {
            middle = (low + high) / 2;
            (cubic(piece.x, middle) < t ? low : high) = middle;
        }
        out.push_back(static_cast<float>(std::round(cubic(piece.y, middle) * 10000) / 10000));
    }
}

uint32_t ease_of_number(Document& doc, double amount) {
    if (!(amount > -1.5) || !std::isfinite(amount)) return step_ease(doc);
    Easing easing;
    easing.amount = static_cast<float>(std::round((amount > 1 ? amount - 1 : std::abs(amount)) * 100) / 100);
    easing.kind = amount == 0 ? Ease::Linear : amount < 0 ? Ease::In : amount > 1 ? Ease::InOut : Ease::Out;
    return plain_ease(doc, easing);
}

uint32_t ease_of_key(Document& doc, Values& in, JsonValue key, double frames) {
    const JsonValue value = key["curve"];
    if (value.is(JsonKind::Array) && value.most_items() == 0)
        in.odd(value.bytes(), "an empty curve, which counts as none");
    if (value.is(JsonKind::Array) && value.most_items() > 0) {
        std::vector<float> curve;
        in.numbers(value, curve);
        const bool good = curve.size() >= 4 && curve.size() % 3 != 0 && (curve.size() % 3 == 1 || curve.size() >= 8) &&
                          (curve.size() - (curve.size() % 3 == 1 ? 4 : 8)) % 6 == 0;
        if (good && curve.size() % 3 == 2)
            in.odd(value.bytes(), "a curve in the full form, which the runtime plays wrongly");
        if (good) return curve_ease(doc, curve, frames);
        in.warn(value, fmt::format("curve: expected 4, 10, 16 … or 8, 14, 20 … numbers, found {}; the key steps",
                                   curve.size()));
        return step_ease(doc);
    }
    return ease_of_number(doc, in.number(key["tweenEasing"], -2));  // nothing, null and "NaN": none
}

}  // namespace bonescope::dragonbones
