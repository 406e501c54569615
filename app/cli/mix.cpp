#include "app/cli/mix.h"
#include "app/cli/command.h"
#include "core/text.h"
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace bonescope::cli {
namespace {

// The number at the start of `text`, which is cut off; nothing when there is none.
std::optional<double> take_number(std::string_view& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// ":T:W" and then a comma or the end.
bool take_tail(std::string_view& text, Mixed& out) {
    std::string_view rest = text;
    if (!rest.starts_with(':')) return false;
    rest.remove_prefix(1);
    const auto time = take_number(rest);
    if (!time || !rest.starts_with(':')) return false;
    rest.remove_prefix(1);
    const auto weight = take_number(rest);
    if (!weight || !(rest.empty() || rest.starts_with(','))) return false;
    out.time = *time;
    out.weight = static_cast<float>(*weight);
    if (!std::isfinite(out.weight)) return false;
    text = rest;
    return true;
}

// Names may hold colons and commas: the longest clip name that leaves a time and a weight behind it wins, then an
// index.
bool take_mixed(const Scene& scene, std::string_view& text, Mixed& out) {
    std::size_t longest = 0;
    std::string_view after = text;
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const std::string& raw = scene.clips[i].get().name;
        for (const std::string& name : {raw, decode(raw)}) {
            if (!text.starts_with(name) || name.empty() || name.size() <= longest) continue;
            std::string_view rest = text.substr(name.size());
            if (!take_tail(rest, out)) continue;
            longest = name.size();
            after = rest;
            out.clip = static_cast<int>(i);
        }
    }
    if (!longest) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        std::string_view rest = text.substr(colon);
        out.clip = find_clip(scene, text.substr(0, colon));
        if (out.clip < 0 || !take_tail(rest, out)) return false;
        after = rest;
    }
    text = after;
    return true;
}

}  // namespace

std::vector<Mixed> parse_mix(const Scene& scene, std::string_view text) {
    std::vector<Mixed> out;
    for (std::string_view rest = text; !rest.empty();) {
        Mixed mixed;
        if (!take_mixed(scene, rest, mixed)) {
            const std::size_t colon = rest.find(':');
            if (colon != std::string_view::npos) wanted_clip(scene, std::string(rest.substr(0, colon)));
            throw Usage(fmt::format("--mix expects CLIP:SECONDS:WEIGHT,… with clips of the files, found \"{}\"", rest));
        }
        out.push_back(mixed);
        if (rest.empty()) break;
        rest.remove_prefix(1);
        if (rest.empty()) throw Usage("--mix ends with a comma");
    }
    return out;
}

Layer layer_at(const ClipUse& use, double seconds, Run run, float weight) {
    const Clip& clip = use.get();
    return {&use, clock(clip, use.sampling, snap_time(*use.doc, clip, seconds), run), weight, run != Run::Cycle};
}

}  // namespace bonescope::cli
