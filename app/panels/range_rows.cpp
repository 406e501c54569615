#include "app/panels/range_rows.h"
#include "core/text.h"
#include <map>

namespace bonescope {
namespace {

using Faults = std::map<const Document*, std::vector<std::vector<uint32_t>>>;

void add_faults(const ClipUse& use, Faults& known, RangeRow& row) {
    auto found = known.find(use.list.get());
    if (found == known.end()) found = known.emplace(use.list.get(), notes_of_ranges(*use.list)).first;
    row.faults = found->second[static_cast<std::size_t>(use.range)];
    for (const uint32_t note : row.faults) row.worst = std::max(row.worst, use.list->notes[note].severity);
}

RangeRow row_of_clip(const App& app, int index, Faults& known) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(index)];
    const Clip& clip = use.get();
    RangeRow row;
    row.clip = index;
    row.seconds = length_of(clip);
    std::tie(row.first, row.last) = frames_of(clip);
    const ClipRange* range = use.cut();
    row.held = frames_held(use);
    row.bank = doc_of(app.scene, use.doc.get());
    if (!range) {
        row.name = file_name(use.doc->path);
        return row;
    }
    row.cut = true;
    row.number = range->number;
    row.name = comment_of(app, use);
    row.absent = use.missing();
    row.source = range->source;
    if (row.absent) row.group = range->placed ? range->source : empty_poses;
    if (row.absent) row.bank = range->placed ? missing_axis(range->source) : no_axis;
    row.outside = reaches_outside(use);
    if (row.outside) row.worst = Severity::Warning;
    row.link = range->link;
    row.next = named_by_link(app.scene, index);
    add_faults(use, known, row);
    return row;
}

bool has_words(const RangeRow& row, std::string_view words) {
    const std::string low = lower(row.name), number = row.cut ? std::to_string(row.number) : "", wanted = lower(words);
    for (std::size_t at = 0; at < wanted.size();) {
        const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
        const std::string word = wanted.substr(at, end - at);
        if (low.find(word) == std::string::npos && number.find(word) == std::string::npos) return false;
        at = end + 1;
    }
    return true;
}

bool passes(const RangeRow& row, const RangeOrder& order) {
    switch (order.filter) {
    case RangeFilter::All:
        break;
    case RangeFilter::Own:  // source 0 is the bank that all characters share
        if (!row.cut || row.source == 0 || (row.absent && row.group == empty_poses)) return false;
        break;
    case RangeFilter::Named:
        if (!row.cut || row.name.empty()) return false;
        break;
    case RangeFilter::Here:
        if (row.absent) return false;
        break;
    }
    return has_words(row, order.words);
}

int compared(const App& app, const RangeRow& a, const RangeRow& b, RangeColumn by) {
    const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
    const auto loop = [&](const RangeRow& row) {
        const Clip& clip = app.scene.clips[static_cast<std::size_t>(row.clip)].get();
        return has_loop(clip) ? *clip.loop_out - *clip.loop_in : -1;
    };
    switch (by) {
    case RangeColumn::Number:
        return order(std::make_pair(!a.cut, a.number), std::make_pair(!b.cut, b.number));
    case RangeColumn::Name:  // those without one last
        return order(std::make_pair(a.name.empty(), lower(a.name)), std::make_pair(b.name.empty(), lower(b.name)));
    case RangeColumn::Start:
        return order(a.first, b.first);
    case RangeColumn::End:
        return order(a.last, b.last);
    case RangeColumn::Loop:
        return order(loop(a), loop(b));
    case RangeColumn::Length:
        return order(a.seconds, b.seconds);
    case RangeColumn::Link:
        return order(a.link.value_or(-1), b.link.value_or(-1));
    case RangeColumn::Source:
        return order(a.source, b.source);
    case RangeColumn::File:
        break;
    }
    return order(a.clip, b.clip);
}

}  // namespace

bool has_ranges(const App& app) {
    return std::any_of(app.scene.docs.begin(), app.scene.docs.end(),
                       [](const DocumentPtr& doc) { return !doc->ranges.empty(); });
}

std::vector<RangeRow> range_rows(const App& app) {
    std::vector<RangeRow> rows;
    Faults faults;
    for (std::size_t i = 0; i < app.scene.clips.size(); ++i)
        rows.push_back(row_of_clip(app, static_cast<int>(i), faults));
    return rows;
}

