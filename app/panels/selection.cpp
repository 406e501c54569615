#include "app/panels/byte_view.h"
#include "app/panels/joint_notes.h"
#include "app/panels/panels.h"
#include "app/panels/place.h"
#include "app/panels/selection_parts.h"
#include "app/panels/tree_rows.h"
#include "core/text.h"

namespace bonescope {
namespace {

// What can be said of the selected field, found once per selection.
struct Subject {
    std::string title, crumbs, part_name, part_type;
    HexRange hex;
    NodeText text;
    std::vector<JointNote> notes;  // that speak of these bytes
    bool big = false;
};

struct SelectionState {
    Selection of;
    uint64_t scene_id = ~uint64_t{0};
    Encoding encoding = Encoding::Guess;
    Subject subject;
    RowScroll scroll;
    Space space = Space::Model;
    CopyMenu copy;
};

bool has_doc(const App& app, const Selection& s) {
    return s.doc >= 0 && s.doc < static_cast<int>(app.scene.docs.size());
}

bool has_joint(const App& app, const Selection& s) {
    return app.scene.bones() && s.joint >= 0 && s.joint < static_cast<int>(app.scene.bones()->joints.size());
}

bool has_key(const App& app, const Selection& s) {
    return s.key >= 0 && s.clip >= 0 && s.track >= 0 && s.clip < static_cast<int>(app.scene.clips.size()) &&
           s.track < static_cast<int>(app.scene.clips[s.clip].get().tracks.size());
}

// ---- words ----

std::string title_of(const App& app, const Selection& s, const NodeText& text) {
    if (has_key(app, s)) {
        const Clip& clip = app.scene.clips[s.clip].get();
        return fmt::format("key {} of {}", s.key, clip.timelines[clip.tracks[s.track].timeline].rows);
    }
    if (s.vertex >= 0) return fmt::format("vertex {}", s.vertex);
    if (s.mesh >= 0 && s.mesh < static_cast<int>(app.scene.meshes.size())) {
        const std::string name = shown(app, app.scene.meshes[s.mesh].get().name);
        return name.empty() ? fmt::format("mesh {}", s.mesh) : name;
    }
    if (const Skeleton* skeleton = app.scene.bones();
        s.slot >= 0 && skeleton && skeleton->rig && static_cast<std::size_t>(s.slot) < skeleton->rig->slots.size())
        return shown(app, skeleton->rig->slots[static_cast<std::size_t>(s.slot)].name);
    const bool on_joint = has_joint(app, s) && s.bytes == app.scene.bones()->joints[s.joint].where;
    if (has_joint(app, s) && (on_joint || !s.bytes.size)) return shown(app, app.scene.bones()->joints[s.joint].name);
    if (s.node) {
        const bool whole = s.node->kind == Node::Kind::Stored && s.node->field == 0 && has_doc(app, s);
        return whole ? file_name(app.scene.docs[s.doc]->path) : text.name;
    }
    if (has_doc(app, s) && s.bytes.size) return "gap";
    return has_joint(app, s) ? shown(app, app.scene.bones()->joints[s.joint].name) : "";
}

const char* const separator = "  ›  ";

// "keys 0x4120": the innermost chunk or group that has the selection.
std::string chunk_name(const Document& doc, const Selection& s) {
    if (!s.node || s.node->field >= doc.tree.fields.size()) return {};
    uint32_t at = s.node->field;
    while (at && doc.tree.fields[at].type != Type::Chunk && doc.tree.fields[at].type != Type::Group)
        at = doc.tree.fields[at].parent;
    if (!at || at == none) return {};
    const Field& field = doc.tree.fields[at];
    return field.type == Type::Chunk ? fmt::format("{} 0x{:04X}", field.name, field.tag) : field.name;
}

// Names of the fields above the selected one, the file itself left out.
std::string parents_name(const Document& doc, const Selection& s, Encoding chosen) {
    std::string out;
    if (!s.node || s.node->field >= doc.tree.fields.size()) return out;
    std::vector<std::string> names;
    for (uint32_t at = s.node->field; at != 0 && at != none; at = doc.tree.fields[at].parent) {
        const Field& field = doc.tree.fields[at];
        const bool itself = s.node->kind == Node::Kind::Stored && at == s.node->field;
        const std::string_view label = label_of(doc.tree, field);
        if (!itself) names.push_back(field.name + (label.empty() ? "" : " " + decode(label, doc.text(chosen))));
    }
    for (auto name = names.rbegin(); name != names.rend(); ++name) out += (out.empty() ? "" : separator) + *name;
    return out;
}

std::string crumbs_of(const App& app, const Selection& s) {
    std::string out;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) out += (out.empty() ? "" : separator) + part;
    };
    if (s.key < 0 && s.node && has_doc(app, s)) {
        const std::string above = parents_name(*app.scene.docs[s.doc], s, app.settings.encoding);
        return above.empty() ? app.scene.docs[s.doc]->format : above;
    }
    if (s.clip >= 0 && s.clip < static_cast<int>(app.scene.clips.size()))
        add(name_of(app.scene.clips[s.clip], app.settings.encoding));
    if (has_joint(app, s)) add(shown(app, app.scene.bones()->joints[s.joint].name));
    if (has_doc(app, s)) add(chunk_name(*app.scene.docs[s.doc], s));
    return out;
}

