#include "app/panels/range_bars.h"
#include "core/clip_range.h"
#include "core/curve.h"

namespace bonescope {
namespace {

constexpr ImU32 bar_fill = color::rgb(0x333B44), playing_fill = color::rgb(0x26616B), loop_fill = color::rgb(0x45785A);
constexpr ImU32 used_fill = color::rgb(0x35686F), shared_fill = color::rgb(0x5FA3AD);
constexpr float outside = 20000;  // pixels; the drawing library loses precision far beyond the screen

// Windows lie under the bar in lanes: the paced ones, which follow each other, share the first.
int lane_of(WindowKind kind) { return kind == WindowKind::Blend ? 0 : std::max(0, static_cast<int>(kind) - 1); }
constexpr int most_lanes = 4;

struct BarShape {
    Cell bar;
    std::array<float, most_lanes> lane;  // top of each
    std::array<bool, most_lanes> there{};
};

constexpr float lane_height = 2;

BarShape shape_of(const FrameAxis& axis, const RangeRow& row, const ClipRange* range, const Cell& at) {
    BarShape out{};
    for (std::size_t i = 0; range && i < range->windows.size(); ++i)
        out.there[static_cast<std::size_t>(lane_of(range->windows[i].kind))] = true;
    const auto lanes = static_cast<float>(std::count(out.there.begin(), out.there.end(), true));
    const float top = at.y + px(lanes > 2 ? 3.f : 4.f), height = px(lanes > 2 ? 7.f : 11.f - lanes);
    const float x0 = axis.x(row.first - 0.5), x1 = axis.x(row.last + 0.5);
    out.bar = {x0, std::max(x1, x0 + px(2)), top, height};
    float y = top + height;
    for (std::size_t i = 0; i < out.lane.size(); ++i) {
        out.lane[i] = y;
        if (out.there[i]) y += px(lane_height);
    }
    return out;
}

void span(const FrameAxis& axis, double first, double last, float top, float height, ImU32 ink) {
    const float x0 = std::max(axis.x(first - 0.5), axis.left), x1 = std::min(axis.x(last + 0.5), axis.right);
    if (x1 < axis.left || x0 > axis.right) return;
    cell_fill({x0, std::max(x1, x0 + px(1)), top, height}, ink);
}

void draw_loop(const FrameAxis& axis, const Clip& clip, const BarShape& shape) {
    if (!has_loop(clip)) return;
    const Cell& bar = shape.bar;
    span(axis, *clip.loop_in, *clip.loop_out, bar.y, bar.height, loop_fill);
    for (const double frame : {*clip.loop_in - 0.5, *clip.loop_out + 0.5}) {
        const float x = std::floor(axis.x(frame)) - (frame > *clip.loop_in ? px(2) : 0);
        if (x < axis.left || x > axis.right) continue;
        cell_fill({x, x + px(2), bar.y - px(1), bar.height + px(2)}, color::good);
    }
}

const RangeWindow* window_at(const FrameAxis& axis, const ClipRange& range, const BarShape& shape, ImVec2 at) {
    for (const RangeWindow& w : range.windows) {
        if (!w.start || !w.end) continue;
        const float y = shape.lane[static_cast<std::size_t>(lane_of(w.kind))];
        const bool in_y = at.y >= y && at.y < y + px(lane_height);
        if (in_y && at.x >= axis.x(*w.start - 0.5) && at.x < axis.x(*w.end + 0.5)) return &w;
    }
    return nullptr;
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

}  // namespace

float FrameAxis::x(double frame) const {
    const double at = left + (frame - from) / (to - from) * static_cast<double>(right - left);
    return static_cast<float>(std::clamp<double>(at, left - outside, right + outside));
}

ImU32 color_of(WindowKind kind) {
    constexpr ImU32 inks[] = {color::warning, color::note, color::x, color::scene_a, color::key};
    return inks[static_cast<int>(kind)];
}

std::string frames_text(int32_t first, int32_t last) {
    return first == last ? fmt::format("frame {} alone", first)
                         : fmt::format("frames {} – {}, both included", first, last);
}

std::string window_text(const RangeWindow& window) {
    switch (window.kind) {
    case WindowKind::Action:
    case WindowKind::Blend:
        return window.speed > 0 ? fmt::format("speed {:g}", window.speed) : "no speed: 1";
    case WindowKind::Attack:
        return joined(window.bones);
    default:
        return fmt::format("{:g} s", window.time);
    }
}

void draw_frame_ruler(const FrameAxis& axis, const Cell& cell) {
    const double per_pixel = (axis.to - axis.from) / (axis.right - axis.left);
    const double step = std::max(1., value_step(per_pixel, px(64))), minor = std::max(1., step / 5);
    for (double i = std::ceil(axis.from / minor); i * minor <= axis.to; ++i) {
        const float x = std::floor(axis.x(i * minor));
        const bool major = std::fmod(i * minor, step) == 0;
        const float height = px(major ? 7.f : 4.f);
        cell_fill({x, x + px(1), cell.y + cell.height - height, height}, major ? color::second : color::disabled);
        if (!major || x + px(48) > axis.right) continue;
        cell_text({x + px(4), axis.right, cell.y, cell.height - px(2)}, fonts.mono_small, color::second,
                  fmt::format("{:.0f}", i * minor + 0.0));
    }
}

void draw_frame_grid(const FrameAxis& axis, float top, float bottom) {
    const double step = std::max(1., value_step((axis.to - axis.from) / (axis.right - axis.left), px(64)));
    for (double i = std::ceil(axis.from / step); i * step <= axis.to; ++i) {
        const float x = std::floor(axis.x(i * step));
        cell_fill({x, x + px(1), top, bottom - top}, color::with_alpha(color::line, 150));
    }
}

void draw_coverage(const BankCoverage& bank, const FrameAxis& axis, const Cell& cell) {
    cell_fill({axis.left, axis.right, cell.y, cell.height}, color::gap);
    for (const FrameRun& run : bank.runs)
        if (run.clips) span(axis, run.first, run.last, cell.y, cell.height, run.clips > 1 ? shared_fill : used_fill);
}

std::string coverage_help(const App& app, const BankCoverage& bank, int32_t frame) {
    const FrameRun* in = nullptr;
    for (const FrameRun& run : bank.runs)
        if (run.first <= frame && frame <= run.last) in = &run;
    if (!in) return fmt::format("frame {} is not in {}", frame, file_name(app.scene.docs[bank.doc]->path));
    const std::string where = frames_text(in->first, in->last);
    if (!in->clips) return where + ": no clip uses them";
    std::string users;
    for (std::size_t i = 0, listed = 0; i < app.scene.clips.size(); ++i) {
        const ClipUse& use = app.scene.clips[i];
        if (!use.cut() || use.missing() || use.doc != app.scene.docs[bank.doc]) continue;
        const auto [first, last] = frames_of(use.get());
        if (first > frame || last < frame) continue;
        if (++listed > 8) {
            users += ", …";
            break;
        }
        users += (users.empty() ? "" : ", ") + pose_title(app, static_cast<int>(i));
    }
    return in->clips == 1 ? fmt::format("{}: used by {}", where, users)
                          : fmt::format("{}: {} clips share them: {}", where, in->clips, users);
}

void draw_window_legend(const Cell& cell) {
    const std::pair<const char*, ImU32> list[] = {{"clip", bar_fill},
                                                  {"loop", color::good},
                                                  {"action", color_of(WindowKind::Action)},
                                                  {"blend", color_of(WindowKind::Blend)},
                                                  {"attack", color_of(WindowKind::Attack)},
                                                  {"drag", color_of(WindowKind::Drag)},
                                                  {"next pose", color_of(WindowKind::Next)},
                                                  {"link", color::w}};
    float x = cell.x0;
    for (const auto& [name, ink] : list) {
        const float width = px(14) + text_width(fonts.small, name);
        if (x + width > cell.x1) return;
        cell_square(x, cell, ink);
        cell_text({x + px(14), cell.x1, cell.y, cell.height}, fonts.small, color::second, name);
        x += width + px(16);
    }
}

namespace {

// The part of a bar that its bank has no frames for.
void draw_outside(const RangeRow& row, const FrameAxis& axis, const Cell& bar) {
    if (!row.outside) return;
    const double low = row.held ? row.held->first : row.last + 1., high = row.held ? row.held->second : row.last + 1.;
    if (row.last > high) span(axis, std::max<double>(row.first, high + 1), row.last, bar.y, bar.height, color::warning);
    if (row.first < low) span(axis, row.first, std::min<double>(row.last, low - 1), bar.y, bar.height, color::warning);
    // All of it beyond what the ruler shows: a stub at that side.
    const float stub = px(6);
    if (row.first - 0.5 >= axis.to && axis.to > high)
        cell_fill({axis.right - stub, axis.right, bar.y, bar.height}, color::warning);
    if (row.last + 0.5 <= axis.from && axis.from < low)
        cell_fill({axis.left, axis.left + stub, bar.y, bar.height}, color::warning);
}

}  // namespace

void draw_range_bar(const App& app, const RangeRow& row, const FrameAxis& axis, const Cell& at, bool own) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(row.clip)];
    const BarShape shape = shape_of(axis, row, use.cut(), at);
    const bool playing = row.clip == app.play.clip;
    if (!own) {
        span(axis, row.first, row.last, shape.bar.y + px(3), shape.bar.height - px(4), color::frame);
        return;
    }
    span(axis, row.first, row.last, shape.bar.y, shape.bar.height,
         row.absent ? color::hovered
         : playing  ? playing_fill
                    : bar_fill);
    draw_outside(row, axis, shape.bar);
    draw_loop(axis, use.get(), shape);
    for (std::size_t i = 0; use.cut() && i < use.cut()->windows.size(); ++i) {
        const RangeWindow& w = use.cut()->windows[i];
        if (w.start && w.end && *w.start <= *w.end)
            span(axis, *w.start, *w.end, shape.lane[static_cast<std::size_t>(lane_of(w.kind))], px(lane_height),
                 color_of(w.kind));
    }
    const float x = std::max(axis.left, shape.bar.x1) + px(row.next >= 0 ? 20.f : 6.f);
    if (shape.bar.x1 >= axis.left && row.cut && !row.name.empty())
        cell_text({x, axis.right, at.y, at.height}, fonts.small, playing ? color::selected_text : color::second,
                  row.name);
}

