// .xaf and .xpf: the keys of a track go into one block of rows, time first.
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/xml_input.h"
#include "core/text.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace bonescope::cal3d {
namespace {

constexpr std::size_t bytes_per_number = 22;  // of text, at least, in the usual forms: saves growing
constexpr uint32_t key_floats = 8;            // time, translation, rotation
constexpr uint32_t weight_floats = 2;         // time, weight

struct TrackFlags {
    bool required, dynamic;  // of translations
};

// What the keys of one track lack; a broken exporter repeats itself for all of them.
struct Missing {
    uint32_t translation = 0, rotation = 0, time = 0;
    pugi::xml_node first_translation;
    std::vector<uint32_t> unmoved;  // per key a StandIn
};

float read_time(XmlInput& in, pugi::xml_node node, Missing& missing) {
    float time = 0;
    for (pugi::xml_attribute attribute = node.first_attribute(); attribute; attribute = attribute.next_attribute()) {
        if (!is_same_name(attribute.name(), "time")) continue;
        in.numbers(node, attribute, &time, 1);
        return time;
    }
    if (missing.time++ == 0) in.warn(node, "<KEYFRAME>: expected an attribute TIME, found none, read as 0");
    return time;
}

void read_key(XmlInput& in, pugi::xml_node node, float* to, Missing& missing) {
    to[0] = read_time(in, node, missing);
    bool moved = false, turned = false;
    for (pugi::xml_node part = node.first_child(); part; part = part.next_sibling()) {
        const char* name = part.name();
        if (!moved && is_same_name(name, "translation")) {
            in.numbers(part, to + 1, 3);
            moved = true;
        } else if (!turned && is_same_name(name, "rotation")) {
            in.numbers(part, to + 4, 4);
            turned = true;
        }
    }
    if (!turned) {
        to[4] = to[5] = to[6] = 0;
        to[7] = 1;
        if (missing.rotation++ == 0)
            in.warn(node, "<KEYFRAME>: expected an element <ROTATION>, found none, read as no rotation");
    }
    missing.unmoved.push_back(static_cast<uint32_t>(moved ? StandIn::None : StandIn::Before));
    if (moved) return;
    to[1] = to[2] = to[3] = no_translation;
    if (missing.translation++ == 0) missing.first_translation = node;
}

void note_missing(XmlInput& in, int bone, uint32_t rows, TrackFlags flags, const Missing& missing) {
    if (missing.translation == 0) return;
    const bool none_at_all = missing.translation == rows, repeats = flags.required && !none_at_all;
    const char* serves = repeats ? "that of the key before serves" : "the skeleton's serves";
    const bool meant = repeats ? !flags.dynamic : !flags.required;
    const auto at = in.file().offset(missing.first_translation);
    in.note(meant ? Severity::Info : Severity::Warning, {at, 1},
            fmt::format("bone {}: {} of {} {} no <TRANSLATION>, {}{}", bone, missing.translation, counted(rows, "key"),
                        verb(missing.translation, "has", "have"), serves,
                        meant ? "" : "; the track's attributes say that it should be there"));
}

// The keys of the track being read; kept, so that it grows once.
struct Rows {
    std::vector<float> values;
    std::vector<uint32_t> offsets;   // of the elements in the file
    uint32_t turned = 0, first = 0;  // keys of all tracks whose rotation has the other sign, and where the first is

    uint32_t count() const { return static_cast<uint32_t>(offsets.size()); }
    void clear() {
        values.clear();
        offsets.clear();
    }
    float* add(uint32_t floats, uint32_t offset) {
        offsets.push_back(offset);
        values.resize(values.size() + floats);
        return values.data() + values.size() - floats;
    }
};

Column store(Document& doc, const Rows& rows, uint32_t floats, Where& where) {
    const Column block = add_column(doc, rows.count(), floats);
    if (rows.count()) std::memcpy(column_data(doc, block), rows.values.data(), rows.values.size() * sizeof(float));
    where.base = doc.lists.size();
    where.listed = where.xml = true;
    doc.lists.insert(doc.lists.end(), rows.offsets.begin(), rows.offsets.end());
    return block;
}

Column part_of(Column block, uint32_t first) {
    block.at += first * static_cast<uint32_t>(sizeof(float));
    return block;
}

// Exporters do not keep to one of the two quaternions of a rotation.
void count_turned(Rows& rows) {
    for (uint32_t row = 1; row < rows.count(); ++row) {
        const float *b = rows.values.data() + std::size_t{row} * key_floats + 4, *a = b - key_floats;
        if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 && rows.turned++ == 0)
            rows.first = rows.offsets[row];
    }
}

// Keys that lack a translation take that of the key before in the file; those before any take the first there is.
void repeat_missing(Document& doc, Rows& rows, const Missing& missing, Keys& keys) {
    const auto at = [&](std::size_t row) { return rows.values.data() + row * key_floats + 1; };
    const auto first = std::find(missing.unmoved.begin(), missing.unmoved.end(), uint32_t{0}) - missing.unmoved.begin();
    const float* serves = at(static_cast<std::size_t>(first));
    for (std::size_t row = 0; row < rows.count(); ++row)
        if (missing.unmoved[row])
            std::copy(serves, serves + 3, at(row));
        else
            serves = at(row);
    keys.stand_ins = static_cast<uint32_t>(doc.lists.size());
    doc.lists.insert(doc.lists.end(), missing.unmoved.begin(), missing.unmoved.end());
}

