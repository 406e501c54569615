// Every command once: menus, palette, shortcuts and the list of keys are drawn from this table.
#pragma once
#include "app/app.h"
#include <span>

namespace bonescope {

struct Chord {
    int key = 0;   // GLFW key, 0: none
    int mods = 0;  // GLFW_MOD_*
};

// A line of the list of keys; commands that name the same one share it.
struct ListLine {
    const char* heading;  // "Time", "View", "Go", "File"
    const char* text;
};

struct Command {
    const char* menu;  // "File", "View", "Animation", …
    const char* name;  // "Open…"
    Chord key;
    const ListLine* line;  // null: not in the list of keys
    void (*run)(App&);
    bool (*enabled)(const App&) = nullptr;  // null: always
    bool (*checked)(const App&) = nullptr;  // null: no tick
    bool starts_group = false;              // a separator before it in the menu
    const char* why_not = nullptr;          // said of it while it is not enabled
};

std::span<const Command> commands();
std::string key_text(Chord);  // "Ctrl+Shift+P"
const Command* command_for(int key, int mods);

// The list of keys: one line per group of commands, and what the mouse does.
struct KeyLine {
    std::string heading, text, keys;
};
const std::vector<KeyLine>& key_lines();

}  // namespace bonescope
