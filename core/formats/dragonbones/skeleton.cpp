// Skeleton files: what is in the root.
#include "core/formats/dragonbones/atlas.h"
#include "core/formats/dragonbones/dragonbones.h"
#include "core/formats/dragonbones/easing.h"
#include "core/formats/dragonbones/root.h"
#include "core/formats/dragonbones/xml_values.h"
#include "core/text.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <unordered_set>

namespace bonescope::dragonbones {
namespace {

void choose_first(Document& doc, Values& in, JsonValue root) {
    const std::string name = in.text(root, "stage");
    const auto named = std::find_if(doc.skeletons.begin(), doc.skeletons.end(),
                                    [&](const Skeleton& skeleton) { return skeleton.name == name; });
    if (named != doc.skeletons.end())
        doc.first_skeleton = static_cast<int>(named - doc.skeletons.begin());
    else if (!name.empty())
        in.warn(root["stage"], fmt::format("stage: expected the name of an armature, found \"{}\"", decode(name)));
}

void note_same_names(Document& doc, Values& in) {
    std::unordered_set<std::string_view> names;
    for (const Skeleton& skeleton : doc.skeletons)
        if (!names.insert(skeleton.name).second)
            in.note(Severity::Warning, skeleton.where,
                    fmt::format("expected one armature of a name, found a second \"{}\"; displays mean the first",
                                decode(skeleton.name)));
}

}  // namespace

void read_root(Document& doc, Values& in, JsonValue root, RootFacts facts) {
    doc.version = in.text(root, "version");
    step_ease(doc);
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
    for (const JsonValue armature : root["armature"])
        if (in.object(armature, "an armature")) read_armature(doc, in, armature, facts);
    if (doc.skeletons.empty() && !facts.xml)
        in.warn(root["armature"] ? root["armature"] : root, "armature: expected a list of some, found none");
    note_same_names(doc, in);
    choose_first(doc, in, root);
    note_circles(doc, in);
    for (const JsonValue atlas : root["textureAtlas"]) read_atlas(doc, in, atlas);
}

void parse_skeleton(Document& doc) {
    const JsonValue root = scan_json(doc, {0, static_cast<uint32_t>(doc.file.size())});
    Values in(doc);
    doc.encoding = Encoding::Utf8;
    doc.arena.reserve(doc.tree.json.size());  // mostly a little more than it comes to
    if (root.is(JsonKind::Object)) read_root(doc, in, root, {});
    in.finish();
}

// Older than 2.1: armatures lie in <armatures>.
void parse_skeleton_xml(Document& doc) {
    const XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    pugi::xml_node root = file.root().first_child();
    while (root && root.type() != pugi::node_element) root = root.next_sibling();
    doc.version = root.attribute("version").value();
    if (!root) return;
    if (root.child("armatures")) {
        doc.note(Severity::Info,
                 "XML of 1.4 and 2.0 has names of its own (<b>, <d>, kX): it is shown as it stands, its "
                 "armatures are not read");
        return;
    }
    XmlValues values(doc);
    Values in(doc, true);
    if (!root.child("armature")) in.note(Severity::Warning, file.where(root), "expected <armature>, found none");
    read_root(doc, in, values.read(file, root), {.xml = true});
    in.finish();
}

}  // namespace bonescope::dragonbones
