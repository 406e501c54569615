// The picture of the scene: orbiting, picking, and the switches of what is shown.
#include "app/commands.h"
#include "app/overlay.h"
#include "app/panels/pages.h"
#include "app/picking.h"
#include "app/reach.h"
#include "app/sample_files.h"
#include "app/theme.h"
#include "core/text.h"
#include <GLFW/glfw3.h>

namespace bonescope {
namespace {

// What the last picture was drawn from: it is drawn again only when this changes.
struct Drawn {
    uint64_t scene = ~0ull, frame = ~0ull;
    SceneLook look;
    int width = 0, height = 0;
    bool operator==(const Drawn&) const = default;
};

// The root's way and what it was made of.
struct PathState {
    uint64_t scene = ~0ull;
    int clip = -1;
    RootMotion root = RootMotion::Raw;
    vec3 travelled{0};
    Reading reading;
    std::shared_ptr<const std::vector<vec3>> path;
};

struct ViewState {
    std::unique_ptr<ScenePainter> painter;
    Target quick, fine;  // one sample a pixel, and several
    bool software = false;
    Drawn drawn;
    int samples = 0;           // of the picture that is shown
    double changed_at = -1;    // seconds
    uint64_t painted = ~0ull;  // the painter knows this scene
    Asked seen;
    bool pressed = false, moved = false, panning = false;  // by the button that went down in the view
    bool fitted = false;
    PathState path;
};

struct View {
    PanelContext& context;
    const App& app;
    Requests& ask;
    ViewState& state;
    ImVec2 corner, size;
    Camera camera;
    bool camera_moved = false;

    vec2 extent() const { return {size.x, size.y}; }
    float aspect() const { return size.x / std::max(size.y, 1.f); }
    vec2 pointer() const {
        const ImVec2 at = ImGui::GetIO().MousePos;
        return {at.x - corner.x, at.y - corner.y};
    }
};

// The way of the root, while it is wanted and there is one.
std::shared_ptr<const std::vector<vec3>> path_of(const App& app, PathState& s) {
    const ClipUse* use = app.clip();
    const Playback& p = app.play;
    if (!app.settings.view.path || !use || !app.scene.skeleton()) return nullptr;
    const bool same = s.scene == app.scene_id && s.clip == p.clip && s.root == p.root && s.travelled == p.travelled &&
                      s.reading == app.reading;
    if (same) return s.path;
    s = {app.scene_id, p.clip, p.root, p.travelled, app.reading, nullptr};
    std::vector<vec3> path = p.trail;
    const std::vector<vec3> ahead =
        root_path(*app.scene.skeleton(), *use, app.fps(), p.root, p.travelled, app.scene.planar);
    path.insert(path.end(), ahead.begin(), ahead.end());
    if (path.size() > 1) s.path = std::make_shared<const std::vector<vec3>>(std::move(path));
    return s.path;
}

SceneLook look_of(const App& app, const Camera& camera, PathState& path) {
    SceneLook look;
    look.show = app.settings.view;
    look.camera = camera;
    look.joint = app.selection.joint;
    look.hovered = app.hover.joint;
    look.slot = app.selection.slot;
    look.mesh = app.selection.mesh, look.vertex = app.selection.vertex;
    look.scale = app.scale;
    look.encoding = app.settings.encoding;
    look.path = path_of(app, path);
    return look;
}

// ---- hands ----

int joint_under(const View& v) {
    if (!v.app.settings.view.bones) return -1;
    return pick_joint(v.app.scene, v.app.frame, v.camera, v.extent(), v.pointer(), px(8));
}

Selection selection_of(const View& v, const MeshHit& hit) {
    const MeshUse& use = v.app.scene.meshes[std::size_t(hit.mesh)];
    const VertexSet& set = v.app.scene.sets[std::size_t(use.set)].get();
    Selection out;
    for (std::size_t d = 0; d < v.app.scene.docs.size(); ++d)
        if (v.app.scene.docs[d] == use.doc) out.doc = static_cast<int>(d);
    if (const Bytes bytes = vertex_bytes(*use.doc, set, uint32_t(hit.vertex)); bytes.size > 0)
        out = select_bytes(v.app, out.doc, bytes);
    out.mesh = hit.mesh, out.vertex = hit.vertex;
    return out;
}

// What a piece of the picture belongs to.
Selection selection_of(const View& v, const FlatPiece& piece) {
    const Slot& slot = v.app.scene.skeleton()->rig->slots[std::size_t(piece.slot)];
    Selection out = slot.joint >= 0 ? select_joint(v.app, slot.joint) : Selection{};
    out.slot = piece.slot;
    return out;
}

const FlatPiece* piece_under(const View& v) {
    if (!v.camera.flat || !v.app.settings.view.mesh || !v.app.scene.skeleton()) return nullptr;
    const int piece = piece_at(v.app.frame.flat, vec2(ray_through(v.camera, v.extent(), v.pointer()).from));
    return piece < 0 ? nullptr : &v.app.frame.flat.pieces[std::size_t(piece)];
}

void click(View& v) {
    if (const int joint = joint_under(v); joint >= 0)
        v.ask.select = select_joint(v.app, joint);
    else if (const FlatPiece* piece = piece_under(v); piece && piece->slot >= 0)
        v.ask.select = selection_of(v, *piece);
    else if (const auto hit = v.app.settings.view.mesh
                                  ? pick_mesh(v.app.scene, v.app.frame, v.camera, v.extent(), v.pointer())
                                  : std::nullopt)
        v.ask.select = selection_of(v, *hit);
    else
        v.ask.select = Selection{};
}

void set_pivot(View& v) {
    if (v.camera.flat) return;
    if (const int joint = joint_under(v); joint >= 0)
        v.camera.pivot = vec3(v.app.frame.pose.matrix[std::size_t(joint)][3]);
    else if (const auto hit = pick_mesh(v.app.scene, v.app.frame, v.camera, v.extent(), v.pointer()))
        v.camera.pivot = hit->at;
    else
        return;
    v.camera_moved = true;
}

void drag(View& v) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!v.state.moved) {
        const ImVec2 since = ImGui::GetMouseDragDelta(v.state.panning && !io.MouseDown[0] ? 2 : 0, px(3));
        if (since.x == 0 && since.y == 0) return;
        v.state.moved = true;
    }
    const vec2 by{io.MouseDelta.x, io.MouseDelta.y};
    if (by.x == 0 && by.y == 0) return;
    if (v.state.panning || v.camera.flat)
        pan(v.camera, by, v.size.y);
    else
        orbit(v.camera, by / v.app.scale);
    v.camera_moved = true;
}

