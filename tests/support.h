// What the tests share: where real files and right answers lie, and small helpers over them.
#pragma once
#include "core/load.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

namespace bonescope::test {

// Real files and golden data lie beside the checkout, or where BONESCOPE_SHARED says. They may be absent.
inline std::filesystem::path shared() {
    const char* set = std::getenv("BONESCOPE_SHARED");
    return set ? std::filesystem::path(set) : std::filesystem::path(BONESCOPE_SOURCE_DIR) / "../shared";
}
inline std::filesystem::path sample(const std::string& name) { return shared() / "samples" / name; }
inline std::filesystem::path golden(const std::string& name) { return shared() / "golden" / name; }
inline bool have_shared() { return std::filesystem::exists(shared() / "samples"); }

#define NEED_SHARED()                                                                                                  \
    if (!::bonescope::test::have_shared()) GTEST_SKIP() << "real files are absent: " << ::bonescope::test::shared()

inline nlohmann::json read_json(const std::filesystem::path& path) {
    std::ifstream in(path);
    return nlohmann::json::parse(in);
}

inline Big<byte> bytes(std::string_view text) {
    Big<byte> out(text.size());
    if (!text.empty()) std::memcpy(out.data(), text.data(), text.size());
    return out;
}

inline Big<byte> bytes_of(const std::filesystem::path& path) {
    Big<byte> out;
    const std::string why = read_file(path.string(), out);
    EXPECT_EQ(why, "") << path;
    return out;
}

// Numbers to bytes, little-endian: Maker().u16(0x1000).line("x").f32(1) …
class Maker {
public:
    template <class T> Maker& put(T value) {
        const auto* from = reinterpret_cast<const char*>(&value);
        std::string raw(from, sizeof value);
        if (big_) raw.assign(raw.rbegin(), raw.rend());
        out_ += raw;
        return *this;
    }
    Maker& u8(unsigned v) { return put(static_cast<uint8_t>(v)); }
    Maker& u16(unsigned v) { return put(static_cast<uint16_t>(v)); }
    Maker& u32(uint32_t v) { return put(v); }
    Maker& f32(std::initializer_list<float> values) {
        for (const float v : values) put(v);
        return *this;
    }
    Maker& text(std::string_view raw) {
        out_ += raw;
        return *this;
    }
    Maker& line(std::string_view raw) { return text(raw).text("\n"); }
    Maker& chunk(unsigned id, const Maker& body) {
        return u16(id).u32(static_cast<uint32_t>(body.out_.size() + 6)).text(body.out_);
    }
    Maker& big(bool on) {
        big_ = on;
        return *this;
    }
    const std::string& str() const { return out_; }
    Big<byte> bytes() const { return test::bytes(out_); }

private:
    std::string out_;
    bool big_ = false;
};

}  // namespace bonescope::test
