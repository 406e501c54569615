#include "app/settings.h"
#include "core/text.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace bonescope {

namespace {
using nlohmann::json;

// Paths may hold any bytes but JSON is UTF-8: those that are not are kept as arrays of bytes.
json path_json(const std::string& path) {
    if (valid_utf8(path)) return path;
    json out = json::array();
    for (const char c : path) out.push_back(static_cast<unsigned char>(c));
    return out;
}

std::string path_from(const json& j) {
    if (j.is_string()) return j.get<std::string>();
    std::string out;
    if (j.is_array())
        for (const json& byte : j)
            if (byte.is_number_unsigned()) out += static_cast<char>(byte.get<unsigned>());
    return out;
}

template <class T> void take(const json& j, const char* name, T& into) {
    const auto at = j.find(name);
    if (at == j.end()) return;
    if constexpr (std::is_same_v<T, bool>) {
        if (at->is_boolean()) into = at->get<bool>();
    } else if (at->is_number())
        into = at->get<T>();
}

// name, member: in one place for both ways
template <class View, class Each> void view_members(View& v, Each each) {
    each("mesh", v.mesh);
    each("bones", v.bones);
    each("names", v.names);
    each("axes", v.axes);
    each("weights", v.weights);
    each("wire", v.wire);
    each("grid", v.grid);
    each("textures", v.textures);
    each("two_sided", v.two_sided);
    each("path", v.path);
}
}  // namespace

std::string settings_path() {
    if (const char* set = std::getenv("XDG_CONFIG_HOME"); set && *set)
        return std::string(set) + "/bonescope/settings.json";
    const char* home = std::getenv("HOME");
    return home && *home ? std::string(home) + "/.config/bonescope/settings.json" : "";
}

Settings read_settings(const std::string& path) {
    Settings s;
    std::ifstream in(path, std::ios::binary);
    const json j = json::parse(in, nullptr, false);
    if (!j.is_object()) return s;
    view_members(s.view, [view = j.value("view", json::object())](const char* name, bool& v) { take(view, name, v); });
    take(j, "left", s.left);
    take(j, "right", s.right);
    take(j, "bottom", s.bottom);
    take(j, "width", s.width);
    take(j, "height", s.height);
    int loop = static_cast<int>(s.loop), encoding = static_cast<int>(s.encoding);
    take(j, "loop", loop);
    take(j, "encoding", encoding);
    take(j, "fade_frames", s.fade_frames);
    s.fade_frames = std::clamp(s.fade_frames, 0, 60);
    if (loop >= 0 && loop <= static_cast<int>(LoopMode::Chain)) s.loop = static_cast<LoopMode>(loop);
    if (encoding >= 0 && encoding <= static_cast<int>(Encoding::Latin1)) s.encoding = static_cast<Encoding>(encoding);
    s.width = std::clamp(s.width, 320, 16384);
    s.height = std::clamp(s.height, 240, 16384);
    if (const auto recent = j.find("recent"); recent != j.end() && recent->is_array())
        for (const json& entry : *recent)
            if (std::string p = path_from(entry); !p.empty()) s.recent.push_back(std::move(p));
    if (const auto folder = j.find("folder"); folder != j.end()) s.folder = path_from(*folder);
    return s;
}

std::string write_settings(const std::string& path, const Settings& s) {
    json j, view;
    view_members(s.view, [&](const char* name, bool v) { view[name] = v; });
    j["view"] = view;
    j["left"] = s.left;
    j["right"] = s.right;
    j["bottom"] = s.bottom;
    j["width"] = s.width;
    j["height"] = s.height;
    j["loop"] = static_cast<int>(s.loop);
    j["encoding"] = static_cast<int>(s.encoding);
    j["fade_frames"] = s.fade_frames;
    j["recent"] = json::array();
    for (const std::string& p : s.recent) j["recent"].push_back(path_json(p));
    j["folder"] = path_json(s.folder);
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    return write_file(path, j.dump(1) + "\n");
}

}  // namespace bonescope
