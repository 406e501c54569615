// From the keys of one bone to timelines and tracks.
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

// The keys of one bone; parts that no key has are empty columns.
struct Keys {
    uint32_t rows = 0;
    Column time, rotation, translation, scale;
    Where where;
};

// Adds the tracks of one bone to the document's last clip, `like` says of which bone. Notes keys that are not as they
// should be.
void add_tracks(Document&, const Keys&, Track like);
// The same from blocks of keys: columns that view the file when the keys are one little-endian block, else decoded
// ones, where a part that a key lacks has its neutral value.
void add_tracks(Document&, const std::vector<KeyBlock>&, bool big, int handle);

}  // namespace bonescope::ogre
