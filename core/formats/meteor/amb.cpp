#include "core/evaluate.h"
#include "core/far_places.h"
#include "core/formats/meteor/meteor.h"
#include "core/interpolate.h"
#include "core/reader.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace bonescope::meteor {
namespace {

constexpr float unit_tolerance = 2e-3f;  // of |q|²
constexpr uint32_t head_size = 21, name_size = 5, dummy_size = 33;
constexpr float usual_rate = 30;
constexpr int most_rate = 1000;

struct Amb {
    Document& doc;
    Reader reader;
    uint32_t bones = 0, dummies = 0, records = 0;  // records: those that are there whole
    int32_t rate = 0;
    uint32_t stride = 0;

    uint32_t rotation_at(uint32_t bone) const { return head_size + 20 + 16 * bone; }
    uint32_t dummy_at(uint32_t dummy) const { return rotation_at(bones) + dummy_size * dummy; }
    const byte* record(uint32_t i) const { return doc.file.data() + head_size + std::size_t{stride} * i; }
    Bytes bytes_of(uint32_t i) const { return {head_size + stride * i, stride}; }
    int32_t number(uint32_t i) const { return load<int32_t>(record(i) + 4); }
};

std::string counted(uint64_t n, const char* noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

// ---- head ----

uint32_t read_count(Amb& p, const char* name) {
    const auto count = p.reader.read<int32_t>(name);
    if (count >= 0) return static_cast<uint32_t>(count);
    p.reader.fail(p.reader.last(), fmt::format("{}: expected a number of at least 0 at offset {}, found {}", name,
                                               p.reader.last().at, count));
}

uint16_t record_layout(Amb& p) {
    Layout layout{"record", p.stride, {}};
    layout.members = {
        {"marker", Type::I32, 1, 0, 32}, {"frame", Type::I32, 1, 32, 32}, {"translation 0", Type::F32, 3, 64, 96}};
    layout.repeated = {{"rotation", Type::F32, 4, 0, 128, true}};
    layout.turns = p.bones;
    layout.after = {{"dummy parent", Type::String, 1, 0, 40},
                    {"dummy position", Type::F32, 3, 40, 96},
                    {"dummy rotation", Type::F32, 4, 136, 128, true}};
    layout.after_turns = p.dummies;
    return p.doc.tree.add_layout(std::move(layout));
}

// Whole records are kept; what follows them is told.
void read_records(Amb& p, uint32_t said) {
    const uint64_t stride = 20 + uint64_t{16} * p.bones + uint64_t{dummy_size} * p.dummies;
    const uint32_t left = p.reader.left();
    const uint64_t whole = std::min<uint64_t>(said, left / stride);
    p.records = static_cast<uint32_t>(whole);
    p.stride = p.records ? static_cast<uint32_t>(stride) : 0;
    const uint32_t from = p.reader.at();
    if (p.records) p.reader.records("records", record_layout(p), p.records);
    if (whole < said) {
        const uint32_t rest = p.reader.left();
        if (rest) p.reader.raw("cut record", rest);
        p.doc.note(Severity::Error,
                   fmt::format("expected {} of {} bytes from offset {}, found {}: {} missing{}",
                               counted(said, "record"), stride, from, counted(left, "byte"),
                               counted(said - whole, "record"),
                               rest ? fmt::format(", the first of them ends after {}", counted(rest, "byte")) : ""),
                   {from + static_cast<uint32_t>(whole * stride), rest});
    } else if (const uint32_t rest = p.reader.left()) {
        p.doc.note(Severity::Warning,
                   fmt::format("expected the end of the file after {} at offset {}, found {} more",
                               counted(said, "record"), p.reader.at(), counted(rest, "byte")),
                   {p.reader.at(), rest});
        p.reader.raw("rest", rest);
    }
}

// ---- one pass over all records, in the order of the bytes ----

// Faults that may be in many records are told once, with the first place.
struct Seen {
    uint32_t count = 0, record = 0;
    Bytes where;
    void add(uint32_t at_record, Bytes at) {
        if (count++ != 0 && at_record >= record) return;
        record = at_record;
        where = at;
    }
};

struct Facts {
    float limit = 0;                 // of places: beyond, they are absurd
    std::vector<uint32_t> suspects;  // records with a rotation or place that is not right
    Seen markers, odd_numbers;
    bool parents_change = false;
    bool consecutive = true;  // each frame number is one above that before
};

constexpr int32_t exact = 1 << 24;  // beyond, floats have no odd numbers

using Lanes4 = decltype(all(0) <= all(0));

[[gnu::always_inline]] inline Four square_of(const byte* at) {
    const Four q = load_four(at);
    return q * q;
}

// |q|² within the tolerance; not so for what is not finite.
[[gnu::always_inline]] inline Lanes4 are_units(const byte* a, const byte* b, const byte* c, const byte* d) {
    const Four away = sums_of(square_of(a), square_of(b), square_of(c), square_of(d)) - all(1);
    return (away <= all(unit_tolerance)) & (away >= all(-unit_tolerance));
}

// The same for `count` rotations, four at a time; the last one fills the rest up.
[[gnu::always_inline]] inline Lanes4 all_units(const byte* at, uint32_t step, uint32_t count) {
    Lanes4 good = all(0) == all(0);
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4, at += 4 * step) good &= are_units(at, at + step, at + 2 * step, at + 3 * step);
    if (const uint32_t rest = count - i; rest > 0)
        good &= are_units(at, at + (rest > 1 ? step : 0), at + (rest > 2 ? 2 * step : 0), at);
    return good;
}

// All rotations of length 1, all places finite and, times `swell`, still so.
[[gnu::always_inline]] inline bool is_right(const byte* record, uint32_t bones, uint32_t dummies, float swell) {
    const Four grown = all(swell);
    Four places = Four{load<float>(record + 8), load<float>(record + 12), load<float>(record + 16), 0} * grown * all(0);
    const byte *rotations = record + 20, *parts = rotations + std::size_t{16} * bones;
    for (uint32_t i = 0; i < dummies; ++i)
        places += load_four(parts + std::size_t{dummy_size} * i + name_size) * grown * all(0);  // and the w behind
    const Lanes4 good =
        all_units(rotations, 16, bones) & all_units(parts + name_size + 12, dummy_size, dummies) & (places == all(0));
    return (good[0] & good[1] & good[2] & good[3]) != 0;
}

[[gnu::always_inline]] inline bool same_parents(const byte* a, const byte* b, uint32_t dummies) {
    uint32_t differs = 0;
    for (uint32_t i = 0; i < dummies; ++i, a += dummy_size, b += dummy_size)
        differs |= (load<uint32_t>(a) ^ load<uint32_t>(b)) | uint32_t{load<uint8_t>(a + 4) != load<uint8_t>(b + 4)};
    return differs == 0;
}

[[gnu::always_inline]] inline void look_at_all(const Amb& p, float* time, Facts& facts) {
    const byte *record = p.record(0), *parents = record + 20 + std::size_t{16} * p.bones;
    const std::ptrdiff_t to_parents = parents - record;
    const float swell = std::numeric_limits<float>::max() / facts.limit;
    for (uint32_t i = 0; i < p.records; ++i, record += p.stride) {
        const auto number = load<int32_t>(record + 4);
        time[i] = static_cast<float>(number);
        if (i > 0) facts.consecutive &= int64_t{number} == int64_t{load<int32_t>(record + 4 - p.stride)} + 1;
        if (number < 0 || number > exact) facts.odd_numbers.add(i, {p.bytes_of(i).at + 4, 4});
        if (load<int32_t>(record) != -1) facts.markers.add(i, {p.bytes_of(i).at, 4});
        facts.parents_change |= !same_parents(record + to_parents, parents, p.dummies);
        if (!is_right(record, p.bones, p.dummies, swell)) facts.suspects.push_back(i);
    }
}

BONESCOPE_FAST void look_fast(const Amb& p, float* time, Facts& facts) { look_at_all(p, time, facts); }
void look_plain(const Amb& p, float* time, Facts& facts) { look_at_all(p, time, facts); }

// How far places lie in some records all over the file; a million times that is no place of a figure.
float limit_of_places(const Amb& p) {
    constexpr uint32_t looked_at = 33;
    std::vector<float> far;
    for (uint32_t i = 0; i < std::min(looked_at, p.records); ++i) {
        const byte* record = p.record(static_cast<uint32_t>(uint64_t{i} * p.records / std::min(looked_at, p.records)));
        float most = 0;
        const auto add = [&](const byte* place) {
            for (int lane = 0; lane < 3; ++lane) most = std::max(most, std::abs(load<float>(place + 4 * lane)));
        };
        if (p.bones) add(record + 8);
        for (uint32_t d = 0; d < p.dummies; ++d)
            add(record + 20 + std::size_t{16} * p.bones + std::size_t{dummy_size} * d + name_size);
        far.push_back(most);
    }
    return farthest_meant(std::move(far));
}

// ---- when ----

// Rows by their numbers; of equal ones the first in the file stays.
void order_rows(Amb& p, Timeline& line) {
    sort_timeline(p.doc, line);
    const auto row = [&](uint32_t rank) { return row_of(p.doc, line, rank); };
    Seen repeated;
    std::vector<uint32_t> kept;
    for (uint32_t rank = 0; rank < line.live; ++rank) {
        if (kept.empty() || p.number(row(rank)) != p.number(kept.back()))
            kept.push_back(row(rank));
        else
            repeated.add(row(rank), p.bytes_of(row(rank)));
    }
    if (repeated.count == 0) return;
    line.order = static_cast<uint32_t>(p.doc.lists.size());
    line.live = static_cast<uint32_t>(kept.size());
    p.doc.lists.insert(p.doc.lists.end(), kept.begin(), kept.end());
    p.doc.note(
        Severity::Warning,
        fmt::format("frame number {} of record {} at offset {} is there before{}; the first of equal ones serves",
                    p.number(repeated.record), repeated.record, repeated.where.at + 4,
                    repeated.count > 1 ? fmt::format(", as are {} more", repeated.count - 1) : ""),
        {repeated.where.at + 4, 4});
}

// Where numbers are missing the frame before is held.
void hold_over_gaps(Amb& p, Timeline& line) {
    std::vector<uint32_t> ease(line.rows, 0);
    Seen gaps;
    int64_t missing = 0;
    for (uint32_t rank = 1; rank < line.live; ++rank) {
        const uint32_t before = row_of(p.doc, line, rank - 1), after = row_of(p.doc, line, rank);
        const int64_t step = int64_t{p.number(after)} - p.number(before);
        if (step <= 1) continue;
        ease[before] = 1;
        missing += step - 1;
        gaps.add(before, p.bytes_of(before));
    }
    if (gaps.count == 0) return;
    p.doc.eases = {{Ease::Default}, {Ease::Step}};
    line.ease = static_cast<uint32_t>(p.doc.lists.size());
    p.doc.lists.insert(p.doc.lists.end(), ease.begin(), ease.end());
    p.doc.note(Severity::Warning,
               fmt::format("expected frame number {} after that of record {} at offset {}, found none; {} missing in "
                           "{}, where the frame before is held",
                           int64_t{p.number(gaps.record)} + 1, gaps.record, gaps.where.at + 4,
                           counted(static_cast<uint64_t>(missing), "number"), counted(gaps.count, "place")),
               {gaps.where.at + 4, 4});
}

void note_disorder(Amb& p) {
    for (uint32_t i = 1; i < p.records; ++i) {
        if (p.number(i) >= p.number(i - 1)) continue;
        p.doc.note(Severity::Warning,
                   fmt::format("frame number {} of record {} at offset {}: expected one above {}, the one before; "
                               "records are taken by their numbers",
                               p.number(i), i, p.bytes_of(i).at + 4, p.number(i - 1)),
                   {p.bytes_of(i).at + 4, 4});
        return;
    }
}

void place_in_time(Amb& p, Clip& clip, Column time, const Facts& facts) {
    Timeline line;
    line.time = time;
    line.rows = line.live = p.records;
    if (!facts.consecutive) {
        note_disorder(p);
        order_rows(p, line);
        hold_over_gaps(p, line);
    }
    int32_t last = 0;
    for (uint32_t rank = line.live; rank > 0 && last == 0; --rank)
        if (const int32_t number = p.number(row_of(p.doc, line, rank - 1)); number <= exact) last = std::max(0, number);
    clip.duration = last;  // numbers that cannot be meant would make it years long
    clip.timelines.push_back(line);
}

// ---- what ----

Track track_of(const Amb& p, int target, Property property, uint32_t at) {
    Track track;
    track.property = property;
    track.basis = Basis::Absolute;
    track.lanes = Lanes::Wxyz;
    track.target = target;
    track.width = property == Property::Rotation ? 4 : 3;
    track.reach = 0;  // far places are told here, see note_far()
    track.value.at = at;
    track.value.step = p.stride & 0x7FFF'FFFFu;
    track.where = {uint64_t{at} * 8, p.stride * 8, track.width * 32, false, false};
    return track;
}

void add_tracks(const Amb& p, Clip& clip) {
    clip.tracks.reserve(1 + p.bones + 2 * std::size_t{p.dummies});
    if (p.bones) clip.tracks.push_back(track_of(p, 0, Property::Translation, head_size + 8));
    for (uint32_t i = 0; i < p.bones; ++i)
        clip.tracks.push_back(track_of(p, static_cast<int>(i), Property::Rotation, p.rotation_at(i)));
    for (uint32_t i = 0; i < p.dummies; ++i) {
        const auto joint = static_cast<int>(p.bones + i);
        clip.tracks.push_back(track_of(p, joint, Property::Translation, p.dummy_at(i) + name_size));
        clip.tracks.push_back(track_of(p, joint, Property::Rotation, p.dummy_at(i) + name_size + 12));
    }
}

struct Values {
    Seen bent, wild, far;
    float worst = 1;       // length of the rotation that is furthest from 1
    float farthest = 0;    // of the first one that is too far
    uint32_t nowhere = 0;  // tracks that no record has a number for
};

void look_at_track(const Amb& p, uint32_t record, float limit, Track& track, Values& v) {
    const Bytes where = row_bytes(p.doc, track.where, record);
    const bool turns = track.property == Property::Rotation;
    float square = 0, most = 0, sum = 0;
    for (uint32_t lane = 0; lane < track.width; ++lane) {
        const float value = p.doc.number(track.value, record, lane);
        square += value * value;
        sum += 0 * value;
        most = std::max(most, std::abs(value));
    }
    if (sum != 0 || (turns && !std::isfinite(square))) {
        track.suspect = true;
        v.wild.add(record, where);
    } else if (turns && std::abs(square - 1) > unit_tolerance) {
        v.bent.add(record, where);
        if (std::abs(square - 1) > std::abs(v.worst * v.worst - 1) || v.bent.count == 1) v.worst = std::sqrt(square);
    } else if (!turns && most > limit) {
        if (v.far.count == 0) v.farthest = most;
        v.far.add(record, where);
    }
}

void note_far(Amb& p, const Values& v, float limit) {
    if (v.far.count == 0) return;
    p.doc.note(Severity::Warning,
               fmt::format("{}: expected numbers up to {:g}, found {:g} in record {} at offset {}{}; pictures are "
                           "framed without such",
                           counted(v.far.count, "place"), limit, v.farthest, v.far.record, v.far.where.at,
                           v.far.count > 1 ? " and others" : ""),
               v.far.where);
}

// Only records that the pass found are looked at again.
void note_values(Amb& p, Clip& clip, const Facts& facts) {
    Values v;
    for (Track& track : clip.tracks) {
        const uint32_t before = v.wild.count;
        for (const uint32_t record : facts.suspects) look_at_track(p, record, facts.limit, track, v);
        v.nowhere += v.wild.count - before == p.records;
    }
    if (v.bent.count)
        p.doc.note(Severity::Warning,
                   fmt::format("{}: expected length 1, found up to {}; the first is in record {} at offset "
                               "{}; they are brought to length 1",
                               counted(v.bent.count, "rotation"), v.worst, v.bent.record, v.bent.where.at),
                   v.bent.where);
    if (v.wild.count)
        p.doc.note(Severity::Warning,
                   fmt::format("{}: expected finite numbers, found others; the first is in record {} at offset "
                               "{}; the nearest frame that has one serves{}",
                               counted(v.wild.count, "value"), v.wild.record, v.wild.where.at,
                               v.nowhere ? fmt::format(", for {}, which no frame has, the bind pose",
                                                       counted(v.nowhere, "bone or dummy track"))
                                         : ""),
                   v.wild.where);
    note_far(p, v, facts.limit);
}

void note_numbers(Amb& p, const Facts& facts) {
    const Seen& odd = facts.odd_numbers;
    if (odd.count == 0) return;
    p.doc.note(Severity::Warning,
               fmt::format("record {} at offset {}: frame number: expected 0 to {}, found {}{}", odd.record,
                           p.bytes_of(odd.record).at, exact, p.number(odd.record),
                           odd.count > 1 ? fmt::format("; {} {} such", counted(odd.count - 1, "more record"),
                                                       verb(odd.count - 1, "has", "have"))
                                         : "") +
                   "; the length of the whole counts none above",
               odd.where);
}

void note_markers(Amb& p, const Facts& facts) {
    if (facts.markers.count == 0) return;
    p.doc.note(Severity::Warning,
               fmt::format("{}: marker: expected -1, found others; the first, {}, is in record {} at offset {}",
                           counted(facts.markers.count, "record"), load<int32_t>(p.record(facts.markers.record)),
                           facts.markers.record, facts.markers.where.at),
               facts.markers.where);
}

// ---- to whom dummies belong ----

// Five letters without a zero behind them are as good as fewer.
std::string_view parent_name(const Amb& p, uint32_t dummy, uint32_t record) {
    const std::string_view text = text_of(p.doc.file, {p.dummy_at(dummy) + p.stride * record, name_size});
    return text.substr(0, text.find('\0'));
}

// A joint by its place among bones and dummies; -1: a root. Nothing: the file alone does not tell.
std::optional<int> parent_of(std::string_view name, uint32_t bones, uint32_t dummies) {
    if (name == "NULL") return -1;
    if (name.size() < 2 || (name[0] != 'b' && name[0] != 'd')) return {};
    const auto index = parse_int(name.substr(1));
    const uint32_t most = name[0] == 'b' ? bones : dummies;
    if (!index || *index < 0 || *index >= most) return {};
    return static_cast<int>(name[0] == 'b' ? *index : bones + *index);
}
std::optional<int> parent_of(const Amb& p, std::string_view name) { return parent_of(name, p.bones, p.dummies); }

void note_unknown_parent(Amb& p, uint32_t dummy, const Seen& unknown) {
    if (unknown.count == 0) return;
    p.doc.note(Severity::Warning,
               fmt::format("dummy {}: parent: expected NULL, b<number below {}> or d<number below {}>, found \"{}\" in "
                           "record {} at offset {}{}; the parent before stays",
                           dummy, p.bones, p.dummies, decode(parent_name(p, dummy, unknown.record)), unknown.record,
                           unknown.where.at,
                           unknown.count > 1 ? fmt::format(" and no better in {} more", unknown.count - 1) : ""),
               unknown.where);
}

// The parent of a dummy as a track, where it changes.
void add_parents(Amb& p, Clip& clip, uint32_t dummy) {
    Seen changes, unknown;
    Track track = track_of(p, static_cast<int>(p.bones + dummy), Property::Parent, p.dummy_at(dummy));
    track.lanes = Lanes::Xyzw;
    track.width = 1;
    track.where.size = name_size * 8;
    std::vector<float> parents;
    for (uint32_t i = 0; i < p.records; ++i) {
        const std::string_view name = parent_name(p, dummy, i);
        const auto found = parent_of(p, name);
        if (!found) unknown.add(i, row_bytes(p.doc, track.where, i));
        if (i > 0 && name != parent_name(p, dummy, i - 1)) changes.add(i, row_bytes(p.doc, track.where, i));
        parents.push_back(found ? static_cast<float>(*found) : parents.empty() ? -1.f : parents.back());
    }
    note_unknown_parent(p, dummy, unknown);
    if (changes.count == 0) return;
    track.value = add_column(p.doc, p.records, 1);
    std::copy(parents.begin(), parents.end(), column_data(p.doc, track.value));
    clip.tracks.push_back(track);
    p.doc.note(
        Severity::Info,
        fmt::format("dummy {} changes its parent, {} in all: first at frame {}, offset {}, from \"{}\" to \"{}\"",
                    dummy, counted(changes.count, "time"), p.number(changes.record), changes.where.at,
                    decode(parent_name(p, dummy, changes.record - 1)), decode(parent_name(p, dummy, changes.record))),
        changes.where);
}

// Names that never change are looked at once.
void check_parents(Amb& p) {
    for (uint32_t i = 0; i < p.dummies; ++i) {
        Seen unknown;
        if (!parent_of(p, parent_name(p, i, 0))) unknown.add(0, {p.dummy_at(i), name_size});
        note_unknown_parent(p, i, unknown);
    }
}

}  // namespace

