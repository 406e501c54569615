// Colours, fonts and measures of the window.
#pragma once
#include <imgui.h>
#include <string_view>

namespace bonescope {

namespace color {
constexpr ImU32 rgb(unsigned hex) { return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255); }
constexpr ImU32 with_alpha(ImU32 c, unsigned alpha) { return (c & 0x00FFFFFFu) | (alpha << 24); }
inline constexpr ImU32 gap = rgb(0x0D0F12), panel = rgb(0x15181C), plot = rgb(0x111417), view = rgb(0x191D22);
inline constexpr ImU32 header = rgb(0x1B1F24), frame = rgb(0x21262C), hovered = rgb(0x2A3037), line = rgb(0x272C33);
inline constexpr ImU32 text = rgb(0xD6DBE2), second = rgb(0x8D96A1), disabled = rgb(0x5B646E);
inline constexpr ImU32 selection = rgb(0x3CC8DC), selected_row = rgb(0x123A41), selected_text = rgb(0x9BE9F3);
inline constexpr ImU32 on = rgb(0x2C4A50);
inline constexpr ImU32 error = rgb(0xF0605A), warning = rgb(0xE5AC3F), note = rgb(0x6C9CE0), good = rgb(0x64B97A);
inline constexpr ImU32 x = rgb(0xE8695F), y = rgb(0x84C15C), z = rgb(0x5C9DF0), w = rgb(0xB98AE8);
inline constexpr ImU32 key = rgb(0xE6DCA8), scene_a = rgb(0xC3CCD6), scene_b = rgb(0xF0934E);
inline constexpr ImU32 missing_row = rgb(0x2A1A1B), bad_bytes = rgb(0x4A3A16), bad_bytes_text = rgb(0xFFE2A8);
inline constexpr ImU32 axis[4] = {x, y, z, w};
ImVec4 vec(ImU32);
}  // namespace color

struct Fonts {
    ImFont* words = nullptr;       // Inter 16
    ImFont* small = nullptr;       // Inter 13
    ImFont* strong = nullptr;      // Inter semibold 16
    ImFont* title = nullptr;       // Inter semibold 20
    ImFont* mono = nullptr;        // JetBrains Mono 16
    ImFont* mono_small = nullptr;  // JetBrains Mono 13
};
extern Fonts fonts;

void apply_theme(float scale);  // colours and measures of the ImGui style
// (Re)builds the atlas: Latin, arrows and the given text's other glyphs (CJK names of the open files). True when it
// changed and the texture has to be uploaded.
bool build_fonts(float scale, std::string_view text_in_use);
float px(float design_pixels);  // design pixels to ImGui pixels at the current scale, whole
float design(float pixels);     // and back

// ---- small pieces that panels share ----
ImVec2 some(ImVec2 size);  // at least a pixel each way: ImGui reads 0 as "all that is left" or stops the program
bool hit_area(const char* id, ImVec2 size, ImGuiButtonFlags = 0);  // InvisibleButton of some(size)
void text_mono(ImU32 color, const char* text);
void text_right(ImU32 color, const char* text, bool mono = true);  // right-aligned in the current column
bool section(const char* title, const char* right_text = nullptr, bool open_at_first = true);  // header row 24 px
bool toggle(const char* label, bool on, bool enabled = true);      // flat 24 px button, "switched on" filled 2C4A50
bool tab_button(const char* label, bool on, bool enabled = true);  // the same, 20 px high, for headers of tab bars
bool tab_switch(const char* label, bool on, bool enabled = true);  // a word with the 2 px cyan line, for headers
float button_width(const char* label);                             // of toggle and tab_button
void arrow(ImVec2 centre, bool open, ImU32 color);                 // the 8 px triangle of trees and sections
void severity_square(ImU32 color, bool hollow = false);
std::string_view cut_to(std::string_view utf8, float width);  // what fits, for "…"

}  // namespace bonescope
