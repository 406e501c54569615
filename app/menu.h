// Menu bar, command palette, list of keys and the go-to line: all drawn from the table of commands.
#pragma once
#include "app/app.h"

namespace bonescope {

void draw_menu(const App&, Requests&);
void draw_palette(App&, Requests&);
void draw_key_list(App&);  // F1
void draw_key_lines();     // the list itself, as a panel
void draw_go_to(App&);

}  // namespace bonescope
