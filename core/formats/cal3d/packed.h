// Animation tracks whose keys are packed into bits.
#pragma once
#include "core/formats/cal3d/binary.h"

namespace bonescope::cal3d {

// Imvu: versions 913 to 919 and 1300 on. Trunk: version 1200.
enum class Packing : uint8_t { None, Imvu, Trunk };

void walk_packed_track(Walk&, Packing, int32_t version);
// Reads one track into the last clip: decoded numbers in the arena, each key's bits in the tree.
void read_packed_track(Reader&, Document&, Packing, int32_t version);
// What the packing costs; `where`: of the duration.
void note_packing(Document&, Packing, Bytes where);

}  // namespace bonescope::cal3d
