// Golden files of the Meteor family: their names, and the scenes that they speak of.
#pragma once
#include "core/scene.h"
#include "tests/support.h"

namespace bonescope::test {

using nlohmann::json;

inline std::vector<std::string> meteor_names() {
    if (!have_shared()) return {};
    return {"p0", "p1", "p9", "p11_with_p9_amb", "synth_arm", "p17_800_bind", "p7_800_bind"};
}

inline std::string meteor_file(const json& golden, const std::string& ending) {
    for (const auto& [name, digest] : golden.at("files").items())
        if (name.ends_with(ending)) return sample("meteor/" + name).string();
    return {};
}

inline Scene meteor_scene(const json& golden) {
    std::vector<DocumentPtr> docs;
    for (const char* ending : {".bnc", ".skc", ".amb"})
        if (const std::string path = meteor_file(golden, ending); !path.empty()) docs.push_back(load(path));
    return make_scene(std::move(docs), {.resolve = false, .folders = {}});
}

}  // namespace bonescope::test
