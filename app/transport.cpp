#include "app/transport.h"
#include "app/commands.h"
#include "app/theme.h"
#include <imgui_internal.h>

namespace bonescope {

namespace {
constexpr ImU32 glyph = color::rgb(0xAEB6C0), cursor_white = color::rgb(0xF2F5F8), minor_tick = color::rgb(0x4E555D);

enum class Icon { First, KeyBack, FrameBack, PlayBack, Play, Pause, FrameOn, KeyOn, Last };

// Shapes in design pixels from the button's top left; all are 24 high and centred at 12.
class Pen {
public:
    Pen(ImVec2 origin, ImU32 ink) : at_(origin), ink_(ink), draw_(ImGui::GetWindowDrawList()) {}
    void bar(float x, float width = 2, float half = 5) {
        draw_->AddRectFilled(point(x, 12 - half), point(x + width, 12 + half), ink_);
    }
    void triangle(float tip, float base, float half) {
        draw_->AddTriangleFilled(point(base, 12 - half), point(base, 12 + half), point(tip, 12), ink_);
    }
    void diamond(float x, float r) {
        draw_->AddQuadFilled(point(x - r, 12), point(x, 12 - r), point(x + r, 12), point(x, 12 + r), ink_);
    }

private:
    ImVec2 point(float x, float y) const { return {at_.x + px(x), at_.y + px(y)}; }
    ImVec2 at_;
    ImU32 ink_;
    ImDrawList* draw_;
};

void draw_icon(Icon icon, ImVec2 at, ImU32 ink) {
    Pen pen(at, ink);
    switch (icon) {
    case Icon::First:
        pen.bar(8), pen.triangle(11, 19, 5);
        break;
    case Icon::KeyBack:
        pen.triangle(5, 13, 5), pen.diamond(18, 4);
        break;
    case Icon::FrameBack:
        pen.triangle(7, 15, 5), pen.bar(17);
        break;
    case Icon::PlayBack:
        pen.triangle(6, 19, 7);
        break;
    case Icon::Play:
        pen.triangle(26, 13, 7);
        break;
    case Icon::Pause:
        pen.bar(12, 4, 7), pen.bar(20, 4, 7);
        break;
    case Icon::FrameOn:
        pen.bar(9), pen.triangle(21, 13, 5);
        break;
    case Icon::KeyOn:
        pen.diamond(10, 4), pen.triangle(23, 15, 5);
        break;
    case Icon::Last:
        pen.triangle(17, 9, 5), pen.bar(18);
        break;
    }
}

const Command& command(const char* name) {
    for (const Command& c : commands())
        if (std::string_view(c.name) == name) return c;
    return commands().front();
}

void tooltip(const Command& c) {
    if (!ImGui::IsItemHovered()) return;
    const std::string key = key_text(c.key);
    ImGui::BeginTooltip();
    ImGui::Dummy({0, 0});
    ImGui::Indent(px(8));
    ImGui::TextUnformatted(c.name);
    ImGui::SameLine(0, px(12));
    text_mono(color::second, key.c_str());
    ImGui::SameLine(0, px(8));
    ImGui::Dummy({0, px(20)});
    ImGui::EndTooltip();
}

void icon_button(const App& app, Requests& ask, Icon icon, const char* name, float width, bool lit) {
    const Command& c = command(name);
    const bool enabled = !c.enabled || c.enabled(app);
    ImGui::BeginDisabled(!enabled);
    if (hit_area(c.name, {px(width), px(24)})) ask.commands.push_back(&c);
    ImGui::EndDisabled();
    const ImVec2 min = ImGui::GetItemRectMin();
    const bool hovered = enabled && ImGui::IsItemHovered();
    const ImU32 fill = lit ? color::on : hovered ? color::hovered : color::frame;
    ImGui::GetWindowDrawList()->AddRectFilled(min, ImGui::GetItemRectMax(), fill);
    const ImU32 ink = !enabled ? color::disabled : lit ? color::selected_text : width > 28 ? color::text : glyph;
    draw_icon(icon, min, ink);
    tooltip(c);
    ImGui::SameLine(0, px(1));
}

void icons(const App& app, Requests& ask) {
    const bool on = app.play.playing && app.play.speed >= 0, back = app.play.playing && app.play.speed < 0;
    icon_button(app, ask, Icon::First, "First", 28, false);
    icon_button(app, ask, Icon::KeyBack, "Key back", 28, false);
    icon_button(app, ask, Icon::FrameBack, "Frame back", 28, false);
    icon_button(app, ask, Icon::PlayBack, "Play backwards", 28, back);
    icon_button(app, ask, on ? Icon::Pause : Icon::Play, "Play, pause", 36, on);
    icon_button(app, ask, Icon::FrameOn, "Frame on", 28, false);
    icon_button(app, ask, Icon::KeyOn, "Key on", 28, false);
    icon_button(app, ask, Icon::Last, "Last", 28, false);
}

std::string clip_name(const App& app, int clip) {
    if (clip < 0) return app.scene.clips.empty() ? "No clip" : "Bind pose";
    const ClipUse& use = app.scene.clips[clip];
    const std::string name = name_of(use, app.settings.encoding);
    return name.empty() ? fmt::format("clip {}", clip) : name;
}

void clip_rows(const App& app, Requests& ask) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(app.scene.clips.size()) + 1, px(20));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::PushID(i);
            const std::string label = "  " + clip_name(app, i - 1);
            if (ImGui::Selectable(label.c_str(), i - 1 == app.play.clip, 0,
                                  {0, px(20) - ImGui::GetStyle().ItemSpacing.y}))
                ask.clip = i - 1;
            ImGui::PopID();
        }
}

