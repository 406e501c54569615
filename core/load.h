// Opening files: the list of formats, and the one place where a reader's failure becomes a note.
#pragma once
#include "core/document.h"
#include <memory>
#include <span>
#include <string_view>

namespace bonescope {

class Resolver;

struct Format {
    const char* name;                     // "ogre.skeleton"
    const char* title;                    // for people: "OGRE skeleton"
    std::vector<const char*> extensions;  // lower case, with the dot; a longer one wins (".skeleton.xml")
    // Does the content look like this format? Never throws. `name` is the lower-case file name.
    bool (*recognise)(std::span<const byte> file, std::string_view name);
    // Fills the document from doc.file. May throw Fail; what was read until then is kept.
    void (*parse)(Document& doc);
    // Asks the resolver for the parts that document `doc` of a scene needs.
    void (*find_parts)(Resolver& resolver, int doc);
};

std::span<const Format> formats();  // in order of trust
const Format* find_format(std::span<const byte> file, std::string_view path);
const Format* format_named(std::string_view name);  // Document::format; null: none

using DocumentPtr = std::shared_ptr<const Document>;

// Never throws. A file that cannot be opened or is of no known format gives a document with readable == false and a
// note that says why.
DocumentPtr load(const std::string& path);
DocumentPtr load(const std::string& path, Big<byte> file);  // from bytes already in memory

// Reads a whole file. Returns an empty string on success, else why it failed.
std::string read_file(const std::string& path, Big<byte>& out);
// Writes to a temporary name beside `path` and renames; only regular files are replaced, links are followed. Returns an
// empty string on success, else why it failed.
std::string write_file(const std::string& path, std::string_view content);

}  // namespace bonescope
