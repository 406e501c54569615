// Skins: what the slots can show.
#include "core/formats/dragonbones/binary.h"
#include "core/text.h"
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr const char* display_types[] = {"image", "armature", "mesh", "boundingBox", "path"};
constexpr const char* box_types[] = {"rectangle", "ellipse", "polygon"};
constexpr DisplayKind kinds[] = {DisplayKind::Image, DisplayKind::Armature, DisplayKind::Mesh, DisplayKind::Box,
                                 DisplayKind::Path};

// A mesh that borrows its geometry.
struct Share {
    std::size_t skin, slot, display;
    JsonValue item;
};

class SkinReader {
public:
    explicit SkinReader(Figure& f) : f_(f) {}

    void run(JsonValue skins) {
        for (const JsonValue item : skins) {
            if ((f_.rig.skins.size() + 1) * f_.rig.slots.size() > 1'000'000 + f_.doc.file.size()) {
                f_.in.note(Severity::Error, item.bytes(), "too many skins for so many slots; the rest are left out");
                break;
            }
            if (f_.in.object(item, "a skin")) skin(item);
        }
        const int named = Figure::find(f_.skins, "default");
        f_.rig.default_skin = named >= 0 ? named : f_.rig.skins.empty() ? -1 : 0;
        for (const Share& share : shares_) resolve(share);
        check_displays();
    }

private:
    void skin(JsonValue item) {
        Skin& skin = f_.rig.skins.emplace_back();
        skin.name = f_.in.text(item, "name");
        if (skin.name.empty()) skin.name = "default";
        skin.where = item.bytes();
        skin.slots.resize(f_.rig.slots.size());
        skin.lists.resize(f_.rig.slots.size());
        add_name(f_, f_.skins, skin.name, static_cast<int>(f_.rig.skins.size()) - 1, item, "skin");
        for (const JsonValue slot : item["slot"]) {
            const std::string name = f_.in.text(slot, "name");
            const int index = f_.slot(name);
            if (index < 0) {
                f_.in.warn(slot, fmt::format("skin \"{}\": expected a slot, found no slot \"{}\"; it is left out",
                                             decode(skin.name), decode(name)));
                continue;
            }
            const auto s = static_cast<std::size_t>(index);
            skin.lists[s] = true;
            for (const JsonValue display : slot["display"]) {
                skin.slots[s].push_back(read(display));
                finish(f_.rig.skins.size() - 1, s, display);
            }
        }
    }

    // Displays beyond the list: the last one is shown.
    void check_displays() {
        if (f_.rig.default_skin < 0) return;
        const Skin& skin = f_.rig.skins[static_cast<std::size_t>(f_.rig.default_skin)];
        for (std::size_t i = 0; i < f_.rig.slots.size(); ++i) {
            const Slot& slot = f_.rig.slots[i];
            const auto count = static_cast<int>(skin.slots[i].size());
            if (count > 0 && slot.display >= count)
                f_.in.note(Severity::Info, slot.where,
                           fmt::format("slot \"{}\": expected a display below {}, found {}; the last one is shown",
                                       decode(slot.name), count, slot.display));
        }
    }

    Display read(JsonValue item) {
        Display out;
        out.where = item.bytes();
        if (!item.is(JsonKind::Object)) {
            f_.in.odd(item.bytes(), "nothing in the place of a display, which shows nothing");
            return out;
        }
        const int type = f_.in.word(item, "type", display_types, 0);
        if (type < 0 || type >= static_cast<int>(std::size(kinds))) {
            f_.in.warn(item["type"], fmt::format("display type: expected 0 to 4, found {}", type));
            return out;
        }
        out.kind = kinds[type];
        out.name = f_.in.text(item, "name");
        out.path = f_.in.text(item, "path");
        if (out.path.empty()) out.path = out.name;
        out.place = read_transform(f_.in, item["transform"]);
        if (out.kind == DisplayKind::Image) read_pivot(item, out);
        if (out.kind == DisplayKind::Box) read_box(item, out);
        if (out.kind == DisplayKind::Path) read_path(item, out);
        if (out.kind == DisplayKind::Armature) out.actions = read_plays(f_.in, item);
        if (out.kind == DisplayKind::Mesh) out.inherit_deform = f_.in.boolean(item, "inheritDeform", true);
        return out;
    }

    void read_pivot(JsonValue item, Display& out) {
        if (f_.old) {
            out.pivot_in_pixels = true;
            out.pivot = {f_.in.real(item["transform"], "pX", 0), f_.in.real(item["transform"], "pY", 0)};
            return;
        }
        const JsonValue pivot = item["pivot"];
        if (pivot.is(JsonKind::Object)) out.pivot = {f_.in.real(pivot, "x", 0), f_.in.real(pivot, "y", 0)};
    }

    void read_box(JsonValue item, Display& out) {
        const int shape = f_.in.word(item, "subType", box_types, 0);
        out.shape = shape == 1 ? BoxShape::Ellipse : shape == 2 ? BoxShape::Polygon : BoxShape::Rectangle;
        out.size = {f_.in.real(item, "width", 0), f_.in.real(item, "height", 0)};
        if (out.shape == BoxShape::Polygon) out.set = read_geometry(f_, item, out.name);
    }

