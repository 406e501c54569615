// Tracks in binary files. Floats are looked at where they stand; whole numbers and key times are copied.
#include "core/formats/dragonbones/binary.h"
#include "core/formats/dragonbones/easing.h"
#include "core/formats/dragonbones/keys.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

enum Tween { NoTween, Linear, Curve, EaseIn, EaseOut, EaseInOut };

class TrackReader {
public:
    TrackReader(Figure& f, JsonValue animation, Clip& clip) : f_(f), b_(*f.binary), clip_(clip), keys_(f, clip) {
        std::vector<float> bases;
        f.in.numbers(animation["offset"], bases);
        if (bases.size() < 3 || !(std::min({bases[0], bases[1], bases[2]}) >= 0))
            f.in.warn(animation["offset"] ? animation["offset"] : animation,
                      fmt::format("animation \"{}\": expected three places in the arrays of keys, found {}; 0 serves",
                                  decode(clip.name), animation["offset"] ? animation["offset"].raw() : "none"));
        bases.resize(3);
        const auto base = [&](std::size_t i) { return bases[i] >= 0 ? static_cast<uint64_t>(bases[i]) : 0; };
        ints_ = base(0), floats_ = base(1), frames_ = base(2);
    }

    void run(JsonValue animation) {
        each(animation["bone"], f_.joints, "bone", [&](int target, int type) { joint(target, type); });
        each(animation["slot"], f_.slots, "slot", [&](int target, int type) { slot(target, type); });
        each(animation["constraint"], f_.constraints, "constraint", [&](int target, int) { constraint(target); });
        for (const JsonValue item : animation["timeline"]) numbered(item);
        if (animation["zOrder"] && start(animation["zOrder"], true)) order();
        if (animation["action"] && start(animation["action"], true)) events();
    }

private:
    // One timeline of the file, while it is read.
    struct Line {
        uint64_t at = 0;  // in Timeline
        uint32_t rows = 0, width = 0;
        uint64_t values = 0;
        JsonValue source;
        Keys keys;
    };

    uint64_t key(uint32_t row) const { return frames_ + b_.index(Binary::Timeline, line_.at + 5 + row); }

    template <class Visit> void each(JsonValue lists, const Names& names, const char* what, Visit&& visit) {
        for (const JsonValue list : lists) {
            const std::string name = list.key().text();
            const int target = Figure::find(names, name);
            if (target < 0) {
                unknown(list, what, name);
                continue;
            }
            int type = -1;
            for (const JsonValue item : list) {
                const int number = static_cast<int>(std::clamp(f_.in.number(item, 0), -1., 1e9));
                if (type < 0) {
                    type = number;
                    continue;
                }
                if (start(item, type == 20)) visit(target, type);
                type = -1;
            }
        }
    }

    void unknown(JsonValue where, const char* what, const std::string& name) {
        f_.in.warn(where,
                   fmt::format("animation \"{}\": expected the name of a {}, found no {} \"{}\"; the track is left "
                               "out",
                               decode(clip_.name), what, what, decode(name)));
    }

    // The head of a timeline and its key times. `steps`: its keys have no eases.
    bool start(JsonValue source, bool steps) {
        line_ = {};
        line_.source = source;
        const double at = source.number().value_or(-1);
        line_.at = at >= 0 && at < 1e9 ? static_cast<uint64_t>(at) : none;
        line_.rows = b_.index(Binary::Timeline, line_.at + 2);
        line_.width = b_.index(Binary::Timeline, line_.at + 3);
        line_.values = b_.index(Binary::Timeline, line_.at + 4);
        if (line_.rows == 0 || !b_.holds(Binary::Timeline, line_.at, 5 + uint64_t{line_.rows})) return refuse("keys");
        std::vector<double> starts;
        std::vector<uint32_t> eases;
        for (uint32_t row = 0; row < line_.rows; ++row) {
            if (!b_.holds(Binary::Frame, key(row), 2)) return refuse("key times");
            starts.push_back(b_.index(Binary::Frame, key(row)));
            eases.push_back(steps ? step_ease(f_.doc) : ease(key(row)));
        }
        const auto hundredth = [&](uint64_t i) {
            return static_cast<int16_t>(b_.number(Binary::Timeline, line_.at + i)) / 100.;
        };
        const auto keys = keys_.place(std::move(starts), std::move(eases), hundredth(0), hundredth(1), source);
        if (!keys) return false;
        line_.keys = *keys;
        return true;
    }

