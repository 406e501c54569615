#include "core/clip_range.h"
#include "core/formats/meteor/pos.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

bool is_whole(const RangeWindow& window) { return window.start && window.end; }
bool is_step(const RangeWindow& window) {
    return (window.kind == WindowKind::Action || window.kind == WindowKind::Blend) && is_whole(window);
}

std::string span_of(const RangeWindow& window) {
    return fmt::format("{} {}..{}", name_of(window.kind), *window.start, *window.end);
}

}  // namespace

void RangeChecks::add(Severity severity, const Token& place, std::string_view message) {
    doc_.note(severity, fmt::format("{}, in line {} at offset {}", message, place.line, place.where.at), place.where,
              place.line);
}

void RangeChecks::repeated(const Token& key, const char* name) {
    add(Severity::Warning, key, fmt::format("expected {} once in a block, found it again: the last counts", name));
}

void RangeChecks::bad_source(const RangeText& text, const Token& key) {
    add(Severity::Warning, key,
        fmt::format("Pose {}: expected source 0 or 1, found {}", text.range.number, text.range.source));
}

void RangeChecks::odd_number(const Token& key, const char* name, float value) {
    if (value == 0) return add(Severity::Info, key, fmt::format("{} is 0 and counts as 1", name));
    add(Severity::Warning, key, fmt::format("expected {} of at least 0, found {}: it does not count", name, value));
}

void RangeChecks::check(const RangeText& text) {
    numbers_.push_back({text.range.number, text.header, text.range.link});
    check_ends(text);
    check_loop(text);
    for (std::size_t i = 0; i < text.windows.size(); ++i) check_window(text, i);
    check_overlap(text);
    check_cover(text);
}

void RangeChecks::check_ends(const RangeText& text) {
    const ClipRange& range = text.range;
    if (range.start && range.end && *range.start > *range.end)
        add(Severity::Warning, text.header,
            fmt::format("Pose {}: expected Start up to End, found {}..{}", range.number, *range.start, *range.end));
    if (range.start.has_value() != range.end.has_value())
        add(Severity::Warning, text.header,
            fmt::format("Pose {}: expected Start and End, found {} alone", range.number,
                        range.start ? "Start" : "End"));
}

void RangeChecks::check_loop(const RangeText& text) {
    const ClipRange& range = text.range;
    if (range.loop_start.has_value() != range.loop_end.has_value())
        add(Severity::Warning, text.header,
            fmt::format("Pose {}: expected LoopStart and LoopEnd, found {} alone: it does not loop", range.number,
                        range.loop_start ? "LoopStart" : "LoopEnd"));
    if (range.start && range.loop_start && *range.loop_start < *range.start)
        add(Severity::Warning, text.header,
            fmt::format("Pose {}: expected LoopStart from Start {} on, found {}", range.number, *range.start,
                        *range.loop_start));
    if (range.end && range.loop_end && *range.loop_end > *range.end)
        add(Severity::Warning, text.header,
            fmt::format("Pose {}: expected LoopEnd up to End {}, found {}", range.number, *range.end, *range.loop_end));
    if (range.loop_start && range.loop_end && *range.loop_start > *range.loop_end)
        add(Severity::Warning, text.header,
            fmt::format("Pose {}: expected LoopStart up to LoopEnd, found {}..{}", range.number, *range.loop_start,
                        *range.loop_end));
}

void RangeChecks::check_window(const RangeText& text, std::size_t index) {
    const ClipRange& range = text.range;
    const RangeWindow& window = range.windows[index];
    const Token& place = text.windows[index];
    const char* name = name_of(window.kind);
    const bool step = window.kind == WindowKind::Action || window.kind == WindowKind::Blend;
    if (step && !text.speeds[index])
        add(Severity::Info, place, fmt::format("Pose {}: {} without Speed: it counts as 1", range.number, name));
    if (!is_whole(window))
        return add(Severity::Warning, place,
                   fmt::format("Pose {}: expected Start and End in {}, found {}", range.number, name,
                               window.start ? "Start alone"
                               : window.end ? "End alone"
                                            : "neither"));
    if (*window.start > *window.end)
        add(Severity::Warning, place,
            fmt::format("Pose {}: expected Start up to End in {}, found {}..{}", range.number, name, *window.start,
                        *window.end));
    if (range.start && range.end && (*window.start < *range.start || *window.end > *range.end))
        add(Severity::Warning, place,
            fmt::format("Pose {}: expected {} inside {}..{}, found {}..{}", range.number, name, *range.start,
                        *range.end, *window.start, *window.end));
}

// One note for a range: the first block that takes frames of one before it.
void RangeChecks::check_overlap(const RangeText& text) {
    const auto& windows = text.range.windows;
    for (std::size_t i = 1; i < windows.size(); ++i) {
        if (!is_step(windows[i])) continue;
        for (std::size_t k = 0; k < i; ++k) {
            if (!is_step(windows[k]) || *windows[i].start > *windows[k].end || *windows[k].start > *windows[i].end)
                continue;
            return add(Severity::Warning, text.windows[i],
                       fmt::format("Pose {}: expected Action and Blend side by side, found {} over {}: the first one's "
                                   "Speed counts",
                                   text.range.number, span_of(windows[i]), span_of(windows[k])));
        }
    }
}

void RangeChecks::check_cover(const RangeText& text) {
    const ClipRange& range = text.range;
    if (!range.start || !range.end) return;
    std::vector<std::pair<int64_t, int64_t>> steps;
    for (const RangeWindow& window : range.windows)
        if (is_step(window)) steps.emplace_back(*window.start, *window.end);
    if (steps.empty()) return;
    std::sort(steps.begin(), steps.end());
    int64_t bare = *range.start;
    for (const auto& [start, end] : steps)
        if (start <= bare) bare = std::max(bare, end + 1);
    if (bare > *range.end) return;
    add(Severity::Info, text.header,
        fmt::format("Pose {}: frames from {} on are in no Action or Blend: their Speed counts as 1", range.number,
                    bare));
}

void RangeChecks::finish() {
    std::stable_sort(numbers_.begin(), numbers_.end(),
                     [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
    for (std::size_t i = 1; i < numbers_.size(); ++i)
        if (numbers_[i].number == numbers_[i - 1].number)
            add(Severity::Warning, numbers_[i].header,
                fmt::format("expected every number once, found Pose {} again after line {}", numbers_[i].number,
                            numbers_[i - 1].header.line));
    for (const Numbered& one : numbers_) {
        const auto same = [&](const Numbered& other, int number) { return other.number < number; };
        const auto found =
            one.link ? std::lower_bound(numbers_.begin(), numbers_.end(), *one.link, same) : numbers_.begin();
        if (one.link && (found == numbers_.end() || found->number != *one.link))
            add(Severity::Warning, one.header,
                fmt::format("Pose {}: expected a link to a pose of this file, found {}", one.number, *one.link));
    }
}

}  // namespace bonescope::meteor
