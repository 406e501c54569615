#include "core/scene.h"
#include "core/image.h"
#include "core/scene_making.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace bonescope {
namespace {

const char* role_of(const Document& doc) {
    const Format* format = format_named(doc.format);
    if (format && format->role == std::string_view("list")) return format->role;
    if (!doc.sets.empty() || !doc.meshes.empty()) return "mesh";
    if (!doc.skeletons.empty() && !doc.skeletons[0].stand_in) return "skeleton";
    if (!doc.materials.empty()) return "material";
    return format ? format->role : "file";
}

void add_given(Scene& scene, std::vector<DocumentPtr> docs) {
    for (DocumentPtr& doc : docs) {
        Part part;
        part.role = role_of(*doc);
        part.name = base_name(doc->path);
        part.path = doc->path;
        part.status = PartStatus::Given;
        part.doc = static_cast<int>(scene.docs.size());
        scene.parts.push_back(std::move(part));
        scene.docs.push_back(std::move(doc));
    }
}

bool has_joints(const Document& doc) {
    return !doc.skeletons.empty() && !doc.skeletons[static_cast<std::size_t>(doc.first_skeleton)].joints.empty();
}

// The part that answers a mesh's word for its skeleton; null when it has none.
const Part* skeleton_part(const Scene& scene, int mesh) {
    for (const Part& part : scene.parts)
        if (part.wanted_by == mesh && part.role == "skeleton") return &part;
    return nullptr;
}

void pick_skeleton(Scene& scene) {
    const int docs = static_cast<int>(scene.docs.size());
    const auto take = [&](int doc) {
        if (scene.skeleton_doc >= 0 || doc < 0 || !has_joints(*scene.docs[doc])) return;
        scene.skeleton_doc = doc;
        scene.skeleton_index = scene.docs[doc]->first_skeleton;
    };
    for (int i = 0; i < docs; ++i)
        if (const Part* part = skeleton_part(scene, i)) take(part->doc);
    const auto stands_in = [&](int doc) {
        return has_joints(*scene.docs[doc]) && scene.docs[doc]->skeletons[0].stand_in;
    };
    for (int i = 0; i < docs; ++i)
        if (!stands_in(i)) take(i);
    // Those of clips have places at least.
    for (const bool clips : {true, false})
        for (int i = 0; i < docs; ++i)
            if (scene.docs[i]->clips.empty() != clips) take(i);
}

// The skeleton that moves a mesh: the scene's, unless the mesh names another one that is there.
const Skeleton* mover(Scene& scene, int mesh) {
    const Part* part = skeleton_part(scene, mesh);
    if (!part || part->doc == scene.skeleton_doc) return scene.skeleton();
    if (part->doc < 0 && part->status == PartStatus::Missing && scene.skeleton())
        note(scene, Severity::Warning,
             fmt::format("{} names the skeleton \"{}\"; the scene's is {}", shown(scene.docs[mesh]), decode(part->name),
                         shown(scene.docs[scene.skeleton_doc])));
    if (part->doc >= 0 && scene.skeleton_doc < 0)
        note(scene, Severity::Warning,
             fmt::format("{} belongs to {}, in which no bone could be read: it is shown as it is stored",
                         shown(scene.docs[mesh]), shown(scene.docs[part->doc])));
    else if (part->doc >= 0)
        note(scene, Severity::Warning,
             fmt::format("{} belongs to {}, not to {}: it is shown as it is stored", shown(scene.docs[mesh]),
                         shown(scene.docs[part->doc]), shown(scene.docs[scene.skeleton_doc])));
    return nullptr;
}

void note_lost_influences(Scene& scene, const SetUse& use, const Skeleton& skeleton) {
    const Influences& influences = use.get().influences;
    if (influences.empty()) return;
    std::set<int> ids;
    for (const Joint& joint : skeleton.joints) ids.insert(joint.id);
    std::size_t lost = 0, first = 0;
    for (std::size_t i = 0; i < influences.joint.size(); ++i)
        if (!ids.contains(influences.joint[i]) && !lost++) first = i;
    if (!lost) return;
    const auto after = std::upper_bound(influences.first.begin(), influences.first.end(), static_cast<uint32_t>(first));
    note(scene, Severity::Warning,
         fmt::format("{}: {} of {} influences name joints outside the skeleton and are left out, the first joint {} at "
                     "vertex {}",
                     shown(use.doc), lost, influences.joint.size(), influences.joint[first],
                     after - influences.first.begin() - 1));
}

// Weights that are no share of anything throw a vertex away from its figure.
void note_wild_weights(Scene& scene, const SetUse& use) {
    const Influences& influences = use.get().influences;
    constexpr float slack = 0.01f;
    std::size_t wild = 0, first = 0;
    for (std::size_t i = 0; i < influences.weight.size(); ++i)
        if (!(influences.weight[i] >= -slack && influences.weight[i] <= 1 + slack) && !wild++) first = i;
    if (!wild) return;
    const auto after = std::upper_bound(influences.first.begin(), influences.first.end(), static_cast<uint32_t>(first));
    note(scene, Severity::Warning,
         fmt::format("{}: {} of {} weights are not from 0 to 1, the first is {} at vertex {}", shown(use.doc), wild,
                     influences.weight.size(), influences.weight[first], after - influences.first.begin() - 1));
}

// Of a file that has materials itself, what asks for none is no part of the picture: boxes that tell what was hit.
bool is_helper(const Document& doc, const Mesh& mesh) {
    return !doc.materials.empty() && mesh.own < 0 && mesh.slot < 0 && mesh.material.empty();
}

// Where a weapon goes that nobody has placed: the right hand's socket by its name, else the first there is.
int default_socket(const Scene& scene) {
    int first = -1;
    const auto& joints = scene.skeleton()->joints;
    for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
        if (!joints[j].socket || joints[j].parent < 0) continue;
        if (lower(joints[j].name).ends_with("wpnr")) return j;
        if (first < 0) first = j;
    }
    return first;
}

