#include "app/panels/event_list.h"
#include "core/clip_time.h"

namespace bonescope {
namespace {

constexpr int most_rows = 3;
constexpr float row_height = 17, flag = 6, gap = 10;  // design pixels

const char* name_of(EventKind kind) {
    const char* const names[] = {"event", "sound", "play"};
    return names[static_cast<int>(kind)];
}

ImU32 color_of(EventKind kind) {
    return kind == EventKind::Sound ? color::note : kind == EventKind::Play ? color::good : color::key;
}

std::string payload_of(const App& app, const Event& event) {
    const Skeleton& skeleton = *app.scene.skeleton();
    std::string out;
    const auto add = [&](const std::string& text) { out += (out.empty() ? "" : "  ") + text; };
    const auto joint = static_cast<std::size_t>(event.joint), slot = static_cast<std::size_t>(event.slot);
    if (event.joint >= 0 && joint < skeleton.joints.size()) add("bone " + shown(app, skeleton.joints[joint].name));
    if (event.slot >= 0 && skeleton.rig && slot < skeleton.rig->slots.size())
        add("slot " + shown(app, skeleton.rig->slots[slot].name));
    for (const double number : event.numbers) add(fmt::format("{:g}", number));
    for (const std::string& text : event.texts) add("\"" + shown(app, text) + "\"");
    return out;
}

float width_of(const EventTrack::Flag& f) {
    const float words = text_width(fonts.small, f.name);
    return px(flag + 4) + words + (f.payload.empty() ? 0 : px(6) + text_width(fonts.mono_small, f.payload)) + px(gap);
}

// Near the cursor: it has just fired, or fires in this frame.
bool is_lit(const App& app, const Event& event) {
    const Clip& clip = app.clip()->get();
    const double half_frame = clip.rate > 0 ? 0.5 / clip.rate : 0, since = app.play.time - seconds_at(clip, event.tick);
    return since > -half_frame && since < 6 * half_frame;
}

bool is_chosen(const App& app, const Event& event) {
    return event.where.size > 0 && app.selection.doc == app.scene.skeleton_doc && app.selection.bytes == event.where;
}

Cell row_of(const EventTrack::Flag& f, const Cell& area) {
    const float y = area.y + px(3) + px(row_height) * static_cast<float>(std::max(f.row, 0));
    return {f.x, f.x + width_of(f), y, px(row_height)};
}

void draw_flag(const App& app, const EventTrack::Flag& f, const Cell& area, bool hovered) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const bool lit = is_lit(app, *f.event), chosen = is_chosen(app, *f.event);
    const ImU32 ink = chosen ? color::selection : color_of(f.event->kind);
    const bool bright = lit || chosen || hovered;
    const Cell row = row_of(f, area);
    draw.AddRectFilled({f.x, area.y}, {f.x + px(1), area.y + area.height}, bright ? ink : color::with_alpha(ink, 90));
    if (f.row < 0) return;
    const float side = px(flag), y = std::floor(row.y + (row.height - side) / 2);
    draw.AddRectFilled({f.x, y}, {f.x + side, y + side}, bright ? ink : color::with_alpha(ink, 150));
    const float x = f.x + side + px(4), words = text_width(fonts.small, f.name);
    const ImU32 words_ink = chosen ? color::selected_text : bright ? IM_COL32_WHITE : color::second;
    cell_text({x, x + words + px(2), row.y, row.height}, fonts.small, words_ink, f.name);
    cell_text({x + words + px(6), row.x1, row.y, row.height}, fonts.mono_small, bright ? color::text : color::disabled,
              f.payload);
}

const EventTrack::Flag* flag_under(const EventTrack& track, const Cell& area) {
    if (!mouse_in(area)) return nullptr;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const EventTrack::Flag* best = nullptr;
    float nearest = px(8);
    for (const EventTrack::Flag& f : track.flags) {
        const Cell row = row_of(f, area);
        const bool words =
            f.row >= 0 && mouse.x >= row.x0 && mouse.x < row.x1 && mouse.y >= row.y && mouse.y < row.y + row.height;
        if (words) return &f;
        if (std::abs(mouse.x - f.x) < nearest) nearest = std::abs(mouse.x - f.x), best = &f;
    }
    return best;
}

// All that fire at that time, as they fire.
void flag_tooltip(const App& app, const EventTrack& track, const EventTrack::Flag& under) {
    const Clip& clip = app.clip()->get();
    const double seconds = seconds_at(clip, under.event->tick);
    std::string all;
    for (const EventTrack::Flag& f : track.flags) {
        if (f.event->tick != under.event->tick) continue;
        all += fmt::format("{}{}  {}", all.empty() ? "" : "\n", name_of(f.event->kind), f.name);
        if (!f.payload.empty()) all += "  " + f.payload;
    }
    tooltip(fmt::format("{:.4f} s, frame {:.4g}", seconds, frame_at(clip, seconds, app.fps())), color::text, all);
}

}  // namespace

bool has_events(const App& app) { return app.scene.skeleton() && app.clip() && !app.clip()->get().events.empty(); }

EventTrack event_track(const App& app, const TimeAxis& axis) {
    EventTrack out;
    if (!has_events(app)) return out;
    const Clip& clip = app.clip()->get();
    for (const Event& event : clip.events)
        out.flags.push_back(
            {&event, axis.x(seconds_at(clip, event.tick)), -1, shown(app, event.name), payload_of(app, event)});
    std::stable_sort(out.flags.begin(), out.flags.end(),
                     [](const auto& a, const auto& b) { return a.event->tick < b.event->tick; });
    std::erase_if(out.flags, [&](const auto& f) { return f.x < axis.left - 1 || f.x > axis.right + 1; });
    float end[most_rows] = {};
    for (EventTrack::Flag& f : out.flags)
        for (int row = 0; row < most_rows && f.row < 0; ++row) {
            if (f.x < end[row]) continue;
            f.row = row;
            end[row] = f.x + width_of(f);
            out.rows = std::max(out.rows, row + 1);
        }
    return out;
}

float height_of(const EventTrack& track) {
    return track.flags.empty() && track.rows == 0
               ? px(row_height + 6)
               : px(6) + px(row_height) * static_cast<float>(std::max(track.rows, 1));
}

void draw_events(PanelContext& c, const EventTrack& track, const TimeAxis& axis, const Cell& area) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    cell_fill(area, color::plot);
    const std::size_t count = c.app.clip()->get().events.size();
    cell_text({area.x0 + px(40), axis.left - px(8), area.y, area.height}, fonts.small, color::second,
              fmt::format("{} event{}", count, count == 1 ? "" : "s"));
    const EventTrack::Flag* under = flag_under(track, area);
    draw.PushClipRect({axis.left - px(1), area.y}, {axis.right + px(8), area.y + area.height}, true);
    for (const EventTrack::Flag& f : track.flags) draw_flag(c.app, f, area, &f == under);
    const float cursor = std::floor(axis.x(c.app.play.time));
    draw.AddRectFilled({cursor, area.y}, {cursor + px(1), area.y + area.height}, IM_COL32_WHITE);
    draw.PopClipRect();
    draw.AddRectFilled({area.x0, area.y + area.height - px(1)}, {area.x1, area.y + area.height}, color::line);
    if (!under) return;
    flag_tooltip(c.app, track, *under);
    if (!ImGui::IsMouseClicked(0)) return;
    c.ask.seek = seconds_at(c.app.clip()->get(), under->event->tick);
    if (under->event->where.size > 0) c.ask.select = select_bytes(c.app, c.app.scene.skeleton_doc, under->event->where);
}

}  // namespace bonescope
