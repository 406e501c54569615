#include "core/formats/dragonbones/keys.h"
#include "core/formats/dragonbones/easing.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr uint32_t open_ease = none;  // of a key from which nothing goes on

double hundredths(double value) { return std::round(value * 100) / 100; }

}  // namespace

double key_duration(Values& in, JsonValue key) {
    const double duration = in.number(key, "duration", 1);
    return duration > 0 ? std::min(duration, 1e9) : 0;
}

Where place_keys(Figure& f, JsonValue list) {
    Where where;
    where.base = f.doc.lists.size();
    where.listed = true;
    (f.xml ? where.xml : where.json) = true;
    for (const JsonValue key : list) f.doc.lists.push_back(key.bytes().at);
    return where;
}

// Keys store how long they last. One in the middle that lasts no time still takes a frame; the last one lasts to the
// end of the clip.
void KeyReader::read_starts(const Keys& keys) {
    starts_.clear();
    spans_.clear();
    double start = 0;
    uint32_t row = 0;
    for (const JsonValue key : keys.list) {
        const double duration = key_duration(f_.in, key);
        if (f_.in.number(key, "duration", 1) < 0)
            f_.in.odd(key.bytes(), "a key with a duration below 0, which counts as 0");
        const bool last = ++row == keys.rows, first = row == 1;
        starts_.push_back(start);
        spans_.push_back(last ? std::max(clip_.duration - start, 0.) : duration);
        if (duration == 0 && !first && !last)
            f_.in.odd(key.bytes(), "a key in the middle that lasts no time, which takes a frame");
        if (start > clip_.duration)
            f_.in.odd(key.bytes(), "a key beyond the end of its animation, which is never reached");
        start += duration == 0 && !first && !last ? 1 : duration;
    }
    if (keys.rows > 1 && start != clip_.duration && starts_.back() < clip_.duration)
        f_.in.odd(keys.list.bytes(), "a track whose keys do not end with its animation, whose last key holds");
}

void KeyReader::read_eases(const Keys& keys) {
    eases_.clear();
    uint32_t row = 0;
    for (const JsonValue key : keys.list) {
        const double start = starts_[row], next = row + 1 < keys.rows ? starts_[row + 1] : clip_.duration;
        const bool cut = row + 1 < keys.rows && next > clip_.duration;
        uint32_t ease = open_ease;
        if (cut)
            ease = step_ease(f_.doc);
        else if (keys.rows > 1 && next > start)
            ease = spans_[row] > 0 ? ease_of_key(f_.doc, f_.in, key, spans_[row]) : step_ease(f_.doc);
        eases_.push_back(ease);
        ++row;
    }
    straighten();
}

// Where all keys go straight on there is nothing to keep.
void KeyReader::straighten() {
    const bool straight = std::all_of(eases_.begin(), eases_.end(), [&](uint32_t ease) {
        return ease == open_ease || f_.doc.eases[ease].kind == Ease::Linear;
    });
    if (straight) {
        eases_.clear();
        return;
    }
    for (uint32_t& ease : eases_)
        if (ease == open_ease) ease = step_ease(f_.doc);
}

// The same list of eases again is kept once; those that are alike mostly follow each other.
uint32_t KeyReader::intern_eases() {
    if (eases_.empty()) return none;
    auto& lists = f_.doc.lists;
    constexpr std::size_t looks = 8;
    for (std::size_t i = known_eases_.size(); i > 0 && known_eases_.size() - i < looks; --i) {
        const auto [at, count] = known_eases_[i - 1];
        if (count == eases_.size() && std::equal(eases_.begin(), eases_.end(), lists.begin() + at)) return at;
    }
    const auto at = static_cast<uint32_t>(lists.size());
    lists.insert(lists.end(), eases_.begin(), eases_.end());
    known_eases_.emplace_back(at, static_cast<uint32_t>(eases_.size()));
    return at;
}

