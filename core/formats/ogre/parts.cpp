// Which files belong together: names that meshes, skeletons and materials write, and where the engine and its users
// keep what they name.
#include "core/formats/ogre/ogre.h"
#include "core/scene.h"
#include "core/text.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace bonescope::ogre {
namespace {

bool is_xml(const Document& doc) { return doc.format.ends_with(".xml"); }
bool is_mesh_doc(const Document& doc) { return doc.format.starts_with("ogre.mesh"); }
bool is_skeleton_doc(const Document& doc) { return doc.format.starts_with("ogre.skeleton"); }

std::string without(std::string name, std::string_view suffix) {
    if (lower(name).ends_with(suffix)) name.resize(name.size() - suffix.size());
    return name;
}

// "Fish.skeleton.xml", "fish.skeleton" and "fish" are kin.
std::string skeleton_kin(const std::string& name) {
    return lower(without(without(base_name(decode(name)), ".xml"), ".skeleton"));
}

void note(Resolver& resolver, Severity severity, std::string message) {
    Finding finding;
    finding.severity = severity;
    finding.message = std::move(message);
    resolver.scene().notes.push_back(std::move(finding));
}

std::string shown(const DocumentPtr& doc) { return decode(base_name(doc->path)); }

// The names under which a mesh's skeleton may lie, best first.
std::vector<std::string> skeleton_names(const Document& mesh) {
    const std::string& link = mesh.skeleton_link;
    const std::string bare = without(link, ".xml"), stem = without(bare, ".skeleton");
    const std::string file = base_name(mesh.path);
    std::vector<std::string> out{link};
    if (is_xml(mesh)) out.push_back(stem + ".skeleton.xml");
    out.insert(out.end(), {bare, stem + ".skeleton", stem + ".skeleton.xml", file + ".skeleton"});
    out.push_back(without(without(file, ".xml"), ".mesh") + ".skeleton");
    return out;
}

int given_skeleton(Resolver& resolver) {
    const auto& docs = resolver.scene().docs;
    for (int i = 0; i < static_cast<int>(docs.size()) && resolver.given(i); ++i)
        if (is_skeleton_doc(*docs[i]) && !docs[i]->skeletons.empty() && !docs[i]->skeletons[0].joints.empty()) return i;
    return -1;
}

// The skeleton for whose sake a mesh was looked for; -1 when it was given.
int fetched_by(const Scene& scene, int mesh) {
    for (const Part& part : scene.parts)
        if (part.doc == mesh && part.role == "mesh") return part.wanted_by;
    return -1;
}

void use_skeleton(Resolver& resolver, int mesh, int skeleton) {
    const DocumentPtr doc = resolver.scene().docs[mesh];
    Part part;
    part.role = "skeleton";
    part.name = doc->skeleton_link;
    part.path = resolver.scene().docs[skeleton]->path;
    part.status = PartStatus::Given;
    part.wanted_by = mesh;
    part.doc = skeleton;
    resolver.scene().parts.push_back(part);
    if (skeleton_kin(doc->skeleton_link) != skeleton_kin(part.path))
        note(resolver, Severity::Info,
             fmt::format("{} names the skeleton \"{}\"; {} is used as it was given", shown(doc),
                         decode(doc->skeleton_link), decode(base_name(part.path))));
}

void want_skeleton(Resolver& resolver, int mesh) {
    const DocumentPtr doc = resolver.scene().docs[mesh];
    if (doc->skeleton_link.empty()) return;
    if (const int by = fetched_by(resolver.scene(), mesh); by >= 0) return use_skeleton(resolver, mesh, by);
    const auto& docs = resolver.scene().docs;
    for (int i = 0; i < static_cast<int>(docs.size()) && resolver.given(i); ++i)
        if (is_skeleton_doc(*docs[i]) && skeleton_kin(docs[i]->path) == skeleton_kin(doc->skeleton_link))
            return use_skeleton(resolver, mesh, i);
    if (const int given = given_skeleton(resolver); given >= 0) return use_skeleton(resolver, mesh, given);
    if (resolver.want(mesh, "skeleton", skeleton_names(*doc)) < 0 && resolver.enabled())
        note(resolver, Severity::Warning,
             fmt::format("{} names the skeleton \"{}\", which was not found: the mesh is shown as it is stored",
                         shown(doc), decode(doc->skeleton_link)));
}

const std::vector<std::string> script_places{"../materials/scripts"};

// Loads the script that defines a material: given and found ones first, then the one named like the mesh, then all.
MaterialPlace fetch_material(Resolver& resolver, int mesh, const std::string& name, Part& part) {
    Scene& scene = resolver.scene();
    if (const MaterialPlace place = find_material(scene, name); place.doc >= 0) return place;
    std::vector<std::string> scripts = resolver.siblings(mesh, ".material", script_places);
    const std::string own = lower(without(without(base_name(scene.docs[mesh]->path), ".xml"), ".mesh"));
    std::stable_partition(scripts.begin(), scripts.end(),
                          [&](const std::string& path) { return lower(base_name(path)).starts_with(own); });
    for (const std::string& path : scripts) {
        part.searched.push_back(path);
        const DocumentPtr doc = resolver.peek(path);
        const auto has = [&](const Material& material) { return material.name == name || material.alias == name; };
        if (std::none_of(doc->materials.begin(), doc->materials.end(), has)) continue;
        scene.docs.push_back(doc);
        return find_material(scene, name);
    }
    return {};
}

MaterialPlace want_material(Resolver& resolver, int mesh, const std::string& name) {
    Part part;
    part.role = "material";
    part.name = name;
    part.wanted_by = mesh;
    const MaterialPlace place = fetch_material(resolver, mesh, name, part);
    if (place.doc >= 0) {
        part.path = resolver.scene().docs[place.doc]->path;
        part.doc = place.doc;
        part.status = resolver.given(place.doc) ? PartStatus::Given : PartStatus::Found;
    } else if (resolver.enabled() && part.searched.empty()) {
        part.searched.push_back(folder_of(resolver.scene().docs[mesh]->path) + "/*.material");
    }
    resolver.scene().parts.push_back(std::move(part));
    return place;
}

std::vector<std::string> texture_names(const std::string& name) {
    std::vector<std::string> out{name};
    const std::string stem = stem_of(name);
    for (const char* extension : {".dds", ".tga", ".png", ".jpg", ".jpeg", ".bmp"}) out.push_back(stem + extension);
    return out;
}

void want_texture(Resolver& resolver, int mesh, MaterialPlace place) {
    Scene& scene = resolver.scene();
    const MaterialPlace owner = textured_parent(scene, place);
    if (owner.doc < 0) return;
    const std::string name = scene.docs[owner.doc]->materials[owner.material].texture;
    for (const Part& part : scene.parts)
        if (part.role == "texture" && part.name == name && part.wanted_by == owner.doc) return;
    std::vector<std::string> places{"../materials/textures", "../textures"};
    if (mesh >= 0) {
        std::error_code error;
        const std::string home =
            std::filesystem::absolute(folder_of(scene.docs[mesh]->path), error).lexically_normal().string();
        const std::string scripts =
            std::filesystem::absolute(folder_of(scene.docs[owner.doc]->path), error).lexically_normal().string();
        if (home != scripts) places.insert(places.begin(), {home, home + "/../materials/textures"});
    }
    resolver.want_file(owner.doc, "texture", texture_names(name), places);
}

// A material, its parents wherever they are defined, and the texture that results.
void want_look(Resolver& resolver, int mesh, const std::string& name) {
    const MaterialPlace place = want_material(resolver, mesh, name);
    std::set<std::string> seen{name};
    for (MaterialPlace at = place; at.doc >= 0;) {
        const std::string parent = resolver.scene().docs[at.doc]->materials[at.material].parent;
        if (parent.empty() || !seen.insert(parent).second) break;
        at = want_material(resolver, mesh, parent);
    }
    if (place.doc >= 0) want_texture(resolver, mesh, place);
}

void mesh_parts(Resolver& resolver, int mesh) {
    want_skeleton(resolver, mesh);
    const DocumentPtr doc = resolver.scene().docs[mesh];
    std::set<std::string> seen;
    for (const Mesh& part : doc->meshes)
        if (!part.material.empty() && seen.insert(part.material).second) want_look(resolver, mesh, part.material);
}

bool names_skeleton(Resolver& resolver, const std::string& mesh, const std::string& kin) {
    const DocumentPtr doc = resolver.peek(mesh);
    return is_mesh_doc(*doc) && !doc->skeleton_link.empty() && skeleton_kin(doc->skeleton_link) == kin;
}

// Meshes beside the skeleton, each once: of an XML and a binary twin the one of the skeleton's kind.
std::vector<std::string> meshes_beside(Resolver& resolver, int skeleton) {
    const bool xml = is_xml(*resolver.scene().docs[skeleton]);
    std::vector<std::string> paths = resolver.siblings(skeleton, xml ? ".mesh.xml" : ".mesh");
    std::set<std::string> seen;
    for (const std::string& path : paths) seen.insert(lower(without(path, ".xml")));
    for (const std::string& path : resolver.siblings(skeleton, xml ? ".mesh" : ".mesh.xml"))
        if (seen.insert(lower(without(path, ".xml"))).second) paths.push_back(path);
    return paths;
}

void want_mesh(Resolver& resolver, int skeleton) {
    const std::string file = resolver.scene().docs[skeleton]->path;
    const std::string stem = lower(without(without(without(base_name(file), ".xml"), ".skeleton"), ".mesh"));
    std::vector<std::string> others;
    for (const std::string& path : meshes_beside(resolver, skeleton)) {
        if (lower(without(without(base_name(path), ".xml"), ".mesh")) == stem) {
            resolver.add(path, "mesh", PartStatus::Found, skeleton);
            return;
        }
    }
    for (const std::string& path : meshes_beside(resolver, skeleton))
        if (names_skeleton(resolver, path, skeleton_kin(file))) others.push_back(path);
    const PartStatus status = others.size() == 1 ? PartStatus::Found : PartStatus::Clash;
    for (const std::string& path : others) resolver.add(path, "mesh", status, skeleton);
    if (others.size() > 1)
        note(resolver, Severity::Info,
             fmt::format("{} meshes name {}: none is taken; give one of them too", others.size(),
                         decode(base_name(file))));
}

void skeleton_parts(Resolver& resolver, int skeleton) {
    const DocumentPtr doc = resolver.scene().docs[skeleton];
    for (const auto& skel : doc->links) {
        const std::string bare = without(skel.file, ".xml");
        std::vector<std::string> names{skel.file, bare};
        if (is_xml(*doc)) names.insert(names.begin() + 1, bare + ".xml");
        if (!lower(bare).ends_with(".skeleton")) names.push_back(bare + ".skeleton");
        if (resolver.want(skeleton, "linked skeleton", names) < 0 && resolver.enabled())
            note(resolver, Severity::Warning,
                 fmt::format("{} links the clips of \"{}\", which was not found", shown(doc), decode(skel.file)));
    }
    const auto& docs = resolver.scene().docs;
    const bool alone = std::none_of(docs.begin(), docs.end(), [](const DocumentPtr& d) { return is_mesh_doc(*d); });
    if (alone && resolver.enabled() && skeleton == given_skeleton(resolver)) want_mesh(resolver, skeleton);
}

// A script that was given without a mesh shows which of its textures are there.
void material_parts(Resolver& resolver, int script) {
    const auto& docs = resolver.scene().docs;
    if (!resolver.given(script)) return;
    if (std::any_of(docs.begin(), docs.end(), [](const DocumentPtr& d) { return is_mesh_doc(*d); })) return;
    const DocumentPtr doc = docs[script];
    for (int i = 0; i < static_cast<int>(doc->materials.size()); ++i) want_texture(resolver, -1, {script, i});
}

}  // namespace

void find_parts(Resolver& resolver, int doc) {
    const DocumentPtr held = resolver.scene().docs[doc];
    if (is_mesh_doc(*held)) mesh_parts(resolver, doc);
    if (is_skeleton_doc(*held)) skeleton_parts(resolver, doc);
    if (held->format == "ogre.material") material_parts(resolver, doc);
}

}  // namespace bonescope::ogre
