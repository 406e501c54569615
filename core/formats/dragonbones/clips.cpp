// Animations: their tracks, from every form that they have been written in.
#include "core/formats/dragonbones/clips.h"
#include "core/formats/dragonbones/binary.h"
#include "core/formats/dragonbones/events.h"
#include "core/formats/dragonbones/old.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr const char* blend_types[] = {"none", "1d"};

// Of the numbered timelines of 5.6.
enum Numbered {
    BoneTranslate = 11,
    BoneRotate = 12,
    BoneScale = 13,
    SlotDisplay = 20,
    SlotColor = 21,
    SlotDeform = 22,
    SlotDepth = 23,
    SlotAlpha = 24,
    Ik = 30,
    Progress = 40,
    Weight = 41,
    Parameter = 42,
    SurfaceDeform = 50,
    BoneAlpha = 60
};

double rounded(double value, double steps) { return std::round(value * steps) / steps; }

}  // namespace

ClipReader::ClipReader(Figure& f, Clip& clip) : f_(f), clip_(clip), keys_(f, clip) {}

void ClipReader::unknown(JsonValue track, const char* what, std::string_view name) {
    f_.in.warn(track["name"] ? track["name"] : track,
               fmt::format("animation \"{}\": expected the name of a {}, found no {} \"{}\"; the track is left out",
                           decode(clip_.name), what, what, decode(name)));
}

// One or two numbers of each key, under these names.
void ClipReader::numbers(JsonValue list, JsonValue track, Kind kind, Property property, int target,
                         std::initializer_list<NumberKey> names, double steps) {
    const auto keys = keys_.read(list, track);
    if (!keys) return;
    const auto width = static_cast<uint32_t>(names.size());
    const auto column = keys_.column(*keys, width);
    if (!column) return;
    float* out = column_data(f_.doc, *column);
    for (const JsonValue key : list)
        for (const NumberKey& name : names) {
            const double value = f_.in.number(key, name.key, name.usual);
            *out++ = static_cast<float>(steps > 0 ? rounded(value, steps) : value);
        }
    keys_.add(*keys, kind, property, target, *column, 0, width);
}

void ClipReader::bone(JsonValue track) {
    const std::string_view name = f_.in.name(track);
    const int joint = f_.joint(name);
    if (joint < 0) return unknown(track, "bone", name);
    numbers(track["translateFrame"], track, Kind::Joint, Property::Translation, joint, {{"x", 0}, {"y", 0}});
    rotations(track["rotateFrame"], track, joint);
    numbers(track["scaleFrame"], track, Kind::Joint, Property::Scale, joint, {{"x", 1}, {"y", 1}});
    combined(track["frame"], track, joint);
}

void ClipReader::rotations(JsonValue list, JsonValue track, int joint) {
    const auto keys = keys_.read(list, track);
    if (!keys) return;
    const auto column = keys_.column(*keys, 2);
    if (!column) return;
    uint32_t at = column->at / 4;
    double before = 0;
    int clockwise = 0;
    for (const JsonValue key : list) {
        const double angle = f_.in.number(key, "rotate", 0);
        before = at == column->at / 4 ? angle : unwrapped(angle, before, clockwise);
        clockwise = f_.in.integer(key, "clockwise", 0);
        f_.doc.arena[at++] = static_cast<float>(before);
        f_.doc.arena[at++] = static_cast<float>(f_.in.number(key, "skew", 0));
    }
    add_angles(keys_, *keys, joint, *column, 0);
}

