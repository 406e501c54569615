// Golden files of the real Cal3D library: their names, and the files that they speak of.
#pragma once
#include "core/skin.h"
#include "tests/support.h"
#include <map>

namespace bonescope::test {

using nlohmann::json;

// Golden file, and the folders that its files lie in.
inline const std::map<std::string, std::vector<const char*>>& cal3d_goldens() {
    static const std::map<std::string, std::vector<const char*>> list = {
        {"arthur1300", {"arthur"}},
        {"balazar700", {"balazar700"}},
        {"balazar910", {"balazar"}},
        {"balazar_xml1200", {"balazar"}},
        {"cal3djs_xmf1100", {"cal3djs", "paladin"}},
        {"cally", {"cally"}},
        {"converter_xml1000", {"converter"}},
        {"dokurochan", {"dokurochan"}},
        {"paladin", {"paladin"}},
        {"skeleton", {"skeleton"}},
    };
    return list;
}

inline std::vector<std::string> cal3d_names() {
    std::vector<std::string> names;
    if (have_shared())
        for (const auto& entry : cal3d_goldens()) names.push_back(entry.first);
    return names;
}

inline json cal3d_golden(const std::string& name) { return read_json(golden("cal3d/" + name + ".json")); }

inline std::string cal3d_file(const std::string& golden, const std::string& file) {
    for (const char* folder : cal3d_goldens().at(golden))
        if (auto path = sample("cal3d") / folder / file; std::filesystem::exists(path)) return path.string();
    throw std::runtime_error("no file " + file);
}

// Numbers the suggested tolerances are made for: a figure 175 units tall.
inline double cal3d_scale(const json& golden) {
    double low = 1e30, high = -1e30;
    const auto add = [&](const json& point) {
        for (const json& value : point) {
            low = std::min(low, value.get<double>());
            high = std::max(high, value.get<double>());
        }
    };
    for (const json& bone : golden.at("bones")) add(bone.at("abs_t"));
    for (const json& skin : golden.at("bind_skin")) add(skin.at("min")), add(skin.at("max"));
    return (high - low) / 175;
}

}  // namespace bonescope::test
