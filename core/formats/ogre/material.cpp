// .material scripts: what a viewer needs of the first technique and pass; all other words stay leaves of the tree.
#include "core/formats/ogre/material_script.h"
#include "core/formats/ogre/ogre.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace bonescope::ogre {
namespace {

using Words = std::vector<ScriptToken>;
using Variables = std::map<std::string, std::string, std::less<>>;

std::string_view name_of_field(const Field& field) { return field.name; }

// The fields right below `group`.
template <class Visit> void each_below(const Document& doc, uint32_t group, Visit&& visit) {
    const auto& fields = doc.tree.fields;
    for (uint32_t i = group + 1; i < fields[group].end; i = fields[i].end) visit(i);
}

Words words_at(const Document& doc, uint32_t field) {
    return script_words(doc.file, {doc.tree.fields[field].at, doc.tree.fields[field].size});
}

// Groups called `name` right below `group`.
std::vector<uint32_t> blocks(const Document& doc, uint32_t group, std::string_view name) {
    std::vector<uint32_t> out;
    each_below(doc, group, [&](uint32_t i) {
        const Field& field = doc.tree.fields[i];
        if (field.type == Type::Group && name == field.name) out.push_back(i);
    });
    return out;
}

void add_set(const Document& doc, uint32_t field, Variables& out) {
    const Words words = words_at(doc, field);
    if (words.size() > 2 && words[0].text == "set" && words[1].text.starts_with('$'))
        out.insert_or_assign(std::string(words[1].text), std::string(words[2].text));
}

// `set $name value` right below the group, or in all of it.
void collect_sets(const Document& doc, uint32_t group, bool deep, Variables& out) {
    const auto& fields = doc.tree.fields;
    for (uint32_t i = group + 1; i < fields[group].end; i = deep ? i + 1 : fields[i].end)
        if (name_of_field(fields[i]) == "set") add_set(doc, i, out);
}

constexpr std::size_t most_notes = 200;  // a broken exporter repeats itself

void note(Document& doc, Severity severity, std::string message, Bytes where) {
    if (doc.notes.size() >= most_notes) return;
    const int line = line_of(doc.file, where.at);
    doc.note(severity, fmt::format("{} in line {} at offset {}", message, line, where.at), where, line);
}

// ---- statements ----

struct Context {
    const Document& doc;
    const Variables& variables;
    const Variables* globals;   // of the script, behind `variables`; may be null
    const Variables& aliases;   // of textures
    Document* notes = nullptr;  // takes what is wrong with values
    Material& out;
};

std::string_view value(const Context& c, const ScriptToken& word) {
    if (!word.text.starts_with('$')) return word.text;
    if (const auto found = c.variables.find(word.text); found != c.variables.end()) return found->second;
    if (c.globals)
        if (const auto found = c.globals->find(word.text); found != c.globals->end()) return found->second;
    return word.text;
}

void complain(const Context& c, const ScriptToken& word, std::string_view expected) {
    if (c.notes)
        note(*c.notes, Severity::Warning, fmt::format("expected {}, found \"{}\"", expected, decode(word.text)),
             word.where);
}

std::vector<float> numbers(const Context& c, const Words& words) {
    std::vector<float> out;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = parse_float(value(c, words[i]));
        if (!number) complain(c, words[i], fmt::format("a number after {}", words[0].text));
        out.push_back(number.value_or(0.f));
    }
    return out;
}

void read_colour(const Context& c, const Words& words, vec4& out) {
    if (words.size() > 1 && lower(value(c, words[1])) == "vertexcolour") return;
    const std::vector<float> n = numbers(c, words);
    if (n.size() < 3) return complain(c, words.back(), fmt::format("three or four numbers after {}", words[0].text));
    out = vec4(n[0], n[1], n[2], n.size() > 3 ? n[3] : 1.f);
}

// The last number is the shininess: red green blue [alpha] shininess.
void read_specular(const Context& c, const Words& words) {
    if (words.size() > 1 && lower(value(c, words[1])) == "vertexcolour") return;
    const std::vector<float> n = numbers(c, words);
    if (n.size() < 4) return complain(c, words.back(), "four or five numbers after specular");
    c.out.specular = vec4(n[0], n[1], n[2], n.size() > 4 ? n[3] : 1.f);
    c.out.shininess = n.size() > 4 ? n[4] : n[3];
}

