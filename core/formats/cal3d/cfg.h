// Model lists: which files make one figure. Two forms: the demo viewers' `key = value` lines and the XML of
// Cal3DWalker.
#pragma once
#include "core/document.h"
#include <optional>
#include <string>

namespace bonescope::cal3d {

enum class ListRole : uint8_t { Skeleton, Animation, Mesh, Material, Texture };
inline constexpr ListRole list_roles[] = {ListRole::Skeleton, ListRole::Animation, ListRole::Mesh, ListRole::Material,
                                          ListRole::Texture};

struct ListEntry {
    ListRole role;
    std::string file;     // as written, the folders that the list has for it in front
    std::string name;     // XML: what it calls the file; else empty
    std::string texture;  // XML meshes: the name of their texture; else empty
    Bytes where;          // of the file's name
};

// What a list names, in its order. Documents that are no list name nothing.
std::vector<ListEntry> list_entries(const Document&);
// One line of the text form: key (lower case) and value; nothing when it is blank, a comment or no such line.
struct ListLine {
    std::string key;
    Bytes key_at, value;
};
std::optional<ListLine> list_line(std::span<const byte> file, Bytes line);

}  // namespace bonescope::cal3d
