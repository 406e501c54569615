// XML as the values that the same data have in JSON: an element is an object, its attributes are strings in it, its
// children arrays or objects by their names. One reader serves both forms.
#pragma once
#include "core/json.h"
#include "core/xml.h"

namespace bonescope::dragonbones {

class XmlValues {
public:
    explicit XmlValues(const Document&);
    // An element; good until the next is read. Bytes are those of the file. Elements of names that no data have are
    // left out, as is what lies deeper than data.
    JsonValue read(const XmlFile&, pugi::xml_node);

private:
    void object(const XmlFile&, pugi::xml_node, int depth);
    void attribute(const XmlFile&, pugi::xml_attribute);
    void list(const XmlFile&, pugi::xml_node first, int depth);
    void key(uint32_t name, std::size_t size);
    uint32_t open();
    void close(uint32_t node, uint32_t at, uint32_t end);

    Big<byte> text_;  // the file, with marks of JSON where values begin and end
    Big<JsonNode> tape_;
};

}  // namespace bonescope::dragonbones
