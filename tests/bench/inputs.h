// Inputs of the benchmarks: seeded, so that every run sees the same bytes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

// 200 bones x 100 clips x 60 keys: 45.8 MB; and 200 bones x 4 clips x 100 keys as XML, about 21 MB.
std::string skeleton_file();  // path, written on first use to the temporary folder
std::string skeleton_xml_file();
std::string sample_file(const std::string& name);  // of ../shared/samples/ogre; empty when absent

// 200 tracks x 5,000 keys, version 700: 32 MB; and 200 tracks x 500 keys as XML, about 19 MB.
std::string caf_file();
std::string xaf_file();
std::string cal3d_file(const std::string& name);  // of ../shared/samples/cal3d; empty when absent
inline constexpr const char* paladin_body = "paladin/paladin_body.cmf";
inline constexpr const char* perso_xml = "balazar/perso.xmf";

// 17,071 frames of 30 bones and 6 dummies, 12 MB; and a skeleton for them.
std::string amb_file();
std::string bnc_file();
inline constexpr uint32_t amb_frames = 17'071, amb_bones = 30, amb_dummies = 6;

// A skin of 50,000 vertices with 4 influences each on 60 bones, in arrays.
struct Skin {
    uint32_t vertices = 50'000, bones = 60;
    std::vector<float> position, normal, weight;  // 3, 3, 4 per vertex
    std::vector<uint8_t> index;                   // 4 per vertex
    std::vector<float> matrices;                  // 16 per bone, row-major
};
const Skin& skin();

std::vector<float> random_times(float length);  // 1024 of them

inline constexpr uint64_t keys_in_skeleton_file = 200ull * 100 * 60;

// The peers are registered where their libraries are present.
void register_ogre_peer();
void register_cal3d_peer();
void register_ours();
void register_cal3d_ours();
std::string dragonbones_file(const std::string& name);  // of ../shared/samples/dragonbones; empty when absent
void register_dragonbones();
void register_meteor();  // with its yardsticks: no library reads such files

}  // namespace bench
