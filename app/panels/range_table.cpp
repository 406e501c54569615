#include "app/panels/range_table.h"
#include "app/panels/mixing.h"

namespace bonescope {
namespace {

struct Column {
    RangeColumn id;
    const char* title;
    float width;  // design pixels
    Align align;
    float needs;  // the panel's width below which it is left out
    bool mono;
};

constexpr Column columns[] = {
    {RangeColumn::Number, "Pose", 34, Align::Right, 0, true},
    {RangeColumn::Name, "Name", 0, Align::Left, 0, false},
    {RangeColumn::Start, "Start", 42, Align::Right, 420, true},
    {RangeColumn::End, "End", 42, Align::Right, 420, true},
    {RangeColumn::Loop, "Loop", 90, Align::Right, 560, true},
    {RangeColumn::Length, "Length s", 56, Align::Right, 900, true},
    {RangeColumn::Link, "Link", 32, Align::Right, 700, true},
    {RangeColumn::Source, "Src", 22, Align::Right, 1000, true},
};
constexpr float space = 8;

bool is_shown(const Column& column, float width) { return design(width) >= column.needs; }

// Names share what there is with the bars.
float width_of(const Column& column, float width) {
    return px(column.width > 0 ? column.width : std::clamp(design(width) * 0.13f, 72.f, 164.f));
}

float table_width(float width) {
    float x = px(space);
    for (const Column& column : columns)
        if (is_shown(column, width)) x += width_of(column, width) + px(space);
    return x;
}

template <class Each> void each_cell(const Cell& row, float width, const Each& each) {
    float x = row.x0 + px(space);
    for (const Column& column : columns) {
        if (!is_shown(column, width)) continue;
        const float right = x + width_of(column, width);
        each(column, Cell{x, right, row.y, row.height});
        x = right + px(space);
    }
}

// ---- what is listed ----

// Ranges may say anything: the frames of a bank bound its axis, where there is one. A little more shows where clips
// name frames beyond.
void find_extents(RangesState& s) {
    s.extents.clear();
    for (const BankCoverage& bank : s.banks)
        if (!bank.runs.empty()) s.extents[bank.doc] = {bank.runs.front().first, bank.runs.back().last};
    for (const RangeRow& row : s.rows) {
        if (row.bank == no_axis || (row.held && s.extents.contains(row.bank) && !row.outside)) continue;
        if (row.held) {
            auto& [first, last] = s.extents.emplace(row.bank, *row.held).first->second;
            const double margin = std::max(2., (row.held->second - row.held->first) * 0.03);
            if (row.first < row.held->first) first = row.held->first - margin;
            if (row.last > row.held->second) last = row.held->second + margin;
            continue;
        }
        auto& [first, last] = s.extents.emplace(row.bank, std::pair(row.first, row.last)).first->second;
        first = std::min<double>(first, row.first);
        last = std::max<double>(last, row.last);
    }
}

// That of the clip in play, else the one before, else that of the first clip listed.
void choose_axis(RangesState& s, const App& app) {
    int axis = s.extents.contains(s.axis) ? s.axis : no_axis;
    const auto clip = static_cast<std::size_t>(app.play.clip);
    if (app.play.clip >= 0 && clip < s.rows.size() && s.extents.contains(s.rows[clip].bank)) axis = s.rows[clip].bank;
    for (const RangeLine& line : s.lines)
        if (axis == no_axis && line.row >= 0) axis = s.rows[static_cast<std::size_t>(line.row)].bank;
    if (axis != s.axis) s.from = s.to = 0;
    s.axis = axis;
    const auto found = s.extents.find(axis);
    std::tie(s.first, s.last) = found == s.extents.end() ? std::pair(0., 1.) : found->second;
}

// The axis of a row's own bank, all of it, when the ruler shows another's.
FrameAxis axis_of(const RangesState& s, const RangeRow& row, const FrameAxis& shown) {
    const auto found = s.extents.find(row.bank);
    if (row.bank == s.axis || found == s.extents.end()) return shown;
    return {shown.left, shown.right, found->second.first - 0.5, found->second.second + 0.5};
}

const BankCoverage* bank_shown(const RangesState& s) {
    for (const BankCoverage& bank : s.banks)
        if (bank.doc == s.axis) return &bank;
    return nullptr;
}

int64_t line_of(const RangesState& s, int clip) {
    int group = -1;
    for (std::size_t i = 0; i < s.lines.size(); ++i)
        if (s.lines[i].row >= 0 && s.rows[static_cast<std::size_t>(s.lines[i].row)].clip == clip)
            return static_cast<int64_t>(i);
    for (const RangeRow& row : s.rows)
        if (row.clip == clip && row.absent) group = row.group;
    for (std::size_t i = 0; i < s.lines.size(); ++i)
        if (group != -1 && s.lines[i].row < 0 && s.lines[i].group == group) return static_cast<int64_t>(i);
    return -1;
}

// ---- rows ----

std::string text_of(const App& app, const RangeRow& row, RangeColumn column) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(row.clip)];
    const Clip& clip = use.get();
    const ClipRange* range = use.cut();
    const bool placed = row.group != empty_poses;
    switch (column) {
    case RangeColumn::Number:
        return row.cut ? fmt::format("{}", row.number) : "";
    case RangeColumn::Name:
        return row.name.empty() ? "—" : row.name;
    case RangeColumn::Start:
        return !placed ? "" : range ? stored_start(*range).text : fmt::format("{}", row.first);
    case RangeColumn::End:
        return !placed ? "" : range ? stored_end(*range).text : fmt::format("{}", row.last);
    case RangeColumn::Loop:
        return range ? stored_loop(*range, clip).text : "";
    case RangeColumn::Length:
        return placed ? fmt::format("{:.4f}", row.seconds) : "";
    case RangeColumn::Link:
        return row.link ? fmt::format("{}", *row.link) : "";
    case RangeColumn::Source:
        return row.source >= 0 ? fmt::format("{}", row.source) : "";
    case RangeColumn::File:
        break;
    }
    return "";
}

