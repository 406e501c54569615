#include "app/menu.h"
#include "app/commands.h"
#include "app/panels/cells.h"
#include "core/text.h"
#include <imgui_internal.h>
#include <imgui_stdlib.h>

namespace bonescope {

namespace {
void menu_items(const App& app, Requests& ask, const char* menu) {
    bool first = true;
    for (const Command& c : commands()) {
        if (std::string_view(c.menu) != menu) continue;
        if (c.starts_group && !first) ImGui::Separator();
        first = false;
        const std::string key = key_text(c.key);
        const bool enabled = !c.enabled || c.enabled(app), ticked = enabled && c.checked && c.checked(app);
        ImGui::PushStyleColor(ImGuiCol_Text, enabled ? color::text : color::disabled);
        const bool chosen = ImGui::MenuItem(c.name, key.c_str(), ticked, enabled);
        ImGui::PopStyleColor();
        if (chosen) ask.commands.push_back(&c);
        if (!enabled && c.why_not && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip(c.why_not);
    }
}

void recent_items(const App& app, Requests& ask) {
    if (!ImGui::BeginMenu("Recent", !app.settings.recent.empty())) return;
    for (std::size_t i = 0; i < app.settings.recent.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::MenuItem(decode(app.settings.recent[i], Encoding::Guess).c_str()))
            ask.open = {app.settings.recent[i]};
        ImGui::PopID();
    }
    ImGui::EndMenu();
}

// Title strong, further parts and numbers second, in the middle of the bar; what does not fit is left out.
void scene_title(const App& app, float left) {
    const float width = ImGui::GetWindowWidth(), room = width - px(12);
    struct Piece {
        ImFont* font;
        const std::string* text;
        ImU32 ink;
        float gap, width = 0;
    } pieces[] = {{fonts.strong, &app.title, color::text, 0},
                  {fonts.words, &app.others, color::second, 16},
                  {fonts.words, &app.summary, color::second, 20}};
    float total = 0;
    for (Piece& p : pieces) {
        if (p.text->empty()) continue;
        p.width = std::round(p.font->CalcTextSizeA(p.font->FontSize, FLT_MAX, 0, p.text->c_str()).x);
        const float more = p.width + (total > 0 ? px(p.gap) : 0);
        if (total > 0 && left + px(16) + total + more > room) p.width = 0;
        if (p.width > 0) total += more;
    }
    const ImVec2 min = ImGui::GetWindowPos();
    float x = std::max(left + px(16), std::round((width - total) / 2));
    bool first = true;
    for (const Piece& p : pieces) {
        if (p.width <= 0) continue;
        if (!first) x += px(p.gap);
        first = false;
        ImGui::GetWindowDrawList()->AddText(p.font, p.font->FontSize, {min.x + x, min.y + px(4)}, p.ink,
                                            p.text->c_str());
        x += p.width;
    }
}

// Letters of `wanted` in this order; how far they are apart decides the rank. -1: no match.
int match(std::string_view text, std::string_view wanted) {
    const std::string low = lower(text), want = lower(wanted);
    if (want.empty()) return 0;
    const std::size_t whole = low.find(want);
    if (whole != std::string::npos) return static_cast<int>(whole);
    std::size_t at = 0, first = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        at = low.find(want[i], at);
        if (at == std::string::npos) return -1;
        if (i == 0) first = at;
        ++at;
    }
    return static_cast<int>(100 + at - first);
}

struct Palette {
    std::string text;
    int at = 0;
    bool was_open = false;
};
Palette box;

std::vector<const Command*> matching(const std::string& text) {
    std::vector<std::pair<int, const Command*>> ranked;
    for (const Command& c : commands()) {
        const int rank = match(std::string(c.name) + " " + c.menu, text);
        if (rank >= 0) ranked.emplace_back(rank, &c);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const Command*> out;
    for (const auto& [rank, command] : ranked) out.push_back(command);
    return out;
}

// One row of the palette; true when clicked.
bool palette_row(const App& app, const Command& c, bool selected) {
    const bool enabled = !c.enabled || c.enabled(app);
    const ImVec2 min = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, px(24)};
    const bool clicked = hit_area(c.name, size);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    if (!enabled && c.why_not && ImGui::IsItemHovered()) tooltip(c.why_not);
    const ImVec2 max{min.x + size.x, min.y + size.y};
    if (selected || ImGui::IsItemHovered())
        draw->AddRectFilled(min, max, selected ? color::selected_row : color::hovered);
    if (selected) draw->AddRectFilled(min, {min.x + px(2), max.y}, color::selection);
    const ImU32 ink = !enabled ? color::disabled : selected ? color::selected_text : color::text;
    draw->AddText({min.x + px(12), min.y + px(4)}, ink, c.name);
    const std::string key = key_text(c.key);
    const float key_width = fonts.mono->CalcTextSizeA(fonts.mono->FontSize, FLT_MAX, 0, key.c_str()).x;
    const float x = std::floor(max.x - px(12) - key_width);
    draw->AddText(fonts.mono, fonts.mono->FontSize, {x, min.y + px(4)}, color::second, key.c_str());
    const float menu_x = min.x + px(12) + ImGui::CalcTextSize(c.name).x + px(12);
    draw->AddText(fonts.small, fonts.small->FontSize, {std::floor(menu_x), min.y + px(6)}, color::disabled, c.menu);
    return clicked && enabled;
}

// A box near the top of the window, in the middle.
bool begin_box(const char* name, float width, float height, float top) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    width = std::min(px(width), screen.x - px(16));
    ImGui::SetNextWindowPos({std::floor((screen.x - width) / 2), px(top)});
    ImGui::SetNextWindowSize({width, std::min(px(height), screen.y - px(top) - px(8))});
    return ImGui::BeginPopup(name, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoTitleBar |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
}

void palette_list(const App& app, Requests& ask, const std::vector<const Command*>& list, bool moved) {
    ImGui::BeginChild("list");
    for (int i = 0; i < static_cast<int>(list.size()); ++i) {
        ImGui::PushID(i);
        ImGui::SetCursorPosY(px(24.f) * static_cast<float>(i));
        if (palette_row(app, *list[i], i == box.at)) {
            ask.commands.push_back(list[i]);
            ImGui::CloseCurrentPopup();
        }
        if (moved && i == box.at) ImGui::SetScrollHereY(0.5f);
        ImGui::PopID();
    }
    ImGui::EndChild();
}
}  // namespace