    void read_path(JsonValue item, Display& out) {
        out.closed = f_.in.boolean(item, "closed", false);
        out.constant_speed = f_.in.boolean(item, "constantSpeed", false);
        f_.in.numbers(item["lengths"], out.lengths);
        out.set = read_geometry(f_, item, out.name);
    }

    // What needs to know where the display stands.
    void finish(std::size_t skin, std::size_t slot, JsonValue item) {
        std::vector<Display>& displays = f_.rig.skins[skin].slots[slot];
        Display& display = displays.back();
        if (display.kind == DisplayKind::Mesh) {
            if (item["share"]) {
                shares_.push_back({skin, slot, displays.size() - 1, item});
                return;
            }
            add_mesh(item, display);
        }
        if (display.kind == DisplayKind::Armature && !item["actions"]) take_slot_actions(slot, displays);
        if (display.set < 0) return;
        f_.sets.emplace(deform_name(f_.rig.skins[skin].name, f_.rig.slots[slot].name, display.name), display.set);
    }

    // Older files say in the slot what the armature plays that it shows at first.
    void take_slot_actions(std::size_t slot, std::vector<Display>& displays) {
        const auto found = f_.child_actions.find(slot);
        if (found != f_.child_actions.end() && static_cast<int>(displays.size()) - 1 == f_.rig.slots[slot].display)
            displays.back().actions = found->second;
    }

    void add_mesh(JsonValue item, Display& display) {
        display.set = read_geometry(f_, item, display.name);
        if (display.set < 0) return;
        std::vector<float> corners;
        f_.in.numbers(item["triangles"], corners);
        if (f_.binary && item["offset"])
            for (const uint32_t corner : binary_triangles(f_, item)) corners.push_back(static_cast<float>(corner));
        Mesh mesh = mesh_of(item, display);
        mesh.first = static_cast<uint32_t>(f_.doc.lists.size());
        mesh.indices = static_cast<uint32_t>(corners.size() - corners.size() % 3);
        const auto vertices = static_cast<float>(f_.doc.sets[static_cast<std::size_t>(display.set)].vertices);
        uint32_t bad = 0;
        for (uint32_t i = 0; i < mesh.indices; ++i) {
            const bool good = corners[i] >= 0 && corners[i] < vertices;
            bad += !good;
            f_.doc.lists.push_back(good ? static_cast<uint32_t>(corners[i]) : none);
        }
        if (bad)
            f_.in.warn(item["triangles"], fmt::format("mesh \"{}\": expected vertices 0 to {} in its triangles, found "
                                                      "{} others; those triangles are left out",
                                                      decode(display.name), vertices - 1, bad));
        display.mesh = static_cast<int>(f_.doc.meshes.size());
        f_.doc.meshes.push_back(std::move(mesh));
    }

    Mesh mesh_of(JsonValue item, const Display& display) const {
        Mesh mesh;
        mesh.name = display.name;
        mesh.material = display.path;
        mesh.set = display.set;
        mesh.where = item.bytes();
        return mesh;
    }

    const Display* find_mesh(std::size_t skin, const std::string& name, const Display* but) const {
        for (const std::vector<Display>& displays : f_.rig.skins[skin].slots)
            for (const Display& display : displays)
                if (&display != but && display.name == name && display.mesh >= 0) return &display;
        return nullptr;
    }

    // Vertices, triangles and weights of another; its own picture and place. What follows other deforms has a set of
    // its own, over the same columns.
    void resolve(const Share& share) {
        Display& display = f_.rig.skins[share.skin].slots[share.slot][share.display];
        display.shared = true;
        const std::string name = f_.in.text(share.item, "share"), skin = f_.in.text(share.item, "skin");
        const int named = Figure::find(f_.skins, skin);
        const Display* source = named < 0 ? nullptr : find_mesh(static_cast<std::size_t>(named), name, &display);
        if (!source && named < 0) source = find_mesh(share.skin, name, &display);
        if (!source && f_.rig.default_skin >= 0)
            source = find_mesh(static_cast<std::size_t>(f_.rig.default_skin), name, &display);
        if (!source) {
            f_.in.warn(share.item["share"], fmt::format("mesh \"{}\": expected the name of a mesh to share, found no "
                                                        "mesh \"{}\"",
                                                        decode(display.name), decode(name)));
            return;
        }
        display.set = source->set;
        if (!display.inherit_deform) {
            if (!has_room(f_.doc, f_.doc.sets[static_cast<std::size_t>(source->set)].influences.joint.size() * 2))
                return;
            VertexSet copy = f_.doc.sets[static_cast<std::size_t>(source->set)];
            copy.name = display.name;
            display.set = static_cast<int>(f_.doc.sets.size());
            f_.doc.sets.push_back(std::move(copy));
        }
        Mesh mesh = mesh_of(share.item, display);
        mesh.first = f_.doc.meshes[static_cast<std::size_t>(source->mesh)].first;
        mesh.indices = f_.doc.meshes[static_cast<std::size_t>(source->mesh)].indices;
        display.mesh = static_cast<int>(f_.doc.meshes.size());
        f_.doc.meshes.push_back(std::move(mesh));
        f_.sets.emplace(deform_name(f_.rig.skins[share.skin].name, f_.rig.slots[share.slot].name, display.name),
                        display.set);
    }

    Figure& f_;
    std::vector<Share> shares_;
};

}  // namespace

void read_skins(Figure& f, JsonValue skins) { SkinReader(f).run(skins); }

}  // namespace bonescope::dragonbones
