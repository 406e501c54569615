#include "app/panels/ease_marks.h"

namespace bonescope::plot {
namespace {

constexpr int steps = 32;  // of a piece of a Bezier curve

// In handles of three: the ends 0 0 and 1 1 are there whether the file writes them or not.
std::vector<ImVec2> points_of(const Document& doc, const Easing& easing) {
    std::vector<ImVec2> out;
    if (easing.curve == none) return out;
    const float* c = doc.arena.data() + easing.curve;
    const bool whole = easing.curve_count % 3 == 2;
    if (!whole) out.push_back({0, 0});
    for (uint32_t i = 0; i + 1 < easing.curve_count; i += 2) out.push_back({c[i], c[i + 1]});
    if (!whole) out.push_back({1, 1});
    return out;
}

ImVec2 on_piece(const ImVec2* p, float t) {
    const float s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x, a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

void dotted(ImDrawList& draw, ImVec2 a, ImVec2 b, ImU32 ink) {
    const float length = std::hypot(b.x - a.x, b.y - a.y), dash = px(4);
    for (float at = 0; at < length && dash > 0; at += 2 * dash) {
        const float end = std::min(at + dash, length);
        draw.AddLine({a.x + (b.x - a.x) * at / length, a.y + (b.y - a.y) * at / length},
                     {a.x + (b.x - a.x) * end / length, a.y + (b.y - a.y) * end / length}, ink, px(1));
    }
}

void bezier(ImDrawList& draw, const std::vector<ImVec2>& p, auto at, bool curve_too) {
    const ImU32 ink = color::selection;
    for (std::size_t i = 0; i + 3 < p.size(); i += 3) {
        std::vector<ImVec2> line;
        for (int k = 0; curve_too && k <= steps; ++k) {
            const ImVec2 v = on_piece(&p[i], static_cast<float>(k) / steps);
            line.push_back(at(v.x, v.y));
        }
        draw.AddPolyline(line.data(), static_cast<int>(line.size()), color::with_alpha(ink, 110), 0, px(1));
        const ImVec2 a = at(p[i].x, p[i].y), b = at(p[i + 1].x, p[i + 1].y), c = at(p[i + 2].x, p[i + 2].y),
                     d = at(p[i + 3].x, p[i + 3].y);
        draw.AddLine(a, b, color::with_alpha(ink, 190), px(1));
        draw.AddLine(d, c, color::with_alpha(ink, 190), px(1));
        draw.AddCircleFilled(b, px(3.5f), ink);
        draw.AddCircleFilled(c, px(3.5f), ink);
        if (i > 0) draw.AddCircle(a, px(4), ink, 0, px(1.5f));
    }
}

}  // namespace

void ease_marks(ImDrawList& draw, const Document& doc, const Easing& easing, const EaseSpan& span, bool exact) {
    const auto at = [&](float u, float v) {
        return ImVec2{span.x0 + u * (span.x1 - span.x0), span.lane.y(span.from + double{v} * (span.to - span.from))};
    };
    const bool weighted = easing.kind == Ease::In || easing.kind == Ease::Out || easing.kind == Ease::InOut;
    if (weighted) return dotted(draw, at(0, 0), at(1, 1), color::with_alpha(color::selection, 150));
    if (easing.kind != Ease::Table) return;
    const std::vector<ImVec2> points = points_of(doc, easing);
    bezier(draw, points, at, !exact);
    if (exact && easing.curve != none) return;
    const auto count = static_cast<float>(easing.count + 1);
    if (span.x1 - span.x0 < px(4) * count) return;  // no room to tell them apart
    for (uint32_t i = 0; i < easing.count; ++i)
        draw.AddCircleFilled(at(static_cast<float>(i + 1) / count, doc.arena[easing.first + i]), px(2),
                             color::selected_text);
}

std::string ease_words(const Document& doc, const Easing& easing, bool exact) {
    switch (easing.kind) {
    case Ease::Step:
        return "holds: no tween";
    case Ease::Linear:
    case Ease::Default:
        return "linear";
    case Ease::In:
        return fmt::format("ease in {:g}", easing.amount);
    case Ease::Out:
        return fmt::format("ease out {:g}", easing.amount);
    case Ease::InOut:
        return fmt::format("ease in and out {:g}", easing.amount);
    case Ease::Table:
        break;
    }
    std::string out = easing.curve == none ? "curve" : "bezier";
    constexpr uint32_t most = 10;
    for (uint32_t i = 0; easing.curve != none && i < std::min(easing.curve_count, most); ++i)
        out += fmt::format(" {:.4g}", doc.arena[easing.curve + i]);
    if (easing.curve != none && easing.curve_count > most) out += " …";
    const bool sampled = !exact || easing.curve == none;
    return sampled ? out + fmt::format(", sampled at {} points", easing.count) : out + ", exact";
}

}  // namespace bonescope::plot
