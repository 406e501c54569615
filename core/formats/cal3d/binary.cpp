#include "core/formats/cal3d/binary.h"
#include "core/formats/cal3d/build.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <tuple>

namespace bonescope::cal3d {

namespace {

constexpr uint32_t header_size = 8;

}  // namespace

bool has_magic(std::span<const byte> file, std::string_view three_letters) {
    const auto n = static_cast<uint32_t>(std::min<std::size_t>(file.size(), 4));
    return n == 4 && text_of(file, {0, 3}) == three_letters && file[3] == byte{0};
}

int32_t version_of(std::span<const byte> file) {
    return file.size() < header_size ? 0 : load<int32_t>(file.data() + 4);
}

bool is_rich(int32_t version) { return (version >= 911 && version <= 919) || version >= 1300; }

int32_t read_header(Reader& in, Document& doc) {
    in.text("magic", 4);
    const auto version = in.read<int32_t>("version");
    doc.version = fmt::format("{}", version);
    const bool known = version == 699 || version == 700 || version == 799 || (version >= 899 && version <= 919) ||
                       version == 1000 || version == 1100 || version == 1200 || version == 1300 || version == 1301;
    if (!known)
        doc.note(Severity::Warning,
                 fmt::format("version: expected 699, 700, 799, 900 to 919, 1000, 1100, 1200, 1300 or 1301, found {}",
                             version),
                 in.last());
    return version;
}

std::string read_string(Reader& in, const char* length_name, const char* name) {
    const uint32_t length = read_count(in, length_name, 1);
    if (length == 0) return {};
    const std::string_view text = in.text(name, length);
    return std::string(text.substr(0, text.find('\0')));
}

uint32_t read_count(Reader& in, const char* name, uint64_t item) {
    const auto count = in.read<int32_t>(name);
    const uint64_t most = in.left() / std::max<uint64_t>(item, 1);
    if (count < 0 || static_cast<uint64_t>(count) > most)
        in.fail(in.last(), fmt::format("{}: expected 0 to {}, as {} {} left, found {} at offset {}", name, most,
                                       counted(in.left(), "byte"), verb(in.left(), "is", "are"), count, in.last().at));
    return static_cast<uint32_t>(count);
}

vec3 read_vec3(Reader& in, const char* name) {
    const byte* at = in.floats(name, 3);
    return {load<float>(at), load<float>(at + 4), load<float>(at + 8)};
}

vec4 read_vec4(Reader& in, const char* name) {
    const byte* at = in.floats(name, 4);
    return {load<float>(at), load<float>(at + 4), load<float>(at + 8), load<float>(at + 12)};
}

void read_clip(Document& doc, void (*read)(Reader&, Document&)) {
    Reader in(doc.file, doc.tree);
    const auto finish = [&] {
        if (doc.clips.empty()) return;
        doc.clips.back().where = {0, in.at()};
        finish_clip(doc);
    };
    try {
        read(in, doc);
    } catch (...) {
        finish();
        throw;
    }
    finish();
}

void note_rest(const Reader& in, Document& doc) {
    if (in.left())
        doc.note(Severity::Warning,
                 fmt::format("expected the end of the file at offset {}, found {} more", in.at(),
                             counted(in.left(), "byte")),
                 {in.at(), in.left()});
}

// ---- layouts ----

void Walk::need(uint64_t size, const char* name) const {
    if (size > left())
        throw Fail{{at_, left()},
                   fmt::format("{}: expected {} at offset {}, found {} before the end of the file", name,
                               counted(size, "byte"), at_, left())};
}

int32_t Walk::number(const char* name) {
    need(4, name);
    at_ += 4;
    return load<int32_t>(file_.data() + at_ - 4);
}

uint32_t Walk::count(const char* name) {
    const int32_t n = number(name);
    if (n < 0) throw Fail{{at_ - 4, 4}, fmt::format("{}: expected 0 or more, found {} at offset {}", name, n, at_ - 4)};
    return static_cast<uint32_t>(n);
}

float Walk::real(const char* name) {
    need(4, name);
    at_ += 4;
    return load<float>(file_.data() + at_ - 4);
}

void Walk::skip(uint64_t size, const char* name) {
    need(size, name);
    at_ += static_cast<uint32_t>(size);
}

const byte* Walk::bytes(uint32_t size, const char* name) {
    skip(size, name);
    return file_.data() + at_ - size;
}

void Walk::text(const char* name) {
    const uint32_t length = count(name);
    need(length, name);
    std::string_view text = text_of(file_, {at_, length});
    text = text.substr(0, text.find('\0'));
    expect(length < 4096 && std::none_of(text.begin(), text.end(), [](char c) { return c > 0 && c < ' '; }));
    at_ += length;
}

void Walk::rotation(const char* name) {
    float square = 0;
    for (int i = 0; i < 4; ++i) {
        const float x = real(name);
        square += x * x;
    }
    expect(std::abs(square - 1) < 0.1f);
}

namespace {

struct Fit {
    bool whole = false;    // reads exactly to the end of the file
    bool strange = false;  // stopped at a number that cannot be, rather than at the end of the file
    double strangeness = 0;
    std::string verdict;

