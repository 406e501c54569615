// bonescope info: what is in here.
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/text_output.h"
#include "core/frame_rate.h"
#include "core/text.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace bonescope::cli {
namespace {

struct Options {
    Inputs inputs;
    bool json = false;
};

std::string texture_of(const Scene& scene, const MeshUse& mesh) {
    const int texture = mesh.material < 0 ? -1 : scene.materials[mesh.material].texture;
    if (texture < 0) return {};
    const TextureUse& use = scene.textures[texture];
    return use.path.empty() ? use.name : use.path;
}

uint32_t vertices_of(const MeshUse& mesh) {
    const int set = mesh.get().set;
    return set < 0 ? 0 : mesh.doc->sets[set].vertices;
}

// Of a mesh that goes on with other materials, all of them.
std::size_t triangles_of(const Scene& scene, std::size_t index) {
    std::size_t count = 0;
    for (std::size_t i = index; i < scene.meshes.size() && (i == index || scene.meshes[i].get().goes_on); ++i)
        count += triangles(*scene.meshes[i].doc, scene.meshes[i].get()).size() / 3;
    return count;
}

// ---- JSON. Several scenes follow each other in the same lists; `scene` then tells them apart. ----

// Where a scene stands among several.
struct Place {
    int scene = 0;
    int first_joint = 0;
    bool several = false;
};

void write_place(Json& json, const Place& place) {
    if (place.several) json.member("scene", place.scene);
}

void write_part(Json& json, const Part& part) {
    json.open_object();
    json.member("role", part.role);
    json.member("name", part.name);
    json.member("path", part.path);
    json.member("status", name_of(part.status));
    json.key("searched").open_array();
    for (const std::string& path : part.searched) json.value(path);
    json.close();
    json.close();
}

void write_document(Json& json, const Scene& scene, int index, const Place& place) {
    const Document& doc = *scene.docs[index];
    json.open_object();
    write_place(json, place);
    json.member("path", doc.path);
    json.member("format", doc.format);
    json.member("version", doc.version);
    json.member("dialect", doc.dialect);
    json.key("dialects").open_array();
    for (const Dialect& dialect : doc.dialects) {
        json.open_object();
        json.member("name", dialect.name);
        json.member("verdict", dialect.verdict);
        json.close();
    }
    json.close();
    json.member("size", doc.file.size());
    json.member("readable", doc.readable);
    json.key("parts").open_array();
    for (const Part& part : scene.parts)
        if (part.wanted_by == index || (part.wanted_by < 0 && part.doc == index)) write_part(json, part);
    json.close();
    json.close();
}

void write_joints(Json& json, const Scene& scene, const Place& place) {
    if (!scene.skeleton()) return;
    for (const Joint& joint : scene.skeleton()->joints) {
        json.open_object();
        write_place(json, place);
        json.member("name", joint.name);
        json.member("parent", joint.parent < 0 ? -1 : joint.parent + place.first_joint);
        json.member("handle", joint.id);
        json.close();
    }
}

void number_or_null(Json& json, const char* key, const std::optional<int32_t>& number) {
    if (number)
        json.member(key, *number);
    else
        json.member(key, nullptr);
}

// Frames are the stored numbers, both ends included.
void write_range(Json& json, const ClipUse& use) {
    static const char* const kinds[] = {"action", "blend", "attack", "drag", "nextpose"};
    const ClipRange& range = *use.cut();
    json.member("list", use.list->path);
    json.member("missing", use.missing());
    json.key("range").open_object();
    json.member("number", range.number);
    json.member("comment", decode(range.comment, use.list->encoding));
    number_or_null(json, "source", range.source < 0 ? std::nullopt : std::optional<int32_t>(range.source));
    number_or_null(json, "start", range.start);
    number_or_null(json, "end", range.end);
    number_or_null(json, "loop_start", range.loop_start);
    number_or_null(json, "loop_end", range.loop_end);
    number_or_null(json, "link", range.link);
    json.key("windows").open_array();
    for (const RangeWindow& window : range.windows) {
        json.open_object();
        json.member("kind", kinds[static_cast<int>(window.kind)]);
        number_or_null(json, "start", window.start);
        number_or_null(json, "end", window.end);
        json.member("speed", window.speed);
        json.member("time", window.time);
        json.close();
    }
    json.close();
    json.close();
}

void write_clip(Json& json, const ClipUse& use, const Place& place) {
    const Clip& clip = use.get();
    const ClipSize size = stored_size(clip);
    const FrameRate rate = frame_rate(*use.doc, clip);
    json.open_object();
    write_place(json, place);
    json.member("name", name_of(use));
    json.member("duration", length_of(clip));
    json.member("tracks", size.tracks);
    json.member("keys", size.keys);
    json.member("source", use.missing() ? "" : use.doc->path);
    if (use.list) write_range(json, use);
    json.member("rate", rate.rate);
    json.member("rate_source", name_of(rate.source));
    json.member("rate_reason", rate.why);
    if (!use.origin.empty()) json.member("link_scale", use.link_scale);
    json.key("events").open_array();
    for (const Event& event : clip.events) {
        json.open_object();
        json.member("time", seconds_at(clip, event.tick));
        json.member("name", event.name);
        json.close();
    }
    json.close();
    json.close();
}

void write_mesh(Json& json, const Scene& scene, std::size_t index, const Place& place) {
    const MeshUse& mesh = scene.meshes[index];
    if (mesh.get().goes_on) return;
    json.open_object();
    write_place(json, place);
    json.member("name", mesh.get().name);
    json.member("vertices", vertices_of(mesh));
    json.member("triangles", triangles_of(scene, index));
    json.member("material", material_name(scene, mesh));
    json.member("texture", texture_of(scene, mesh));
    json.member("source", mesh.doc->path);
    json.close();
}

void write_notes(Json& json, const Scene& scene) {
    for (const DocumentPtr& doc : scene.docs)
        for (const Finding& note : doc->notes) write_note(json, note, doc->path);
    for (const Finding& note : scene.notes)
        write_note(json, note, note.doc < 0 ? std::string{} : scene.docs[note.doc]->path);
}

void write_json(const std::vector<Scene>& scenes) {
    std::vector<Place> places;
    int joints = 0;
    for (const Scene& scene : scenes) {
        places.push_back({static_cast<int>(places.size()), joints, scenes.size() > 1});
        if (scene.skeleton()) joints += static_cast<int>(scene.skeleton()->joints.size());
    }
    Json json;
    const auto list = [&](const char* key, auto&& write) {
        json.key(key).open_array();
        for (std::size_t i = 0; i < scenes.size(); ++i) write(scenes[i], places[i]);
        json.close();
    };
    json.open_object();
    list("documents", [&](const Scene& scene, const Place& place) {
        for (std::size_t i = 0; i < scene.docs.size(); ++i) write_document(json, scene, static_cast<int>(i), place);
    });
    list("armatures", [&](const Scene& scene, const Place&) {
        const Document* doc = scene.skeleton_document();
        for (std::size_t i = 0; doc && i < doc->skeletons.size(); ++i)
            if (doc->skeletons[i].rig) json.value(doc->skeletons[i].name);
    });
    list("joints", [&](const Scene& scene, const Place& place) { write_joints(json, scene, place); });
    list("clips", [&](const Scene& scene, const Place& place) {
        for (const ClipUse& use : scene.clips) write_clip(json, use, place);
    });
    list("meshes", [&](const Scene& scene, const Place& place) {
        for (std::size_t i = 0; i < scene.meshes.size(); ++i) write_mesh(json, scene, i, place);
    });
    list("notes", [&](const Scene& scene, const Place&) { write_notes(json, scene); });
    json.close();
}

// ---- text ----

void print_documents(const Scene& scene) {
    for (std::size_t i = 0; i < scene.docs.size(); ++i) {
        const Document& doc = *scene.docs[i];
        const Format* format = format_named(doc.format);
        print(fmt::format("{}\n  {}{}{}, {} bytes\n", decode(doc.path), format ? format->title : "not readable",
                          doc.version.empty() ? "" : " " + decode(doc.version),
                          doc.dialect.empty() ? "" : ", " + doc.dialect, grouped(doc.file.size())));
        for (const Dialect& dialect : doc.dialects)
            print(fmt::format("  layout   {} {}: {}\n", dialect.name == doc.dialect ? "*" : " ", dialect.name,
                              dialect.verdict));
        for (const Part& part : scene.parts) {
            if (part.wanted_by != static_cast<int>(i)) continue;
            print(
                fmt::format("  {:<8} {:<16} {}{}\n", name_of(part.status), part.role, decode(part.name),
                            part.path.empty() || base_name(part.path) == part.name ? "" : " -> " + decode(part.path)));
            if (part.status != PartStatus::Missing) continue;
            constexpr std::size_t most = 12;
            for (std::size_t k = 0; k < std::min(part.searched.size(), most); ++k)
                print(fmt::format("  {:<8} {:<16} looked for {}\n", "", "", decode(part.searched[k])));
            if (part.searched.size() > most)
                print(fmt::format("  {:<8} {:<16} and in {} places more (--json lists all)\n", "", "",
                                  part.searched.size() - most));
        }
    }
}

void print_joints(const Scene& scene) {
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton) return;
    std::vector<int> depth(skeleton->joints.size(), 0);
    std::size_t width = 4;
    for (const int joint : skeleton->order) {
        const int parent = skeleton->joints[joint].parent;
        if (parent >= 0) depth[joint] = depth[parent] + 1;
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < depth.size(); ++i) {
        names.push_back(std::string(static_cast<std::size_t>(depth[i]) * 2, ' ') + decode(skeleton->joints[i].name));
        width = std::max(width, width_of(names.back()));
    }
    print(fmt::format("\nJoints ({})\n", names.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Joint& joint = skeleton->joints[i];
        print(fmt::format("  {:>4}  {}  {}\n", joint.id, padded(names[i], width),
                          joint.parent < 0 ? "root" : fmt::format("parent {}", skeleton->joints[joint.parent].id)));
    }
}

void print_clips(const Scene& scene) {
    if (scene.clips.empty()) return;
    std::size_t width = 4;
    for (const ClipUse& use : scene.clips) width = std::max(width, width_of(name_of(use)));
    print(fmt::format("\nClips ({})\n  {:>4}  {}  {:>11}  {:>7}  {:>9}  {:>8}\n", scene.clips.size(), "",
                      padded("name", width), "seconds", "tracks", "keys", "frames/s"));
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const ClipUse& use = scene.clips[i];
        const ClipSize size = stored_size(use.get());
        const FrameRate rate = frame_rate(*use.doc, use.get());
        print(fmt::format(
            "  {:>4}  {}  {:>11}  {:>7}  {:>9}  {:>8}  {}{}\n", i, padded(name_of(use), width),
            static_cast<float>(length_of(use.get())), size.tracks, size.keys, rate.rate, name_of(rate.source),
            use.doc.get() == scene.skeleton_document() ? "" : "  from " + decode(base_name(use.doc->path))));
    }
}