// Numbers that are not played as they are stored, or that the bank has no frames for.
bool is_wrong(const App& app, const RangeRow& row, RangeColumn column) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(row.clip)];
    if (!use.cut() || row.group == empty_poses) return false;
    const bool low = row.outside && (!row.held || row.first < row.held->first || row.first > row.held->second);
    const bool high = row.outside && (!row.held || row.last > row.held->second || row.last < row.held->first);
    if (column == RangeColumn::Start) return low || stored_start(*use.cut()).mended;
    if (column == RangeColumn::End) return high || stored_end(*use.cut()).mended;
    return column == RangeColumn::Loop && stored_loop(*use.cut(), use.get()).mended;
}

ImU32 ink_of(const App& app, const RangeRow& row, RangeColumn column, bool playing) {
    if (is_wrong(app, row, column)) return color::warning;
    if (playing) return color::selected_text;
    if (row.absent) return color::disabled;
    switch (column) {
    case RangeColumn::Name:
        return row.name.empty() || !row.cut ? color::second : color::text;
    case RangeColumn::Loop:
        return color::good;
    case RangeColumn::Link:
        return row.next >= 0 ? color::w : color::warning;
    case RangeColumn::Source:
        return color::disabled;
    default:
        return color::text;
    }
}

std::string help_on(const App& app, const RangeRow& row, RangeColumn column) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(row.clip)];
    switch (column) {
    case RangeColumn::Name:
        return pose_title(app, row.clip) + (row.name.empty() || !row.cut ? "" : "  " + row.name) +
               "\nCtrl+click: blend it with the clip in play";
    case RangeColumn::Start:
    case RangeColumn::End:
    case RangeColumn::Loop: {
        if (row.group == empty_poses || (column == RangeColumn::Loop && !row.cut)) return "";
        const std::string mended = use.cut() ? mended_words(*use.cut(), use.get()) : "";
        const std::string bank =
            row.outside && row.held ? fmt::format("its bank holds {} to {}", row.held->first, row.held->second) : "";
        const std::string played = column != RangeColumn::Loop ? frames_text(row.first, row.last)
                                   : has_loop(use.get())       ? frames_text(static_cast<int32_t>(*use.get().loop_in),
                                                                             static_cast<int32_t>(*use.get().loop_out))
                                                               : "";
        return fmt::format("{}{}{}{}{}", played, played.empty() || mended.empty() ? "" : "\n", mended,
                           bank.empty() ? "" : "\n", bank);
    }
    case RangeColumn::Link:
        if (!row.link) return "";
        return row.next >= 0 ? "goes on with Pose " + std::to_string(*row.link)
                             : fmt::format("no Pose {} in the list", *row.link);
    case RangeColumn::Source:
        return row.absent ? "" : file_name(use.doc->path);
    default:
        return "";
    }
}

