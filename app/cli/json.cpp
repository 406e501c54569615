#include "app/cli/json.h"
#include "app/cli/command.h"
#include "core/text.h"
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bonescope::cli {
namespace {

// Levels whose members each start a line of their own.
constexpr std::size_t line_levels = 2;

// The library's own writer for all that needs care; most names need none.
void append_quoted(std::string& out, std::string_view utf8) {
    const bool plain =
        std::all_of(utf8.begin(), utf8.end(), [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; });
    if (plain)
        ((out += '"') += utf8) += '"';
    else
        out += nlohmann::json(std::string(utf8)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool plain_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

template <class T> void append_number(std::string& out, T value) {
    if (std::isnan(value))
        out += "\"nan\"";
    else if (std::isinf(value))
        out += value > 0 ? "\"inf\"" : "\"-inf\"";
    else
        fmt::format_to(std::back_inserter(out), "{}", value);
}

}  // namespace

Json::~Json() {
    out_ += '\n';
    flush();
}

void Json::flush() {
    print(out_);
    out_.clear();
}

void Json::separate() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (levels_.empty()) return;
    if (!levels_.back().empty) out_ += ',';
    levels_.back().empty = false;
    if (levels_.size() <= line_levels) {
        out_ += '\n';
        out_.append(levels_.size(), ' ');
    }
    if (out_.size() >= flush_at) flush();
}

void Json::open(char bracket) {
    separate();
    out_ += bracket;
    levels_.push_back({bracket == '{' ? '}' : ']'});
}

void Json::close() {
    if (levels_.size() <= line_levels && !levels_.back().empty) {
        out_ += '\n';
        out_.append(levels_.size() - 1, ' ');
    }
    out_ += levels_.back().closing;
    levels_.pop_back();
}

Json& Json::key(std::string_view name) {
    separate();
    append_quoted(out_, name);
    out_ += ':';
    after_key_ = true;
    return *this;
}

void Json::value(std::string_view raw) {
    separate();
    append_quoted(out_, plain_ascii(raw) ? raw : std::string_view(decode(raw)));
}

void Json::value(bool yes) { literal(yes ? "true" : "false"); }
void Json::value(std::nullptr_t) { literal("null"); }

void Json::value(float number) {
    separate();
    append_number(out_, number);
}

void Json::value(double number) {
    separate();
    append_number(out_, number);
}

void Json::literal(std::string_view json) {
    separate();
    out_ += json;
}

void write_note(Json& json, const Finding& note, const std::string& path) {
    static const char* const severities[] = {"info", "warning", "error"};
    json.open_object();
    json.member("severity", severities[static_cast<int>(note.severity)]);
    json.member("message", note.message);
    if (!path.empty()) json.member("path", path);
    if (note.placed) {
        json.member("offset", note.where.at);
        json.member("size", note.where.size);
    }
    if (note.line > 0) json.member("line", note.line);
    json.close();
}

}  // namespace bonescope::cli
