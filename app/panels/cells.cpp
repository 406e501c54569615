#include "app/panels/cells.h"

namespace bonescope {
namespace {

constexpr std::string_view ellipsis = "…";

ImVec2 measure(ImFont* font, std::string_view text, float width, const char** rest = nullptr) {
    return font->CalcTextSizeA(font->FontSize, width, 0, text.data(), text.data() + text.size(), rest);
}

void put(ImFont* font, ImVec2 at, ImU32 color, std::string_view text) {
    at = {std::floor(at.x), std::floor(at.y)};
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, color, text.data(), text.data() + text.size());
}

// Length of the start of `text` that fits in `width` pixels.
std::size_t fitting(ImFont* font, std::string_view text, float width) {
    const char* rest = text.data();
    measure(font, text, std::max(width, 0.f), &rest);
    return static_cast<std::size_t>(rest - text.data());
}

}  // namespace

ImFont* font_or_default(ImFont* font) { return font ? font : ImGui::GetFont(); }

float text_width(ImFont* font, std::string_view text) { return measure(font_or_default(font), text, FLT_MAX).x; }

bool cell_text(const Cell& cell, ImFont* wanted, ImU32 color, std::string_view text, Align align) {
    if (text.empty()) return false;
    ImFont* font = font_or_default(wanted);
    // A long text is measured only as far as it can be shown.
    const float room = cell.x1 - cell.x0, y = cell.y + (cell.height - font->FontSize) / 2;
    const std::string_view near = text.substr(0, 1024);
    const float width = measure(font, near, FLT_MAX).x;
    if (width <= room + 0.5f && near.size() == text.size()) {
        put(font, {align == Align::Right ? cell.x1 - width : cell.x0, y}, color, text);
        return false;
    }
    const float dots = measure(font, ellipsis, FLT_MAX).x;
    if (room < dots) return true;
    const std::string_view shown = near.substr(0, fitting(font, near, room - dots));
    const float shown_width = measure(font, shown, FLT_MAX).x;
    const float x = align == Align::Right ? cell.x1 - dots - shown_width : cell.x0;
    put(font, {x, y}, color, shown);
    put(font, {x + shown_width, y}, color, ellipsis);
    return true;
}

bool cell_name(const Cell& cell, ImFont* wanted, ImU32 color, std::string_view name) {
    ImFont* font = font_or_default(wanted);
    const float room = cell.x1 - cell.x0, dots = measure(font, ellipsis, FLT_MAX).x;
    const bool fits = name.size() <= 1024 && measure(font, name, FLT_MAX).x <= room + 0.5f;
    if (fits || room < 4 * dots) return cell_text(cell, font, color, name);
    const float half = (room - dots) / 2;
    const std::string_view head = name.substr(0, fitting(font, name.substr(0, 1024), half));
    const float left = room - dots - measure(font, head, FLT_MAX).x;
    std::size_t from = name.size() - std::min<std::size_t>(name.size() - head.size(), 1024);
    const auto starts = [&](std::size_t at) { return at >= name.size() || (name[at] & 0xC0) != 0x80; };
    while (from < name.size() && (!starts(from) || measure(font, name.substr(from), FLT_MAX).x > left)) ++from;
    cell_text(cell, font, color, std::string(head) + std::string(ellipsis) + std::string(name.substr(from)));
    return true;
}

void cell_fill(const Cell& cell, ImU32 color) {
    ImGui::GetWindowDrawList()->AddRectFilled(cell.min(), cell.max(), color);
}

void cell_square(float x, const Cell& row, ImU32 color, bool hollow) {
    const float size = px(8), y = std::floor(row.y + (row.height - size) / 2);
    x = std::floor(x);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hollow)
        list.AddRect({x, y}, {x + size, y + size}, color, 0, 0, px(1));
    else
        list.AddRectFilled({x, y}, {x + size, y + size}, color);
}

void cell_arrow(float x, const Cell& row, ImU32 color, bool open) {
    const float y = row.y + row.height / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (open)
        list.AddTriangleFilled({x, y - px(2.5f)}, {x + px(8), y - px(2.5f)}, {x + px(4), y + px(3)}, color);
    else
        list.AddTriangleFilled({x + px(1.5f), y - px(4)}, {x + px(6.5f), y}, {x + px(1.5f), y + px(4)}, color);
}

void mark_selected(const Cell& row) {
    cell_fill(row, color::selected_row);
    cell_fill({row.x0, row.x0 + px(2), row.y, row.height}, color::selection);
}

bool mouse_in(const Cell& cell) {
    return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(cell.min(), cell.max());
}

Cell next_row(float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(spacing.x, 0));
    ImGui::Dummy({width, height});
    ImGui::PopStyleVar();
    return {at.x, at.x + width, at.y, height};
}

bool key_pressed(ImGuiKey key, bool repeat) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key, repeat);
#else
    const int index = ImGui::GetKeyIndex(key);
    return index >= 0 && ImGui::IsKeyPressed(index, repeat);
#endif
}

bool letter_pressed(char upper) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_A + (upper - 'A')), false);
#else
    return ImGui::IsKeyPressed(upper, false);  // the window's own codes: letters are ASCII
#endif
}

void tooltip(std::string_view text, ImU32 ink, std::string_view below) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(8), px(6)));
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(px(480));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    if (!below.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ink);
        ImGui::TextUnformatted(below.data(), below.data() + below.size());
        ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

bool begin_menu(const char* name) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(8), px(6)));
    const bool open = ImGui::BeginPopup(name);
    ImGui::PopStyleVar();
    return open;
}

std::string spaced(uint64_t number) {
    std::string text = fmt::format("{}", number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, " ");
    return text;
}

void CopyMenu::offer(const Cell& cell, std::string_view value) {
    if (!mouse_in(cell) || !ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
    value_ = value;
    open_ = true;
}

void CopyMenu::draw() {
    if (open_) ImGui::OpenPopup("copy");
    open_ = false;
    if (!begin_menu("copy")) return;
    const std::string label = fmt::format("Copy {}", value_.size() > 40 ? value_.substr(0, 40) + "…" : value_);
    if (ImGui::MenuItem((label + "###copy").c_str())) ImGui::SetClipboardText(value_.c_str());
    ImGui::EndPopup();
}

}  // namespace bonescope
