// Binary skeleton files: a JSON header and the arrays that its offsets lead into.
#include "core/formats/dragonbones/binary.h"
#include "core/formats/dragonbones/dragonbones.h"
#include "core/formats/dragonbones/root.h"
#include "core/reader.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr const char* array_names[] = {"intArray",   "floatArray",    "frameIntArray", "frameFloatArray",
                                       "frameArray", "timelineArray", "colorArray"};
constexpr Type array_types[] = {Type::I16, Type::F32, Type::I16, Type::F32, Type::I16, Type::U16, Type::I16};

void claim_arrays(Reader& reader, const Binary& binary) {
    std::array<std::size_t, 7> order{0, 1, 2, 3, 4, 5, 6};
    const auto& places = binary.places();
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a].at < places[b].at; });
    for (const std::size_t i : order) {
        if (places[i].count == 0 || places[i].at < reader.at()) continue;
        reader.seek(places[i].at);
        reader.array(array_names[i], array_types[i], places[i].count);
    }
}

}  // namespace

Binary::Binary(Document& doc, Values& in, JsonValue root, uint32_t base) : file_(doc.file) {
    std::vector<double> pairs;
    for (const JsonValue item : root["offset"]) pairs.push_back(in.number(item, 0));
    if (pairs.size() < 12)
        in.note(Severity::Error, root["offset"] ? root["offset"].bytes() : root.bytes(),
                fmt::format("offset: expected 12 or 14 numbers, found {}", pairs.size()));
    const auto room = static_cast<double>(doc.file.size()) - base;
    for (std::size_t i = 0; i < places_.size() && 2 * i + 1 < pairs.size(); ++i) {
        const double at = pairs[2 * i], size = pairs[2 * i + 1];
        if (!(at >= 0 && size >= 0 && at + size <= room)) {
            in.note(Severity::Error, root["offset"].bytes(),
                    fmt::format("{}: expected a place in the {} bytes behind the header, found {} bytes from {} on",
                                array_names[i], room, size, at));
            continue;
        }
        const uint32_t one = type_size(array_types[i]);
        if (std::fmod(at, one) != 0 || std::fmod(size, one) != 0)
            in.note(Severity::Warning, root["offset"].bytes(),
                    fmt::format("{}: expected whole numbers of {} bytes each, found {} bytes from {} on",
                                array_names[i], one, size, at));
        places_[i] = {base + static_cast<uint32_t>(at), static_cast<uint32_t>(size) / one};
    }
}

uint32_t Binary::byte_of(Array array, uint64_t index) const {
    return places_[array].at + static_cast<uint32_t>(index) * type_size(array_types[array]);
}

int Binary::number(Array array, uint64_t index) const {
    if (index >= places_[array].count) return 0;
    const byte* at = file_.data() + byte_of(array, index);
    return array == Timeline ? int{load<uint16_t>(at)} : int{load<int16_t>(at)};
}

void parse_dbbin(Document& doc) {
    Reader reader(doc.file, doc.tree);
    const Group group(reader, "file");
    if (const std::string_view magic = reader.text("magic", 4); magic != "DBDT")
        reader.fail(reader.last(), "magic: expected DBDT at offset 0, found something else");
    reader.raw("version", 4);
    const Bytes version = reader.last();
    const auto size = reader.read<uint32_t>("header size");
    reader.need(size, "header");
    const uint32_t base = reader.at() + size;
    const JsonValue root = scan_json(doc, {reader.at(), size}, "header");
    reader.seek(base);
    Values in(doc);
    if (const auto number = static_cast<int>(doc.file[version.end() - 1]); number != 1 && number != 2)
        in.note(Severity::Warning, version, fmt::format("version: expected 0 0 0 1 or 0 0 0 2, found {} last", number));
    if (root.is(JsonKind::Object)) {
        const Binary binary(doc, in, root, base);
        claim_arrays(reader, binary);
        read_root(doc, in, root, {.binary = &binary});
    }
    in.finish();
}

}  // namespace bonescope::dragonbones
