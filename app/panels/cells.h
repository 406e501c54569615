// Text in cells of rows that panels draw themselves: cut with "…" to the room there is, in any font, left or right.
#pragma once
#include "app/theme.h"
#include <cstdint>
#include <string>
#include <string_view>

namespace bonescope {

enum class Align : uint8_t { Left, Right };

// A row or a part of it, in screen pixels.
struct Cell {
    float x0 = 0, x1 = 0, y = 0, height = 0;
    ImVec2 min() const { return {x0, y}; }
    ImVec2 max() const { return {x1, y + height}; }
};

ImFont* font_or_default(ImFont*);  // before fonts are built: the default one
float text_width(ImFont*, std::string_view);
// Draws into the current window, centred on the height of the cell. True when the text had to be cut.
bool cell_text(const Cell&, ImFont*, ImU32, std::string_view, Align = Align::Left);
// The same for names, whose ends tell as much as their starts: what does not fit is left out of the middle.
bool cell_name(const Cell&, ImFont*, ImU32, std::string_view);
void cell_fill(const Cell&, ImU32);
void cell_square(float x, const Cell& row, ImU32, bool hollow = false);  // 8 px, centred on the row
void cell_arrow(float x, const Cell& row, ImU32, bool open);
void mark_selected(const Cell& row);  // fill and the bar at the left
bool mouse_in(const Cell&);           // the pointer is there and the window is the one under it
Cell next_row(float height);          // the next full-width row of the window; moves the cursor
bool key_pressed(ImGuiKey, bool repeat = true);
bool letter_pressed(char upper);  // a letter key, whatever the layout of ImGui's key names
void tooltip(std::string_view text, ImU32 ink = color::text, std::string_view below = {});  // `below` in colour `ink`
bool begin_menu(const char* name);    // a popup with room around its items; end with ImGui::EndPopup when true
std::string spaced(uint64_t number);  // "18 424"

// One menu per panel to copy a single value: offer() while drawing, draw() at the end.
class CopyMenu {
public:
    void offer(const Cell&, std::string_view value);  // right click in the cell opens the menu
    void draw();

private:
    std::string value_;
    bool open_ = false;
};

}  // namespace bonescope
