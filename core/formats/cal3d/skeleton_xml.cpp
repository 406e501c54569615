// .xsf: bones in document order, whatever their ID and the counts say.
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/xml_input.h"
#include "core/text.h"
#include <fmt/format.h>

namespace bonescope::cal3d {
namespace {

Bone read_bone(XmlInput& in, pugi::xml_node node, int place) {
    Bone bone;
    bone.name = find_attribute(node, "name").value();
    bone.where = in.file().where(node);
    bone.t = in.child_vector<3>(node, "translation", vec3(0));
    bone.q = in.child_vector<4>(node, "rotation", vec4(0, 0, 0, 1));
    bone.space_t = in.child_vector<3>(node, "localtranslation", vec3(0));
    bone.space_q = in.child_vector<4>(node, "localrotation", vec4(0, 0, 0, 1));
    if (const pugi::xml_node parent = find_child(node, "parentid"))
        bone.parent = in.integer(parent).value_or(-1);
    else
        in.warn_missing(node, "parentid");
    uint32_t children = 0;
    for (const pugi::xml_node child : node.children()) {
        if (!is_named(child, "childid")) continue;
        ++children;
        if (const auto id = in.integer(child)) bone.children.push_back(*id);
    }
    for (const char* name : {"numchild", "numchilds"}) in.count(node, name, children);
    const auto id = in.integer(node, "id");
    if (id && *id != place)
        in.warn(node, fmt::format("bone \"{}\": expected ID {}, its place, found {}; the place counts",
                                  decode(bone.name), place, *id));
    if (!find_attribute(node, "name")) in.warn(node, fmt::format("bone {}: expected a NAME, found none", place));
    return bone;
}

}  // namespace

void parse_xsf(Document& doc) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"bone"});
    XmlInput in(doc, file);
    if (const pugi::xml_node root = in.open("skeleton", "XSF")) {
        std::vector<Bone> bones;
        for (const pugi::xml_node node : root.children())
            if (is_named(node, "bone")) bones.push_back(read_bone(in, node, static_cast<int>(bones.size())));
        in.count(root, "numbones", static_cast<uint32_t>(bones.size()));
        if (bones.empty()) in.warn_missing(root, "bone");
        add_skeleton(doc, bones);
        if (!doc.skeletons.empty()) doc.skeletons[0].where = file.where(root);
    }
    in.finish();
}

}  // namespace bonescope::cal3d
