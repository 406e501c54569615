// What stands beside the tab of the curves: which thing's, in which space, in which form.
#include "app/panels/curve_cache.h"

namespace bonescope {

namespace {

void help(const char* words) {
    if (ImGui::IsItemHovered()) plot::tooltip(words);
}

// One of several words in a row is on; returns the one chosen now.
int choose(std::span<const char* const> words, std::span<const char* const> what, int now, bool enabled = true) {
    for (int i = 0; i < static_cast<int>(words.size()); ++i) {
        if (i > 0) ImGui::SameLine(0, 0);
        if (tab_button(words[static_cast<std::size_t>(i)], i == now, enabled)) now = i;
        help(what[static_cast<std::size_t>(i)]);
    }
    return now;
}

float width_of(std::span<const char* const> words) {
    float width = 0;
    for (const char* word : words) width += button_width(word);
    return width;
}

constexpr const char* spaces[] = {"Local", "Bind", "Model"};
constexpr const char* space_help[] = {"Relative to the parent, bind pose included",
                                      "What the clip adds to the bind pose", "In model space, parents included"};

// 2D: of the bone or of its slot, and how Bezier eases are taken.
void flat_header(PanelContext& c, CurvesState& s) {
    constexpr const char *things[] = {"Bone", "Slot"}, *eases[] = {"Sampled", "Exact"};
    constexpr const char* thing_help[] = {"What moves the bone", "What the slot shows: display, colours, deform"};
    constexpr const char* ease_help[] = {"Bezier eases in straight pieces, as the engine plays them",
                                         "Bezier eases as the curves that the file gives"};
    const bool both = slot_is_selected(c.app) && c.app.selection.joint >= 0;
    const bool slot = shows_slot(s, c.app);
    const float width =
        (both ? width_of(things) + px(16) : 0) + (slot ? 0 : width_of(spaces) + px(16)) + width_of(eases);
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - width));
    if (both) {
        if (const int now = slot, then = choose(things, thing_help, now); then != now) s.of_slot = then == 1;
        ImGui::SameLine(0, px(16));
    }
    if (!slot) {
        s.space = static_cast<CurveSpace>(choose(spaces, space_help, static_cast<int>(s.space)));
        ImGui::SameLine(0, px(16));
    }
    const bool exact = c.app.reading.exact_curves;
    if ((choose(eases, ease_help, exact) == 1) != exact) {
        Reading reading = c.app.reading;
        reading.exact_curves = !exact;
        c.ask.reading = reading;
    }
}

}  // namespace

void draw_curves_header(PanelContext& c) {
    auto& s = c.states.get<CurvesState>();
    if (c.app.scene.bones() && c.app.scene.bones()->rig) return flat_header(c, s);
    constexpr const char* forms[] = {"As stored", "Continuous", "Euler"};
    constexpr const char* form_help[] = {"The file's own numbers, key by key, sign flips and all",
                                         "What plays, with the sign kept on one side",
                                         "What plays, in degrees about x, y, z"};
    constexpr const char* no_space = "As stored shows the file's own numbers, in no space";
    constexpr const char* no_spaces[] = {no_space, no_space, no_space};
    const float width = width_of(spaces) + px(16) + width_of(forms);
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - width));
    const bool lone = !c.app.scene.skeleton() && c.app.scene.bones();
    constexpr const char* no_skeleton = "Without a skeleton only what the keys say is known, relative to the parent";
    constexpr const char* lone_help[] = {no_skeleton, no_skeleton, no_skeleton};
    const bool stored = s.form == RotationForm::Stored || lone;
    const auto help = lone ? std::span(lone_help) : stored ? std::span(no_spaces) : std::span(space_help);
    const int space = choose(spaces, help, lone ? 0 : static_cast<int>(s.space), !stored);
    if (!lone) s.space = static_cast<CurveSpace>(space);
    ImGui::SameLine(0, px(16));
    s.form = static_cast<RotationForm>(choose(forms, form_help, static_cast<int>(s.form)));
}

}  // namespace bonescope
