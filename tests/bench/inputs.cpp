#include "tests/bench/inputs.h"
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <random>

namespace bench {
namespace {

namespace fs = std::filesystem;

template <class T> void put(std::string& out, T value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void chunk(std::string& out, uint16_t id, std::size_t length) {
    put(out, id);
    put(out, static_cast<uint32_t>(length));
}

struct Quaternion {
    float x, y, z, w;
};

Quaternion random_rotation(std::mt19937& dice) {
    std::normal_distribution<float> normal(0, 1);
    const float x = normal(dice) * 0.2f, y = normal(dice) * 0.2f, z = normal(dice) * 0.2f, w = 1;
    const float size = std::sqrt(x * x + y * y + z * z + w * w);
    return {x / size, y / size, z / size, w / size};
}

void add_bones(std::string& out, int bones) {
    for (int i = 0; i < bones; ++i) {
        chunk(out, 0x2000, 36);
        out += fmt::format("bone{}\n", i);
        put(out, static_cast<uint16_t>(i));
        for (const float v : {0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f}) put(out, v);
    }
    for (int i = 1; i < bones; ++i) {
        chunk(out, 0x3000, 10);
        put(out, static_cast<uint16_t>(i));
        put(out, static_cast<uint16_t>((i - 1) / 2));
    }
}

void add_track(std::string& out, std::mt19937& dice, int bone, int keys) {
    std::uniform_real_distribution<float> move(-0.1f, 0.1f);
    chunk(out, 0x4100, 8u + 38u * static_cast<unsigned>(keys));
    put(out, static_cast<uint16_t>(bone));
    for (int key = 0; key < keys; ++key) {
        chunk(out, 0x4110, 38);
        put(out, static_cast<float>(key) / 30);
        put(out, random_rotation(dice));
        for (int axis = 0; axis < 3; ++axis) put(out, move(dice));
    }
}

std::string make_skeleton(int bones, int clips, int keys) {
    std::mt19937 dice(7);
    std::string out;
    put(out, uint16_t{0x1000});
    out += "[Serializer_v1.80]\n";
    add_bones(out, bones);
    for (int clip = 0; clip < clips; ++clip) {
        const std::string name = fmt::format("clip{}\n", clip);
        const std::size_t tracks = static_cast<std::size_t>(bones) * (8u + 38u * static_cast<unsigned>(keys));
        chunk(out, 0x4000, 10 + name.size() + tracks);
        out += name;
        put(out, static_cast<float>(keys - 1) / 30);
        for (int bone = 0; bone < bones; ++bone) add_track(out, dice, bone, keys);
    }
    return out;
}

std::string make_skeleton_xml(int bones, int clips, int keys) {
    std::mt19937 dice(7);
    std::string out = "<skeleton>\n<bones>\n";
    for (int i = 0; i < bones; ++i)
        out += fmt::format("<bone id=\"{0}\" name=\"bone{0}\"><position x=\"0\" y=\"1\" z=\"0\"/><rotation angle=\"0\">"
                           "<axis x=\"1\" y=\"0\" z=\"0\"/></rotation></bone>\n",
                           i);
    out += "</bones>\n<bonehierarchy>\n";
    for (int i = 1; i < bones; ++i)
        out += fmt::format("<boneparent bone=\"bone{}\" parent=\"bone{}\"/>\n", i, (i - 1) / 2);
    out += "</bonehierarchy>\n<animations>\n";
    std::uniform_real_distribution<float> any(-1, 1);
    for (int clip = 0; clip < clips; ++clip) {
        out += fmt::format("<animation name=\"clip{}\" length=\"{}\">\n<tracks>\n", clip,
                           static_cast<float>(keys - 1) / 30);
        for (int bone = 0; bone < bones; ++bone) {
            out += fmt::format("<track bone=\"bone{}\">\n<keyframes>\n", bone);
            for (int key = 0; key < keys; ++key)
                out += fmt::format(
                    "          <keyframe time=\"{:.6f}\">\n            <translate x=\"{:.6f}\" y=\"{:.6f}\" "
                    "z=\"{:.6f}\"/>\n            <rotate angle=\"{:.6f}\">\n              <axis x=\"{:.6f}\" "
                    "y=\"{:.6f}\" z=\"{:.6f}\"/>\n            </rotate>\n          </keyframe>\n",
                    static_cast<float>(key) / 30, any(dice), any(dice), any(dice), any(dice), any(dice), any(dice),
                    any(dice));
            out += "</keyframes>\n</track>\n";
        }
        out += "</tracks>\n</animation>\n";
    }
    return out + "</animations>\n</skeleton>\n";
}

struct Key {
    float time, translation[3];
    Quaternion rotation;
};

Key random_key(std::mt19937& dice, int frame) {
    std::uniform_real_distribution<float> move(-10, 10);
    Key key{static_cast<float>(frame) / 30, {move(dice), move(dice), move(dice)}, {}};
    key.rotation = random_rotation(dice);
    return key;
}

std::string make_caf(int tracks, int keys) {
    std::mt19937 dice(5);
    std::string out("CAF\0", 4);
    put(out, 700);
    put(out, static_cast<float>(keys) / 30);
    put(out, tracks);
    for (int track = 0; track < tracks; ++track) {
        put(out, track);
        put(out, keys);
        for (int i = 0; i < keys; ++i) put(out, random_key(dice, i));
    }
    return out;
}

std::string make_xaf(int tracks, int keys) {
    std::mt19937 dice(5);
    std::string out = "<HEADER MAGIC=\"XAF\" VERSION=\"910\" />\n";
    out += fmt::format("<ANIMATION DURATION=\"{}\" NUMTRACKS=\"{}\">\n", static_cast<float>(keys) / 30, tracks);
    for (int track = 0; track < tracks; ++track) {
        out += fmt::format("    <TRACK BONEID=\"{}\" NUMKEYFRAMES=\"{}\">\n", track, keys);
        for (int i = 0; i < keys; ++i) {
            const Key key = random_key(dice, i);
            const float* t = key.translation;
            const Quaternion& q = key.rotation;
            out += fmt::format("        <KEYFRAME TIME=\"{:.6f}\">\n            <TRANSLATION>{:.6f} {:.6f} {:.6f}"
                               "</TRANSLATION>\n            <ROTATION>{:.8f} {:.8f} {:.8f} {:.8f}</ROTATION>\n"
                               "        </KEYFRAME>\n",
                               key.time, t[0], t[1], t[2], q.x, q.y, q.z, q.w);
        }
        out += "    </TRACK>\n";
    }
    return out + "</ANIMATION>\n";
}

void put_wxyz(std::string& out, std::mt19937& dice) {
    const Quaternion q = random_rotation(dice);
    for (const float lane : {q.w, q.x, q.y, q.z}) put(out, lane);
}

std::string make_amb() {
    std::mt19937 dice(13);
    std::uniform_real_distribution<float> move(-20, 20);
    const auto place = [&](std::string& out) {
        for (int axis = 0; axis < 3; ++axis) put(out, move(dice));
    };
    std::string out = "BANIM";
    for (const uint32_t number : {amb_bones, amb_dummies, amb_frames, 30u}) put(out, number);
    for (uint32_t frame = 0; frame < amb_frames; ++frame) {
        put(out, -1);
        put(out, frame + 1);
        place(out);
        for (uint32_t bone = 0; bone < amb_bones; ++bone) put_wxyz(out, dice);
        for (uint32_t dummy = 0; dummy < amb_dummies; ++dummy) {
            out.append("b13\0\0", 5);
            place(out);
            put_wxyz(out, dice);
        }
    }
    return out;
}

std::string make_bnc() {
    std::string out = fmt::format("Bones: {} Dummey: {}\n", amb_bones, amb_dummies);
    const auto part = [&](const char* kind, uint32_t index, const std::string& parent) {
        out += fmt::format("{} {}{}\n{{\n  parent {}\n  pivot 1.000 2.000 3.000\n  quaternion 1 0 0 0\n}}\n", kind,
                           kind, index, parent);
    };
    for (uint32_t i = 0; i < amb_bones; ++i) part("bone", i, i ? fmt::format("b{}", (i - 1) / 2) : "d0");
    for (uint32_t i = 0; i < amb_dummies; ++i) part("Dummey", i, i ? "b13" : "NULL");
    return out;
}

std::string file(const char* name, std::string (*make)()) {
    const fs::path path = fs::temp_directory_path() / "bonescope-bench" / name;
    if (!fs::exists(path)) {
        fs::create_directories(path.parent_path());
        std::ofstream out(path, std::ios::binary);
        const std::string content = make();
        out.write(content.data(), static_cast<std::streamsize>(content.size()));
    }
    return path.string();
}

Skin make_skin() {
    Skin skin;
    std::mt19937 dice(11);
    std::uniform_real_distribution<float> any(-1, 1), part(0.1f, 1);
    for (uint32_t v = 0; v < skin.vertices; ++v) {
        for (int axis = 0; axis < 3; ++axis) skin.position.push_back(any(dice));
        const float n[3] = {any(dice), any(dice), any(dice)};
        const float size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) + 1e-6f;
        for (const float value : n) skin.normal.push_back(value / size);
        float weights[4], sum = 0;
        for (float& w : weights) sum += w = part(dice);
        for (uint32_t i = 0; i < 4; ++i) {
            skin.weight.push_back(weights[i] / sum);
            // Neighbouring vertices share their bones, as in real meshes.
            skin.index.push_back(static_cast<uint8_t>((v / 70 * 7 + i * 3) % skin.bones));
        }
    }
    for (uint32_t bone = 0; bone < skin.bones; ++bone) {
        const Quaternion q = random_rotation(dice);
        const float rows[16] = {1 - 2 * (q.y * q.y + q.z * q.z),
                                2 * (q.x * q.y - q.w * q.z),
                                2 * (q.x * q.z + q.w * q.y),
                                any(dice),
                                2 * (q.x * q.y + q.w * q.z),
                                1 - 2 * (q.x * q.x + q.z * q.z),
                                2 * (q.y * q.z - q.w * q.x),
                                any(dice),
                                2 * (q.x * q.z - q.w * q.y),
                                2 * (q.y * q.z + q.w * q.x),
                                1 - 2 * (q.x * q.x + q.y * q.y),
                                any(dice),
                                0,
                                0,
                                0,
                                1};
        skin.matrices.insert(skin.matrices.end(), rows, rows + 16);
    }
    return skin;
}

}  // namespace

std::string skeleton_file() {
    return file("big.skeleton", [] { return make_skeleton(200, 100, 60); });
}
std::string skeleton_xml_file() {
    return file("big.skeleton.xml", [] { return make_skeleton_xml(200, 4, 100); });
}

std::string caf_file() {
    return file("big.caf", [] { return make_caf(200, 5000); });
}
std::string xaf_file() {
    return file("big.xaf", [] { return make_xaf(200, 500); });
}

std::string amb_file() { return file("big.amb", make_amb); }
std::string bnc_file() { return file("big.bnc", make_bnc); }

namespace {

std::string shared_sample(const char* family, const std::string& name) {
    const fs::path path = fs::path(BONESCOPE_SOURCE_DIR) / "../shared/samples" / family / name;
    return fs::exists(path) ? fs::canonical(path).string() : std::string{};
}

}  // namespace

std::string sample_file(const std::string& name) { return shared_sample("ogre", name); }
std::string cal3d_file(const std::string& name) { return shared_sample("cal3d", name); }
std::string dragonbones_file(const std::string& name) { return shared_sample("dragonbones", name); }

const Skin& skin() {
    static const Skin made = make_skin();
    return made;
}

std::vector<float> random_times(float length) {
    std::mt19937 dice(3);
    std::uniform_real_distribution<float> any(0, length);
    std::vector<float> times(1024);
    for (float& t : times) t = any(dice);
    return times;
}

}  // namespace bench
