#include "app/panels/place.h"

namespace bonescope {
namespace {

bool is_group(const Document& doc, const Node& node) {
    const Type type = doc.tree.fields[node.field].type;
    return node.kind == Node::Kind::Stored && (type == Type::Group || type == Type::Chunk);
}

}  // namespace

Selection select_node(const App& app, int doc, const Node& node) {
    Selection s = select_bytes(app, doc, node.where);
    s.doc = doc;
    s.bytes = node.where;
    s.node = node;
    return s;
}

Selection select_field_at(const App& app, int doc, uint32_t offset) {
    const Document& document = *app.scene.docs[doc];
    const auto path = path_to(document, offset);
    const bool read = !path.empty() && path.back().where.size && !is_group(document, path.back());
    if (read) return select_node(app, doc, path.back());
    Selection s;
    s.doc = doc;
    s.bytes = {offset, 1};
    for (const Bytes& gap : gaps(document))
        if (gap.contains(offset)) s.bytes = gap;
    return s;
}

Bytes range_of(const App& app, const Selection& s) {
    if (s.key < 0 || s.clip < 0 || s.track < 0 || s.clip >= static_cast<int>(app.scene.clips.size())) return s.bytes;
    const ClipUse& use = app.scene.clips[s.clip];
    if (s.track >= static_cast<int>(use.get().tracks.size())) return s.bytes;
    const Bytes key = key_bytes(*use.doc, use.get().tracks[s.track], static_cast<uint32_t>(s.key));
    const bool inside = s.bytes.at >= key.at && s.bytes.end() <= key.end();
    return key.size && inside ? key : s.bytes;
}

}  // namespace bonescope
