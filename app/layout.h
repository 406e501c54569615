// Where everything is: menu bar, panels with their tabs, splitters, transport, status line.
#pragma once
#include "app/panels/panels.h"

namespace bonescope {

struct Rect {
    float x = 0, y = 0, w = 0, h = 0;
};

// The regions of the window for a size in ImGui pixels; panels include their tab bar.
struct Regions {
    Rect menu, left, centre, right, transport, scrubber, bottom, status;  // right.w == 0: it is a tab at the left
};
Regions regions(const Settings&, float width, float height);

struct PanelLayout {
    PanelStates states;
    std::string front[4];  // name of the tab in front, per Place
    Rect view;             // the picture's part of the window, for F12
    uint64_t scene_id = 0;
};

void draw_window(App&, Requests&, PanelLayout&);  // a whole frame between NewFrame and Render

}  // namespace bonescope