// Keys of old files hold a whole transform.
void ClipReader::combined(JsonValue list, JsonValue track, int joint) {
    constexpr double degrees = 180 / 3.14159265358979323846;
    const auto keys = keys_.read(list, track);
    if (!keys) return;
    const auto column = keys_.column(*keys, 6);
    if (!column) return;
    const uint32_t first = column->at / 4;
    uint32_t at = first;
    double before = 0;
    int clockwise = 0;
    for (const JsonValue key : list) {
        const Planar p = read_transform(f_.in, key["transform"]);
        const double angle = double{p.angle} * degrees;
        before = at == first ? angle : unwrapped(angle, before, clockwise);
        clockwise = f_.in.integer(key, "tweenRotate", 0);
        const double row[] = {p.t.x, p.t.y, before, double{p.skew} * degrees, p.s.x, p.s.y};
        for (const double value : row) f_.doc.arena[at++] = static_cast<float>(value);
    }
    add_transform(keys_, *keys, joint, *column);
}

void ClipReader::slot(JsonValue track) {
    const std::string_view name = f_.in.name(track);
    const int slot = f_.slot(name);
    if (slot < 0) return unknown(track, "slot", name);
    displays(track["displayFrame"] ? track["displayFrame"] : track["frame"], track, slot);
    colors(track["colorFrame"] ? track["colorFrame"] : track["frame"], track, slot);
}

// Of any skin.
int ClipReader::most_displays(int slot) const {
    std::size_t most = 0;
    for (const Skin& skin : f_.rig.skins) most = std::max(most, skin.slots[static_cast<std::size_t>(slot)].size());
    return std::max(static_cast<int>(most), 1);  // 0 is the usual value, there may be nothing to show
}

void ClipReader::displays(JsonValue list, JsonValue track, int slot) {
    const auto keys = keys_.read(list, track);
    if (!keys) return;
    const auto column = keys_.column(*keys, 1);
    if (!column) return;
    uint32_t at = column->at / 4;
    for (const JsonValue key : list) {
        const int shown = f_.in.integer(key, key["value"] ? "value" : "displayIndex", 0);
        f_.doc.arena[at++] = static_cast<float>(shown);
        if (shown >= most_displays(slot)) f_.in.odd(key.bytes(), "a key that shows a display beyond the slot's list");
    }
    keys_.add(*keys, Kind::Slot, Property::Display, slot, *column, 0, 1);
}

// Of a key without any colour the identity holds, whatever the slot has at rest.
void ClipReader::colors(JsonValue list, JsonValue track, int slot) {
    const auto keys = keys_.read(list, track);
    if (!keys) return;
    const auto column = keys_.column(*keys, 8);
    if (!column) return;
    uint32_t at = column->at / 4;
    for (const JsonValue key : list) {
        const JsonValue named = key["value"];
        const ColorChange color = read_color(f_.in, named ? named : key["color"]);
        for (const vec4& part : {color.multiply, color.add})
            for (int lane = 0; lane < 4; ++lane) f_.doc.arena[at++] = part[lane];
    }
    keys_.add(*keys, Kind::Slot, Property::ColorScale, slot, *column, 0, 4).basis = Basis::Absolute;
    keys_.add(*keys, Kind::Slot, Property::ColorOffset, slot, *column, 4, 4).basis = Basis::Absolute;
}

// Of a key of a deform track: which number is the first that it moves.
uint64_t ClipReader::offset_of(JsonValue key) {
    const double offset = f_.in.number(key, "offset", 0);
    if (!(offset >= 0) || offset != std::floor(offset))
        f_.in.warn(key["offset"],
                   fmt::format("offset of a key: expected the place of a number, 0 or more, found {}", offset));
    return offset >= 1 ? static_cast<uint64_t>(std::min(offset, 1e9)) : 0;
}

// The stretches of a list's keys. Returns the numbers that any of them moves, of `floats`, as first and end.
std::pair<uint64_t, uint64_t> ClipReader::read_stretches(JsonValue list, std::string_view values, uint32_t floats) {
    uint64_t first = floats, end = 0;
    stretches_.clear();
    for (const JsonValue key : list) {
        const JsonValue named = key[values];
        const JsonValue numbers = named ? named : key["vertices"];
        const uint64_t n = numbers.most_items();
        const uint64_t offset = offset_of(key);
        stretches_.push_back({numbers, offset});
        if (n == 0) continue;  // such a key may say any offset
        first = std::min(first, offset);
        end = std::max(end, offset + n);
        if (offset + n > floats)
            f_.in.warn(key, fmt::format("animation \"{}\": expected changes of {} numbers, found {} from {} on; the "
                                        "rest is left out",
                                        decode(clip_.name), floats, n, offset));
    }
    end = std::min<uint64_t>(end, floats);
    if (first < end) return {first, end};
    return {0, std::min(floats, 2u)};
}

