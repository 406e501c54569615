#include "core/range_facts.h"
#include "core/clip_range.h"
#include "core/curve.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <ranges>

namespace bonescope {
namespace {

constexpr float most_frame = 1 << 24;  // numbers beyond are no frames of anything, and not exact

// From which frame on how many clips use it, until the next step.
struct Step {
    int64_t from;
    int64_t clips;
};

std::vector<Step> steps_of(std::span<const std::pair<int32_t, int32_t>> spans) {
    std::vector<Step> edges;
    for (const auto& [first, last] : spans) {
        if (first > last) continue;
        edges.push_back({first, 1});
        edges.push_back({int64_t{last} + 1, -1});
    }
    std::sort(edges.begin(), edges.end(), [](const Step& a, const Step& b) { return a.from < b.from; });
    std::vector<Step> out;
    int64_t clips = 0;
    for (const Step& edge : edges) {
        clips += edge.clips;
        if (!out.empty() && out.back().from == edge.from)
            out.back().clips = clips;
        else
            out.push_back({edge.from, clips});
    }
    return out;
}

std::vector<int32_t> stored_frames(const Document& doc, const Clip& clip) {
    std::vector<int32_t> out;
    if (clip.timelines.empty()) return out;
    const Timeline& line = clip.timelines[0];
    out.reserve(line.live);
    for (uint32_t rank = 0; rank < line.live; ++rank) {
        const float frame = key_time(doc, line, row_of(doc, line, rank));
        if (std::abs(frame) > most_frame) continue;
        const auto whole = static_cast<int32_t>(frame);
        if (out.empty() || out.back() != whole) out.push_back(whole);
    }
    return out;
}

}  // namespace

uint32_t BankCoverage::at(int32_t frame) const {
    const auto run = std::lower_bound(runs.begin(), runs.end(), frame,
                                      [](const FrameRun& r, int32_t wanted) { return r.last < wanted; });
    return run != runs.end() && run->first <= frame ? run->clips : 0;
}

BankCoverage coverage_of(std::span<const int32_t> frames, std::span<const std::pair<int32_t, int32_t>> spans) {
    BankCoverage out;
    const std::vector<Step> steps = steps_of(spans);
    std::size_t next = 0;
    uint32_t clips = 0;
    for (const int32_t frame : frames) {
        for (; next < steps.size() && steps[next].from <= frame; ++next)
            clips = static_cast<uint32_t>(steps[next].clips);
        ++out.frames;
        out.used += clips > 0;
        out.shared += clips > 1;
        FrameRun* last = out.runs.empty() ? nullptr : &out.runs.back();
        if (last && last->clips == clips && int64_t{last->last} + 1 == frame)
            last->last = frame;
        else
            out.runs.push_back({frame, frame, clips});
    }
    return out;
}

std::vector<BankCoverage> bank_coverage(const Scene& scene) {
    std::vector<BankCoverage> out;
    for (std::size_t d = 0; d < scene.docs.size(); ++d) {
        const Document& doc = *scene.docs[d];
        std::vector<std::pair<int32_t, int32_t>> spans;
        for (const ClipUse& use : scene.clips)
            if (use.cut() && !use.missing() && use.doc == scene.docs[d]) spans.push_back(frames_of(use.get()));
        if (spans.empty() || doc.clips.empty()) continue;
        out.push_back(coverage_of(stored_frames(doc, doc.clips[0]), spans));
        out.back().doc = static_cast<int>(d);
    }
    return out;
}

std::pair<int32_t, int32_t> frames_of(const Clip& clip) {
    return {static_cast<int32_t>(std::ceil(clip.start)), static_cast<int32_t>(std::floor(end_of(clip)))};
}

Bytes frame_bytes(const ClipUse& use, int32_t frame) {
    if (use.missing() || use.get().tracks.empty()) return {};
    const Track& track = use.get().tracks[0];
    const Timeline& line = use.get().timelines[track.timeline];
    const auto ranks = std::views::iota(0u, line.live);
    const auto time = [&](uint32_t rank) { return key_time(*use.doc, line, row_of(*use.doc, line, rank)); };
    const auto found = std::ranges::lower_bound(ranks, static_cast<float>(frame), {}, time);
    if (found == ranks.end() || time(*found) != static_cast<float>(frame)) return {};
    const Bytes key = key_bytes(*use.doc, track, row_of(*use.doc, line, *found));
    for (const Node& node : path_to(*use.doc, key.at))
        if (node.kind == Node::Kind::Item) return node.where;
    return key;
}

int doc_of(const Scene& scene, const Document* doc) {
    for (std::size_t i = 0; i < scene.docs.size(); ++i)
        if (scene.docs[i].get() == doc) return static_cast<int>(i);
    return -1;
}

int named_by_link(const Scene& scene, int clip) {
    const ClipUse& use = scene.clips[clip];
    if (!use.cut() || !use.cut()->link) return -1;
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const ClipRange* range = scene.clips[i].list == use.list ? scene.clips[i].cut() : nullptr;
        if (range && range->number == *use.cut()->link) return static_cast<int>(i);
    }
    return -1;
}

Chain follow_links(const Scene& scene, int clip) {
    Chain chain;
    for (int at = clip; at >= 0; at = named_by_link(scene, at)) {
        const auto seen = std::find(chain.clips.begin(), chain.clips.end(), at);
        if (seen != chain.clips.end()) {
            chain.back_to = static_cast<int>(seen - chain.clips.begin());
            return chain;
        }
        chain.clips.push_back(at);
    }
    if (const ClipRange* last = scene.clips[chain.clips.back()].cut()) chain.missing = last->link;
    return chain;
}