bool is_amb(std::span<const byte> file, std::string_view name) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(file.size())});
    return text.starts_with("BANIM") || (name.ends_with(".amb") && !text.empty());
}

void parse_amb(Document& doc) {
    Amb p{doc, Reader(doc.file, doc.tree)};
    const Group root(p.reader, "file");
    if (const std::string_view magic = p.reader.text("magic", 5); magic != "BANIM")
        p.reader.fail(p.reader.last(), fmt::format("magic: expected BANIM at offset 0, found {}",
                                                   hex_text(std::span(doc.file).first(5), 5)));
    p.bones = read_count(p, "bones");
    p.dummies = read_count(p, "dummies");
    const uint32_t said = read_count(p, "records");
    if (said == 0)
        doc.note(Severity::Warning, fmt::format("records: expected some at offset {}, found 0", p.reader.last().at),
                 p.reader.last());
    p.rate = p.reader.read<int32_t>("frames per second");
    if (p.rate <= 0)
        doc.note(Severity::Warning,
                 fmt::format("frames per second: expected a number above 0 at offset {}, found {}; {} serves",
                             p.reader.last().at, p.rate, usual_rate),
                 p.reader.last());
    else if (p.rate > most_rate)
        doc.note(Severity::Warning,
                 fmt::format("frames per second: expected up to {} at offset {}, found {}: no game shows as many",
                             most_rate, p.reader.last().at, p.rate),
                 p.reader.last());
    read_records(p, said);

    Clip& clip = doc.clips.emplace_back();
    clip.name = stem_of(base_name(doc.path));
    clip.fps = p.rate > 0 ? static_cast<float>(p.rate) : usual_rate;
    clip.rate = clip.fps;
    clip.where = {0, static_cast<uint32_t>(doc.file.size())};
    clip.sampling.slerp = true;
    clip.sampling.lerp_below = 1e-5f;
    if (p.records == 0) return;
    const Column time = add_column(doc, p.records, 1);
    Facts facts;
    facts.limit = limit_of_places(p);
    (fast_vectors() ? look_fast : look_plain)(p, column_data(doc, time), facts);
    place_in_time(p, clip, time, facts);
    add_tracks(p, clip);
    note_numbers(p, facts);
    note_markers(p, facts);
    note_values(p, clip, facts);
    if (!facts.parents_change) return check_parents(p);
    for (uint32_t i = 0; i < p.dummies; ++i) add_parents(p, clip, i);
}