// Keys move different stretches of the numbers; the rows hold what any of them moves.
void ClipReader::deform(JsonValue track, std::string_view values, Kind kind, int target, uint32_t floats) {
    const JsonValue list = track["frame"];
    const auto [first, end] = read_stretches(list, values, floats);
    const auto keys = keys_.read(list, track);
    if (!keys || end <= first) return;
    const auto width = static_cast<uint32_t>(end - first);
    const auto column = keys_.column(*keys, width);
    if (!column) return;
    std::span<float> row(column_data(f_.doc, *column), width);
    for (const Stretch& stretch : stretches_) {
        const uint64_t skipped = std::min(std::max(stretch.offset, first) - first, end - first);
        std::fill(row.begin(), row.end(), 0.f);
        f_.in.numbers(stretch.numbers, row.subspan(skipped));
        row = {row.data() + width, width};
    }
    keys_.add(*keys, kind, Property::Deform, target, *column, 0, width).first = static_cast<uint32_t>(first);
}

void ClipReader::mesh(JsonValue track) {
    std::string skin = f_.in.text(track, "skin");
    if (skin.empty()) skin = "default";
    const std::string slot = f_.in.text(track, "slot"), name = f_.in.text(track, "name");
    int set = Figure::find(f_.sets, deform_name(skin, slot, name));
    if (set < 0 && f_.rig.default_skin >= 0)
        set = Figure::find(f_.sets,
                           deform_name(f_.rig.skins[static_cast<std::size_t>(f_.rig.default_skin)].name, slot, name));
    if (set < 0) return unknown(track, "mesh", name);
    deform(track, "vertices", Kind::Mesh, set, f_.doc.sets[static_cast<std::size_t>(set)].vertices * 2);
}

// Names the display alone. A mesh in the slot of the same name is what exporters mean; the runtime moves no other.
void ClipReader::mesh_anywhere(JsonValue track) {
    const std::string_view name = f_.in.name(track);
    int set = -1;
    for (const Skin& skin : f_.rig.skins)
        if (set < 0) set = Figure::find(f_.sets, deform_name(skin.name, name, name));
    const bool runs = set >= 0;
    for (const Skin& skin : f_.rig.skins)
        for (const Slot& slot : f_.rig.slots)
            if (set < 0) set = Figure::find(f_.sets, deform_name(skin.name, slot.name, name));
    if (set < 0) return unknown(track, "mesh", name);
    const std::size_t before = clip_.tracks.size();
    deform(track, "value", Kind::Mesh, set, f_.doc.sets[static_cast<std::size_t>(set)].vertices * 2);
    if (runs || clip_.tracks.size() == before || !has_room(f_.doc, clip_.tracks.back().width)) return;
    Track& added = clip_.tracks.back();
    added.as_run = add_column(f_.doc, 1, added.width);
    std::fill_n(column_data(f_.doc, added.as_run), added.width, 0.f);
    added.as_run.step = 0;
}

void ClipReader::surface(JsonValue track) {
    const std::string_view name = f_.in.name(track);
    const int joint = f_.joint(name);
    const auto grid = std::find_if(f_.rig.surfaces.begin(), f_.rig.surfaces.end(),
                                   [&](const SurfaceGrid& surface) { return surface.joint == joint; });
    if (grid == f_.rig.surfaces.end()) return unknown(track, "surface", name);
    deform(track, "value", Kind::Joint, joint, static_cast<uint32_t>(grid->points.size() * 2));
}

