// Selections of fields: the same bytes, node and key wherever a panel starts from.
#pragma once
#include "app/app.h"

namespace bonescope {

Selection select_node(const App&, int doc, const Node&);          // its bytes, with joint, track and key of theirs
Selection select_field_at(const App&, int doc, uint32_t offset);  // the deepest field there; else the gap or the byte
// The bytes that are looked at around a selection: the whole key, when it lies in one, else the selection's own.
Bytes range_of(const App&, const Selection&);

}  // namespace bonescope
