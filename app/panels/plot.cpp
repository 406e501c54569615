#include "app/panels/plot.h"

namespace bonescope::plot {

namespace {

constexpr double far_outside = 20000;  // pixels; the drawing library loses precision far beyond the screen

void fill_diamond(ImDrawList& draw, ImVec2 c, float r, ImU32 fill) {
    draw.AddQuadFilled({c.x, c.y - r}, {c.x + r, c.y}, {c.x, c.y + r}, {c.x - r, c.y}, fill);
}

bool sharp(ImVec2 a, ImVec2 b, ImVec2 c) {
    const ImVec2 u{b.x - a.x, b.y - a.y}, v{c.x - b.x, c.y - b.y};
    const float lengths = std::sqrt((u.x * u.x + u.y * u.y) * (v.x * v.x + v.y * v.y));
    return u.x * v.x + u.y * v.y < 0.5f * lengths;
}

// The pieces of a channel's line, sent off whenever it breaks. AddPolyline moves the tip of a sharp corner aside, which
// would put a spike where it is not: there one piece ends and the next begins.
struct Path {
    ImDrawList& draw;
    float width;
    std::vector<ImVec2> points{};

    void add(ImVec2 p, ImU32 color) {
        const std::size_t n = points.size();
        if (n > 1 && sharp(points[n - 2], points[n - 1], p)) {
            const ImVec2 corner = points.back();
            flush(color);
            points.push_back(corner);
        }
        points.push_back(p);
    }
    void flush(ImU32 color) {
        if (points.size() > 1) draw.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, width);
        points.clear();
    }
};

bool within(const Spans& spans, double seconds) {
    return std::any_of(spans.begin(), spans.end(), [&](auto& s) { return seconds > s.first && seconds < s.second; });
}

void bar(ImDrawList& draw, const Lane& lane, float left, Extent range, ImU32 color) {
    float top = lane.y(range.high), bottom = lane.y(range.low);
    const float short_by = px(3) / 2 - (bottom - top);
    if (short_by > 0) {
        top -= short_by / 2;
        bottom += short_by / 2;
    }
    draw.AddRectFilled({left, top}, {left + 1, bottom}, color);
}

}  // namespace

float Lane::y(double value) const {
    const double at = bottom - (value - low) / (high - low) * (bottom - top);
    return static_cast<float>(std::clamp(at, -far_outside, far_outside));
}

Lane fitted(float top, float bottom, double low, double high, double least) {
    const double centre = low / 2 + high / 2, span = std::max({high - low, least, std::abs(centre) * 1e-6});
    // The title of the lane has its place above the curves.
    const double above = std::min(px(22), (bottom - top) * 0.32f), below = std::min(px(10), (bottom - top) * 0.1f);
    const double per_pixel = span / std::max(1.0, bottom - top - above - below);
    return {top, bottom, centre - span / 2 - below * per_pixel, centre + span / 2 + above * per_pixel};
}

void zoom(Lane& lane, float about_y, float factor) {
    const double pivot = lane.value(about_y);
    lane.low = pivot + (lane.low - pivot) * factor;
    lane.high = pivot + (lane.high - pivot) * factor;
}

void text(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 color, const std::string& words) {
    ImGui::PushFont(font);
    draw.AddText(at, color, words.c_str(), words.c_str() + words.size());
    ImGui::PopFont();
}

void text_right(ImDrawList& draw, ImFont* font, float right, float y, ImU32 color, const std::string& words) {
    text(draw, font, {right - text_width(font, words), y}, color, words);
}

float text_width(ImFont* font, const std::string& words) {
    ImGui::PushFont(font);
    const float width = ImGui::CalcTextSize(words.c_str(), words.c_str() + words.size()).x;
    ImGui::PopFont();
    return width;
}

float text_height(ImFont* font) {
    ImGui::PushFont(font);
    const float height = ImGui::GetTextLineHeight();
    ImGui::PopFont();
    return height;
}

void begin_tooltip() {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(8), px(6)});
    ImGui::BeginTooltip();
    ImGui::PopStyleVar();
}

void end_tooltip() { ImGui::EndTooltip(); }

void tooltip(const std::string& words) {
    begin_tooltip();
    ImGui::TextUnformatted(words.c_str(), words.c_str() + words.size());
    end_tooltip();
}

