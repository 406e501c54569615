#include "app/panels/event_list.h"
#include "core/clip_time.h"

namespace bonescope {
namespace {

const char* name_of(EventKind kind) {
    const char* const names[] = {"event", "sound", "play"};
    return names[static_cast<int>(kind)];
}

// Events of the clip in play, by time; those of one time as the file has them.
std::vector<const Event*> sorted(const App& app) {
    std::vector<const Event*> out;
    if (!app.clip()) return out;
    for (const Event& event : app.clip()->get().events) out.push_back(&event);
    std::stable_sort(out.begin(), out.end(), [](const Event* a, const Event* b) { return a->tick < b->tick; });
    return out;
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

void draw_row(PanelContext& c, const Event& event, const Cell& row, bool hovered, bool lit) {
    const Clip& clip = c.app.clip()->get();
    if (hovered) cell_fill(row, color::hovered);
    if (lit) cell_fill({row.x0, row.x0 + px(2), row.y, row.height}, IM_COL32_WHITE);
    const double seconds = seconds_at(clip, event.tick);
    const ImU32 ink = lit ? color::text : color::second;
    cell_text({row.x0 + px(8), row.x0 + px(64), row.y, row.height}, fonts.mono_small, ink,
              fmt::format("{:.3f}", seconds), Align::Right);
    cell_text({row.x0 + px(76), row.x0 + px(116), row.y, row.height}, fonts.small, color::disabled,
              name_of(event.kind));
    const std::string name = shown(c.app, event.name), payload = payload_of(c.app, event);
    const float x = row.x0 + px(120), wide = std::min(text_width(fonts.words, name) + px(12), (row.x1 - x) * 0.6f);
    cell_text({x, x + wide, row.y, row.height}, fonts.words, ink, name);
    const bool cut =
        cell_text({x + wide, row.x1 - px(8), row.y, row.height}, fonts.mono_small, color::disabled, payload);
    if (hovered && cut) tooltip(name + "  " + payload);
}

}  // namespace

bool has_events(const App& app) { return app.scene.skeleton() && app.clip() && !app.clip()->get().events.empty(); }

void draw_events(PanelContext& c, float width, RowScroll& scroll) {
    const std::vector<const Event*> events = sorted(c.app);
    const Clip& clip = c.app.clip()->get();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Cell head{at.x, at.x + width, at.y, px(20)};
    cell_fill(head, color::header);
    cell_text({head.x0 + px(8), head.x0 + px(64), head.y, head.height}, fonts.small, color::second, "s", Align::Right);
    cell_text({head.x0 + px(76), head.x1, head.y, head.height}, fonts.small, color::second,
              fmt::format("{} event{}", events.size(), events.size() == 1 ? "" : "s"));
    ImGui::SetCursorScreenPos({at.x, at.y + px(20)});
    const RowView view = begin_rows("events", width, ImGui::GetContentRegionAvail().y, events.size(), scroll);
    const double half_frame = clip.rate > 0 ? 0.5 / clip.rate : 0;
    for (uint64_t i = view.first; i < view.first + view.shown && i < events.size(); ++i) {
        const bool hovered = view.hovered == static_cast<int64_t>(i);
        const double since = c.app.play.time - seconds_at(clip, events[i]->tick);
        draw_row(c, *events[i], view.row(i, scroll.top), hovered, since > -half_frame && since < 6 * half_frame);
    }
    if (view.clicked && view.hovered >= 0) {
        const Event& event = *events[static_cast<std::size_t>(view.hovered)];
        c.ask.seek = seconds_at(clip, event.tick);
        if (event.where.size > 0) c.ask.select = select_bytes(c.app, c.app.scene.skeleton_doc, event.where);
    }
    end_rows(view, scroll);
}

}  // namespace bonescope