bool read_switch(const Context& c, const Words& words, bool before) {
    const std::string word = words.size() > 1 ? lower(value(c, words[1])) : std::string();
    if (word == "on" || word == "true" || word == "yes" || word == "1") return true;
    if (word == "off" || word == "false" || word == "no" || word == "0") return false;
    complain(c, words.back(), fmt::format("on or off after {}", words[0].text));
    return before;
}

void read_blend(const Context& c, const Words& words) {
    if (words.size() < 2) return complain(c, words.back(), "a blend mode after scene_blend");
    std::string mode = lower(value(c, words[1]));
    if (words.size() > 2) mode += " " + lower(value(c, words[2]));
    static const std::pair<const char*, BlendMode> modes[] = {
        {"replace", BlendMode::Opaque},
        {"one zero", BlendMode::Opaque},
        {"alpha_blend", BlendMode::Alpha},
        {"src_alpha one_minus_src_alpha", BlendMode::Alpha},
        {"one one_minus_src_alpha", BlendMode::Alpha},
        {"add", BlendMode::Add},
        {"one one", BlendMode::Add},
        {"src_alpha one", BlendMode::Add},
        {"colour_blend", BlendMode::Alpha},
        {"src_colour one_minus_src_colour", BlendMode::Alpha},
        {"modulate", BlendMode::Modulate},
        {"dest_colour zero", BlendMode::Modulate},
        {"zero src_colour", BlendMode::Modulate},
    };
    for (const auto& [name, blend] : modes)
        if (mode == name) {
            c.out.blend = blend;
            return;
        }
    complain(c, words[1], "a blend mode that can be shown (replace, alpha_blend, add, modulate)");
}

void read_rejection(const Context& c, const Words& words) {
    const std::string function = words.size() > 1 ? lower(value(c, words[1])) : std::string();
    const float limit = words.size() > 2 ? parse_float(value(c, words[2])).value_or(0.f) : 0.f;
    if (function == "always_pass")
        c.out.alpha_reject = -1;
    else if (function == "greater")
        c.out.alpha_reject = limit / 255;
    else if (function == "greater_equal")
        c.out.alpha_reject = (limit - 1) / 255;
    else
        complain(c, words.back(), "greater, greater_equal or always_pass after alpha_rejection");
}

void read_cull(const Context& c, const Words& words) {
    const std::string word = words.size() > 1 ? lower(value(c, words[1])) : std::string();
    if (word == "none")
        c.out.cull = Cull::None;
    else if (word == "clockwise")
        c.out.cull = Cull::Clockwise;
    else if (word == "anticlockwise")
        c.out.cull = Cull::Anticlockwise;
    else
        complain(c, words.back(), "none, clockwise or anticlockwise after cull_hardware");
}

void read_pass_statement(const Context& c, uint32_t field) {
    const Words words = words_at(c.doc, field);
    if (words.empty()) return;  // a comment
    const std::string_view key = words[0].text;
    if (key == "ambient") return read_colour(c, words, c.out.ambient);
    if (key == "diffuse") return read_colour(c, words, c.out.diffuse);
    if (key == "emissive" || key == "self_illumination") return read_colour(c, words, c.out.emissive);
    if (key == "specular") return read_specular(c, words);
    if (key == "scene_blend") return read_blend(c, words);
    if (key == "alpha_rejection") return read_rejection(c, words);
    if (key == "cull_hardware") return read_cull(c, words);
    if (key == "lighting") c.out.lighting = read_switch(c, words, c.out.lighting);
    if (key == "depth_write") c.out.depth_write = read_switch(c, words, c.out.depth_write);
    if (key == "depth_check") c.out.depth_check = read_switch(c, words, c.out.depth_check);
}

// `anim_texture base.ext count duration` has files base_0.ext, base_1.ext …; the other form lists the files.
std::string first_frame(const Context& c, const Words& words) {
    const std::string base(value(c, words[1]));
    const bool counted = words.size() == 4 && parse_int(value(c, words[2])) && parse_float(value(c, words[3]));
    const std::size_t dot = base.rfind('.');
    if (!counted || dot == std::string::npos) return base;
    return base.substr(0, dot) + "_0" + base.substr(dot);
}

