#include "core/formats/cal3d/cfg.h"
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/figure.h"
#include "core/formats/cal3d/xml_input.h"
#include "core/reader.h"
#include "core/text.h"
#include "core/xml.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::cal3d {
namespace {

constexpr std::array known_keys = {"scale",
                                   "path",
                                   "skeleton",
                                   "animation",
                                   "mesh",
                                   "material",
                                   "morphanim",
                                   "sphere",
                                   "shadow",
                                   "cellshading",
                                   "comment",
                                   "entry",
                                   "cellshading_outline_width",
                                   "cellshading_outline_attenuation"};
constexpr uint32_t most_faults = 50;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

Bytes trimmed(std::span<const byte> file, Bytes part) {
    const std::string_view text = text_of(file, part);
    std::size_t first = 0, last = text.size();
    while (first < last && is_blank(text[first])) ++first;
    while (last > first && is_blank(text[last - 1])) --last;
    return {part.at + static_cast<uint32_t>(first), static_cast<uint32_t>(last - first)};
}

// Visits the lines without their ends and without a byte order mark; stops when `visit` answers false.
template <class Visit> void each_line(std::span<const byte> file, Visit&& visit) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(file.size())});
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (int line = 1; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (!visit(Bytes{static_cast<uint32_t>(at), static_cast<uint32_t>(end - at)}, line)) return;
        at = end + 1;
    }
}

std::optional<ListRole> role_of_key(std::string_view key) {
    if (key == "skeleton") return ListRole::Skeleton;
    if (key == "animation" || key == "morphanim") return ListRole::Animation;
    if (key == "mesh") return ListRole::Mesh;
    if (key == "material") return ListRole::Material;
    return {};
}

// What a file is by its extension: .csf .caf .cmf .crf, those with an x, and .cpf .xpf.
std::optional<ListRole> role_of_name(std::string_view name) {
    const std::string end = lower(name.substr(name.size() < 4 ? 0 : name.size() - 4));
    if (end.size() != 4 || end[0] != '.' || (end[1] != 'c' && end[1] != 'x') || end[3] != 'f') return {};
    switch (end[2]) {
    case 's':
        return ListRole::Skeleton;
    case 'a':
    case 'p':
        return ListRole::Animation;
    case 'm':
        return ListRole::Mesh;
    case 'r':
        return ListRole::Material;
    default:
        return {};
    }
}

const char* field_name(std::string_view key) {
    const auto found = std::find(known_keys.begin(), known_keys.end(), key);
    return found == known_keys.end() ? "entry" : *found;
}

std::string joined(const std::string& folder, const std::string& file) {
    if (folder.empty() || file.starts_with('/')) return file;
    const bool ends = folder.ends_with('/') || folder.ends_with('\\');
    return ends ? folder + file : folder + '/' + file;
}

std::vector<ListEntry> text_entries(const Document& doc) {
    std::vector<ListEntry> out;
    std::string folder;
    each_line(doc.file, [&](Bytes where, int) {
        const auto line = list_line(doc.file, where);
        if (!line) return true;
        std::string value(text_of(doc.file, line->value));
        if (line->key == "path")
            folder = std::move(value);
        else if (const auto role = role_of_key(line->key); role && !value.empty())
            out.push_back({*role, joined(folder, value), {}, {}, line->value});
        return true;
    });
    return out;
}

// The group of a line holds its key with the "=", and its value; the label repeats the value for the closed row.
void record_line(Document& doc, const ListLine& line, Bytes where) {
    const uint32_t group = add_field(doc.tree, 0, field_name(line.key), Type::Group, where);
    const uint32_t end = line.value.size ? line.value.at : where.end();
    add_field(doc.tree, group, "key", Type::Text, trimmed(doc.file, {where.at, end - where.at}));
    if (line.value.size) add_field(doc.tree, group, "value", Type::Text, line.value);
    doc.tree.fields[group].end = static_cast<uint32_t>(doc.tree.fields.size());
    const bool known = doc.tree.fields[group].name != std::string_view("entry");
    doc.tree.fields[group].label = doc.tree.add_label(std::string(text_of(doc.file, known ? line.value : where)));
}

void read_line(Document& doc, Bytes whole, int number, uint32_t& faults) {
    const Bytes where = trimmed(doc.file, whole);
    if (where.size == 0) return;
    const std::string_view text = text_of(doc.file, where);
    const auto note = [&](const char* expected) {
        if (++faults <= most_faults)
            doc.note(Severity::Warning,
                     fmt::format("expected {}, found \"{}\" in line {} at offset {}", expected,
                                 decode(text.substr(0, 40)), number, where.at),
                     where, number);
    };
    if (text.starts_with('#')) {
        add_field(doc.tree, 0, "comment", Type::Text, where);
        return;
    }
    const auto line = list_line(doc.file, where);
    if (!line) {
        add_field(doc.tree, 0, "line", Type::Text, where);
        return note("a line like key = value");
    }
    record_line(doc, *line, where);
    if (role_of_key(line->key) && line->value.size == 0) return note("a file name after =");
    if (line->key == "scale") {
        const auto scale = parse_float(text_of(doc.file, line->value));
        if (!scale || !(*scale > 0) || !std::isfinite(*scale)) note("a number above 0 after scale =");
        return;
    }
    const auto wanted = role_of_key(line->key), found = role_of_name(text_of(doc.file, line->value));
    if (wanted && found && wanted != found)
        note(fmt::format("a {} file after {} =", word_of(*wanted), line->key).c_str());
}