void print_meshes(const Scene& scene) {
    if (scene.meshes.empty()) return;
    std::size_t count = 0;
    for (const MeshUse& mesh : scene.meshes) count += !mesh.get().goes_on;
    print(fmt::format("\nMeshes ({})\n  {:>4}  {:>9}  {:>10}  {}\n", std::exchange(count, 0), "", "vertices",
                      "triangles", "name, material, texture"));
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
        const MeshUse& mesh = scene.meshes[i];
        if (mesh.get().goes_on) continue;
        const std::string texture = texture_of(scene, mesh);
        print(fmt::format("  {:>4}  {:>9}  {:>10}  {}{}{}\n", count++, vertices_of(mesh), triangles_of(scene, i),
                          mesh.get().name.empty() ? "" : decode(mesh.get().name) + "  ",
                          decode(material_name(scene, mesh)), texture.empty() ? "" : "  " + decode(texture)));
    }
}

// Scripts that were given by themselves.
void print_materials(const Scene& scene) {
    if (!scene.meshes.empty()) return;
    for (const DocumentPtr& doc : scene.docs) {
        if (doc->materials.empty()) continue;
        print(fmt::format("\nMaterials ({})\n", doc->materials.size()));
        for (const Material& material : doc->materials)
            print(fmt::format("  {}{}  {}\n", decode(material.name),
                              material.parent.empty() ? "" : " : " + decode(material.parent),
                              decode(material.texture)));
    }
}

