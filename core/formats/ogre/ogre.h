// The OGRE 1.x family, with the keyframe chunk 0x4120 of 天龙八部 (TLBB).
#pragma once
#include "core/load.h"

namespace bonescope::ogre {

bool is_skeleton(std::span<const byte> file, std::string_view name);
bool is_mesh(std::span<const byte> file, std::string_view name);
bool is_skeleton_xml(std::span<const byte> file, std::string_view name);
bool is_mesh_xml(std::span<const byte> file, std::string_view name);
bool is_material(std::span<const byte> file, std::string_view name);

void parse_skeleton(Document&);
void parse_mesh(Document&);
void parse_skeleton_xml(Document&);
void parse_mesh_xml(Document&);
void parse_material(Document&);

// Variables of the child hold in its parents too. Circles end where they close.
Material inherit(MaterialRef, const FindMaterial&);

// Finds what a document of this family asks for: skeleton, meshes, materials, textures, linked skeletons.
void find_parts(Resolver&, int doc);

// How OGRE 1.x plays: linear, nlerp, time wrapped only beyond the length, blending back to the first key.
Sampling default_sampling();
void read_as(const Document&, const Clip&, const Reading&, Sampling&);

bool good_length(const Clip&);          // finite, 0 or more
std::string length_fault(const Clip&);  // the note about one that is not

}  // namespace bonescope::ogre
