#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/interpolate.h"
#include "core/key_notes.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::cal3d {

namespace {

// What one pass over the keys tells; the second look that finds the very keys is for bad ones only.
struct Facts {
    bool ordered = true;                  // each time is finite and above the one before
    float off_unit = 0;                   // largest | |q|² - 1 |
    float rotation = 0, translation = 0;  // NaN when some value is not finite
    float farthest = 0;                   // largest | t |
};

Facts inspect(const Document& doc, const Keys& keys) {
    Facts facts;
    if (keys.rows == 0) return facts;
    const byte* time = doc.base(keys.time);
    const byte* q_at = doc.base(keys.rotation);
    const byte* t_at = keys.translation.empty() ? q_at : doc.base(keys.translation);
    const uint32_t t_step = keys.translation.empty() ? keys.rotation.step : keys.translation.step;
    // Plain keys begin with time and translation: one load for both.
    const bool joined = !keys.translation.empty() && keys.translation.at == keys.time.at + 4 &&
                        keys.translation.step == keys.time.step && keys.translation.owned == keys.time.owned;
    Four off = all(0), q_sum = all(0), t_sum = all(0), far = all(0);
    float previous = -INFINITY;
    for (uint32_t row = 0; row < keys.rows; ++row, time += keys.time.step, q_at += keys.rotation.step, t_at += t_step) {
        const auto now = load<float>(time);
        facts.ordered &= (now > previous) & (now < INFINITY);
        previous = now;
        const Four q = load_four(q_at), away = dot4(q, q) - all(1), size = away < 0 ? -away : away;
        off = size > off ? size : off;
        q_sum += q * all(0);
        const Four t =
            joined ? load_four(time) : Four{0, load<float>(t_at), load<float>(t_at + 4), load<float>(t_at + 8)};
        const Four length = t < 0 ? -t : t;
        far = length > far ? length : far;
        t_sum += t * all(0);
    }
    facts.off_unit = off[0];
    facts.rotation = q_sum[0] + q_sum[1] + q_sum[2] + q_sum[3];
    if (keys.translation.empty()) return facts;
    facts.translation = t_sum[1] + t_sum[2] + t_sum[3];
    facts.farthest = std::max({far[1], far[2], far[3]});
    return facts;
}

void note_outside(const KeyNotes& notes, const Keys& keys, const Facts& facts) {
    const Document& doc = notes.doc;
    const Clip& clip = doc.clips.back();
    const auto duration = static_cast<float>(clip.duration);
    const auto within = [&](uint32_t row) {
        return doc.number(keys.time, row) >= 0 && doc.number(keys.time, row) <= duration;
    };
    if (facts.ordered && (keys.rows == 0 || (within(0) && within(keys.rows - 1)))) return;
    notes.add(Severity::Info, "lie before the start or beyond the end of the clip", [&](uint32_t row) {
        const float time = doc.number(keys.time, row);
        return time < 0 || time > duration;
    });
}

bool has_none(const Document& doc, Column translation, uint32_t row) {
    return doc.triple(translation, row) == vec3(no_translation);
}

// Keys without a translation: the skeleton's serves them.
void take_out_missing(Document& doc, Keys& keys) {
    uint32_t missing = 0;
    for (uint32_t row = 0; row < keys.rows; ++row) missing += has_none(doc, keys.translation, row);
    if (missing == 0) return;
    const Column stored = keys.translation;
    keys.translation = {};
    if (missing == keys.rows) return;
    keys.translation = add_column(doc, keys.rows, 3);
    if (keys.stand_ins == none) {
        keys.stand_ins = static_cast<uint32_t>(doc.lists.size());
        doc.lists.resize(doc.lists.size() + keys.rows, static_cast<uint32_t>(StandIn::None));
    }
    for (uint32_t row = 0; row < keys.rows; ++row) {
        const bool absent = has_none(doc, stored, row);
        const vec3 value = absent ? vec3(0) : doc.triple(stored, row);
        std::memcpy(column_data(doc, keys.translation) + std::size_t{row} * 3, &value, sizeof value);
        if (absent) doc.lists[keys.stand_ins + row] = static_cast<uint32_t>(StandIn::Bind);
    }
}

void add_track(Clip& clip, const Track& like, Property property, Column value, bool suspect) {
    Track& track = clip.tracks.emplace_back(like);
    track.property = property;
    track.value = value;
    track.suspect = suspect;
}

}  // namespace

