#include "app/panels/mixing.h"
#include "app/panels/cells.h"
#include "app/panels/plot.h"
#include "core/text.h"

namespace bonescope {

namespace {

constexpr std::size_t most_layers = 16;

std::string clip_name(const App& app, int clip) {
    const std::string name = name_of(app.scene.clips[static_cast<std::size_t>(clip)], app.settings.encoding);
    return name.empty() ? fmt::format("clip {}", clip) : name;
}

bool cumulative(const App& app) {
    const Skeleton* skeleton = app.scene.skeleton();
    return app.play.mix.cumulative.value_or(skeleton && skeleton->cumulative);
}

float room() { return ImGui::GetWindowContentRegionMax().x - px(12); }

void label(const std::string& words, float width, ImU32 color = color::text) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    cell_text({at.x + px(12), at.x + width, at.y, px(24)}, fonts.words, color, words);
    ImGui::Dummy({width, px(24)});
    ImGui::SameLine(0, px(4));
}

bool weight_slider(const char* id, float& weight, float most, float width) {
    ImGui::SetNextItemWidth(width);
    ImGui::PushFont(fonts.mono_small);
    const float pad = (px(24) - ImGui::GetFontSize()) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), pad});
    const bool changed = ImGui::SliderFloat(id, &weight, 0, most, "%.3f");
    ImGui::PopStyleVar();
    ImGui::PopFont();
    return changed;
}

void add_button(PanelContext& c) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(12));
    const bool can = c.app.scene.clips.size() > 1 && c.app.play.mix.layers.size() < most_layers;
    if (toggle("Add a clip…", false, can)) ImGui::OpenPopup("add");
    if (!ImGui::BeginPopup("add")) return;
    for (int i = 0; i < static_cast<int>(c.app.scene.clips.size()); ++i) {
        if (i == c.app.play.clip || in_mix(c.app, i)) continue;
        ImGui::PushID(i);
        if (ImGui::Selectable(("  " + clip_name(c.app, i)).c_str())) add_to_mix(c, i);
        ImGui::PopID();
    }
    ImGui::EndPopup();
}

// Returns false when the layer is to go.
bool layer_row(PanelContext& c, Mix& mix, std::size_t i, bool& changed) {
    const float name = room() * 0.36f, close = px(24);
    ImGui::PushID(static_cast<int>(i));
    label(clip_name(c.app, mix.layers[i].first), name);
    changed |= weight_slider("##weight", mix.layers[i].second, 1, room() - name - close - px(8));
    ImGui::SameLine(0, px(4));
    const bool gone = toggle("×", false);
    if (ImGui::IsItemHovered()) plot::tooltip("Take this clip out of the blend");
    ImGui::PopID();
    changed |= gone;
    return !gone;
}

// Weights that count per bone: how they add up is the engine's, not a choice.
bool by_bone(const App& app) { return app.scene.bones() && app.scene.bones()->once_first; }

void by_bone_row() {
    label("Weights count per bone, the first clip whole", room(), color::second);
    if (ImGui::IsItemHovered())
        plot::tooltip(
            "Clips of this format give whole places of bones. The first that moves a bone is taken as it is, "
            "each further one blends in by its weight as a part of the weights so far. Played once, clips come "
            "before those that loop, which fill up what is left. Average and Cumulative do not apply.");
    ImGui::NewLine();
}

void mode_row(PanelContext& c, Mix& mix, bool& changed) {
    if (by_bone(c.app)) return by_bone_row();
    const bool sum = cumulative(c.app);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(12));
    if (toggle("Average", !sum) && sum) changed = true, mix.cumulative = false;
    if (ImGui::IsItemHovered()) plot::tooltip("Weights with a sum above 1 are scaled down to 1");
    ImGui::SameLine(0, px(1));
    if (toggle("Cumulative", sum) && !sum) changed = true, mix.cumulative = true;
    if (ImGui::IsItemHovered()) plot::tooltip("Weights are used as they are");
    if (!mix.cumulative) {
        ImGui::SameLine(0, px(8));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        cell_text({at.x, at.x + room(), at.y, px(24)}, fonts.small, color::disabled, "as the file says");
        ImGui::Dummy({1, px(24)});
    }
}

