// Small things that occur in many places: transforms, colours, actions.
#include "core/formats/dragonbones/figure.h"
#include <cmath>

namespace bonescope::dragonbones {
namespace {

constexpr double radians = 3.14159265358979323846 / 180;
constexpr const char* blend_modes[] = {"normal", "add",   "alpha",   "darken",   "difference", "erase",  "hardLight",
                                       "invert", "layer", "lighten", "multiply", "overlay",    "screen", "subtract"};
constexpr const char* action_types[] = {"play", "frame", "sound"};

EventKind kind_of(int type) {
    return type == 10 || type == 1 ? EventKind::Frame : type == 11 || type == 2 ? EventKind::Sound : EventKind::Play;
}

void append_numbers(Values& in, JsonValue list, std::vector<double>& out) {
    for (const JsonValue item : list) out.push_back(in.number(item, 0));
}

Action read_action(Values& in, JsonValue item, EventKind kind) {
    Action action;
    action.kind = kind;
    action.where = item.bytes();
    if (item.is(JsonKind::String)) {
        action.name = item.text();
    } else if (item["gotoAndPlay"]) {
        action.kind = EventKind::Play;
        action.name = in.text(item, "gotoAndPlay");
    } else {
        if (item["type"]) action.kind = kind_of(in.word(item, "type", action_types, 0));
        action.name = in.text(item, "name");
    }
    action.bone = in.text(item, "bone");
    action.slot = in.text(item, "slot");
    append_numbers(in, item["ints"], action.numbers);
    append_numbers(in, item["floats"], action.numbers);
    for (const JsonValue text : item["strings"]) action.texts.push_back(text.text());
    return action;
}

}  // namespace

double wrap_degrees(double degrees) {
    const double wrapped = std::remainder(degrees, 360);
    return wrapped <= -180 ? wrapped + 360 : wrapped;
}

Planar read_transform(Values& in, JsonValue transform) {
    Planar out;
    if (!transform) return out;
    out.t = {in.real(transform, "x", 0), in.real(transform, "y", 0)};
    out.s = {in.real(transform, "scX", 1), in.real(transform, "scY", 1)};
    double angle = 0, skew = 0;
    if (transform["rotate"] || transform["skew"]) {
        angle = wrap_degrees(in.number(transform, "rotate", 0));
        skew = wrap_degrees(in.number(transform, "skew", 0));
    } else {
        angle = wrap_degrees(in.number(transform, "skY", 0));
        skew = wrap_degrees(in.number(transform, "skX", 0)) - angle;
    }
    out.angle = static_cast<float>(angle * radians);
    out.skew = static_cast<float>(skew * radians);
    return out;
}

ColorChange read_color(Values& in, JsonValue color) {
    ColorChange out;
    if (!color) return out;
    const auto part = [&](const char* key, double usual) {
        return static_cast<float>(std::round(in.number(color, key, usual)));
    };
    out.multiply = vec4(part("rM", 100), part("gM", 100), part("bM", 100), part("aM", 100)) / 100.f;
    out.add = {part("rO", 0), part("gO", 0), part("bO", 0), part("aO", 0)};
    return out;
}

SlotBlend read_blend(Values& in, JsonValue slot) {
    const int blend = in.word(slot, "blendMode", blend_modes, 0);
    return blend > 0 && blend < static_cast<int>(std::size(blend_modes)) ? static_cast<SlotBlend>(blend)
                                                                         : SlotBlend::Normal;
}

double unwrapped(double angle, double before, int clockwise) {
    if (clockwise == 0) return before + wrap_degrees(angle - before);
    if (clockwise > 0 && angle >= before) --clockwise;
    if (clockwise < 0 && angle <= before) ++clockwise;
    return angle + 360. * clockwise;
}

std::vector<std::string> read_plays(Values& in, JsonValue owner) {
    std::vector<Action> actions;
    read_actions(in, owner["actions"], EventKind::Play, actions);
    std::vector<std::string> names;
    for (Action& action : actions)
        if (action.kind == EventKind::Play) names.push_back(std::move(action.name));
    return names;
}

void read_user_data(Figure& f, JsonValue owner, int joint, int slot) {
    const JsonValue value = owner["userData"];
    if (!value || value.raw() == "null") return;
    UserData data;
    data.joint = joint;
    data.slot = slot;
    data.where = value.bytes();
    const JsonValue ints = value["ints"], floats = value["floats"], strings = value["strings"];
    append_numbers(f.in, ints, data.numbers);
    append_numbers(f.in, floats, data.numbers);
    for (const JsonValue text : strings) data.texts.push_back(text.text());
    if (!ints && !floats && !strings) data.texts.push_back(value.text());
    f.rig.user_data.push_back(std::move(data));
}

void read_actions(Values& in, JsonValue value, EventKind kind, std::vector<Action>& out) {
    if (!value.is(JsonKind::Array)) {
        if (value.is(JsonKind::String) || value.is(JsonKind::Object)) out.push_back(read_action(in, value, kind));
        return;
    }
    bool second = false;  // of a pair
    for (const JsonValue item : value) {
        if (item.is(JsonKind::Array)) {
            read_actions(in, item, kind, out);
        } else if (item.raw() == "gotoAndPlay" && !second) {
            second = true;
        } else {
            out.push_back(read_action(in, item, kind));
            second = false;
        }
    }
}

}  // namespace bonescope::dragonbones
