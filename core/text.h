// Text of old files: encodings, and numbers that do not depend on the locale.
#pragma once
#include "core/document.h"
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bonescope {

// UTF-8 for the screen. Guess: UTF-8 when valid, else GBK when valid, else Latin-1. Control characters become U+FFFD.
std::string decode(std::string_view raw, Encoding = Encoding::Guess);
// For a program that shows one set of files: whatever is no UTF-8 is in this encoding, however decode() is called.
void decode_all_as(Encoding);
bool valid_utf8(std::string_view);
std::size_t utf8_fault(std::string_view);  // where the first byte is that is no UTF-8; npos: nowhere

// The whole of `text`, blanks around it ignored. Accepts "1.#INF", "-1.#IND", "nan", "inf" in any case.
// What is too large for a float is infinite, what is too small 0, each with its sign.
std::optional<float> parse_float(std::string_view text);
std::optional<int64_t> parse_int(std::string_view text);

// "1 key", "2 keys", "2 vertices"; `many`: the plural, where it is not `one` with an s.
std::string counted(uint64_t n, std::string_view one, std::string_view many = {});
// The word that goes with a number: verb(n, "has", "have").
inline const char* verb(uint64_t n, const char* one, const char* many) { return n == 1 ? one : many; }

std::string lower(std::string_view ascii);                      // ASCII letters only
std::string base_name(std::string_view path);                   // after the last / or backslash
std::string folder_of(std::string_view path);                   // "." when there is none
std::string stem_of(std::string_view name);                     // without the last extension
std::string hex_text(std::span<const byte>, std::size_t most);  // "0A FF …"
int line_of(std::span<const byte> file, uint32_t offset);       // 1-based
int count_lines(std::string_view text);                         // ends of lines, that is

}  // namespace bonescope
