#include "app/panels/joint_notes.h"
#include <chrono>

namespace bonescope {
namespace {

int joint_of(const App& app, std::size_t doc, const Finding& note) {
    if (note.joint >= 0) return static_cast<int>(doc) == app.scene.skeleton_doc ? note.joint : -1;
    return note.placed ? select_bytes(app, static_cast<int>(doc), note.where).joint : -1;
}

}  // namespace

bool JointNotes::update(const App& app) {
    const Skeleton* skeleton = app.scene.bones();
    const std::size_t joints = skeleton ? skeleton->joints.size() : 0;
    if (scene_id_ != app.scene_id || notes_.size() != joints) {
        scene_id_ = app.scene_id;
        notes_.assign(joints, {});
        doc_ = next_ = 0;
        joints_ = 0;
    }
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
    while (doc_ < app.scene.docs.size()) {
        const auto& notes = app.scene.docs[doc_]->notes;
        if (next_ >= notes.size()) {
            ++doc_;
            next_ = 0;
            continue;
        }
        const int joint = joint_of(app, doc_, notes[next_]);
        if (joint >= 0 && joint < static_cast<int>(joints)) {
            if (notes_[joint].empty()) ++joints_;
            notes_[joint].push_back({static_cast<int>(doc_), static_cast<uint32_t>(next_)});
        }
        ++next_;
        if (std::chrono::steady_clock::now() > until) return false;
    }
    return true;
}

const std::vector<JointNote>& JointNotes::of(int joint) const {
    static const std::vector<JointNote> empty;
    return joint >= 0 && joint < static_cast<int>(notes_.size()) ? notes_[joint] : empty;
}

int JointNotes::worst(const App& app, int joint) const {
    int out = -1;
    for (const JointNote& note : of(joint))
        out = std::max(out, static_cast<int>(app.scene.docs[note.doc]->notes[note.note].severity));
    return out;
}

}  // namespace bonescope
