// What can be told of the clips that a list cuts out of banks of frames: which frames they use, how they follow each
// other, what their list has wrong, how well their loops close.
#pragma once
#include "core/scene.h"

namespace bonescope {

struct FrameRun {
    int32_t first = 0, last = 0;  // stored frame numbers, both included
    uint32_t clips = 0;           // that use each of them
    bool operator==(const FrameRun&) const = default;
};

// Which stored frames of a bank the clips use.
struct BankCoverage {
    int doc = -1;                      // index in Scene::docs
    std::vector<FrameRun> runs;        // ascending; numbers that no frame has lie between them
    uint32_t frames = 0;               // different numbers
    uint32_t used = 0, shared = 0;     // by a clip, by several
    uint32_t at(int32_t frame) const;  // clips that use it
};
// `frames` ascending, each once; `spans` first and last frame of every clip, what lies outside does not count.
BankCoverage coverage_of(std::span<const int32_t> frames, std::span<const std::pair<int32_t, int32_t>> spans);
// Of every bank that the scene's lists cut clips from, in the order of the documents.
std::vector<BankCoverage> bank_coverage(const Scene&);

// First and last stored frame that a clip shows.
std::pair<int32_t, int32_t> frames_of(const Clip&);
// The record of a stored frame in its bank; size 0: there is none.
Bytes frame_bytes(const ClipUse&, int32_t frame);
int doc_of(const Scene&, const Document*);  // index in Scene::docs, -1

// The clip that a link names, with frames or without; -1: none has that number.
int named_by_link(const Scene&, int clip);
// Clip by clip along the links. Ends by itself, goes round to one of its own, or names a number that no clip has.
struct Chain {
    std::vector<int> clips;  // indices in Scene::clips, the asked one first
    int back_to = -1;        // place in `clips`
    std::optional<int32_t> missing;
};
Chain follow_links(const Scene&, int clip);

// Per range of a list the indices of its document's notes that lie in it.
std::vector<std::vector<uint32_t>> notes_of_ranges(const Document& list);
// The bank that a range names and that was not found, as it was looked for; null: there is no such.
const Part* missing_bank(const Scene&, int source);

// Why a clip shows the bind pose: "no frames: character.amb is missing"; empty: it has frames.
std::string why_no_frames(const Scene&, const ClipUse&);
// First and last frame that a bank stores; nothing: it has none.
std::optional<std::pair<int32_t, int32_t>> frames_held(const Document& bank);
inline std::optional<std::pair<int32_t, int32_t>> frames_held(const ClipUse& use) {
    return use.missing() ? std::nullopt : frames_held(*use.doc);
}
bool reaches_outside(const ClipUse&);            // it names frames before the first or behind the last one of its bank
Finding frames_outside(const Scene&, int clip);  // what is to be said of such a clip
// The same of all clips, in few words where they are many.
std::vector<Finding> all_frames_outside(const Scene&);
// What a person who asks for a pose of this clip must know.
std::vector<Finding> notes_of_clip(const Scene&, int clip);

// The joint that is turned most, in the model's space, between the first and the last frame of a clip's loop.
struct LoopSeam {
    int joint = -1;
    double degrees = 0;
};
std::optional<LoopSeam> loop_seam(const Scene&, const ClipUse&);

}  // namespace bonescope
