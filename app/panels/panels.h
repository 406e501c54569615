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
    void (*header)(PanelContext&) = nullptr;  // controls at the right end of the tab bar; may be null
};

std::span<const Panel> panels();  // in tab order, see panels.cpp

void draw_structure(PanelContext&);
void draw_bones(PanelContext&);
void draw_files(PanelContext&);
void draw_view(PanelContext&);
void draw_view_header(PanelContext&);
void draw_selection(PanelContext&);
void draw_curves(PanelContext&);
void draw_curves_header(PanelContext&);
void draw_clips(PanelContext&);
void draw_log(PanelContext&);

}  // namespace bonescope
