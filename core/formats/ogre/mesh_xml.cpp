#include "core/formats/ogre/ogre.h"
namespace bonescope::ogre {
bool is_mesh_xml(std::span<const byte>, std::string_view) { return false; }
void parse_mesh_xml(Document&) {}
}  // namespace bonescope::ogre