void read_track(XmlInput& in, pugi::xml_node node, Rows& rows) {
    Keys keys;
    const auto bone = in.integer(node, "boneid");
    if (const auto id = find_attribute(node, "boneid")) keys.where_bone = in.file().where(id);
    if (!find_attribute(node, "boneid")) in.warn(node, "<TRACK>: expected an attribute BONEID, found none");
    keys.bone = bone.value_or(-1);
    const TrackFlags flags{in.flag(node, "translationrequired", true), in.flag(node, "translationisdynamic", true)};
    rows.clear();
    Missing missing;
    for (pugi::xml_node key = node.first_child(); key; key = key.next_sibling())
        if (is_named(key, "keyframe")) read_key(in, key, rows.add(key_floats, in.file().offset(key)), missing);
    count_turned(rows);
    keys.rows = rows.count();
    if (flags.required && missing.translation > 0 && missing.translation < keys.rows)
        repeat_missing(in.doc(), rows, missing, keys);
    keys.time = store(in.doc(), rows, key_floats, keys.where);
    if (missing.translation < keys.rows) keys.translation = part_of(keys.time, 1);
    keys.rotation = part_of(keys.time, 4);
    in.count(node, "numkeyframes", keys.rows);
    note_missing(in, keys.bone, keys.rows, flags, missing);
    add_tracks(in.doc(), keys);
}

pugi::xml_node open_animation(XmlInput& in, const char* magic) {
    const pugi::xml_node root = in.open("animation", magic);
    if (!root) return root;
    const pugi::xml_attribute duration = find_attribute(root, "duration");
    float seconds = 0;
    if (duration)
        in.numbers(root, duration, &seconds, 1);
    else
        in.warn(root, "<ANIMATION>: expected an attribute DURATION, found none");
    Clip& clip = add_clip(in.doc(), seconds, duration ? in.file().where(duration) : Bytes{in.file().offset(root), 1});
    clip.where = in.file().where(root);
    return root;
}

// ---- morphs ----

float read_weight(XmlInput& in, pugi::xml_node key, Missing& missing) {
    if (const pugi::xml_node weight = find_child(key, "weight")) return in.number(weight);
    if (missing.rotation++ == 0) in.warn_missing(key, "weight");
    return 0;
}

// Trunk numbers morphs within the submeshes of one mesh, IMVU names them.
void read_morph_track(XmlInput& in, pugi::xml_node node, Rows& rows) {
    rows.clear();
    Missing missing;
    for (pugi::xml_node key = node.first_child(); key; key = key.next_sibling()) {
        if (!is_named(key, "keyframe")) continue;
        float* to = rows.add(weight_floats, in.file().offset(key));
        to[0] = read_time(in, key, missing);
        to[1] = read_weight(in, key, missing);
    }
    Where where;
    const Column block = store(in.doc(), rows, weight_floats, where);
    in.count(node, "numkeyframes", rows.count());
    in.count(node, "numsubtarget", count_children(node, "submesh"));
    const pugi::xml_attribute name = find_attribute(node, "morphname");
    const auto id = in.integer(node, "morphid");
    if (!name && !id) in.warn(node, "<TRACK>: expected an attribute MORPHNAME or MORPHID, found none");
    MorphTarget morph;
    morph.id = name ? -1 : static_cast<int>(id.value_or(-1));
    morph.name = name.value();
    morph.mesh = in.integer(node, "meshid").value_or(-1);
    for (pugi::xml_node part = node.first_child(); part; part = part.next_sibling())
        if (is_named(part, "submesh"))
            if (const auto submesh = in.integer(part, "id")) morph.submeshes.push_back(static_cast<int32_t>(*submesh));
    add_morph_track(in.doc(), morph, rows.count(), block, part_of(block, 1), where);
}

}  // namespace

namespace {

void parse_animation(Document& doc, const char* magic, void (*read)(XmlInput&, pugi::xml_node, Rows&)) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"keyframe"});
    XmlInput in(doc, file);
    if (const pugi::xml_node root = open_animation(in, magic)) {
        doc.arena.reserve(doc.file.size() / bytes_per_number);
        Rows rows;
        uint32_t tracks = 0;
        for (pugi::xml_node node = root.first_child(); node; node = node.next_sibling()) {
            if (!is_named(node, "track")) continue;
            read(in, node, rows);
            ++tracks;
        }
        in.count(root, "numtracks", tracks);
        if (rows.turned)
            in.note(
                Severity::Info, {rows.first, 1},
                fmt::format(
                    "{} {} a rotation of the other sign than the key before, between which goes the shorter way; the "
                    "first is",
                    counted(rows.turned, "key"), verb(rows.turned, "has", "have")));
        finish_clip(doc);
    }
    in.finish();
}

}  // namespace

void parse_xaf(Document& doc) { parse_animation(doc, "XAF", read_track); }
void parse_xpf(Document& doc) { parse_animation(doc, "XPF", read_morph_track); }

}  // namespace bonescope::cal3d