// What was pressed in a row: the list under it has the mouse then, which mouse_in() minds.
bool pressed_in(const Cell& cell, bool row_pressed) {
    return row_pressed && ImGui::IsMouseHoveringRect(cell.min(), cell.max());
}

bool is_marked(const RangeRow& row) { return !row.faults.empty() || row.outside; }

// The mark of a clip with faults, at the right end of its name. True when it takes the click.
bool draw_faults(PanelContext& c, const RangeRow& row, const Cell& cell, const Cell& at, bool pressed) {
    if (!is_marked(row)) return false;
    const ImU32 ink = row.worst == Severity::Error     ? color::error
                      : row.worst == Severity::Warning ? color::warning
                                                       : color::note;
    cell_square(cell.x1 - px(9), at, ink);
    const Cell mark{cell.x1 - px(14), cell.x1 + px(3), at.y, at.height};
    if (mouse_in(mark)) tooltip(fault_words(c.app, row), color::second, "\nClick: selects the bytes");
    if (!pressed_in(mark, pressed)) return false;
    const ClipUse& use = c.app.scene.clips[static_cast<std::size_t>(row.clip)];
    for (const uint32_t note : row.faults) {
        if (use.list->notes[note].severity != row.worst) continue;
        c.ask.select = select_bytes(c.app, doc_of(c.app.scene, use.list.get()), use.list->notes[note].where);
        return true;
    }
    if (row.outside) c.ask.select = select_range(c.app, row.clip);
    return row.outside;
}

// Returns true when a mark in the row took the click.
bool draw_clip_row(PanelContext& c, const RangesState& s, const RangeRow& row, const FrameAxis& shown_axis,
                   const Cell& at, float width, bool hovered, bool pressed) {
    const FrameAxis axis = axis_of(s, row, shown_axis);
    const bool own = row.bank == s.axis, whole = s.to <= s.from;
    const bool playing = row.clip == c.app.play.clip;
    if (playing)
        mark_selected(at);
    else if (hovered)
        cell_fill(at, color::hovered);
    bool took = false;
    each_cell(at, width, [&](const Column& column, const Cell& cell) {
        const bool name = column.id == RangeColumn::Name, marked = name && is_marked(row);
        const bool cut = cell_text({cell.x0, cell.x1 - (marked ? px(16) : 0), cell.y, cell.height},
                                   column.mono ? fonts.mono_small : fonts.words, ink_of(c.app, row, column.id, playing),
                                   text_of(c.app, row, column.id), column.align);
        if (name) took = draw_faults(c, row, cell, at, pressed);
        const bool on_mark = marked && ImGui::GetIO().MousePos.x > cell.x1 - px(14);
        if (hovered && mouse_in(cell) && !on_mark)
            if (const std::string help = help_on(c.app, row, column.id); !help.empty() && (!name || cut || row.cut))
                tooltip(help);
    });
    ImGui::PushClipRect({axis.left, at.y}, {axis.right, at.y + at.height}, true);
    if (row.group != empty_poses && (own || whole)) draw_range_bar(c.app, row, axis, at, own);
    ImGui::PopClipRect();
    if (hovered && ImGui::GetIO().MousePos.x >= axis.left && row.group != empty_poses && (own || whole))
        if (const std::string help = range_bar_help(c.app, row, axis, at, ImGui::GetIO().MousePos); !help.empty())
            tooltip(help, color::text, own ? "" : "\nThe ruler is of another bank; this bar has its own bank's scale");
    return took;
}

