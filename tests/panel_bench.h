// Panels for some frames without a window: a display of its own size, and what was drawn as numbers.
#pragma once
#include "app/panels/panels.h"
#include "app/theme.h"
#include <optional>
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
        io.MousePos = {-1, -1};
        for (const ImGuiKey key :
             {ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Home,
              ImGuiKey_End, ImGuiKey_PageUp, ImGuiKey_PageDown, ImGuiKey_Enter, ImGuiKey_Escape})
            io.KeyMap[key] = 256 + key;
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

    // Corners of everything drawn in that very colour.
    std::vector<ImVec2> corners(ImU32 color) const {
        std::vector<ImVec2> out;
        const ImDrawData& data = *ImGui::GetDrawData();
        for (int i = 0; i < data.CmdListsCount; ++i)
            for (const ImDrawVert& v : data.CmdLists[i]->VtxBuffer)
                if (v.col == color) out.push_back(v.pos);
        return out;
    }
    int vertices() const { return ImGui::GetDrawData()->TotalVtxCount; }

private:
    ImGuiContext* context_ = nullptr;
};

// One panel with hands. What it asks for is selected before the next frame.
class PanelHands : public PanelBench {
public:
    std::optional<Selection> last;  // asked for by any frame so far

    PanelHands(void (*panel)(PanelContext&), float width, float height, float scale = 1)
        : PanelBench(width, height, scale), panel_(panel) {}

    void frame() {
        if (ask.select) app.selection = *ask.select;
        ask = {};
        PanelBench::frame(panel_);
        if (ask.select) last = ask.select;
    }
    void frames(int n) {
        for (int i = 0; i < n; ++i) frame();
    }
    void click(float x, float y, int which = 0) {
        ImGui::GetIO().DeltaTime = 1;  // too slow for a double click
        mouse(x, y);
        frame();
        button(which, true);
        frame();
        button(which, false);
        frame();
        ImGui::GetIO().DeltaTime = 1.f / 60;
    }
    void key(ImGuiKey key) {
        ImGui::GetIO().KeysDown[256 + key] = true;
        frame();
        ImGui::GetIO().KeysDown[256 + key] = false;
        frame();
    }
    void type(const char* text) {
        ImGui::GetIO().AddInputCharactersUTF8(text);
        frames(2);
    }

private:
    void (*panel_)(PanelContext&);
};

}  // namespace bonescope::test