// The file that a unit shows; empty when it shows none (a cube map, a shadow map).
std::string texture_of(const Context& c, uint32_t unit) {
    std::string texture;
    each_below(c.doc, unit, [&](uint32_t i) {
        const std::string_view key = c.doc.tree.fields[i].name;
        if (key != "texture" && key != "anim_texture" && key != "texture_alias") return;
        const Words words = words_at(c.doc, i);
        if (words.size() < 2) return complain(c, words[0], fmt::format("a file name after {}", key));
        if (key == "texture_alias") {
            const auto found = c.aliases.find(value(c, words[1]));
            if (found != c.aliases.end()) texture = found->second;
            return;
        }
        const auto cubic = [&](const ScriptToken& word) { return word.text == "cubic"; };
        if (key == "anim_texture")
            texture = first_frame(c, words);
        else if (std::none_of(words.begin() + 2, words.end(), cubic))
            texture = value(c, words[1]);
    });
    return texture;
}

void read_unit(const Context& c, uint32_t unit) {
    if (std::string texture = texture_of(c, unit); !texture.empty()) c.out.texture = std::move(texture);
    each_below(c.doc, unit, [&](uint32_t i) {
        const std::string_view key = c.doc.tree.fields[i].name;
        if (key != "tex_coord_set" && key != "tex_address_mode") return;
        const Words words = words_at(c.doc, i);
        if (words.size() < 2) return complain(c, words[0], fmt::format("a value after {}", key));
        const std::string_view word = value(c, words[1]);
        if (key == "tex_address_mode") {
            c.out.clamp = word == "clamp" || word == "border";
        } else if (const auto set = parse_int(word); set && *set >= 0 && *set < 8) {
            c.out.uv_set = static_cast<int>(*set);
        } else {
            complain(c, words[1], "a set from 0 to 7 after tex_coord_set");
        }
    });
}

// The first unit of a pass that shows a file, else its first unit; none without units.
uint32_t unit_of(const Context& c, uint32_t pass) {
    const std::vector<uint32_t> units = blocks(c.doc, pass, "texture_unit");
    Context quiet = c;
    quiet.notes = nullptr;
    const auto shows = [&](uint32_t unit) { return !texture_of(quiet, unit).empty(); };
    const auto found = std::find_if(units.begin(), units.end(), shows);
    if (found != units.end()) return *found;
    return units.empty() ? none : units.front();
}

// What one material of the chain says, on top of what it inherits.
void apply(const Context& c, uint32_t material) {
    bool first = true;
    for (const uint32_t technique : blocks(c.doc, material, "technique"))
        for (const uint32_t pass : blocks(c.doc, technique, "pass")) {
            if (first)
                each_below(c.doc, pass, [&](uint32_t i) {
                    if (c.doc.tree.fields[i].type == Type::Text) read_pass_statement(c, i);
                });
            // A lighting pass without a picture may stand before the one that has it.
            const uint32_t unit = first || c.out.texture.empty() ? unit_of(c, pass) : none;
            if (unit != none) read_unit(c, unit);
            first = false;
        }
}

// ---- headers ----

std::string text_between(const Document& doc, const ScriptToken& from, const ScriptToken& to) {
    return std::string(text_of(doc.file, {from.where.at, to.where.end() - from.where.at}));
}

// `[abstract] material NAME [: PARENT]`. Old scripts have names of several words without quotes; newer OGRE takes the
// first word of these as the name.
Material read_header(const Document& doc, uint32_t group) {
    Material out;
    out.where = {doc.tree.fields[group].at, doc.tree.fields[group].size};
    Words words = words_at(doc, group + 1);
    words.erase(words.begin(), words.begin() + (words.size() > 1 && words[0].text == "abstract" ? 2 : 1));
    const auto colon = std::find_if(words.begin(), words.end(), [](const ScriptToken& word) {
        return word.kind == ScriptToken::Kind::Word && word.text == ":";
    });
    if (words.empty() || colon == words.begin()) return out;
    const ScriptToken &first = words[0], &last = colon[-1];
    if (first.kind == ScriptToken::Kind::Quoted || &first == &last) {
        out.name = first.text;
    } else {
        out.name = text_between(doc, first, last);
        out.alias = first.text;
    }
    if (colon != words.end() && colon + 1 != words.end())
        out.parent = colon[1].kind == ScriptToken::Kind::Quoted ? std::string(colon[1].text)
                                                                : text_between(doc, colon[1], words.back());
    return out;
}