float sum_of(const Mix& mix) {
    float sum = mix.weight;
    for (const auto& [clip, weight] : mix.layers) sum += weight;
    return sum;
}

void draw_blend(PanelContext& c) {
    const Mix& now = c.app.play.mix;
    const std::string count = now.layers.empty() ? "one clip" : fmt::format("{} clips", now.layers.size() + 1);
    if (!section("Blend", count.c_str())) return;
    if (!c.app.clip()) {
        label("The bind pose stands alone: pick a clip first", room(), color::disabled);
        ImGui::NewLine();
        return;
    }
    Mix mix = now;
    bool changed = false;
    mode_row(c, mix, changed);
    const float name = room() * 0.36f;
    label(clip_name(c.app, c.app.play.clip), name, color::selected_text);
    changed |= weight_slider("##own", mix.weight, 1, room() - name - px(32));
    for (std::size_t i = 0; i < mix.layers.size();) {
        if (layer_row(c, mix, i, changed)) {
            ++i;
        } else {
            mix.layers.erase(mix.layers.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    const float sum = sum_of(mix);
    std::string words;
    if (by_bone(c.app) && !mix.layers.empty() && sum > 0)
        words = fmt::format("where all move a bone: each weight / {:.3f}", sum);
    else if (!by_bone(c.app) && !cumulative(c.app) && sum > 1.0005f)
        words = fmt::format("sum {:.3f}: every weight counts as {:.3f} of itself", sum, 1 / sum);
    if (!words.empty()) {
        label(words, room(), color::second);
        ImGui::NewLine();
    }
    if (changed) c.ask.mix = mix;
    add_button(c);
}

void draw_morphs(PanelContext& c) {
    std::size_t total = 0;
    for (const auto& doc : c.app.scene.docs) total += doc->morphs.size();
    if (!total) return;
    if (!section("Morphs by hand", std::to_string(total).c_str())) return;
    int index = 0;
    for (const auto& doc : c.app.scene.docs) {
        for (const Morph& morph : doc->morphs) {
            float weight = static_cast<std::size_t>(index) < c.app.morph_weights.size()
                               ? c.app.morph_weights[static_cast<std::size_t>(index)]
                               : 0;
            ImGui::PushID(index);
            const float name = room() * 0.45f;
            const std::string text = decode(morph.name, c.app.settings.encoding);
            label(text.empty() ? fmt::format("morph {}", index) : text, name,
                  weight != 0 ? color::text : color::second);
            if (weight_slider("##morph", weight, 1, room() - name - px(4))) c.ask.morphs.push_back({index, weight});
            ImGui::PopID();
            ++index;
        }
    }
}

}  // namespace

bool in_mix(const App& app, int clip) {
    const auto& layers = app.play.mix.layers;
    return std::any_of(layers.begin(), layers.end(), [&](auto& layer) { return layer.first == clip; });
}

void add_to_mix(PanelContext& c, int clip) {
    Mix mix = c.app.play.mix;
    if (clip < 0 || clip == c.app.play.clip || in_mix(c.app, clip) || mix.layers.size() >= most_layers) return;
    mix.layers.push_back({clip, 0.5f});
    c.ask.mix = mix;
}

namespace {

void draw_detail(PanelContext& c) {
    std::size_t sets = 0;
    for (const SetUse& use : c.app.scene.sets) sets += use.get().lod.steps > 0;
    if (!sets || !section("Detail", fmt::format("{} mesh{} with steps", sets, sets == 1 ? "" : "es").c_str())) return;
    float detail = c.app.scene.detail;
    label("all of it", room() * 0.3f, detail < 1 ? color::text : color::second);
    if (weight_slider("##detail", detail, 1, room() - room() * 0.3f - px(4))) c.ask.detail = detail;
}

}  // namespace

bool has_mixing(const App& app) {
    const auto& scene = app.scene;
    return scene.clips.size() > 1 ||
           std::any_of(scene.docs.begin(), scene.docs.end(), [](const auto& doc) { return !doc->morphs.empty(); }) ||
           std::any_of(scene.sets.begin(), scene.sets.end(), [](const auto& use) { return use.get().lod.steps > 0; });
}

void draw_mixing(PanelContext& c) {
    draw_detail(c);
    draw_blend(c);
    draw_morphs(c);
}

}  // namespace bonescope
