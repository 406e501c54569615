#include "app/theme.h"
#include <imgui_internal.h>

namespace bonescope {

namespace {
float ui_scale = 1;

ImU32 button_fill(bool on, bool enabled) {
    if (on && enabled) return color::on;
    return enabled && ImGui::IsItemHovered() ? color::hovered : color::frame;
}

ImU32 button_text(bool on, bool enabled) {
    return !enabled ? color::disabled : on ? color::selected_text : color::second;
}

bool flat_button(const char* label, bool on, bool enabled, float height) {
    const char* end = ImGui::FindRenderedTextEnd(label);
    ImGui::BeginDisabled(!enabled);
    const bool pressed = hit_area(label, {button_width(label), height});
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(min, max, button_fill(on, enabled));
    const float y = min.y + std::floor((height - ImGui::GetFontSize()) / 2);
    draw->AddText({min.x + px(8), y}, button_text(on, enabled), label, end);
    ImGui::EndDisabled();
    return pressed;
}

void set_colors(ImVec4* c) {
    const std::pair<ImGuiCol, ImU32> list[] = {
        {ImGuiCol_Text, color::text},
        {ImGuiCol_TextDisabled, color::disabled},
        {ImGuiCol_WindowBg, color::gap},
        {ImGuiCol_ChildBg, color::panel},
        {ImGuiCol_PopupBg, color::header},
        {ImGuiCol_Border, color::line},
        {ImGuiCol_BorderShadow, 0},
        {ImGuiCol_FrameBg, color::frame},
        {ImGuiCol_FrameBgHovered, color::hovered},
        {ImGuiCol_FrameBgActive, color::hovered},
        {ImGuiCol_TitleBg, color::header},
        {ImGuiCol_TitleBgActive, color::header},
        {ImGuiCol_TitleBgCollapsed, color::header},
        {ImGuiCol_MenuBarBg, color::header},
        {ImGuiCol_ScrollbarBg, 0},
        {ImGuiCol_ScrollbarGrab, color::hovered},
        {ImGuiCol_ScrollbarGrabHovered, color::disabled},
        {ImGuiCol_ScrollbarGrabActive, color::second},
        {ImGuiCol_CheckMark, color::selection},
        {ImGuiCol_SliderGrab, color::second},
        {ImGuiCol_SliderGrabActive, color::text},
        {ImGuiCol_Button, color::frame},
        {ImGuiCol_ButtonHovered, color::hovered},
        {ImGuiCol_ButtonActive, color::on},
        {ImGuiCol_Header, color::selected_row},
        {ImGuiCol_HeaderHovered, color::hovered},
        {ImGuiCol_HeaderActive, color::selected_row},
        {ImGuiCol_Separator, color::line},
        {ImGuiCol_SeparatorHovered, color::second},
        {ImGuiCol_SeparatorActive, color::selection},
        {ImGuiCol_ResizeGrip, 0},
        {ImGuiCol_ResizeGripHovered, 0},
        {ImGuiCol_ResizeGripActive, 0},
        {ImGuiCol_TableHeaderBg, color::header},
        {ImGuiCol_TableBorderStrong, color::line},
        {ImGuiCol_TableBorderLight, color::line},
        {ImGuiCol_TableRowBg, 0},
        {ImGuiCol_TableRowBgAlt, 0},
        {ImGuiCol_TextSelectedBg, color::selected_row},
        {ImGuiCol_DragDropTarget, color::selection},
        {ImGuiCol_NavHighlight, color::selection},
        {ImGuiCol_ModalWindowDimBg, color::with_alpha(color::gap, 140)},
    };
    for (const auto& [slot, value] : list) c[slot] = color::vec(value);
}
}  // namespace

ImVec4 color::vec(ImU32 value) { return ImGui::ColorConvertU32ToFloat4(value); }

ImVec2 some(ImVec2 size) { return {std::max(size.x, 1.f), std::max(size.y, 1.f)}; }

bool hit_area(const char* id, ImVec2 size, ImGuiButtonFlags flags) {
    return ImGui::InvisibleButton(id, some(size), flags);
}

float px(float design_pixels) { return std::round(design_pixels * ui_scale); }

float design(float pixels) { return pixels / ui_scale; }

void apply_theme(float scale) {
    ui_scale = scale;
    ImGuiStyle style;
    set_colors(style.Colors);
    style.WindowRounding = style.ChildRounding = style.FrameRounding = style.PopupRounding = 0;
    style.ScrollbarRounding = style.GrabRounding = style.TabRounding = 0;
    style.WindowBorderSize = style.ChildBorderSize = style.FrameBorderSize = style.TabBorderSize = 0;
    style.PopupBorderSize = px(1);
    style.WindowPadding = {0, 0};
    style.WindowMinSize = {1, 1};
    style.FramePadding = {px(8), px(4)};
    style.CellPadding = {px(4), px(2)};
    style.ItemSpacing = {px(8), px(4)};
    style.ItemInnerSpacing = {px(4), px(4)};
    style.IndentSpacing = px(12);
    style.ScrollbarSize = px(10);
    style.GrabMinSize = px(10);
    style.DisabledAlpha = 1;  // disabled things have a colour of their own
    ImGui::GetStyle() = style;
}

void text_mono(ImU32 value, const char* text) {
    ImGui::PushFont(fonts.mono);
    ImGui::PushStyleColor(ImGuiCol_Text, value);
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void text_right(ImU32 value, const char* text, bool mono) {
    ImGui::PushFont(mono ? fonts.mono : fonts.words);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.f, std::floor(room)));
    ImGui::PushStyleColor(ImGuiCol_Text, value);
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void arrow(ImVec2 at, bool open, ImU32 value) {
    const float s = px(3);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    if (open)
        draw->AddTriangleFilled({at.x - px(4), at.y - s + px(1)}, {at.x + px(4), at.y - s + px(1)}, {at.x, at.y + s},
                                value);
    else
        draw->AddTriangleFilled({at.x - s + px(1), at.y - px(4)}, {at.x + s, at.y}, {at.x - s + px(1), at.y + px(4)},
                                value);
}

bool section(const char* title, const char* right_text, bool open_at_first) {
    ImGui::PushID(title);
    bool* open = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("open"), open_at_first);
    ImGui::SetCursorPosX(0);
    const ImVec2 size{ImGui::GetContentRegionMax().x, px(24)};
    if (hit_area("head", size)) *open = !*open;
    const ImVec2 min = ImGui::GetItemRectMin(), max{min.x + size.x, min.y + size.y};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(min, max, ImGui::IsItemHovered() ? color::frame : color::header);
    arrow({min.x + px(12), min.y + px(12)}, *open, color::disabled);
    float room = max.x - px(8);
    if (right_text && *right_text) {
        ImFont* small = fonts.small;
        const float width = small->CalcTextSizeA(small->FontSize, FLT_MAX, 0, right_text).x;
        room -= width + px(8);
        draw->AddText(small, small->FontSize, {std::floor(max.x - px(8) - width), min.y + px(6)}, color::second,
                      right_text);
    }
    const char* const end = ImGui::FindRenderedTextEnd(title);
    ImGui::PushFont(fonts.strong);
    ImGui::RenderTextEllipsis(draw, {min.x + px(22), min.y + px(4)}, {room, max.y}, room, room, title, end, nullptr);
    const bool cut = min.x + px(22) + ImGui::CalcTextSize(title, end).x > room;
    ImGui::PopFont();
    if (cut && ImGui::IsItemHovered()) ImGui::SetTooltip("%.*s", static_cast<int>(end - title), title);
    ImGui::PopID();
    return *open;
}

