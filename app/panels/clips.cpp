// All clips of the scene as a table with bars to scale; what plays together, and morphs by hand, at the right.
#include "app/panels/clip_rows.h"
#include "app/panels/mixing.h"
#include "app/panels/plot.h"
#include "app/panels/range_table.h"
#include "app/panels/row_list.h"
#include "core/curve.h"

namespace bonescope {

namespace {

constexpr std::size_t filter_from = 12;  // clips

struct ClipsState {
    std::vector<ClipRow> rows;
    std::vector<uint32_t> order;
    uint64_t scene_id = ~0ull;
    Encoding encoding = Encoding::Guess;
    Reading reading;
    ClipColumn by = ClipColumn::File;
    bool down = false;
    char filter[128] = "";
    double longest = 0;
    RowScroll scroll;
    int shown_clip = -2;
};

struct Column {
    ClipColumn id;
    const char* title;
    float width;  // design pixels; 0: shares what is left
    Align align;
    float needs;  // the table's width below which it is left out
};

constexpr Column columns[] = {
    {ClipColumn::Name, "Clip", 150, Align::Left, 0},        {ClipColumn::Length, "Length s", 72, Align::Right, 0},
    {ClipColumn::Tracks, "Tracks", 56, Align::Right, 380},  {ClipColumn::Keys, "Keys", 64, Align::Right, 300},
    {ClipColumn::Rate, "Rate", 48, Align::Right, 560},      {ClipColumn::Kind, "Kind", 68, Align::Left, 760},
    {ClipColumn::Source, "Source", 170, Align::Left, 1000}, {ClipColumn::Notes, "Notes", 210, Align::Left, 640},
};

// The table's cells of one row, from left to right; what is left over belongs to the bars.
struct Layout {
    std::vector<std::pair<Column, Cell>> cells;
    Cell bars;
};

Layout layout(const Cell& row, float width) {
    Layout out;
    float x = row.x0 + px(4);
    for (const Column& column : columns) {
        if (width / px(1) < column.needs) continue;
        const float right = x + px(column.width);
        out.cells.push_back({column, {x + px(8), right, row.y, row.height}});
        x = right + px(4);
    }
    out.bars = {x + px(16), row.x1 - px(16), row.y, row.height};
    return out;
}

void refresh(ClipsState& s, const App& app) {
    const bool same = s.scene_id == app.scene_id && s.encoding == app.settings.encoding && s.reading == app.reading;
    if (same) return;
    if (s.scene_id != app.scene_id) s.filter[0] = 0;
    s.scene_id = app.scene_id;
    s.encoding = app.settings.encoding;
    s.reading = app.reading;
    s.rows = clip_rows(app);
    s.longest = 0;
    for (const ClipRow& row : s.rows) s.longest = std::max(s.longest, std::isfinite(row.length) ? row.length : 0);
    s.order = ordered(app, s.rows, s.filter, s.by, s.down);
}

std::string text_of(PanelContext& c, ClipRow& row, ClipColumn column) {
    if (column == ClipColumn::Name) return row.name;
    if (row.clip < 0) return column == ClipColumn::Notes ? "no clip: as the bones are stored" : "";
    switch (column) {
    case ClipColumn::Length:
        return fmt::format("{:.4f}", row.length);
    case ClipColumn::Tracks:
        return spaced(row.tracks);
    case ClipColumn::Keys:
        return spaced(row.keys);
    case ClipColumn::Rate:
        return fmt::format("{:g}", rate_of(c.app, row).rate);
    case ClipColumn::Kind:
        return row.kind();
    case ClipColumn::Source:
        return row.source;
    case ClipColumn::Notes:
        return row.notes;
    default:
        return "";
    }
}

ImU32 ink_of(const ClipRow& row, ClipColumn column, bool playing) {
    if (column == ClipColumn::Notes) return row.odd_ends || row.unbound ? color::warning : color::disabled;
    if (playing) return color::selected_text;
    if (column == ClipColumn::Name) return row.clip < 0 ? color::second : color::text;
    const bool guess = column == ClipColumn::Rate && row.rate && row.rate->source == FrameRate::Source::Default;
    if (guess || column == ClipColumn::Kind || column == ClipColumn::Source) return color::disabled;
    return color::text;
}

void draw_bar(PanelContext& c, const ClipsState& s, const ClipRow& row, const Cell& place, bool playing) {
    if (row.clip < 0 || place.x1 - place.x0 < px(40) || !(s.longest > 0)) return;
    const auto per = (place.x1 - place.x0) / static_cast<float>(s.longest);
    const float top = place.y + px(5), bottom = place.y + place.height - px(5);
    const float end = place.x0 + std::max(px(2), static_cast<float>(row.length) * per);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled({place.x0, top}, {end, bottom}, playing ? color::rgb(0x26616B) : color::rgb(0x333B44));
    if (in_mix(c.app, row.clip)) draw.AddRectFilled({place.x0, bottom}, {end, bottom + px(2)}, color::selection);
    if (!playing) return;
    const float x = std::floor(place.x0 + static_cast<float>(c.app.play.time) * per);
    draw.AddRectFilled({x, place.y}, {x + px(1), place.y + place.height}, IM_COL32_WHITE);
}

std::string help_on(PanelContext& c, ClipRow& row, ClipColumn column) {
    switch (column) {
    case ClipColumn::Rate:
        return rate_of(c.app, row).why;
    case ClipColumn::Name:
        return row.name + "\nCtrl+click: blend it with the clip in play";
    case ClipColumn::Source:
        return row.source;
    case ClipColumn::Notes:
        break;
    default:
        return "";
    }
    if (!row.early) return row.notes;
    return row.notes + (row.closes ? "\nAfter its last key a track blends back to its first one"
                                   : "\nAfter its last key a track holds");
}

void row_tooltip(PanelContext& c, ClipRow& row, const Layout& cells) {
    for (const auto& [column, cell] : cells.cells) {
        if (row.clip < 0 || !mouse_in(cell)) continue;
        if (const std::string help = help_on(c, row, column.id); !help.empty()) plot::tooltip(help);
    }
}

void draw_row(PanelContext& c, ClipsState& s, ClipRow& row, const Cell& at, float width, bool hovered) {
    const bool playing = row.clip == c.app.play.clip;
    if (playing) {
        mark_selected(at);
    } else if (hovered) {
        cell_fill(at, color::hovered);
    }
    const Layout cells = layout(at, width);
    for (const auto& [column, cell] : cells.cells) {
        const bool number = column.align == Align::Right;
        const std::string text = text_of(c, row, column.id);
        cell_text(cell,
                  number                          ? fonts.mono_small
                  : column.id == ClipColumn::Name ? fonts.words
                                                  : fonts.small,
                  ink_of(row, column.id, playing), text, column.align);
    }
    draw_bar(c, s, row, cells.bars, playing);
    if (hovered) row_tooltip(c, row, cells);
}

void draw_bar_scale(const ClipsState& s, const Cell& place) {
    if (place.x1 - place.x0 < px(80) || !(s.longest > 0)) return;
    const double per_pixel = s.longest / (place.x1 - place.x0), step = value_step(per_pixel, px(64));
    for (double i = 0; i * step <= s.longest * 1.0001; ++i) {
        const float x = place.x0 + static_cast<float>(i * step / per_pixel);
        const std::string text = axis_text(i * step, step) + (i == 0 ? " s" : "");
        cell_text({x + px(3), x + px(60), place.y, place.height}, fonts.mono_small, color::disabled, text);
        ImGui::GetWindowDrawList()->AddRectFilled({x, place.y + px(6)}, {x + px(1), place.y + place.height},
                                                  color::line);
    }
}

void draw_heads(PanelContext& c, ClipsState& s, const Cell& row, float width) {
    cell_fill(row, color::header);
    const Layout cells = layout(row, width);
    for (const auto& [column, cell] : cells.cells) {
        const bool by = s.by == column.id;
        const bool over = mouse_in(cell);
        const std::string title = std::string(column.title) + (!by ? "" : s.down ? " ↓" : " ↑");
        cell_text(cell, fonts.small, by ? color::text : over ? color::text : color::second, title, column.align);
        if (!over || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) continue;
        // Up, down, then the file's own order again.
        if (!by) {
            s.by = column.id;
            s.down = false;
        } else if (!s.down) {
            s.down = true;
        } else {
            s.by = ClipColumn::File;
            s.down = false;
        }
        s.order = ordered(c.app, s.rows, s.filter, s.by, s.down);
    }
    draw_bar_scale(s, cells.bars);
}

void draw_filter(PanelContext& c, ClipsState& s, float width) {
    ImGui::SetCursorPos({px(8), px(4)});
    ImGui::SetNextItemWidth(std::min(px(320), width - px(16)));
    if (ImGui::InputTextWithHint("##filter", "Filter clips by name", s.filter, sizeof s.filter)) {
        s.order = ordered(c.app, s.rows, s.filter, s.by, s.down);
    }
    ImGui::SetCursorPos({0, px(32)});
}

int64_t place_in_order(const ClipsState& s, int clip) {
    for (std::size_t i = 0; i < s.order.size(); ++i) {
        if (s.rows[s.order[i]].clip == clip) return static_cast<int64_t>(i);
    }
    return -1;
}

void draw_table(PanelContext& c, ClipsState& s, float width) {
    if (c.app.scene.clips.size() > filter_from) draw_filter(c, s, width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Cell head{at.x, at.x + width, at.y, px(20)};
    draw_heads(c, s, head, width);
    ImGui::SetCursorScreenPos({at.x, at.y + px(20)});
    RowView view = begin_rows("clips", width, ImGui::GetContentRegionAvail().y, s.order.size(), s.scroll);
    const int64_t current = place_in_order(s, c.app.play.clip);
    if (s.shown_clip != c.app.play.clip && current >= 0) show_row(s.scroll, view, static_cast<uint64_t>(current));
    s.shown_clip = c.app.play.clip;
    for (uint64_t i = view.first; i < view.first + view.shown && i < s.order.size(); ++i) {
        const bool hovered = view.hovered == static_cast<int64_t>(i);
        draw_row(c, s, s.rows[s.order[i]], view.row(i, s.scroll.top), width, hovered);
    }
    int64_t chosen = view.clicked ? view.hovered : -1;
    if (const int64_t moved = moved_row(view, current); moved >= 0) chosen = moved;
    if (chosen >= 0) {
        const int clip = s.rows[s.order[static_cast<std::size_t>(chosen)]].clip;
        if (ImGui::GetIO().KeyCtrl) {
            add_to_mix(c, clip);
        } else {
            c.ask.clip = clip;
        }
    }
    end_rows(view, s.scroll);
}

}  // namespace

void draw_clips(PanelContext& c) {
    if (c.app.empty()) return;
    const bool ranges = has_ranges(c.app);
    const ImVec2 size = ImGui::GetWindowSize();
    // The bars over long banks need the room: there what plays together shows once something does.
    const bool mixing = ranges ? !c.app.play.mix.layers.empty() : has_mixing(c.app);
    const float side = mixing ? std::min(px(376), size.x * 0.3f) : 0;
    ImGui::SetCursorPos({0, 0});
    ImGui::BeginChild("table", some({size.x - side, size.y}), false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    if (ranges) {
        draw_ranges(c, size.x - side, size.y);
    } else {
        auto& s = c.states.get<ClipsState>();
        refresh(s, c.app);
        draw_table(c, s, size.x - side);
    }
    ImGui::EndChild();
    if (side <= 0) return;
    ImGui::SetCursorPos({size.x - side + px(4), 0});
    ImGui::BeginChild("mixing", some({side - px(4), size.y}));
    draw_mixing(c);
    ImGui::EndChild();
}

void draw_clips_header(PanelContext& c) {
    if (has_ranges(c.app)) draw_ranges_header(c);
}

}  // namespace bonescope
