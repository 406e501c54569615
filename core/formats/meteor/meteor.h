// 流星蝴蝶剑.net (Meteor Butterfly Sword), made by Interserv: characters and scene objects.
#pragma once
#include "core/load.h"
#include "core/scene.h"

namespace bonescope::meteor {

// parts.cpp
void find_parts(Resolver& resolver, int doc);

// bnc.cpp: skeleton, text. Joints are the bones, then the dummies, in file order.
bool is_bnc(std::span<const byte> file, std::string_view name);
void parse_bnc(Document& doc);
// skc.cpp: skinned mesh, text.
bool is_skc(std::span<const byte> file, std::string_view name);
void parse_skc(Document& doc);
// amb.cpp: a pose for every frame, binary.
bool is_amb(std::span<const byte> file, std::string_view name);
void parse_amb(Document& doc);
// The first record's parent of each dummy: a place among bones and dummies, -1 none; nothing where its name tells none.
std::vector<std::optional<int>> first_parents(const Document& amb);
// Dummies that some record hangs on what hangs on them. `joints`: those of the skeleton, which has as many.
struct ParentCircle {
    int dummy = -1;  // its place among bones and dummies
    int parent = -1;
    uint32_t record = 0, records = 0;  // the first one, and how many say so
    Bytes where;
};
std::vector<ParentCircle> parent_circles(const Document& amb, std::span<const Joint> joints);
// pos.cpp, prop_pos.cpp: clips cut out of a file of frames, text.
bool is_pos(std::span<const byte> file, std::string_view name);
void parse_pos(Document& doc);
// fmc.cpp: rigid motion of scene objects, text.
bool is_fmc(std::span<const byte> file, std::string_view name);
void parse_fmc(Document& doc);
// gmb.cpp: meshes of scene objects, binary.
bool is_gmb(std::span<const byte> file, std::string_view name);
void parse_gmb(Document& doc);
// gmc.cpp: the same as text.
bool is_gmc(std::span<const byte> file, std::string_view name);
void parse_gmc(Document& doc);
// des.cpp: places of scene objects, text.
bool is_des(std::span<const byte> file, std::string_view name);
void parse_des(Document& doc);

}  // namespace bonescope::meteor
