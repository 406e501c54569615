#include "core/formats/dragonbones/atlas.h"
#include "core/formats/dragonbones/dragonbones.h"
#include "core/text.h"
#include "core/xml.h"
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

// A region's numbers by name, from either form of the file.
template <class Number> void fill_region(AtlasRegion& region, Number&& number) {
    region.rect = {number("x"), number("y"), number("width"), number("height")};
    const vec2 full{number("frameWidth"), number("frameHeight")};
    if (full.x > 0 && full.y > 0) region.frame = {number("frameX"), number("frameY"), full.x, full.y};
}

std::string outside(const AtlasPage& page, const AtlasRegion& region) {
    const vec4 rect = region.rect;
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
        fill_region(region, [&](const char* key) { return in.real(item, key, 0); });
        if (std::string fault = outside(page, region); !fault.empty()) in.warn(item, std::move(fault));
        page.regions.push_back(std::move(region));
    }
}

void read_xml_page(Document& doc, const XmlFile& file, pugi::xml_node node) {
    AtlasPage page;
    page.name = node.attribute("name").value();
    page.image = node.attribute("imagePath").value();
    page.size = {node.attribute("width").as_float(), node.attribute("height").as_float()};
    page.scale = node.attribute("scale").as_float(1);
    page.where = file.where(node);
    for (const pugi::xml_node item : node.children("SubTexture")) {
        AtlasRegion region;
        region.name = item.attribute("name").value();
        region.rotated = item.attribute("rotated").as_bool();
        region.where = file.where(item);
        fill_region(region, [&](const char* key) { return item.attribute(key).as_float(); });
        if (std::string fault = outside(page, region); !fault.empty())
            doc.note(Severity::Warning, fmt::format("{} at offset {}", fault, region.where.at), region.where);
        page.regions.push_back(std::move(region));
    }
    doc.pages.push_back(std::move(page));
}

}  // namespace

void read_atlas(Document& doc, Values& in, JsonValue atlas) {
    AtlasPage page;
    page.name = in.text(atlas, "name");
    page.image = in.text(atlas, "imagePath");
    page.size = {in.real(atlas, "width", 0), in.real(atlas, "height", 0)};
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
    for (const pugi::xml_node node : file.root().children())
        if (lower(node.name()) == "textureatlas") read_xml_page(doc, file, node);
    add_lines(doc);
}

}  // namespace bonescope::dragonbones