namespace {

void close_menu_by_key() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.OpenPopupStack.empty() || !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) return;
    const ImGuiWindow* window = context.OpenPopupStack[0].Window;
    if (window && (window->Flags & ImGuiWindowFlags_ChildMenu)) ImGui::ClosePopupToLevel(0, true);
}

}  // namespace

void draw_menu(const App& app, Requests& ask) {
    close_menu_by_key();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(10), px(8)));
    if (!ImGui::BeginMenuBar()) {
        ImGui::PopStyleVar();
        return;
    }
    ImGui::SetCursorPosX(px(11));
    for (const char* menu : {"File", "Edit", "View", "Animation", "Help"}) {
        const bool enabled =
            !app.empty() || (std::string_view(menu) != "Edit" && std::string_view(menu) != "Animation");
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(12), px(8)));
        const bool open = ImGui::BeginMenu(menu, enabled);
        ImGui::PopStyleVar();
        if (!open) continue;
        if (std::string_view(menu) == "File") {
            menu_items(app, ask, menu);
            ImGui::Separator();
            recent_items(app, ask);
        } else
            menu_items(app, ask, menu);
        ImGui::EndMenu();
    }
    ImGui::PopStyleVar();
    scene_title(app, ImGui::GetCursorPosX() - px(16));
    ImGui::EndMenuBar();
}

void draw_palette(App& app, Requests& ask) {
    if (app.show_palette && !box.was_open) {
        box = {};
        ImGui::OpenPopup("palette");
    }
    const bool opening = app.show_palette && !box.was_open;
    box.was_open = app.show_palette;
    if (!app.show_palette) return;
    if (!begin_box("palette", 560, 400, 72)) {
        app.show_palette = box.was_open = false;
        return;
    }
    if (opening) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##command", "Command", &box.text)) box.at = 0;
    const std::vector<const Command*> list = matching(box.text);
    const int last = static_cast<int>(list.size()) - 1, before = box.at;
    if (key_pressed(ImGuiKey_DownArrow)) ++box.at;
    if (key_pressed(ImGuiKey_UpArrow)) --box.at;
    box.at = std::clamp(box.at, 0, std::max(0, last));
    if ((key_pressed(ImGuiKey_Enter) || key_pressed(ImGuiKey_KeyPadEnter)) && last >= 0) {
        ask.commands.push_back(list[box.at]);
        ImGui::CloseCurrentPopup();
    }
    if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    palette_list(app, ask, list, box.at != before);
    ImGui::EndPopup();
}

void draw_key_lines() {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    std::string heading;
    bool open = true;
    for (const KeyLine& line : key_lines()) {
        if (line.heading != heading) {
            ImGui::Dummy({0, px(heading.empty() ? 4.f : 8.f)});
            heading = line.heading;
            open = section(heading.c_str());
            if (open) ImGui::Dummy({0, px(4)});
        }
        if (!open) continue;
        const Cell row = next_row(px(20));
        const float keys = text_width(fonts.mono, line.keys);
        cell_text({row.x1 - px(12) - keys, row.x1 - px(12), row.y, row.height}, fonts.mono, color::text, line.keys);
        cell_text({row.x0 + px(12), row.x1 - px(20) - keys, row.y, row.height}, fonts.words, color::second, line.text);
    }
    ImGui::PopStyleVar();
}

void draw_key_list(App& app) {
    static bool was_open = false;
    if (app.show_keys && !was_open) ImGui::OpenPopup("keys");
    was_open = app.show_keys;
    if (!app.show_keys) return;
    if (!begin_box("keys", 460, 24.f * 4 + 12 * 4 + 20 * static_cast<float>(key_lines().size()) + 8, 48)) {
        app.show_keys = was_open = false;
        return;
    }
    draw_key_lines();
    if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void draw_go_to(App& app) {
    static bool was_open = false, wrong = false;
    static std::string text;
    const bool opening = app.show_goto && !was_open;
    if (opening) {
        text.clear();
        wrong = false;
        ImGui::OpenPopup("go to");
    }
    was_open = app.show_goto;
    if (!app.show_goto) return;
    if (!begin_box("go to", 420, 52, 72)) {
        app.show_goto = was_open = false;
        return;
    }
    if (opening) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool enter = ImGui::InputTextWithHint("##place", "0x3B68 offset, f16 frame, 0.5s time", &text,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SetCursorPosX(px(8));
    ImGui::TextColored(color::vec(wrong ? color::error : color::second), "%s",
                       wrong ? "No such place in this file or clip" : "Enter goes there");
    if (enter) {
        wrong = !go_to(app, text);
        if (!wrong) ImGui::CloseCurrentPopup();
    }
    if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

}  // namespace bonescope