// Returns true when the link to the missing bank took the click.
bool draw_group_row(PanelContext& c, const RangeLine& line, const FrameAxis& axis, const Cell& at, float width,
                    bool hovered, bool pressed) {
    if (hovered) cell_fill(at, color::hovered);
    float right = at.x0;
    each_cell(at, width, [&](const Column& column, const Cell& cell) {
        if (column.id == RangeColumn::Number) cell_arrow(cell.x1 - px(9), at, color::second, line.open);
        if (column.id == RangeColumn::Source && line.group >= 0)
            cell_text(cell, fonts.mono, color::disabled, fmt::format("{}", line.group), Align::Right);
        if (column.id == RangeColumn::Name) right = cell.x0;
    });
    cell_text({right, axis.left - px(16), at.y, at.height}, fonts.words, color::second, group_title(line));
    const std::string reason = group_reason(c.app, line);
    const Cell words{axis.left + px(8), axis.right, at.y, at.height};
    cell_text(words, fonts.words, color::disabled, reason);
    if (line.group < 0) return false;
    const float x = words.x0 + text_width(fonts.words, reason) + px(16);
    const Cell link{x, x + text_width(fonts.words, "Locate…"), at.y, at.height};
    if (link.x1 > axis.right) return false;
    cell_text(link, fonts.words, color::selection, "Locate…");
    if (mouse_in(link)) cell_fill({link.x0, link.x1, at.y + at.height - px(3), px(1)}, color::selection);
    if (!pressed_in(link, pressed)) return false;
    ask_command(c.ask, "Add parts…");
    return true;
}

void draw_links(const PanelContext& c, const RangesState& s, const RowView& view, const FrameAxis& axis) {
    std::vector<int64_t> line_of_clip(c.app.scene.clips.size(), -1);
    for (std::size_t i = 0; i < s.lines.size(); ++i)
        if (s.lines[i].row >= 0)
            line_of_clip[static_cast<std::size_t>(s.rows[static_cast<std::size_t>(s.lines[i].row)].clip)] =
                static_cast<int64_t>(i);
    const auto first = static_cast<int64_t>(view.first), last = first + view.shown;
    ImGui::PushClipRect({axis.left, view.area.y}, {axis.right, view.area.y + view.area.height}, true);
    for (int64_t i = 0; i < static_cast<int64_t>(s.lines.size()); ++i) {
        const int row = s.lines[static_cast<std::size_t>(i)].row;
        if (row < 0) continue;
        const RangeRow& from = s.rows[static_cast<std::size_t>(row)];
        const int64_t target = from.next < 0 ? -1 : line_of_clip[static_cast<std::size_t>(from.next)];
        const bool seen = (i >= first && i < last) || (target >= first && target < last);
        if (target < 0 || !seen || from.absent) continue;
        const RangeRow& to = s.rows[static_cast<std::size_t>(s.lines[static_cast<std::size_t>(target)].row)];
        if (to.group == empty_poses || from.bank != s.axis || to.bank != s.axis) continue;
        const bool strong =
            from.clip == c.app.play.clip || i == view.hovered || std::abs(static_cast<double>(target - i)) < view.rows;
        draw_link_arrow(axis, view.row(static_cast<uint64_t>(i), s.scroll.top), from.last,
                        view.row(static_cast<uint64_t>(target), s.scroll.top), to.first, strong);
    }
    ImGui::PopClipRect();
}

// ---- head ----

