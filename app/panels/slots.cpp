// The slots of a 2D armature as they are drawn just now, the front one first, and what the clip lets happen.
#include "app/panels/event_list.h"
#include "app/panels/pages.h"
#include "app/panels/row_list.h"
#include "app/panels/slot_lanes.h"
#include "core/text.h"

namespace bonescope {
namespace {

struct SlotsState {
    RowScroll slots;
    SlotLanes lanes;
    uint64_t scene_id = ~0ull;
    int shown_slot = -1;
};

const Rig* rig_of(const App& app) {
    const Skeleton* skeleton = app.scene.skeleton();
    return skeleton ? skeleton->rig.get() : nullptr;
}

// Which columns have something to say, so that the others leave their room.
struct Wanted {
    bool alpha = false, z = false, blend = false;
    int displays = 1;  // the longest list
};

Wanted wanted_by(const App& app, const Rig& rig) {
    Wanted out;
    for (const SlotNow& now : app.frame.planar.slots) {
        const Slot& slot = rig.slots[static_cast<std::size_t>(now.slot)];
        out.alpha |= now.alpha * now.color.multiply.a != 1;
        out.z |= now.z != 0;
        out.blend |= slot.blend != SlotBlend::Normal;
        if (const auto* displays = displays_of(rig, app.scene.planar.skin, now.slot))
            out.displays = std::max(out.displays, static_cast<int>(displays->size()));
    }
    return out;
}

struct Columns {
    Cell order, swatch, name, strip, display, blend, alpha, z, lane;
};

// All left of the time axis but the lane, which lies on it.
Columns columns_of(const Cell& row, const Wanted& wanted, const TimeAxis& axis) {
    Columns out;
    float x = row.x0 + px(4);
    const auto take = [&](float design, bool is_wanted = true) {
        const float wide = is_wanted ? px(design) : 0;
        const Cell cell{x, x + wide, row.y, row.height};
        x += wide > 0 ? wide + px(8) : 0;
        return cell;
    };
    const float strip = 20.f * static_cast<float>(std::clamp(wanted.displays, 1, 4));
    out.order = take(28);
    out.swatch = take(12);
    out.name = take(150);
    out.alpha = take(38, wanted.alpha);
    out.z = take(32, wanted.z);
    out.blend = take(66, wanted.blend);
    out.strip = take(std::max(strip, 58.f));
    out.display = {x, axis.left - px(12), row.y, row.height};
    out.lane = {axis.left, axis.right, row.y, row.height};
    return out;
}

const char* name_of(DisplayKind kind) {
    const char* const names[] = {"nothing", "image", "armature", "mesh", "box", "path"};
    return names[static_cast<int>(kind)];
}

const char* name_of(SlotBlend blend) {
    const char* const names[] = {"",       "add",   "alpha",   "darken",   "difference", "erase",  "hard light",
                                 "invert", "layer", "lighten", "multiply", "overlay",    "screen", "subtract"};
    return names[static_cast<int>(blend)];
}

ImU32 swatch_of(const SlotNow& now) {
    const auto lane = [&](int i) {
        const float v = now.color.multiply[i] + now.color.add[i] / 255;
        return static_cast<unsigned>(std::clamp(v, 0.f, 1.f) * 255 + 0.5f);
    };
    return IM_COL32(lane(0), lane(1), lane(2), 255);
}

// All displays of the slot, the one that shows lit.
void draw_strip(const Cell& cell, const std::vector<Display>* displays, int shown) {
    const int count = displays ? static_cast<int>(displays->size()) : 0;
    const float wide = px(18), step = wide + px(2);
    const int fit = std::max(1, static_cast<int>((cell.x1 - cell.x0) / step));
    const int first = std::clamp(shown - fit / 2, 0, std::max(0, count - fit));
    for (int i = first; i < std::min(count, first + fit); ++i) {
        const float x = cell.x0 + step * static_cast<float>(i - first);
        const Cell box{x, x + wide, cell.y + px(2), cell.height - px(4)};
        const bool on = i == shown, empty = (*displays)[static_cast<std::size_t>(i)].kind == DisplayKind::None;
        cell_fill(box, on ? color::on : color::frame);
        const std::string number = fmt::format("{}", i);
        const float room = (wide - text_width(fonts.mono_small, number)) / 2;
        cell_text({x + room, x + wide + px(4), cell.y, cell.height}, fonts.mono_small,
                  on      ? color::text
                  : empty ? color::line
                          : color::disabled,
                  number);
    }
}

void draw_heads(const Cell& row, const Columns& at) {
    cell_fill(row, color::header);
    const auto head = [&](const Cell& cell, const char* words, Align align = Align::Left) {
        if (cell.x1 > cell.x0) cell_text(cell, fonts.small, color::second, words, align);
    };
    head({at.order.x0, at.swatch.x1, row.y, row.height}, "front");
    head(at.name, "slot");
    head(at.alpha, "alpha", Align::Right);
    head(at.z, "z", Align::Right);
    head(at.blend, "blend");
    head(at.strip, "displays");
    head(at.display, "shown");
    head(at.lane, "over the clip: what it shows, and where its place in the draw order changes, that as a line");
}

std::string shown_words(const App& app, const SlotNow& now) {
    if (!now.shown) return now.display < 0 ? "hidden" : "nothing";
    const std::string name = now.shown->path.empty() ? now.shown->name : now.shown->path;
    return fmt::format("{}  {}", shown(app, name), name_of(now.shown->kind));
}

struct RowLook {
    ImU32 ink, dim;
    bool hovered;
};

// Armatures in slots are blended picture by picture, where one picture of all of them is meant.
bool is_near(const Slot& slot, const SlotNow& now) {
    return slot.blend != SlotBlend::Normal && now.shown && now.shown->kind == DisplayKind::Armature;
}

void draw_blend(const Cell& cell, const Slot& slot, const SlotNow& now, const RowLook& look) {
    if (cell.x1 <= cell.x0) return;
    const bool near = is_near(slot, now);
    cell_text(cell, fonts.small, near ? color::warning : look.dim, std::string(near ? "~ " : "") + name_of(slot.blend));
    if (near && mouse_in(cell)) tooltip("each picture of this armature is blended by itself, not all of them as one");
}

// The picture that it shows is a link to its place on the page.
void draw_shown(PanelContext& c, const Cell& cell, const SlotNow& now, const RowLook& look) {
    const bool link = look.hovered && mouse_in(cell) && c.app.scene.regions.contains(picture_of(c.app, now.slot));
    const std::string words = shown_words(c.app, now);
    const bool cut = cell_text(cell, fonts.small, link ? color::selected_text : look.dim, words);
    if (link) {
        const float y = cell.y + cell.height - px(3),
                    wide = std::min(text_width(fonts.small, words), cell.x1 - cell.x0);
        cell_fill({cell.x0, cell.x0 + wide, y, px(1)}, color::selected_text);
    }
    if (cut && mouse_in(cell)) tooltip(words);
}

void row_tooltip(const App& app, const Slot& slot, const SlotNow& now) {
    std::string more;
    if (slot.joint >= 0)
        more = "bone " + shown(app, app.scene.skeleton()->joints[static_cast<std::size_t>(slot.joint)].name);
    const glm::vec4 times = now.color.multiply, plus = now.color.add;
    more += fmt::format("\nalpha {:.4g}", now.alpha);
    if (now.color != ColorChange{})
        more += fmt::format("\ncolour × {:.4g} {:.4g} {:.4g} {:.4g}  + {:.4g} {:.4g} {:.4g} {:.4g}", times.r, times.g,
                            times.b, times.a, plus.r, plus.g, plus.b, plus.a);
    tooltip(shown(app, slot.name), color::second, more);
}

void draw_row(PanelContext& c, const SlotsState& s, const Rig& rig, const SlotNow& now, const Columns& at,
              std::size_t order, const Cell& row, const TimeAxis& axis, bool hovered) {
    const App& app = c.app;
    const Slot& slot = rig.slots[static_cast<std::size_t>(now.slot)];
    const bool selected = now.slot == app.selection.slot, visible = now.shown && now.alpha > 0;
    if (selected)
        mark_selected(row);
    else if (hovered)
        cell_fill(row, color::hovered);
    const RowLook look{selected  ? color::selected_text
                       : visible ? color::text
                                 : color::disabled,
                       selected  ? color::selected_text
                       : visible ? color::second
                                 : color::disabled,
                       hovered};
    cell_text(at.order, fonts.mono_small, color::disabled, fmt::format("{}", order), Align::Right);
    const float side = px(10), y = row.y + std::floor((row.height - side) / 2);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (visible) draw.AddRectFilled({at.swatch.x0, y}, {at.swatch.x0 + side, y + side}, swatch_of(now));
    draw.AddRect({at.swatch.x0, y}, {at.swatch.x0 + side, y + side}, color::disabled);
    cell_text(at.name, fonts.words, look.ink, shown(app, slot.name));
    if (at.alpha.x1 > at.alpha.x0)
        cell_text(at.alpha, fonts.mono_small, look.dim, fmt::format("{:.2f}", now.alpha * now.color.multiply.a),
                  Align::Right);
    if (at.z.x1 > at.z.x0 && now.z != 0)
        cell_text(at.z, fonts.mono_small, look.dim, fmt::format("{:.4g}", now.z), Align::Right);
    draw_blend(at.blend, slot, now, look);
    draw_strip(at.strip, displays_of(rig, app.scene.planar.skin, now.slot), now.display);
    draw_shown(c, at.display, now, look);
    s.lanes.draw(app, now.slot, at.lane, axis);
    if (hovered && mouse_in({row.x0, at.name.x1, row.y, row.height})) row_tooltip(app, slot, now);
}

Selection selection_of(const App& app, const Rig& rig, int slot) {
    const Slot& of = rig.slots[static_cast<std::size_t>(slot)];
    Selection out = of.joint >= 0 ? select_joint(app, of.joint) : Selection{};
    if (of.where.size > 0) {
        const Selection bytes = select_bytes(app, app.scene.skeleton_doc, of.where);
        out.doc = bytes.doc, out.node = bytes.node, out.bytes = bytes.bytes;
        out.track = out.key = -1;
    }
    out.slot = slot;
    return out;
}

// A click on what a slot shows goes to the picture's page.
Selection clicked(const App& app, const Rig& rig, int slot, const Columns& at) {
    const float x = ImGui::GetIO().MousePos.x;
    if (x >= at.display.x0 && x < at.display.x1)
        if (auto picture = select_picture(app, picture_of(app, slot))) {
            picture->slot = slot;
            return *picture;
        }
    return selection_of(app, rig, slot);
}

void draw_table(PanelContext& c, SlotsState& s, const Rig& rig, const TimeAxis& axis) {
    const std::vector<SlotNow>& slots = c.app.frame.planar.slots;
    const float width = ImGui::GetWindowWidth();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Wanted wanted = wanted_by(c.app, rig);
    const auto columns = [&](const Cell& row) { return columns_of(row, wanted, axis); };
    const Cell head{at.x, at.x + width, at.y, px(20)};
    draw_heads(head, columns(head));
    ImGui::SetCursorScreenPos({at.x, at.y + px(20)});
    const RowView view = begin_rows("slots", width, ImGui::GetContentRegionAvail().y, slots.size(), s.slots);
    const auto slot_in = [&](std::size_t row) -> const SlotNow& { return slots[slots.size() - 1 - row]; };
    int64_t current = -1;
    for (std::size_t i = 0; i < slots.size() && c.app.selection.slot >= 0; ++i)
        if (slot_in(i).slot == c.app.selection.slot) current = static_cast<int64_t>(i);
    if (s.shown_slot != c.app.selection.slot && current >= 0) show_row(s.slots, view, static_cast<uint64_t>(current));
    s.shown_slot = c.app.selection.slot;
    for (uint64_t i = view.first; i < view.first + view.shown && i < slots.size(); ++i) {
        const Cell row = view.row(i, s.slots.top);
        draw_row(c, s, rig, slot_in(i), columns(row), slots.size() - 1 - i, row, axis,
                 view.hovered == static_cast<int64_t>(i));
    }
    int64_t chosen = view.clicked ? view.hovered : -1;
    if (const int64_t moved = moved_row(view, current); moved >= 0) chosen = moved;
    if (view.keys) c.ask.list_keys = true;
    if (chosen >= 0) {
        const int slot = slot_in(static_cast<std::size_t>(chosen)).slot;
        c.ask.select =
            chosen == view.hovered ? clicked(c.app, rig, slot, columns(head)) : selection_of(c.app, rig, slot);
    }
    if (view.hovered >= 0) {
        Selection hover;
        hover.slot = slot_in(static_cast<std::size_t>(view.hovered)).slot;
        hover.joint = rig.slots[static_cast<std::size_t>(hover.slot)].joint;
        c.ask.hover = hover;
    }
    end_rows(view, s.slots);
}

// ---- header ----

// A button that lists choices; returns the chosen one or -2.
int chooser(const char* id, const std::string& label, const std::vector<std::string>& names, int now) {
    int chosen = -2;
    if (tab_button((label + "###" + id).c_str(), false)) ImGui::OpenPopup(id);
    ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y});
    if (!begin_menu(id)) return chosen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::MenuItem(names[i].c_str(), nullptr, static_cast<int>(i) == now)) chosen = static_cast<int>(i);
        ImGui::PopID();
    }
    ImGui::EndPopup();
    return chosen;
}

}  // namespace

