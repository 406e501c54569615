// Which of Cal3D's XML files a text is: by its header, else by its root and what that says, else by the file's name.
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/xml_input.h"
#include "core/text.h"
#include <algorithm>

namespace bonescope::cal3d {
namespace {

// A MAGIC that stands for another element than the file has is a mistake: the element counts.
bool contradicts(const XmlRoot& found) {
    static constexpr std::pair<std::string_view, std::string_view> roots[] = {
        {"XSF", "skeleton"}, {"XAF", "animation"}, {"XMF", "mesh"}, {"XRF", "material"}, {"XPF", "animation"}};
    const auto* own =
        std::find_if(std::begin(roots), std::end(roots), [&](const auto& kind) { return kind.first == found.magic; });
    const bool known =
        std::any_of(std::begin(roots), std::end(roots), [&](const auto& kind) { return kind.second == found.name; });
    return own != std::end(roots) && own->second != found.name && known;
}

// Other formats have a <mesh> or <skeleton> too; only these attributes are Cal3D's.
bool is_kind(std::span<const byte> file, std::string_view name, std::string_view extension, std::string_view magic,
             std::string_view root, std::string_view attribute) {
    const bool named = name.ends_with(extension);
    if (named && starts_utf16(file)) return true;
    if (file.empty() || (file[0] != byte{'<'} && !named && file[0] > byte{' '} && file[0] != byte{0xEF})) return false;
    const XmlRoot found = find_xml_root(file);
    if (found.name.empty()) return false;
    if (contradicts(found)) return found.name == root;
    if (!found.magic.empty()) return found.magic == magic || (named && found.magic.size() != 3);
    if (named) return true;
    return found.name == root && found.attributes.find(attribute) != std::string::npos;
}

}  // namespace

bool is_xsf(std::span<const byte> file, std::string_view name) {
    return is_kind(file, name, ".xsf", "XSF", "skeleton", " numbones ");
}

bool is_xaf(std::span<const byte> file, std::string_view name) {
    return !name.ends_with(".xpf") && is_kind(file, name, ".xaf", "XAF", "animation", " numtracks ");
}

bool is_xmf(std::span<const byte> file, std::string_view name) {
    return is_kind(file, name, ".xmf", "XMF", "mesh", " numsubmesh ");
}

bool is_xrf(std::span<const byte> file, std::string_view name) {
    return is_kind(file, name, ".xrf", "XRF", "material", " nummaps ");
}

bool is_xpf(std::span<const byte> file, std::string_view name) {
    return is_kind(file, name, ".xpf", "XPF", "animation", " numtracks ");
}

}  // namespace bonescope::cal3d