// Something with bones of its own beside a figure that has places to hang things on.
bool is_loose(const Scene& scene, const Document& doc) {
    return scene.skeleton() && !doc.skeletons.empty() && scene.skeleton_document() != &doc &&
           default_socket(scene) >= 0;
}

int number_of(const Scene& scene, int doc) {
    if (scene.numbered.empty()) return -1;
    const auto found = std::find(scene.numbered.begin(), scene.numbered.end(), doc);
    return found == scene.numbered.end() ? -2 : static_cast<int>(found - scene.numbered.begin());
}

void add_sets(Scene& scene, int doc) {
    const DocumentPtr holder = scene.docs[doc];
    const bool loose = is_loose(scene, *holder);
    const Skeleton* skeleton = loose ? nullptr : mover(scene, doc);
    const int first = static_cast<int>(scene.sets.size());
    for (int i = 0; i < static_cast<int>(holder->sets.size()); ++i) {
        scene.sets.push_back(bind_skin(holder, i, skeleton));
        scene.sets.back().loose = loose;
        scene.sets.back().hung_on = loose ? default_socket(scene) : -1;
        scene.sets.back().number = number_of(scene, doc);
        if (skeleton) note_lost_influences(scene, scene.sets.back(), *skeleton);
        note_wild_weights(scene, scene.sets.back());
    }
    for (int i = 0; i < static_cast<int>(holder->meshes.size()); ++i) {
        MeshUse use;
        use.doc = holder;
        use.mesh = i;
        if (holder->meshes[i].set >= 0) use.set = first + holder->meshes[i].set;
        use.visible = !is_helper(*holder, holder->meshes[i]);
        scene.meshes.push_back(std::move(use));
    }
}

int texture_use(Scene& scene, MaterialPlace place) {
    const MaterialPlace owner = textured_parent(scene, place);
    if (owner.doc < 0) return -1;
    const Material& material = scene.docs[owner.doc]->materials[owner.material];
    TextureUse texture;
    texture.name = material.texture;
    for (const Part& part : scene.parts) {
        if (part.role != "texture" || part.wanted_by != owner.doc || part.name.empty()) continue;
        if (part.name == material.texture) texture.path = part.path;
        if (part.name == material.mask) texture.mask = part.path;
    }
    for (std::size_t i = 0; i < scene.textures.size(); ++i)
        if (scene.textures[i].name == texture.name && scene.textures[i].path == texture.path &&
            scene.textures[i].mask == texture.mask)
            return static_cast<int>(i);
    scene.textures.push_back(std::move(texture));
    return static_cast<int>(scene.textures.size()) - 1;
}