// ---- the XML form ----

std::string attribute(pugi::xml_node node, const char* name) { return find_attribute(node, name).value(); }

void add_files(const XmlFile& file, pugi::xml_node list, ListRole role, const std::string& base,
               std::vector<ListEntry>& out) {
    const std::string folder = joined(base, attribute(list, "path"));
    for (const pugi::xml_node node : list.children()) {
        const pugi::xml_attribute name = find_attribute(node, "filename");
        if (!name) continue;
        out.push_back({role, joined(folder, name.value()), attribute(node, "name"), attribute(node, "texture"),
                       file.where(name)});
    }
}

std::vector<ListEntry> xml_entries(const XmlFile& file) {
    std::vector<ListEntry> out;
    const pugi::xml_node root = find_child(file.root(), "cal3dconfig");
    std::string base;
    for (const pugi::xml_node node : root.children()) {
        const pugi::xml_attribute name = find_attribute(node, "filename");
        if (!is_named(node, "skeleton") || !name) continue;
        base = attribute(node, "filepath");
        out.push_back({ListRole::Skeleton, joined(base, name.value()), attribute(node, "name"), {}, file.where(name)});
    }
    static constexpr std::pair<const char*, ListRole> lists[] = {{"meshes", ListRole::Mesh},
                                                                 {"materials", ListRole::Material},
                                                                 {"textures", ListRole::Texture},
                                                                 {"cycles", ListRole::Animation},
                                                                 {"actions", ListRole::Animation}};
    for (const pugi::xml_node model : root.children())
        for (const pugi::xml_node list : model.children())
            for (const auto& [word, role] : lists)
                if (is_named(list, word)) add_files(file, list, role, base, out);
    return out;
}

}  // namespace

std::optional<ListLine> list_line(std::span<const byte> file, Bytes line) {
    line = trimmed(file, line);
    const std::string_view text = text_of(file, line);
    const std::size_t equals = text.find('=');
    if (text.starts_with('#') || equals == std::string_view::npos || equals == 0) return {};
    const auto size = static_cast<uint32_t>(equals);
    ListLine out;
    out.key_at = trimmed(file, {line.at, size});
    out.key = lower(text_of(file, out.key_at));
    out.value = trimmed(file, {line.at + size + 1, line.size - size - 1});
    return out;
}

std::vector<ListEntry> list_entries(const Document& doc) {
    if (doc.format == "cal3d.cfg") return text_entries(doc);
    if (doc.format != "cal3d.cfg.xml") return {};
    Document quiet;  // what is wrong was noted when the document was read
    quiet.file.assign(doc.file.begin(), doc.file.end());
    try {
        return xml_entries(XmlFile(quiet, {0, static_cast<uint32_t>(quiet.file.size())}));
    } catch (const Fail&) { return {}; }
}

bool is_cfg(std::span<const byte> file, std::string_view name) {
    constexpr std::size_t most = 64 << 10;  // a list says early what it is
    if (!name.ends_with(".cfg")) return false;
    file = file.first(std::min(file.size(), most));
    if (std::find(file.begin(), file.end(), byte{0}) != file.end()) return false;
    bool found = false;
    each_line(file, [&](Bytes where, int) {
        const auto line = list_line(file, where);
        found = line && role_of_key(line->key).has_value();
        return !found;
    });
    return found;
}

void parse_cfg(Document& doc) {
    add_field(doc.tree, none, "file", Type::Group, {0, static_cast<uint32_t>(doc.file.size())});
    if (text_of(doc.file, {0, static_cast<uint32_t>(doc.file.size())}).starts_with("\xEF\xBB\xBF"))
        add_field(doc.tree, 0, "byte order mark", Type::Raw, {0, 3});
    uint32_t faults = 0;
    each_line(doc.file, [&](Bytes where, int number) {
        read_line(doc, where, number, faults);
        return true;
    });
    doc.tree.fields[0].end = static_cast<uint32_t>(doc.tree.fields.size());
    if (faults > most_faults)
        doc.note(Severity::Warning, fmt::format("{} more notes of this file are left out", faults - most_faults));
}

bool is_cfg_xml(std::span<const byte> file, std::string_view) { return lower(xml_root_name(file)) == "cal3dconfig"; }

void parse_cfg_xml(Document& doc) {
    const XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    // Pictures stand for materials here: a mesh names one.
    for (const ListEntry& entry : xml_entries(file)) {
        if (entry.role != ListRole::Texture) continue;
        Material material;
        material.name = entry.name;
        material.texture = entry.file;
        material.cull = Cull::None;
        material.where = entry.where;
        doc.materials.push_back(std::move(material));
    }
}

}  // namespace bonescope::cal3d
