// The 2D arm as .dbbin: a header in JSON whose numbers lead into arrays.
#include "assets/make_samples/dragonbones.h"
#include "assets/make_samples/dragonbones_parts.h"
#include "assets/make_samples/writer.h"
#include <fmt/format.h>

namespace sample::dragonbones {
namespace {

enum Tween : int { Step, Linear };
constexpr int translations = 11, rotations = 12;

class Arrays {
public:
    int ints = 0, floats = 0, frame_floats = 0, frames = 0, lines = 0;  // elements so far

    void integer(int value) { int_.u16(static_cast<unsigned>(value) & 0xFFFF), ++ints; }
    void real(double value) { float_.floats({value}), ++floats; }
    void key_value(double value) { frame_float_.floats({value}), ++frame_floats; }
    void key(std::initializer_list<int> numbers) {
        for (const int n : numbers) frame_.u16(static_cast<unsigned>(n)), ++frames;
    }
    void line(int number) { line_.u16(static_cast<unsigned>(number)), ++lines; }

    // All in one block, and the header's word on where each lies.
    std::string block(std::string& offsets) {
        Writer all;
        std::vector<std::size_t> pairs;
        for (Writer* part : {&int_, &float_, &frame_int_, &frame_float_, &frame_, &line_}) {
            pairs.insert(pairs.end(), {all.str().size(), part->str().size()});
            all.bytes(part->str());
            while (all.str().size() % 4) all.u8(0);
        }
        offsets = fmt::format("\"offset\":[{}],", fmt::join(pairs, ","));
        return all.str();
    }

private:
    Writer int_, float_, frame_int_, frame_float_, frame_, line_;
};

// Where its numbers begin in the integers.
int write_mesh(Arrays& a) {
    const std::vector<MeshVertex> vertices = mesh_vertices();
    const auto triangles = mesh_triangles();
    const int at = a.ints, slot_floats = a.floats;
    const Place slot = rest_place(mesh_joint);
    for (const MeshVertex& v : vertices) a.real(v.x - slot.x), a.real(v.y - slot.y);
    for (const MeshVertex& v : vertices) a.real(v.u), a.real(v.v);
    a.integer(static_cast<int>(vertices.size()));
    a.integer(static_cast<int>(triangles.size()));
    a.integer(slot_floats);
    a.integer(at + 4 + static_cast<int>(triangles.size()) * 3);
    for (const auto& t : triangles)
        for (const int corner : t) a.integer(corner);
    a.integer(3);
    a.integer(a.floats);
    for (int joint = mesh_joint; joint < mesh_joint + 3; ++joint) a.integer(joint);
    for (const MeshVertex& v : vertices) {
        a.integer(static_cast<int>(v.weights.size()));
        for (const auto& [joint, weight] : v.weights) {
            a.integer(joint - mesh_joint);
            a.real(weight), a.real(v.x - rest_place(joint).x), a.real(v.y - rest_place(joint).y);
        }
    }
    return at;
}

// A timeline with a key on every frame; all of a clip share these keys.
template <class Value> int write_line(Arrays& a, int clip, int first_value, Value&& value) {
    const int at = a.lines, last = clips()[clip].frames;
    for (const int n : {100, 0, last + 1, 2, a.frame_floats - first_value}) a.line(n);
    for (int frame = 0; frame <= last; ++frame) {
        a.line(frame * 2);
        for (const double number : value(frame)) a.key_value(number);
    }
    return at;
}

std::string animation(Arrays& a, int clip) {
    const int values = a.frame_floats, keys = a.frames, last = clips()[clip].frames;
    for (int frame = 0; frame <= last; ++frame) a.key({frame, frame < last ? Linear : Step});
    std::string bones;
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) {
        bones += fmt::format("{}\"{}\":[", joint ? "," : "", joints()[joint].name);
        if (joint == 0)
            bones += fmt::format("{},{},", translations, write_line(a, clip, values, [&](int frame) {
                                     const Place p = change(clip, joint, frame);
                                     return std::array<double, 2>{p.x, p.y};
                                 }));
        bones += fmt::format("{},{}]", rotations, write_line(a, clip, values, [&](int frame) {
                                 return std::array<double, 2>{change(clip, joint, frame).angle / degrees, 0};
                             }));
    }
    std::string events;
    if (clip == 1) {
        events = fmt::format("\"action\":{},", a.lines);
        for (const int n : {100, 0, 2, 0, 0, a.frames - keys, a.frames - keys + 2}) a.line(n);
        a.key({0, 0});
        a.key({grab_frame, 1, 0});
    }
    return fmt::format("{{\"name\":\"{}\",\"duration\":{},\"playTimes\":{},\"offset\":[0,{},{}],{}\"bone\":{{{}}}}}",
                       clips()[clip].name, last, clip == 0 ? 0 : 1, values, keys, events, bones);
}

}  // namespace

std::string binary_skeleton() {
    Arrays arrays;
    const std::string mesh = fmt::format("\"offset\":{}", write_mesh(arrays));
    const std::string first = animation(arrays, 0), second = animation(arrays, 1);
    std::string offsets;
    const std::string block = arrays.block(offsets);
    std::string header =
        skeleton_text(offsets, mesh, "\"actions\":[{\"type\":10,\"name\":\"grab\",\"bone\":\"wrist\",\"ints\":[3]}],",
                      "[" + first + "," + second + "]");
    while (header.size() % 4) header += ' ';
    Writer out;
    return out.bytes("DBDT").u8(0).u8(0).u8(0).u8(1).u32(header.size()).bytes(header).bytes(block).str();
}

}  // namespace sample::dragonbones
