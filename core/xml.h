// XML with byte offsets. pugixml parses a private copy in place; every name and value is traced back to the file by its
// distance from the start of that copy. No DOM outlives loading; the field tree re-reads an element when it is opened.
#pragma once
#include "core/document.h"
#include <initializer_list>
#include <pugixml.hpp>
#include <span>
#include <string_view>

namespace bonescope {

void use_large_xml_pages();  // before the first document is parsed; see xml_pages.cpp

class XmlFile {
public:
    // Parses file[where] and records it in the field tree. Malformed text keeps what stands before the fault, adds a
    // note with its offset and line, and leaves the rest unclaimed. Throws Fail for text in UTF-16.
    XmlFile(Document& doc, Bytes where);
    pugi::xml_node root() const { return dom_; }  // its children are the top elements (there may be several)
    Bytes where(pugi::xml_attribute) const;       // of the value, in the file, quotes left out
    Bytes where(pugi::xml_node) const;            // from "<" of the start tag to its end tag's ">"
    uint32_t offset(pugi::xml_node) const;        // of the "<" of the start tag
    uint32_t offset(pugi::xml_attribute a) const { return place(a.name()); }
    bool whole() const { return whole_; }  // no fault was met
    // After a fault: takes out the innermost element of these names (lower case, they match in any) that was open
    // there, as it is only half read.
    void drop_cut(std::initializer_list<std::string_view> items);

private:
    uint32_t place(const char* in_copy) const;
    void report_fault(Document&, const pugi::xml_parse_result&);

    std::span<const byte> file_;
    Big<char> text_;
    pugi::xml_document dom_;
    Bytes part_;  // of the file: what was parsed without a fault
    bool whole_ = true;
};

// The name of the first element; empty when the text does not begin like XML. Skips byte order mark, prolog, comments
// and document type.
std::string_view xml_root_name(std::span<const byte> file);
// From "<" at `at` to the end of that element's end tag; up to the end of the file when there is none.
Bytes xml_element(std::span<const byte> file, uint32_t at);
// Name of the innermost element that is open where `text` ends; empty: none is.
std::string_view xml_open_element(std::string_view text);
// After the end tag of the element whose content goes on at `at`.
uint32_t xml_end_tag(std::span<const byte> file, uint32_t at);

// Levels of the field tree, read again from the text: of an element (start tag, attributes, child elements, text,
// comments, end tag) or, when `element` is false, of a document.
uint32_t xml_child_count(std::span<const byte> file, Bytes where, bool element);
void xml_children(std::span<const byte> file, Bytes where, bool element, uint32_t from, uint32_t n,
                  std::vector<Node>& out);
bool xml_child_at(std::span<const byte> file, Bytes where, bool element, uint32_t offset, Node& out);
NodeText xml_describe(std::span<const byte> file, const Node&);

}  // namespace bonescope