// ---- what the bytes are ----

// The number that is read as every type when a whole key is selected: the first of the track's own value.
Bytes first_value(const App& app, const Selection& s) {
    const Track& track = app.scene.clips[s.clip].get().tracks[s.track];
    if (track.value.empty() || track.value.owned) return {s.bytes.at, 1};
    return {track.value.at + track.value.step * static_cast<uint32_t>(s.key), 4};
}

void find_parts(const App& app, const Selection& s, Subject& subject) {
    const Document& doc = *app.scene.docs[s.doc];
    subject.hex = {range_of(app, s), s.bytes, s.node};
    const bool whole_key = has_key(app, s) && s.bytes == subject.hex.range;
    const uint32_t at = whole_key ? first_value(app, s).at : s.bytes.at;
    const auto path = path_to(doc, at);
    for (const Node& node : path)
        if (node.where == subject.hex.range && (node.kind != Node::Kind::Lane)) subject.hex.of = node;
    const Type type =
        s.node && s.node->field < doc.tree.fields.size() ? doc.tree.fields[s.node->field].type : Type::Raw;
    const bool group = s.node && s.node->kind == Node::Kind::Stored && (type == Type::Group || type == Type::Chunk);
    const bool deeper = whole_key || !s.node || (!group && can_open(doc, *s.node));
    if (!s.node && !whole_key) {
        subject.part_name = fmt::format("0x{:X}", at);
        return;
    }
    const Node leaf = path.empty() || !deeper ? s.node.value_or(Node{}) : path.back();
    if (leaf.field >= doc.tree.fields.size()) return;
    if (whole_key) subject.hex.selected = leaf.where;
    const NodeText text = describe(doc, leaf, app.settings.encoding);
    subject.part_type = text.type;
    subject.part_name = text.name;
    if (leaf.kind == Node::Kind::Lane && path.size() > 1) {
        subject.part_name = describe(doc, path[path.size() - 2]).name + "." + text.name;
    }
    subject.part_name += fmt::format(" @ 0x{:X}", leaf.where.at);
    subject.hex.selected =
        leaf.where.size && leaf.where.size < subject.hex.range.size ? leaf.where : subject.hex.selected;
    subject.big = doc.tree.fields[leaf.field].big;
}

void find_notes(const Document& doc, int index, Bytes range, Subject& subject) {
    const auto touches = [&](Bytes where) {
        return where.at < range.end() && range.at < std::max(where.end(), where.at + 1);
    };
    for (uint32_t i = 0; i < doc.notes.size(); ++i)
        if (doc.notes[i].placed && touches(doc.notes[i].where)) subject.notes.push_back({index, i});
}

void look_up(SelectionState& state, const App& app) {
    const Selection& s = app.selection;
    if (state.of == s && state.scene_id == app.scene_id && state.encoding == app.settings.encoding) return;
    const bool same_range = state.scene_id == app.scene_id && state.of.doc == s.doc && has_doc(app, s) &&
                            state.subject.hex.range == range_of(app, s);
    state.of = s;
    state.scene_id = app.scene_id;
    state.encoding = app.settings.encoding;
    state.subject = {};
    if (!same_range) state.scroll = {};
    if (has_doc(app, s)) {
        const Document& doc = *app.scene.docs[s.doc];
        if (s.node && s.node->field < doc.tree.fields.size())
            state.subject.text = describe(doc, *s.node, app.settings.encoding);
        if (s.bytes.size && s.bytes.end() <= doc.file.size() && s.bytes.end() > s.bytes.at)
            find_parts(app, s, state.subject);
        find_notes(doc, s.doc, state.subject.hex.range, state.subject);
    }
    state.subject.title = title_of(app, s, state.subject.text);
    state.subject.crumbs = crumbs_of(app, s);
}