// Of a 2D file: each with what it holds, the shown one marked.
void print_armatures(const Scene& scene) {
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton || !skeleton->rig) return;
    const std::vector<Skeleton>& all = scene.skeleton_document()->skeletons;
    print(fmt::format("\nArmatures ({})\n", all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].rig) continue;
        const Rig& rig = *all[i].rig;
        print(fmt::format("  {:>4}{} {}: {} joints, {} slots, {} skin{}, {} constraints\n", i,
                          static_cast<int>(i) == scene.skeleton_index ? "*" : " ", decode(all[i].name),
                          all[i].joints.size(), rig.slots.size(), rig.skins.size(), rig.skins.size() == 1 ? "" : "s",
                          rig.ik.size() + rig.paths.size()));
    }
}

void print_scene(const Scene& scene) {
    print_documents(scene);
    print_armatures(scene);
    print_joints(scene);
    print_clips(scene);
    print_meshes(scene);
    print_materials(scene);
    print_notes(scene);
}

int run_info(const Options& options) {
    std::vector<Scene> scenes;
    bool readable = false, first = true, known = options.inputs.dialect.empty();
    const bool folders = std::any_of(options.inputs.files.begin(), options.inputs.files.end(), is_folder);
    each_scene(options.inputs.files, options.inputs.options(), [&](Scene scene) {
        readable = verdict(scene) == Fine || readable;
        if (!known && !folders && scene.readable()) check_dialect(scene, options.inputs.dialect);
        known = known || has_dialect(scene, options.inputs.dialect);
        if (options.json) {
            scenes.push_back(std::move(scene));
            return true;
        }
        if (!first) print("\n────\n\n");
        first = false;
        print_scene(scene);
        return true;
    });
    if (readable && !known) throw Usage(fmt::format("no layout \"{}\" in any file here", options.inputs.dialect));
    if (options.json) write_json(scenes);
    return readable ? Fine : NothingReadable;
}

}  // namespace

std::function<int()> setup_info(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_inputs(app, options->inputs);
    app.add_flag("--json", options->json, "one JSON document on standard output");
    return [options] { return run_info(*options); };
}

}  // namespace bonescope::cli