void hands(View& v) {
    ImGui::SetCursorScreenPos(v.corner);
    hit_area("picture", v.size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    const ImGuiIO& io = ImGui::GetIO();
    const bool over = ImGui::IsItemHovered();
    if (ImGui::IsItemActivated()) {
        v.state.pressed = true;
        v.state.moved = false;
        v.state.panning = io.MouseDown[2] || io.KeyShift;
    }
    if (v.state.pressed && ImGui::IsItemActive()) drag(v);
    if (v.state.pressed && !ImGui::IsItemActive()) {
        v.state.pressed = false;
        if (over && !v.state.moved && !v.state.panning) click(v);
    }
    if (over && io.MouseWheel != 0) {
        if (v.camera.flat)
            zoom_about(v.camera, io.MouseWheel, v.extent(), v.pointer());
        else
            zoom(v.camera, io.MouseWheel);
        v.camera_moved = true;
    }
    if (over && ImGui::IsMouseDoubleClicked(0)) set_pivot(v);
    if (over && !v.state.pressed)
        if (const int joint = joint_under(v); joint >= 0) {
            Selection hover;
            hover.joint = joint;
            v.ask.hover = hover;
        }
}

// ---- framing ----

Box selection_bounds(const App& app) {
    const Selection& s = app.selection;
    if (s.slot >= 0) return slot_bounds(app.frame, s.slot);
    if (s.joint >= 0) return joint_bounds(app.scene, app.frame, s.joint);
    if (s.mesh >= 0) return mesh_bounds(app.scene, app.frame, s.mesh);
    return {};
}

bool moves_joints_alone(const Clip& clip) {
    return std::all_of(clip.tracks.begin(), clip.tracks.end(),
                       [](const Track& track) { return track.kind == Kind::Joint; });
}

// The clip in play as well, so that it does not leave the picture, unless it wanders far from where it is now.
void frame_motion(const App& app, const ClipUse& use, Framing& framing) {
    constexpr int moments = 8;
    constexpr float far_away = 2;  // times the model's size
    Framing wide = framing;
    Frame frame;
    Box box = bounds(app.scene, app.frame);
    const float size = box.radius();
    const bool by_joints = moves_joints_alone(use.get());
    const Reach reach(app.scene);
    for (int i = 0; i < moments; ++i) {
        const double seconds = app.length() * i / moments;
        const Layer layer{&use, clock(use.get(), use.sampling, seconds, Run::Cycle), 1};
        evaluate(app.scene, {&layer, 1}, frame, !by_joints);
        if (!by_joints) {
            frame_all(app.scene, frame, wide);
            const Box now = bounds(app.scene, frame);
            if (!now.empty()) box.add(now.min), box.add(now.max);
        } else
            for (const vec3 point : reach.points(app.scene, frame.pose)) wide.add(point), box.add(point);
    }
    if (box.radius() <= size * far_away) framing = wide;
}

void frame_everything(View& v) {
    Framing framing(v.camera, v.aspect(), px(36) / std::max(v.size.y, 1.f));  // the caption stays free
    frame_all(v.app.scene, v.app.frame, framing);
    if (const ClipUse* use = v.app.clip()) frame_motion(v.app, *use, framing);
    framing.apply(v.camera);
    v.camera_moved = true;
}

void frame_selection(View& v) {
    Box box = selection_bounds(v.app);
    if (box.empty()) return frame_everything(v);
    // A single joint or point is shown with some of its surroundings.
    const float least = bounds(v.app.scene, v.app.frame).radius() * 0.08f;
    if (box.radius() < least) {
        const vec3 centre = box.centre();
        box.add(centre - least * 0.6f), box.add(centre + least * 0.6f);
    }
    fit(v.camera, box, v.aspect());
    v.camera_moved = true;
}

void frame_when_asked(View& v) {
    const Asked& asked = v.app.asked;
    if (asked.fit_all != v.state.seen.fit_all || !v.state.fitted) frame_everything(v);
    if (asked.fit_selection != v.state.seen.fit_selection) frame_selection(v);
    v.state.seen = asked;
    v.state.fitted = true;
}

// ---- picture ----

// A software driver needs three times as long for smooth edges as there is time for while things move: it gets them
// when the picture has come to rest.
int wanted_samples(const View& v) {
    if (v.app.scale > 1.5f) return 1;
    const bool rests = !v.app.play.playing && v.app.now - v.state.changed_at > 0.15;
    return rests || !v.state.software ? 4 : 1;
}

// True when textures have come in.
bool prepare_painter(ViewState& s, const App& app, Requests& ask) {
    if (!s.painter) {
        s.painter = std::make_unique<ScenePainter>();
        s.software = drawn_in_software();
    }
    if (std::exchange(s.painted, app.scene_id) != app.scene_id)
        s.painter->set_scene(app.scene, [] { glfwPostEmptyEvent(); });
    const bool textures = s.painter->take_textures(app.scene, false);
    for (std::string& fault : s.painter->take_faults()) ask.warnings.push_back(std::move(fault));
    if (textures) s.drawn.width = 0;  // the picture is not as it was
    return textures;
}

void update_painter(View& v, const Drawn& now) {
    ViewState& s = v.state;
    const bool textures = prepare_painter(s, v.app, v.ask);
    if (now.scene != s.drawn.scene || now.frame != s.drawn.frame) s.painter->set_frame(v.app.scene, v.app.frame);
    if (textures || now != s.drawn) {
        s.changed_at = v.app.now;
        s.samples = 0;
    }
    s.drawn = now;
}

void draw_picture(View& v) {
    Drawn now;
    now.scene = v.app.scene_id, now.frame = v.app.frame_id;
    now.look = look_of(v.app, v.camera, v.state.path);
    const ImVec2 dense = ImGui::GetIO().DisplayFramebufferScale;  // above 1 where a window's unit is not a pixel
    now.width = std::max(1, static_cast<int>(v.size.x * dense.x));
    now.height = std::max(1, static_cast<int>(v.size.y * dense.y));
    update_painter(v, now);
    ViewState& s = v.state;
    const int samples = wanted_samples(v);
    Target& target = samples > 1 ? s.fine : s.quick;
    if (samples != s.samples) {
        target.resize(now.width, now.height, samples);
        if (v.app.empty())
            s.painter->draw_empty(v.camera, target);
        else
            s.painter->draw(v.app.scene, v.app.frame, now.look, target);
        s.samples = samples;
    }
    v.ask.more |= samples == 1 && v.app.scale <= 1.5f && !v.app.play.playing;
    ImGui::GetWindowDrawList()->AddImage(reinterpret_cast<ImTextureID>(static_cast<intptr_t>(target.texture())),
                                         v.corner, {v.corner.x + v.size.x, v.corner.y + v.size.y}, {0, 1}, {1, 0});
}

Caption caption_of(const App& app) {
    const ClipUse* clip = app.clip();
    if (!clip) return {app.scene.skeleton() ? "bind pose" : "", ""};
    return {name_of(*clip, app.settings.encoding), fmt::format("{:.4f} s", app.play.time)};
}

// ---- nothing open ----

void dashed(ImDrawList& list, ImVec2 from, ImVec2 to) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const ImVec2 way{(to.x - from.x) / length, (to.y - from.y) / length};
    for (float at = 0; at < length; at += px(10)) {
        const float end = std::min(at + px(6), length);
        list.AddLine({from.x + way.x * at, from.y + way.y * at}, {from.x + way.x * end, from.y + way.y * end},
                     color::disabled, px(1.5f));
    }
}

