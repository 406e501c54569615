// Values of keys and transforms of bones.
#include "app/panels/selection_parts.h"
#include <glm/gtc/quaternion.hpp>

namespace bonescope {
namespace {

bool narrow() { return ImGui::GetWindowWidth() < px(340); }
ImFont* number_font() { return narrow() ? fonts.mono_small : fonts.mono; }

// Right edge of number `i` of `n` columns that share what the label leaves.
Cell number_cell(const Cell& row, int i, int n) {
    const float right = row.x1 - px(12), label = row.x0 + px(narrow() ? 76 : 96);
    const float width = (right - label) / static_cast<float>(n);
    return {label + width * static_cast<float>(i), label + width * static_cast<float>(i + 1), row.y, row.height};
}

Cell label_cell(const Cell& row) { return {row.x0 + px(12), row.x0 + px(narrow() ? 80 : 100), row.y, row.height}; }

const char* name_of(Property property) {
    switch (property) {
    case Property::Translation:
        return "translation";
    case Property::Rotation:
        return "rotation";
    case Property::Scale:
        return "scale";
    case Property::Angle:
        return "angle";
    case Property::Skew:
        return "skew";
    case Property::Weight:
        return "weight";
    case Property::Deform:
        return "deform";
    default:
        return "value";
    }
}

int lanes_of(const Track& track) {
    return track.property == Property::Rotation ? 4 : std::clamp(static_cast<int>(track.width), 1, 4);
}

bool valid_track(const App& app, const Selection& s) {
    return s.clip >= 0 && s.clip < static_cast<int>(app.scene.clips.size()) && s.track >= 0 &&
           s.track < static_cast<int>(app.scene.clips[s.clip].get().tracks.size());
}

// Degrees and axis of a rotation; of q and -q the shorter turn.
struct Turn {
    float degrees = 0;
    vec3 axis{0};
};
Turn turn_of(quat q) {
    const float length = std::sqrt(glm::dot(q, q));
    if (!std::isfinite(length) || length == 0) return {std::numeric_limits<float>::quiet_NaN(), vec3(0)};
    q = q * (1 / length);
    if (q.w < 0) q = -q;
    const vec3 v(q.x, q.y, q.z);
    const float sine = std::sqrt(glm::dot(v, v));
    return {glm::degrees(2 * std::atan2(sine, q.w)), sine > 0 ? v / sine : vec3(0)};
}

void turn_rows(SectionContext& context, vec4 stored) {
    const Turn turn = turn_of(quat(stored.w, stored.x, stored.y, stored.z));
    const Cell row = next_row(px(20));
    cell_text(label_cell(row), fonts.words, color::second, "turn");
    const std::string degrees = fmt::format("{:.2f}°", turn.degrees);
    const Cell first = number_cell(row, 0, 4), last = number_cell(row, 3, 4);
    cell_text({first.x0 - px(16), first.x1, row.y, row.height}, number_font(), color::text, degrees, Align::Right);
    const std::string axis = fmt::format("{:.2f} {:.2f} {:.2f}", turn.axis.x, turn.axis.y, turn.axis.z);
    cell_text({first.x1 + px(12), last.x1, row.y, row.height}, fonts.words, color::disabled, "about");
    cell_text({first.x1 + px(56), last.x1, row.y, row.height}, number_font(), color::text, axis, Align::Right);
    context.copy.offer(row, fmt::format("{} about {}", degrees, axis));
    const float length = std::sqrt(glm::dot(stored, stored));
    const bool unit = std::abs(length - 1) < 1e-4f;
    const Cell below = next_row(px(20));
    cell_text(label_cell(below), fonts.words, color::second, "length");
    const Cell value = number_cell(below, 0, 4);
    cell_text({value.x0 - px(16), value.x1, below.y, below.height}, number_font(), unit ? color::good : color::warning,
              fmt::format("{:.5f}", length), Align::Right);
    context.copy.offer(below, fmt::format("{}", length));
}

Local in_space(const App& app, const Skeleton& skeleton, int joint, Space space) {
    const Pose& pose = app.frame.pose;
    const Axes axes = app.convention();
    if (space == Space::Model) return to_axes(axes, pose.model[joint]);
    if (space == Space::Local) return to_axes(axes, pose.local[joint]);
    return to_axes(axes, relative_to_bind(skeleton.joints[joint].bind, pose.local[joint]));
}

mat4 matrix_in(const App& app, const Skeleton& skeleton, int joint, Space space) {
    const bool stored = space == Space::Model && app.convention() == Axes::File;
    return stored ? app.frame.pose.matrix[joint] : matrix_of(in_space(app, skeleton, joint, space));
}

// Null when no bone is selected or the pose is not there yet.
const Skeleton* bone_skeleton(const App& app) {
    const Skeleton* skeleton = app.scene.skeleton();
    const int joint = app.selection.joint;
    const bool known = skeleton && joint >= 0 && joint < static_cast<int>(skeleton->joints.size()) &&
                       app.frame.pose.local.size() == skeleton->joints.size();
    return known ? skeleton : nullptr;
}

std::vector<int> chain_to(const Skeleton& skeleton, int joint) {
    std::vector<int> out;
    const auto n = static_cast<int>(skeleton.joints.size());
    for (int at = joint; at >= 0 && at < n && static_cast<int>(out.size()) < n; at = skeleton.joints[at].parent) {
        if (std::find(out.begin(), out.end(), at) != out.end()) break;  // a cycle in the file
        out.push_back(at);
    }
    std::reverse(out.begin(), out.end());
    return out;
}

void space_buttons(SectionContext& context, ImVec2 after) {
    const char* const names[] = {"Local", "Bind", "Model"};
    float width = 0;
    for (const char* name : names) width += button_width(name) + px(1);
    const ImVec2 head = ImGui::GetItemRectMin();
    float x = head.x + ImGui::GetWindowContentRegionMax().x - px(8) - width;
    for (int i = 0; i < 3; ++i) {
        ImGui::SetCursorScreenPos({x, head.y + px(2)});
        if (tab_button(names[i], context.space == static_cast<Space>(i))) context.space = static_cast<Space>(i);
        x += button_width(names[i]) + px(1);
    }
    ImGui::SetCursorScreenPos(after);
}

Cell chain_cell(const Cell& row, int i) {
    const float right = row.x1 - px(12), width = px(narrow() ? 46 : 58);
    const float x1 = right - width * static_cast<float>(3 - i);
    return {x1 - width + px(4), x1, row.y, row.height};
}

std::string chain_number(float value) {
    return std::abs(value) < 1e4f ? fmt::format("{:.2f}", value) : fmt::format("{:.3g}", value);
}

}  // namespace

std::string number_text(double value) {
    if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    const double size = std::abs(value);
    if (size >= 1e6 || (size > 0 && size < 5e-5)) return fmt::format("{:.3g}", value);
    return fmt::format("{:.{}f}", value, size >= 1e4 ? 1 : size >= 1e3 ? 2 : size >= 100 ? 3 : 4);
}

void axis_heads(int n) {
    const Cell row = next_row(px(20));
    const char* const names[] = {"x", "y", "z", "w"};
    for (int i = 0; i < n; ++i) cell_text(number_cell(row, i, 4), fonts.mono, color::axis[i], names[i], Align::Right);
}

void number_heads(std::span<const char* const> names) {
    const Cell row = next_row(px(20));
    for (std::size_t i = 0; i < names.size(); ++i)
        cell_text(number_cell(row, static_cast<int>(i), 4), fonts.small, color::second, names[i], Align::Right);
}

void numbers_row(SectionContext& context, std::string_view label, const float* values, int n, ImU32 ink) {
    const Cell row = next_row(px(20));
    cell_text(label_cell(row), fonts.words, color::second, label);
    for (int i = 0; i < n; ++i) {
        const Cell cell = number_cell(row, i, 4);
        const bool bad = !std::isfinite(values[i]);
        cell_text({cell.x0 + px(2), cell.x1, cell.y, cell.height}, number_font(), bad ? color::error : ink,
                  number_text(values[i]), Align::Right);
        context.copy.offer(cell, fmt::format("{}", values[i]));
    }
}

void draw_key_values(SectionContext& context) {
    const App& app = context.app();
    const Selection& s = context.selection();
    if (s.key < 0 || !valid_track(app, s)) return;
    const ClipUse& use = app.scene.clips[s.clip];
    const Clip& clip = use.get();
    const Track& chosen = clip.tracks[s.track];
    const auto row = static_cast<uint32_t>(s.key);
    if (row >= clip.timelines[chosen.timeline].rows || chosen.property == Property::Deform) return;
    if (!section("Values", chosen.basis == Basis::OnBind ? "delta on the bind pose" : "absolute")) return;
    const double time = key_seconds(use, clip.timelines[chosen.timeline], row);
    axis_heads(4);
    const Cell when = next_row(px(20)), first = number_cell(when, 0, 4);
    cell_text(label_cell(when), fonts.words, color::second, "time");
    cell_text({first.x0 - px(16), first.x1, when.y, when.height}, number_font(), color::text,
              fmt::format("{:.4f}", time), Align::Right);
    cell_text({first.x1 + px(12), when.x1, when.y, when.height}, fonts.words, color::disabled, "s");
    context.copy.offer(when, fmt::format("{}", time));
    for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
        const Track& track = clip.tracks[i];
        const bool same = track.kind == chosen.kind && track.target == chosen.target && track.name == chosen.name &&
                          track.timeline == chosen.timeline && track.property != Property::Deform;
        if (!same) continue;
        if (track.value.empty()) {
            fact_row(context, name_of(track.property), "from the bind pose", color::disabled);
            continue;
        }
        const vec4 value = row_value(use, static_cast<uint32_t>(i), row);
        const StandIn served = stand_in(*use.doc, track, row);
        numbers_row(context, name_of(track.property), &value.x, lanes_of(track),
                    served == StandIn::None ? color::text : color::disabled);
        if (served == StandIn::Before) message_row("not in the file: the key before it serves", color::second);
        if (served == StandIn::Bind) message_row("not in the file: the bind pose serves", color::second);
        if (track.property == Property::Rotation) turn_rows(context, value);
    }
}

