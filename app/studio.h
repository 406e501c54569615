// Pictures without a window: an OpenGL context, an ImGui context for the words, and a painter.
#pragma once
#include "app/overlay.h"
#include "core/memory.h"
#include "renderer/context.h"

namespace bonescope {

struct Picture {
    int width = 0, height = 0;
    std::vector<unsigned char> rgba;  // top row first
};

class Studio {
public:
    // Null when there is no OpenGL context; `why` then says so. `words`: all text that pictures may hold.
    static std::unique_ptr<Studio> open(float scale, const std::string& words, std::string& why);
    ~Studio();
    Studio(const Studio&) = delete;
    Studio& operator=(const Studio&) = delete;

    std::vector<std::string> set_scene(const Scene&);  // waits for its textures; why some cannot be shown
    Picture take(const Scene&, const Frame&, const SceneLook&, int width, int height, const Caption&);

private:
    Studio() = default;
    void draw_words(const std::function<void(ImDrawList&)>&, const Target&);
    std::unique_ptr<HeadlessContext> context_;
    std::unique_ptr<ScenePainter> painter_;
    std::unique_ptr<Target> target_;
    ImGuiContext* imgui_ = nullptr;
    bool words_ = false;  // they can be drawn
};

// Every name that the overlay may show, for the fonts.
std::string words_of(const Scene&, Encoding);

}  // namespace bonescope