void centred(ImDrawList& list, ImFont* font, float x, float y, ImU32 ink, const char* words) {
    const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e9f, 0, words);
    list.AddText(font, font->FontSize, {std::round(x - extent.x / 2), std::round(y)}, ink, words);
}

void bones_icon(ImDrawList& list, float x, float y) {
    const ImVec2 left{x - px(40), y + px(12)}, top{x, y - px(12)}, right{x + px(40), y + px(12)};
    const auto bone = [&](ImVec2 a, ImVec2 b) {
        const float dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
        const ImVec2 along{dx / length, dy / length}, across{-along.y, along.x};
        const auto at = [&](float t, float w) {
            return ImVec2{a.x + dx * t + across.x * px(w), a.y + dy * t + across.y * px(w)};
        };
        const ImVec2 shape[] = {a, at(0.25f, 7), b, at(0.25f, -7)};
        list.AddConvexPolyFilled(shape, 4, color::with_alpha(color::selection, 80));
        list.AddPolyline(shape, 4, color::selection, ImDrawFlags_Closed, px(1.2f));
    };
    bone(top, left);
    bone(top, right);
    for (const ImVec2 joint : {left, top, right}) {
        list.AddCircleFilled(joint, px(4.5f), color::view);
        list.AddCircle(joint, px(4.5f), color::selection, 0, px(1.6f));
    }
}

