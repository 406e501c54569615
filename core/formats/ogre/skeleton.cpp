#include "core/formats/ogre/bones.h"
#include "core/formats/ogre/chunks.h"
#include "core/formats/ogre/keys.h"
#include "core/formats/ogre/ogre.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_set>

namespace bonescope::ogre {

namespace {

enum Id : uint16_t {
    BlendModeId = 0x1010,
    BoneId = 0x2000,
    ParentId = 0x3000,
    AnimationId = 0x4000,
    BaseId = 0x4010,
    TrackId = 0x4100,
    KeyId = 0x4110,
    BulkKeysId = 0x4120,  // TLBB
    LinkId = 0x5000,
};

bool is_known(uint16_t id) {
    switch (id) {
    case BlendModeId:
    case BoneId:
    case ParentId:
    case AnimationId:
    case BaseId:
    case TrackId:
    case KeyId:
    case BulkKeysId:
    case LinkId:
        return true;
    default:
        return false;
    }
}

struct Parse {
    Document& doc;
    Reader in;
    Skeleton& skeleton;

    explicit Parse(Document& d) : doc(d), in(d.file, d.tree), skeleton(d.skeletons.emplace_back()) {}

    std::vector<BoneLink> links;
    std::vector<uint32_t> labels;      // by bone handle: the name's label in the tree
    std::vector<std::size_t> tracked;  // by bone handle: number of clips when it last had a track
    std::unordered_set<std::string> bone_names, clip_names;
    std::vector<KeyBlock> blocks;  // of the track being read
    uint16_t key_layout[2] = {}, bulk_layouts[8] = {};

