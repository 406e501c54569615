// Clips that a list cuts out of banks of frames: what the clips panel says of each, which of them it lists, and how.
#pragma once
#include "app/panels/panels.h"
#include "core/range_facts.h"
#include <set>

namespace bonescope {

struct RangeRow {
    int clip = -1;     // index in Scene::clips
    bool cut = false;  // else a whole bank
    bool absent = false;
    int group = -1;    // of absent ones: the source whose bank is missing, or empty_poses
    int number = -1;   // as written; of a whole bank none
    std::string name;  // the comment, or the file of a whole bank, UTF-8; may be empty
    int32_t first = 0, last = 0;
    double seconds = 0;
    std::optional<int32_t> link;
    int next = -1;                 // the clip that the link leads to
    int source = -1;               // as written
    std::vector<uint32_t> faults;  // notes of the list
    Severity worst = Severity::Info;
    // Every bank has an axis of its own: the bank's document, or missing_axis() of its source.
    int bank = -1;
    std::optional<std::pair<int32_t, int32_t>> held;  // first and last frame of its bank
    bool outside = false;                             // it names frames beyond those
};
inline constexpr int empty_poses = -2;
inline constexpr int no_axis = -1;
constexpr int missing_axis(int source) { return -3 - std::clamp(source, -1, 1 << 20); }

// What a list says, which may be mended before it is played.
struct StoredWords {
    std::string text;
    bool mended = false;
};
StoredWords stored_start(const ClipRange&);
StoredWords stored_end(const ClipRange&);
StoredWords stored_loop(const ClipRange&, const Clip&);   // empty: none
std::string mended_words(const ClipRange&, const Clip&);  // "stored 50 – 40, played 50 – 50"; empty: as stored

enum class RangeColumn : uint8_t { File, Number, Name, Start, End, Loop, Length, Link, Source };
enum class RangeFilter : uint8_t { All, Own, Named, Here };

// A row of the table: a clip, or what stands for all absent ones of a group.
struct RangeLine {
    int row = -1;    // index in rows
    int group = -1;  // when row is -1
    uint32_t count = 0;
    bool open = false;
};

struct RangeOrder {
    std::string_view words;  // of the name, or a number
    RangeFilter filter = RangeFilter::All;
    RangeColumn by = RangeColumn::File;
    bool down = false;
};

bool has_ranges(const App&);
std::vector<RangeRow> range_rows(const App&);
RangeRow range_row(const App&, int clip);
// Clips with frames, then the groups of those without; where words are looked for all groups are open.
std::vector<RangeLine> range_lines(const App&, const std::vector<RangeRow>&, const RangeOrder&,
                                   const std::set<int>& open_groups);
std::string group_title(const RangeLine&);               // "470 clips of source 0"
std::string group_reason(const App&, const RangeLine&);  // "no frames: character.amb is missing"
std::string fault_words(const App&, const RangeRow&);    // all its notes, a line each
std::string pose_title(const App&, int clip);            // "Pose 140"
std::string comment_of(const App&, const ClipUse&);      // UTF-8

}  // namespace bonescope
