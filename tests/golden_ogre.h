// Golden files of the real OGRE: their names, and the skeleton and clips that they speak of.
#pragma once
#include "core/evaluate.h"
#include "tests/support.h"

namespace bonescope::test {

using nlohmann::json;

inline std::vector<std::string> golden_files(const std::string& kind) {
    std::vector<std::string> names;
    if (!have_shared()) return names;
    for (const auto& entry : std::filesystem::directory_iterator(golden("ogre")))
        if (std::string name = entry.path().filename().string(); name.starts_with(kind)) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

// KIND.FOLDER.FILE.VARIANT.json
struct GoldenName {
    std::string folder, file, variant;
    explicit GoldenName(std::string name) {
        name.resize(name.size() - 5);
        const auto kind = name.find('.'), end = name.find('.', kind + 1), last = name.rfind('.');
        folder = name.substr(kind + 1, end - kind - 1);
        file = name.substr(end + 1, last - end - 1);
        variant = name.substr(last + 1);
    }
};

inline std::string skeleton_of(const GoldenName& name) {
    const std::string folder = name.folder == "xml" ? "assimp" : name.folder;
    std::string file = name.file;
    if (file.find(".skeleton") == file.npos) {
        const json info = read_json(golden("ogre/info." + name.folder + "." + file + ".json"));
        file = info.at("skeletonName").get<std::string>();
    }
    return "ogre/" + folder + "/" + file;
}

struct Rig {
    DocumentPtr doc;
    std::vector<ClipUse> clips;

    const Skeleton& skeleton() const { return doc->skeletons.at(0); }
    const ClipUse& clip(const std::string& name) const {
        for (const ClipUse& use : clips)
            if (use.get().name == name) return use;
        throw std::runtime_error("no clip " + name);
    }
};

inline Rig open_rig(const std::string& file, const std::string& variant) {
    Rig rig;
    rig.doc = load(sample(file).string());
    const auto bind_all = [&](const DocumentPtr& doc, float scale) {
        for (int i = 0; i < static_cast<int>(doc->clips.size()); ++i) {
            ClipUse use = bind_clip(doc, i, rig.skeleton(), scale);
            use.sampling.slerp = variant == "slerp";
            if (variant == "spline") use.sampling.vector = use.sampling.rotation = Interp::Spline;
            if (variant == "hold") use.sampling.after = End::Hold;
            replan(use);
            rig.clips.push_back(std::move(use));
        }
    };
    bind_all(rig.doc, 1);
    for (const AnimationLink& link : rig.doc->links)
        bind_all(load((sample(file).parent_path() / link.file).string()), link.scale);
    return rig;
}

inline Layer layer_at(const ClipUse& use, double seconds, float weight, bool loop) {
    return {&use, clock(use.get(), use.sampling, seconds, cycle_if(loop)), weight};
}

// "Walk:0.4:0.7,Shoot:0.2:0.6": name, time, weight.
inline std::vector<Layer> mix_layers(const std::string& text, const Rig& rig) {
    std::vector<Layer> layers;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');) {
        const auto last = part.rfind(':'), first = part.rfind(':', last - 1);
        layers.push_back(layer_at(rig.clip(part.substr(0, first)), std::stod(part.substr(first + 1, last - first - 1)),
                                  std::stof(part.substr(last + 1)), true));
    }
    return layers;
}

inline const auto case_name = [](const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
};

}  // namespace bonescope::test
