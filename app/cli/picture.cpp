#include "app/cli/picture.h"
#include "core/image.h"
#include "core/text.h"
#include <charconv>
#include <CLI/CLI.hpp>
#include <filesystem>

namespace bonescope::cli {
namespace {

constexpr int largest = 8192;  // more would take gigabytes

int wanted_bone(const Scene& scene, const std::string& name) {
    if (name.empty()) return -1;
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton) throw Usage("--bone names a bone, but there is no skeleton");
    for (std::size_t j = 0; j < skeleton->joints.size(); ++j)
        if (skeleton->joints[j].name == name || decode(skeleton->joints[j].name) == name) return static_cast<int>(j);
    const auto index = parse_int(name);
    if (index && *index >= 0 && std::size_t(*index) < skeleton->joints.size()) return static_cast<int>(*index);
    throw Usage(fmt::format("no bone \"{}\" among the {} of the skeleton", decode(name), skeleton->joints.size()));
}

std::string check_scale(const std::string& text) {
    const auto scale = parse_float(text);
    return scale && *scale >= 0.5f && *scale <= 8 ? std::string{}
                                                  : fmt::format("expects a number from 0.5 to 8, found \"{}\"", text);
}

std::string check_detail(const std::string& text) {
    const auto detail = parse_float(text);
    return detail && *detail >= 0 && *detail <= 1 ? std::string{}
                                                  : fmt::format("expects a number from 0 to 1, found \"{}\"", text);
}

// A picture must not take the place of what it shows, and is named for what it is.
void check_out(const Scene& scene, const std::string& out) {
    const auto same = [&](const std::string& path) {
        std::error_code none_such;
        return std::filesystem::equivalent(path, out, none_such);
    };
    for (const DocumentPtr& doc : scene.docs)
        if (same(doc->path)) throw Usage(fmt::format("-o {} would replace a file that is shown", decode(out)));
    for (const TextureUse& texture : scene.textures)
        if (same(texture.path) || same(texture.mask))
            throw Usage(fmt::format("-o {} would replace a texture that is shown", decode(out)));
    if (!lower(out).ends_with(".png"))
        throw Usage(
            fmt::format("-o expects a name that ends with .png, as pictures are PNG files; found \"{}\"", decode(out)));
}

}  // namespace

void add_picture(CLI::App& app, PictureOptions& o, const char* default_size) {
    o.size = default_size;
    add_inputs(app, o.inputs);
    app.add_option("-o,--out", o.out, "the PNG to write; it appears whole or not at all")
        ->required()
        ->type_name("OUT.png");
    app.add_option("--clip", o.clip, "name or index of the clip")->type_name("CLIP");
    app.add_option("--view", o.view, "where the eye is: iso (three quarters), front, right, top, back, left, bottom")
        ->check(CLI::IsMember({"iso", "front", "right", "top", "back", "left", "bottom"}))
        ->type_name("SIDE")
        ->capture_default_str();
    app.add_flag("--ortho", o.ortho, "parallel projection");
    app.add_option("--bone", o.bone, "name or index of a bone to bring out, with its chain")->type_name("BONE");
    app.add_flag("--bones", o.bones, "draw the bones over the mesh (without a mesh they are drawn anyway)");
    app.add_flag("--no-bones", o.no_bones, "draw no bones");
    app.add_flag("--no-mesh", o.no_mesh, "draw no mesh");
    app.add_flag("--no-grid", o.no_grid, "draw no ground grid");
    app.add_flag("--no-textures", o.no_textures, "draw the mesh in one grey");
    app.add_flag("--names", o.names, "write the bones' names beside them");
    app.add_flag("--axes", o.axes, "draw every joint's own axes");
    app.add_flag("--weights", o.weights, "colour the mesh by the weights of --bone, blue 0 to red 1");
    app.add_flag("--wire", o.wire, "draw the mesh's edges");
    app.add_flag("--two-sided", o.two_sided, "draw faces that the material leaves out");
    app.add_flag("--flip-v", o.flip_v, "turn textures upside down");
    app.add_option("--detail", o.detail, "of meshes that have steps of detail: 0 the least, 1 all")
        ->check(check_detail)
        ->type_name("D");
    app.add_option("--scale", o.scale, "size of lines and words")->check(check_scale)->type_name("FACTOR");
    app.add_flag("--loop", o.loop, "play the clip as a cycle");
    add_reading(app, o.reading);
    add_armature(app, o.armature);
}