void clip_combo(const App& app, Requests& ask, float width) {
    const bool enabled = !app.scene.clips.empty();
    ImGui::BeginDisabled(!enabled);
    const bool pressed = hit_area("clip", {px(width), px(24)});
    ImGui::EndDisabled();
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(min, max, enabled && ImGui::IsItemHovered() ? color::hovered : color::frame);
    const std::string name = clip_name(app, app.play.clip);
    const std::string_view fits = cut_to(name, max.x - min.x - px(36));
    const std::string text = std::string(fits) + (fits.size() < name.size() ? "…" : "");
    draw->AddText({min.x + px(8), min.y + px(4)}, enabled ? color::text : color::disabled, text.c_str());
    arrow({max.x - px(13), min.y + px(11)}, true, enabled ? color::second : color::disabled);
    if (pressed) ImGui::OpenPopup("clips");
    ImGui::SetNextWindowPos({min.x, max.y});
    const float rows = std::min(14.f, static_cast<float>(app.scene.clips.size()) + 1);
    ImGui::SetNextWindowSize({std::max(max.x - min.x, px(180)), px(20) * rows + px(2)});
    if (ImGui::BeginPopup("clips")) {
        clip_rows(app, ask);
        ImGui::EndPopup();
    }
}

void speed_field(App& app) {
    ImGui::PushFont(fonts.mono);
    ImGui::SetNextItemWidth(px(56));
    ImGui::PushStyleColor(ImGuiCol_Text, color::vec(app.clip() ? color::text : color::disabled));
    ImGui::DragFloat("##speed", &app.play.speed, 0.01f, -3, 3, "%.2f×", ImGuiSliderFlags_AlwaysClamp);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) app.play.speed = 1;
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
        ImGui::SetTooltip("  drag, or double click to type: -3 to 3. Right click: 1  ");
}