    bool refuse(const char* what) {
        f_.in.warn(line_.source, fmt::format("animation \"{}\": expected a timeline whose {} lie in the arrays, found "
                                             "{}",
                                             decode(clip_.name), what, line_.source.raw()));
        return false;
    }

    uint32_t ease(uint64_t at) {
        Easing easing;
        const int tween = b_.number(Binary::Frame, at + 1), third = b_.number(Binary::Frame, at + 2);
        easing.kind = tween == Linear      ? Ease::Linear
                      : tween == EaseIn    ? Ease::In
                      : tween == EaseOut   ? Ease::Out
                      : tween == EaseInOut ? Ease::InOut
                                           : Ease::Step;
        if (tween == Curve) return curve(at, third);
        if (easing.kind != Ease::Step && easing.kind != Ease::Linear)
            easing.amount = static_cast<float>(std::abs(third)) / 100.f;
        return plain_ease(f_.doc, easing);
    }

    // Of a count below 0 the samples have the ends too.
    uint32_t curve(uint64_t at, int count) {
        const bool ends = count < 0;
        const auto n = static_cast<uint64_t>(std::abs(count));
        if (n == 0 || (ends && n < 3) || !b_.holds(Binary::Frame, at + 3, n)) return step_ease(f_.doc);
        std::vector<float> samples;
        for (uint64_t i = 0; i < n; ++i)
            samples.push_back(static_cast<float>(b_.number(Binary::Frame, at + 3 + i)) / 10000.f);
        if (!ends) return table_ease(f_.doc, samples);
        return table_ease(f_.doc, std::span(samples).subspan(1, n - 2), samples.front(), samples.back());
    }

    // Rows of floats as they stand in the file.
    Track* floats(Kind kind, Property property, int target, uint32_t first, uint32_t width, uint32_t row_width) {
        const uint64_t at = floats_ + line_.values + first;
        if (!b_.holds(Binary::FrameFloat, floats_ + line_.values, uint64_t{row_width} * line_.rows)) {
            refuse("values");
            return nullptr;
        }
        Column column;
        column.at = b_.byte_of(Binary::FrameFloat, at);
        column.step = row_width * 4 & 0x7FFF'FFFFu;
        Track& track = keys_.add(line_.keys, kind, property, target, column, 0, width);
        track.where = {uint64_t{column.at} * 8, row_width * 32, width * 32};
        return &track;
    }

    // Rows of whole numbers, times `unit`, in the arena.
    std::optional<Column> integers(uint32_t row_width, float unit) {
        const uint64_t at = ints_ + line_.values;
        if (!b_.holds(Binary::FrameInt, at, uint64_t{row_width} * line_.rows)) {
            refuse("values");
            return {};
        }
        const auto column = keys_.column(line_.keys, row_width);
        if (!column) return {};
        float* out = column_data(f_.doc, *column);
        for (uint64_t i = 0; i < uint64_t{row_width} * line_.rows; ++i)
            out[i] = static_cast<float>(b_.number(Binary::FrameInt, at + i)) * unit;
        line_.keys.where = {uint64_t{b_.byte_of(Binary::FrameInt, at)} * 8, row_width * 16, row_width * 16};
        return column;
    }

    void one_integer(Kind kind, Property property, int target, float unit) {
        if (const auto column = integers(1, unit)) keys_.add(line_.keys, kind, property, target, *column, 0, 1);
    }

    void joint(int target, int type) {
        switch (type) {
        case 10:
            if (!floats(Kind::Joint, Property::Translation, target, 0, 2, 6)) return;
            floats(Kind::Joint, Property::Angle, target, 2, 1, 6);
            floats(Kind::Joint, Property::Skew, target, 3, 1, 6);
            floats(Kind::Joint, Property::Scale, target, 4, 2, 6);
            return;
        case 11:
            floats(Kind::Joint, Property::Translation, target, 0, 2, 2);
            return;
        case 12:
            if (floats(Kind::Joint, Property::Angle, target, 0, 1, 2))
                floats(Kind::Joint, Property::Skew, target, 1, 1, 2);
            return;
        case 13:
            floats(Kind::Joint, Property::Scale, target, 0, 2, 2);
            return;
        case 50:
            return deform(Kind::Joint, target);
        case 60:
            return one_integer(Kind::Joint, Property::Alpha, target, 0.01f);
        default:
            refuse("type is known");
        }
    }

