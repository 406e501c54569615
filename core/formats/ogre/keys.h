// From blocks of equal keys in the file to timelines and tracks.
#pragma once
#include "core/document.h"

namespace bonescope::ogre {

inline constexpr uint8_t no_part = 0xFF;

// Keys of one layout that follow each other without a gap. Parts are offsets in a key.
struct KeyBlock {
    uint32_t at = 0, count = 0;
    uint32_t stride = 0;
    uint8_t time = 0, rotation = no_part, translation = no_part, scale = no_part;
};

// Adds the tracks of one bone to the document's last clip: columns that view the file when the keys are one
// little-endian block, else decoded ones, where a part that a key lacks has its neutral value. Notes keys that are not
// as they should be.
void add_tracks(Document&, const std::vector<KeyBlock>&, bool big, int handle);

}  // namespace bonescope::ogre
