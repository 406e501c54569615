#include "core/formats/ogre/ogre.h"
namespace bonescope::ogre {
bool is_material(std::span<const byte>, std::string_view) { return false; }
void parse_material(Document&) {}
}  // namespace bonescope::ogre
