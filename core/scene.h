// A scene picks documents for skeleton, meshes, materials and clips. Any one file is enough: the rest is looked for
// beside it, and every part has a verdict.
#pragma once
#include "core/flat.h"
#include "core/load.h"
#include "core/skin.h"
#include <functional>
#include <map>

namespace bonescope {

enum class PartStatus : uint8_t { Given, Found, Missing, Clash };
const char* name_of(PartStatus);  // "given", "found", "missing", "clash"

struct Part {
    std::string role;  // "skeleton", "mesh", "animation", "material", "texture", "list", "linked skeleton"
    std::string name;  // as the other file writes it; raw bytes
    std::string path;  // where it was found; empty when missing
    PartStatus status = PartStatus::Missing;
    int wanted_by = -1;                 // index in Scene::docs
    int doc = -1;                       // index in Scene::docs, when it is a document
    int source = -1;                    // place in Scene::sources that it was looked for to fill
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
    Material look;     // with all that it inherits, also from other documents

    const Material& get() const { return look; }
};

struct TextureUse {
    std::string name;  // as the material writes it
    std::string path;  // empty: not found
    std::string mask;  // path of the picture that gives its alpha; empty: its own
};

struct MaterialPlace {
    int doc = -1, material = -1;  // doc -1: none
};

struct Scene {
    std::vector<DocumentPtr> docs;
    std::vector<Part> parts;
    int skeleton_doc = -1, skeleton_index = -1;
    PlanarReading planar;  // 2D; changed by set_planar() alone
    std::vector<SetUse> sets;
    std::vector<MeshUse> meshes;
    std::vector<MaterialUse> materials;
    std::vector<TextureUse> textures;
    RegionTable regions;                      // 2D: pictures by their names; of equal names the first
    std::vector<ClipUse> clips;               // skeletal and vertex clips, own before linked ones
    std::vector<MaterialPlace> slots;         // materials by number, for meshes that name them so
    std::vector<int> sources;                 // documents by number, for clip ranges that name them so; -1: missing
    std::vector<int> numbered;                // documents of meshes by number (-1: not here), for tracks that name them
    Up up = Up::Y;                            // as the formats say or the shape tells
    float detail = 1;                         // 0..1 of the meshes that have detail steps; a person's choice
    std::vector<Finding> notes;               // about how the parts fit
    Pose bind;                                // of the skeleton
    std::shared_ptr<const Skeleton> altered;  // a copy in which a person changed how layers blend; see set_blend()

    // Without a skeleton: a bone for each thing that the clips move, none with a place or a parent that is known.
    std::shared_ptr<const Skeleton> tracked;

    const Skeleton* skeleton() const;  // null without one
    const Skeleton* bones() const;     // or what stands in for it in lists and curves; null: no clips either
    const Document* skeleton_document() const;
    bool readable() const;  // some document is
};

struct OpenOptions {
    bool resolve = true;                            // look for missing parts beside the given files
    std::vector<std::string> folders{};             // further places to look in
    std::map<std::string, std::string> dialects{};  // chosen by hand: path to name; "" stands for all given files

