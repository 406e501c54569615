#include "app/overlay.h"
#include "app/bone_shapes.h"
#include "app/theme.h"
#include "core/text.h"

namespace bonescope {
namespace {

struct Area {
    ImVec2 min, max;
    bool meets(const Area& o) const { return min.x < o.max.x && o.min.x < max.x && min.y < o.max.y && o.min.y < max.y; }
    bool inside(const Area& o) const {
        return min.x >= o.min.x && min.y >= o.min.y && max.x <= o.max.x && max.y <= o.max.y;
    }
};

struct Overlay {
    ImDrawList& list;
    ImVec2 corner, size;
    const SceneLook& look;
    std::vector<Area> taken{};

    float px(float design) const { return design * look.scale; }

    ImVec2 measure(ImFont* font, const std::string& text) const {
        return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.data(), text.data() + text.size());
    }
    void text(ImFont* font, ImVec2 at, ImU32 color, const std::string& text) {
        list.AddText(font, font->FontSize, {std::round(at.x), std::round(at.y)}, color, text.data(),
                     text.data() + text.size());
    }
    void take(ImVec2 at, ImVec2 extent) { taken.push_back({at, {at.x + extent.x, at.y + extent.y}}); }

    void caption(const Caption& caption) {
        ImVec2 at{corner.x + px(16), corner.y + px(12)};
        const ImVec2 words = measure(fonts.words, caption.words);
        const ImVec2 numbers = measure(fonts.mono, caption.numbers);
        const float gap = caption.words.empty() || caption.numbers.empty() ? 0 : px(12);
        if (caption.alone)  // the model may reach up to the words
            list.AddRectFilled({at.x - px(6), at.y - px(3)},
                               {at.x + words.x + gap + numbers.x + px(6), at.y + words.y + px(3)},
                               color::with_alpha(color::panel, 200));
        text(fonts.words, at, color::text, caption.words);
        text(fonts.mono, {at.x + words.x + gap, at.y + (words.y - numbers.y) / 2}, color::second, caption.numbers);
        take(at, {words.x + gap + numbers.x, words.y});
    }

    void bottom_right(const std::string& words) {
        const ImVec2 extent = measure(fonts.small, words);
        const ImVec2 at{corner.x + size.x - extent.x - px(16), corner.y + size.y - extent.y - px(12)};
        if (at.x < corner.x + px(90)) return;
        text(fonts.small, at, color::disabled, words);
        take(at, extent);
    }

    void middle(const std::string& words) {
        const ImVec2 extent = measure(fonts.words, words);
        text(fonts.words, {corner.x + (size.x - extent.x) / 2, corner.y + size.y * 0.45f}, color::second, words);
    }

    void gizmo() {
        const ImVec2 middle{corner.x + px(47), corner.y + size.y - px(51)};
        const glm::mat3 file(view_matrix(look.camera));
        glm::mat3 turn = file;
        if (look.show.convention != Axes::File && look.camera.z_up) {
            turn[1] = file[2];
            turn[2] = look.show.convention == Axes::YUp ? -file[1] : file[1];
        }
        int order[] = {0, 1, 2};
        std::sort(order, order + 3, [&](int a, int b) { return turn[a].z < turn[b].z; });
        const char* names[] = {"X", "Y", "Z"};
        for (const int i : order) {
            if (look.camera.flat && i == 2) continue;
            const ImVec2 tip{middle.x + turn[i].x * px(26), middle.y - turn[i].y * px(26)};
            list.AddLine(middle, tip, color::axis[i], px(2));
            const ImVec2 extent = measure(fonts.small, names[i]);
            const ImVec2 at{middle.x + turn[i].x * px(36) - extent.x / 2, middle.y - turn[i].y * px(36) - extent.y / 2};
            text(fonts.small, at, color::axis[i], names[i]);
        }
        take({middle.x - px(42), middle.y - px(42)}, {px(84), px(84)});
    }

    // Beside the joint, wherever it covers no other words and keeps `room` from them; else not at all.
    void name(ImVec2 joint, const std::string& words, bool selected, bool strong, float room) {
        const ImVec2 extent = measure(fonts.small, words);
        const ImVec2 plate{extent.x + px(12), extent.y + px(4)};
        const float off = px(selected ? 34.f : 10.f);
        const ImVec2 places[] = {
            {joint.x + off, joint.y - plate.y / 2}, {joint.x - off - plate.x, joint.y - plate.y / 2},
            {joint.x - plate.x / 2, joint.y + off}, {joint.x - plate.x / 2, joint.y - off - plate.y},
            {joint.x + off, joint.y + off},         {joint.x - off - plate.x, joint.y + off}};
        const Area all{corner, {corner.x + size.x, corner.y + size.y}};
        for (int i = 0; i < 6; ++i) {
            const ImVec2 at = places[selected ? i ^ (i < 2) : i];  // the selected one on the left first
            const Area area{at, {at.x + plate.x, at.y + plate.y}};
            const Area wide{{at.x - room, at.y - room}, {area.max.x + room, area.max.y + room}};
            const bool free = std::none_of(taken.begin(), taken.end(), [&](const Area& a) { return a.meets(wide); });
            if (!free || !area.inside(all)) continue;
            if (!look.show.bones) list.AddCircleFilled(joint, px(2.5f), selected ? color::selection : color::second);
            if (selected) {
                const float edge = at.x > joint.x ? at.x : std::min(at.x + plate.x, joint.x);
                list.AddLine({edge, at.y + plate.y / 2}, joint, color::with_alpha(color::selection, 200), px(1));
            }
            list.AddRectFilled(area.min, area.max,
                               selected ? color::with_alpha(color::rgb(0x0D2F36), 235)
                                        : color::with_alpha(color::panel, 215));
            text(fonts.small, {at.x + px(6), at.y + px(2)},
                 selected ? color::selected_text
                 : strong ? color::text
                          : color::second,
                 words);
            taken.push_back(area);
            return;
        }
    }