    void slot(int target, int type) {
        switch (type) {
        case 20:
            return display(target);
        case 21:
            return color(target);
        case 22:
            return deform(Kind::Mesh, -1);
        case 23:
            return one_integer(Kind::Slot, Property::Depth, target, 1);
        case 24:
            return one_integer(Kind::Slot, Property::Alpha, target, 0.01f);
        default:
            refuse("type is known");
        }
    }

    void display(int target) {
        const auto column = keys_.column(line_.keys, 1);
        if (!column) return;
        for (uint32_t row = 0; row < line_.rows; ++row)
            column_data(f_.doc, *column)[row] = static_cast<float>(b_.number(Binary::Frame, key(row) + 1));
        keys_.add(line_.keys, Kind::Slot, Property::Display, target, *column, 0, 1);
    }

    void color(int target) {
        static constexpr uint64_t from[] = {1, 2, 3, 0, 5, 6, 7, 4};  // alpha comes first there
        const uint64_t at = ints_ + line_.values;
        const auto column = keys_.column(line_.keys, 8);
        if (!column) return;
        for (uint32_t row = 0; row < line_.rows; ++row)
            for (std::size_t lane = 0; lane < 8; ++lane) {
                const int value = b_.number(b_.colors(), b_.index(Binary::FrameInt, at + row) + from[lane]);
                column_data(f_.doc, *column)[row * 8 + lane] =
                    lane < 4 ? static_cast<float>(value) / 100.f : static_cast<float>(value);
            }
        keys_.add(line_.keys, Kind::Slot, Property::ColorScale, target, *column, 0, 4).basis = Basis::Absolute;
        keys_.add(line_.keys, Kind::Slot, Property::ColorOffset, target, *column, 4, 4).basis = Basis::Absolute;
    }

    void constraint(int target) {
        const auto column = integers(2, 1);
        if (!column) return;
        keys_.add(line_.keys, Kind::Constraint, Property::Bend, target, *column, 0, 1).basis = Basis::Absolute;
        Track& mix = keys_.add(line_.keys, Kind::Constraint, Property::Mix, target, *column, 1, 1);
        mix.basis = Basis::Absolute;
        mix.unit = 0.01f;
    }

    // Some floats change from key to key; those before and behind them are there once.
    void deform(Kind kind, int target) {
        const uint64_t head = ints_ + line_.width;
        const uint32_t geometry = b_.index(Binary::FrameInt, head), count = b_.index(Binary::FrameInt, head + 1),
                       moving = b_.index(Binary::FrameInt, head + 2), first = b_.index(Binary::FrameInt, head + 3);
        const uint64_t fixed = floats_ + b_.index(Binary::FrameInt, head + 4);
        if (kind == Kind::Mesh) {
            const auto found = f_.geometries.find(geometry);
            if (found == f_.geometries.end()) return void(refuse("mesh"));
            target = found->second;
        }
        const bool whole = b_.holds(Binary::FrameInt, head, 5) && uint64_t{first} + moving <= count && count > 0 &&
                           b_.holds(Binary::FrameFloat, fixed, count - moving) &&
                           b_.holds(Binary::FrameFloat, floats_ + line_.values, uint64_t{moving} * line_.rows);
        if (!whole) return void(refuse("values"));
        const auto column = keys_.column(line_.keys, count);
        if (!column) return;
        float* out = column_data(f_.doc, *column);
        for (uint32_t row = 0; row < line_.rows; ++row)
            for (uint32_t i = 0; i < count; ++i) {
                const bool moves = i >= first && i - first < moving;
                const uint64_t at = moves ? floats_ + line_.values + uint64_t{row} * moving + (i - first)
                                          : fixed + (i < first ? i : i - moving);
                *out++ = b_.real(Binary::FrameFloat, at);
            }
        if (moving)
            line_.keys.where = {uint64_t{b_.byte_of(Binary::FrameFloat, floats_ + line_.values)} * 8, moving * 32,
                                moving * 32};
        keys_.add(line_.keys, kind, Property::Deform, target, *column, 0, count);
    }

