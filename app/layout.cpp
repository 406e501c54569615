#include "app/layout.h"
#include "app/commands.h"
#include "app/menu.h"
#include "app/open_dialog.h"
#include "app/theme.h"
#include "app/transport.h"

namespace bonescope {

namespace {
constexpr float bar = 24, gap = 4, transport_height = 32, narrow = 1000;

// From the value at 1280x720 to the one at 1600x1000.
float between(float small, float large, float size, float from, float to) {
    const float t = std::clamp((size - from) / (to - from), 0.f, 1.f);
    return std::round(small + (large - small) * t);
}

constexpr ImGuiWindowFlags plain = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

bool begin_part(const char* name, Rect r, ImU32 fill, ImGuiWindowFlags flags = plain) {
    ImGui::SetCursorScreenPos({r.x, r.y});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, fill);
    const bool shown = ImGui::BeginChild(name, some({r.w, r.h}), false, flags);
    ImGui::PopStyleColor();
    return shown;
}

std::vector<const Panel*> panels_at(const App& app, Place place, bool right_is_left) {
    std::vector<const Panel*> out;
    for (const Panel& panel : panels()) {
        const Place at = right_is_left && panel.place == Place::Right ? Place::Left : panel.place;
        if (at == place && (!panel.wanted || panel.wanted(app))) out.push_back(&panel);
    }
    return out;
}

// While nothing is open the list of keys stands where the selection would be.
const char* tab_name(const App& app, const Panel& panel) {
    return panel.place == Place::Right && app.empty() ? "Keys" : panel.name;
}

const Panel* front_of(const App& app, PanelLayout& layout, Place place, const std::vector<const Panel*>& list) {
    std::string& front = layout.front[static_cast<int>(place)];
    for (const Panel* panel : list)
        if (app.wanted_tab == panel->name) front = panel->name;
    for (const Panel* panel : list)
        if (front == panel->name) return panel;
    return list.front();
}

// Returns the x after the last tab.
float tabs(const App& app, PanelLayout& layout, Place place, const std::vector<const Panel*>& list, const Panel* front,
           Rect r) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    float x = r.x;
    for (const Panel* panel : list) {
        const char* name = tab_name(app, *panel);
        const float width = std::round(ImGui::CalcTextSize(name).x) + px(24);
        ImGui::SetCursorScreenPos({x, r.y});
        if (hit_area(name, {width, px(bar)})) layout.front[static_cast<int>(place)] = panel->name;
        const bool active = panel == front;
        if (active) {
            draw->AddRectFilled({x, r.y}, {x + width, r.y + px(bar)}, color::panel);
            draw->AddRectFilled({x, r.y}, {x + width, r.y + px(2)}, color::selection);
        }
        const ImU32 ink = active || ImGui::IsItemHovered() ? color::text : color::second;
        draw->AddText({x + px(12), r.y + px(4)}, ink, name);
        x += width;
    }
    return x;
}

// Back and forth through the selections, at the right end of the right tab bar.
void history_arrows(const App& app, Requests& ask, Rect r) {
    const char* names[] = {"Back", "Forth"};
    for (int i = 0; i < 2; ++i) {
        const Command* command = nullptr;
        for (const Command& c : commands())
            if (std::string_view(c.name) == names[i]) command = &c;
        const bool enabled = command->enabled(app);
        const ImVec2 min{r.x + r.w - px(32.f - 13.f * static_cast<float>(i)), r.y};
        ImGui::SetCursorScreenPos(min);
        ImGui::BeginDisabled(!enabled);
        if (hit_area(names[i], {px(13), px(bar)})) ask.commands.push_back(command);
        ImGui::EndDisabled();
        const ImU32 ink = !enabled ? color::disabled : ImGui::IsItemHovered() ? color::text : color::second;
        const float cx = min.x + px(6), cy = min.y + px(12), s = px(3), d = i == 0 ? -1.f : 1.f;
        ImGui::GetWindowDrawList()->AddTriangleFilled({cx - d * s, cy - s}, {cx + d * s, cy}, {cx - d * s, cy + s},
                                                      ink);
    }
}

