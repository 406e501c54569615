// Runs the real program, and makes folders and small OGRE files for it.
#pragma once
#include "support.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bonescope::test {

// A folder that is gone after the test.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "bonescope-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& content) const {
        const std::filesystem::path path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return path.string();
    }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

inline std::string text_at(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Ran {
    int code = -1;  // exit code; 128 + signal when it was killed
    std::string out, error;
    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline Ran run(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) {
    const TemporaryFolder folder;
    const std::string out = folder / "out", error = folder / "error";
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&files, 2, error.c_str(), O_WRONLY | O_CREAT, 0600);
    std::vector<std::string> words{BONESCOPE_EXECUTABLE};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv, envp;
    for (std::string& word : words) argv.push_back(word.data());
    for (const std::string& setting : environment) envp.push_back(const_cast<char*>(setting.c_str()));
    for (char** setting = environ; *setting; ++setting) envp.push_back(*setting);
    argv.push_back(nullptr);
    envp.push_back(nullptr);
    Ran ran;
    pid_t child = 0;
    int status = 0;
    if (posix_spawn(&child, argv[0], &files, nullptr, argv.data(), envp.data()) == 0 &&
        ::waitpid(child, &status, 0) == child)
        ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    posix_spawn_file_actions_destroy(&files);
    ran.out = text_at(out);
    ran.error = text_at(error);
    return ran;
}

// ---- small OGRE files ----

inline Maker chunk(unsigned id, const Maker& body) { return Maker().chunk(id, body); }

struct SmallClip {
    std::string name;
    float length = 1;
    unsigned joint = 0;  // its one track
    float x = 1;         // translation at the end; 0 at the start
};

struct SmallSkeleton {
    std::vector<std::string> joints{"root", "tip"};  // a chain, one unit along x each
    std::vector<SmallClip> clips;
    std::vector<std::pair<std::string, float>> links;

    std::string str() const {
        Maker out;
        out.u16(0x1000).line("[Serializer_v1.80]");
        for (unsigned i = 0; i < joints.size(); ++i)
            out.u16(0x2000).u32(36).line(joints[i]).u16(i).f32({i ? 1.f : 0.f, 0, 0, 0, 0, 0, 1});
        for (unsigned i = 1; i < joints.size(); ++i) out.chunk(0x3000, Maker().u16(i).u16(i - 1));
        for (const SmallClip& clip : clips) out.chunk(0x4000, animation(clip));
        for (const auto& [file, scale] : links) out.chunk(0x5000, Maker().line(file).f32({scale}));
        return out.str();
    }

private:
    static Maker animation(const SmallClip& clip) {
        Maker track;
        track.u16(clip.joint);
        track.chunk(0x4110, Maker().f32({0, 0, 0, 0, 1, 0, 0, 0}));
        track.chunk(0x4110, Maker().f32({clip.length, 0, 0, 0, 1, clip.x, 0, 0}));
        return Maker().line(clip.name).f32({clip.length}).chunk(0x4100, track);
    }
};

struct SmallMesh {
    std::string skeleton = "body.skeleton";
    std::string material = "skin";
    unsigned joint = 1;  // that moves vertex 2; the others follow joint 0

    std::string str() const {
        Maker geometry;
        geometry.u32(3);
        geometry.chunk(0x5100, chunk(0x5110, Maker().u16(0).u16(2).u16(1).u16(0).u16(0)));
        geometry.chunk(0x5200,
                       Maker().u16(0).u16(12).text(chunk(0x5210, Maker().f32({0, 0, 0, 1, 0, 0, 1, 1, 0})).str()));
        Maker part;
        part.line(material).u8(0).u32(3).u8(0).u16(0).u16(1).u16(2).text(chunk(0x5000, geometry).str());
        for (unsigned v = 0; v < 3; ++v) part.chunk(0x4100, Maker().u32(v).u16(v == 2 ? joint : 0).f32({1}));
        Maker mesh;
        mesh.u8(1).text(chunk(0x4000, part).str());
        if (!skeleton.empty()) mesh.chunk(0x6000, Maker().line(skeleton));
        return Maker().u16(0x1000).line("[MeshSerializer_v1.100]").text(chunk(0x3000, mesh).str()).str();
    }
};

}  // namespace bonescope::test