// From ticks and eases to the clip's timeline.
void KeyReader::settle(Keys& keys, double scale, double offset, JsonValue source) {
    Timeline line;
    line.rows = keys.rows;
    line.ease = intern_eases();
    if (keys.rows > 1) {
        if (scale > 0)
            line.scale = static_cast<float>(1 / scale);
        else
            f_.in.warn(source, fmt::format("scale of a track: expected a number above 0, found {}; 1 serves", scale));
        line.offset = static_cast<float>(offset * clip_.duration);
        if (offset < 0) f_.in.odd(source.bytes(), "a track with an offset below 0, which the runtime takes wrongly");
    }
    line.time = add_column(f_.doc, keys.rows, 1);
    std::transform(starts_.begin(), starts_.end(), column_data(f_.doc, line.time),
                   [](double start) { return static_cast<float>(start); });
    const std::size_t before = clip_.timelines.size();
    keys.timeline = intern_timeline(f_.doc, clip_, line);
    if (clip_.timelines.size() == before) f_.doc.arena.resize(f_.doc.arena.size() - keys.rows);
    const auto live = std::count_if(starts_.begin(), starts_.end(), [&](double at) { return at <= clip_.duration; });
    Timeline& placed = clip_.timelines[keys.timeline];
    placed.live = std::min(placed.live, std::max(static_cast<uint32_t>(live), 1u));
}

std::optional<Keys> KeyReader::read(JsonValue list, JsonValue track) {
    Keys keys;
    keys.list = list;
    keys.rows = list.is(JsonKind::Array) ? list.size() : 0;
    if (keys.rows == 0 || !has_room(f_.doc, keys.rows)) return {};
    keys.where = place_keys(f_, list);
    read_starts(keys);
    read_eases(keys);
    settle(keys, hundredths(f_.in.number(track, "scale", 1)), hundredths(f_.in.number(track, "offset", 0)), track);
    return keys;
}

std::optional<Keys> KeyReader::place(std::vector<double> starts, std::vector<uint32_t> eases, double scale,
                                     double offset, JsonValue source) {
    Keys keys;
    keys.list = source;
    keys.rows = static_cast<uint32_t>(starts.size());
    if (keys.rows == 0 || !has_room(f_.doc, keys.rows)) return {};
    starts_ = std::move(starts);
    eases_ = std::move(eases);
    for (uint32_t row = 0; row < keys.rows; ++row) {
        const double next = row + 1 < keys.rows ? starts_[row + 1] : clip_.duration;
        if (row + 1 < keys.rows && next > clip_.duration) eases_[row] = step_ease(f_.doc);
        if (next <= starts_[row] || keys.rows == 1) eases_[row] = open_ease;
    }
    straighten();
    settle(keys, scale, offset, source);
    return keys;
}

std::optional<Column> KeyReader::column(const Keys& keys, uint32_t width) {
    if (has_room(f_.doc, uint64_t{keys.rows} * width)) return add_column(f_.doc, keys.rows, width);
    f_.in.note(Severity::Error, keys.list.bytes(),
               fmt::format("{} keys of {} numbers each are out of proportion to the file; they are left out", keys.rows,
                           width));
    return {};
}

Track& KeyReader::add(const Keys& keys, Kind kind, Property property, int target, Column column, uint32_t first,
                      uint32_t width) {
    Track& track = clip_.tracks.emplace_back();
    track.kind = kind;
    track.property = property;
    track.target = target;
    track.timeline = keys.timeline;
    track.width = width;
    track.value = column;
    track.value.at += first * 4;
    track.where = keys.where;
    return track;
}

void add_angles(KeyReader& reader, const Keys& keys, int joint, Column column, uint32_t first) {
    constexpr float radians = 3.14159265f / 180;
    reader.add(keys, Kind::Joint, Property::Angle, joint, column, first, 1).unit = radians;
    reader.add(keys, Kind::Joint, Property::Skew, joint, column, first + 1, 1).unit = radians;
}

void add_transform(KeyReader& reader, const Keys& keys, int joint, Column column) {
    reader.add(keys, Kind::Joint, Property::Translation, joint, column, 0, 2);
    add_angles(reader, keys, joint, column, 2);
    reader.add(keys, Kind::Joint, Property::Scale, joint, column, 4, 2);
}

}  // namespace bonescope::dragonbones
