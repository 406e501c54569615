// Skeleton files: what is in the root.
#include "core/formats/dragonbones/atlas.h"
#include "core/formats/dragonbones/dragonbones.h"
#include "core/formats/dragonbones/easing.h"
#include "core/formats/dragonbones/root.h"
#include "core/xml.h"
#include <charconv>
#include <fmt/format.h>

namespace bonescope::dragonbones {

void read_root(Document& doc, Values& in, JsonValue root, const Binary* binary) {
    doc.version = in.text(root, "version");
    step_ease(doc);
    RootFacts facts;
    facts.binary = binary;
    const float rate = in.real(root, "frameRate", 24);
    if (rate > 0) facts.rate = rate;
    double version = 0;
    std::from_chars(doc.version.data(), doc.version.data() + doc.version.size(), version);
    facts.old = version > 0 && version < 4;
    facts.global = facts.old && in.boolean(root, "isGlobal", true);
    constexpr double newest = 5.6;
    if (version > newest)
        in.warn(root["version"], fmt::format("version: expected up to {}, found {}; what is new in it is not shown",
                                             newest, doc.version));
    for (const JsonValue armature : root["armature"]) read_armature(doc, in, armature, facts);
    for (const JsonValue atlas : root["textureAtlas"]) read_atlas(doc, in, atlas);
}

void parse_skeleton(Document& doc) {
    const JsonValue root = scan_json(doc, {0, static_cast<uint32_t>(doc.file.size())});
    Values in(doc);
    doc.encoding = Encoding::Utf8;
    if (root.is(JsonKind::Object)) read_root(doc, in, root, nullptr);
    in.finish();
}

void parse_skeleton_xml(Document& doc) {
    const XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    doc.version = file.root().first_child().attribute("version").value();
    doc.note(Severity::Info, "skeletons in XML are shown as they stand: their armatures are not read");
}

}  // namespace bonescope::dragonbones