namespace {

// A file that has been read, at least one record of it.
struct Records {
    const Document& doc;
    uint32_t bones, dummies, count, stride;
    explicit Records(const Document& from)
        : doc(from),
          bones(load<uint32_t>(from.file.data() + 5)),
          dummies(load<uint32_t>(from.file.data() + 9)),
          count(from.clips[0].timelines[0].rows),
          stride(20 + 16 * bones + dummy_size * dummies) {}
    uint32_t dummy_at(uint32_t record, uint32_t dummy) const {
        return head_size + stride * record + 20 + 16 * bones + dummy_size * dummy;
    }
    std::optional<int> parent(uint32_t record, uint32_t dummy) const {
        const std::string_view text = text_of(doc.file, {dummy_at(record, dummy), name_size});
        return parent_of(text.substr(0, text.find('\0')), bones, dummies);
    }
    const byte* names(uint32_t record) const { return doc.file.data() + dummy_at(record, 0); }
};

bool has_records(const Document& doc) { return !doc.clips.empty() && !doc.clips[0].timelines.empty(); }

bool hangs_on_itself(std::span<const int> parents, int joint) {
    std::size_t steps = 0;
    for (int at = parents[static_cast<std::size_t>(joint)]; at >= 0 && steps <= parents.size(); ++steps) {
        if (at == joint) return true;
        at = parents[static_cast<std::size_t>(at)];
    }
    return false;
}

}  // namespace

