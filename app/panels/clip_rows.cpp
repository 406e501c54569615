#include "app/panels/clip_rows.h"
#include "core/text.h"
#include <numeric>
#include <set>

namespace bonescope {

namespace {

double last_key(const Document& doc, const Clip& clip, const Timeline& line) {
    return line.live ? seconds_at(clip, key_time(doc, line, row_of(doc, line, line.live - 1))) : 0;
}

// Channels of one target with the same key times are one track of the file.
void count_tracks(const ClipUse& use, ClipRow& row) {
    const Clip& clip = use.get();
    std::set<std::tuple<Kind, int32_t, uint32_t, uint32_t>> seen;
    std::set<double> ends;
    for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
        const Track& track = clip.tracks[i];
        row.joints |= track.kind == Kind::Joint;
        row.vertices |= track.kind == Kind::Mesh || track.kind == Kind::Morph;
        if (!seen.insert({track.kind, track.target, track.name, track.timeline}).second) continue;
        const Timeline& line = clip.timelines[track.timeline];
        row.unbound += track.kind == Kind::Joint && i < use.bound.size() && use.bound[i] < 0;
        if (line.live < 2) continue;
        const double last = last_key(*use.doc, clip, line);
        row.early += last < row.length * (1 - 1e-6);
        ends.insert(last);
    }
    // Some formats store a clip one frame longer than its keys; where tracks blend back at once that would show.
    row.odd_ends = row.early && (ends.size() > 1 || clip.sampling.after == End::ToFirst);
}

std::string source_of(const ClipUse& use) {
    if (use.origin.empty()) return file_name(use.doc->path);
    return fmt::format("link {} × {:g}", file_name(use.origin), use.link_scale);
}

std::string plural(uint32_t n, const char* one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

std::string notes_of(const App& app, const ClipUse& use, const ClipRow& row) {
    const Clip& clip = use.get();
    std::vector<std::string> notes;
    if (clip.rebased) {
        const std::string base =
            clip.base.empty() ? "itself" : decode(clip.base, use.namer().text(app.settings.encoding));
        notes.push_back(fmt::format("relative to {} at {:g} s", base, seconds_at(clip, clip.base_time)));
    }
    if (row.early) notes.push_back(plural(row.early, "track") + (row.early == 1 ? " ends early" : " end early"));
    if (row.unbound) notes.push_back(plural(row.unbound, "track") + " without a bone here");
    if (!row.tracks) notes.push_back("no tracks");
    if (row.tracks && !(row.length > 0)) notes.push_back("length 0: one pose");
    return fmt::format("{}", fmt::join(notes, ", "));
}

ClipRow row_of_clip(const App& app, int index) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(index)];
    const Clip& clip = use.get();
    ClipRow row;
    row.clip = index;
    row.name = decode(clip.name, use.namer().text(app.settings.encoding));
    if (row.name.empty()) row.name = fmt::format("clip {}", index);
    row.length = length_of(clip);
    const ClipSize size = stored_size(clip);
    row.tracks = size.tracks;
    row.keys = size.keys;
    count_tracks(use, row);
    row.closes = use.sampling.after == End::ToFirst;
    row.source = source_of(use);
    row.notes = notes_of(app, use, row);
    return row;
}

bool matches(const std::string& name, std::string_view filter) {
    const std::string low = lower(name), wanted = lower(filter);
    for (std::size_t at = 0; at < wanted.size();) {
        const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
        if (low.find(wanted.substr(at, end - at)) == std::string::npos) return false;
        at = end + 1;
    }
    return true;
}

int compared(const App& app, ClipRow& a, ClipRow& b, ClipColumn by) {
    const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
    switch (by) {
    case ClipColumn::Name:
        return order(lower(a.name), lower(b.name));
    case ClipColumn::Length:
        return order(a.length, b.length);
    case ClipColumn::Tracks:
        return order(a.tracks, b.tracks);
    case ClipColumn::Keys:
        return order(a.keys, b.keys);
    case ClipColumn::Rate:
        return order(rate_of(app, a).rate, rate_of(app, b).rate);
    case ClipColumn::Kind:
        return order(std::string_view(a.kind()), std::string_view(b.kind()));
    case ClipColumn::Source:
        return order(a.source, b.source);
    case ClipColumn::Notes:
        return order(a.notes, b.notes);
    case ClipColumn::File:
        break;
    }
    return order(a.clip, b.clip);
}

}  // namespace

std::vector<ClipRow> clip_rows(const App& app) {
    std::vector<ClipRow> rows(1);
    rows[0].name = "Bind pose";
    for (std::size_t i = 0; i < app.scene.clips.size(); ++i) rows.push_back(row_of_clip(app, static_cast<int>(i)));
    return rows;
}

const FrameRate& rate_of(const App& app, ClipRow& row) {
    if (!row.rate) {
        const ClipUse& use = app.scene.clips[static_cast<std::size_t>(row.clip)];
        row.rate = frame_rate(*use.doc, use.get());
    }
    return *row.rate;
}

std::vector<uint32_t> ordered(const App& app, std::vector<ClipRow>& rows, std::string_view filter, ClipColumn by,
                              bool down) {
    std::vector<uint32_t> out;
    for (uint32_t i = 1; i < rows.size(); ++i) {
        if (matches(rows[i].name, filter)) out.push_back(i);
    }
    std::stable_sort(out.begin(), out.end(), [&](uint32_t a, uint32_t b) {
        const int way = compared(app, rows[a], rows[b], by);
        return down ? way > 0 : way < 0;
    });
    out.insert(out.begin(), 0);
    return out;
}

}  // namespace bonescope