// Shown while a chain plays: how long its cross-fades are.
void fade_field(App& app) {
    if (app.play.loop != LoopMode::Chain || !app.clip() || !app.clip()->list) return;
    ImGui::SameLine(0, px(8));
    ImGui::PushFont(fonts.mono);
    ImGui::SetNextItemWidth(px(72));
    ImGui::DragInt("##fade", &app.settings.fade_frames, 0.1f, 0, 60, "fade %d f", ImGuiSliderFlags_AlwaysClamp);
    ImGui::PopFont();
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
        ImGui::SetTooltip("  frames in which the last pose of a clip turns into the first of the next  ");
}

void loop_modes(const App& app, Requests& ask) {
    const bool linked = app.clip() && (app.clip()->list || told_clip(app).clip >= 0);
    for (const char* name : {"Once", "Loop", "Swing", "Chain"}) {
        const Command& c = command(name);
        if (!linked && name == std::string_view("Chain") && !c.checked(app)) continue;
        if (toggle(name, app.clip() && c.checked(app), app.clip())) ask.commands.push_back(&c);
        ImGui::SameLine(0, px(1));
    }
}

struct Clocks {
    std::string seconds = "–", frame = "–", key = "–";
    std::size_t seconds_most = 1, frame_most = 1, key_most = 1;  // characters, so that nothing jumps while playing
};

std::string key_clock(const App& app, const std::vector<double>& times) {
    const auto next = std::upper_bound(times.begin(), times.end(), app.play.time + 1e-6);
    const auto index = next - times.begin() - 1;
    return index < 0 ? fmt::format("– / {}", times.size()) : fmt::format("{} / {}", index, times.size());
}

Clocks clocks(const App& app) {
    Clocks out;
    if (!app.clip()) return out;
    const double fps = app.fps();
    const Clip& clip = app.clip()->get();
    const auto frames = std::lround(frame_at(clip, app.length(), fps));
    out.seconds = fmt::format("{:.4f} s", app.play.time);
    out.seconds_most = fmt::format("{:.4f} s", app.length()).size();
    const double at = frame_at(clip, app.play.time, fps), whole = std::round(at);
    const std::string now = std::abs(at - whole) < 2e-3 ? fmt::format("{:.0f}", whole) : fmt::format("{:.1f}", at);
    out.frame = fmt::format("{} / {} @ {:g}", now, frames, fps);
    out.frame_most = fmt::format("{} / {} @ {:g}", frames, frames, fps).size();
    if (app.play.playing) out.frame = fmt::format("{:.0f} / {} @ {:g}", std::floor(at + 2e-3), frames, fps);
    if (app.selection.joint < 0) return out;
    const std::vector<double>& times = key_times(app, app.selection.joint);
    if (times.empty()) return out;
    out.key = key_clock(app, times);
    out.key_most = fmt::format("{} / {}", times.size(), times.size()).size();
    return out;
}

// Right to left, because values keep the right edge.
void draw_clocks(const App& app, float left) {
    const Clocks c = clocks(app);
    const float digit = fonts.mono->CalcTextSizeA(fonts.mono->FontSize, FLT_MAX, 0, "0").x;
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const ImVec2 min = ImGui::GetWindowPos();
    float x = min.x + ImGui::GetWindowWidth() - px(12);
    const bool labels = ImGui::GetWindowWidth() > px(1300);
    const auto value = [&](const std::string& text, std::size_t most) {
        const auto count =
            static_cast<float>(std::count_if(text.begin(), text.end(), [](char b) { return (b & 0xC0) != 0x80; }));
        const float start = x - digit * count;
        if (start >= left)
            draw->AddText(fonts.mono, fonts.mono->FontSize, {std::floor(start), min.y + px(8)},
                          app.clip() ? color::text : color::disabled, text.c_str());
        x -= digit * std::max(count, static_cast<float>(most));
    };
    const auto label = [&](const char* text, float gap) {
        x -= px(16);
        const float width = ImGui::CalcTextSize(text).x;
        if (labels && x - width >= left) draw->AddText({std::floor(x - width), min.y + px(8)}, color::disabled, text);
        x -= (labels ? width : 0) + px(gap);
    };
    value(c.key, c.key_most);
    label("key", 24);
    value(c.frame, c.frame_most);
    label("frame", 24);
    value(c.seconds, c.seconds_most);
}