int material_use(Scene& scene, MaterialPlace place) {
    for (std::size_t i = 0; i < scene.materials.size(); ++i)
        if (scene.materials[i].doc == scene.docs[place.doc] && scene.materials[i].material == place.material)
            return static_cast<int>(i);
    MaterialUse use;
    use.doc = scene.docs[place.doc];
    use.material = place.material;
    use.texture = texture_use(scene, place);
    use.look = use.doc->materials[use.material];
    const Format* format = format_named(use.doc->format);
    if (format && format->inherit)
        use.look = format->inherit({use.doc.get(), use.material}, [&](std::string_view name) {
            const MaterialPlace parent = find_material(scene, name);
            return parent.doc < 0 ? MaterialRef{} : MaterialRef{scene.docs[parent.doc].get(), parent.material};
        });
    scene.materials.push_back(std::move(use));
    return static_cast<int>(scene.materials.size()) - 1;
}

MaterialPlace own_material(const Scene& scene, const MeshUse& mesh) {
    for (std::size_t i = 0; i < scene.docs.size(); ++i)
        if (scene.docs[i] == mesh.doc && static_cast<std::size_t>(mesh.get().own) < mesh.doc->materials.size())
            return {static_cast<int>(i), mesh.get().own};
    return {};
}

void add_materials(Scene& scene) {
    for (MeshUse& mesh : scene.meshes) {
        const auto slot = static_cast<std::size_t>(mesh.get().slot);
        const bool numbered = mesh.get().slot >= 0;
        if (numbered && slot >= scene.slots.size()) continue;
        const MaterialPlace place = numbered              ? scene.slots[slot]
                                    : mesh.get().own >= 0 ? own_material(scene, mesh)
                                                          : find_material(scene, mesh.get().material);
        if (place.doc >= 0) mesh.material = material_use(scene, place);
    }
}

// The picture file of a page; index in Scene::textures.
int page_texture(Scene& scene, int doc, const AtlasPage& page) {
    TextureUse texture;
    texture.name = page.image;
    for (const Part& part : scene.parts)
        if (part.role == "texture" && part.wanted_by == doc && part.name == page.image) texture.path = part.path;
    if (texture.path.empty()) return -1;
    scene.textures.push_back(std::move(texture));
    return static_cast<int>(scene.textures.size()) - 1;
}

void add_pages_of(Scene& scene, int doc) {
    for (const AtlasPage& page : scene.docs[doc]->pages) {
        RegionUse use;
        use.page = &page;
        use.texture = page_texture(scene, doc, page);
        use.page_size = page.size;
        if (use.texture >= 0 && !(page.size.x > 0 && page.size.y > 0)) {
            const Image image = image_size(scene.textures[use.texture].path);
            use.page_size = {image.width, image.height};
        }
        for (const AtlasRegion& region : page.regions) {
            use.region = &region;
            scene.regions.emplace(region.name, use);
        }
    }
}

// Pictures that the skeleton's own file holds come before those of atlases.
void add_regions(Scene& scene) {
    if (scene.skeleton_doc >= 0) add_pages_of(scene, scene.skeleton_doc);
    for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i)
        if (i != scene.skeleton_doc) add_pages_of(scene, i);
}

void add_lost_pictures(const Scene& scene, const Rig& rig, std::set<std::string_view>& lost) {
    for (const Skin& skin : rig.skins)
        for (const std::vector<Display>& displays : skin.slots)
            for (const Display& display : displays)
                if ((display.kind == DisplayKind::Image || display.kind == DisplayKind::Mesh) &&
                    !find_region(scene, display))
                    lost.insert(display.path);
}

