#include "core/formats/dragonbones/events.h"
#include "core/formats/dragonbones/keys.h"
#include <algorithm>

namespace bonescope::dragonbones {
namespace {

struct Owner {
    int joint = -1, slot = -1;
};

void add(const Figure& f, Clip& clip, double tick, Owner owner, Action& action) {
    Event event;
    event.tick = tick;
    event.kind = action.kind;
    event.name = std::move(action.name);
    event.where = action.where;
    event.joint = action.bone.empty() ? owner.joint : f.joint(action.bone);
    event.slot = action.slot.empty() ? owner.slot : f.slot(action.slot);
    event.numbers = std::move(action.numbers);
    event.texts = std::move(action.texts);
    clip.events.push_back(std::move(event));
}

void of_key(Figure& f, JsonValue key, double tick, Owner owner, Clip& clip) {
    static constexpr std::pair<const char*, EventKind> kinds[] = {{"event", EventKind::Frame},
                                                                  {"sound", EventKind::Sound},
                                                                  {"action", EventKind::Play},
                                                                  {"events", EventKind::Frame},
                                                                  {"actions", EventKind::Play}};
    std::vector<Action> actions;
    for (const auto& [name, kind] : kinds)
        if (const JsonValue value = key[name]) read_actions(f.in, value, kind, actions);
    for (Action& action : actions) add(f, clip, tick, owner, action);
}

// `held`: a key that lasts no time takes a frame where it is in the middle, as in all lists but the animation's own.
void of_list(Figure& f, JsonValue list, Owner owner, bool held, Clip& clip) {
    double tick = 0;
    bool first = true;
    for (const JsonValue key : list) {
        of_key(f, key, tick, owner, clip);
        const double duration = key_duration(f.in, key);
        tick += duration == 0 && held && !first ? 1 : duration;
        first = false;
    }
}

void sort_events(Clip& clip) {
    std::stable_sort(clip.events.begin(), clip.events.end(),
                     [](const Event& a, const Event& b) { return a.tick < b.tick; });
}

}  // namespace

void read_events(Figure& f, JsonValue animation, Clip& clip) {
    of_list(f, animation["frame"], {}, false, clip);
    for (const JsonValue track : animation["bone"])
        if (const JsonValue list = track["frame"])
            of_list(f, list, {f.joint(f.in.text(track, "name")), -1}, true, clip);
    for (const JsonValue track : animation["slot"]) {
        const int slot = f.slot(f.in.text(track, "name"));
        const int joint = slot < 0 ? -1 : f.rig.slots[static_cast<std::size_t>(slot)].joint;
        if (const JsonValue list = track["displayFrame"] ? track["displayFrame"] : track["frame"])
            of_list(f, list, {joint, slot}, true, clip);
    }
    sort_events(clip);
}

void read_old_events(Figure& f, JsonValue animation, Clip& clip) {
    of_list(f, animation["frame"], {}, false, clip);
    for (const JsonValue track : animation["timeline"]) {
        const std::string name = f.in.text(track, "name");
        of_list(f, track["frame"], {f.joint(name), -1}, true, clip);
    }
    sort_events(clip);
}

}  // namespace bonescope::dragonbones