void key_marks(const App& app, const TimeAxis& axis, float y) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float r = px(3);
    float last = -1e9f;
    const std::vector<double>& times = key_times(app, app.selection.joint);
    const double margin = axis.seconds(axis.left + r) - axis.seconds(axis.left);
    for (auto at = std::lower_bound(times.begin(), times.end(), axis.span.from - margin); at != times.end(); ++at) {
        const float x = std::round(axis.x(*at));
        if (x > axis.right + r) break;
        if (x - last < 1) continue;
        last = x;
        draw->AddQuadFilled({x - r, y}, {x, y - r}, {x + r, y}, {x, y + r}, color::key);
    }
}

void ruler(const TimeAxis& axis, ImVec2 min) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const RulerStep step = ruler_step(axis, px(ruler_label));
    const double minor = step.major / step.parts;
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step.major) - 1e-9)) + 1, 2, 6);
    const float bottom = min.y + px(24), line = px(1);
    for (auto i = std::llround(std::ceil(axis.span.from / minor - 1e-6));; ++i) {
        const double time = static_cast<double>(i) * minor;
        const float x = std::round(axis.x(time));
        if (x > axis.right + 0.5f) break;
        const bool major = i % step.parts == 0;
        draw->AddRectFilled({x, bottom - px(major ? 10.f : 6.f)}, {x + line, bottom},
                            major ? color::second : minor_tick);
        if (!major) continue;
        const std::string text = fmt::format("{:.{}f}", time, digits);
        if (x + px(4) + fonts.mono_small->CalcTextSizeA(fonts.mono_small->FontSize, FLT_MAX, 0, text.c_str()).x <
            axis.right)
            draw->AddText(fonts.mono_small, fonts.mono_small->FontSize, {x + px(4), min.y + px(2)}, color::second,
                          text.c_str());
    }
}

void scrub_cursor(float x, float top) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float half = px(6), bottom = top + px(24);
    const ImVec2 shape[] = {{x - half, top + px(10)},
                            {x + half, top + px(10)},
                            {x + half, top + px(17)},
                            {x, bottom},
                            {x - half, top + px(17)}};
    draw->AddConvexPolyFilled(shape, 5, cursor_white);
}

void scrub_label(const App& app, ImVec2 min, float right) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const std::string length = fmt::format("{:.4f} s", app.length());
    const float width = fonts.mono_small->CalcTextSizeA(fonts.mono_small->FontSize, FLT_MAX, 0, length.c_str()).x;
    const float x = std::floor(right - px(12) - width);
    draw->AddText(fonts.mono_small, fonts.mono_small->FontSize, {x, min.y + px(6)}, color::second, length.c_str());
    const std::string name = clip_name(app, app.play.clip);
    const std::string_view fits = cut_to(name, x - min.x - px(24));
    const std::string text = std::string(fits) + (fits.size() < name.size() ? "…" : "");
    draw->AddText({min.x + px(12), min.y + px(4)}, color::text, text.c_str());
}
}  // namespace

TimeAxis time_axis(const App& app, float axis_left) {
    const ImGuiViewport* port = ImGui::GetMainViewport();
    TimeAxis out{port->Pos.x + px(axis_left), port->Pos.x + port->Size.x - px(8), app.span};
    if (out.span.to <= out.span.from) out.span = {0, app.length()};
    if (out.span.to <= out.span.from) out.span = {0, 1};
    return out;
}