void draw_chain(SectionContext& context) {
    const App& app = context.app();
    const Skeleton* skeleton = bone_skeleton(app);
    if (!skeleton) return;
    const bool open = section("Transform chain", nullptr, !narrow());
    space_buttons(context, ImGui::GetCursorScreenPos());
    if (!open) return;
    const Cell heads = next_row(px(20));
    const char* const names[] = {"x", "y", skeleton->rig ? "" : "z"};
    for (int i = 0; i < 3; ++i) cell_text(chain_cell(heads, i), fonts.mono, color::axis[i], names[i], Align::Right);
    cell_text(chain_cell(heads, 3), fonts.small, color::second, "turn", Align::Right);
    const std::vector<int> chain = chain_to(*skeleton, app.selection.joint);
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const Cell row = next_row(px(20));
        const bool selected = chain[i] == app.selection.joint, over = mouse_in(row);
        if (selected)
            cell_fill(row, color::selected_row);
        else if (over)
            cell_fill(row, color::hovered);
        const Local local = in_space(app, *skeleton, chain[i], context.space);
        const float values[] = {local.t.x, local.t.y, local.t.z};
        for (int k = 0; k < (skeleton->rig ? 2 : 3); ++k) {
            cell_text(chain_cell(row, k), number_font(), selected ? color::selected_text : color::text,
                      chain_number(values[k]), Align::Right);
            context.copy.offer(chain_cell(row, k), fmt::format("{}", values[k]));
        }
        cell_text(chain_cell(row, 3), number_font(), selected ? color::selected_text : color::second,
                  fmt::format("{:.1f}°", skeleton->rig ? glm::degrees(local.angle) : turn_of(local.r).degrees),
                  Align::Right);
        const float indent = px(10) * static_cast<float>(std::min<std::size_t>(i, narrow() ? 4 : 6));
        const Cell name{row.x0 + px(12) + indent, chain_cell(row, 0).x0 - px(4), row.y, row.height};
        const std::string text = shown(app, skeleton->joints[chain[i]].name);
        const bool cut = cell_text(name, fonts.words, selected ? color::selected_text : color::text, text);
        if (over && cut) tooltip(text);
        if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            context.panel.ask.select = select_joint(app, chain[i]);
    }
}