    bool is_order(uint64_t at, uint32_t slots) const {
        std::vector<bool> there(slots);
        for (uint32_t i = 0; i < slots; ++i) {
            const uint32_t slot = b_.index(Binary::Frame, at + i);
            if (slot >= slots || there[slot]) return false;
            there[slot] = true;
        }
        return true;
    }

    void order() {
        const auto slots = static_cast<uint32_t>(f_.rig.slots.size());
        const auto column = slots ? keys_.column(line_.keys, slots) : std::nullopt;
        if (!column) return;
        float* out = column_data(f_.doc, *column);
        for (uint32_t row = 0; row < line_.rows; ++row) {
            const uint32_t count = b_.index(Binary::Frame, key(row) + 1);
            const bool said = count == slots && is_order(key(row) + 2, slots);
            if (count > 0 && !said)
                f_.in.warn(line_.source,
                           fmt::format("draw order: expected each of slots 0 to {} once, found other at key "
                                       "{}; the order at rest serves",
                                       slots - 1, row));
            for (uint32_t i = 0; i < slots; ++i)
                *out++ = static_cast<float>(said ? b_.index(Binary::Frame, key(row) + 2 + i) : i);
        }
        keys_.add(line_.keys, Kind::Scene, Property::Order, 0, *column, 0, slots).basis = Basis::Absolute;
    }

    void events() {
        for (uint32_t row = 0; row < line_.rows; ++row) {
            const uint32_t n = b_.index(Binary::Frame, key(row) + 1);
            if (!b_.holds(Binary::Frame, key(row) + 2, n)) return void(refuse("actions"));
            for (uint32_t i = 0; i < n; ++i)
                event(b_.index(Binary::Frame, key(row)), b_.index(Binary::Frame, key(row) + 2 + i));
        }
    }

    void event(uint32_t tick, uint32_t index) {
        if (index >= f_.actions.size()) return void(refuse("actions"));
        const Action& action = f_.actions[index];
        Event event;
        event.tick = tick;
        event.kind = action.kind;
        event.name = action.name;
        event.where = action.where;
        event.joint = action.bone.empty() ? -1 : f_.joint(action.bone);
        event.slot = action.slot.empty() ? -1 : f_.slot(action.slot);
        event.numbers = action.numbers;
        event.texts = action.texts;
        clip_.events.push_back(std::move(event));
    }

    // Those of 5.6 that say what they are themselves.
    void numbered(JsonValue item) {
        const int type = f_.in.integer(item, "type", 0);
        const std::string name = f_.in.text(item, "name");
        const bool clip = type >= 40 && type <= 42, slots = type >= 20 && type < 30;
        const Names& names = clip ? f_.clips : type == 30 ? f_.constraints : slots ? f_.slots : f_.joints;
        const int target = Figure::find(names, name);
        if (target < 0 && type != 22)  // whose mesh says it all
            return unknown(item, clip ? "animation" : type == 30 ? "constraint" : slots ? "slot" : "bone", name);
        if (!start(item["offset"], type == 20)) return;
        if (clip) return child(item, type, target);
        if (type == 30) return constraint(target);
        if (slots) return slot(target, type);
        joint(target, type);
    }

    void child(JsonValue item, int type, int target) {
        const auto column = integers(type == 42 ? 2 : 1, 0.0001f);
        if (!column) return;
        const Property property = type == 40 ? Property::Progress : type == 41 ? Property::Weight : Property::Parameter;
        keys_.add(line_.keys, Kind::Clip, property, target, *column, 0, type == 42 ? 2 : 1).place =
            f_.in.real(item, "x", 0);
    }

    Figure& f_;
    const Binary& b_;
    Clip& clip_;
    KeyReader keys_;
    Line line_;
    uint64_t ints_ = 0, floats_ = 0, frames_ = 0;  // where this animation's values and keys begin
};

}  // namespace

void read_binary_tracks(Figure& f, JsonValue animation, Clip& clip) { TrackReader(f, animation, clip).run(animation); }

}  // namespace bonescope::dragonbones
