// Sections of the Selection panel.
#pragma once
#include "app/app.h"
#include "app/panels/cells.h"
#include "app/panels/panels.h"

namespace bonescope {

enum class Space : uint8_t { Local, Bind, Model };

struct SectionContext {
    PanelContext& panel;
    CopyMenu& copy;
    Space& space;
    const App& app() const { return panel.app; }
    const Selection& selection() const { return panel.app.selection; }
};

std::string number_text(double value);  // four places, more digits where it is large or tiny
// A row "label … value" with the value to be copied; true when clicked. `full` is what is copied, when not `value`.
bool fact_row(SectionContext&, std::string_view label, std::string_view value, ImU32 ink = color::text,
              std::string_view full = {});
// Up to four numbers right-aligned under the heads x y z w.
void numbers_row(SectionContext&, std::string_view label, const float* values, int n, ImU32 ink = color::text);
void axis_heads(int n);
void number_heads(std::span<const char* const> names);  // the same with words
bool note_row(std::string_view text, Severity);         // with its square; true when clicked
void message_row(std::string_view text, ImU32 ink = color::second, float indent = px(12));  // wrapped

// What is selected, where it belongs, and its address, which a button copies.
void draw_title(SectionContext&, const std::string& title, const std::string& crumbs, const std::string& place);

// The clip of a list that the panel is about, -1: the block, a window or a frame of it is selected, or it is in play
// and nothing is selected.
int range_in_view(const App&);
void draw_range_facts(SectionContext&, int clip);

void draw_key_values(SectionContext&);
void draw_chain(SectionContext&);      // from the root to the selected bone
void draw_transform(SectionContext&);  // of the selected bone
void draw_bone_facts(SectionContext&);
void draw_mesh_facts(SectionContext&);
void draw_region_facts(SectionContext&);
void draw_slot_facts(SectionContext&);
void draw_why(SectionContext&);  // how a 2D bone's values come about
void draw_armature(SectionContext&);
void draw_scene_summary(SectionContext&);

}  // namespace bonescope
