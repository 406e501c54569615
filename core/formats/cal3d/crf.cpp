#include "core/formats/cal3d/binary.h"
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"

namespace bonescope::cal3d {

namespace {

void walk_maps(Walk& walk, bool types) {
    walk.skip(12, "colours");
    walk.real("shininess");
    const uint32_t maps = walk.count("maps");
    for (uint32_t i = 0; i < maps; ++i) {
        walk.text("file name");
        if (types) walk.text("map type");
    }
}

vec4 read_color(Reader& in, const char* name) {
    const byte* at = in.array(name, Type::U8, 1, 4);
    vec4 out;
    for (int i = 0; i < 4; ++i) out[i] = static_cast<float>(load<uint8_t>(at + i));
    return out;
}

Map read_map(Reader& in, bool types) {
    Group group(in, "map");
    Map map;
    map.file = read_string(in, "file name length", "file name");
    map.where = in.last();
    group.label(map.file);
    if (types) map.type = read_string(in, "map type length", "map type");
    return map;
}

void read_file(Reader& in, Document& doc, Colors& colors, std::vector<Map>& maps) {
    const Group file(in, "file");
    const bool rich = is_rich(read_header(in, doc));
    const Candidate candidates[] = {
        {"no map types", !rich, [](Walk& walk) { walk_maps(walk, false); }},
        {"map types", rich, [](Walk& walk) { walk_maps(walk, true); }},
    };
    const bool types = choose_layout(doc, candidates) == 1;
    colors.ambient = read_color(in, "ambient");
    colors.diffuse = read_color(in, "diffuse");
    colors.specular = read_color(in, "specular");
    colors.shininess = in.read<float>("shininess");
    const uint32_t n = read_count(in, "maps", types ? 8 : 4);
    for (uint32_t i = 0; i < n; ++i) maps.push_back(read_map(in, types));
    note_rest(in, doc);
}

}  // namespace

bool is_crf(std::span<const byte> file, std::string_view) { return has_magic(file, "CRF"); }

void parse_crf(Document& doc) {
    Reader in(doc.file, doc.tree);
    Colors colors;
    std::vector<Map> maps;
    const auto finish = [&] { add_material(doc, colors, maps, {0, in.at()}); };
    try {
        read_file(in, doc, colors, maps);
    } catch (...) {
        finish();
        throw;
    }
    finish();
}

}  // namespace bonescope::cal3d
