// Bones and slots of 2D armatures: where their values come from.
#include "app/panels/pages.h"
#include "app/panels/selection_parts.h"
#include "core/planar_tracks.h"
#include "core/text.h"

namespace bonescope {
namespace {

// Degrees of an angle that was taken from a matrix, which knows no turns: -180 to 180.
float turned(float radians) { return std::remainder(glm::degrees(radians), 360.f); }

const Rig* rig_of(const App& app) {
    const Skeleton* skeleton = app.scene.skeleton();
    return skeleton ? skeleton->rig.get() : nullptr;
}

const char* name_of(Property property) {
    switch (property) {
    case Property::Translation:
        return "translation";
    case Property::Angle:
        return "angle";
    case Property::Skew:
        return "skew";
    case Property::Scale:
        return "scale";
    case Property::Alpha:
        return "alpha";
    case Property::Deform:
        return "deform";
    default:
        return "value";
    }
}

// Angles in degrees as they are stored.
std::string value_text(const Document& doc, const Track& track, uint32_t row) {
    if (track.property == Property::Deform) return fmt::format("{} numbers", track.width);
    const bool turns = track.property == Property::Angle || track.property == Property::Skew;
    const vec4 value = key_value(doc, track, row) * (turns ? glm::degrees(1.f) : 1.f);
    std::string out;
    for (int i = 0; i < std::min(static_cast<int>(track.width), 4); ++i)
        out += fmt::format("{}{:.5g}", i ? ", " : "", value[i]);
    return out + (turns ? "°" : "");
}

// The key before and the one after, and how far it is between them.
void track_rows(SectionContext& context, const ClipUse& use, const PlanarLayer& layer, int index) {
    const Track& track = use.get().tracks[std::size_t(index)];
    const Timeline& line = use.get().timelines[track.timeline];
    Timeline even = line;
    even.ease = none;
    const Segment eased = planar_segment(*use.doc, layer, line), plain = planar_segment(*use.doc, layer, even);
    if (!eased.any || track.value.empty()) return;
    const uint32_t a = row_of(*use.doc, line, eased.a), b = row_of(*use.doc, line, eased.b);
    const std::string keys =
        fmt::format("key {} of {}{}", eased.a, line.rows, eased.closing ? ", back to the first" : "");
    if (fact_row(context, name_of(track.property), keys))
        context.panel.ask.select = select_key(context.app(), context.app().play.clip, index, static_cast<int>(a));
    const std::string from = value_text(*use.doc, track, a);
    fact_row(context, "", a == b ? from : from + " → " + value_text(*use.doc, track, b), color::second);
    if (a == b) return;
    const std::string way = eased.u == plain.u ? fmt::format("{:.1f} % of the way", plain.u * 100)
                                               : fmt::format("{:.1f} %, eased {:.1f} %", plain.u * 100, eased.u * 100);
    fact_row(context, "", way, color::second);
    if (line.scale != 1 || line.offset != 0)
        fact_row(context, "", fmt::format("its own clock: × {:g} + {:g}", line.scale, line.offset), color::warning);
}

void key_rows(SectionContext& context) {
    const App& app = context.app();
    const ClipUse* use = app.clip();
    if (!use) return;
    const Layer layer{use, clock(use->get(), use->sampling, app.play.time, Run::Straight), 1};
    const std::vector<PlanarLayer> layers =
        planar_layers(*app.scene.skeleton_document(), {&layer, 1}, app.scene.planar);
    if (layers.empty()) return;
    bool any = false;
    for (std::size_t i = 0; i < use->get().tracks.size(); ++i) {
        const Track& track = use->get().tracks[i];
        if (track.kind != Kind::Joint || track.target != context.selection().joint) continue;
        track_rows(context, *use, layers[0], static_cast<int>(i));
        any = true;
    }
    if (!any) fact_row(context, "keys", "none in this clip: as bound", color::disabled);
}

void value_rows(SectionContext& context, std::size_t joint) {
    const PlanarFrame& frame = context.app().frame.planar;
    const Planar bind = planar_of(context.app().scene.skeleton()->joints[joint].bind);
    const Planar &local = frame.local[joint], &global = frame.global[joint];
    static const char* const heads[] = {"bind", "pose", "local", "global"};
    number_heads(heads);
    const auto quotient = [](float a, float b) { return b != 0 ? a / b : a; };
    const auto row = [&](const char* label, float a, float b, float c, float d) {
        const float values[] = {a, b, c, d};
        numbers_row(context, label, values, 4);
    };
    const auto turn = [&](const char* label, float a, float c, float d) {
        row(label, glm::degrees(a), glm::degrees(c - a), glm::degrees(c), turned(d));
    };
    row("x", bind.t.x, local.t.x - bind.t.x, local.t.x, global.t.x);
    row("y", bind.t.y, local.t.y - bind.t.y, local.t.y, global.t.y);
    turn("angle °", bind.angle, local.angle, global.angle);
    turn("skew °", bind.skew, local.skew, global.skew);
    row("scale x", bind.s.x, quotient(local.s.x, bind.s.x), local.s.x, global.s.x);
    row("scale y", bind.s.y, quotient(local.s.y, bind.s.y), local.s.y, global.s.y);
}

// What the parent hands down, in armature space.
void parent_rows(SectionContext& context, int parent) {
    const App& app = context.app();
    const PlanarFrame& frame = app.frame.planar;
    if (parent < 0 || static_cast<std::size_t>(parent) >= frame.global.size()) return;
    const Planar& global = frame.global[std::size_t(parent)];
    const Rig& rig = *app.scene.skeleton()->rig;
    const bool surface = std::any_of(rig.surfaces.begin(), rig.surfaces.end(),
                                     [&](const SurfaceGrid& grid) { return grid.joint == parent; });
    if (fact_row(context, surface ? "lies on" : "parent",
                 shown(app, app.scene.skeleton()->joints[std::size_t(parent)].name)))
        context.panel.ask.select = select_joint(app, parent);
    const bool flips = determinant(frame.world[std::size_t(parent)]) < 0;
    fact_row(context, "",
             fmt::format("angle {:.4g}°, scale {:.4g} {:.4g}{}", turned(global.angle), global.s.x, global.s.y,
                         flips ? ", mirrors" : ""),
             color::second);
    if (surface) fact_row(context, "", "placed by its grid, turned by its mean", color::second);
}

void inherit_rows(SectionContext& context, const Joint& joint) {
    static const std::pair<Inherit, const char*> parts[] = {{InheritTranslation, "translation"},
                                                            {InheritRotation, "rotation"},
                                                            {InheritScale, "scale"},
                                                            {InheritReflection, "reflection"}};
    std::string has, lacks;
    for (const auto& [flag, name] : parts) {
        std::string& to = joint.inherit & flag ? has : lacks;
        to += (to.empty() ? "" : ", ") + std::string(name);
    }
    if (joint.parent < 0) return;
    fact_row(context, "inherits", lacks.empty() ? "all" : has.empty() ? "nothing" : has);
    if (!lacks.empty()) fact_row(context, "", "not " + lacks, color::warning);
    if (!(joint.inherit & InheritScale))
        fact_row(context, "", "moved, not sized, by the parent's scale", color::second);
    parent_rows(context, joint.parent);
}

// Where the joint would be if nothing reached and nothing followed a path.
Planar without_constraints(const App& app, int joint) {
    Skeleton skeleton = *app.scene.skeleton();
    auto rig = std::make_shared<Rig>(*skeleton.rig);
    rig->ik.clear(), rig->paths.clear(), rig->constraint_order.clear();
    skeleton.rig = std::move(rig);
    PlanarFrame frame;
    std::vector<Layer> layers;
    if (const ClipUse* use = app.clip())
        layers.push_back({use, clock(use->get(), use->sampling, app.play.time, Run::Straight), 1});
    evaluate_planar_joints(*app.scene.skeleton_document(), skeleton, layers, app.scene.planar, frame);
    return frame.global[std::size_t(joint)];
}

void effect_row(SectionContext& context, int joint) {
    const App& app = context.app();
    const Planar before = without_constraints(app, joint), &after = app.frame.planar.global[std::size_t(joint)];
    const float turn = std::remainder(glm::degrees(after.angle - before.angle), 360.f);
    const vec2 moved = after.t - before.t;
    fact_row(context, "without it",
             fmt::format("{:.4g}° at {:.5g}, {:.5g}", turned(before.angle), before.t.x, before.t.y));
    fact_row(context, "", fmt::format("turned by {:.4g}°, moved by {:.4g}, {:.4g}", turn, moved.x, moved.y),
             color::second);
}

// Weight and bend as the clip has them now.
std::string reach_words(const App& app, const IkConstraint& ik, std::size_t index) {
    const PlanarValues& now = app.frame.planar.values;
    const bool known = index < now.mix.size() && index < now.bend.size();
    const float weight = known ? now.mix[index] : ik.weight;
    const bool bend = known ? bool(now.bend[index]) : ik.bend;
    std::string out = fmt::format("weight {:.4g}", weight);
    if (weight != ik.weight) out += fmt::format(" (at rest {:g})", ik.weight);
    if (ik.two) out += bend ? ", bends forth" : ", bends back";
    return out;
}

std::string path_words(const PathConstraint& path) {
    static const char* const rotations[] = {"along it", "from one to the next", "from one to the next, stretched"};
    return fmt::format("from {:g}{}, turned {} by {:g}", path.position,
                       path.position_mode == PathPosition::Percent ? " of its length" : " px",
                       rotations[static_cast<int>(path.rotate_mode)], path.rotate_mix);
}

void constraint_rows(SectionContext& context, const Skeleton& skeleton, int joint) {
    const App& app = context.app();
    bool moved = false;
    for (std::size_t i = 0; i < skeleton.rig->ik.size(); ++i) {
        const IkConstraint& ik = skeleton.rig->ik[i];
        const bool valid = ik.joint >= 0 && static_cast<std::size_t>(ik.joint) < skeleton.joints.size();
        const int up = valid && ik.two ? skeleton.joints[std::size_t(ik.joint)].parent : -1;
        if (joint != ik.joint && joint != ik.target && (up < 0 || joint != up)) continue;
        const char* as = joint == ik.target ? "its target" : joint == ik.joint ? "the tip" : "the upper of two";
        if (fact_row(context, "reaches", fmt::format("{}: {}", shown(app, ik.name), as)) && ik.where.size > 0)
            context.panel.ask.select = select_bytes(app, app.scene.skeleton_doc, ik.where);
        fact_row(context, "", reach_words(app, ik, i), color::second);
        moved |= joint != ik.target;
    }
    for (const PathConstraint& path : skeleton.rig->paths) {
        if (std::find(path.joints.begin(), path.joints.end(), joint) == path.joints.end()) continue;
        if (fact_row(context, "on the path", shown(app, path.name)) && path.where.size > 0)
            context.panel.ask.select = select_bytes(app, app.scene.skeleton_doc, path.where);
        fact_row(context, "", path_words(path), color::second);
        moved = true;
    }
    if (moved) effect_row(context, joint);
}

void colour_rows(SectionContext& context, const SlotNow& now) {
    static const char* const heads[] = {"red", "green", "blue", "alpha"};
    number_heads(heads);
    numbers_row(context, "times", &now.color.multiply.x, 4);
    numbers_row(context, "plus", &now.color.add.x, 4);
}

void display_row(SectionContext& context, const Display& display, int index, bool lit) {
    static const char* const kinds[] = {"nothing", "image", "armature", "mesh", "box", "path"};
    const App& app = context.app();
    const std::string label = fmt::format("{}  {}", index, kinds[static_cast<int>(display.kind)]);
    const std::string name = display.path == display.name || display.name.empty()
                                 ? shown(app, display.path)
                                 : fmt::format("{} ({})", shown(app, display.path), shown(app, display.name));
    const bool picture = display.kind == DisplayKind::Image || display.kind == DisplayKind::Mesh;
    const auto found = app.scene.regions.find(display.path);
    const bool missing = picture && (found == app.scene.regions.end() || found->second.texture < 0);
    if (fact_row(context, label, name,
                 missing ? color::error
                 : lit   ? color::text
                         : color::disabled) &&
        display.where.size > 0)
        context.panel.ask.select = select_bytes(app, app.scene.skeleton_doc, display.where);
    if (lit && picture && found != app.scene.regions.end())
        if (fact_row(context, "", "show it on its page", color::selected_text))
            context.panel.ask.select = select_picture(app, display.path);
    if (missing && lit) message_row("its picture was not found: an outline stands for it", color::second);
}

}  // namespace

void draw_region_facts(SectionContext& context) {
    const App& app = context.app();
    const Selection& s = context.selection();
    if (s.page < 0 || s.doc < 0 || static_cast<std::size_t>(s.doc) >= app.scene.docs.size()) return;
    const std::vector<AtlasPage>& pages = app.scene.docs[std::size_t(s.doc)]->pages;
    if (static_cast<std::size_t>(s.page) >= pages.size()) return;
    const AtlasPage& page = pages[std::size_t(s.page)];
    if (!section("Picture", shown(app, page.image).c_str())) return;
    if (page.size.x > 0) fact_row(context, "page", fmt::format("{:g} × {:g}", page.size.x, page.size.y));
    if (page.scale != 1) fact_row(context, "scale", fmt::format("{:g} pixels per design pixel", page.scale));
    if (s.region < 0 || static_cast<std::size_t>(s.region) >= page.regions.size()) return;
    const AtlasRegion& region = page.regions[std::size_t(s.region)];
    fact_row(context, "name", shown(app, region.name));
    fact_row(context, "at", fmt::format("{:g}, {:g}", region.rect.x, region.rect.y));
    fact_row(context, "size", fmt::format("{:g} × {:g}", region.rect.z, region.rect.w));
    if (region.rotated)
        fact_row(context, "", fmt::format("turned: upright {:g} × {:g}", region.rect.w, region.rect.z), color::second);
    if (region.frame.z > 0 && region.frame.w > 0) {
        fact_row(context, "trimmed", fmt::format("from {:g} × {:g}", region.frame.z, region.frame.w));
        fact_row(context, "", fmt::format("{:g} cut at the left, {:g} at the top", -region.frame.x, -region.frame.y),
                 color::second);
    }
    if (page.size.x > 0 && outside(region, page.size)) message_row("it leaves its page", color::error);
}

namespace {

// What the author wrote beside a bone or slot, or beside the armature when both are -1.
void user_rows(SectionContext& context, const Rig& rig, int joint, int slot) {
    const App& app = context.app();
    for (const UserData& data : rig.user_data) {
        if (data.joint != joint || data.slot != slot) continue;
        std::vector<std::string> words;
        for (const double number : data.numbers) words.push_back(fmt::format("{:g}", number));
        for (const std::string& text : data.texts) words.push_back(shown(app, text));
        const std::string all = fmt::format("{}", fmt::join(words, ", "));
        if (fact_row(context, "user data", all.empty() ? "empty" : all, all.empty() ? color::disabled : color::text))
            context.panel.ask.select = select_bytes(app, app.scene.skeleton_doc, data.where);
    }
}

std::string box_words(const glm::vec4& box) {
    return fmt::format("{:g} × {:g} at {:g}, {:g}", box.z, box.w, box.x, box.y);
}

// The others of the file, a click away.
void other_armatures(SectionContext& context) {
    const App& app = context.app();
    const std::vector<Skeleton>& all = app.scene.skeleton_document()->skeletons;
    constexpr int most = 24;
    for (int i = 0; i < std::min(static_cast<int>(all.size()), most); ++i) {
        if (i == app.scene.skeleton_index) continue;
        const std::string slots = all[std::size_t(i)].rig ? counted(all[std::size_t(i)].rig->slots.size(), "slot") : "";
        if (fact_row(context, "show \"" + shown(app, all[std::size_t(i)].name) + "\"", slots, color::second))
            context.panel.ask.armature = i;
    }
    if (all.size() > most) message_row(fmt::format("and {} more, see Slots", all.size() - most));
}

}  // namespace

void draw_armature(SectionContext& context) {
    const Rig* rig = rig_of(context.app());
    if (!rig || !section("Armature", shown(context.app(), context.app().scene.skeleton()->name).c_str())) return;
    fact_row(context, "frame rate", fmt::format("{:g}", rig->frame_rate));
    if (rig->bounds.z > 0) fact_row(context, "box", box_words(rig->bounds));
    if (rig->canvas.z > 0) fact_row(context, "canvas", box_words(rig->canvas));
    if (rig->canvas_color >= 0) fact_row(context, "its colour", fmt::format("#{:06X}", rig->canvas_color));
    user_rows(context, *rig, -1, -1);
    other_armatures(context);
}

void draw_slot_facts(SectionContext& context) {
    const App& app = context.app();
    const Rig* rig = rig_of(app);
    const int index = context.selection().slot;
    if (!rig || index < 0 || static_cast<std::size_t>(index) >= rig->slots.size()) return;
    const std::vector<SlotNow>& slots = app.frame.planar.slots;
    const auto now = std::find_if(slots.begin(), slots.end(), [&](const SlotNow& s) { return s.slot == index; });
    const Slot& slot = rig->slots[std::size_t(index)];
    if (now == slots.end() || !section("Slot", shown(app, slot.name).c_str())) return;
    fact_row(context, "drawn as", fmt::format("{} of {}, back to front", now - slots.begin() + 1, slots.size()));
    if (now->z != 0) fact_row(context, "z", fmt::format("{:.4g}", now->z));
    fact_row(context, "alpha", fmt::format("{:.4g}", now->alpha));
    colour_rows(context, *now);
    user_rows(context, *rig, -1, index);
    const std::vector<Display>* displays = displays_of(*rig, app.scene.planar.skin, index);
    for (std::size_t i = 0; displays && i < displays->size(); ++i)
        display_row(context, (*displays)[i], static_cast<int>(i), static_cast<int>(i) == now->display);
    if (now->display < 0) fact_row(context, "shows", "nothing", color::disabled);
}

void draw_why(SectionContext& context) {
    const App& app = context.app();
    const int joint = context.selection().joint;
    if (!rig_of(app) || joint < 0 || static_cast<std::size_t>(joint) >= app.frame.planar.local.size()) return;
    if (!section("Why this value", app.clip() ? "at the cursor" : "bind pose")) return;
    value_rows(context, std::size_t(joint));
    key_rows(context);
    inherit_rows(context, app.scene.skeleton()->joints[std::size_t(joint)]);
    constraint_rows(context, *app.scene.skeleton(), joint);
    user_rows(context, *rig_of(app), joint, -1);
}

}  // namespace bonescope
