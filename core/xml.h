// XML with byte offsets. pugixml parses a private copy in place; every name and value is traced back to the file by its
// distance from the start of that copy. No DOM outlives loading; the field tree re-reads an element when it is opened.
#pragma once
#include "core/document.h"
#include <pugixml.hpp>
#include <span>

namespace bonescope {

class XmlFile {
public:
    // Parses file[where]. Malformed text keeps what stands before the fault, and adds a note with its offset and line.
    XmlFile(Document& doc, Bytes where);
    pugi::xml_node root() const { return dom_; }  // its children are the top elements (there may be several)
    Bytes where(pugi::xml_attribute) const;       // of the value, in the file
    Bytes where(pugi::xml_node) const;            // from "<" of the start tag to its end tag's ">"
    Bytes value_where(pugi::xml_attribute a) const { return where(a); }

private:
    Big<char> text_;
    pugi::xml_document dom_;
    Bytes part_;
};

// Levels for the field tree: attributes, child elements, text, comments and tags of the element at `where`.
void xml_children(std::span<const byte> file, Bytes where, std::vector<Node>& out);
NodeText xml_describe(std::span<const byte> file, const Node&);

}  // namespace bonescope
