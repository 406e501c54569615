#include "core/formats/ogre/xml_values.h"
#include "core/formats/ogre/ogre.h"
#include "core/text.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace bonescope::ogre {

void XmlValues::count(pugi::xml_node node, const char* name, uint32_t real) {
    const auto stored = integer(node, name);
    if (stored && *stored != real)
        note(Severity::Warning, file_.where(node.attribute(name)),
             fmt::format("{}: expected {}, the number of elements, found {}", name, real, *stored));
}

float XmlValues::number(pugi::xml_attribute attribute) {
    const std::string_view text = attribute.value();
    if (const auto value = parse_float(text)) {
        if (!std::isfinite(*value) && !keys_follow)
            note(Severity::Warning, file_.where(attribute),
                 fmt::format("{}: expected a finite number, found \"{}\"", attribute.name(),
                             decode(text.substr(0, 40))));
        return *value;
    }
    note(Severity::Warning, file_.where(attribute),
         fmt::format("{}: expected a number, found \"{}\", read as NaN", attribute.name(), decode(text.substr(0, 40))));
    return std::numeric_limits<float>::quiet_NaN();
}

uint32_t XmlValues::index(pugi::xml_attribute attribute) {
    const std::string_view text = attribute.value();
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size()) return value;
    note(Severity::Warning, file_.where(attribute),
         fmt::format("{}: expected an index, found \"{}\"", attribute.name(), decode(text.substr(0, 40))));
    return none;
}

float XmlValues::number(pugi::xml_node node, const char* name, float missing) {
    const pugi::xml_attribute attribute = node.attribute(name);
    return attribute ? number(attribute) : missing;
}

vec3 XmlValues::triple(pugi::xml_node node, vec3 missing) {
    vec3 out = missing;
    for (const pugi::xml_attribute attribute : node.attributes()) {
        const char* name = attribute.name();
        if (name[0] >= 'x' && name[0] <= 'z' && name[1] == '\0') out[name[0] - 'x'] = number(attribute);
    }
    return out;
}

quat XmlValues::rotation(pugi::xml_node node) {
    const double angle = number(node, "angle", 0);
    const vec3 axis = triple(node.child("axis"), vec3(0));
    const double x = axis.x, y = axis.y, z = axis.z, length = std::sqrt(x * x + y * y + z * z);
    if (length == 0) return {1, 0, 0, 0};
    const double sine = std::sin(angle / 2) / length;
    return {static_cast<float>(std::cos(angle / 2)), static_cast<float>(x * sine), static_cast<float>(y * sine),
            static_cast<float>(z * sine)};
}

vec3 XmlValues::scale(pugi::xml_node node) {
    if (const pugi::xml_attribute factor = node.attribute("factor")) return vec3(number(factor));
    return triple(node, vec3(1));
}

std::optional<int64_t> XmlValues::integer(pugi::xml_node node, const char* name) {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) return {};
    const auto value = parse_int(attribute.value());
    if (!value)
        note(Severity::Warning, file_.where(attribute),
             fmt::format("{}: expected a whole number, found \"{}\"", name,
                         decode(std::string_view(attribute.value()).substr(0, 40))));
    return value;
}

std::optional<bool> XmlValues::boolean(pugi::xml_node node, const char* name) {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) return {};
    const std::string word = lower(attribute.value());
    if (word == "true" || word == "yes" || word == "on" || word == "1") return true;
    if (word != "false" && word != "no" && word != "off" && word != "0")
        note(Severity::Warning, file_.where(attribute),
             fmt::format("{}: expected true or false, found \"{}\", read as false", name, decode(word.substr(0, 40))));
    return false;
}

Clip& start_clip(Document& doc, const XmlFile& file, XmlValues& in, pugi::xml_node node) {
    Clip& clip = doc.clips.emplace_back();
    clip.name = node.attribute("name").value();
    if (!in.clip_names.insert(clip.name).second)
        in.warn(node, fmt::format("a second animation is called \"{}\"", decode(clip.name)));
    clip.where = file.where(node);
    clip.sampling = default_sampling();
    clip.duration = in.number(node, "length", 0);
    if (!node.attribute("length"))
        in.warn(node, fmt::format("animation \"{}\": expected a length, found none", decode(clip.name)));
    else if (std::isfinite(clip.duration) && !good_length(clip))
        in.note(Severity::Error, file.where(node.attribute("length")), length_fault(clip));
    if (const auto base = node.child("baseinfo")) {
        clip.rebased = true;
        clip.base = base.attribute("baseanimationname").value();
        clip.base_time = in.number(base, "basekeyframetime", 0);
    }
    return clip;
}

Where list_elements(Document& doc, const XmlFile& file, pugi::xml_node list, const char* item) {
    Where where;
    where.base = doc.lists.size();
    where.listed = where.xml = true;
    for (const pugi::xml_node node : list.children(item)) doc.lists.push_back(file.offset(node));
    return where;
}

}  // namespace bonescope::ogre