Sampling default_sampling() {
    Sampling sampling;
    sampling.slerp = true;
    sampling.lerp_below = 1e-6f;
    sampling.renormalise = false;
    return sampling;
}

namespace {

// The mixer looks at the first track alone before it closes all of them.
bool first_ends_early(const Document& doc, const Clip& clip) {
    if (clip.tracks.empty()) return false;
    const Timeline& line = clip.timelines[clip.tracks[0].timeline];
    if (line.live == 0) return false;
    const uint32_t row = line.order == none ? line.live - 1 : doc.lists[line.order + line.live - 1];
    return key_time(doc, line, row) < static_cast<float>(clip.duration);
}

}  // namespace

void read_as(const Document& doc, const Clip& clip, const Reading& reading, Sampling& sampling) {
    if (reading.engine_exact) sampling.before = sampling.after = End::Extrapolate;
    if (reading.loop && first_ends_early(doc, clip)) sampling.after = End::ToFirst;
}

Clip& add_clip(Document& doc, double duration, Bytes where) {
    Clip& clip = doc.clips.emplace_back();
    clip.name = own_name(doc);
    clip.duration = duration;
    clip.sampling = default_sampling();
    if (!(duration > 0) || !std::isfinite(duration))
        doc.note(Severity::Warning, fmt::format("duration: expected more than 0 seconds, found {}", duration), where);
    return clip;
}

void add_tracks(Document& doc, const Keys& stored) {
    Clip& clip = doc.clips.back();
    Keys keys = stored;
    Facts facts = inspect(doc, keys);
    if (facts.farthest >= no_translation) {
        take_out_missing(doc, keys);
        facts = inspect(doc, keys);
    }
    Timeline line;
    line.time = keys.time;
    line.rows = keys.rows;
    Track like;
    like.basis = Basis::Absolute;
    like.target = keys.bone;
    like.timeline = intern_timeline(doc, clip, line);
    like.where = keys.where;
    like.stand_ins = keys.stand_ins;
    like.reach = facts.farthest;
    add_track(clip, like, Property::Translation, keys.translation, facts.translation != 0);
    like.reach = -1;
    like.width = 4;
    like.lanes = Lanes::XyzwConjugate;
    like.stand_ins = none;
    add_track(clip, like, Property::Rotation, keys.rotation, facts.rotation != 0);
    const KeyNotes notes{doc, like, keys.rows};
    if (keys.bone < 0 && keys.where_bone.size)
        doc.note(Severity::Warning,
                 fmt::format("bone: expected 0 or more, found {} at offset {}", keys.bone, keys.where_bone.at),
                 keys.where_bone);
    if (!facts.ordered) notes.times(keys.time, Severity::Info);  // the library sorts them too
    if (facts.rotation != 0) notes.not_finite("rotation", keys.rotation, 4);
    if (facts.translation != 0) notes.not_finite("translation", keys.translation, 3);
    if (facts.off_unit > unit_tolerance) notes.not_unit(keys.rotation);
    note_outside(notes, keys, facts);
}