std::string range_bar_help(const App& app, const RangeRow& row, const FrameAxis& axis, const Cell& at, ImVec2 mouse) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(row.clip)];
    const Clip& clip = use.get();
    const BarShape shape = shape_of(axis, row, use.cut(), at);
    if (const RangeWindow* w = use.cut() ? window_at(axis, *use.cut(), shape, mouse) : nullptr) {
        const std::string more = window_text(*w);
        return fmt::format("{}: {}{}", name_of(w->kind), frames_text(*w->start, *w->end),
                           more.empty() ? "" : "\n" + more);
    }
    if (mouse.x < shape.bar.x0 || mouse.x >= shape.bar.x1) return "";
    const double frame = std::clamp(std::round(axis.frame(mouse.x)), double{clip.start}, end_of(clip));
    std::string out =
        fmt::format("{}  frame {:.0f}, {:.4f} s\n{}, {:.4f} s at its own speed", pose_title(app, row.clip), frame,
                    seconds_at(clip, frame), frames_text(row.first, row.last), row.seconds);
    if (has_loop(clip)) {
        const double in = *clip.loop_in, end = *clip.loop_out;
        out += in == end ? fmt::format("\nholds frame {:g}", in)
                         : fmt::format("\nloop: {}, {:g} steps, {:.4f} s",
                                       frames_text(static_cast<int32_t>(in), static_cast<int32_t>(end)), end - in,
                                       seconds_at(clip, end) - seconds_at(clip, in));
    }
    if (const std::string mended = use.cut() ? mended_words(*use.cut(), clip) : ""; !mended.empty())
        out += "\n" + mended;
    if (row.outside)
        out += row.held ? fmt::format("\nits bank holds frames {} to {} alone; the length counts the others too",
                                      row.held->first, row.held->second)
                        : "\nits bank holds no frames";
    return out;
}