// ---- drawing ----

void draw_bytes(SelectionState& state, PanelContext& context) {
    const Subject& subject = state.subject;
    if (!subject.hex.range.size) return;
    if (!section("Bytes", subject.big ? "big-endian" : "little-endian")) return;
    const int doc = context.app.selection.doc;
    const uint32_t clicked = draw_hex(*context.app.scene.docs[doc], subject.hex, state.scroll);
    if (clicked != none) context.ask.select = select_field_at(context.app, doc, clicked);
}

// Readable text; what is none becomes dots, also the control characters that Latin-1 has above 0x7F.
std::string letters_of(std::string_view raw, Encoding encoding) {
    std::string out = decode(raw, encoding);
    const auto is_control = [&](std::size_t i) {
        return out[i] == '\xC2' && i + 1 < out.size() && static_cast<unsigned char>(out[i + 1]) < 0xA0;
    };
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out.compare(i, 3, "\xEF\xBF\xBD") == 0)
            out.replace(i, 3, "·");
        else if (is_control(i))
            out.replace(i, 2, "·");
    }
    return out;
}

void draw_types(SelectionState& state, PanelContext& context) {
    const Subject& subject = state.subject;
    if (!subject.hex.range.size) return;
    const bool wide = ImGui::GetWindowWidth() >= px(340);
    if (!section("As every type", subject.part_name.c_str(), wide)) return;
    const Bytes at = subject.hex.selected.size ? subject.hex.selected : subject.hex.range;
    const std::string_view own = std::string_view(subject.part_type).substr(0, subject.part_type.find("\xC3\x97"));
    const Document& doc = *context.app.scene.docs[context.app.selection.doc];
    const auto lines = as_every_type(doc, at.at, subject.big, own);
    for (std::size_t i = 0; i < lines.size(); i += 2) {
        const Cell row = next_row(px(20));
        const float middle = std::floor(row.x0 + (row.x1 - row.x0) * 0.5f);
        for (std::size_t k = i; k < std::min(i + 2, lines.size()); ++k) {
            const Cell half = k == i ? Cell{row.x0 + px(12), middle - px(12), row.y, row.height}
                                     : Cell{middle + px(12), row.x1 - px(12), row.y, row.height};
            const bool mine = lines[k].is_own;
            const float label = text_width(fonts.mono, lines[k].label);
            cell_text(half, fonts.mono, mine ? color::selection : color::disabled, lines[k].label);
            cell_text({half.x0 + label + px(6), half.x1, half.y, half.height}, wide ? fonts.mono : fonts.mono_small,
                      mine ? color::selected_text : color::text, lines[k].value, Align::Right);
            state.copy.offer(half, lines[k].value);
        }
    }
    const std::string text =
        letters_of(text_of(doc.file, {at.at, std::min(at.size, 64u)}), doc.text(context.app.settings.encoding));
    const Cell row = next_row(px(20));
    cell_text({row.x0 + px(12), row.x1, row.y, row.height}, fonts.mono, color::disabled, "text");
    cell_text({row.x0 + px(56), row.x1 - px(12), row.y, row.height}, fonts.mono, color::text, text, Align::Right);
    state.copy.offer(row, text);
}

void draw_field(SelectionState& state, SectionContext& context) {
    const Selection& s = context.selection();
    if (!has_doc(context.app(), s) || (!s.node && !s.bytes.size)) return;
    const NodeText& text = state.subject.text;
    if (!section("Field", s.node ? text.type.c_str() : "no field claims these bytes", s.key < 0)) return;
    if (s.node) {
        fact_row(context, "name", text.name);
        if (!text.type.empty()) fact_row(context, "type", text.type);
    }
    fact_row(context, "offset", fmt::format("{}  0x{:X}", s.bytes.at, s.bytes.at), color::text,
             fmt::format("0x{:X}", s.bytes.at));
    fact_row(context, "size", fmt::format("{}  0x{:X}", s.bytes.size, s.bytes.size), color::text,
             fmt::format("{}", s.bytes.size));
    if (!text.value.empty()) fact_row(context, "value", text.value);
    if (!s.node || s.node->kind == Node::Kind::Stored) return;
    const Field& field = context.app().scene.docs[s.doc]->tree.fields[s.node->field];
    if (field.count > 1) fact_row(context, "item", fmt::format("{} of {}", s.node->item, spaced(field.count)));
}