const Command* find_command(std::string_view name) {
    for (const Command& command : commands())
        if (name == command.name) return &command;
    return nullptr;
}

void start_buttons(View& v, float x, float y) {
    const std::vector<SampleFile> samples = sample_files();
    const Command* open = find_command("Open…");
    const char* sample_words = "Open a sample";
    const float gap = px(8);
    const float width = (open ? button_width("Open…") : 0) + (samples.empty() ? 0 : gap + button_width(sample_words));
    ImGui::SetCursorScreenPos({std::round(x - width / 2), y});
    if (open && toggle("Open…", true)) v.ask.commands.push_back(open);
    if (samples.empty()) return;
    if (open) ImGui::SameLine(0, gap);
    if (toggle(sample_words, false)) v.ask.open = {samples.front().path};
}

// "OGRE   .skeleton .mesh …", a line for each family that can be read.
void list_formats(ImDrawList& list, float x, float y) {
    std::vector<std::pair<std::string, std::string>> lines;
    for (const Format& format : formats()) {
        const std::string title = format.title, family = title.substr(0, title.find(' '));
        auto at = std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.first == family; });
        if (at == lines.end()) at = lines.insert(at, {family, ""});
        for (const char* extension : format.extensions)
            if (at->second.find(std::string(extension) + "  ") == std::string::npos)
                at->second += std::string(extension) + "  ";
    }
    for (const auto& [family, extensions] : lines) {
        ImFont* font = fonts.mono_small;
        const ImVec2 name = fonts.strong->CalcTextSizeA(fonts.strong->FontSize, 1e9f, 0, family.c_str());
        const ImVec2 rest = font->CalcTextSizeA(font->FontSize, 1e9f, 0, extensions.c_str());
        const float left = x - (name.x + px(16) + rest.x) / 2;
        list.AddText(fonts.strong, fonts.strong->FontSize, {std::round(left), std::round(y)}, color::text,
                     family.c_str());
        list.AddText(font, font->FontSize, {std::round(left + name.x + px(16)), std::round(y + (name.y - rest.y) / 2)},
                     color::second, extensions.c_str());
        y += px(24);
    }
}

