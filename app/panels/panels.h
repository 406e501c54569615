// The panels: one file and one line each. A panel draws into the child window that the layout has opened for it.
#pragma once
#include "app/app.h"
#include <memory>
#include <span>

namespace bonescope {

enum class Place : uint8_t { Left, Centre, Right, Bottom };

// What panels remember between frames that no other panel needs: scroll, filter, open rows. Each panel defines its own
// struct in its own file and keeps it here by type.
class PanelStates {
public:
    template <class T> T& get() {
        static const char key = 0;
        for (auto& [at, state] : states_)
            if (at == &key) return *static_cast<T*>(state.get());
        states_.emplace_back(&key, std::make_shared<T>());
        return *static_cast<T*>(states_.back().second.get());
    }

private:
    std::vector<std::pair<const void*, std::shared_ptr<void>>> states_;
};

struct PanelContext {
    const App& app;
    Requests& ask;
    PanelStates& states;
};

struct Panel {
    const char* name;  // of the tab
    Place place;
    void (*draw)(PanelContext&);
    void (*header)(PanelContext&) = nullptr;  // controls in the tab bar, see below; may be null
    float axis_left = 208;                    // Bottom: design pixels from the window's left edge to time 0 of its plot
    bool (*wanted)(const App&) = nullptr;     // no tab while it says no; null: always there
};

std::span<const Panel> panels();                     // in tab order, see panels.cpp
void ask_command(Requests&, std::string_view name);  // of commands()

// A header draws in a child window of 24 px height that spans the tab bar from the last tab to its right end less 8 px;
// the cursor starts where a 20 px high tab_button (theme.h) goes. Right-aligned controls start at GetWindowWidth()
// minus their width.

// The time axis that scrubber and plots share: from the panel's axis_left to 8 px before the window's right edge.
struct TimeAxis {
    float left = 0, right = 1;  // ImGui pixels, absolute
    TimeSpan span;
    float x(double seconds) const {
        return left + static_cast<float>((seconds - span.from) / (span.to - span.from)) * (right - left);
    }
    double seconds(float at) const { return span.from + (at - left) / (right - left) * (span.to - span.from); }
};
TimeAxis time_axis(const App&, float axis_left = 208);
// Wheel zooms about the pointer, middle or right drag pans, double click fits, over the last item. Returns true when it
// took the wheel or drag.
bool time_axis_hands(const TimeAxis&, const App&, Requests&);
// Ruler steps: seconds between labelled marks that are at least `label_width` pixels apart, and the number of parts.
struct RulerStep {
    double major = 1;
    int parts = 6;
};
inline constexpr float ruler_label = 150;  // design pixels; the marks of the scrubber go on as lines in the plots below
RulerStep ruler_step(const TimeAxis&, float label_width);

void draw_structure(PanelContext&);
void draw_bones(PanelContext&);
void draw_files(PanelContext&);
void draw_view(PanelContext&);
void draw_view_header(PanelContext&);
void draw_selection(PanelContext&);
void draw_curves(PanelContext&);
void draw_curves_header(PanelContext&);
void draw_clips(PanelContext&);
void draw_clips_header(PanelContext&);
void draw_slots(PanelContext&);
void draw_slots_header(PanelContext&);
bool has_slots(const App&);
inline constexpr float slots_axis = 590;  // Panel::axis_left of the slots
void draw_atlas(PanelContext&);
void draw_atlas_header(PanelContext&);
bool has_pages(const App&);
void draw_log(PanelContext&);

}  // namespace bonescope
