// Armatures that show themselves, by way of others or not.
#include "core/formats/dragonbones/root.h"
#include "core/text.h"
#include <fmt/format.h>
#include <unordered_map>

namespace bonescope::dragonbones {
namespace {

struct Showing {
    int armature = -1;  // that is shown
    const Display* by = nullptr;
};
using Graph = std::vector<std::vector<Showing>>;  // per armature of the document

Graph graph_of(const Document& doc) {
    std::unordered_map<std::string_view, int> named;
    for (std::size_t i = 0; i < doc.skeletons.size(); ++i) named.emplace(doc.skeletons[i].name, static_cast<int>(i));
    Graph out(doc.skeletons.size());
    for (std::size_t i = 0; i < doc.skeletons.size(); ++i)
        for (const Skin& skin : doc.skeletons[i].rig->skins)
            for (const std::vector<Display>& displays : skin.slots)
                for (const Display& display : displays)
                    if (display.kind == DisplayKind::Armature)
                        if (const auto found = named.find(display.path); found != named.end())
                            out[i].push_back({found->second, &display});
    return out;
}

void note_circle(Values& in, const std::string& armature, const Display& by, bool itself) {
    const std::string shows = itself ? "itself" : fmt::format("\"{}\", which shows it in turn", decode(by.path));
    in.note(Severity::Warning, by.where,
            fmt::format("armature \"{}\" shows {}: it is not drawn inside itself", decode(armature), shows));
}

}  // namespace

void note_circles(Document& doc, Values& in) {
    const Graph graph = graph_of(doc);
    struct Step {
        int armature;
        std::size_t next = 0;  // of what it shows
    };
    enum class State : uint8_t { New, Open, Done };
    std::vector<State> states(graph.size(), State::New);
    std::vector<Step> way;
    for (std::size_t start = 0; start < graph.size(); ++start) {
        if (states[start] == State::New) way.push_back({static_cast<int>(start)});
        while (!way.empty()) {
            Step& step = way.back();
            const auto here = static_cast<std::size_t>(step.armature);
            states[here] = State::Open;
            if (step.next == graph[here].size()) {
                states[here] = State::Done;
                way.pop_back();
                continue;
            }
            const Showing& showing = graph[here][step.next++];
            const State there = states[static_cast<std::size_t>(showing.armature)];
            if (there == State::Open)
                note_circle(in, doc.skeletons[here].name, *showing.by, showing.armature == step.armature);
            if (there == State::New) way.push_back({showing.armature});
        }
    }
}

}  // namespace bonescope::dragonbones