// The group of a material in the tree; fields are in file order.
uint32_t group_of(const Document& doc, const Material& material) {
    const auto& fields = doc.tree.fields;
    auto found = std::lower_bound(fields.begin(), fields.end(), material.where.at,
                                  [](const Field& field, uint32_t at) { return field.at < at; });
    while (found != fields.end() && found->parent != 0) ++found;
    return found == fields.end() ? none : static_cast<uint32_t>(found - fields.begin());
}

void collect_aliases(const Document& doc, uint32_t group, Variables& out) {
    each_below(doc, group, [&](uint32_t i) {
        if (name_of_field(doc.tree.fields[i]) != "set_texture_alias") return;
        const Words words = words_at(doc, i);
        if (words.size() > 2) out.insert_or_assign(std::string(words[1].text), std::string(words[2].text));
    });
}

constexpr std::size_t longest_chain = 32;

struct Chain {
    std::vector<MaterialRef> links;  // the material, its parent, …
    bool circle = false;
};

Chain chain_of(MaterialRef ref, const FindMaterial& find) {
    Chain chain;
    while (ref.doc && !chain.circle) {
        for (const MaterialRef& link : chain.links)
            chain.circle = chain.circle || (link.doc == ref.doc && link.index == ref.index);
        chain.circle = chain.circle || chain.links.size() >= longest_chain;
        if (chain.circle) break;
        chain.links.push_back(ref);
        const std::string& parent = ref.doc->materials[static_cast<std::size_t>(ref.index)].parent;
        ref = parent.empty() ? MaterialRef{} : find(parent);
    }
    return chain;
}

// `globals`: variables of the one script that the whole chain is in; null: they are collected from every script.
Material inherit_along(const Chain& chain, const Variables* globals, Document* notes) {
    Variables variables, aliases;
    for (std::size_t i = chain.links.size(); i-- > 0;) {
        const Document& doc = *chain.links[i].doc;
        const uint32_t group = group_of(doc, doc.materials[static_cast<std::size_t>(chain.links[i].index)]);
        if (!globals) collect_sets(doc, 0, false, variables);
        if (group == none) continue;
        collect_sets(doc, group, true, variables);
        collect_aliases(doc, group, aliases);
    }
    const MaterialRef self = chain.links.front();
    const Material& head = self.doc->materials[static_cast<std::size_t>(self.index)];
    Material out;
    out.name = head.name;
    out.alias = head.alias;
    out.parent = head.parent;
    out.where = head.where;
    for (std::size_t i = chain.links.size(); i-- > 0;) {
        const Document& doc = *chain.links[i].doc;
        const uint32_t group = group_of(doc, doc.materials[static_cast<std::size_t>(chain.links[i].index)]);
        if (group != none) apply({doc, variables, globals, aliases, i == 0 ? notes : nullptr, out}, group);
    }
    return out;
}

void read_headers(Document& doc) {
    for (const uint32_t group : blocks(doc, 0, "material")) {
        Material material = read_header(doc, group);
        if (material.name.empty())
            note(doc, Severity::Warning, "expected a name after material, found none", {material.where.at, 8});
        doc.materials.push_back(std::move(material));
    }
}

void resolve_all(Document& doc) {
    std::unordered_map<std::string_view, int> by_name;
    for (std::size_t i = 0; i < doc.materials.size(); ++i) by_name.emplace(doc.materials[i].name, static_cast<int>(i));
    const FindMaterial find = [&](std::string_view name) {
        const auto found = by_name.find(name);
        return found == by_name.end() ? MaterialRef{} : MaterialRef{&doc, found->second};
    };
    Variables globals;
    collect_sets(doc, 0, false, globals);
    std::vector<Material> resolved;
    resolved.reserve(doc.materials.size());
    for (std::size_t i = 0; i < doc.materials.size(); ++i) {
        const Chain chain = chain_of({&doc, static_cast<int>(i)}, find);
        if (chain.circle)
            note(doc, Severity::Error,
                 fmt::format("material \"{}\" inherits from itself or through more than {} others",
                             decode(doc.materials[i].name), longest_chain),
                 {doc.materials[i].where.at, 8});
        resolved.push_back(inherit_along(chain, &globals, &doc));
    }
    doc.materials = std::move(resolved);
}

