#include "core/formats/meteor/encoding.h"
#include "core/formats/meteor/meteor.h"
#include "core/formats/meteor/prop.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace bonescope::meteor {
namespace {

using Kind = Token::Kind;
constexpr uint32_t row_width = 7;  // x y z, w x y z
constexpr float usual_rate = 30;

struct Frame {
    int32_t number = 0;
    std::size_t first = 0;  // in Fmc::starts
    uint32_t rows = 0;
    uint32_t end = 0;  // byte behind the last row
    Token key;
};

struct Fmc {
    Document& doc;
    Words words;
    ObjectCounts said;
    std::optional<float> rate;
    Count said_frames;
    std::vector<Frame> frames;
    std::vector<uint32_t> starts;  // of each row in the file
    Big<float> values;             // row_width for each
};

// ---- reading ----

void read_rate(Fmc& p) {
    const Token key = p.words.next();
    p.rate = p.words.number("FPS");
    p.words.claim("FPS", key.where.at);
    if (!p.rate || (*p.rate > 0 && std::isfinite(*p.rate))) return;
    p.words.fault(
        Severity::Warning, key,
        fmt::format("FPS in line {}: expected a number above 0, found {}; {} serves", key.line, *p.rate, usual_rate));
    p.rate.reset();
}

void read_mode(Words& words) {
    const uint32_t from = words.next().where.at;
    if (!words.at("RIGID"))
        words.fault(Severity::Warning, words.peek(),
                    fmt::format("Mode: expected RIGID, found {}", words.found(words.peek())));
    if (words.at(Kind::Word) && !words.at("frame")) words.next();
    words.claim("Mode", from);
}

// What cannot be read, with the rest of its line, is no number, so that the frames around serve.
void read_row(Fmc& p) {
    Words& words = p.words;
    const Token key = words.next();
    p.starts.push_back(key.where.at);
    float row[row_width];
    std::fill(std::begin(row), std::end(row), std::numeric_limits<float>::quiet_NaN());
    for (uint32_t i = 0; i < row_width; ++i) {
        if (i == 3 && words.at("q")) words.next();
        const auto value = words.number("place of an object");
        if (!value) {
            rest_of_line(p.doc, words, key);
            break;
        }
        row[i] = *value;
    }
    p.values.insert(p.values.end(), row, row + row_width);
}

void read_frame(Fmc& p) {
    Words& words = p.words;
    Block block(words, "frame");
    Frame frame;
    frame.key = words.next();
    const auto number = words.integer("frame");
    frame.number = number.value_or(static_cast<int32_t>(p.frames.size()));
    frame.first = p.starts.size();
    words.claim("header", frame.key.where.at);
    block.label(fmt::format("{}", frame.number));
    words.expect(Kind::Open, "{ before the objects");
    while (!words.at(Kind::Close) && !words.at(Kind::End) && !words.at("frame")) {
        const std::size_t first = p.starts.size();
        while (words.at("t")) read_row(p);
        words.claim_rows("objects", {p.starts.begin() + static_cast<std::ptrdiff_t>(first), p.starts.end()});
        if (p.starts.size() == first) words.unknown("t or }");
    }
    frame.rows = static_cast<uint32_t>(p.starts.size() - frame.first);
    frame.end = words.end();
    words.expect(Kind::Close, fmt::format("}} for frame {} of line {}", frame.number, frame.key.line));
    p.frames.push_back(frame);
}

void read_all(Fmc& p) {
    Words& words = p.words;
    while (!words.at(Kind::End)) {
        if (at_object_counts(words))
            read_object_counts(words, p.said);
        else if (words.at("FPS"))
            read_rate(p);
        else if (words.at("Frames")) {
            const uint32_t from = words.next().where.at;
            p.said_frames = words.count("Frames");
            words.claim("Frames", from);
        } else if (words.at("Mode:"))
            read_mode(words);
        else if (words.at("frame"))
            read_frame(p);
        else
            words.unknown("SceneObjects, FPS, Frames, Mode: or frame");
    }
}

// ---- checks ----

void check_frames(Fmc& p) {
    check_count(p.doc, p.words, p.said_frames, "Frames", p.frames.size());
    for (std::size_t i = 0; i < p.frames.size(); ++i) {
        const int64_t expected = i ? int64_t{p.frames[i - 1].number} + 1 : 0;
        const Token& key = p.frames[i].key;
        if (p.frames[i].number != expected)
            p.doc.note(Severity::Warning,
                       fmt::format("expected frame {}, found frame {} in line {} at offset {}", expected,
                                   p.frames[i].number, key.line, key.where.at),
                       key.where, key.line);
    }
}

// As many as the head says, where some frame has them; else as the first frame.
uint32_t objects_of(Fmc& p) {
    const Count count = p.said.all();
    const bool fits =
        std::any_of(p.frames.begin(), p.frames.end(), [&](const Frame& f) { return f.rows == count.said; });
    if (fits || p.frames.empty()) return static_cast<uint32_t>(count.said.value_or(0));
    check_count(p.doc, p.words, count, "objects of the first frame", p.frames[0].rows);
    return p.frames[0].rows;
}

// Only frames that have a row for every object can be columns.
void drop_short_frames(Fmc& p, uint32_t objects) {
    for (const Frame& frame : p.frames)
        if (frame.rows != objects)
            p.doc.note(frame.rows < objects ? Severity::Error : Severity::Warning,
                       fmt::format("frame {} in line {} at offset {}: expected {} objects, found {}{}", frame.number,
                                   frame.key.line, frame.key.where.at, objects, frame.rows,
                                   frame.rows < objects ? "; it is left out" : "; the rest is left out"),
                       frame.key.where, frame.key.line);
    std::erase_if(p.frames, [&](const Frame& frame) { return frame.rows < objects; });
}

void check_rotations(Fmc& p, uint32_t objects) {
    uint32_t bent = 0, first = 0;
    for (const Frame& frame : p.frames)
        for (uint32_t i = 0; i < objects; ++i) {
            const float* q = &p.values[(frame.first + i) * row_width + 3];
            const float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            if (std::abs(square - 1) > unit_tolerance && bent++ == 0) first = p.starts[frame.first + i];
        }
    if (bent)
        p.doc.note(Severity::Warning,
                   fmt::format("{} rotations: expected length 1, found others; the first is at offset {}; they are "
                               "brought to length 1",
                               bent, first),
                   {first, 1});
}

// ---- what becomes of it ----

void add_timeline(Fmc& p, Clip& clip) {
    Timeline line;
    line.rows = static_cast<uint32_t>(p.frames.size());
    line.time = add_column(p.doc, line.rows, 1);
    float* out = column_data(p.doc, line.time);
    for (const Frame& frame : p.frames) {
        *out++ = static_cast<float>(frame.number);
        clip.duration = std::max(clip.duration, static_cast<double>(frame.number));
    }
    sort_timeline(p.doc, line);
    clip.timelines.push_back(line);
}

// The bytes of an object's rows, one after the other.
Where where_of(Fmc& p, uint32_t object) {
    const Where where{p.doc.lists.size(), 0, 0, true, false};
    for (const Frame& frame : p.frames) {
        const std::size_t row = frame.first + object;
        const uint32_t end = object + 1 < frame.rows ? p.starts[row + 1] : frame.end;
        const std::string_view text = text_of(p.doc.file, {p.starts[row], end - p.starts[row]});
        const std::size_t size = text.substr(0, text.find('\n')).find_last_not_of(" \t\r") + 1;
        p.doc.lists.push_back(p.starts[row]);
        p.doc.lists.push_back(static_cast<uint32_t>(size));
    }
    return where;
}

void add_tracks(Fmc& p, Clip& clip, uint32_t objects) {
    const auto frames = static_cast<uint32_t>(p.frames.size());
    const Column rows = add_column(p.doc, frames, row_width * objects);
    float* out = column_data(p.doc, rows);
    for (const Frame& frame : p.frames) out = std::copy_n(&p.values[frame.first * row_width], row_width * objects, out);
    for (uint32_t i = 0; i < objects; ++i) {
        Track track;
        track.basis = Basis::Absolute;
        track.target = static_cast<int32_t>(i);
        track.where = where_of(p, i);
        track.value = rows;
        track.value.at += i * row_width * 4;
        inspect_values(p.doc, clip, track);
        clip.tracks.push_back(track);
        track.property = Property::Rotation;
        track.lanes = Lanes::Wxyz;
        track.width = 4;
        track.value.at += 12;
        track.suspect = false;
        inspect_values(p.doc, clip, track);
        clip.tracks.push_back(track);
    }
}

// For when no file with the places at rest is there: they are those of the first frame.
void add_stand_in(Fmc& p, uint32_t objects) {
    Skeleton& skeleton = p.doc.skeletons.emplace_back();
    skeleton.stand_in = true;
    for (uint32_t i = 0; i < objects; ++i) {
        const float* row = &p.values[(p.frames[0].first + i) * row_width];
        Joint joint;
        joint.name = fmt::format("object {}", i);
        joint.id = static_cast<int>(i);
        joint.socket = p.said.objects.said && joint.id >= *p.said.objects.said;
        const vec3 t(row[0], row[1], row[2]);
        const quat q(row[3], row[4], row[5], row[6]);
        if (std::isfinite(t.x + t.y + t.z)) joint.bind.t = t;
        if (const float square = glm::dot(q, q); std::isfinite(square) && square > 0) joint.bind.r = glm::normalize(q);
        joint.where = {p.starts[p.frames[0].first + i], 1};
        skeleton.joints.push_back(std::move(joint));
    }
    skeleton.order = parents_first(skeleton.joints);
}

}  // namespace

bool is_fmc(std::span<const byte> file, std::string_view name) {
    return name.ends_with(".fmc") && first_word(file) == "sceneobjects";
}

void parse_fmc(Document& doc) {
    doc.encoding = encoding_of(doc.file);
    Fmc p{doc, Words(doc), {}, {}, {}, {}, {}, {}};
    read_all(p);
    check_frames(p);
    const uint32_t objects = objects_of(p);
    drop_short_frames(p, objects);
    check_rotations(p, objects);
    Clip& clip = doc.clips.emplace_back();
    clip.name = stem_of(base_name(doc.path));
    clip.fps = p.rate.value_or(usual_rate);
    clip.rate = clip.fps;
    clip.where = {0, static_cast<uint32_t>(doc.file.size())};
    clip.sampling.slerp = true;
    clip.sampling.lerp_below = 1e-5f;
    if (p.frames.empty() || objects == 0) return;
    add_timeline(p, clip);
    add_tracks(p, clip, objects);
    add_stand_in(p, objects);
}

}  // namespace bonescope::meteor