namespace {

// Of a bone in the plane. Numbers of the matrix: X = a x + c y + tx, Y = b x + d y + ty.
void planar_rows(SectionContext& context, const Local& local) {
    const float degrees[] = {glm::degrees(local.angle), glm::degrees(local.skew)};
    axis_heads(2);
    numbers_row(context, "translation", &local.t.x, 2);
    numbers_row(context, "scale", &local.s.x, 2);
    static const char* const heads[] = {"angle °", "skew °"};
    number_heads(heads);
    numbers_row(context, "turn", degrees, 2);
    const bool model = context.space == Space::Model;
    const Affine m =
        model ? context.app().frame.planar.world[std::size_t(context.selection().joint)] : affine_of(planar_of(local));
    const float rows[2][3] = {{m.a, m.c, m.t.x}, {m.b, m.d, m.t.y}};
    for (int i = 0; i < 2; ++i) numbers_row(context, i ? "" : "matrix", rows[i], 3);
}

}  // namespace

void draw_transform(SectionContext& context) {
    const App& app = context.app();
    const Skeleton* skeleton = bone_skeleton(app);
    if (!skeleton) return;
    const char* const spaces[] = {"local", "relative to bind", "model space"};
    if (!section("Transform", spaces[static_cast<int>(context.space)], !narrow())) return;
    const Local local = in_space(app, *skeleton, app.selection.joint, context.space);
    if (skeleton->rig) return planar_rows(context, local);
    const vec4 r(local.r.x, local.r.y, local.r.z, local.r.w);
    const vec3 euler = euler_degrees(local.r);
    axis_heads(4);
    numbers_row(context, "translation", &local.t.x, 3);
    numbers_row(context, "quaternion", &r.x, 4);
    numbers_row(context, "Euler °", &euler.x, 3);
    numbers_row(context, "scale", &local.s.x, 3);
    const mat4 m = matrix_in(app, *skeleton, app.selection.joint, context.space);
    for (int k = 0; k < 4; ++k) {
        const float values[] = {m[0][k], m[1][k], m[2][k], m[3][k]};
        numbers_row(context, k == 0 ? "matrix" : "", values, 4, k == 3 ? color::disabled : color::text);
    }
}

