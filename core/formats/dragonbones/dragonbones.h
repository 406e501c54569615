// The DragonBones family: armatures in JSON, XML and binary files, and the atlases that their pictures lie in.
#pragma once
#include "core/load.h"

namespace bonescope::dragonbones {

bool is_skeleton(std::span<const byte> file, std::string_view name);
bool is_atlas(std::span<const byte> file, std::string_view name);
bool is_skeleton_xml(std::span<const byte> file, std::string_view name);
bool is_atlas_xml(std::span<const byte> file, std::string_view name);
bool is_dbbin(std::span<const byte> file, std::string_view name);

void parse_skeleton(Document&);
void parse_atlas(Document&);
void parse_skeleton_xml(Document&);
void parse_atlas_xml(Document&);
void parse_dbbin(Document&);

void find_parts(Resolver&, int doc);

}  // namespace bonescope::dragonbones
