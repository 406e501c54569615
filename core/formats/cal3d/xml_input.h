// Cal3D's XML as many hands wrote it: any case, one or two roots, numbers with blanks or commas between them.
#pragma once
#include "core/xml.h"
#include "core/xml_notes.h"
#include <array>
#include <optional>
#include <string>

namespace bonescope::cal3d {

// Names are given in lower case, letters only, and match in any.
inline bool is_same_name(const char* name, std::string_view lower_name) {
    for (const char c : lower_name)
        if ((*name++ | 0x20) != c) return false;
    return *name == '\0';
}
inline bool is_named(pugi::xml_node node, std::string_view lower_name) { return is_same_name(node.name(), lower_name); }
pugi::xml_node find_child(pugi::xml_node, std::string_view lower_name);
pugi::xml_attribute find_attribute(pugi::xml_node, std::string_view lower_name);
uint32_t count_children(pugi::xml_node, std::string_view lower_name);

// The element that a file is about, found without parsing the file.
struct XmlRoot {
    std::string name;        // lower case
    std::string magic;       // upper case, of a <HEADER> before it or its own; may be empty
    std::string attributes;  // names, lower case, a blank before and after each
};
XmlRoot find_xml_root(std::span<const byte> file);

class XmlInput : public XmlNotes {
public:
    XmlInput(Document& doc, const XmlFile& file) : XmlNotes(doc, file) {}

    // Finds the root, sets version and dialect of the document; null, with a note, when there is no such element.
    pugi::xml_node open(const char* root, const char* magic);

    // `n` numbers from the text of an element or from an attribute. What is missing or junk is 0, with a note.
    void numbers(pugi::xml_node, float* out, uint32_t n);
    void numbers(pugi::xml_node, pugi::xml_attribute, float* out, uint32_t n);
    float number(pugi::xml_node node);
    template <int N> glm::vec<N, float> vector(pugi::xml_node node) {
        glm::vec<N, float> out(0);
        numbers(node, &out[0], N);
        return out;
    }
    // The same from a child, with a note when there is none.
    template <int N>
    glm::vec<N, float> child_vector(pugi::xml_node node, const char* name, glm::vec<N, float> missing) {
        const pugi::xml_node child = find_child(node, name);
        if (!child) warn_missing(node, name);
        return child ? vector<N>(child) : missing;
    }
    // Whole numbers; nothing, with a note, for junk.
    std::optional<int32_t> integer(pugi::xml_node);
    std::optional<int32_t> integer(pugi::xml_node, const char* attribute);
    bool flag(pugi::xml_node, const char* attribute, bool missing);
    // Notes a stored count that is not `real`; a missing one is fine.
    void count(pugi::xml_node, const char* attribute, uint32_t real);
    void warn_missing(pugi::xml_node, const char* child);
    const XmlFile& file() const { return file_; }
    Document& doc() const { return doc_; }

private:
    void slow_numbers(pugi::xml_node, Bytes where, std::string_view text, float* out, uint32_t n);
};

}  // namespace bonescope::cal3d
