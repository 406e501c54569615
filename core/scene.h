// A scene picks documents for skeleton, meshes, materials and clips. Any one file is enough: the rest is looked for
// beside it, and every part has a verdict.
#pragma once
#include "core/load.h"
#include "core/skin.h"

namespace bonescope {

enum class PartStatus : uint8_t { Given, Found, Missing, Clash };
const char* name_of(PartStatus);  // "given", "found", "missing", "clash"

struct Part {
    std::string role;  // "skeleton", "mesh", "material", "texture", "linked skeleton"
    std::string name;  // as the other file writes it; raw bytes
    std::string path;  // where it was found; empty when missing
    PartStatus status = PartStatus::Missing;
    int wanted_by = -1;                 // index in Scene::docs
    int doc = -1;                       // index in Scene::docs, when it is a document
    std::vector<std::string> searched;  // every place looked at, in order
};

struct MeshUse {
    std::shared_ptr<const Document> doc;
    int mesh = -1;
    int set = -1;       // index in Scene::sets
    int material = -1;  // index in Scene::materials
    bool visible = true;

    const Mesh& get() const { return doc->meshes[mesh]; }
};

struct MaterialUse {
    std::shared_ptr<const Document> doc;
    int material = -1;
    int texture = -1;  // index in Scene::textures

    const Material& get() const { return doc->materials[material]; }
};

struct TextureUse {
    std::string name;  // as the material writes it
    std::string path;  // empty: not found
};

struct Scene {
    std::vector<DocumentPtr> docs;
    std::vector<Part> parts;
    int skeleton_doc = -1, skeleton_index = -1;
    std::vector<SetUse> sets;
    std::vector<MeshUse> meshes;
    std::vector<MaterialUse> materials;
    std::vector<TextureUse> textures;
    std::vector<ClipUse> clips;  // skeletal and vertex clips, own before linked ones
    std::vector<Finding> notes;  // about how the parts fit
    Pose bind;                   // of the skeleton

    const Skeleton* skeleton() const;  // null without one
    const Document* skeleton_document() const;
    bool readable() const;  // some document is
};

struct OpenOptions {
    bool resolve = true;               // look for missing parts beside the given files
    std::vector<std::string> folders;  // further places to look in
};

// Loads the files (a folder stands for all files in it that have a known extension) and fills a scene. Never throws.
Scene open_scene(std::span<const std::string> paths, const OpenOptions& = {});
// The same over documents that are already loaded.
Scene make_scene(std::vector<DocumentPtr> docs, const OpenOptions& = {});
// An exact name wins, else an index; -1 when there is neither.
int find_clip(const Scene&, std::string_view name_or_index);

// Everything at one moment.
struct Frame {
    Pose pose;
    std::vector<SetFrame> sets;  // one per Scene::sets
};
// No layers: the bind pose. `morphs`: weights set by hand, per scene set (may be empty).
void evaluate(const Scene&, std::span<const Layer>, Frame& out, bool with_vertices = true);

// ---- for the families' own part finding (core/formats/<family>/parts.cpp) ----
class Resolver {
public:
    Resolver(Scene& scene, const OpenOptions& options) : scene_(scene), options_(options) {}
    // Looks for the first of `names` beside document `beside` (exact, then case-insensitive), in `sub` folders of it,
    // and in the options' folders; loads it unless it is already in the scene. Adds a part with the verdict.
    // Returns the document's index or -1.
    int want(int beside, const std::string& role, const std::vector<std::string>& names,
             const std::vector<std::string>& sub = {});
    // The same for a file that is no document (a texture): returns its path or an empty string.
    std::string want_file(int beside, const std::string& role, const std::vector<std::string>& names,
                          const std::vector<std::string>& sub = {});
    // Files beside a document whose lower-case name ends with `suffix`.
    std::vector<std::string> siblings(int beside, std::string_view suffix) const;
    int add(const std::string& path, const std::string& role, PartStatus status, int wanted_by);  // loads; index
    bool enabled() const { return options_.resolve; }
    Scene& scene() { return scene_; }

private:
    Scene& scene_;
    const OpenOptions& options_;
};

}  // namespace bonescope
