#include "core/formats/ogre/ogre.h"
namespace bonescope::ogre {
bool is_mesh(std::span<const byte>, std::string_view) { return false; }
void parse_mesh(Document&) {}
}  // namespace bonescope::ogre