void draw_notes(SelectionState& state, SectionContext& context) {
    const App& app = context.app();
    const Selection& s = context.selection();
    auto& of_joints = context.panel.states.get<JointNotes>();
    const bool whole_bone = has_joint(app, s) && s.bytes == app.scene.bones()->joints[s.joint].where;
    if (whole_bone && !of_joints.update(app)) context.panel.ask.more = true;
    const std::vector<JointNote>& notes = whole_bone ? of_joints.of(s.joint) : state.subject.notes;
    if (notes.empty() || !section("Notes", fmt::format("{}", notes.size()).c_str())) return;
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, notes.size()); ++i) {
        const Finding& note = app.scene.docs[notes[i].doc]->notes[notes[i].note];
        if (note_row(decode(note.message), note.severity) && note.placed)
            context.panel.ask.select = select_bytes(app, notes[i].doc, note.where);
    }
    if (notes.size() > most) message_row(fmt::format("and {} more", spaced(notes.size() - most)));
}

bool is_empty(const Selection& s) { return s.doc < 0 && s.joint < 0 && s.mesh < 0 && s.clip < 0 && s.slot < 0; }

}  // namespace

void draw_title(SectionContext& context, const std::string& title, const std::string& crumbs,
                const std::string& place) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, right = at.x + width - px(8), button = px(60);
    ImGui::SetCursorScreenPos({right - button, at.y + px(6)});
    ImGui::BeginDisabled(place.empty());
    if (ImGui::Button("Copy", {button, px(24)})) ImGui::SetClipboardText(place.c_str());
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered() && !place.empty()) tooltip("Copy " + place);
    const auto line = [&](float y, float height, float end, ImFont* font, ImU32 ink, const std::string& text) {
        const Cell cell{at.x + px(12), end, at.y + y, height};
        const bool cut = cell_text(cell, font, ink, text);
        if (cut && mouse_in(cell)) tooltip(text);
        context.copy.offer(cell, text);
    };
    line(px(6), px(24), right - button - px(8), fonts.title, color::text, title);
    line(px(30), px(20), right, fonts.words, color::second, crumbs);
    line(px(50), px(20), right, fonts.mono, color::selected_text, place);
    ImGui::SetCursorScreenPos(at);
    next_row(px(78));
}

void draw_selection(PanelContext& context) {
    auto& state = context.states.get<SelectionState>();
    const App& app = context.app;
    if (app.empty()) return;
    look_up(state, app);
    SectionContext sections{context, state.copy, state.space};
    // Sections follow each other without a space between.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, 0));
    if (const int clip = range_in_view(app); clip >= 0) {
        draw_range_facts(sections, clip);
        draw_bytes(state, context);
        draw_types(state, context);
        draw_field(state, sections);
        if (is_empty(app.selection)) draw_scene_summary(sections);
        next_row(px(12));
    } else if (is_empty(app.selection)) {
        const Cell row = next_row(px(32));
        cell_text({row.x0 + px(12), row.x1 - px(12), row.y, row.height}, fonts.words, color::disabled,
                  "Nothing is selected");
        draw_armature(sections);
        draw_scene_summary(sections);
    } else {
        draw_title(sections, state.subject.title, state.subject.crumbs, address(app, app.selection));
        // What a 2D thing is comes first: its bytes are mostly text.
        draw_region_facts(sections);
        draw_slot_facts(sections);
        draw_why(sections);
        draw_bytes(state, context);
        draw_types(state, context);
        draw_notes(state, sections);
        draw_key_values(sections);
        draw_mesh_facts(sections);
        draw_chain(sections);
        draw_transform(sections);
        draw_bone_facts(sections);
        draw_field(state, sections);
        next_row(px(12));
    }
    state.copy.draw();
    ImGui::PopStyleVar();
}

}  // namespace bonescope