void draw_place(App& app, Requests& ask, PanelLayout& layout, Place place, Rect r, bool right_is_left) {
    if (r.w <= 0 || r.h <= 0) return;
    const std::vector<const Panel*> list = panels_at(app, place, right_is_left);
    const Panel* front = front_of(app, layout, place, list);
    PanelContext context{app, ask, layout.states};
    ImGui::PushID(static_cast<int>(place));
    const float x = tabs(app, layout, place, list, front, {r.x, r.y, r.w, px(bar)});
    if (place == Place::Right && !app.empty()) history_arrows(app, ask, {r.x, r.y, r.w, px(bar)});
    if (front->header && x + px(8) < r.x + r.w) {
        if (begin_part("header", {x, r.y, r.x + r.w - px(8) - x, px(bar)}, 0)) {
            ImGui::SetCursorPos({px(24), px(2)});
            front->header(context);
        }
        ImGui::EndChild();
    }
    const Rect body{r.x, r.y + px(bar), r.w, r.h - px(bar)};
    if (place == Place::Centre) layout.view = body;
    const bool keys = front->place == Place::Right && app.empty();
    // The view covers its part itself: filling it before costs a software driver milliseconds.
    const ImU32 fill = place == Place::Centre ? 0 : color::panel;
    if (begin_part(front->name, body, fill, ImGuiWindowFlags_None)) {
        if (keys)
            draw_key_lines();
        else
            front->draw(context);
    }
    ImGui::EndChild();
    ImGui::PopID();
}

// A splitter in the 4 px between two parts; changes `size`, in design pixels, by the drag.
bool splitter(const char* name, Rect r, bool upright, float& size, float direction) {
    ImGui::SetCursorScreenPos({r.x, r.y});
    hit_area(name, {r.w, r.h});
    const bool held = ImGui::IsItemActive(), over = ImGui::IsItemHovered();
    if (held || over) {
        ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled({r.x, r.y}, {r.x + r.w, r.y + r.h},
                                                  held ? color::on : color::hovered);
    }
    if (!held || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0)) return false;
    const ImVec2 mouse = ImGui::GetIO().MouseDelta;
    size += design(upright ? mouse.x : mouse.y) * direction;
    return true;
}

void splitters(App& app, const Regions& at) {
    Settings& s = app.settings;
    float left = design(at.left.w), right = design(at.right.w);
    float bottom = design(at.status.y + at.status.h - at.transport.y);
    const float g = px(gap);
    if (splitter("left edge", {at.left.x + at.left.w, at.left.y, g, at.left.h}, true, left, 1)) s.left = left;
    if (at.right.w > 0 && splitter("right edge", {at.right.x - g, at.right.y, g, at.right.h}, true, right, -1))
        s.right = right;
    if (splitter("bottom edge", {0, at.transport.y - g, at.transport.w, g}, false, bottom, -1)) s.bottom = bottom;
}

ImU32 line_color(const LogLine& line) {
    if (line.good) return color::good;
    return line.severity == Severity::Error     ? color::error
           : line.severity == Severity::Warning ? color::warning
                                                : color::note;
}

std::string fitting(const std::string& text, float width) {
    const std::string_view fits = cut_to(text, width);
    return fits.size() == text.size() ? text : std::string(fits) + "…";
}

void status_message(App& app, ImDrawList* draw, ImVec2 min, float right) {
    std::string text = "Ready";
    ImU32 mark = color::good;
    if (app.loading) {
        text = "Reading " + app.loading_what + "…  Esc stops";
        mark = color::note;
    } else if (!app.log.empty()) {
        text = app.log.back().text;
        mark = line_color(app.log.back());
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    draw->AddRectFilled({min.x + px(12), min.y + px(8)}, {min.x + px(20), min.y + px(16)}, mark);
    const std::string fits = fitting(text, right - min.x - px(26));
    draw->AddText({min.x + px(26), min.y + px(4)}, color::second, fits.c_str());
    ImGui::SetCursorScreenPos(min);
    if (hit_area("message", {right - min.x, px(24)})) app.wanted_tab = "Log";
    if (ImGui::IsItemHovered() && fits != text) ImGui::SetTooltip("  %s  ", text.c_str());
}

// The right group of the status line; returns its left end.
float status_keys(ImDrawList* draw, ImVec2 min, float right) {
    const struct {
        ImFont* font;
        const char* text;
        float gap;
    } parts[] = {{fonts.words, "keys", 8},
                 {fonts.mono, "F1", 16},
                 {fonts.words, "commands", 8},
                 {fonts.mono, "Ctrl+Shift+P", 0}};
    float x = right - px(12);
    for (const auto& [font, text, space] : parts) {
        x -= std::round(font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text).x);
        draw->AddText(font, font->FontSize, {x, min.y + px(4)}, color::disabled, text);
        x -= px(space);
    }
    return x;
}