std::vector<std::optional<int>> first_parents(const Document& doc) {
    std::vector<std::optional<int>> out;
    if (!has_records(doc)) return out;
    const Records records(doc);
    for (uint32_t i = 0; i < records.dummies; ++i) out.push_back(records.parent(0, i));
    return out;
}

std::vector<ParentCircle> parent_circles(const Document& doc, std::span<const Joint> joints) {
    if (!has_records(doc)) return {};
    const Records records(doc);
    if (joints.size() != std::size_t{records.bones} + records.dummies) return {};
    std::vector<int> parents;
    for (const Joint& joint : joints) parents.push_back(joint.parent);
    std::vector<ParentCircle> found(records.dummies);
    std::vector<bool> round(records.dummies, false);
    for (uint32_t r = 0; r < records.count; ++r) {
        if (r == 0 || !same_parents(records.names(r), records.names(r - 1), records.dummies)) {
            for (uint32_t d = 0; d < records.dummies; ++d)
                if (const auto parent = records.parent(r, d)) parents[records.bones + d] = *parent;
            for (uint32_t d = 0; d < records.dummies; ++d)
                round[d] = hangs_on_itself(parents, static_cast<int>(records.bones + d));
        }
        for (uint32_t d = 0; d < records.dummies; ++d) {
            if (!round[d]) continue;
            const auto dummy = static_cast<int>(records.bones + d);
            if (found[d].records++ == 0)
                found[d] = {dummy, parents[records.bones + d], r, 1, {records.dummy_at(r, d), name_size}};
        }
    }
    std::erase_if(found, [](const ParentCircle& circle) { return circle.records == 0; });
    return found;
}

}  // namespace bonescope::meteor
