// An armature while it is read.
#pragma once
#include "core/formats/dragonbones/values.h"
#include "core/rig.h"
#include <unordered_map>

namespace bonescope::dragonbones {

struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
};
using Names = std::unordered_map<std::string, int, NameHash, std::equal_to<>>;

class Binary;

struct Action {
    EventKind kind = EventKind::Play;
    std::string name;
    std::string bone, slot;
    std::vector<double> numbers;
    std::vector<std::string> texts;
    Bytes where;
};

struct Figure {
    Document& doc;
    Values& in;
    int index = 0;  // of the skeleton that it becomes
    float rate = 24;
    Skeleton skeleton{};
    Rig rig{};
    Names joints{}, slots{}, constraints{}, skins{};
    Names clips{};  // in the document
    Names sets{};   // of displays, by deform_name()
    uint64_t matrices = 0;
    bool old = false;              // 2.x and 3.0
    bool xml = false;              // values are those of XmlValues
    std::vector<Planar> global{};  // of old files: joints at rest in the armature's space; empty: they say it in their
                                   // parents' space
    const Binary* binary = nullptr;                  // null: all is in the JSON
    std::unordered_map<uint32_t, int> geometries{};  // of binary files: vertex sets by their offset
    std::vector<Action> actions{};                   // of binary files: events are numbers among these
    std::unordered_map<std::size_t, std::vector<std::string>> child_actions{};  // by slot: what armatures there play

    int joint(std::string_view name) const { return find(joints, name); }
    int slot(std::string_view name) const { return find(slots, name); }
    static int find(const Names& names, std::string_view name) {
        const auto found = names.find(name);
        return found == names.end() ? -1 : found->second;
    }
};

// How deform tracks name a vertex set.
inline std::string deform_name(std::string_view skin, std::string_view slot, std::string_view display) {
    std::string name(skin);
    return name.append(1, '\0').append(slot).append(1, '\0').append(display);
}

// Of two things with one name the first counts.
void add_name(Figure&, Names&, const std::string& name, int index, JsonValue where, const char* what);
// Does what is asked for stand in a sane proportion to the file? `floats` are to be added to the arena.
bool has_room(const Document&, uint64_t floats);

Planar read_transform(Values&, JsonValue transform);
double wrap_degrees(double);  // into -180 < x <= 180
ColorChange read_color(Values&, JsonValue color);
SlotBlend read_blend(Values&, JsonValue slot);
// Where an angle gets to from the one before it when it is told which way round; 0: the short way. Degrees.
double unwrapped(double angle, double before, int clockwise);

// Names of the animations that "actions" of `owner` play.
std::vector<std::string> read_plays(Values&, JsonValue owner);
// `owner`: an armature, bone or slot that may have some; nothing is added where it has none.
void read_user_data(Figure&, JsonValue owner, int joint, int slot);

// Every form of actions: a name, a list of names or objects, the pairs of 4.x. `kind`: of those that say none.
void read_actions(Values&, JsonValue, EventKind kind, std::vector<Action>& out);

struct RootFacts {
    float rate = 24;
    const Binary* binary = nullptr;  // null: all is in the text
    bool xml = false;                // keys are elements, not JSON
    bool old = false, global = false;
};
void read_armature(Document&, Values&, JsonValue armature, const RootFacts&);
void read_skins(Figure&, JsonValue skins);
// Of vertices whose weights do not add up to 1.
void note_sums(Figure&, Bytes where, const VertexSet&);
// Vertices, weights and where they come from; -1: there are none.
int read_geometry(Figure&, JsonValue geometry, const std::string& name);
void read_clips(Figure&, JsonValue animations);

}  // namespace bonescope::dragonbones
