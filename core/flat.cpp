#include "core/flat.h"
#include "core/scene.h"
#include <algorithm>
#include <cmath>

namespace bonescope {

const RegionUse* find_region(const Scene& scene, const Display& display) {
    const auto found = scene.regions.find(display.path.empty() ? display.name : display.path);
    return found == scene.regions.end() ? nullptr : &found->second;
}

namespace {

constexpr int deepest = 8;             // armatures in armatures
constexpr uint32_t most_nested = 512;  // in all: those that hold several of each other grow without end
constexpr float unknown_half = 12;     // pixels: stands for a picture of unknown size

// The armature that is being drawn, and what lies around it.
struct Level {
    DocumentPtr doc;
    const Skeleton& skeleton;
    const PlanarFrame& frame;
    Affine place{};
    ColorChange color{};
    float alpha = 1;
    SlotBlend blend = SlotBlend::Normal;
    int slot = -1, depth = 0;
    const Layer* layer = nullptr;  // what it plays; null: nothing
    const Level* outer = nullptr;
};

bool inside_itself(const Level& level, const Skeleton* skeleton) {
    for (const Level* at = &level; at; at = at->outer)
        if (&at->skeleton == skeleton) return true;
    return false;
}

ColorChange over(const ColorChange& outer, const ColorChange& inner) {
    return {inner.multiply * outer.multiply, inner.add * outer.multiply + outer.add};
}

FlatPiece& start(const Level& level, const SlotNow& now, FlatPicture& out) {
    FlatPiece piece;
    piece.slot = level.depth ? level.slot : now.slot;
    piece.depth = level.depth;
    piece.display = now.shown;
    piece.first = static_cast<uint32_t>(out.at.size());
    piece.first_corner = static_cast<uint32_t>(out.corners.size());
    piece.color = over(level.color, now.color);
    piece.alpha = level.alpha * now.alpha;
    piece.blend = level.skeleton.rig->slots[static_cast<std::size_t>(now.slot)].blend;
    if (piece.blend == SlotBlend::Normal) piece.blend = level.blend;
    return out.pieces.emplace_back(piece);
}

void finish(FlatPiece& piece, FlatPicture& out) {
    piece.count = static_cast<uint32_t>(out.at.size()) - piece.first;
    piece.corners = static_cast<uint32_t>(out.corners.size()) - piece.first_corner;
    out.uv.resize(out.at.size(), vec2(0));
}

bool can_be_drawn(const RegionUse& use) { return use.texture >= 0 && use.page_size.x > 0 && use.page_size.y > 0; }

void add_image(const Scene& scene, const Level& level, const SlotNow& now, FlatPicture& out) {
    FlatPiece& piece = start(level, now, out);
    const RegionUse* use = find_region(scene, *now.shown);
    const Affine place = level.place * now.place;
    std::array<vec2, 4> quad{vec2(-unknown_half, -unknown_half), vec2(unknown_half, -unknown_half),
                             vec2(unknown_half, unknown_half), vec2(-unknown_half, unknown_half)};
    if (use) quad = image_quad(*now.shown, *use);
    for (const vec2 corner : quad) out.at.push_back(place * corner);
    for (const uint32_t c : {0u, 1u, 2u, 0u, 2u, 3u}) out.corners.push_back(piece.first + c);
    if (use && can_be_drawn(*use)) {
        piece.texture = use->texture;
        for (const vec2 uv : {vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 1)}) out.uv.push_back(page_uv(*use, uv));
    }
    finish(piece, out);
}

void add_uv(const VertexSet& set, const Document& doc, const RegionUse& use, uint32_t count, FlatPicture& out) {
    for (uint32_t v = 0; v < count; ++v) {
        const bool known = !set.uv.empty() && v < set.vertices;
        out.uv.push_back(
            page_uv(use, known ? vec2(doc.number(set.uv[0], v, 0), doc.number(set.uv[0], v, 1)) : vec2(0)));
    }
}

void add_triangles(const Document& doc, const Mesh& mesh, const FlatPiece& piece, uint32_t vertices, FlatPicture& out) {
    for (uint32_t i = 0; i + 2 < mesh.indices; i += 3) {
        const uint32_t* corner = doc.lists.data() + mesh.first + i;
        if (corner[0] >= vertices || corner[1] >= vertices || corner[2] >= vertices) continue;
        for (int k = 0; k < 3; ++k) out.corners.push_back(piece.first + corner[k]);
    }
}

void add_mesh(const Scene& scene, const Level& level, const SlotNow& now, FlatPicture& out) {
    FlatPiece& piece = start(level, now, out);
    const Document& doc = *level.doc;
    piece.set = now.set;
    for (uint32_t v = now.first; v < now.first + now.count; ++v)
        out.at.push_back(level.place * level.frame.vertices[v]);
    const RegionUse* use = find_region(scene, *now.shown);
    if (use && can_be_drawn(*use) && piece.set >= 0) {
        piece.texture = use->texture;
        add_uv(doc.sets[static_cast<std::size_t>(piece.set)], doc, *use, now.count, out);
    }
    const int mesh = now.mesh;
    if (mesh >= 0 && static_cast<std::size_t>(mesh) < doc.meshes.size())
        add_triangles(doc, doc.meshes[static_cast<std::size_t>(mesh)], piece, now.count, out);
    finish(piece, out);
}

// ---- armatures in slots ----

struct Nested {
    DocumentPtr doc;
    const Skeleton* skeleton = nullptr;
};

Nested find_armature(const Scene& scene, const DocumentPtr& own, std::string_view name) {
    const auto look = [&](const DocumentPtr& doc) -> Nested {
        for (const Skeleton& skeleton : doc->skeletons)
            if (skeleton.rig && skeleton.name == name) return {doc, &skeleton};
        return {};
    };
    if (Nested found = look(own); found.skeleton) return found;
    for (const DocumentPtr& doc : scene.docs)
        if (Nested found = look(doc); found.skeleton) return found;
    return {};
}

int clip_named(const Document& doc, int skeleton, std::string_view name) {
    for (std::size_t i = 0; i < doc.clips.size(); ++i)
        if (doc.clips[i].skeleton == skeleton && doc.clips[i].name == name) return static_cast<int>(i);
    return -1;
}

// Since when a slot has shown what it shows. Going back from the key that holds over those that say the same, also
// into the rounds before.
double shown_for(const Document& doc, const Layer& layer, const Track& track) {
    const Clip& clip = layer.use->get();
    const Timeline& line = clip.timelines[track.timeline];
    const Segment now = seek(doc, clip, line, layer.use->sampling, layer.at.tick);
    const double elapsed = layer.at.elapsed - clip.start, inside = layer.at.tick - clip.start;
    if (!now.any || track.value.empty()) return elapsed;
    const auto shown = [&](uint32_t rank) { return doc.number(track.value, row_of(doc, line, rank)); };
    const auto first_alike = [&](uint32_t rank) {
        const float same = shown(now.a);
        while (rank > 0 && shown(rank - 1) == same) --rank;
        return rank;
    };
    const auto begins = [&](uint32_t rank) {
        return double{key_time(doc, line, row_of(doc, line, rank))} - clip.start;
    };
    const uint32_t here = first_alike(now.a), last = line.live - 1;
    if (here > 0) return inside - begins(here);
    if (elapsed <= inside || shown(last) != shown(now.a)) return inside;
    const uint32_t before = first_alike(last);
    return before == 0 ? elapsed : inside + clip.duration - begins(before);
}

// Ticks since the slot's display was changed to the one that shows; all of them where no track changes it.
double shown_for(const Layer& layer, int slot) {
    for (const Track& track : layer.use->get().tracks)
        if (track.kind == Kind::Slot && track.property == Property::Display && track.target == slot)
            return shown_for(*layer.use->doc, layer, track);
    return layer.at.elapsed - layer.use->get().start;
}

// A clip of the same name as the parent's goes with it from the start; else what the display asks for; else its own
// choice.
int clip_of(const Nested& nested, const Level& parent, const Display& display, bool from_start) {
    const int index = static_cast<int>(nested.skeleton - nested.doc->skeletons.data());
    int clip = parent.layer && from_start ? clip_named(*nested.doc, index, parent.layer->use->get().name) : -1;
    for (std::size_t i = 0; i < display.actions.size() && clip < 0; ++i)
        clip = clip_named(*nested.doc, index, display.actions[i]);
    if (clip < 0) clip = nested.skeleton->rig->default_clip;
    for (std::size_t i = 0; i < nested.doc->clips.size() && clip < 0; ++i)
        if (nested.doc->clips[i].skeleton == index) clip = static_cast<int>(i);
    return clip;
}

struct Play {
    int clip = -1;
    double seconds = 0;  // since it began
};

// Ticks since the clip's moment that an event fired, also in the round before; negative: it has not.
double fired_for(const Layer& layer, const Event& event) {
    const Clip& clip = layer.use->get();
    const double elapsed = layer.at.elapsed - clip.start, inside = layer.at.tick - clip.start;
    const double since = layer.at.tick - event.tick;
    return since >= 0 || elapsed <= inside ? since : since + clip.duration;
}

// What a nested armature plays: the last that an action of the parent's clip told it to while it was shown, else what
// it began with.
Play play_of(const Nested& nested, const Level& parent, const SlotNow& now) {
    if (!parent.layer) return {clip_of(nested, parent, *now.shown, false), 0};
    const Clip& outer = parent.layer->use->get();
    double since = shown_for(*parent.layer, now.slot);
    int clip = clip_of(nested, parent, *now.shown, since >= parent.layer->at.elapsed - outer.start);
    const int joint = parent.skeleton.rig->slots[static_cast<std::size_t>(now.slot)].joint;
    const int index = static_cast<int>(nested.skeleton - nested.doc->skeletons.data());
    for (const Event& event : outer.events) {
        const bool meant = event.slot >= 0 ? event.slot == now.slot : event.joint >= 0 && event.joint == joint;
        const double fired = fired_for(*parent.layer, event);
        if (event.kind != EventKind::Play || !meant || fired < 0 || fired > since) continue;
        const int told = clip_named(*nested.doc, index, event.name);
        if (told < 0) continue;
        clip = told;
        since = fired;
    }
    return {clip, outer.rate > 0 ? since / outer.rate : 0};
}

void add_armature(const Scene&, const Level&, FlatPicture&);

void add_nested(const Scene& scene, const Level& parent, const SlotNow& now, FlatPicture& out) {
    const Nested nested = find_armature(scene, parent.doc, now.shown->path);
    if (inside_itself(parent, nested.skeleton)) return;
    if (!nested.skeleton || parent.depth >= deepest || out.nested >= most_nested)
        return add_image(scene, parent, now, out);
    ++out.nested;
    ClipUse use;
    use.doc = nested.doc;
    const Play play = play_of(nested, parent, now);
    use.clip = play.clip;
    std::vector<Layer> layers;
    if (use.clip >= 0 && static_cast<std::size_t>(use.clip) < nested.doc->clips.size()) {
        use.sampling = use.get().sampling;
        layers.push_back({&use, clock(use.get(), use.sampling, play.seconds), 1});
    }
    PlanarFrame frame;
    evaluate_planar(*nested.doc, *nested.skeleton, layers, {.runtime = scene.planar.runtime}, frame);
    Level level{nested.doc, *nested.skeleton, frame};
    level.place = parent.place * now.place;
    level.color = over(parent.color, now.color);
    level.alpha = parent.alpha * now.alpha;
    const SlotBlend own = parent.skeleton.rig->slots[static_cast<std::size_t>(now.slot)].blend;
    level.blend = own == SlotBlend::Normal ? parent.blend : own;
    level.slot = parent.depth ? parent.slot : now.slot;
    level.depth = parent.depth + 1;
    level.outer = &parent;
    if (!layers.empty()) level.layer = &layers[0];
    add_armature(scene, level, out);
}

void add_armature(const Scene& scene, const Level& level, FlatPicture& out) {
    for (const SlotNow& now : level.frame.slots) {
        if (!now.shown) continue;
        switch (now.shown->kind) {
        case DisplayKind::Image:
            add_image(scene, level, now, out);
            break;
        case DisplayKind::Mesh:
            add_mesh(scene, level, now, out);
            break;
        case DisplayKind::Armature:
            add_nested(scene, level, now, out);
            break;
        case DisplayKind::None:
        case DisplayKind::Box:
        case DisplayKind::Path:
            break;
        }
    }
}

// Pages by themselves lie side by side.
void add_pages(const Scene& scene, FlatPicture& out) {
    float x = 0;
    std::vector<const AtlasPage*> done;
    for (const auto& [name, use] : scene.regions) {
        if (!can_be_drawn(use) || std::find(done.begin(), done.end(), use.page) != done.end()) continue;
        done.push_back(use.page);
        FlatPiece piece;
        piece.texture = use.texture;
        piece.first = static_cast<uint32_t>(out.at.size());
        piece.first_corner = static_cast<uint32_t>(out.corners.size());
        for (const vec2 uv : {vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 1)}) {
            out.at.push_back(vec2(x, 0) + uv * use.page_size);
            out.uv.push_back(uv);
        }
        for (const uint32_t c : {0u, 1u, 2u, 0u, 2u, 3u}) out.corners.push_back(piece.first + c);
        finish(out.pieces.emplace_back(piece), out);
        x += use.page_size.x * 1.05f;
    }
}

