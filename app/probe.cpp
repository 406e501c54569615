#include "app/probe.h"
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace bonescope {

namespace {
nlohmann::json rect_json(Rect r) { return {r.x, r.y, r.w, r.h}; }

std::string state_text(const App& app, const PanelLayout& layout) {
    nlohmann::json j;
    j["title"] = app.title;
    j["summary"] = app.summary;
    j["loading"] = app.loading;
    j["scene"] = app.scene_id;
    j["documents"] = app.scene.docs.size();
    j["clip"] = app.play.clip;
    j["time"] = app.play.time;
    j["length"] = app.length();
    j["fps"] = app.fps();
    j["playing"] = app.play.playing;
    j["speed"] = app.play.speed;
    j["joint"] = app.selection.joint;
    j["key"] = app.selection.key;
    j["bytes"] = {app.selection.bytes.at, app.selection.bytes.size};
    j["yaw"] = app.camera.yaw;
    j["open_dialog"] = app.show_open;
    j["palette"] = app.show_palette;
    j["keys"] = app.show_keys;
    j["scale"] = app.scale;
    j["grid"] = app.settings.view.grid;
    j["view"] = rect_json(layout.view);
    for (const std::string& front : layout.front) j["front"].push_back(front);
    j["span"] = {app.span.from, app.span.to};
    const char* const severities[] = {"info", "warning", "error"};
    j["severity"] = app.log.empty() ? "" : severities[static_cast<int>(app.log.back().severity)];
    j["log"] = app.log.empty() ? "" : app.log.back().text;
    return j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}
}  // namespace

bool probe_frame(const App& app, const PanelLayout& layout) {
    static const char* const state_file = std::getenv("BONESCOPE_STATE");
    static const bool first_frame = std::getenv("BONESCOPE_FIRST_FRAME") != nullptr;
    static std::string written;
    if (state_file) {
        std::string now = state_text(app, layout);
        if (now != written) write_file(state_file, now);
        written = std::move(now);
    }
    if (!first_frame || app.empty() || app.frame_id == 0) return false;
    std::printf("first frame %.1f ms\n", app.now * 1000);
    return true;
}

}  // namespace bonescope
