// Words and marks over the picture of a scene: names, axes in the corner, captions. Drawn through ImGui, with a window
// or without one.
#pragma once
#include "app/draw_scene.h"
#include <imgui.h>

namespace bonescope {

struct Caption {
    std::string words;    // clip
    std::string numbers;  // time
    bool alone = false;   // no axes in the corner and no word about the grid: small pictures
};

void draw_overlay(ImDrawList&, ImVec2 corner, ImVec2 size, const Scene&, const Frame&, const SceneLook&,
                  const Ground& ground, const Caption&);

// Joints whose names are wanted, the most important first; those that find a free place are shown.
std::vector<int> named_joints(const Skeleton&, const SceneLook&);

}  // namespace bonescope