Size parse_size(const std::string& text) {
    Size out;
    const char* const end = text.data() + text.size();
    const auto [x, bad_width] = std::from_chars(text.data(), end, out.width);
    bool good = bad_width == std::errc{} && x < end && (*x == 'x' || *x == 'X');
    if (good) {
        const auto [last, bad_height] = std::from_chars(x + 1, end, out.height);
        good = bad_height == std::errc{} && last == end;
    }
    if (!good || out.width < 1 || out.height < 1 || out.width > largest || out.height > largest)
        throw Usage(fmt::format("--size expects WIDTHxHEIGHT, each 1 to {}, found \"{}\"", largest, text));
    return out;
}

void turn(Camera& camera, const std::string& view) {
    static const std::pair<const char*, Side> sides[] = {{"front", Side::Front}, {"right", Side::Right},
                                                         {"top", Side::Top},     {"back", Side::Back},
                                                         {"left", Side::Left},   {"bottom", Side::Bottom}};
    camera.yaw = Camera{}.yaw, camera.pitch = Camera{}.pitch;
    for (const auto& [name, side] : sides)
        if (view == name) look_from(camera, side);
}

SceneLook look_of(const Scene& scene, const PictureOptions& o) {
    SceneLook look;
    look.joint = wanted_bone(scene, o.bone);
    look.scale = o.scale;
    look.show.mesh = !o.no_mesh;
    const bool bare = scene.meshes.empty() && scene.regions.empty();
    look.show.bones = !o.no_bones && (o.bones || o.names || o.axes || look.joint >= 0 || o.no_mesh || bare);
    look.show.names = o.names || look.joint >= 0;
    look.show.axes = o.axes, look.show.weights = o.weights, look.show.wire = o.wire;
    look.show.grid = !o.no_grid, look.show.textures = !o.no_textures, look.show.two_sided = o.two_sided;
    look.show.flip_v = o.flip_v;
    look.camera.orthographic = o.ortho;
    if (o.weights && look.joint < 0) throw Usage("--weights needs --bone: whose weights?");
    look.camera.z_up = scene.up == Up::Z;
    look.camera.flat = shown_flat(scene);
    turn(look.camera, o.view);
    return look;
}

Scene open_picture(const PictureOptions& o, int& code) {
    Scene scene = open_inputs(o.inputs);
    check_out(scene, o.out);
    code = verdict(scene);
    choose_armature(scene, o.armature);
    scene.detail = o.detail;
    set_reading(scene, reading_of(o.reading, o.loop));
    return scene;
}

std::unique_ptr<Studio> open_studio(const Scene& scene, const PictureOptions& o) {
    std::string why;
    auto studio = Studio::open(o.scale, words_of(scene, Encoding::Guess), why);
    if (!studio) {
        complain("pictures need OpenGL: " + why);
        return nullptr;
    }
    for (const std::string& fault : studio->set_scene(scene)) complain(fault);
    for (const TextureUse& texture : scene.textures)
        if (texture.path.empty()) complain(fmt::format("texture \"{}\" was not found", decode(texture.name)));
    return studio;
}

int save(const PictureOptions& o, const Picture& picture) {
    const std::string why = write_png(o.out, picture.width, picture.height, picture.rgba);
    if (why.empty()) return Fine;
    complain(fmt::format("{} could not be written: {}", decode(o.out), why));
    return NothingReadable;
}

}  // namespace bonescope::cli