namespace {

void note_twice(Document& doc, const Clip& clip) {
    std::vector<std::pair<int32_t, uint32_t>> targets;  // bone, track
    for (uint32_t i = 0; i < clip.tracks.size(); ++i)
        if (clip.tracks[i].property == Property::Rotation && clip.timelines[clip.tracks[i].timeline].rows > 0)
            targets.emplace_back(clip.tracks[i].target, i);
    std::sort(targets.begin(), targets.end());
    for (std::size_t i = 1; i < targets.size(); ++i)
        if (targets[i].first == targets[i - 1].first)
            doc.note(Severity::Warning,
                     fmt::format("a second track for bone {}: the library blends both equally", targets[i].first),
                     key_bytes(doc, clip.tracks[targets[i].second], 0));
}

void note_short(Document& doc, const Clip& clip) {
    const auto duration = static_cast<float>(clip.duration);
    uint32_t n = 0, short_ones = 0;
    Finding finding;
    for (const Track& track : clip.tracks) {
        const Timeline& line = clip.timelines[track.timeline];
        if (track.property != Property::Rotation || line.live == 0) continue;
        const auto row_of = [&](uint32_t rank) { return line.order == none ? rank : doc.lists[line.order + rank]; };
        const float first = key_time(doc, line, row_of(0)), last = key_time(doc, line, row_of(line.live - 1));
        ++n;
        if ((first <= 0 && last >= duration) || short_ones++ > 0) continue;
        finding.where = key_bytes(doc, track, 0);
        finding.message = fmt::format("that of bone {} from {} to {}", track.target, first, last);
    }
    if (short_ones == 0) return;
    finding.message = fmt::format("{} of {} {} not reach from 0 to {}, the first is {}", short_ones,
                                  counted(n, "track"), verb(short_ones, "does", "do"), duration, finding.message);
    finding.placed = true;
    finding.clip = static_cast<int>(doc.clips.size() - 1);
    doc.note(std::move(finding));
}

// What is drawn but not in the file.
void note_absent(Document& doc, const Clip& clip) {
    uint32_t tracks = 0, from_skeleton = 0, partly = 0, repeated = 0;
    for (const Track& track : clip.tracks) {
        const uint32_t rows = clip.timelines[track.timeline].rows;
        if (track.property != Property::Translation || rows == 0) continue;
        ++tracks;
        from_skeleton += track.value.empty();
        const auto has = [&](StandIn wanted) {
            bool found = false;
            for (uint32_t row = 0; row < rows && !found; ++row) found = stand_in(doc, track, row) == wanted;
            return found;
        };
        if (track.stand_ins == none) continue;
        partly += has(StandIn::Bind);
        repeated += has(StandIn::Before);
    }
    const auto note = [&](uint32_t n, const char* one, const char* many, const char* what) {
        if (n)
            doc.note(Severity::Info,
                     fmt::format("{} of {} {} {}", n, counted(tracks, "track"), verb(tracks, one, many), what),
                     clip.where);
    };
    note(from_skeleton, "has", "have", "no translation: the skeleton's serves");
    note(partly, "lacks", "lack", "the translation of some keys: the skeleton's serves");
    note(repeated, "lacks", "lack", "the translation of some keys: that of the key before serves");
}

}  // namespace

void finish_clip(Document& doc) {
    const Clip& clip = doc.clips.back();
    note_absent(doc, clip);
    note_twice(doc, clip);
    note_short(doc, clip);
}

void add_morph_track(Document& doc, const MorphTarget& morph, uint32_t rows, Column time, Column weight, Where where) {
    constexpr std::size_t most_parts = 64;  // a longer list stands for all
    Clip& clip = doc.clips.back();
    Timeline line;
    line.time = time;
    line.rows = rows;
    Track track;
    track.kind = Kind::Morph;
    track.property = Property::Weight;
    track.basis = Basis::Absolute;
    track.target = morph.id;
    track.mesh = morph.mesh;
    track.width = 1;
    track.value = weight;
    track.where = where;
    if (morph.id < 0) {
        track.name = static_cast<uint32_t>(doc.names.size());
        doc.names.push_back(morph.name);
    }
    track.timeline = intern_timeline(doc, clip, line);
    inspect_values(doc, clip, track);
    if (track.suspect) KeyNotes{doc, track, rows}.not_finite("weight", weight, 1);
    const auto& parts = morph.submeshes;
    for (std::size_t i = 0; i < parts.size() && parts.size() <= most_parts; ++i) {
        track.part = parts[i];
        clip.tracks.push_back(track);
    }
    if (parts.empty() || parts.size() > most_parts) clip.tracks.push_back(track);
}

}  // namespace bonescope::cal3d
