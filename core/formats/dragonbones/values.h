// Scalars as the runtime takes them: numbers may be strings, null is as good as nothing. What cannot be taken so is
// noted, with its offset.
#pragma once
#include "core/json.h"

namespace bonescope::dragonbones {

class Values {
public:
    // `strings`: numbers are written as strings throughout, as in XML.
    explicit Values(Document& doc, bool strings = false) : doc_(doc), strings_(strings) {}
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    // Missing, null and "NaN": the fallback. What is no number: 0, with a note.
    double number(JsonValue value, double fallback) {
        if (!value) return fallback;
        double number = 0;
        return value.short_number(number) ? number : long_number(value, fallback);
    }
    double number(JsonValue object, std::string_view key, double fallback) { return number(object[key], fallback); }
    float real(JsonValue object, std::string_view key, float fallback) {
        return static_cast<float>(number(object[key], fallback));
    }
    // A number cut to a whole one; what no int32 holds is brought to the next that is.
    int integer(JsonValue object, std::string_view key, int fallback) { return whole(number(object[key], fallback)); }
    bool boolean(JsonValue object, std::string_view key, bool fallback);
    // Everything has a text; nothing and null have an empty one.
    std::string text(JsonValue object, std::string_view key);
    // The same, to be looked up at once: it holds until the next name is asked for.
    std::string_view name(JsonValue object, std::string_view key = "name");
    // A number, or one of `words` in any case, as its place among them.
    int word(JsonValue object, std::string_view key, std::span<const char* const> words, int fallback);
    // Numbers of an array, each as number() takes it.
    void numbers(JsonValue array, std::vector<float>& out);
    std::size_t numbers(JsonValue array, std::span<float> out);  // as many as it takes; returns how many

    void note(Severity severity, Bytes where, std::string message);  // adds " at offset …"
    void warn(JsonValue value, std::string message) { note(Severity::Warning, value.bytes(), std::move(message)); }
    // What may be there many times and harms little: one note in the end, at the first of them, with their number.
    void odd(Bytes where, const char* what);
    bool object(JsonValue item, const char* what);  // else it is noted that `what` was expected
    void finish();                                  // what is odd, the count of what was left out, lines in texts

private:
    static int whole(double);
    double long_number(JsonValue value, double fallback);
    float long_item(JsonValue item);
    double odd_number(JsonValue value, double fallback);

    struct Odd {
        const char* what;
        Bytes first;
        uint32_t count;
    };

    Document& doc_;
    bool strings_ = false;
    std::vector<Odd> odd_;
    uint32_t notes_ = 0;
    std::string name_;  // as it reads once its escapes are resolved
};

}  // namespace bonescope::dragonbones
