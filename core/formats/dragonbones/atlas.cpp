#include "core/formats/dragonbones/atlas.h"
#include "core/formats/dragonbones/dragonbones.h"
#include "core/formats/dragonbones/xml_values.h"
#include "core/text.h"
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

std::string fault_of(const AtlasPage& page, const AtlasRegion& region) {
    const vec4 rect = region.rect;
    if (!(rect.z > 0 && rect.w > 0))
        return fmt::format("region \"{}\": expected a width and a height above 0, found {} x {}", decode(region.name),
                           rect.z, rect.w);
    if (page.size.x <= 0 || page.size.y <= 0) return {};
    if (rect.x >= 0 && rect.y >= 0 && rect.x + rect.z <= page.size.x && rect.y + rect.w <= page.size.y) return {};
    return fmt::format("region \"{}\": expected a place inside the page of {} x {}, found {} {} with {} x {}",
                       decode(region.name), page.size.x, page.size.y, rect.x, rect.y, rect.z, rect.w);
}

void read_regions(Values& in, JsonValue list, AtlasPage& page) {
    page.regions.reserve(std::min(list.most_items(), list.size()));
    for (const JsonValue item : list) {
        if (!item.is(JsonKind::Object)) {
            in.warn(item, "expected a region of the page, found something else");
            continue;
        }
        AtlasRegion region;
        region.name = in.text(item, "name");
        region.rotated = in.boolean(item, "rotated", false);
        region.where = item.bytes();
        const auto number = [&](const char* key) { return in.real(item, key, 0); };
        region.rect = {number("x"), number("y"), number("width"), number("height")};
        const vec2 full{number("frameWidth"), number("frameHeight")};
        if (full.x > 0 && full.y > 0) region.frame = {number("frameX"), number("frameY"), full.x, full.y};
        if (std::string fault = fault_of(page, region); !fault.empty()) in.warn(item, std::move(fault));
        page.regions.push_back(std::move(region));
    }
}

}  // namespace

void read_atlas(Document& doc, Values& in, JsonValue atlas) {
    AtlasPage page;
    page.name = in.text(atlas, "name");
    page.image = in.text(atlas, "imagePath");
    page.size = {in.real(atlas, "width", 0), in.real(atlas, "height", 0)};
    if (page.size.x < 0 || page.size.y < 0)
        in.warn(atlas,
                fmt::format("page: expected a width and a height above 0, found {} x {}", page.size.x, page.size.y));
    page.scale = in.real(atlas, "scale", 1);
    page.where = atlas.bytes();
    if (!(page.scale > 0)) {
        in.warn(atlas["scale"], fmt::format("scale: expected a number above 0, found {}; 1 serves", page.scale));
        page.scale = 1;
    }
    read_regions(in, atlas["SubTexture"], page);
    doc.pages.push_back(std::move(page));
}

void parse_atlas(Document& doc) {
    const JsonValue root = scan_json(doc, {0, static_cast<uint32_t>(doc.file.size())});
    Values in(doc);
    if (root.is(JsonKind::Object)) read_atlas(doc, in, root);
    in.finish();
}

void parse_atlas_xml(Document& doc) {
    const XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    XmlValues values(doc);
    Values in(doc, true);
    for (const pugi::xml_node node : file.root().children())
        if (lower(node.name()) == "textureatlas") read_atlas(doc, in, values.read(file, node));
    in.finish();
}

}  // namespace bonescope::dragonbones