void time_grid(ImDrawList& draw, const TimeAxis& axis, float top, float bottom) {
    const RulerStep step = ruler_step(axis, px(ruler_label));
    if (!(step.major > 0)) return;
    for (double i = std::ceil(axis.span.from / step.major); i * step.major <= axis.span.to; ++i) {
        const float x = std::floor(axis.x(i * step.major));
        draw.AddRectFilled({x, top}, {x + px(1), bottom}, color::with_alpha(color::line, 150));
    }
}

void value_grid(ImDrawList& draw, const TimeAxis& axis, const Lane& lane) {
    const double step = value_step(lane.per_pixel(), px(22));
    for (double i = std::ceil(lane.low / step); i * step <= lane.high; ++i) {
        const float y = std::floor(lane.y(i * step));
        draw.AddRectFilled({axis.left, y}, {axis.right, y + px(1)},
                           i == 0 ? color::hovered : color::with_alpha(color::line, 150));
    }
}

void value_numbers(ImDrawList& draw, const TimeAxis& axis, const Lane& lane) {
    const double step = value_step(lane.per_pixel(), px(22));
    const float half = text_height(fonts.mono_small) / 2;
    for (double i = std::ceil(lane.low / step); i * step <= lane.high; ++i) {
        const float y = std::floor(lane.y(i * step) - half);
        if (y < lane.top || y + 2 * half > lane.bottom) continue;
        text_right(draw, fonts.mono_small, axis.right - px(6), y, color::disabled, axis_text(i * step, step));
    }
}

void shade_outside(ImDrawList& draw, const TimeAxis& axis, double from, double to, float top, float bottom) {
    const ImU32 shade = color::with_alpha(color::gap, 200);
    const float left = std::min(axis.x(from), axis.right), right = std::max(axis.x(to), axis.left);
    if (left > axis.left) draw.AddRectFilled({axis.left, top}, {left, bottom}, shade);
    if (right < axis.right) draw.AddRectFilled({right, top}, {axis.right, bottom}, shade);
}

void strip(ImDrawList& draw, const TimeAxis& axis, const Lane& lane, const Strip& s, ImU32 line, const Spans& dashed) {
    const ImU32 dim = color::with_alpha(line, 130);
    const int dash = static_cast<int>(px(5));
    Path path{draw, px(3) / 2};
    ImU32 now = line;
    for (std::size_t i = 0; i < s.columns.size(); ++i) {
        const PlotColumn& column = s.columns[i];
        const float left = axis.left + static_cast<float>(i);
        const bool is_dashed = !dashed.empty() && within(dashed, axis.seconds(left + 0.5f));
        const ImU32 color = is_dashed ? dim : line;
        if (column.to - column.from > 1) {
            path.flush(now);
            if (column.range.any()) bar(draw, lane, left, column.range, color);
            continue;
        }
        const bool gap = is_dashed && static_cast<int>(i) / dash % 2;
        if (color != now || gap) path.flush(now);
        now = color;
        if (gap) continue;
        const auto put = [&](float x, float value) {
            if (std::isfinite(value)) {
                path.add({x, lane.y(value)}, now);
            } else {
                path.flush(now);
            }
        };
        if (path.points.empty()) put(left, s.edges[i]);
        if (column.to > column.from) put(axis.x(s.times[column.from]), s.values[column.from]);
        put(left + 1, s.edges[i + 1]);
    }
    path.flush(now);
}

void diamond(ImDrawList& draw, ImVec2 c, Mark mark) {
    switch (mark) {
    case Mark::Plain:
        fill_diamond(draw, c, px(9) / 2, color::plot);
        fill_diamond(draw, c, px(7) / 2, color::key);
        break;
    case Mark::Hovered:
        fill_diamond(draw, c, px(6), color::plot);
        fill_diamond(draw, c, px(5), color::text);
        break;
    case Mark::Selected:
        draw.AddCircleFilled(c, px(12), color::with_alpha(color::selection, 40));
        fill_diamond(draw, c, px(15) / 2, color::text);
        fill_diamond(draw, c, px(11) / 2, color::selection);
        break;
    case Mark::Bad:
        fill_diamond(draw, c, px(11) / 2, color::plot);
        fill_diamond(draw, c, px(9) / 2, color::error);
        break;
    }
}

}  // namespace bonescope::plot
