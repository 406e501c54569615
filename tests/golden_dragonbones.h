// Golden files of the DragonBones family, and the files that they speak of.
#pragma once
#include "core/planar.h"
#include "tests/support.h"
#include <algorithm>

namespace bonescope::test {

using nlohmann::json;

// Names without ".golden.json".
inline std::vector<std::string> dragonbones_names() {
    std::vector<std::string> names;
    if (!have_shared()) return names;
    for (const auto& entry : std::filesystem::directory_iterator(golden("dragonbones"))) {
        const std::string name = entry.path().filename().string(), ending = ".golden.json";
        if (name.ends_with(ending)) names.push_back(name.substr(0, name.size() - ending.size()));
    }
    std::sort(names.begin(), names.end());
    return names;
}

inline json dragonbones_golden(const std::string& name) {
    return read_json(golden("dragonbones/" + name + ".golden.json"));
}
inline std::string dragonbones_file(const json& golden) {
    return sample("dragonbones/" + golden.at("file").get<std::string>()).string();
}

inline std::string plain_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

}  // namespace bonescope::test