void draw_heads(RangesState& s, const Cell& row, float width) {
    cell_fill(row, color::header);
    each_cell(row, width, [&](const Column& column, const Cell& cell) {
        const bool by = s.by == column.id, over = mouse_in(cell);
        const std::string title = std::string(column.title) + (!by ? "" : s.down ? " ↓" : " ↑");
        cell_text(cell, fonts.small, by || over ? color::text : color::second, title, column.align);
        if (!over || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
        // Up, down, then the file's own order again.
        if (!by) {
            s.by = column.id;
            s.down = false;
        } else if (s.down) {
            s.by = RangeColumn::File;
            s.down = false;
        } else {
            s.down = true;
        }
        s.changed = true;
    });
}

void seek_frame(PanelContext& c, int clip, double frame) {
    const Clip& of = c.app.scene.clips[static_cast<std::size_t>(clip)].get();
    c.ask.seek = seconds_at(of, std::clamp(std::round(frame), of.start, end_of(of)));
}

void draw_missing_bank(const App& app, const RangesState& s, const Cell& cell) {
    if (s.axis > missing_axis(0)) return;
    const int source = missing_axis(0) - s.axis;
    cell_text(cell, fonts.words, color::second,
              fmt::format("Frames of source {}, {}", source, group_reason(app, {-1, source, 1, false})));
}

void draw_ruler(PanelContext& c, RangesState& s, const FrameAxis& axis, const Cell& row) {
    const BankCoverage* bank = bank_shown(s);
    const float strip = px(5);
    const Cell ruler{axis.left, axis.right, row.y, row.height - strip - px(1)};
    const Cell cover{axis.left, axis.right, row.y + row.height - strip, strip};
    ImGui::SetCursorScreenPos({axis.left - px(8), row.y});
    hit_area("frames", {axis.right - axis.left + px(16), row.height});
    if (ImGui::IsItemActivated() && c.app.clip()) s.held = c.app.play.clip;
    draw_frame_ruler(axis, ruler);
    if (!bank) return draw_missing_bank(c.app, s, {row.x0 + px(12), axis.left - px(16), row.y, row.height});
    draw_coverage(*bank, axis, cover);
    if (mouse_in({axis.left, axis.right, cover.y - px(2), strip + px(4)})) {
        const double frame = std::round(axis.frame(ImGui::GetIO().MousePos.x));
        if (std::abs(frame) < 2e9) tooltip(coverage_help(c.app, *bank, static_cast<int32_t>(frame)));
    }
    const std::string name = "Frames of " + file_name(c.app.scene.docs[static_cast<std::size_t>(bank->doc)]->path);
    const std::string facts = fmt::format("{} of {} used", bank->used, bank->frames);
    const float right = axis.left - px(16), facts_width = text_width(fonts.small, facts);
    cell_text({row.x0 + px(12), right - facts_width - px(12), row.y, row.height}, fonts.words, color::text, name);
    cell_text({right - facts_width, right, row.y, row.height}, fonts.small, color::second, facts);
}

// ---- hands ----

void move_view(RangesState& s, double from, double to) {
    const double all = s.last - s.first + 1, width = to - from;
    if (width >= all) {
        s.from = s.to = 0;
        return;
    }
    s.from = std::clamp(from, s.first - 0.5, s.last + 0.5 - width);
    s.to = s.from + width;
}

void zoom_and_pan(RangesState& s, const FrameAxis& axis, bool over) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool down = ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
    if (over && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) || ImGui::IsMouseClicked(ImGuiMouseButton_Middle)))
        s.panning = true;
    s.panning = s.panning && down;
    if (over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) s.from = s.to = 0;
    if (over && io.MouseWheel != 0 && !io.KeyShift) {
        const double at = axis.frame(io.MousePos.x), factor = std::pow(0.8, static_cast<double>(io.MouseWheel));
        if ((axis.to - axis.from) * factor > 4)
            move_view(s, at + (axis.from - at) * factor, at + (axis.to - at) * factor);
    }
    if (s.panning && io.MouseDelta.x != 0) {
        const double by = -static_cast<double>(io.MouseDelta.x / (axis.right - axis.left)) * (axis.to - axis.from);
        move_view(s, axis.from + by, axis.to + by);
    }
}

void choose(PanelContext& c, int clip) {
    c.ask.clip = clip;
    if (c.app.scene.clips[static_cast<std::size_t>(clip)].cut()) c.ask.select = select_range(c.app, clip);
}