void draw_status(App& app) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const ImVec2 min = ImGui::GetWindowPos();
    const float width = ImGui::GetWindowWidth(), right = status_keys(draw, min, min.x + width);
    const std::string at = address(app, app.selection);
    float end = right - px(24);
    if (!at.empty()) {
        const float w = std::round(fonts.mono->CalcTextSizeA(fonts.mono->FontSize, FLT_MAX, 0, at.c_str()).x);
        const float x = std::max(min.x + px(200), std::min(min.x + std::round(width * 0.53f - w / 2), end - w));
        if (x + w <= end) {
            draw->AddText(fonts.mono, fonts.mono->FontSize, {x, min.y + px(4)}, color::second, at.c_str());
            ImGui::SetCursorScreenPos({x, min.y});
            if (hit_area("address", {w, px(24)})) ImGui::SetClipboardText(at.c_str());
            if (ImGui::IsItemHovered()) ImGui::SetTooltip("  click copies  ");
            end = x - px(16);
        }
    }
    status_message(app, draw, min, end);
}

void draw_bars(App& app, Requests& ask, const Regions& at, const Panel* bottom_front) {
    if (begin_part("transport", at.transport, color::header)) draw_transport(app, ask);
    ImGui::EndChild();
    if (begin_part("scrubber", at.scrubber, color::panel)) draw_scrubber(app, ask, bottom_front->axis_left);
    ImGui::EndChild();
    if (begin_part("status", at.status, color::header)) draw_status(app);
    ImGui::EndChild();
}

void switch_tabs_with_the_scene(App& app, PanelLayout& layout) {
    if (layout.scene_id == app.scene_id && !layout.front[0].empty()) return;
    const bool first = layout.front[0].empty();
    layout.scene_id = app.scene_id;
    if (!first && !app.empty()) return;
    layout.front[static_cast<int>(Place::Left)] = app.empty() ? "Files" : "Structure";
    layout.front[static_cast<int>(Place::Bottom)] = app.empty() ? "Log" : "Curves";
}
}  // namespace

Regions regions(const Settings& s, float width, float height) {
    const float w = design(width), h = design(height), g = px(gap);
    const bool one_side = w < narrow;
    float left = s.left > 0 ? s.left : between(300, 384, w, 1280, 1600);
    float right = one_side ? 0 : s.right > 0 ? s.right : between(300, 376, w, 1280, 1600);
    float bottom = s.bottom > 0 ? s.bottom : between(236, 316, h, 720, 1000);
    left = std::clamp(left, 120.f, std::max(120.f, w - right - 240));
    if (right > 0) right = std::clamp(right, 120.f, std::max(120.f, w - left - 240));
    bottom = std::clamp(bottom, transport_height + bar, std::max(transport_height + bar, h - 2 * bar - 200));
    Regions r;
    r.menu = {0, 0, width, px(bar)};
    r.status = {0, height - px(bar), width, px(bar)};
    const float low = r.status.y - px(bottom) + px(bar), high = r.menu.h;
    const float top_of_bottom = low - px(bar);
    r.transport = {0, top_of_bottom, width, px(transport_height)};
    r.scrubber = {0, top_of_bottom + px(transport_height), width, px(bar)};
    const float tabs_at = r.scrubber.y + px(bar);
    r.bottom = {0, tabs_at, width, r.status.y - tabs_at};
    const float upper = top_of_bottom - g - high;
    r.left = {0, high, px(left), upper};
    if (right > 0) r.right = {width - px(right), high, px(right), upper};
    const float centre_end = right > 0 ? r.right.x - g : width;
    r.centre = {r.left.w + g, high, centre_end - r.left.w - g, upper};
    return r;
}

void draw_window(App& app, Requests& ask, PanelLayout& layout) {
    switch_tabs_with_the_scene(app, layout);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::Begin("Bonescope", nullptr,
                 plain | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoNav);
    draw_menu(app, ask);
    const Regions at = regions(app.settings, size.x, size.y);
    const bool one_side = at.right.w <= 0;
    draw_place(app, ask, layout, Place::Left, at.left, one_side);
    draw_place(app, ask, layout, Place::Centre, at.centre, one_side);
    draw_place(app, ask, layout, Place::Right, at.right, false);
    draw_place(app, ask, layout, Place::Bottom, at.bottom, one_side);
    draw_bars(app, ask, at, front_of(app, layout, Place::Bottom, panels_at(app, Place::Bottom, one_side)));
    app.wanted_tab.clear();
    splitters(app, at);
    ImGui::End();
    draw_open_dialog(app, ask, layout.states);
    draw_palette(app, ask);
    draw_key_list(app);
    draw_go_to(app);
}

}  // namespace bonescope