void ClipReader::constraint(JsonValue track, const char* bend, const char* weight) {
    const std::string_view name = f_.in.name(track);
    const int target = Figure::find(f_.constraints, name);
    if (target < 0) return unknown(track, "constraint", name);
    const JsonValue list = track["frame"];
    const auto keys = keys_.read(list, track);
    if (!keys) return;
    const auto column = keys_.column(*keys, 2);
    if (!column) return;
    uint32_t at = column->at / 4;
    for (const JsonValue key : list) {
        f_.doc.arena[at++] = f_.in.boolean(key, bend, true) ? 1.f : 0.f;
        f_.doc.arena[at++] = static_cast<float>(rounded(f_.in.number(key, weight, 1), 100));
    }
    keys_.add(*keys, Kind::Constraint, Property::Bend, target, *column, 0, 1).basis = Basis::Absolute;
    keys_.add(*keys, Kind::Constraint, Property::Mix, target, *column, 1, 1).basis = Basis::Absolute;
}

// How one slot list of a key becomes the whole order: named slots go where they are told, the others fill the places
// that are left, in their order.
void ClipReader::order_row(JsonValue pairs, const std::vector<float>& numbers, std::span<float> row) {
    constexpr float free = -1;
    const auto slots = static_cast<int64_t>(row.size());
    std::fill(row.begin(), row.end(), free);
    std::vector<bool> moved(row.size());
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
        const auto slot = static_cast<int64_t>(numbers[i]);
        int64_t place = slot + static_cast<int64_t>(numbers[i + 1]);
        if (place < 0) place += slots;  // of some old exporters
        const bool good = slot >= 0 && slot < slots && place >= 0 && place < slots &&
                          !moved[static_cast<std::size_t>(slot)] && row[static_cast<std::size_t>(place)] == free;
        if (!good) {
            f_.in.warn(pairs, fmt::format("draw order: expected slots 0 to {} and a free place for each, found slot {} "
                                          "moved by {}; it stays",
                                          slots - 1, numbers[i], numbers[i + 1]));
            continue;
        }
        moved[static_cast<std::size_t>(slot)] = true;
        row[static_cast<std::size_t>(place)] = static_cast<float>(slot);
    }
    int64_t next = 0;
    for (float& place : row) {
        if (place != free) continue;
        while (moved[static_cast<std::size_t>(next)]) ++next;
        place = static_cast<float>(next++);
    }
}

namespace {

// As the runtime fills the places: from the back, and with slot 0 where it has run out of others. False: it never
// ends, or has a place for all.
bool fill_as_run(const std::vector<float>& pairs, std::span<float> row) {
    constexpr float free = -1;
    const auto slots = static_cast<int64_t>(row.size());
    std::fill(row.begin(), row.end(), free);
    std::vector<float> rest;
    int64_t next = 0;
    bool lost = false;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        const auto slot = static_cast<int64_t>(pairs[i]), place = slot + static_cast<int64_t>(pairs[i + 1]);
        if (slot < next || slot >= slots) return false;
        while (next < slot) rest.push_back(static_cast<float>(next++));
        ++next;
        const bool good = place >= 0 && place < slots;
        lost |= !good || row[static_cast<std::size_t>(place)] != free;
        if (good) row[static_cast<std::size_t>(place)] = static_cast<float>(slot);
    }
    while (next < slots) rest.push_back(static_cast<float>(next++));
    for (std::size_t i = row.size(); i-- > 0;) {
        if (row[i] != free) continue;
        row[i] = rest.empty() ? 0 : rest.back();
        if (!rest.empty()) rest.pop_back();
    }
    return lost;
}

