#include "core/formats/cal3d/build.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::cal3d {

namespace {

bool is_color(const Map& map) { return map.type.empty() || lower(map.type) == "diffuse color"; }

}  // namespace

void add_material(Document& doc, const Colors& colors, std::span<const Map> maps, Bytes where) {
    Material material;
    material.name = own_name(doc);
    material.where = where;
    // Alpha is 0 in most files and never meant as opacity.
    const auto opaque = [](vec4 c) { return vec4(vec3(c) / 255.f, 1); };
    material.ambient = opaque(colors.ambient);
    material.diffuse = opaque(colors.diffuse);
    material.specular = opaque(colors.specular);
    material.shininess = colors.shininess;
    material.cull = Cull::None;
    auto shown = std::find_if(maps.begin(), maps.end(), is_color);
    if (shown == maps.end()) shown = maps.begin();
    // A mask of its own is not drawn; most pictures that have one carry the same in their alpha.
    const auto is_mask = [](const Map& map) { return lower(map.type) == "opacity"; };
    if (std::any_of(maps.begin(), maps.end(), is_mask)) material.blend = BlendMode::Alpha;
    if (shown != maps.end()) material.texture = shown->file;
    for (auto map = maps.begin(); map != maps.end(); ++map)
        if (map != shown)
            doc.note(Severity::Info,
                     fmt::format("map \"{}\"{} is not drawn; \"{}\" is", decode(map->file),
                                 map->type.empty() ? "" : " (" + decode(map->type) + ")", decode(shown->file)),
                     map->where);
    doc.materials.push_back(std::move(material));
}

}  // namespace bonescope::cal3d
