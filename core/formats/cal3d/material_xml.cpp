// .xrf: colours may be written as fractions, also of 255.
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/xml_input.h"
#include <string>

namespace bonescope::cal3d {
namespace {

std::vector<Map> read_maps(XmlInput& in, pugi::xml_node root) {
    std::vector<Map> maps;
    for (const pugi::xml_node node : root.children()) {
        if (!is_named(node, "map")) continue;
        Map map;
        map.file = node.child_value();
        const std::size_t first = map.file.find_first_not_of(" \t\r\n"), last = map.file.find_last_not_of(" \t\r\n");
        map.file = first == std::string::npos ? std::string() : map.file.substr(first, last - first + 1);
        map.type = find_attribute(node, "type").value();
        map.where = in.file().where(node);
        if (map.file.empty()) in.warn(node, "<MAP>: expected a file name, found none");
        maps.push_back(std::move(map));
    }
    in.count(root, "nummaps", static_cast<uint32_t>(maps.size()));
    std::erase_if(maps, [](const Map& map) { return map.file.empty(); });
    return maps;
}

vec4 read_color(XmlInput& in, pugi::xml_node root, const char* name) {
    return glm::round(in.child_vector<4>(root, name, vec4(255)));
}

}  // namespace

void parse_xrf(Document& doc) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"map"});
    XmlInput in(doc, file);
    if (const pugi::xml_node root = in.open("material", "XRF")) {
        Colors colors;
        colors.ambient = read_color(in, root, "ambient");
        colors.diffuse = read_color(in, root, "diffuse");
        colors.specular = read_color(in, root, "specular");
        if (const pugi::xml_node shininess = find_child(root, "shininess"))
            colors.shininess = in.number(shininess);
        else
            in.warn_missing(root, "shininess");
        add_material(doc, colors, read_maps(in, root), file.where(root));
    }
    in.finish();
}

}  // namespace bonescope::cal3d