    uint32_t size() const { return static_cast<uint32_t>(in.file().size()); }
};

// ---- layouts of keys ----

constexpr unsigned has_rotation = 1, has_translation = 2, has_scale = 4;

uint32_t bulk_key_size(unsigned parts) {
    return 4u + (parts & has_rotation ? 16u : 0u) + (parts & has_translation ? 12u : 0u) +
           (parts & has_scale ? 12u : 0u);
}

void add_parts(Layout& layout, unsigned parts) {
    const auto add = [&](const char* name, uint8_t lanes) {
        layout.members.push_back({name, Type::F32, lanes, layout.stride * 8, lanes * 32u});
        layout.stride += lanes * 4u;
    };
    add("time", 1);
    if (parts & has_rotation) add("rotation", 4);
    if (parts & has_translation) add("translation", 3);
    if (parts & has_scale) add("scale", 3);
}

uint16_t key_layout(Tree& tree, bool scaled) {
    Layout layout{"key", 6, {{"id", Type::U16, 1, 0, 16}, {"length", Type::U32, 1, 16, 32}}};
    add_parts(layout, has_rotation | has_translation | (scaled ? has_scale : 0u));
    return tree.add_layout(std::move(layout));
}

uint16_t bulk_layout(Tree& tree, unsigned parts) {
    Layout layout{"key", 0, {}};
    add_parts(layout, parts);
    return tree.add_layout(std::move(layout));
}

// Could a chunk of the skeleton start here, or the file end?
bool plausible(const Parse& p, uint64_t at) {
    if (at == p.size()) return true;
    if (at + 6 > p.size()) return false;
    const byte* from = p.in.file().data() + at;
    const auto id = load<uint16_t>(from, p.in.big());
    const auto length = load<uint32_t>(from + 2, p.in.big());
    switch (id) {
    case BlendModeId:
        return length == 8;
    case ParentId:
        return length == 10;
    case BoneId:
        return length >= 36 && length < 4096;
    case KeyId:
        return length >= 38 && length <= 50;
    case TrackId:
        return length >= 8;
    case BulkKeysId:
        return length >= 10;
    case AnimationId:
    case BaseId:
    case LinkId:
        return length >= 11;
    default:
        return false;
    }
}

// ---- bones ----

// The declared length of a bone leaves the name out: 36 or, with a scale, 48. A foreign writer may count the name.
bool bone_has_scale(const Parse& p, const Chunk& chunk, uint32_t name_bytes) {
    if (chunk.length() == 36) return false;
    if (chunk.length() == 48 && name_bytes != 12) return true;
    const bool plain = plausible(p, p.in.at()), scaled = plausible(p, uint64_t{p.in.at()} + 12);
    return plain == scaled ? chunk.length() > 36 : scaled;
}

void keep_joint(Parse& p, Joint&& joint, uint32_t label) {
    const auto handle = static_cast<std::size_t>(joint.id);
    if (p.labels.size() <= handle) p.labels.resize(handle + 1, none);
    if (p.labels[handle] != none) {
        p.doc.note(Severity::Error,
                   fmt::format("bone \"{}\": handle {} is taken by bone \"{}\", which is kept", decode(joint.name),
                               handle, decode(p.doc.tree.labels[p.labels[handle]])),
                   joint.where);
        return;
    }
    p.labels[handle] = label;
    if (!p.bone_names.insert(joint.name).second)
        p.doc.note(Severity::Error, fmt::format("a second bone is called \"{}\"", decode(joint.name)), joint.where);
    p.skeleton.joints.push_back(std::move(joint));
}

void read_bone(Parse& p) {
    Chunk chunk(p.in, "bone");
    Joint joint;
    joint.name = p.in.line("name");
    const uint32_t name_bytes = p.in.last().size;
    const uint32_t label = p.doc.tree.add_label(joint.name);
    p.in.label(chunk.group(), label);
    joint.id = p.in.read<uint16_t>("handle");
    joint.bind.t = read_vec3(p.in, "position");
    check_bind(p.doc, joint, "position", joint.bind.t, p.in.last());
    joint.bind.r = read_quat(p.in, "orientation");
    check_rotation(p.doc, joint, p.in.last());
    if (bone_has_scale(p, chunk, name_bytes)) {
        joint.bind.s = read_vec3(p.in, "scale");
        check_bind(p.doc, joint, "scale", joint.bind.s, p.in.last());
    }
    joint.where = chunk.so_far(p.in);
    if (chunk.length() != 36 && chunk.length() != 48)
        p.doc.note(
            Severity::Warning,
            fmt::format("bone \"{}\": expected a length of 36 or 48 (which leaves the name out), found {}; it takes "
                        "{} bytes",
                        decode(joint.name), chunk.length(), joint.where.size),
            {chunk.at() + 2, 4});
    keep_joint(p, std::move(joint), label);
}

void read_parent(Parse& p) {
    const Chunk chunk(p.in, "parent");
    BoneLink link;
    link.child = p.in.read<uint16_t>("child handle");
    link.parent = p.in.read<uint16_t>("parent handle");
    link.where = chunk.so_far(p.in);
    p.links.push_back(link);
    note_length(p.doc, p.in, chunk, "parent");
}

// ---- keys ----

void add_block(Parse& p, uint32_t at, uint32_t count, uint32_t stride, uint32_t first, unsigned parts) {
    if (count == 0) return;
    KeyBlock block{at, count, stride, static_cast<uint8_t>(first)};
    uint32_t offset = first + 4;
    const auto place = [&](unsigned part, uint32_t size) {
        if (!(parts & part)) return no_part;
        offset += size;
        return static_cast<uint8_t>(offset - size);
    };
    block.rotation = place(has_rotation, 16);
    block.translation = place(has_translation, 12);
    block.scale = place(has_scale, 12);
    p.blocks.push_back(block);
}

// Keys from here on that have the same header as the first.
uint32_t count_keys(const Reader& in, uint32_t size) {
    uint32_t n = 0;
    const byte* first = in.here();
    for (const byte* at = first; in.left() - n * size >= size && std::memcmp(at, first, 6) == 0; at += size) ++n;
    return n;
}

void read_keys(Parse& p, const Reader::Chunk& next) {
    const bool scaled = next.length > 38;
    const uint32_t size = scaled ? 50 : 38, at = p.in.at();
    const bool usual = next.length == size;
    const uint32_t n = usual ? count_keys(p.in, size) : std::min(1u, p.in.left() / size);
    if (n == 0) p.in.need(size, "keyframe");
    p.in.records("keys", p.key_layout[scaled], n);
    add_block(p, at, n, size, 6, has_rotation | has_translation | (scaled ? has_scale : 0u));
    if (usual) return;
    p.doc.note(Severity::Warning,
               fmt::format("keyframe: expected a length of 38 or 50, found {}; {} bytes were read", next.length, size),
               {at + 2, 4});
    const uint64_t end = uint64_t{at} + next.length;
    if (end > p.in.at() && !plausible(p, p.in.at()) && end <= p.size() && plausible(p, end))
        p.in.raw("more of the keyframe", static_cast<uint32_t>(end) - p.in.at());
}

// A combination of parts that makes keys of this size; of equal ones the one with translation.
std::optional<unsigned> parts_of_size(unsigned flags, uint64_t size) {
    constexpr unsigned r = has_rotation, t = has_translation, s = has_scale;
    for (const unsigned parts : {flags & (r | t), flags | s, r | t | s, r | t, r, t, r | s, s, t | s, 0u})
        if (bulk_key_size(parts) == size) return parts;
    return {};
}

// Which parts the keys of a 0x4120 chunk have, by its flags and by its length; nothing when neither can be right.
std::optional<unsigned> bulk_parts(Parse& p, const Chunk& chunk, uint32_t count, unsigned stored) {
    const unsigned flags = stored & 7u;
    if (stored > 7u)
        p.doc.note(Severity::Warning,
                   fmt::format("keyframes: flags 0x{:X} have unknown bits, which are ignored", stored),
                   {chunk.at() + 8, 2});
    const uint64_t wanted = uint64_t{count} * bulk_key_size(flags);
    if (chunk.length() < 10 || chunk.declared_end() > p.size()) {
        if (wanted > p.in.left()) return flags;  // cut: the caller reads the whole keys that are there
        if (!plausible(p, p.in.at() + wanted)) return {};
        p.doc.note(Severity::Warning,
                   fmt::format("keyframes: length {} cannot be; {} keys were read by the flags", chunk.length(), count),
                   {chunk.at() + 2, 4});
        return flags;
    }
    const uint32_t body = chunk.length() - 10;
    if (body == wanted) return flags;
    if (count == 0 || body % count != 0) return {};
    const auto used = parts_of_size(flags, body / count);
    if (used)
        p.doc.note(Severity::Warning,
                   fmt::format("keyframes: flags {} say {} bytes per key, the length says {}; read as flags {}", stored,
                               bulk_key_size(flags), body / count, *used),
                   {chunk.at(), 10});
    return used;
}

void skip_bulk_keys(Parse& p, const Chunk& chunk, uint32_t count, unsigned flags) {
    const std::string what = fmt::format("keyframes: expected {} keys of {} bytes by flags {}, found a length of {}",
                                         count, bulk_key_size(flags & 7u), flags, chunk.length());
    const uint64_t end = chunk.declared_end();
    if (end < p.in.at() || end > p.size() || !plausible(p, end)) p.in.fail(chunk.so_far(p.in), what);
    p.doc.note(Severity::Error, what + "; its keys are left out", {chunk.at(), chunk.length()});
    p.in.raw("unreadable keys", static_cast<uint32_t>(end) - p.in.at());
}

void read_bulk_keys(Parse& p) {
    Chunk chunk(p.in, "keyframes");
    const uint32_t count = p.in.read<uint16_t>("count");
    const unsigned flags = p.in.read<uint16_t>("flags");
    const auto parts = bulk_parts(p, chunk, count, flags);
    if (!parts) return skip_bulk_keys(p, chunk, count, flags);
    const uint32_t size = bulk_key_size(*parts), at = p.in.at(), whole = std::min(count, p.in.left() / size);
    uint16_t& layout = p.bulk_layouts[*parts];
    if (layout == 0) layout = bulk_layout(p.doc.tree, *parts);
    if (whole > 0) p.in.records("keys", layout, whole);
    add_block(p, at, whole, size, 0, *parts);
    if (whole < count)
        p.in.fail(
            {p.in.at(), p.in.left()},
            fmt::format("keyframes: expected {} keys of {} bytes at offset {}, found {} and {} bytes before the end "
                        "of the file",
                        count, size, at, whole, p.in.left()));
}

// ---- animations ----

// An unknown chunk belongs to this parent when both say so.
bool skips_unknown(Parse& p, const Chunk& parent, const Reader::Chunk& next) {
    if (is_known(next.id) || !sane_length(p.in, next) || uint64_t{next.at} + next.length > parent.declared_end())
        return false;
    skip_unknown(p.in, p.doc);
    return true;
}

void read_track_keys(Parse& p, const Chunk& track) {
    while (const auto next = next_chunk(p.in)) {
        if (next->id == KeyId)
            read_keys(p, *next);
        else if (next->id == BulkKeysId)
            read_bulk_keys(p);
        else if (!skips_unknown(p, track, *next))
            return;
    }
}

void keep_tracks(Parse& p, const Chunk& chunk, int handle) {
    Clip& clip = p.doc.clips.back();
    const auto index = static_cast<std::size_t>(handle);
    if (p.tracked.size() <= index) p.tracked.resize(index + 1);
    if (p.tracked[index] != p.doc.clips.size()) {
        p.tracked[index] = p.doc.clips.size();
        return add_tracks(p.doc, p.blocks, p.in.big(), handle);
    }
    p.doc.note(Severity::Error,
               fmt::format("clip \"{}\" has a second track for bone {}; the first is kept", decode(clip.name), handle),
               chunk.so_far(p.in));
}

void read_track(Parse& p) {
    Chunk chunk(p.in, "track");
    const int handle = p.in.read<uint16_t>("bone handle");
    const auto index = static_cast<std::size_t>(handle);
    if (index < p.labels.size() && p.labels[index] != none) p.in.label(chunk.group(), p.labels[index]);
    p.blocks.clear();
    try {
        read_track_keys(p, chunk);
    } catch (const Fail&) {
        keep_tracks(p, chunk, handle);
        throw;
    }
    keep_tracks(p, chunk, handle);
    note_length(p.doc, p.in, chunk, "track");
}

void read_base(Parse& p) {
    const Chunk chunk(p.in, "base keyframe");
    Clip& clip = p.doc.clips.back();
    clip.base = p.in.line("base animation");
    clip.base_time = p.in.read<float>("base time");
    clip.rebased = true;
    note_length(p.doc, p.in, chunk, "base keyframe");
}

Clip& add_clip(Parse& p, std::string name) {
    // The clips of one file mostly move the same bones.
    const std::size_t like = p.doc.clips.empty() ? 0 : p.doc.clips.back().tracks.size();
    Clip& clip = p.doc.clips.emplace_back();
    clip.name = std::move(name);
    clip.skeleton = 0;
    clip.sampling = default_sampling();
    clip.tracks.reserve(like);
    return clip;
}

void read_animation(Parse& p) {
    Chunk chunk(p.in, "animation");
    Clip& clip = add_clip(p, p.in.line("name"));
    chunk.label(clip.name);
    clip.where = chunk.so_far(p.in);
    clip.duration = p.in.read<float>("length");
    if (!p.clip_names.insert(clip.name).second)
        p.doc.note(Severity::Error, fmt::format("a second animation is called \"{}\"", decode(clip.name)), clip.where);
    if (!good_length(clip)) p.doc.note(Severity::Error, length_fault(clip), p.in.last());
    while (const auto next = next_chunk(p.in)) {
        if (next->id == TrackId)
            read_track(p);
        else if (next->id == BaseId)
            read_base(p);
        else if (!skips_unknown(p, chunk, *next))
            break;
    }
    clip.where = chunk.so_far(p.in);
    note_length(p.doc, p.in, chunk, "animation");
}

// ---- the file ----

void read_blend_mode(Parse& p) {
    const Chunk chunk(p.in, "blend mode");
    const auto mode = p.in.read<uint16_t>("mode");
    if (mode > 1)
        p.doc.note(Severity::Warning,
                   fmt::format("blend mode: expected 0 (average) or 1 (cumulative), found {}; taken as average", mode),
                   p.in.last());
    p.skeleton.cumulative = mode == 1;
    note_length(p.doc, p.in, chunk, "blend mode");
}

void read_link(Parse& p) {
    const Chunk chunk(p.in, "animation link");
    AnimationLink link;
    link.file = p.in.line("skeleton");
    link.scale = p.in.read<float>("scale");
    link.where = chunk.so_far(p.in);
    p.doc.links.push_back(std::move(link));
    note_length(p.doc, p.in, chunk, "animation link");
}

bool read_chunk(Parse& p, const Reader::Chunk& next) {
    switch (next.id) {
    case BlendModeId:
        read_blend_mode(p);
        return true;
    case BoneId:
        read_bone(p);
        return true;
    case ParentId:
        read_parent(p);
        return true;
    case AnimationId:
        read_animation(p);
        return true;
    case LinkId:
        read_link(p);
        return true;
    default:
        if (!sane_length(p.in, next)) return false;
        skip_unknown(p.in, p.doc);
        return true;
    }
}

void note_version(Document& doc, Bytes where) {
    for (const char* known : {"[Serializer_v1.10]", "[Serializer_v1.80]", "Serializer_v1.10", "Serializer_v1.80"})
        if (doc.version == known) return;
    doc.note(Severity::Warning,
             fmt::format("expected version [Serializer_v1.10] or [Serializer_v1.80], found {}", decode(doc.version)),
             where);
}

void read_file(Parse& p) {
    const Group file(p.in, "file");
    read_file_header(p.in, p.doc);
    note_version(p.doc, p.in.last());
    for (const bool scaled : {false, true}) p.key_layout[scaled] = key_layout(p.doc.tree, scaled);
    while (const auto next = next_chunk(p.in))
        if (!read_chunk(p, *next)) break;
    note_rest(p.in, p.doc);
}

void note_strange_targets(Document& doc, const Skeleton& skeleton) {
    for (std::size_t c = 0; c < doc.clips.size(); ++c) {
        int previous = -1;
        for (const Track& track : doc.clips[c].tracks) {
            if (track.target != previous && joint_of(skeleton, track.target) < 0) {
                Finding finding;
                finding.severity = Severity::Warning;
                finding.message = fmt::format("clip \"{}\" has a track for bone {}, which is not there",
                                              decode(doc.clips[c].name), track.target);
                finding.where = doc.clips[c].where;
                finding.placed = true;
                finding.clip = static_cast<int>(c);
                doc.note(std::move(finding));
            }
            previous = track.target;
        }
    }
}

void finish(Parse& p) {
    link_bones(p.doc, p.skeleton, p.links);
    note_strange_targets(p.doc, p.skeleton);
    if (p.skeleton.joints.empty()) p.doc.note(Severity::Warning, "expected bones, found none");
    constexpr std::size_t most_bones = 256;
    if (p.skeleton.joints.size() > most_bones)
        p.doc.note(Severity::Info,
                   fmt::format("{} bones: OGRE itself takes at most {}", p.skeleton.joints.size(), most_bones));
    if (std::any_of(std::begin(p.bulk_layouts), std::end(p.bulk_layouts), [](uint16_t layout) { return layout != 0; }))
        p.doc.dialect += p.doc.dialect.empty() ? "TLBB 0x4120" : ", TLBB 0x4120";
}

}  // namespace

bool is_skeleton(std::span<const byte> file, std::string_view) {
    const std::string_view version = version_of(file);
    return version.find("Serializer_v") != version.npos && version.find("MeshSerializer") == version.npos;
}

Sampling default_sampling() {
    Sampling sampling;
    sampling.after = End::ToFirst;
    sampling.close_after_first = true;
    sampling.wrap = Wrap::ModPast;
    sampling.plays = 0;
    return sampling;
}

void read_as(const Document&, const Clip&, const Reading& reading, Sampling& sampling) {
    sampling.vector = sampling.rotation = reading.interpolation;
    sampling.slerp = reading.slerp;
    sampling.after = reading.after;
}

bool good_length(const Clip& clip) { return clip.duration >= 0 && std::isfinite(clip.duration); }

std::string length_fault(const Clip& clip) {
    return fmt::format("animation \"{}\": expected a length of 0 or more seconds, found {}", decode(clip.name),
                       clip.duration);
}

void parse_skeleton(Document& doc) {
    // A guess that saves growing step by step: a track takes four fields and rarely less than 2 KiB.
    doc.tree.fields.reserve(doc.file.size() / 512 + 64);
    Parse p(doc);
    try {
        read_file(p);
    } catch (...) {
        finish(p);
        throw;
    }
    finish(p);
}

}  // namespace bonescope::ogre