std::vector<std::vector<uint32_t>> notes_of_ranges(const Document& list) {
    std::vector<std::vector<uint32_t>> out(list.ranges.size());
    for (uint32_t i = 0; i < list.notes.size(); ++i) {
        const Finding& note = list.notes[i];
        if (!note.placed) continue;
        const auto after = std::upper_bound(list.ranges.begin(), list.ranges.end(), note.where.at,
                                            [](uint32_t at, const ClipRange& range) { return at < range.where.at; });
        if (after == list.ranges.begin()) continue;
        const auto range = static_cast<std::size_t>(after - list.ranges.begin()) - 1;
        if (note.where.at <= list.ranges[range].where.end()) out[range].push_back(i);
    }
    return out;
}

const Part* missing_bank(const Scene& scene, int source) {
    for (const Part& part : scene.parts)
        if (part.status == PartStatus::Missing && part.source == source && source >= 0) return &part;
    return nullptr;
}

std::string why_no_frames(const Scene& scene, const ClipUse& use) {
    if (!use.missing()) return "";
    if (!use.cut()->placed) return "it names none";
    const Part* part = missing_bank(scene, use.cut()->source);
    return part ? fmt::format("{} is missing", decode(part->name)) : "its bank is not open";
}

std::optional<std::pair<int32_t, int32_t>> frames_held(const Document& bank) {
    if (bank.clips.empty() || bank.clips[0].timelines.empty()) return std::nullopt;
    const Timeline& line = bank.clips[0].timelines[0];
    const auto frame = [&](uint32_t rank) { return key_time(bank, line, row_of(bank, line, rank)); };
    uint32_t first = 0, behind = line.live;
    while (first < behind && std::abs(frame(first)) > most_frame) ++first;
    while (behind > first && std::abs(frame(behind - 1)) > most_frame) --behind;
    if (first == behind) return std::nullopt;
    return std::pair(static_cast<int32_t>(frame(first)), static_cast<int32_t>(frame(behind - 1)));
}

bool reaches_outside(const ClipUse& use) {
    if (!use.cut() || use.missing()) return false;
    const auto held = frames_held(use);
    const auto [first, last] = frames_of(use.get());
    return !held || first < held->first || last > held->second;
}

namespace {

// A warning that points at the block that cuts a clip.
Finding at_range(const Scene& scene, const ClipUse& use) {
    Finding out;
    out.severity = Severity::Warning;
    out.doc = doc_of(scene, use.list.get());
    out.where = use.cut()->where;
    out.placed = true;
    out.line = line_of(use.list->file, out.where.at);
    return out;
}

}  // namespace

Finding frames_outside(const Scene& scene, int clip) {
    const ClipUse& use = scene.clips[clip];
    const auto held = frames_held(use);
    const auto [first, last] = frames_of(use.get());
    const std::string bank = decode(base_name(use.doc->path));
    const std::string holds = held ? fmt::format("{} to {}, those of {},", held->first, held->second, bank)
                                   : fmt::format("of {}, which has none,", bank);
    Finding out = at_range(scene, use);
    out.clip = clip;
    out.message = fmt::format("Pose {}: expected frames {} found {} to {}; {} serves for the others, and they count "
                              "for its length, as the game goes by their numbers",
                              use.cut()->number, holds, first, last, held ? "the nearest one" : "the bind pose");
    return out;
}

std::vector<Finding> all_frames_outside(const Scene& scene) {
    constexpr std::size_t most = 20;  // of one list and bank
    std::map<std::pair<const Document*, const Document*>, std::vector<int>> clips;
    for (std::size_t i = 0; i < scene.clips.size(); ++i)
        if (const ClipUse& use = scene.clips[i]; reaches_outside(use))
            clips[{use.list.get(), use.doc.get()}].push_back(static_cast<int>(i));
    std::vector<Finding> out;
    for (const auto& [files, outside] : clips) {
        const std::size_t listed = outside.size() > most ? 1 : outside.size();
        for (std::size_t i = 0; i < listed; ++i) out.push_back(frames_outside(scene, outside[i]));
        if (listed < outside.size())
            out.back().message += fmt::format("; {} more clips name frames outside of it", outside.size() - listed);
    }
    return out;
}

std::vector<Finding> notes_of_clip(const Scene& scene, int clip) {
    const ClipUse& use = scene.clips[clip];
    if (reaches_outside(use)) return {frames_outside(scene, clip)};
    const std::string why = why_no_frames(scene, use);
    if (why.empty()) return {};
    Finding out = at_range(scene, use);
    out.message = fmt::format("clip \"{}\" {}{}; the bind pose is shown", name_of(use),
                              use.cut()->placed ? "has no frames: " : "is empty: ", why);
    return {out};
}

std::optional<LoopSeam> loop_seam(const Scene& scene, const ClipUse& use) {
    const Skeleton* skeleton = scene.skeleton();
    const Clip& clip = use.get();
    if (!skeleton || use.missing() || !has_loop(clip)) return std::nullopt;
    Pose first, last;
    const auto pose = [&](double tick, Pose& out) {
        const Layer layer{&use, {seconds_at(clip, tick), tick}};
        evaluate(*skeleton, {&layer, 1}, out);
    };
    pose(*clip.loop_in, first);
    pose(*clip.loop_out, last);
    LoopSeam worst;
    for (std::size_t i = 0; i < first.model.size(); ++i) {
        const double turn = glm::degrees(turn_between(first.model[i].r, last.model[i].r));
        if (worst.joint >= 0 && !(turn > worst.degrees)) continue;
        worst = {static_cast<int>(i), turn};
    }
    return worst;
}

}  // namespace bonescope
