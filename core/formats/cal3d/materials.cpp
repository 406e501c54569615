#include "core/formats/cal3d/build.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::cal3d {

namespace {

bool is_color(const Map& map) { return map.type.empty() || lower(map.type) == "diffuse color"; }

// Classic files name no types: there the file's name tells.
bool is_mask(const Map& map) {
    return map.type.empty() ? lower(stem_of(base_name(map.file))).ends_with("_alpha") : lower(map.type) == "opacity";
}

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
    auto shown = std::find_if(maps.begin(), maps.end(), [](const Map& map) { return is_color(map) && !is_mask(map); });
    if (shown == maps.end()) shown = maps.begin();
    const auto mask = std::find_if(maps.begin(), maps.end(), is_mask);
    if (shown != maps.end()) material.texture = shown->file;
    if (mask != maps.end() && mask != shown) {
        material.mask = mask->file;
        material.blend = BlendMode::Alpha;
    }
    for (auto map = maps.begin(); map != maps.end(); ++map) {
        if (map == shown) continue;
        const std::string picture = decode(shown->file);
        doc.note(Severity::Info,
                 fmt::format("map \"{}\"{} {}", decode(map->file),
                             map->type.empty() ? "" : " (" + decode(map->type) + ")",
                             map == mask ? fmt::format("gives the alpha of \"{}\"", picture)
                                         : fmt::format("is not drawn; \"{}\" is", picture)),
                 map->where);
    }
    doc.materials.push_back(std::move(material));
}

}  // namespace bonescope::cal3d