// Adds row `rows` - 1 to what the runtime has; nothing as long as that is what is meant.
void order_as_run(const std::vector<float>& pairs, std::span<const float> meant, uint32_t rows,
                  std::vector<float>& as_run) {
    std::vector<float> row(meant.size());
    const bool differs = fill_as_run(pairs, row);
    if (!differs && as_run.empty()) return;
    if (as_run.empty())  // all rows so far lie before this one
        as_run.assign(meant.data() - (rows - 1) * meant.size(), meant.data());
    if (!differs) row.assign(meant.begin(), meant.end());
    as_run.insert(as_run.end(), row.begin(), row.end());
}

}  // namespace

void ClipReader::order(JsonValue track) {
    const JsonValue list = track["frame"];
    const auto keys = keys_.read(list, track);
    const auto slots = static_cast<uint32_t>(f_.rig.slots.size());
    if (!keys || slots == 0) return;
    const auto column = keys_.column(*keys, slots);
    if (!column) return;
    std::vector<float> pairs, as_run;  // the latter: of all keys once one differs
    uint32_t row = 0;
    for (const JsonValue key : list) {
        pairs.clear();
        if (key["zOrder"]) f_.in.numbers(key["zOrder"], pairs);
        const std::span<float> meant{column_data(f_.doc, *column) + std::size_t{row++} * slots, slots};
        order_row(key["zOrder"], pairs, meant);
        order_as_run(pairs, meant, row, as_run);
    }
    Track& added = keys_.add(*keys, Kind::Scene, Property::Order, 0, *column, 0, slots);
    added.basis = Basis::Absolute;
    if (as_run.empty() || !has_room(f_.doc, as_run.size())) return;
    added.as_run = add_column(f_.doc, row, slots);
    std::copy(as_run.begin(), as_run.end(), column_data(f_.doc, added.as_run));
}

void ClipReader::child(JsonValue track, int type) {
    const std::string_view name = f_.in.name(track);
    const int clip = Figure::find(f_.clips, name);
    if (clip < 0) return unknown(track, "animation", name);
    const JsonValue list = track["frame"];
    const std::size_t before = clip_.tracks.size();
    if (type == Parameter)
        numbers(list, track, Kind::Clip, Property::Parameter, clip, {{"x", 0}, {"y", 0}}, 10000);
    else
        numbers(list, track, Kind::Clip, type == Progress ? Property::Progress : Property::Weight, clip,
                {{"value", type == Progress ? 0. : 1.}}, 10000);
    if (clip_.tracks.size() > before) clip_.tracks.back().place = f_.in.real(track, "x", 0);
}

void ClipReader::numbered_joint(JsonValue track, int type) {
    const std::string_view name = f_.in.name(track);
    const int joint = f_.joint(name);
    if (joint < 0) return unknown(track, "bone", name);
    const JsonValue list = track["frame"];
    if (type == BoneTranslate)
        return numbers(list, track, Kind::Joint, Property::Translation, joint, {{"x", 0}, {"y", 0}});
    if (type == BoneScale) return numbers(list, track, Kind::Joint, Property::Scale, joint, {{"x", 1}, {"y", 1}});
    if (type == BoneAlpha) return numbers(list, track, Kind::Joint, Property::Alpha, joint, {{"value", 1}}, 100);
    const auto keys = keys_.read(list, track);
    const auto column = keys ? keys_.column(*keys, 2) : std::nullopt;
    if (!column) return;
    uint32_t at = column->at / 4;
    for (const JsonValue key : list)
        for (const char* lane : {"x", "y"}) f_.doc.arena[at++] = f_.in.real(key, lane, 0);
    add_angles(keys_, *keys, joint, *column, 0);
}

void ClipReader::numbered_slot(JsonValue track, int type) {
    const std::string_view name = f_.in.name(track);
    const int slot = f_.slot(name);
    if (slot < 0) return unknown(track, "slot", name);
    const JsonValue list = track["frame"];
    if (type == SlotDisplay) return displays(list, track, slot);
    if (type == SlotColor) return colors(list, track, slot);
    if (type == SlotDepth) return numbers(list, track, Kind::Slot, Property::Depth, slot, {{"value", 0}}, 1);
    numbers(list, track, Kind::Slot, Property::Alpha, slot, {{"value", 1}}, 100);
}