void draw_link_arrow(const FrameAxis& axis, const Cell& from, int32_t end, const Cell& to, int32_t start, bool strong) {
    const float ex = axis.x(end + 0.5), sx = axis.x(start - 0.5), reach = px(10), tip = px(6);
    const float y0 = std::floor(from.y + from.height / 2), y1 = std::floor(to.y + to.height / 2);
    const ImU32 ink = strong ? color::w : color::with_alpha(color::w, 120);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto line = [&](float xa, float ya, float xb, float yb) {
        draw.AddRectFilled({std::min(xa, xb), std::min(ya, yb)}, {std::max(xa, xb) + px(1), std::max(ya, yb) + px(1)},
                           ink);
    };
    const float out = ex + reach, in = sx - reach - tip;
    if (in >= out) {
        line(ex, y0, in, y0);
        line(in, y0, in, y1);
    } else {
        const float between = to.y >= from.y ? to.y : to.y + to.height;
        line(ex, y0, out, y0);
        line(out, y0, out, between);
        line(in, between, out, between);
        line(in, between, in, y1);
    }
    line(in, y1, sx - tip, y1);
    draw.AddTriangleFilled({sx - tip, y1 - px(3)}, {sx - tip, y1 + px(4)}, {sx, y1 + px(0.5f)}, ink);
}

}  // namespace bonescope
