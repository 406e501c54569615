// Which notes speak of which bone: those on its own bytes and on the keys that move it.
#pragma once
#include "app/panels/panels.h"

namespace bonescope {

struct JointNote {
    int doc = -1;
    uint32_t note = 0;  // index in the document's notes
};

class JointNotes {
public:
    // Goes on for a few milliseconds: a broken file may have a hundred thousand notes. True when all are placed.
    bool update(const App&);
    const std::vector<JointNote>& of(int joint) const;
    int worst(const App&, int joint) const;  // Severity, -1: no note
    int joints() const { return joints_; }   // that have notes

private:
    uint64_t scene_id_ = ~uint64_t{0};
    std::vector<std::vector<JointNote>> notes_;  // by joint index
    std::size_t doc_ = 0, next_ = 0;
    int joints_ = 0;
};

}  // namespace bonescope