void ClipReader::numbered(JsonValue track) {
    const int type = f_.in.integer(track, "type", 0);
    switch (type) {
    case BoneTranslate:
    case BoneRotate:
    case BoneScale:
    case BoneAlpha:
        return numbered_joint(track, type);
    case SlotDisplay:
    case SlotColor:
    case SlotDepth:
    case SlotAlpha:
        return numbered_slot(track, type);
    case SlotDeform:
        return mesh_anywhere(track);
    case SurfaceDeform:
        return surface(track);
    case Ik:
        return constraint(track, "x", "y");
    case Progress:
    case Weight:
    case Parameter:
        return child(track, type);
    default:
        f_.in.warn(track, fmt::format("animation \"{}\": expected a known type of timeline, found {}",
                                      decode(clip_.name), type));
    }
}

void ClipReader::run(JsonValue item) {
    for (const JsonValue track : item["bone"]) bone(track);
    for (const JsonValue track : item["slot"]) slot(track);
    for (const JsonValue track : item["ffd"]) mesh(track);
    for (const JsonValue track : item["ik"]) constraint(track, "bendPositive", "weight");
    const JsonValue numbered_tracks = item["timeline"];
    clip_.tracks.reserve(clip_.tracks.size() + numbered_tracks.size());
    for (const JsonValue track : numbered_tracks) numbered(track);
    if (item["zOrder"]) order(item["zOrder"]);
    read_events(f_, item, clip_);
}

namespace {

void start_clip(Figure& f, JsonValue item, Clip& clip) {
    clip.skeleton = f.index;
    clip.where = item.bytes();
    const int duration = f.in.integer(item, "duration", 0);
    if (duration < 0)
        f.in.warn(item["duration"], fmt::format("duration of an animation: expected 0 or more, found {}", duration));
    clip.duration = std::max(duration, 0);
    const double stretch = f.in.number(item, "scale", 1);
    if (!(stretch > 0) || !std::isfinite(stretch))
        f.in.warn(item["scale"],
                  fmt::format("scale of an animation: expected a number above 0, found {}; 1 serves", stretch));
    clip.fps = f.rate;
    clip.rate = stretch > 0 && std::isfinite(stretch) ? double{f.rate} / stretch : double{f.rate};
    clip.fade_in = f.in.real(item, "fadeInTime", 0);
    clip.blends = f.in.word(item, "blendType", blend_types, 0) == 1;
    clip.sampling.plays =
        static_cast<uint32_t>(std::max(f.in.integer(item, f.old && !item["playTimes"] ? "loop" : "playTimes", 1), 0));
    clip.sampling.after = End::ToFirst;
    clip.sampling.wrap = Wrap::Plays;
    clip.sampling.hold_in_last_play = true;
}

}  // namespace

void read_clips(Figure& f, JsonValue animations) {
    const std::size_t first = f.doc.clips.size();
    f.doc.clips.reserve(first + animations.size());
    // Names first: blend trees name animations that come later.
    for (const JsonValue item : animations) {
        f.in.object(item, "an animation");
        Clip& clip = f.doc.clips.emplace_back();
        clip.name = f.in.text(item, "name");
        if (clip.name.empty()) clip.name = "default";
        add_name(f, f.clips, clip.name, static_cast<int>(f.doc.clips.size()) - 1, item, "animation");
    }
    std::size_t i = first;
    for (const JsonValue item : animations) {
        start_clip(f, item, f.doc.clips[i]);
        if (f.binary)
            read_binary_tracks(f, item, f.doc.clips[i]);
        else if (f.old)
            read_old_tracks(f, item, f.doc.clips[i]);
        else
            ClipReader(f, f.doc.clips[i]).run(item);
        ++i;
    }
}

}  // namespace bonescope::dragonbones