    auto rank() const { return std::tuple(!whole, strange, strangeness); }  // smaller is better
};

Fit try_layout(const Document& doc, const Candidate& candidate) {
    Walk walk(doc.file, std::min<uint32_t>(header_size, static_cast<uint32_t>(doc.file.size())));
    Fit fit;
    try {
        candidate.walk(walk);
        fit.whole = walk.left() == 0;
        fit.verdict = fit.whole ? "reads the whole file" : fmt::format("ends {} early", counted(walk.left(), "byte"));
    } catch (const Fail& fail) {
        fit.verdict = fail.what;
        fit.strange = fail.where.end() != doc.file.size();
    }
    fit.strangeness = walk.strangeness();
    if (fit.strangeness > 0)
        fit.verdict += fmt::format("; {:.1f}% of its ids, rotations and names look wrong", fit.strangeness * 100);
    return fit;
}

std::size_t wanted_layout(Document& doc, std::span<const Candidate> candidates, std::size_t otherwise) {
    std::string names;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (doc.wanted_dialect == candidates[i].name) return i;
        names += fmt::format("{}\"{}\"", i ? ", " : "", candidates[i].name);
    }
    doc.note(Severity::Warning,
             fmt::format("no layout is called \"{}\": this format has {}", decode(doc.wanted_dialect), names));
    return otherwise;
}

}  // namespace

namespace {

// Where several layouts read the whole file: why this one was taken and not the others.
void tell_ties(std::span<const Candidate> candidates, std::span<const std::size_t> tried, std::size_t fitting,
               std::vector<Fit>& fits) {
    const Fit best = fits[fitting];
    std::string others;
    for (const std::size_t i : tried) {
        if (i == fitting || !fits[i].whole || !best.whole) continue;
        others += fmt::format("{}\"{}\"", others.empty() ? "" : ", ", candidates[i].name);
        const char* why =
            candidates[fitting].usual && !candidates[i].usual ? "fits too, but is not a layout of this version"
            : fits[i].strangeness > best.strangeness          ? "fits too, but makes less sense"
                                                              : "fits as well, but comes later in the order of trust";
        fits[i].verdict += fmt::format("; {}: \"{}\" is taken", why, candidates[fitting].name);
    }
    if (!others.empty())
        fits[fitting].verdict += fmt::format("; {} too: this one comes first in the order of trust", others);
}

}  // namespace

std::size_t choose_layout(Document& doc, std::span<const Candidate> candidates) {
    std::vector<Fit> fits(candidates.size());
    std::vector<std::size_t> tried;
    const auto try_those = [&](bool usual) {
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (candidates[i].usual == usual) {
                fits[i] = try_layout(doc, candidates[i]);
                tried.push_back(i);
            }
    };
    const auto best = [&] {
        return *std::min_element(tried.begin(), tried.end(),
                                 [&](std::size_t a, std::size_t b) { return fits[a].rank() < fits[b].rank(); });
    };
    try_those(true);
    std::size_t chosen = best();
    if (tried.size() == 1 && fits[chosen].whole && doc.wanted_dialect.empty()) return chosen;
    if (!fits[chosen].whole || !doc.wanted_dialect.empty()) {
        try_those(false);
        // A layout that is not of this version must read all of the file to be believed.
        if (const std::size_t other = best(); fits[other].whole) chosen = other;
    }
    const std::size_t fitting = chosen;
    tell_ties(candidates, tried, fitting, fits);
    if (!doc.wanted_dialect.empty()) chosen = wanted_layout(doc, candidates, chosen);
    for (const std::size_t i : tried) doc.dialects.push_back({candidates[i].name, fits[i].verdict});
    doc.dialect = candidates[chosen].name;
    if (chosen == fitting && candidates[chosen].doubtful)
        doc.note(Severity::Warning,
                 fmt::format("read in the layout \"{}\", in which no version {} is known to be written",
                             candidates[chosen].name, version_of(doc.file)));
    if (chosen == fitting && !candidates[chosen].usual)
        doc.note(Severity::Warning, fmt::format("read in the layout \"{}\", which is not that of version {}",
                                                candidates[chosen].name, version_of(doc.file)));
    return chosen;
}

}  // namespace bonescope::cal3d