void press_line(PanelContext& c, RangesState& s, const RangeLine& line, const FrameAxis& shown_axis) {
    if (line.row < 0) {
        if (!s.open.erase(line.group)) s.open.insert(line.group);
        s.changed = true;
        return;
    }
    const RangeRow& row = s.rows[static_cast<std::size_t>(line.row)];
    if (ImGui::GetIO().KeyCtrl) return add_to_mix(c, row.clip);
    choose(c, row.clip);
    const FrameAxis axis = axis_of(s, row, shown_axis);
    if (row.bank != s.axis && s.to > s.from) return;  // its bar is not drawn
    const float x = ImGui::GetIO().MousePos.x;
    const bool on_bar = x >= std::max(axis.left, axis.x(row.first - 0.5)) &&
                        x < std::max(axis.x(row.last + 0.5), axis.x(row.first - 0.5) + px(2));
    if (on_bar && !row.absent) s.held = row.clip;
}

// Up and down go from clip to clip, over the groups.
void walk_by_keys(PanelContext& c, RangesState& s, const RowView& view, int64_t current) {
    int64_t to = moved_row(view, current);
    const int64_t way = to < current ? -1 : 1, count = static_cast<int64_t>(s.lines.size());
    while (to >= 0 && to < count && s.lines[static_cast<std::size_t>(to)].row < 0) to += way;
    if (to >= 0 && to < count)
        choose(c, s.rows[static_cast<std::size_t>(s.lines[static_cast<std::size_t>(to)].row)].clip);
}

// A clip that comes into play outside of what is shown comes into the middle.
void follow_clip(RangesState& s, const App& app) {
    const auto clip = static_cast<std::size_t>(app.play.clip);
    const bool zoomed = s.to > s.from;
    if (s.shown_clip == app.play.clip || app.play.clip < 0 || clip >= s.rows.size() || !zoomed) return;
    const RangeRow& row = s.rows[clip];
    if (row.bank != s.axis) return;
    if (row.last >= s.from && row.first <= s.to) return;
    const double half = (s.to - s.from) / 2, middle = row.first / 2. + row.last / 2.;
    move_view(s, middle - half, middle + half);
}

void draw_lines(PanelContext& c, RangesState& s, const FrameAxis& axis, float width, bool over_bars) {
    ImGuiIO& io = ImGui::GetIO();
    const float wheel = io.MouseWheel;
    if (over_bars && !io.KeyShift) io.MouseWheel = 0;  // it zooms there
    RowView view = begin_rows("clips", width, ImGui::GetContentRegionAvail().y, s.lines.size(), s.scroll);
    io.MouseWheel = wheel;
    draw_frame_grid(axis, view.area.y, view.area.y + view.area.height);
    if (s.lines.empty())
        cell_text({view.area.x0 + px(12), view.area.x1, view.area.y, px(20)}, fonts.words, color::disabled,
                  s.words[0]                       ? "No clip has such a name or number here"
                  : s.filter == RangeFilter::Here  ? "No clip has frames: their banks are missing"
                  : s.filter == RangeFilter::Named ? "No clip has a comment"
                                                   : "No clips");
    const int64_t current = line_of(s, c.app.play.clip);
    if (s.shown_clip != c.app.play.clip && current >= 0) show_row(s.scroll, view, static_cast<uint64_t>(current));
    s.shown_clip = c.app.play.clip;
    bool took = false;
    for (uint64_t i = view.first; i < view.first + view.shown && i < s.lines.size(); ++i) {
        const RangeLine& line = s.lines[i];
        const Cell at = view.row(i, s.scroll.top);
        const bool hovered = view.hovered == static_cast<int64_t>(i);
        took |= line.row < 0 ? draw_group_row(c, line, axis, at, width, hovered, hovered && view.clicked)
                             : draw_clip_row(c, s, s.rows[static_cast<std::size_t>(line.row)], axis, at, width, hovered,
                                             hovered && view.clicked);
    }
    draw_links(c, s, view, axis);
    if (view.clicked && view.hovered >= 0 && !took)
        press_line(c, s, s.lines[static_cast<std::size_t>(view.hovered)], axis);
    walk_by_keys(c, s, view, current);
    end_rows(view, s.scroll);
}

