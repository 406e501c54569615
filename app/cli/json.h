// JSON written as it is made: no tree in memory, numbers in their shortest form, text always valid UTF-8.
#pragma once
#include "core/finding.h"
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace bonescope::cli {

class Json {
public:
    Json() { out_.reserve(flush_at + 4096); }
    ~Json();  // ends the line and flushes
    Json(const Json&) = delete;
    Json& operator=(const Json&) = delete;

    void open_object() { open('{'); }
    void open_array() { open('['); }
    void close();
    Json& key(std::string_view name);

    void value(std::string_view raw);  // decoded to UTF-8
    void value(const char* text) { value(std::string_view(text)); }
    void value(bool);
    void value(std::nullptr_t);
    void value(float);  // not finite: "nan", "inf", "-inf"
    void value(double);
    template <std::integral T> void value(T number) { literal(std::to_string(number)); }
    void literal(std::string_view json);  // already JSON

    template <class T> void member(std::string_view name, const T& content) { key(name).value(content); }

private:
    void open(char bracket);
    void separate();
    void flush();

    static constexpr std::size_t flush_at = 1 << 16;
    struct Level {
        char closing;
        bool empty = true;
    };
    std::string out_;
    std::vector<Level> levels_;
    bool after_key_ = false;
};

// {"severity", "message", "path", "offset", "size", "line"}, each where it applies.
void write_note(Json&, const Finding&, const std::string& path);

}  // namespace bonescope::cli