void draw_start(View& v) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = std::round(v.corner.x + v.size.x / 2);
    if (v.app.loading) {
        centred(list, fonts.words, x, v.corner.y + v.size.y * 0.4f, color::second,
                ("Reading " + v.app.loading_what + "…").c_str());
        return;
    }
    const float wide = std::min(px(480), v.size.x - px(24)), high = px(216);
    const float top = std::round(v.corner.y + std::max(px(12), (v.size.y - high - px(90)) * 0.38f));
    const ImVec2 min{std::round(x - wide / 2), top}, max{std::round(x + wide / 2), top + high};
    list.AddRectFilled(min, max, color::with_alpha(color::panel, 120));
    dashed(list, min, {max.x, min.y});
    dashed(list, {max.x, min.y}, max);
    dashed(list, max, {min.x, max.y});
    dashed(list, {min.x, max.y}, min);
    bones_icon(list, x, top + px(56));
    centred(list, fonts.title, x, top + px(91), color::text, "Drop files or a folder here");
    centred(list, fonts.words, x, top + px(120), color::second,
            "Any one part is enough. The rest of the set is found beside it.");
    start_buttons(v, x, top + px(160));
    list_formats(list, x, max.y + px(40));
}

}  // namespace

bool draw_page_picture(PanelContext& context, ImDrawList& draw, int texture, ImVec2 min, ImVec2 max) {
    if (!glfwGetCurrentContext()) return false;
    auto& s = context.states.get<ViewState>();
    prepare_painter(s, context.app, context.ask);
    const Texture* picture = s.painter->texture(texture);
    if (!picture) return false;
    // Its colours are multiplied by their alpha already.
    draw.AddCallback([](const ImDrawList*, const ImDrawCmd*) { glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); }, nullptr);
    draw.AddImage(reinterpret_cast<ImTextureID>(static_cast<intptr_t>(picture->name.get())), min, max);
    draw.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    return true;
}

void draw_view(PanelContext& context) {
    const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    if (size.x < 2 || size.y < 2) return;
    View v{context, context.app, context.ask, context.states.get<ViewState>(), corner, size, context.app.camera};
    v.camera.mirrored = v.app.convention() == Axes::Mirrored;
    if (v.app.empty()) {
        v.state.fitted = false;
        v.camera = Camera{};
        v.camera.distance = 24, v.camera.pivot = {0, 2, 0}, v.camera.far_plane = 1000;
        draw_picture(v);
        draw_start(v);
        return;
    }
    frame_when_asked(v);
    hands(v);
    draw_picture(v);
    Caption caption = caption_of(v.app);
    draw_overlay(*ImGui::GetWindowDrawList(), corner, size, v.app.scene, v.app.frame,
                 look_of(v.app, v.camera, v.state.path), v.state.painter->ground(), caption);
    if (v.camera_moved) v.ask.camera = v.camera;
}

void draw_view_header(PanelContext& context) {
    const App& app = context.app;
    const bool live = !app.empty();
    ViewOptions view = app.settings.view;
    const struct {
        const char* name;
        bool ViewOptions::*option;
    } switches[] = {{"Mesh", &ViewOptions::mesh}, {"Bones", &ViewOptions::bones},     {"Names", &ViewOptions::names},
                    {"Axes", &ViewOptions::axes}, {"Weights", &ViewOptions::weights}, {"Wire", &ViewOptions::wire},
                    {"Grid", &ViewOptions::grid}};
    const float button_top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(16));
    for (const auto& [name, option] : switches) {
        if (tab_switch(name, view.*option, live)) view.*option ^= true;
        ImGui::SameLine(0, px(16));
    }
    const float used = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
    if (view != app.settings.view) context.ask.view = view;

    if (!live || app.camera.flat) return;
    Camera camera = app.camera;
    const char* projection = camera.orthographic ? "Ortho" : "Persp";
    const float gap = px(4);
    float width = button_width(projection) + 3 * gap;
    for (const char* name : {"Front", "Right", "Top"}) width += button_width(name);
    const float left = ImGui::GetWindowWidth() - width;
    if (left < used + px(6)) return;
    ImGui::SetCursorPos({left, button_top});
    const std::pair<const char*, Side> sides[] = {{"Front", Side::Front}, {"Right", Side::Right}, {"Top", Side::Top}};
    for (const auto& [name, side] : sides) {
        Camera there = camera;
        look_from(there, side);
        if (tab_button(name, there == camera)) context.ask.camera = there;
        ImGui::SameLine(0, gap);
    }
    if (tab_button(projection, true)) {
        camera.orthographic ^= true;
        context.ask.camera = camera;
    }
}

}  // namespace bonescope