bool time_axis_hands(const TimeAxis& axis, const App& app, Requests& ask) {
    const double length = app.length();
    if (length <= 0) return false;
    const ImGuiIO& io = ImGui::GetIO();
    TimeSpan span = axis.span;
    bool took = false;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0 && !io.KeyShift) {
        const double at = axis.seconds(io.MousePos.x);
        const double factor = std::pow(0.8, static_cast<double>(io.MouseWheel));
        if ((span.to - span.from) * factor < std::max(length * 1e-5, 1e-6)) return true;
        span = {at + (span.from - at) * factor, at + (span.to - at) * factor};
        took = true;
    }
    const bool middle = ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0);
    const bool right = ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0);
    const ImGuiID id = ImGui::GetItemID();
    ImGuiStorage* storage = ImGui::GetStateStorage();
    const ImGuiID held = id ^ 0x9e3779b9u;
    if (ImGui::IsItemHovered() &&
        (ImGui::IsMouseClicked(ImGuiMouseButton_Middle) || ImGui::IsMouseClicked(ImGuiMouseButton_Right)))
        storage->SetBool(held, true);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Middle) && !ImGui::IsMouseDown(ImGuiMouseButton_Right))
        storage->SetBool(held, false);
    if (storage->GetBool(held) && (middle || right) && io.MouseDelta.x != 0) {
        const double by = -io.MouseDelta.x / (axis.right - axis.left) * (span.to - span.from);
        span = {span.from + by, span.to + by};
        took = true;
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        ask.span = TimeSpan{};
        return true;
    }
    if (!took) return false;
    const double width = span.to - span.from;
    if (width >= length) {
        ask.span = TimeSpan{};
        return true;
    }
    span.from = std::clamp(span.from, 0.0, length - width);
    span.to = span.from + width;
    ask.span = span;
    return true;
}

RulerStep ruler_step(const TimeAxis& axis, float label_width) {
    const double seconds = (axis.span.to - axis.span.from) * label_width / std::max(1.f, axis.right - axis.left);
    const double power = std::pow(10, std::floor(std::log10(seconds)));
    const struct {
        double step;
        int parts;
    } steps[] = {{1, 5}, {2.5, 6}, {5, 5}, {10, 5}};
    for (const auto& [step, parts] : steps)
        if (step * power >= seconds * (1 - 1e-9)) return {step * power, parts};
    return {10 * power, 5};
}

void draw_transport(App& app, Requests& ask) {
    const float width = ImGui::GetWindowWidth();
    ImGui::SetCursorPos({px(8), px(4)});
    icons(app, ask);
    ImGui::SameLine(0, px(13));
    clip_combo(app, ask, width > px(1300) ? 180 : 140);
    ImGui::SameLine(0, px(8));
    loop_modes(app, ask);
    ImGui::SameLine(0, px(12));
    ImGui::AlignTextToFramePadding();
    if (width > px(1100)) {
        ImGui::TextColored(color::vec(color::disabled), "speed");
        ImGui::SameLine(0, px(8));
    }
    speed_field(app);
    fade_field(app);
    draw_clocks(app, ImGui::GetItemRectMax().x + px(16));
}

void draw_scrubber(const App& app, Requests& ask, float axis_left) {
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const TimeAxis axis = time_axis(app, axis_left);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    if (!app.clip()) {
        draw->AddRectFilled({axis.left, min.y + px(20)}, {axis.right, min.y + px(21)}, color::line);
        return;
    }
    ImGui::SetCursorScreenPos({axis.left - px(8), min.y});
    hit_area("ruler", {axis.right - axis.left + px(16), size.y});
    if (!time_axis_hands(axis, app, ask) && ImGui::IsItemActive())
        ask.seek = std::clamp(axis.seconds(ImGui::GetIO().MousePos.x), 0.0, app.length());
    ruler(axis, min);
    if (app.selection.joint >= 0) key_marks(app, axis, min.y + px(20));
    const float x = axis.x(app.play.time);
    if (x >= axis.left - px(1) && x <= axis.right + px(1)) scrub_cursor(std::round(x), min.y);
    scrub_label(app, min, axis.left);
}

}  // namespace bonescope