RangeRow range_row(const App& app, int clip) {
    Faults faults;
    return row_of_clip(app, clip, faults);
}

std::vector<RangeLine> range_lines(const App& app, const std::vector<RangeRow>& rows, const RangeOrder& order,
                                   const std::set<int>& open_groups) {
    std::vector<int> shown;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (passes(rows[i], order)) shown.push_back(static_cast<int>(i));
    std::stable_sort(shown.begin(), shown.end(), [&](int a, int b) {
        const int way = compared(app, rows[static_cast<std::size_t>(a)], rows[static_cast<std::size_t>(b)], order.by);
        return order.down ? way > 0 : way < 0;
    });
    std::vector<RangeLine> out;
    std::map<int, std::vector<int>, std::greater<>> groups;  // empty poses last
    for (const int row : shown) {
        const RangeRow& r = rows[static_cast<std::size_t>(row)];
        if (r.absent)
            groups[r.group].push_back(row);
        else
            out.push_back({row, -1, 0, false});
    }
    for (const auto& [group, members] : groups) {
        const bool open = !order.words.empty() || open_groups.contains(group);
        out.push_back({-1, group, static_cast<uint32_t>(members.size()), open});
        for (const int row : members)
            if (open) out.push_back({row, group, 0, false});
    }
    return out;
}

std::string group_title(const RangeLine& line) {
    const char* s = line.count == 1 ? "" : "s";
    if (line.group == empty_poses) return fmt::format("{} empty pose{}", line.count, s);
    if (line.group < 0) return fmt::format("{} clip{} without a bank", line.count, s);
    return fmt::format("{} clip{} of source {}", line.count, s, line.group);
}

std::string group_reason(const App& app, const RangeLine& line) {
    if (line.group == empty_poses) return "they name no frames: {}";
    const Part* part = missing_bank(app.scene, line.group);
    return part ? fmt::format("no frames: {} is missing", shown(app, part->name)) : "no frames: no bank is open";
}

std::string fault_words(const App& app, const RangeRow& row) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(row.clip)];
    std::string out = row.outside ? frames_outside(app.scene, row.clip).message : "";
    for (const uint32_t note : row.faults) out += (out.empty() ? "" : "\n") + decode(use.list->notes[note].message);
    return out;
}

namespace {

std::string number_or(const std::optional<int32_t>& number, const char* none) {
    return number ? fmt::format("{}", *number) : none;
}

}  // namespace

StoredWords stored_start(const ClipRange& range) {
    return {number_or(range.start, "?"), !range.start || (range.end && *range.end < *range.start)};
}

StoredWords stored_end(const ClipRange& range) {
    return {number_or(range.end, "?"), !range.end || (range.start && *range.end < *range.start)};
}

StoredWords stored_loop(const ClipRange& range, const Clip& clip) {
    const std::optional<int32_t>&in = range.loop_start, &out = range.loop_end;
    if (in.value_or(0) == 0 && out.value_or(0) == 0) return {"", false};
    const bool as_stored = has_loop(clip) && in && out && *clip.loop_in == *in && *clip.loop_out == *out;
    if (in && in == out) return {fmt::format("hold {}", *in), !as_stored};
    return {number_or(in, "?") + "–" + number_or(out, "?"), !as_stored};
}

std::string mended_words(const ClipRange& range, const Clip& clip) {
    const StoredWords start = stored_start(range), end = stored_end(range), loop = stored_loop(range, clip);
    std::string out;
    if (start.mended || end.mended)
        out = fmt::format("stored {} – {}, played {:g} – {:g}", start.text, end.text, clip.start, end_of(clip));
    if (loop.mended)
        out += fmt::format("{}loop stored {}, {}", out.empty() ? "" : "; ", loop.text,
                           has_loop(clip) ? fmt::format("played {:g} – {:g}", *clip.loop_in, *clip.loop_out)
                                          : "not played");
    return out;
}

std::string pose_title(const App& app, int clip) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(clip)];
    return use.cut() ? fmt::format("Pose {}", use.cut()->number) : file_name(use.doc->path);
}

std::string comment_of(const App& app, const ClipUse& use) {
    return use.cut() ? decode(use.cut()->comment, use.list->text(app.settings.encoding)) : "";
}

}  // namespace bonescope