// ---- recognition ----

bool is_header_word(std::string_view word) {
    static const std::string_view known[] = {"material",
                                             "abstract",
                                             "import",
                                             "set",
                                             "vertex_program",
                                             "fragment_program",
                                             "geometry_program",
                                             "compute_program",
                                             "tesselation_hull_program",
                                             "tesselation_domain_program",
                                             "shared_params",
                                             "sampler"};
    return std::find(std::begin(known), std::end(known), word) != std::end(known);
}

// The first words up to a brace: `material NAME {` is what no other text starts with.
bool starts_with_material(std::span<const byte> file) {
    ScriptLexer lexer(file, {0, static_cast<uint32_t>(std::min<std::size_t>(file.size(), 1u << 16))});
    Words words;
    bool line_ended = false;
    for (ScriptToken token = lexer.next(); token.kind != ScriptToken::Kind::End; token = lexer.next()) {
        if (token.kind == ScriptToken::Kind::Open)
            return !words.empty() && (words[0].text == "material" || words[0].text == "abstract") && words.size() > 1;
        line_ended = line_ended || (token.kind == ScriptToken::Kind::Line && !words.empty());
        const bool word = token.kind == ScriptToken::Kind::Word || token.kind == ScriptToken::Kind::Quoted;
        if (word && line_ended) {
            if (words[0].text != "import" && words[0].text != "set") return false;
            words.clear();
            line_ended = false;
        }
        if (word) words.push_back(token);
        if (token.kind == ScriptToken::Kind::Close) return false;
    }
    return false;
}

bool looks_like_script(std::span<const byte> file) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(file.size())});
    if (text.find('{') != std::string_view::npos) return true;
    for (const ScriptToken& word :
         script_words(file, {0, static_cast<uint32_t>(std::min<std::size_t>(text.size(), 4096))}))
        return is_header_word(word.text);
    return text.find_first_not_of(" \t\r\n") != std::string_view::npos;  // comments alone
}

bool has_utf16_mark(std::span<const byte> file) {
    if (file.size() < 2) return false;
    const auto mark = load<uint16_t>(file.data());
    return mark == 0xFEFF || mark == 0xFFFE;
}

void note_nul_bytes(Document& doc) {
    const std::string_view text = text_of(doc.file, {0, static_cast<uint32_t>(doc.file.size())});
    const std::size_t first = text.find('\0');
    if (first == std::string_view::npos) return;
    note(doc, Severity::Warning,
         fmt::format("expected text, found {} NUL bytes, read as blanks; the first is",
                     std::count(text.begin(), text.end(), '\0')),
         {static_cast<uint32_t>(first), 1});
}

}  // namespace

bool is_material(std::span<const byte> file, std::string_view name) {
    const std::string_view start = text_of(file, {0, static_cast<uint32_t>(std::min<std::size_t>(file.size(), 4096))});
    if (file.empty()) return false;
    const bool named = name.ends_with(".material"), text = start.find('\0') == std::string_view::npos;
    if (named && has_utf16_mark(file)) return true;  // for the reader to say so
    if (named && text) return looks_like_script(file);
    return (named || text) && starts_with_material(file);
}

void parse_material(Document& doc) {
    if (has_utf16_mark(doc.file)) {
        doc.readable = false;
        throw Fail{{0, 2}, "expected a script in UTF-8 or another encoding of single bytes, found UTF-16 at offset 0"};
    }
    note_nul_bytes(doc);
    record_script(doc);
    read_headers(doc);
    resolve_all(doc);
    if (doc.materials.empty()) doc.note(Severity::Warning, "expected a material, found none in this script");
}

Material inherit(MaterialRef ref, const FindMaterial& find) {
    return inherit_along(chain_of(ref, find), nullptr, nullptr);
}

}  // namespace bonescope::ogre