namespace {

// How far the stored inverse bind matrix is from the one that the bind pose gives.
void inverse_bind_row(SectionContext& context, const Skeleton& skeleton) {
    const App& app = context.app();
    const auto joint = static_cast<std::size_t>(app.selection.joint);
    if (joint >= skeleton.inverse_bind.size() || joint >= app.scene.bind.matrix.size()) return;
    const mat4 product = skeleton.inverse_bind[joint] * app.scene.bind.matrix[joint];
    float away = 0;
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r) away = std::max(away, std::abs(product[c][r] - (c == r ? 1.f : 0.f)));
    const bool same = away < 1e-3f * std::max(1.f, glm::length(vec3(app.scene.bind.matrix[joint][3])));
    fact_row(context, "stored inverse bind", same ? "as the bind pose" : fmt::format("off by {:.4g}", away),
             same ? color::text : color::warning, fmt::format("{}", away));
}

}  // namespace

void draw_bone_facts(SectionContext& context) {
    const App& app = context.app();
    const Skeleton* skeleton = bone_skeleton(app);
    if (!skeleton || !section("Bone", nullptr, !narrow())) return;
    const Joint& joint = skeleton->joints[app.selection.joint];
    fact_row(context, "name", shown(app, joint.name), color::text, joint.name);
    fact_row(context, "id", fmt::format("{}", joint.id));
    const bool has = joint.parent >= 0 && joint.parent < static_cast<int>(skeleton->joints.size());
    const std::string parent = has ? shown(app, skeleton->joints[joint.parent].name) : "none";
    if (fact_row(context, "parent", parent, has ? color::text : color::disabled) && has)
        context.panel.ask.select = select_joint(app, joint.parent);
    inverse_bind_row(context, *skeleton);
    const ClipUse* use = app.clip();
    if (!use) return;
    bool any = false;
    for (std::size_t i = 0; i < use->bound.size(); ++i) {
        if (use->bound[i] != app.selection.joint) continue;
        const Track& track = use->get().tracks[i];
        any = true;
        if (track.value.empty())
            fact_row(context, name_of(track.property), "from the bind pose", color::disabled);
        else
            fact_row(context, name_of(track.property),
                     fmt::format("{} keys", spaced(use->get().timelines[track.timeline].rows)));
    }
    if (!any) fact_row(context, "tracks", "none in this clip", color::disabled);
}

}  // namespace bonescope
