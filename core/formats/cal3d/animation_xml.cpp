// .xaf and .xpf: the keys of a track go into one block of rows, time first.
#include "core/formats/cal3d/build.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/xml_input.h"
#include "core/text.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope::cal3d {
namespace {

constexpr uint32_t key_floats = 8;       // time, translation, rotation
constexpr float no_translation = 1e10f;  // how add_tracks() is told
constexpr uint32_t weight_floats = 2;    // time, weight

struct TrackFlags {
    bool required, dynamic;  // of translations
};

// What the keys of one track lack; a broken exporter repeats itself for all of them.
struct Missing {
    uint32_t translation = 0, rotation = 0, time = 0;
    pugi::xml_node first_translation;
};

float read_time(XmlInput& in, pugi::xml_node node, Missing& missing) {
    float time = 0;
    for (const pugi::xml_attribute attribute : node.attributes()) {
        if ((attribute.name()[0] | 0x20) != 't') continue;
        in.numbers(node, attribute, &time, 1);
        return time;
    }
    if (missing.time++ == 0) in.warn(node, "<KEYFRAME>: expected an attribute TIME, found none, read as 0");
    return time;
}

void read_key(XmlInput& in, pugi::xml_node node, float* to, Missing& missing) {
    to[0] = read_time(in, node, missing);
    bool moved = false, turned = false;
    for (const pugi::xml_node part : node.children()) {
        if (!moved && is_named(part, "translation")) {
            in.numbers(part, to + 1, 3);
            moved = true;
        } else if (!turned && is_named(part, "rotation")) {
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
    if (moved) return;
    to[1] = to[2] = to[3] = no_translation;
    if (missing.translation++ == 0) missing.first_translation = node;
}

void note_missing(XmlInput& in, int bone, uint32_t rows, TrackFlags flags, const Missing& missing) {
    if (missing.translation == 0) return;
    const bool none_at_all = missing.translation == rows;
    const char* serves = none_at_all ? "the skeleton's serves" : "that of the key before serves";
    const bool meant = none_at_all ? !flags.required : flags.required && !flags.dynamic;
    const auto at = in.file().offset(missing.first_translation);
    in.note(meant ? Severity::Info : Severity::Warning, {at, 1},
            fmt::format("bone {}: {} of {} keys have no <TRANSLATION>, {}{}", bone, missing.translation, rows, serves,
                        meant ? "" : "; the track's attributes say that it should be there"));
}

uint32_t add_rows(Document& doc, uint32_t rows, uint32_t floats, Column& block, Where& where) {
    block = add_column(doc, rows, floats);
    where.base = doc.lists.size();
    where.listed = where.xml = true;
    doc.lists.resize(doc.lists.size() + rows);
    return static_cast<uint32_t>(where.base);
}

Column part_of(Column block, uint32_t first) {
    block.at += first * static_cast<uint32_t>(sizeof(float));
    return block;
}

void read_track(XmlInput& in, pugi::xml_node node) {
    Document& doc = in.doc();
    Keys keys;
    const auto bone = in.integer(node, "boneid");
    if (!find_attribute(node, "boneid")) in.warn(node, "<TRACK>: expected an attribute BONEID, found none");
    keys.bone = bone.value_or(-1);
    keys.rows = count_children(node, "keyframe");
    const TrackFlags flags{in.flag(node, "translationrequired", true), in.flag(node, "translationisdynamic", true)};
    Column block;
    uint32_t place = add_rows(doc, keys.rows, key_floats, block, keys.where);
    float* to = column_data(doc, block);
    Missing missing;
    for (const pugi::xml_node key : node.children()) {
        if (!is_named(key, "keyframe")) continue;
        read_key(in, key, to, missing);
        doc.lists[place++] = in.file().offset(key);
        to += key_floats;
    }
    keys.time = block;
    if (missing.translation < keys.rows) keys.translation = part_of(block, 1);
    keys.rotation = part_of(block, 4);
    in.count(node, "numkeyframes", keys.rows);
    note_missing(in, keys.bone, keys.rows, flags, missing);
    add_tracks(doc, keys);
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

uint64_t keys_in(pugi::xml_node root) {
    uint64_t n = 0;
    for (const pugi::xml_node track : root.children())
        if (is_named(track, "track")) n += count_children(track, "keyframe");
    return n;
}

// ---- morphs ----

float read_weight(XmlInput& in, pugi::xml_node key, Missing& missing) {
    if (const pugi::xml_node weight = find_child(key, "weight")) return in.number(weight);
    if (missing.rotation++ == 0) in.warn_missing(key, "weight");
    return 0;
}

// Trunk numbers morphs within the submeshes of one mesh, IMVU names them.
void read_morph_track(XmlInput& in, pugi::xml_node node) {
    Document& doc = in.doc();
    const uint32_t rows = count_children(node, "keyframe");
    Where where;
    Column block;
    uint32_t place = add_rows(doc, rows, weight_floats, block, where);
    float* to = column_data(doc, block);
    Missing missing;
    for (const pugi::xml_node key : node.children()) {
        if (!is_named(key, "keyframe")) continue;
        *to++ = read_time(in, key, missing);
        *to++ = read_weight(in, key, missing);
        doc.lists[place++] = in.file().offset(key);
    }
    in.count(node, "numkeyframes", rows);
    in.count(node, "numsubtarget", count_children(node, "submesh"));
    const pugi::xml_attribute name = find_attribute(node, "morphname");
    const auto id = in.integer(node, "morphid");
    if (!name && !id) in.warn(node, "<TRACK>: expected an attribute MORPHNAME or MORPHID, found none");
    const int morph = name ? -1 : id.value_or(-1);
    add_morph_track(doc, morph, name.value(), rows, block, part_of(block, 1), where);
}

}  // namespace

void parse_xaf(Document& doc) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"keyframe"});
    XmlInput in(doc, file);
    if (const pugi::xml_node root = open_animation(in, "XAF")) {
        const uint64_t keys = keys_in(root);
        doc.arena.reserve(keys * key_floats);
        doc.lists.reserve(keys);
        uint32_t tracks = 0;
        for (const pugi::xml_node node : root.children()) {
            if (!is_named(node, "track")) continue;
            read_track(in, node);
            ++tracks;
        }
        in.count(root, "numtracks", tracks);
        finish_clip(doc);
    }
    in.finish();
}

void parse_xpf(Document& doc) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"keyframe"});
    XmlInput in(doc, file);
    if (const pugi::xml_node root = open_animation(in, "XPF")) {
        doc.arena.reserve(keys_in(root) * weight_floats);
        uint32_t tracks = 0;
        for (const pugi::xml_node node : root.children()) {
            if (!is_named(node, "track")) continue;
            read_morph_track(in, node);
            ++tracks;
        }
        in.count(root, "numtracks", tracks);
        finish_clip(doc);
    }
    in.finish();
}

}  // namespace bonescope::cal3d
