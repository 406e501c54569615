// What clip lists get wrong: the checks of ranges against themselves and each other.
#pragma once
#include "core/formats/meteor/words.h"

namespace bonescope::meteor {

// A range with the words that begin it and its windows.
struct RangeText {
    ClipRange& range;
    Token header;
    std::vector<Token> windows;  // one for each of range.windows
    std::vector<bool> speeds;    // whether it has one
};

class RangeChecks {
public:
    explicit RangeChecks(Document& doc) : doc_(doc) {}

    void repeated(const Token& key, const char* name);
    void bad_source(const RangeText&, const Token& key);
    void odd_number(const Token& key, const char* name, float value);
    void check(const RangeText&);  // a whole range
    void finish();                 // all ranges: numbers and links

private:
    void add(Severity, const Token& place, std::string_view message);
    void check_ends(const RangeText&);
    void check_loop(const RangeText&);
    void check_window(const RangeText&, std::size_t window);
    void check_overlap(const RangeText&);
    void check_cover(const RangeText&);

    Document& doc_;
    struct Numbered {
        int number;
        Token header;
        std::optional<int32_t> link;
    };
    std::vector<Numbered> numbers_;
};

}  // namespace bonescope::meteor
