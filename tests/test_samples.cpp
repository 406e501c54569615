#include "assets/make_samples/cal3d.h"
#include "assets/make_samples/dragonbones.h"
#include "assets/make_samples/meteor.h"
#include "assets/make_samples/motion.h"
#include "assets/make_samples/ogre.h"
#include "assets/make_samples/skin.h"
#include "tests/support.h"
#include <cmath>

namespace bonescope {
namespace {

std::string committed(const std::string& name) {
    Big<byte> file;
    const std::string path = std::string(BONESCOPE_SOURCE_DIR) + "/assets/samples/" + name;
    EXPECT_EQ(read_file(path, file), "") << path;
    return std::string(text_of(file, {0, static_cast<uint32_t>(file.size())}));
}

}  // namespace

TEST(Samples, AreWhatTheProgramThatWritesThemMakes) {
    using namespace sample;
    EXPECT_TRUE(committed("ogre/arm.skeleton") == ogre::skeleton(ogre::Keys::Chunks));
    EXPECT_TRUE(committed("ogre/arm_tlbb.skeleton") == ogre::skeleton(ogre::Keys::Packed));
    EXPECT_TRUE(committed("ogre/arm.skeleton.xml") == ogre::skeleton_xml());
    EXPECT_TRUE(committed("ogre/arm.mesh") == ogre::mesh());
    EXPECT_TRUE(committed("ogre/arm.mesh.xml") == ogre::mesh_xml());
    EXPECT_TRUE(committed("ogre/arm.material") == ogre::material());
    EXPECT_TRUE(committed("ogre/arm.tga") == arm_texture());
    EXPECT_TRUE(committed("cal3d/arm.csf") == cal3d::skeleton());
    EXPECT_TRUE(committed("cal3d/wave.caf") == cal3d::animation(0));
    EXPECT_TRUE(committed("cal3d/reach.caf") == cal3d::animation(1));
    EXPECT_TRUE(committed("cal3d/wave_packed.caf") == cal3d::packed_animation(0));
    EXPECT_TRUE(committed("cal3d/arm.cmf") == cal3d::mesh());
    EXPECT_TRUE(committed("cal3d/arm.crf") == cal3d::material());
    EXPECT_TRUE(committed("cal3d/arm.cfg") == cal3d::list());
    EXPECT_TRUE(committed("cal3d/arm.tga") == arm_texture());
    EXPECT_TRUE(committed("cal3d/arm.xsf") == cal3d::skeleton_xml());
    EXPECT_TRUE(committed("cal3d/wave.xaf") == cal3d::animation_xml(0));
    EXPECT_TRUE(committed("cal3d/reach.xaf") == cal3d::animation_xml(1));
    EXPECT_TRUE(committed("cal3d/arm.xmf") == cal3d::mesh_xml());
    EXPECT_TRUE(committed("cal3d/arm.xrf") == cal3d::material_xml());
    EXPECT_TRUE(committed("cal3d/arm_xml.cfg") == cal3d::list_xml());
    EXPECT_TRUE(committed("meteor/arm.bnc") == meteor::skeleton());
    EXPECT_TRUE(committed("meteor/arm.skc") == meteor::skin());
    EXPECT_TRUE(committed("meteor/arm.amb") == meteor::frames());
    EXPECT_TRUE(committed("meteor/arm.pos") == meteor::clip_list());
    EXPECT_TRUE(committed("meteor/arm.tga") == arm_texture());
    EXPECT_TRUE(committed("dragonbones/arm_ske.json") == dragonbones::skeleton());
    EXPECT_TRUE(committed("dragonbones/arm_ske.dbbin") == dragonbones::binary_skeleton());
    EXPECT_TRUE(committed("dragonbones/arm_tex.json") == dragonbones::atlas("arm_tex.tga"));
    EXPECT_TRUE(committed("dragonbones/arm_tex.tga") == dragonbones::page());
    EXPECT_TRUE(committed("dragonbones/v2.3/skeleton.json") == dragonbones::old_skeleton());
    EXPECT_TRUE(committed("dragonbones/v2.3/texture.json") == dragonbones::atlas("texture.tga"));
    EXPECT_TRUE(committed("dragonbones/v2.3/texture.tga") == dragonbones::page());
}

TEST(Samples, TurnAtMostThreeDegreesFromKeyToKey) {
    for (int clip = 0; clip < static_cast<int>(sample::clips().size()); ++clip)
        for (int joint = 0; joint < static_cast<int>(sample::joints().size()); ++joint)
            for (int frame = 0; frame < sample::clips()[clip].frames; ++frame) {
                const double step = sample::angle(clip, joint, frame + 1) - sample::angle(clip, joint, frame);
                ASSERT_LE(std::abs(step) * 57.29578, 3.0) << sample::joints()[joint].name << " frame " << frame;
            }
}

TEST(Samples, LoopWithoutASeam) {
    for (int clip = 0; clip < static_cast<int>(sample::clips().size()); ++clip) {
        const int last = sample::clips()[clip].frames;
        for (int joint = 0; joint < static_cast<int>(sample::joints().size()); ++joint)
            EXPECT_NEAR(sample::angle(clip, joint, 0), sample::angle(clip, joint, last), 1e-12);
        EXPECT_NEAR(sample::root_offset(clip, 0).x, sample::root_offset(clip, last).x, 1e-12);
    }
}

}  // namespace bonescope