    std::string dialect_of(const std::string& path, bool given) const;  // empty: none was chosen
};

// Loads the files (a folder stands for all files in it that have a known extension) and fills a scene. Never throws.
Scene open_scene(std::span<const std::string> paths, const OpenOptions& = {});
// The same over documents that are already loaded.
Scene make_scene(std::vector<DocumentPtr> docs, const OpenOptions& = {});
// All scenes of the paths, one after another: the files make one together, in a folder every set of parts is one of
// its own. `each` returns false to stop.
void each_scene(std::span<const std::string> paths, const OpenOptions&, const std::function<bool(Scene)>& each);
bool is_folder(const std::string& path);
// Paths of the files in a folder that have a known extension, sorted. Sub-folders are not entered.
std::vector<std::string> known_files(const std::string& folder);

// A clip's name in UTF-8, as a person chose to read it, else as its document says.
std::string name_of(const ClipUse&, Encoding chosen = Encoding::Guess);
// An exact name wins, else an index; -1 when there is neither.
int find_clip(const Scene&, std::string_view name_or_index);
// The clip that a list says follows on this one, as long as its frames are there; -1: none.
int linked_clip(const Scene&, int clip);
// Would some clip be sampled otherwise?
bool reads_differ(const Scene&, const Reading&, const Reading&);
// Another skin, or the runtime's defects: the bind pose follows.
void set_planar(Scene&, const PlanarReading&);
// Samples every clip as chosen.
void set_reading(Scene&, const Reading&);
// Another armature of the same document, with its own clips.
void choose_armature(Scene&, int index);
// Overrides what the skeleton stores: weights as they are, or scaled down to a sum of 1.
void set_blend(Scene&, bool cumulative);

// A material by its exact name in the documents, in their order.
MaterialPlace find_material(const Scene&, std::string_view name);
// The exact name by which a mesh asks for its material, or, where it has a number, of the one that answers.
const std::string& material_name(const Scene&, const MeshUse&);
// The texture that a material or the nearest of its parents names, and the material that does; doc -1: none.
MaterialPlace textured_parent(const Scene&, MaterialPlace);

// Everything at one moment.
struct Frame {
    Pose pose;
    std::vector<SetFrame> sets;  // one per Scene::sets
    PlanarFrame planar;          // 2D: empty without a rig
    FlatPicture flat;            // 2D: what is drawn
};
// No layers: the bind pose. `morphs`: weights set by hand, one per morph over all documents in their order; may be
// empty.
void evaluate(const Scene&, std::span<const Layer>, Frame& out, bool with_vertices = true,
              std::span<const float> morphs = {}, const Staging& = {});
// Sets that have a skeleton of their own are things in the figure's hands: they follow one of its joints, -1: none.
void hang(Scene&, int set, int joint);

// ---- for the families' own part finding (core/formats/<family>/parts.cpp) ----
class Resolver {
public:
    Resolver(Scene& scene, const OpenOptions& options);
    // Looks for the first of `names` among the given documents, then beside document `beside` (exact, then
    // case-insensitive), in `sub` folders of it, and in the options' folders; loads it unless it is already in the
    // scene. Adds a part with the verdict. Returns the document's index or -1.
    int want(int beside, const std::string& role, const std::vector<std::string>& names,
             const std::vector<std::string>& sub = {});
    // The same for a file that is no document (a texture): returns its path or an empty string.
    std::string want_file(int beside, const std::string& role, const std::vector<std::string>& names,
                          const std::vector<std::string>& sub = {});
    // Paths of the files beside a document, in `sub` folders of it and in the options' folders, whose lower-case name
    // ends with `suffix`. Nothing when looking is turned off.
    std::vector<std::string> siblings(int beside, std::string_view suffix, const std::vector<std::string>& sub = {});
    int add(const std::string& path, const std::string& role, PartStatus status, int wanted_by);  // loads; index
    DocumentPtr peek(const std::string& path);  // loads without adding to the scene; kept for a later add()
    bool given(int doc) const { return doc < given_; }
    bool enabled() const { return options_.resolve; }
    Scene& scene() { return scene_; }

private:
    int doc_at(const std::string& path) const;
    int insert(const std::string& path);
    const std::vector<std::string>& listing(const std::string& folder);
    std::vector<std::string> places(int beside, const std::vector<std::string>& sub, bool absent) const;
    // `absent`: folders that are not there are told among the searched ones.
    std::string look(int beside, const std::vector<std::string>& names, const std::vector<std::string>& sub,
                     bool absent, std::vector<std::string>& searched);

    Scene& scene_;
    const OpenOptions& options_;
    int given_ = 0;                                             // documents that were in the scene from the start
    std::map<std::string, std::vector<std::string>> listings_;  // names in a folder, read once
    std::map<std::string, DocumentPtr> peeked_;
};

}  // namespace bonescope
