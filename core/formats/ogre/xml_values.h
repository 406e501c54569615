// Values out of OGRE's XML forms, which are written by many hands: what cannot be read is noted with its place.
#pragma once
#include "core/xml_notes.h"
#include <optional>
#include <string>
#include <unordered_set>

namespace bonescope::ogre {

class XmlValues : public XmlNotes {
public:
    using XmlNotes::XmlNotes;

    // What is missing has the value `missing`; what is no number is NaN, with a note. What is not finite is noted too.
    float number(pugi::xml_attribute);
    float number(pugi::xml_node, const char* name, float missing);
    // Attributes x, y, z.
    vec3 triple(pugi::xml_node, vec3 missing);
    // `angle` about the child `axis`, normalised; no axis or a zero one means no rotation.
    quat rotation(pugi::xml_node);
    // `factor`, or x, y, z with 1 for what is missing.
    vec3 scale(pugi::xml_node);
    uint32_t index(pugi::xml_attribute);  // none, with a note, when it is no whole number from 0
    std::optional<int64_t> integer(pugi::xml_node, const char* name);
    std::optional<bool> boolean(pugi::xml_node, const char* name);

    // Notes a stored count that is not `real`; a missing one is fine.
    void count(pugi::xml_node, const char* name, uint32_t real);

    std::unordered_set<std::string> clip_names;  // of the animations that were started
    bool keys_follow = false;                    // add_tracks() will tell which of the values are not finite
};

// Appends the clip of an <animation>: its attributes and its <baseinfo>.
Clip& start_clip(Document&, const XmlFile&, XmlValues&, pugi::xml_node);

// Where each of `rows` elements called `item` in `list` starts; key_bytes() finds their ends.
Where list_elements(Document&, const XmlFile&, pugi::xml_node list, const char* item);

}  // namespace bonescope::ogre
