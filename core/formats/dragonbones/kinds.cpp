// Which of the family's files a file is: by its content, and where that is cut short by its name too.
#include "core/formats/dragonbones/dragonbones.h"
#include "core/json.h"
#include "core/text.h"
#include "core/xml.h"

namespace bonescope::dragonbones {
namespace {

bool is_object(std::span<const byte> file) {
    std::string_view text = text_of(file, {0, static_cast<uint32_t>(std::min<std::size_t>(file.size(), 64))});
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

// By its key, and where the text ends before its keys do, by its name.
bool is_kind(std::span<const byte> file, std::string_view name, std::string_view key, std::string_view ending) {
    return is_object(file) && json_has_key(file, key).value_or(name.ends_with(ending));
}

bool has_tag(std::span<const byte> file, std::string_view tag) {
    const auto most = static_cast<uint32_t>(std::min<std::size_t>(file.size(), 4096));
    return text_of(file, {0, most}).find(tag) != std::string_view::npos;
}

}  // namespace

bool is_skeleton(std::span<const byte> file, std::string_view name) {
    return is_kind(file, name, "armature", "_ske.json");
}

bool is_atlas(std::span<const byte> file, std::string_view name) {
    return is_kind(file, name, "SubTexture", "_tex.json");
}

bool is_skeleton_xml(std::span<const byte> file, std::string_view name) {
    if (!name.ends_with(".xml")) return false;
    const std::string root = lower(xml_root_name(file));
    return root == "dragonbones" ||
           (root == "skeleton" && (has_tag(file, "<armatures") || has_tag(file, "<armature ")));
}

bool is_atlas_xml(std::span<const byte> file, std::string_view name) {
    return name.ends_with(".xml") && lower(xml_root_name(file)) == "textureatlas";
}

bool is_dbbin(std::span<const byte> file, std::string_view name) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(std::min<std::size_t>(file.size(), 4))});
    return text == "DBDT" || (name.ends_with(".dbbin") && !file.empty());
}

}  // namespace bonescope::dragonbones