    void names(const Scene& scene, const Frame& frame) {
        const Skeleton& skeleton = *scene.skeleton();
        // All names at once must leave the model to be seen.
        const bool over_mesh = look.show.mesh && (!scene.meshes.empty() || !frame.flat.pieces.empty());
        const float room = look.joint >= 0 ? 0 : px(over_mesh ? 52 : 20);
        for (const int joint : named_joints(skeleton, look)) {
            if (std::size_t(joint) >= frame.pose.matrix.size() || !finite(place_of(frame.pose, joint))) continue;
            const vec3 at = project(look.camera, {size.x, size.y}, place_of(frame.pose, joint));
            if (at.z > 1) continue;
            const std::string& raw = skeleton.joints[std::size_t(joint)].name;
            const std::string words = raw.empty() ? "#" + std::to_string(joint) : decode(raw, look.encoding);
            name({corner.x + at.x, corner.y + at.y}, words, joint == look.joint,
                 look.joint >= 0 || joint == look.hovered, room);
        }
    }

    void heat_scale(const Scene& scene) {
        const Skeleton* skeleton = scene.skeleton();
        const bool chosen = skeleton && look.joint >= 0;
        const std::string words =
            chosen ? "weights of " + decode(skeleton->joints[std::size_t(look.joint)].name, look.encoding)
                   : "weights: select a bone";
        const ImVec2 at{corner.x + px(16), corner.y + px(38)};
        text(fonts.small, at, color::second, words);
        float y = at.y + px(20);
        take(at, {measure(fonts.small, words).x, px(44)});
        if (!chosen) return;
        for (int i = 0; i < 32; ++i) {
            const float x = at.x + px(4) * static_cast<float>(i);
            list.AddRectFilled({x, y}, {x + px(4), y + px(6)}, heat_color((static_cast<float>(i) + 0.5f) / 32));
        }
        text(fonts.mono_small, {at.x, y + px(8)}, color::disabled, "0");
        text(fonts.mono_small, {at.x + px(128) - measure(fonts.mono_small, "1").x, y + px(8)}, color::disabled, "1");
    }
};

std::string grid_words(const Ground& ground, Axes axes, bool flat) {
    if (flat) return fmt::format("grid {:g} pixels · y down", ground.step);
    const std::string where =
        ground.height == 0 ? "" : fmt::format(" at {} {:.4g}", ground.z_up ? 'z' : 'y', ground.height);
    const std::string grid = fmt::format("grid {:g} unit{}", ground.step, ground.step == 1 ? "" : "s");
    if (ground.z_up && axes != Axes::File) return fmt::format("{} · {}", grid, what_happens(axes));
    return fmt::format("{}{} · {} up, right-handed", grid, where, ground.z_up ? 'Z' : 'Y');
}

const char* why_nothing(const Scene& scene, const Frame& frame) {
    if (!bounds(scene, frame).empty()) return nullptr;
    if (!scene.clips.empty()) return "No bones and no mesh here: these clips need a skeleton";
    return "Nothing here that can be drawn";
}

}  // namespace

std::vector<int> named_joints(const Skeleton& skeleton, const SceneLook& look) {
    std::vector<int> out;
    const auto count = static_cast<int>(skeleton.joints.size());
    const auto valid = [&](int j) { return j >= 0 && j < count; };
    if (valid(look.joint)) out.push_back(look.joint);
    if (valid(look.hovered) && look.hovered != look.joint) out.push_back(look.hovered);
    if (!look.show.names) return out;
    const auto add = [&](int j) {
        if (std::find(out.begin(), out.end(), j) == out.end()) out.push_back(j);
    };
    if (valid(look.joint)) {
        for (const int up : chain_of(skeleton, look.joint)) add(up);
        for (int j = 0; j < count; ++j)
            if (skeleton.joints[std::size_t(j)].parent == look.joint) add(j);
    } else {
        for (const int j : skeleton.order)
            if (j != look.hovered) out.push_back(j);
    }
    return out;
}

void draw_overlay(ImDrawList& list, ImVec2 corner, ImVec2 size, const Scene& scene, const Frame& frame,
                  const SceneLook& look, const Ground& ground, const Caption& caption) {
    Overlay overlay{list, corner, size, look};
    list.PushClipRect(corner, {corner.x + size.x, corner.y + size.y}, true);
    overlay.caption(caption);
    if (!caption.alone && size.x > overlay.px(240) && size.y > overlay.px(160)) {
        overlay.gizmo();
        if (look.show.grid) overlay.bottom_right(grid_words(ground, look.show.convention, look.camera.flat));
    }
    if (look.show.weights) overlay.heat_scale(scene);
    if (scene.skeleton() && (look.show.bones || look.show.names)) overlay.names(scene, frame);
    if (const char* why = why_nothing(scene, frame)) overlay.middle(why);
    list.PopClipRect();
}

}  // namespace bonescope
