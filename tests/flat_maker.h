// 2D armatures made by hand: joints, slots with displays, clips that move a joint along x.
#pragma once
#include "core/scene.h"
#include "tests/support.h"

namespace bonescope::test {

class FlatMaker {
public:
    FlatMaker() {
        doc->path = "made.flat";
        doc->readable = true;
    }

    int armature(const std::string& name) {
        Skeleton skeleton;
        skeleton.name = name;
        skeleton.compose = Compose::Planar;
        doc->skeletons.push_back(skeleton);
        auto rig = std::make_shared<Rig>();
        rig->default_skin = 0;
        rig->skins.resize(1);
        rigs.push_back(rig);
        doc->skeletons.back().rig = rig;
        return static_cast<int>(rigs.size()) - 1;
    }
    int joint(int armature, const std::string& name, int parent, vec2 at, float degrees = 0, float length = 0) {
        Skeleton& skeleton = doc->skeletons[static_cast<std::size_t>(armature)];
        Joint joint;
        joint.name = name;
        joint.id = static_cast<int>(skeleton.joints.size());
        joint.parent = parent;
        joint.bind.t = vec3(at, 0);
        joint.bind.angle = glm::radians(degrees);
        joint.length = length;
        skeleton.joints.push_back(joint);
        skeleton.order.push_back(joint.id);
        return joint.id;
    }
    int slot(int armature, const std::string& name, int joint, std::vector<Display> displays) {
        Rig& rig = *rigs[static_cast<std::size_t>(armature)];
        Slot slot;
        slot.name = name;
        slot.joint = joint;
        rig.slots.push_back(slot);
        rig.skins[0].slots.push_back(std::move(displays));
        rig.skins[0].lists.push_back(true);
        return static_cast<int>(rig.slots.size()) - 1;
    }
    Slot& slot_at(int armature, int slot) {
        return rigs[static_cast<std::size_t>(armature)]->slots[static_cast<std::size_t>(slot)];
    }
    // Joint 0 goes from its bind place by `far` along x in one second.
    int clip(int armature, const std::string& name, float far) {
        Clip clip;
        clip.name = name;
        clip.skeleton = armature;
        clip.rate = 24;
        clip.duration = 24;
        Timeline line;
        line.time = add_column(*doc, 2, 1);
        line.rows = 2;
        Track track;
        track.target = 0;
        track.width = 2;
        track.value = add_column(*doc, 2, 2);
        const float values[] = {0, 0, far, 0};
        std::copy(values, values + 4, column_data(*doc, track.value));
        column_data(*doc, line.time)[0] = 0;
        column_data(*doc, line.time)[1] = 24;
        sort_timeline(*doc, line);
        track.timeline = intern_timeline(*doc, clip, line);
        clip.tracks.push_back(track);
        doc->clips.push_back(clip);
        return static_cast<int>(doc->clips.size()) - 1;
    }
    // The slot shows these displays from these ticks on.
    void display_track(int clip, int slot, const std::vector<std::pair<float, float>>& keys) {
        Clip& to = doc->clips[static_cast<std::size_t>(clip)];
        Timeline line;
        line.rows = static_cast<uint32_t>(keys.size());
        line.time = add_column(*doc, line.rows, 1);
        Track track;
        track.kind = Kind::Slot;
        track.property = Property::Display;
        track.basis = Basis::Absolute;
        track.target = slot;
        track.width = 1;
        track.value = add_column(*doc, line.rows, 1);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            column_data(*doc, line.time)[i] = keys[i].first;
            column_data(*doc, track.value)[i] = keys[i].second;
        }
        sort_timeline(*doc, line);
        track.timeline = intern_timeline(*doc, to, line);
        to.tracks.push_back(track);
    }
    // A page of 100 x 100 with one region.
    void region(const std::string& name, glm::vec4 rect) {
        if (doc->pages.empty()) {
            doc->pages.emplace_back();
            doc->pages[0].size = {100, 100};
        }
        AtlasRegion region;
        region.name = name;
        region.rect = rect;
        doc->pages[0].regions.push_back(region);
    }
    // As if every picture had been found.
    Scene scene() {
        Scene out = make_scene({doc});
        for (auto& [name, use] : out.regions) use.texture = 0;
        out.textures.resize(1);
        return out;
    }

    std::shared_ptr<Document> doc = std::make_shared<Document>();
    std::vector<std::shared_ptr<Rig>> rigs;
};

inline Display picture(const std::string& path, vec2 at = vec2(0)) {
    Display out;
    out.kind = DisplayKind::Image;
    out.name = out.path = path;
    out.place.t = at;
    return out;
}

inline Display armature_of(const std::string& path, vec2 at = vec2(0)) {
    Display out = picture(path, at);
    out.kind = DisplayKind::Armature;
    return out;
}

// The bind pose, or a clip of the scene at a time.
inline Frame frame_of(const Scene& scene, int clip = -1, double seconds = 0) {
    Frame out;
    std::vector<Layer> layers;
    if (clip >= 0) {
        const ClipUse& use = scene.clips[static_cast<std::size_t>(clip)];
        layers.push_back({&use, clock(use.get(), use.sampling, seconds), 1});
    }
    evaluate(scene, layers, out);
    return out;
}

}  // namespace bonescope::test
