// One figure's files while they are looked for.
#pragma once
#include "core/formats/cal3d/cfg.h"
#include "core/scene.h"

namespace bonescope::cal3d {

// A file and its twin of the other kind may stand side by side.
enum class Prefer : uint8_t { AsWritten, Binary, Xml };

struct FileList {
    int doc = -1;  // in the scene
    std::vector<ListEntry> entries;
};

struct Figure {
    Resolver& resolver;
    Prefer prefer = Prefer::AsWritten;
    bool whole = false;  // one file was given: it stands for all that goes with it
    std::vector<FileList> lists;
    int skeleton = -1;                                          // document
    std::vector<int> skeletons, meshes, animations, materials;  // documents in use, the given ones first

    Scene& scene() const { return resolver.scene(); }
    const Document& doc(int index) const { return *resolver.scene().docs[static_cast<std::size_t>(index)]; }
    std::vector<int>& of(ListRole role);
};

const char* word_of(ListRole);  // "skeleton", "animation", …: a part's role
void note(const Figure&, Severity, std::string message);
std::string shown(const Document&);
std::string stem_at(const std::string& path);                          // lower case, without folder and extension
bool is_start_of(const std::string& start, const std::string& whole);  // of a stem, at its end or before a new word
std::string twin_of(const std::string& name);  // "walk.caf" for "walk.xaf" and the other way round
// Files beside a document that have this role, sorted; of twins the preferred one.
std::vector<std::string> files_beside(const Figure&, int doc, ListRole);

// Scene::numbered, from the first list that names meshes.
void number_meshes(Figure&);
// Scene::slots, from the lists or guessed by numbers and order.
void fill_slots(Figure&);

}  // namespace bonescope::cal3d
