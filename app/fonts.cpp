// Finds the fonts through fontconfig and bakes the atlas. Latin is always in it; of all other scripts only the
// characters that are on the screen, because baking the usual Chinese ones takes half a second.
#include "app/theme.h"
#include <fontconfig/fontconfig.h>
#include <set>
#include <string>

namespace bonescope {

Fonts fonts;

namespace {
struct FontFile {
    std::string path;
    int index = 0;
};

struct Baked {
    float scale = 0;
    std::set<unsigned> others;  // characters beyond the ones that are always there
};
Baked baked;

// What our own texts use. A file's Latin letters beyond them are in the fonts of the others too.
const ImWchar always[] = {0x20,   0xFF,   0x2010, 0x2015, 0x2018, 0x201D, 0x2022, 0x2022, 0x2026, 0x2026, 0x203A,
                          0x203A, 0x2190, 0x2193, 0x2212, 0x2212, 0x2264, 0x2265, 0xFFFD, 0xFFFD, 0};
constexpr unsigned last_latin = 0x24F;

FontFile first_match(FcPattern* pattern, const char* family_must_contain) {
    FontFile out;
    FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result{};
    if (FcPattern* match = FcFontMatch(nullptr, pattern, &result)) {
        FcChar8 *file = nullptr, *family = nullptr;
        FcPatternGetString(match, FC_FILE, 0, &file);
        FcPatternGetString(match, FC_FAMILY, 0, &family);
        FcPatternGetInteger(match, FC_INDEX, 0, &out.index);
        const std::string name = family ? reinterpret_cast<const char*>(family) : "";
        if (file && name.find(family_must_contain) != std::string::npos) out.path = reinterpret_cast<const char*>(file);
        FcPatternDestroy(match);
    }
    FcPatternDestroy(pattern);
    return out;
}

// An empty path when fontconfig knows nothing of the kind.
FontFile find_font(const char* family, int weight, const char* substitute) {
    for (const char* name : {family, substitute}) {
        FcPattern* pattern =
            FcPatternBuild(nullptr, FC_FAMILY, FcTypeString, name, FC_WEIGHT, FcTypeInteger, weight, nullptr);
        FontFile found = first_match(pattern, name == family ? family : "");
        if (!found.path.empty()) return found;
    }
    return {};
}

FontFile find_cjk(const std::set<unsigned>& characters) {
    for (const char* name : {"Noto Sans CJK", "WenQuanYi Micro Hei"}) {
        const std::string family = std::string(name) + (name[0] == 'N' ? " SC" : "");
        FcPattern* pattern = FcPatternBuild(nullptr, FC_FAMILY, FcTypeString, family.c_str(), nullptr);
        FontFile found = first_match(pattern, name);
        if (!found.path.empty()) return found;
    }
    FcCharSet* wanted = FcCharSetCreate();
    for (const unsigned c : characters) FcCharSetAddChar(wanted, c);
    FcPattern* pattern = FcPatternBuild(nullptr, FC_CHARSET, FcTypeCharSet, wanted, nullptr);
    FcCharSetDestroy(wanted);
    return first_match(pattern, "");
}

// The system is asked once.
struct Found {
    FontFile words = find_font("Inter", FC_WEIGHT_REGULAR, "sans-serif");
    FontFile strong = find_font("Inter", FC_WEIGHT_DEMIBOLD, "sans-serif");
    FontFile mono = find_font("JetBrains Mono", FC_WEIGHT_REGULAR, "monospace");
};

ImFont* add_font(const FontFile& file, float size, const ImWchar* ranges, bool merge) {
    ImFontConfig config;
    config.FontNo = file.index;
    config.MergeMode = merge;
    config.PixelSnapH = false;
    config.OversampleH = 2;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (!file.path.empty())
        if (ImFont* font = atlas.AddFontFromFileTTF(file.path.c_str(), size, &config, ranges)) return font;
    if (merge) return nullptr;
    config.SizePixels = size;
    return atlas.AddFontDefault(&config);
}

std::set<unsigned> other_characters(std::string_view utf8) {
    std::set<unsigned> out;
    const ImWchar* known = always;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const unsigned size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        unsigned c = size == 1 ? lead : lead & (0xFFu >> (size + 1));
        for (unsigned k = 1; k < size && i + k < utf8.size(); ++k)
            c = c << 6 | (static_cast<unsigned char>(utf8[i + k]) & 0x3F);
        i += size;
        bool there = c < 0x20 || c > IM_UNICODE_CODEPOINT_MAX;
        for (const ImWchar* r = known; *r && !there; r += 2) there = c >= r[0] && c <= r[1];
        if (!there) out.insert(c);
    }
    return out;
}

void bake(float scale, const std::set<unsigned>& others) {
    static const Found found;
    static std::vector<ImWchar> ranges, extra;  // the atlas keeps pointers to them
    ranges.assign(always, always + std::size(always) - 1);
    extra.clear();
    for (const unsigned c : others) extra.insert(extra.end(), 2, static_cast<ImWchar>(c));
    ranges.insert(ranges.end(), extra.begin(), extra.end());
    ranges.push_back(0);
    extra.push_back(0);
    const bool foreign = !others.empty() && *others.rbegin() > last_latin;
    const FontFile cjk = foreign ? find_cjk(others) : FontFile{};
    const struct {
        ImFont** font;
        const FontFile* file;
        float size;
    } list[] = {{&fonts.words, &found.words, 16},   {&fonts.small, &found.words, 13},
                {&fonts.strong, &found.strong, 16}, {&fonts.title, &found.strong, 20},
                {&fonts.mono, &found.mono, 16},     {&fonts.mono_small, &found.mono, 13}};
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
    for (const auto& [font, file, size] : list) {
        *font = add_font(*file, std::round(size * scale), ranges.data(), false);
        if (foreign) add_font(cjk, std::round(size * scale), extra.data(), true);
    }
    atlas.Build();
}
}  // namespace

bool build_fonts(float scale, std::string_view text_in_use) {
    std::set<unsigned> others = other_characters(text_in_use);
    const bool there = ImGui::GetIO().Fonts->Fonts.contains(fonts.words);  // false in another ImGui context
    if (baked.scale == scale && baked.others == others && there) return false;
    bake(scale, others);
    baked = {scale, std::move(others)};
    return true;
}

}  // namespace bonescope
