#include "app/panels/joint_notes.h"
#include "app/panels/panels.h"
#include "app/panels/row_list.h"
#include "core/text.h"

namespace bonescope {
namespace {

struct Bone {
    std::string name;  // for the screen
    uint32_t depth = 0;
    uint32_t below = 0;   // bones under it, in hierarchy order
    bool astray = false;  // its parent is missing or it lies on a cycle: shown as a root
    uint64_t keys = 0;    // in the clip in play
    bool tracked = false;
};

struct BonesState {
    uint64_t scene_id = ~uint64_t{0}, version = 0, rows_of = ~uint64_t{0};
    Encoding encoding = Encoding::Guess;
    int clip = -2;
    std::vector<Bone> bones;  // by joint index
    uint32_t deepest = 0;
    std::vector<int> hierarchy;  // joint indices, depth first
    std::vector<bool> closed;    // by joint index
    std::vector<int> rows;       // joint indices that are shown
    std::vector<int> row_of;     // by joint index, -1: not shown
    bool by_id = false;
    char filter[128] = "";
    RowScroll scroll;
    int seen = -1;    // selected joint
    int wanted = -1;  // joint to scroll to
    int tracked = 0;
    CopyMenu copy;
};

// ---- what is shown ----

std::vector<std::vector<int>> children_of(const Skeleton& skeleton, const std::vector<int>& astray,
                                          std::vector<int>& roots) {
    const auto n = static_cast<int>(skeleton.joints.size());
    std::vector<bool> as_root(skeleton.joints.size());
    for (const int joint : astray) as_root[joint] = true;
    std::vector<std::vector<int>> out(skeleton.joints.size());
    for (int i = 0; i < n; ++i) {
        const int parent = skeleton.joints[i].parent;
        const bool has = parent >= 0 && parent < n && !as_root[i];
        (has ? out[parent] : roots).push_back(i);
    }
    return out;
}

void order_bones(BonesState& state, const Skeleton& skeleton) {
    std::vector<int> astray, roots;
    parents_first(skeleton.joints, &astray);
    const auto children = children_of(skeleton, astray, roots);
    for (const int joint : astray) state.bones[joint].astray = true;
    std::vector<int> stack(roots.rbegin(), roots.rend());
    while (!stack.empty()) {
        const int joint = stack.back();
        stack.pop_back();
        state.hierarchy.push_back(joint);
        for (auto child = children[joint].rbegin(); child != children[joint].rend(); ++child) {
            state.bones[*child].depth = state.bones[joint].depth + 1;
            state.deepest = std::max(state.deepest, state.bones[*child].depth);
            stack.push_back(*child);
        }
    }
    for (auto joint = state.hierarchy.rbegin(); joint != state.hierarchy.rend(); ++joint)
        for (const int child : children[*joint]) state.bones[*joint].below += state.bones[child].below + 1;
}

void read_scene(BonesState& state, const App& app) {
    if (state.scene_id == app.scene_id && state.encoding == app.settings.encoding) return;
    const Skeleton& skeleton = *app.scene.bones();
    const bool other = state.bones.size() != skeleton.joints.size();
    state.scene_id = app.scene_id;
    state.encoding = app.settings.encoding;
    state.bones.assign(skeleton.joints.size(), {});
    state.hierarchy.clear();
    state.deepest = 0;
    for (std::size_t i = 0; i < skeleton.joints.size(); ++i)
        state.bones[i].name = decode(skeleton.joints[i].name, state.encoding);
    order_bones(state, skeleton);
    if (other) state.closed.assign(skeleton.joints.size(), false);
    state.clip = -2;
    ++state.version;
}

// A key that gives several properties counts once: its tracks follow each other on one timeline.
void read_clip(BonesState& state, const App& app) {
    if (state.clip == app.play.clip) return;
    state.clip = app.play.clip;
    state.tracked = 0;
    for (Bone& bone : state.bones) bone.keys = 0, bone.tracked = false;
    const ClipUse* use = app.clip();
    if (!use) return;
    const Clip& clip = use->get();
    for (std::size_t i = 0; i < clip.tracks.size() && i < use->bound.size(); ++i) {
        const int joint = use->bound[i];
        if (joint < 0 || joint >= static_cast<int>(state.bones.size())) continue;
        const bool same = i > 0 && use->bound[i - 1] == joint && clip.tracks[i - 1].timeline == clip.tracks[i].timeline;
        Bone& bone = state.bones[joint];
        if (!bone.tracked) ++state.tracked;
        bone.tracked = true;
        if (!same) bone.keys += clip.timelines[clip.tracks[i].timeline].rows;
    }
}

bool fits_filter(const BonesState& state, const Skeleton& skeleton, int joint, const std::string& needle) {
    return lower(state.bones[joint].name).find(needle) != std::string::npos ||
           fmt::format("{}", skeleton.joints[joint].id) == needle;
}

void make_rows(BonesState& state, const Skeleton& skeleton) {
    if (state.rows_of == state.version) return;
    state.rows_of = state.version;
    state.rows.clear();
    const std::string needle = lower(state.filter);
    const bool flat = state.by_id || !needle.empty();
    for (std::size_t i = 0; i < state.hierarchy.size(); ++i) {
        const int joint = state.hierarchy[i];
        if (needle.empty() || fits_filter(state, skeleton, joint, needle)) state.rows.push_back(joint);
        if (!flat && state.closed[joint]) i += state.bones[joint].below;
    }
    if (state.by_id)
        std::stable_sort(state.rows.begin(), state.rows.end(),
                         [&](int a, int b) { return skeleton.joints[a].id < skeleton.joints[b].id; });
    state.row_of.assign(state.bones.size(), -1);
    for (std::size_t i = 0; i < state.rows.size(); ++i) state.row_of[state.rows[i]] = static_cast<int>(i);
}

bool is_flat(const BonesState& state) { return state.by_id || state.filter[0]; }

void follow_selection(BonesState& state, const App& app, const Skeleton& skeleton) {
    if (state.seen == app.selection.joint) return;
    state.seen = app.selection.joint;
    if (state.seen < 0 || state.seen >= static_cast<int>(state.bones.size())) return;
    state.wanted = state.seen;
    if (is_flat(state)) return;
    for (std::size_t steps = 0, at = static_cast<std::size_t>(state.seen); steps < state.bones.size(); ++steps) {
        const int parent = state.bones[at].astray ? -1 : skeleton.joints[at].parent;
        if (parent < 0 || parent >= static_cast<int>(state.bones.size())) break;
        if (state.closed[parent]) ++state.version;
        state.closed[parent] = false;
        at = static_cast<std::size_t>(parent);
    }
}

// ---- drawing ----

void draw_filter(BonesState& state) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const char* order = state.by_id ? "by id" : "by hierarchy";
    const float order_width = text_width(fonts.small, "by hierarchy") + px(16);
    ImGui::SetCursorScreenPos({at.x + px(8), at.y + px(4)});
    ImGui::SetNextItemWidth(width - px(16) - order_width);
    if (ImGui::InputTextWithHint("##filter", "Filter bones", state.filter, sizeof state.filter)) ++state.version;
    ImGui::SetCursorScreenPos({at.x + width - px(8) - order_width, at.y + px(4)});
    if (hit_area("order", {order_width, px(24)})) {
        state.by_id = !state.by_id;
        ++state.version;
    }
    const Cell box{at.x + width - px(8) - order_width, at.x + width - px(8), at.y + px(4), px(24)};
    cell_fill(box, ImGui::IsItemHovered() ? color::hovered : color::frame);
    cell_text({box.x0, box.x1 - px(8), box.y, box.height}, fonts.small, color::second, order, Align::Right);
    if (ImGui::IsItemHovered()) tooltip(state.by_id ? "Order by hierarchy" : "Order by id");
    ImGui::SetCursorScreenPos({at.x, at.y + px(32)});
}

struct Columns {
    float number, name, keys_left, keys, notes_left, notes;
};

// Names need the room: the column of notes is there only when something is in it.
Columns columns_of(bool has_notes, const Cell& area) {
    const float x = area.x0;
    Columns c{};
    c.number = x + px(32);
    c.name = x + px(44);
    c.notes = area.x1 - px(12);
    c.notes_left = c.notes - (has_notes ? px(48) : 0);
    c.keys = c.notes_left - (has_notes ? px(12) : 0);
    c.keys_left = c.keys - px(44);
    return c;
}

void draw_heads(const Columns& c, const Cell& row) {
    cell_fill(row, color::header);
    const auto head = [&](float x0, float x1, const char* text, Align align) {
        cell_text({x0, x1, row.y, row.height}, fonts.small, color::second, text, align);
    };
    head(row.x0, c.number, "#", Align::Right);
    head(c.name, c.keys_left, "Bone", Align::Left);
    head(c.keys_left, c.keys, "Keys", Align::Right);
    if (c.notes_left < c.notes) head(c.notes_left, c.notes, "Notes", Align::Right);
}

ImU32 severity_color(int severity) {
    return severity >= 2 ? color::error : severity == 1 ? color::warning : color::note;
}

float name_x(const BonesState& state, const Columns& c, const Bone& bone) {
    if (is_flat(state)) return c.name;
    // Fingers are deep down: the steps get smaller before their names get cut.
    const float room = std::max(0.f, c.keys_left - c.name), most = static_cast<float>(std::max(1u, state.deepest));
    const float step = std::clamp(room * 0.4f / most, px(4), px(12));
    return c.name + std::min(step * static_cast<float>(bone.depth), room * 0.6f);
}

struct BoneLook {
    bool selected = false, hovered = false;
    std::size_t notes = 0;
    int severity = -1;
};

void draw_bone(const BonesState& state, const Columns& c, const Cell& row, const Joint& joint, int index,
               const BoneLook& look) {
    const bool selected = look.selected, hovered = look.hovered;
    const Bone& bone = state.bones[index];
    if (selected)
        mark_selected(row);
    else if (hovered)
        cell_fill(row, color::hovered);
    const bool dim = state.clip >= 0 && !bone.tracked;
    const ImU32 ink = selected ? color::selected_text : dim ? color::disabled : color::text;
    const auto cell = [&](float x0, float x1) { return Cell{x0, x1, row.y, row.height}; };
    cell_text(cell(row.x0 + px(2), c.number), fonts.mono, selected ? color::selected_text : color::disabled,
              fmt::format("{}", joint.id), Align::Right);
    float x = name_x(state, c, bone);
    if (!is_flat(state) && bone.below) cell_arrow(x, row, color::second, !state.closed[index]);
    if (!is_flat(state)) x += px(13);
    if (bone.astray) {
        cell_square(x, row, color::error, true);
        x += px(13);
    }
    const bool cut = cell_text(cell(x, c.keys_left), fonts.words, ink, bone.name);
    cell_text(cell(c.keys_left, c.keys), fonts.mono,
              dim        ? color::disabled
              : selected ? color::selected_text
                         : color::second,
              bone.tracked ? fmt::format("{}", bone.keys) : "–", Align::Right);
    if (look.notes) {
        const std::string count = fmt::format("{}", look.notes);
        cell_text(cell(c.notes_left, c.notes), fonts.mono, severity_color(look.severity), count, Align::Right);
        cell_square(c.notes - text_width(fonts.mono, count) - px(14), row, severity_color(look.severity));
    }
    if (!hovered || !(cut || bone.astray)) return;
    tooltip(bone.name, color::error, bone.astray ? "its parent is missing or below it: shown as a root" : "");
}

void bone_keys(BonesState& state, PanelContext& context, const Skeleton& skeleton, const RowView& view) {
    const int joint = context.app.selection.joint;
    const bool known = joint >= 0 && joint < static_cast<int>(state.row_of.size());
    const int at = known ? state.row_of[joint] : -1;
    const auto choose = [&](int to) {
        context.ask.select = select_joint(context.app, to);
        state.wanted = to;
    };
    if (const int64_t to = moved_row(view, at); to >= 0) choose(state.rows[static_cast<std::size_t>(to)]);
    if (!view.keys || at < 0 || is_flat(state)) return;
    const bool has = state.bones[joint].below, closed = state.closed[joint];
    const auto set_closed = [&](bool on) {
        state.closed[joint] = on;
        ++state.version;
    };
    if (key_pressed(ImGuiKey_Enter, false) && has) set_closed(!closed);
    if (key_pressed(ImGuiKey_RightArrow) && has) {
        if (closed)
            set_closed(false);
        else
            choose(state.rows[static_cast<std::size_t>(at) + 1]);
    }
    if (!key_pressed(ImGuiKey_LeftArrow)) return;
    if (has && !closed)
        set_closed(true);
    else if (const int parent = skeleton.joints[joint].parent;
             parent >= 0 && parent < static_cast<int>(state.bones.size()) && !state.bones[joint].astray)
        choose(parent);
}

void click_bone(BonesState& state, PanelContext& context, const Columns& c, int joint, const RowView& view) {
    const Bone& bone = state.bones[joint];
    const float x = name_x(state, c, bone), mouse = ImGui::GetIO().MousePos.x;
    const bool foldable = !is_flat(state) && bone.below;
    const bool on_arrow = foldable && mouse >= x - px(4) && mouse < x + px(12);
    if ((view.clicked && on_arrow) || (view.double_clicked && foldable)) {
        state.closed[joint] = !state.closed[joint];
        ++state.version;
    } else if (view.clicked) {
        context.ask.select = select_joint(context.app, joint);
    }
    Selection hover;
    hover.joint = joint;
    context.ask.hover = hover;
}

void draw_rows(BonesState& state, PanelContext& context, const Skeleton& skeleton, float height) {
    const auto& notes = context.states.get<JointNotes>();
    const float width = ImGui::GetContentRegionAvail().x;
    RowView view = begin_rows("bones", width, height, state.rows.size(), state.scroll);
    context.ask.list_keys = context.ask.list_keys || view.keys;
    const Columns c = columns_of(notes.joints() > 0, view.area);
    bone_keys(state, context, skeleton, view);
    if (state.wanted >= 0 && state.row_of[state.wanted] >= 0) {
        show_row(state.scroll, view, static_cast<uint64_t>(state.row_of[state.wanted]));
        view.first = static_cast<uint64_t>(state.scroll.top);
        view.shown =
            static_cast<uint32_t>(std::min<uint64_t>(view.total - view.first, static_cast<uint64_t>(view.rows) + 2));
    }
    state.wanted = -1;
    for (uint64_t i = view.first; i < view.first + view.shown; ++i) {
        const int joint = state.rows[i];
        const bool hovered = static_cast<int64_t>(i) == view.hovered;
        const bool lit = hovered || context.app.hover.joint == joint;
        const Cell row = view.row(i, state.scroll.top);
        draw_bone(state, c, row, skeleton.joints[joint], joint,
                  {context.app.selection.joint == joint, lit, notes.of(joint).size(), notes.worst(context.app, joint)});
        if (!hovered) continue;
        state.copy.offer(row, state.bones[joint].name);
        click_bone(state, context, c, joint, view);
    }
    end_rows(view, state.scroll);
}

void draw_footer(const BonesState& state, const App& app, int marked, const Cell& row) {
    cell_fill(row, color::header);
    const auto plural = [](std::size_t n) { return n == 1 ? "" : "s"; };
    std::string text = fmt::format("{} bone{}", spaced(state.bones.size()), plural(state.bones.size()));
    if (!app.scene.skeleton()) text += ", no skeleton";
    if (state.filter[0]) text = fmt::format("{} of {}", spaced(state.rows.size()), text);
    if (const ClipUse* use = app.clip())
        text += fmt::format(", {} tracked in {}", state.tracked, name_of(*use, state.encoding));
    const std::string marks = marked ? fmt::format("{} with notes", marked) : "";
    const float marks_width = text_width(fonts.words, marks);
    cell_text({row.x0 + px(12), row.x1 - px(20) - marks_width, row.y, row.height}, fonts.words, color::second, text);
    cell_text({row.x0, row.x1 - px(12), row.y, row.height}, fonts.words, color::warning, marks, Align::Right);
}

}  // namespace

void draw_bones(PanelContext& context) {
    auto& state = context.states.get<BonesState>();
    const App& app = context.app;
    const Skeleton* skeleton = app.scene.bones();
    draw_filter(state);
    if (!skeleton) {
        if (!app.empty())
            cell_text({ImGui::GetCursorScreenPos().x + px(12),
                       ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y,
                       px(24)},
                      fonts.words, color::disabled, "No skeleton and no clip that moves bones in this scene");
        return;
    }
    read_scene(state, app);
    read_clip(state, app);
    auto& notes = context.states.get<JointNotes>();
    if (!notes.update(app)) context.ask.more = true;
    follow_selection(state, app, *skeleton);
    make_rows(state, *skeleton);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetContentRegionAvail().y - px(20) - px(24);
    if (height < px(20)) return;
    draw_heads(columns_of(notes.joints() > 0, {at.x, at.x + width, at.y, px(20)}), {at.x, at.x + width, at.y, px(20)});
    ImGui::SetCursorScreenPos({at.x, at.y + px(20)});
    draw_rows(state, context, *skeleton, height);
    draw_footer(state, app, notes.joints(), {at.x, at.x + width, at.y + px(20) + height, px(24)});
    state.copy.draw();
}

}  // namespace bonescope
