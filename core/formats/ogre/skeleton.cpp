#include "core/formats/ogre/ogre.h"
namespace bonescope::ogre {
bool is_skeleton(std::span<const byte>, std::string_view) { return false; }
void parse_skeleton(Document&) {}
}  // namespace bonescope::ogre
