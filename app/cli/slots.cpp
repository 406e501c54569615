#include "app/cli/slots.h"
#include "app/cli/command.h"
#include "app/cli/text_output.h"
#include "core/text.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace bonescope::cli {
namespace {

const char* name_of(DisplayKind kind) {
    const char* const names[] = {"none", "image", "armature", "mesh", "boundingBox", "path"};
    return names[static_cast<int>(kind)];
}

const char* name_of(SlotBlend blend) {
    const char* const names[] = {"normal", "add",   "alpha",   "darken",   "difference", "erase",  "hardLight",
                                 "invert", "layer", "lighten", "multiply", "overlay",    "screen", "subtract"};
    return names[static_cast<int>(blend)];
}

// By its name in a list, else its place there; -1: neither.
template <class T> int find_named(const std::vector<T>& list, const std::string& name) {
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].name == name || decode(list[i].name) == name) return static_cast<int>(i);
    const auto index = parse_int(name);
    return index && *index >= 0 && *index < static_cast<int64_t>(list.size()) ? static_cast<int>(*index) : -1;
}

template <class T> int wanted(const std::vector<T>& list, const std::string& name, const char* what) {
    if (const int index = find_named(list, name); index >= 0) return index;
    std::string known;
    for (const T& one : list) known += (known.empty() ? "" : ", ") + decode(one.name);
    throw Usage(
        fmt::format("no {} \"{}\"; there {}", what, decode(name), known.empty() ? "are none" : "are: " + known));
}

// As drawn: the corners of an image, the vertices of a mesh or polygon, the points of a path.
std::vector<vec2> vertices_of(const Scene& scene, const PlanarFrame& frame, const SlotNow& now) {
    if (!now.shown) return {};
    std::vector<vec2> out(frame.vertices.begin() + now.first, frame.vertices.begin() + now.first + now.count);
    const vec2 half = now.shown->size / 2.f;
    if (now.shown->kind == DisplayKind::Box && now.shown->shape == BoxShape::Rectangle)
        out = {now.place * -half, now.place * vec2(half.x, -half.y), now.place * half,
               now.place * vec2(-half.x, half.y)};
    if (now.shown->kind != DisplayKind::Image) return out;
    const auto found = scene.regions.find(now.shown->path);
    if (found == scene.regions.end()) return {};
    for (const vec2 corner : image_quad(*now.shown, found->second)) out.push_back(now.place * corner);
    return out;
}

void write_color(Json& json, const ColorChange& color) {
    json.key("color").open_array();
    for (int i = 0; i < 4; ++i) json.value(color.multiply[i]);
    for (int i = 0; i < 4; ++i) json.value(color.add[i]);
    json.close();
}

void write_slot(Json& json, const Scene& scene, const PlanarFrame& frame, std::size_t order) {
    const SlotNow& now = frame.slots[order];
    const Slot& slot = scene.skeleton()->rig->slots[static_cast<std::size_t>(now.slot)];
    json.open_object();
    json.member("name", slot.name);
    json.member("joint", slot.joint);
    json.member("display", now.display);
    json.member("display_name", now.shown ? now.shown->name : "");
    json.member("kind", name_of(now.shown ? now.shown->kind : DisplayKind::None));
    json.member("visible", now.display >= 0);
    json.member("order", order);
    json.member("z", now.z);
    json.member("alpha", now.alpha);
    json.member("blend", name_of(slot.blend));
    write_color(json, now.color);
    json.key("matrix").open_array();
    for (const float v : {now.place.a, now.place.b, now.place.c, now.place.d, now.place.t.x, now.place.t.y})
        json.value(v);
    json.close();
    json.key("vertices").open_array();
    for (const vec2 v : vertices_of(scene, frame, now)) {
        json.open_array();
        json.value(v.x);
        json.value(v.y);
        json.close();
    }
    json.close();
    json.close();
}

}  // namespace

void add_armature(CLI::App& app, ArmatureWords& words) {
    app.add_option("--armature", words.armature, "name or index of the armature, where a file holds several")
        ->type_name("ARMATURE");
    app.add_option("--skin", words.skin, "name or index of the armature's skin")->type_name("SKIN");
}

void choose_armature(Scene& scene, const ArmatureWords& words) {
    static const std::vector<Skeleton> nothing;
    const Document* doc = scene.skeleton_document();
    if (!words.armature.empty())
        choose_armature(scene, wanted(doc ? doc->skeletons : nothing, words.armature, "armature"));
    if (words.skin.empty()) return;
    if (!scene.skeleton() || !scene.skeleton()->rig) throw Usage("--skin names a skin of a 2D armature: there is none");
    set_planar(scene, {wanted(scene.skeleton()->rig->skins, words.skin, "skin"), scene.planar.runtime});
}

void write_slots(Json& json, const Scene& scene, const PlanarFrame& frame) {
    if (!scene.skeleton() || !scene.skeleton()->rig) return;
    json.key("slots").open_array();
    for (std::size_t i = 0; i < frame.slots.size(); ++i) write_slot(json, scene, frame, i);
    json.close();
}

void print_slots(const Scene& scene, const PlanarFrame& frame) {
    if (!scene.skeleton() || !scene.skeleton()->rig || frame.slots.empty()) return;
    const Rig& rig = *scene.skeleton()->rig;
    std::size_t width = 4;
    for (const Slot& slot : rig.slots) width = std::max(width, width_of(decode(slot.name)));
    print(fmt::format("\nSlots, back to front ({})\n  {:>4}  {}  {:>7}  {:>6}  {}\n", frame.slots.size(), "",
                      padded("slot", width), "display", "alpha", "shown"));
    for (std::size_t i = 0; i < frame.slots.size(); ++i) {
        const SlotNow& now = frame.slots[i];
        const Slot& slot = rig.slots[static_cast<std::size_t>(now.slot)];
        const std::string what =
            now.shown ? fmt::format("{} {}", name_of(now.shown->kind), decode(now.shown->name)) : "";
        print(fmt::format("  {:>4}  {}  {:>7}  {:>6.3g}  {}{}\n", i, padded(decode(slot.name), width), now.display,
                          now.alpha * now.color.multiply.a, what,
                          slot.blend == SlotBlend::Normal ? "" : fmt::format(", {}", name_of(slot.blend))));
    }
}

}  // namespace bonescope::cli
