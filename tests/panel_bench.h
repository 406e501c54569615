// Panels for some frames without a window: a display of its own size, and what was drawn as numbers.
#pragma once
#include "app/panels/panels.h"
#include "app/theme.h"
#include <string>
#include <vector>

namespace bonescope::test {

class PanelBench {
public:
    App app;
    Requests ask;
    PanelStates states;
    ImVec2 size;

    explicit PanelBench(float width = 1600, float height = 236, float scale = 1) : size(width, height) {
        context_ = ImGui::CreateContext();
        ImGui::SetCurrentContext(context_);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
        io.DisplaySize = size;
        io.DeltaTime = 1.0f / 60;
        apply_theme(scale);
        build_fonts(scale, "");
        app.scale = scale;
    }
    ~PanelBench() {
        ImGui::DestroyContext(context_);
        fonts = {};
    }
    PanelBench(const PanelBench&) = delete;
    PanelBench& operator=(const PanelBench&) = delete;

    // One frame of a panel that fills the display.
    void frame(void (*draw)(PanelContext&)) {
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(size);
        ImGui::Begin("bench", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        ImGui::BeginChild("panel");
        PanelContext context{app, ask, states};
        draw(context);
        ImGui::EndChild();
        ImGui::End();
        ImGui::Render();
    }

    void mouse(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
    void button(int which, bool down) { ImGui::GetIO().MouseDown[which] = down; }
    void wheel(float by) { ImGui::GetIO().MouseWheel = by; }

    // Corners of everything drawn in that colour (alpha ignored unless exact).
    std::vector<ImVec2> corners(ImU32 color) const {
        std::vector<ImVec2> out;
        const ImDrawData& data = *ImGui::GetDrawData();
        for (int i = 0; i < data.CmdListsCount; ++i) {
            for (const ImDrawVert& v : data.CmdLists[i]->VtxBuffer) {
                if (v.col == color) out.push_back(v.pos);
            }
        }
        return out;
    }

private:
    ImGuiContext* context_ = nullptr;
};

}  // namespace bonescope::test