// Where there are pictures, those that are not among them. Where there is none, their page is a missing part.
void note_lost_pictures(Scene& scene) {
    if (scene.skeleton_doc < 0 || scene.regions.empty()) return;
    std::set<std::string_view> lost;
    for (const Skeleton& skeleton : scene.docs[scene.skeleton_doc]->skeletons)
        if (skeleton.rig) add_lost_pictures(scene, *skeleton.rig, lost);
    if (lost.empty()) return;
    constexpr std::size_t most = 5;
    std::vector<std::string> names;
    for (const std::string_view name : lost)
        if (names.size() < most) names.push_back(decode(name));
    note(scene, Severity::Warning,
         fmt::format("{} that {} shows {} in no atlas: {}{}", counted(lost.size(), "picture"),
                     shown(scene.docs[scene.skeleton_doc]), verb(lost.size(), "is", "are"), fmt::join(names, ", "),
                     lost.size() > most ? ", …" : ""));
}

}  // namespace

const Document* Scene::skeleton_document() const { return skeleton_doc < 0 ? nullptr : docs[skeleton_doc].get(); }

const Skeleton* Scene::skeleton() const {
    if (altered) return altered.get();
    return skeleton_doc < 0 ? nullptr : &docs[skeleton_doc]->skeletons[skeleton_index];
}

const Skeleton* Scene::bones() const { return skeleton() ? skeleton() : tracked.get(); }

bool Scene::readable() const {
    return std::any_of(docs.begin(), docs.end(), [](const DocumentPtr& doc) { return doc->readable; });
}

namespace {

// Upright things are taller than deep; what stands in its bind pose tells which axis is up.
Up guess_up(const Scene& scene) {
    vec3 low(1e30f), high(-1e30f);
    const auto add = [&](vec3 p) {
        if (!std::isfinite(p.x + p.y + p.z)) return;
        low = glm::min(low, p);
        high = glm::max(high, p);
    };
    for (const mat4& m : scene.bind.matrix) add(vec3(m[3]));
    if (scene.bind.matrix.size() < 2)
        for (const SetUse& use : scene.sets)
            for (uint32_t v = 0; v < use.get().vertices && !use.get().position.empty(); ++v)
                add(use.doc->triple(use.get().position, v));
    return high.z - low.z > high.y - low.y ? Up::Z : Up::Y;
}

Up up_of(const Scene& scene) {
    for (const DocumentPtr& doc : scene.docs)
        if (const Format* format = format_named(doc->format))
            if (!doc->skeletons.empty() || !doc->sets.empty())
                return format->up == Up::Guess ? guess_up(scene) : format->up;
    return Up::Y;
}

}  // namespace

namespace {

void make_bind_pose(Scene& scene) {
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton) return;
    if (!skeleton->rig) return evaluate(*skeleton, {}, scene.bind);
    PlanarFrame frame;
    evaluate_planar_joints(*scene.skeleton_document(), *skeleton, {}, scene.planar, frame);
    to_pose(frame, scene.bind);
}

}  // namespace

void set_planar(Scene& scene, const PlanarReading& reading) {
    if (scene.planar == reading) return;
    scene.planar = reading;
    make_bind_pose(scene);
}

Scene make_scene(std::vector<DocumentPtr> docs, const OpenOptions& options) {
    Scene scene;
    add_given(scene, std::move(docs));
    Resolver resolver(scene, options);
    for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i)
        if (const Format* format = format_named(scene.docs[i]->format); format && format->find_parts)
            format->find_parts(resolver, i);
    note_all_circles(scene);
    pick_skeleton(scene);
    make_bind_pose(scene);
    add_all_clips(scene);
    for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i)
        if (!is_flat(*scene.docs[i]) && (!scene.docs[i]->sets.empty() || !scene.docs[i]->meshes.empty()))
            add_sets(scene, i);
    add_materials(scene);
    add_regions(scene);
    note_lost_pictures(scene);
    scene.up = up_of(scene);
    return scene;
}

MaterialPlace find_material(const Scene& scene, std::string_view name) {
    if (name.empty()) return {};
    for (const auto form : {&Material::name, &Material::alias})
        for (std::size_t doc = 0; doc < scene.docs.size(); ++doc)
            for (std::size_t i = 0; i < scene.docs[doc]->materials.size(); ++i)
                if (scene.docs[doc]->materials[i].*form == name) return {static_cast<int>(doc), static_cast<int>(i)};
    return {};
}

const std::string& material_name(const Scene& scene, const MeshUse& mesh) {
    const bool numbered = mesh.get().material.empty() && mesh.material >= 0;
    return numbered ? scene.materials[mesh.material].get().name : mesh.get().material;
}

