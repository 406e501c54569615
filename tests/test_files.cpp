#include "tests/support.h"
#include <sys/stat.h>

namespace bonescope {
namespace {

namespace fs = std::filesystem;

// A folder of its own that goes away.
struct Scratch {
    fs::path folder = fs::path(testing::TempDir()) / fmt::format("bonescope_files_{}", ::getpid());
    Scratch() { fs::create_directories(folder); }
    ~Scratch() { fs::remove_all(folder); }
    std::string operator/(const char* name) const { return (folder / name).string(); }
};

std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Files, AreWrittenWhole) {
    const Scratch scratch;
    EXPECT_EQ(write_file(scratch / "a", "one"), "");
    EXPECT_EQ(write_file(scratch / "a", "two"), "");
    EXPECT_EQ(content(scratch / "a"), "two");
    EXPECT_EQ(std::distance(fs::directory_iterator(scratch.folder), {}), 1) << "nothing temporary stays";
}

TEST(Files, LinksAreFollowed) {
    const Scratch scratch;
    ASSERT_EQ(write_file(scratch / "real", "old"), "");
    fs::create_symlink("real", scratch / "link");
    EXPECT_EQ(write_file(scratch / "link", "new"), "");
    EXPECT_TRUE(fs::is_symlink(scratch / "link"));
    EXPECT_EQ(content(scratch / "real"), "new");
    fs::create_symlink("nowhere", scratch / "dangling");
    EXPECT_EQ(write_file(scratch / "dangling", "x"), "is a link to nothing");
    EXPECT_TRUE(fs::is_symlink(scratch / "dangling"));
}

TEST(Files, OnlyRegularFilesAreReplaced) {
    const Scratch scratch;
    ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(write_file(scratch / "pipe", "x"), "is not a regular file");
    EXPECT_TRUE(fs::is_fifo(scratch / "pipe"));
    fs::create_directory(scratch / "folder");
    EXPECT_EQ(write_file(scratch / "folder", "x"), "is a folder");
    EXPECT_NE(write_file(scratch / "no/such/folder", "x"), "");
}

TEST(Files, WhatCannotBeReadSaysWhy) {
    const Scratch scratch;
    Big<byte> out;
    EXPECT_EQ(read_file(scratch.folder.string(), out), "is a folder: expected a file");
    EXPECT_NE(read_file(scratch / "missing", out).find("No such file"), std::string::npos);
    ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(read_file(scratch / "pipe", out), "is not a regular file");
}

}  // namespace
}  // namespace bonescope