bool has_slots(const App& app) { return rig_of(app) != nullptr; }

void draw_slots(PanelContext& c) {
    const Rig* rig = rig_of(c.app);
    if (!rig) return;
    auto& s = c.states.get<SlotsState>();
    if (s.scene_id != c.app.scene_id) s = {}, s.scene_id = c.app.scene_id;
    if (!s.lanes.update(c.app)) c.ask.more = true;
    const ImVec2 at = ImGui::GetWindowPos();
    if (rig->slots.empty()) {
        cell_text({at.x + px(12), at.x + ImGui::GetWindowWidth(), at.y, px(32)}, fonts.words, color::disabled,
                  "This armature has no slots: it shows nothing");
        return;
    }
    const TimeAxis axis = time_axis(c.app, slots_axis);
    ImGui::SetCursorPos({0, 0});
    if (has_events(c.app)) {
        const EventTrack events = event_track(c.app, axis);
        const float height = height_of(events);
        draw_events(c, events, axis, {at.x, at.x + ImGui::GetWindowWidth(), at.y, height});
        ImGui::SetCursorPos({0, height});
    }
    draw_table(c, s, *rig, axis);
}

void draw_slots_header(PanelContext& c) {
    const Rig* rig = rig_of(c.app);
    if (!rig) return;
    const Document& doc = *c.app.scene.skeleton_document();
    std::vector<std::string> armatures, skins;
    for (const Skeleton& skeleton : doc.skeletons) armatures.push_back(shown(c.app, skeleton.name));
    for (const Skin& skin : rig->skins) skins.push_back(skin.name.empty() ? "default" : shown(c.app, skin.name));
    const int armature = c.app.scene.skeleton_index,
              skin = c.app.scene.planar.skin < 0 ? rig->default_skin : c.app.scene.planar.skin;
    const auto named = [](const std::vector<std::string>& names, int i) {
        return i >= 0 && static_cast<std::size_t>(i) < names.size() ? names[static_cast<std::size_t>(i)] : "none";
    };
    if (armatures.size() > 1) {
        const int chosen = chooser("armatures", "Armature: " + named(armatures, armature), armatures, armature);
        if (chosen >= 0 && chosen != armature) c.ask.armature = chosen;
        ImGui::SameLine(0, px(8));
    }
    if (skins.size() > 1)
        if (const int chosen = chooser("skins", "Skin: " + named(skins, skin), skins, skin); chosen >= 0)
            c.ask.skin = chosen;
}

}  // namespace bonescope