float button_width(const char* label) { return std::round(ImGui::CalcTextSize(label, nullptr, true).x) + px(16); }

bool toggle(const char* label, bool on, bool enabled) { return flat_button(label, on, enabled, px(24)); }

bool tab_button(const char* label, bool on, bool enabled) { return flat_button(label, on, enabled, px(20)); }

bool tab_switch(const char* label, bool on, bool enabled) {
    ImGui::SetCursorPosY(0);
    const ImVec2 size{std::round(ImGui::CalcTextSize(label, nullptr, true).x), px(24)};
    ImGui::BeginDisabled(!enabled);
    const bool pressed = hit_area(label, size);
    ImGui::EndDisabled();
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const bool lit = on && enabled;
    const ImU32 ink = lit ? color::text : enabled && ImGui::IsItemHovered() ? color::second : color::disabled;
    draw->AddText({min.x, min.y + px(4)}, ink, label, ImGui::FindRenderedTextEnd(label));
    if (lit) draw->AddRectFilled({min.x, max.y - px(2)}, max, color::selection);
    return pressed;
}

void severity_square(ImU32 value, bool hollow) {
    const float side = px(8), line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 min{at.x, at.y + std::floor((line - side) / 2)}, max{min.x + side, min.y + side};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(min, max, value);
    if (hollow) {
        const float edge = px(1.5f);
        draw->AddRectFilled({min.x + edge, min.y + edge}, {max.x - edge, max.y - edge}, color::panel);
    }
    ImGui::Dummy({side, line});
}

std::string_view cut_to(std::string_view utf8, float width) {
    const char *begin = utf8.data(), *end = begin + utf8.size();
    ImFont* font = ImGui::GetFont();
    const float size = ImGui::GetFontSize();
    if (font->CalcTextSizeA(size, FLT_MAX, 0, begin, end).x <= width) return utf8;
    const float dots = font->CalcTextSizeA(size, FLT_MAX, 0, "…").x;
    const char* rest = begin;
    font->CalcTextSizeA(size, std::max(0.f, width - dots), 0, begin, end, &rest);
    return utf8.substr(0, static_cast<std::size_t>(rest - begin));
}

}  // namespace bonescope