void draw_cursor(const App& app, const FrameAxis& axis, float top, float bottom) {
    const ClipUse* use = app.clip();
    if (!use || (use->missing() && !use->cut()->placed)) return;
    const float x = std::floor(axis.x(tick_at(use->get(), app.play.time)));
    if (x < axis.left || x > axis.right) return;
    cell_fill({x, x + px(1), top, bottom - top}, IM_COL32_WHITE);
}

}  // namespace

FrameAxis range_axis(const RangesState& s, float x0, float width) {
    FrameAxis out{x0 + std::min(table_width(width) + px(8), width * 0.7f), x0 + width - px(16), s.from, s.to};
    out.right = std::max(out.right, out.left + 1);
    if (out.to <= out.from) out.from = s.first - 0.5, out.to = s.last + 0.5;
    return out;
}

void refresh_ranges(RangesState& s, const App& app) {
    const bool new_scene = s.scene_id != app.scene_id;
    if (new_scene || s.encoding != app.settings.encoding) {
        s.rows = range_rows(app);
        s.changed = true;
    }
    if (new_scene) {
        s.words[0] = 0;
        s.from = s.to = 0;
        s.shown_clip = -2;
        s.held = -1;
        s.banks = bank_coverage(app.scene);
    }
    s.scene_id = app.scene_id;
    s.encoding = app.settings.encoding;
    if (s.changed) {
        s.lines = range_lines(app, s.rows, {s.words, s.filter, s.by, s.down}, s.open);
        find_extents(s);
    }
    s.changed = false;
    choose_axis(s, app);
}

void draw_ranges(PanelContext& c, float width, float height) {
    auto& s = c.states.get<RangesState>();
    refresh_ranges(s, c.app);
    follow_clip(s, c.app);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const FrameAxis axis = range_axis(s, at.x, width);
    const bool over = mouse_in({axis.left - px(8), axis.right + px(8), at.y, height});
    draw_ruler(c, s, axis, {at.x, at.x + width, at.y, px(26)});
    const Cell heads{at.x, at.x + width, at.y + px(26), px(20)};
    draw_heads(s, heads, width);
    draw_window_legend({axis.left, axis.right, heads.y, heads.height});
    ImGui::SetCursorScreenPos({at.x, heads.y + heads.height});
    draw_lines(c, s, axis, width, over);
    draw_cursor(c.app, axis, at.y + px(4), heads.y);
    draw_cursor(c.app, axis, heads.y + heads.height, at.y + height);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) s.held = -1;
    if (s.held >= 0 && s.held < static_cast<int>(c.app.scene.clips.size()))
        seek_frame(c, s.held, axis.frame(ImGui::GetIO().MousePos.x));
    zoom_and_pan(s, axis, over);
}

void draw_ranges_header(PanelContext& c) {
    auto& s = c.states.get<RangesState>();
    refresh_ranges(s, c.app);
    const std::tuple<const char*, RangeFilter, const char*> list[] = {
        {"All", RangeFilter::All, nullptr},
        {"Private", RangeFilter::Own, "Clips that are cut out of the character's own bank"},
        {"With a name", RangeFilter::Named, "Clips with a comment in the list"},
        {"Used here", RangeFilter::Here, "Clips that have frames, and whole banks"}};
    float buttons = 0;
    for (const auto& [name, filter, help] : list) buttons += button_width(name) + px(1);
    const float width = ImGui::GetWindowWidth(), x = width - buttons;
    const float input = std::min(px(200), x - px(40));
    if (input >= px(90)) {
        ImGui::SetCursorPos({x - input - px(12), px(2)});
        ImGui::SetNextItemWidth(input);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(2)});
        if (ImGui::InputTextWithHint("##words", "Name or number", s.words, sizeof s.words)) s.changed = true;
        ImGui::PopStyleVar();
    }
    ImGui::SetCursorPos({std::max(0.f, x), px(2)});
    for (const auto& [name, filter, help] : list) {
        if (tab_button(name, s.filter == filter)) {
            s.filter = filter;
            s.changed = true;
            s.from = s.to = 0;
        }
        if (help && ImGui::IsItemHovered()) tooltip(help);
        ImGui::SameLine(0, px(1));
    }
}

}  // namespace bonescope
