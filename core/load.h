// Opening files: the list of formats, and the one place where a reader's failure becomes a note.
#pragma once
#include "core/document.h"
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace bonescope {

class Resolver;

struct MaterialRef {
    const Document* doc = nullptr;
    int index = -1;  // in Document::materials
};
// The place of a material by its name in whichever document has it; doc null: none has.
using FindMaterial = std::function<MaterialRef(std::string_view name)>;

// What a person chooses against the clips' own sampling; every format takes up what it knows of.
struct Reading {
    Interp interpolation = Interp::Linear;  // of vectors and rotations
    bool slerp = false;
    End after = End::ToFirst;  // past a track's last key: ToFirst or Hold
    bool engine_exact = false;
    bool loop = false;          // as a cycle
    bool exact_curves = false;  // eases from their Bezier numbers, not from the samples that engines play
    bool operator==(const Reading&) const = default;
};

enum class Up : uint8_t { Guess, Y, Z };

struct Format {
    const char* name;                     // "ogre.skeleton"
    const char* title;                    // for people: "OGRE skeleton"
    const char* role;                     // in a scene: "skeleton", "mesh", "material", "animation", "list"
    std::vector<const char*> extensions;  // lower case, with the dot; a longer one wins (".skeleton.xml")
    // Does the content look like this format? Never throws. `name` is the lower-case file name.
    bool (*recognise)(std::span<const byte> file, std::string_view name);
    // Fills the document from doc.file. May throw Fail; what was read until then is kept.
    void (*parse)(Document& doc);
    // Asks the resolver for the parts that document `doc` of a scene needs.
    void (*find_parts)(Resolver& resolver, int doc);
    Up up = Up::Y;
    // A material with all that it inherits; null: nothing is inherited.
    Material (*inherit)(MaterialRef, const FindMaterial&) = nullptr;
    // Changes the clip's own sampling to what was chosen; null: nothing can be.
    void (*read_as)(const Document&, const Clip&, const Reading&, Sampling&) = nullptr;
};

// A kind of file that is not read, whose extensions are the same as those of ours.
struct Foreign {
    const char *start, *title;  // its first letters; for people: "an audio file of Apple (caff)"
};

std::span<const Format> formats();  // in order of trust
std::span<const Foreign> foreign_kinds();
const Format* find_format(std::span<const byte> file, std::string_view path);
const Format* format_named(std::string_view name);  // Document::format; null: none

using DocumentPtr = std::shared_ptr<const Document>;

// Never throws. A file that cannot be opened or is of no known format gives a document with readable == false and a
// note that says why.
DocumentPtr load(const std::string& path, const std::string& dialect = {});
DocumentPtr load(const std::string& path, Big<byte> file, const std::string& dialect = {});  // from bytes in memory

// Reads a whole file. Returns an empty string on success, else why it failed.
std::string read_file(const std::string& path, Big<byte>& out);
// Writes to a temporary name beside `path` and renames; only regular files are replaced, links are followed. Returns an
// empty string on success, else why it failed.
std::string write_file(const std::string& path, std::string_view content);

}  // namespace bonescope
