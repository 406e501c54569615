#include "core/formats/dragonbones/xml_values.h"
#include <cstring>

namespace bonescope::dragonbones {
namespace {

constexpr const char* lists[] = {"armature", "bone",      "skin",     "slot",  "display",
                                 "ik",       "animation", "timeline", "frame", "SubTexture"};
constexpr const char* objects[] = {"transform", "colorTransform", "color"};
constexpr int deepest = 12;

}  // namespace

XmlValues::XmlValues(const Document& doc) {
    text_.resize(doc.file.size());
    if (!doc.file.empty()) std::memcpy(text_.data(), doc.file.data(), doc.file.size());
}

JsonValue XmlValues::read(const XmlFile& file, pugi::xml_node element) {
    tape_.clear();
    object(file, element, 0);
    return {text_, tape_, 0};
}

uint32_t XmlValues::open() {
    tape_.push_back({});
    return static_cast<uint32_t>(tape_.size()) - 1;
}

void XmlValues::close(uint32_t node, uint32_t at, uint32_t end) {
    tape_[node] = {at, end - at, static_cast<uint32_t>(tape_.size())};
}

// Keys are looked up without the marks around them.
void XmlValues::key(uint32_t name, std::size_t size) {
    tape_.push_back({name - 1, static_cast<uint32_t>(size) + 2, 0});
}

// Entities are resolved already, which makes a value no longer than it was. One with a backslash must not look like a
// string of JSON.
void XmlValues::attribute(const XmlFile& file, pugi::xml_attribute item) {
    const Bytes where = file.where(item);
    const uint32_t name = file.offset(item);
    const std::string_view value = item.value();
    if (where.at <= name || value.size() > where.size) return;  // cut off behind its name
    key(name, std::strlen(item.name()));
    const auto size = static_cast<uint32_t>(value.size());
    const bool plain = value.find('\\') != std::string_view::npos;
    std::memcpy(text_.data() + where.at, value.data(), size);
    if (!plain) text_[where.at - 1] = text_[where.at + size] = byte{'"'};
    const uint32_t node = open();
    close(node, where.at - !plain, where.at + size + !plain);
}

void XmlValues::list(const XmlFile& file, pugi::xml_node first, int depth) {
    const uint32_t begin = file.offset(first) - 1;
    key(begin + 2, std::strlen(first.name()));
    const uint32_t node = open();
    text_[begin] = byte{'['};
    uint32_t end = begin;
    for (pugi::xml_node item = first; item; item = item.next_sibling(first.name())) {
        const auto at = static_cast<uint32_t>(tape_.size());
        object(file, item, depth + 1);
        end = tape_[at].at + tape_[at].size;
    }
    close(node, begin, end);
}

void XmlValues::object(const XmlFile& file, pugi::xml_node element, int depth) {
    const Bytes where = file.where(element);
    const uint32_t node = open();
    for (const pugi::xml_attribute item : element.attributes()) attribute(file, item);
    for (const char* name : lists)
        if (const pugi::xml_node first = element.child(name); first && depth < deepest) list(file, first, depth);
    for (const char* name : objects)
        if (const pugi::xml_node child = element.child(name); child && depth < deepest) {
            key(file.offset(child) + 1, std::strlen(name));
            object(file, child, depth + 1);
        }
    text_[where.at] = byte{'{'};
    close(node, where.at, where.end());
}

}  // namespace bonescope::dragonbones