bool holds(const FlatPicture& picture, const FlatPiece& piece, vec2 p) {
    const auto side = [&](vec2 a, vec2 b) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); };
    for (uint32_t i = piece.first_corner; i + 2 < piece.first_corner + piece.corners; i += 3) {
        const vec2 a = picture.at[picture.corners[i]], b = picture.at[picture.corners[i + 1]],
                   c = picture.at[picture.corners[i + 2]];
        const float x = side(a, b), y = side(b, c), z = side(c, a);
        if ((x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0)) return true;
    }
    return false;
}

}  // namespace

std::array<vec2, 4> image_quad(const Display& display, const RegionUse& use) {
    const AtlasRegion& region = *use.region;
    const float s = 1 / use.page->scale;
    const vec2 packed(region.rect.z, region.rect.w);
    const vec2 own = region.rotated ? vec2(packed.y, packed.x) : packed;
    const bool trimmed = region.frame.z > 0 && region.frame.w > 0;
    const vec2 full = trimmed ? vec2(region.frame.z, region.frame.w) : own;
    vec2 pivot = display.pivot_in_pixels ? display.pivot : display.pivot * full * s;
    if (trimmed) pivot += vec2(region.frame) * s;
    const vec2 low = -pivot, high = own * s - pivot;
    return {low, vec2(high.x, low.y), high, vec2(low.x, high.y)};
}

vec2 page_uv(const RegionUse& use, vec2 uv) {
    const glm::vec4 rect = use.region->rect;
    const vec2 inside = use.region->rotated ? vec2(1 - uv.y, uv.x) : uv;
    return (vec2(rect) + inside * vec2(rect.z, rect.w)) / use.page_size;
}

bool shown_flat(const Scene& scene) {
    const Skeleton* skeleton = scene.skeleton();
    return skeleton ? skeleton->rig != nullptr : !scene.regions.empty() && scene.sets.empty();
}

void flat_picture(const Scene& scene, const PlanarFrame& frame, std::span<const Layer> layers, FlatPicture& out) {
    out.clear();
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton) return add_pages(scene, out);
    if (!skeleton->rig) return;
    Level level{scene.docs[static_cast<std::size_t>(scene.skeleton_doc)], *skeleton, frame};
    if (!layers.empty()) level.layer = &layers[0];
    add_armature(scene, level, out);
}

int piece_at(const FlatPicture& picture, vec2 place) {
    for (std::size_t i = picture.pieces.size(); i-- > 0;)
        if (picture.pieces[i].alpha > 0 && holds(picture, picture.pieces[i], place)) return static_cast<int>(i);
    return -1;
}

}  // namespace bonescope
