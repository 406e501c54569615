#include "core/clip_range.h"
#include <algorithm>
#include <cmath>
#include <ranges>
#include <set>

namespace bonescope {

std::string name_of(const ClipRange& range) {
    const std::string number = std::to_string(range.number);
    return range.comment.empty() ? number : number + " " + range.comment;
}

const char* name_of(WindowKind kind) {
    static const char* const names[] = {"Action", "Blend", "Attack", "Drag", "NextPose"};
    return names[static_cast<int>(kind)];
}

namespace {

struct Edge {
    int64_t tick;
    bool opens;
    std::size_t window;
};

std::vector<Edge> edges_of(const std::vector<RangeWindow>& windows) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const RangeWindow& w = windows[i];
        const bool paced = w.kind == WindowKind::Action || w.kind == WindowKind::Blend;
        if (!paced || !w.start || !w.end || *w.start > *w.end) continue;
        edges.push_back({*w.start - int64_t{1}, true, i});  // the step into its first frame is its own
        edges.push_back({*w.end, false, i});
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.tick < b.tick; });
    return edges;
}

void add_pace(std::vector<Pace>& paces, double to, float speed) {
    if (!paces.empty() && paces.back().speed == speed)
        paces.back().to = to;
    else
        paces.push_back({to, speed});
}

std::vector<Pace> paces_of(const ClipRange& range, double start, double end) {
    std::vector<Pace> paces;
    std::set<std::size_t> open;  // the first of them rules
    const auto speed = [&] {
        const float s = open.empty() ? 1 : range.windows[*open.begin()].speed;
        return s > 0 && std::isfinite(s) ? s : 1;
    };
    for (const Edge& edge : edges_of(range.windows)) {
        const double to = std::clamp(static_cast<double>(edge.tick), start, end);
        if (to > start && (paces.empty() || to > paces.back().to)) add_pace(paces, to, speed());
        if (edge.opens)
            open.insert(edge.window);
        else
            open.erase(edge.window);
    }
    const bool even = std::all_of(paces.begin(), paces.end(), [](const Pace& p) { return p.speed == 1; });
    return even ? std::vector<Pace>{} : paces;
}

void set_times(Clip& clip, const ClipRange& range) {
    const double start = range.start.value_or(0), end = range.end.value_or(range.start.value_or(0));
    clip.name = name_of(range);
    clip.start = start;
    clip.duration = std::max(0., end - start);
    clip.where = range.where;
    clip.paces = paces_of(range, start, start + clip.duration);
    clip.loop_in = clip.loop_out = std::nullopt;
    if (range.loop_start.value_or(0) == 0 || range.loop_end.value_or(0) == 0) return;
    const double in = std::clamp<double>(*range.loop_start, start, start + clip.duration);
    const double out = std::clamp<double>(*range.loop_end, start, start + clip.duration);
    if (in > out) return;
    clip.loop_in = in;
    clip.loop_out = out;
}

// Ranks of the keys that serve the ticks from start to end.
std::pair<uint32_t, uint32_t> ranks_within(const Document& doc, const Timeline& line, double start, double end) {
    const auto first = static_cast<float>(start), last = static_cast<float>(end);
    const auto time = [&](uint32_t rank) { return key_time(doc, line, row_of(doc, line, rank)); };
    const auto ranks = std::views::iota(0u, line.live);
    uint32_t from = static_cast<uint32_t>(std::ranges::lower_bound(ranks, first, {}, time) - ranks.begin());
    const uint32_t to = static_cast<uint32_t>(std::ranges::upper_bound(ranks, last, {}, time) - ranks.begin());
    if (from > 0 && (from == line.live || time(from) > first)) --from;
    return {from, std::max(to, from + (from < line.live ? 1 : 0))};
}

void skip_rows(Track& track, uint32_t rows) {
    if (!track.value.empty()) track.value.at += track.value.step * rows;
    if (track.stand_ins != none) track.stand_ins += rows;
    Where& where = track.where;
    const bool pairs = where.listed && where.size == 0 && where.stride != 1;
    where.base += where.listed ? uint64_t{rows} * (pairs ? 2 : 1) : uint64_t{where.stride} * rows;
}

void crop(const Document& doc, Clip& clip) {
    for (std::size_t i = 0; i < clip.timelines.size(); ++i) {
        Timeline& line = clip.timelines[i];
        const auto [from, to] = ranks_within(doc, line, clip.start, end_of(clip));
        if (line.order != none) {  // rows stay where they are; only some of them are asked for
            line.order += from;
            line.live = to - from;
            continue;
        }
        line.time.at += line.time.step * from;
        if (line.ease != none) line.ease += from;
        line.rows = line.live = to - from;
        for (Track& track : clip.tracks)
            if (track.timeline == i) skip_rows(track, from);
    }
}

}  // namespace

Clip cut(const Document& doc, const Clip& whole, const ClipRange& range) {
    Clip clip = whole;
    set_times(clip, range);
    crop(doc, clip);
    return clip;
}

Clip cut_without_frames(const ClipRange& range) {
    Clip clip;
    clip.rate = 30;
    clip.fps = 30;
    set_times(clip, range);
    return clip;
}

}  // namespace bonescope