MaterialPlace textured_parent(const Scene& scene, MaterialPlace place) {
    constexpr int deepest = 32;  // parents may form a circle
    for (int depth = 0; place.doc >= 0 && depth < deepest; ++depth) {
        const Material& material = scene.docs[place.doc]->materials[place.material];
        if (!material.texture.empty()) return place;
        place = find_material(scene, material.parent);
    }
    return {};
}

std::string name_of(const ClipUse& use, Encoding chosen) { return decode(use.get().name, use.namer().text(chosen)); }

namespace {

Sampling sampling_as(const ClipUse& use, const Reading& reading) {
    Sampling sampling = use.get().sampling;
    const Format* format = format_named(use.doc->format);
    if (format && format->read_as) format->read_as(*use.doc, use.get(), reading, sampling);
    sampling.exact_curves |= reading.exact_curves;
    return sampling;
}

}  // namespace

bool reads_differ(const Scene& scene, const Reading& a, const Reading& b) {
    return std::any_of(scene.clips.begin(), scene.clips.end(),
                       [&](const ClipUse& use) { return sampling_as(use, a) != sampling_as(use, b); });
}

void set_reading(Scene& scene, const Reading& reading) {
    set_planar(scene, {scene.planar.skin, reading.engine_exact});
    for (ClipUse& use : scene.clips) {
        const Sampling sampling = sampling_as(use, reading);
        if (sampling == use.sampling) continue;
        use.sampling = sampling;
        replan(use);
    }
}

void choose_armature(Scene& scene, int index) {
    const Document* doc = scene.skeleton_document();
    if (!doc || index < 0 || index >= static_cast<int>(doc->skeletons.size())) return;
    scene.skeleton_index = index;
    scene.planar.skin = -1;
    scene.altered = nullptr;
    scene.clips.clear();
    make_bind_pose(scene);
    add_all_clips(scene);
}

void set_blend(Scene& scene, bool cumulative) {
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton || skeleton->cumulative == cumulative) return;
    auto copy = std::make_shared<Skeleton>(*skeleton);
    copy->cumulative = cumulative;
    scene.altered = std::move(copy);
}

namespace {

// The weights that were set by hand for one document's morphs.
std::span<const float> own_morphs(const Scene& scene, const Document* doc, std::span<const float> all) {
    std::size_t first = 0;
    for (const DocumentPtr& other : scene.docs) {
        if (other.get() == doc) break;
        first += other->morphs.size();
    }
    return first + doc->morphs.size() <= all.size() ? all.subspan(first, doc->morphs.size()) : std::span<const float>{};
}

}  // namespace

namespace {

void carry(const mat4& by, SetFrame& inout) {
    for (vec3& at : inout.position) at = vec3(by * vec4(at, 1));
    for (vec3& way : inout.normal) way = glm::mat3(by) * way;
}

}  // namespace

void hang(Scene& scene, int set, int joint) { scene.sets[set].hung_on = joint; }

void evaluate(const Scene& scene, std::span<const Layer> layers, Frame& out, bool with_vertices,
              std::span<const float> morphs, const Staging& staging) {
    const Skeleton* skeleton = scene.skeleton();
    if (skeleton && skeleton->rig) {
        evaluate_planar(*scene.skeleton_document(), *skeleton, layers, scene.planar, out.planar);
        to_pose(out.planar, out.pose);
    } else if (skeleton)
        evaluate(*skeleton, layers, out.pose, staging);
    else
        out.pose.resize(0);
    out.flat.clear();
    if (!with_vertices) return;
    flat_picture(scene, out.planar, layers, out.flat);
    out.sets.resize(scene.sets.size());
    std::vector<mat4> matrices;
    for (std::size_t i = 0; i < scene.sets.size(); ++i) {
        const SetUse& use = scene.sets[i];
        deform(use, layers, own_morphs(scene, use.doc.get(), morphs), out.sets[i]);
        if (skeleton && use.hung_on >= 0) carry(out.pose.matrix[use.hung_on], out.sets[i]);
        if (!skeleton || use.bound.empty()) continue;
        palette(*skeleton, scene.bind, out.pose, use, matrices);
        skin(use, matrices, out.sets[i]);
    }
}

}  // namespace bonescope
