// What the clips panel says of every clip, made once per scene, and their order in the table.
#pragma once
#include "app/panels/panels.h"
#include "core/frame_rate.h"

namespace bonescope {

struct ClipRow {
    int clip = -1;                                // index in Scene::clips, -1: the bind pose
    std::string name, source;                     // UTF-8
    double length = 0;                            // seconds
    uint32_t tracks = 0, unbound = 0, early = 0;  // early: their last key lies before the clip's end
    uint64_t keys = 0;
    bool joints = false, vertices = false;  // what it moves
    bool closes = false;                    // early tracks blend back to their first key
    bool odd_ends = false;  // early tracks that differ from others of the clip, or from the format's habit
    std::string notes;
    std::optional<FrameRate> rate;  // when it was asked for: it looks at every key

    const char* kind() const { return joints && vertices ? "both" : vertices ? "vertex" : "skeletal"; }
};

enum class ClipColumn : uint8_t { File, Name, Length, Tracks, Keys, Rate, Kind, Source, Notes };

std::vector<ClipRow> clip_rows(const App&);
const FrameRate& rate_of(const App&, ClipRow&);
// Row numbers that match the filter (words of the name, in any case), the bind pose first.
std::vector<uint32_t> ordered(const App&, std::vector<ClipRow>&, std::string_view filter, ClipColumn by, bool down);

}  // namespace bonescope
