// bonescope dump: the field tree.
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/text_output.h"
#include "core/text.h"
#include <CLI/CLI.hpp>
#include <climits>
#include <fmt/format.h>

namespace bonescope::cli {
namespace {

struct Options {
    std::string file, dialect;
    int depth = -1;  // levels below the file; negative: all
    bool expand = false;
    bool json = false;
};

const Field* stored_field(const Document& doc, const Node& node) {
    return node.kind == Node::Kind::Stored && node.field < doc.tree.fields.size() ? &doc.tree.fields[node.field]
                                                                                  : nullptr;
}

// Levels of text are read again for each level above them; a file nested deeper than this is no one's work, and what
// lies deeper stays one leaf.
constexpr int deepest = 200;

bool goes_on(const Options& options, int depth) {
    return depth < deepest && (options.depth < 0 || depth < options.depth);
}

bool is_bulk(const Field& field) { return field.type == Type::Record || is_rows(field) || field.count > 1; }

// Which nodes are opened: groups and levels of text always, bulk fields and their records only with --expand. Vectors
// and headers stay one leaf.
bool opens(const Document& doc, const Node& node, bool expand) {
    if (const Field* field = stored_field(doc, node)) {
        switch (field->type) {
        case Type::Group:
        case Type::Chunk:
        case Type::Xml:
        case Type::Json:
            return true;
        case Type::Header:
            return false;
        default:
            return expand && is_bulk(*field);
        }
    }
    const Type type = doc.tree.fields[node.field].type;
    if (node.kind == Node::Kind::Item) return type == Type::Record || type == Type::Text;
    if (node.kind >= Node::Kind::Json) return child_count(doc, node) > 0;
    return node.kind == Node::Kind::Element;
}

bool is_numeric(std::string_view type) {
    for (const char* name : {"u8", "u16", "u32", "i16", "i32", "f16", "f32", "f64", "bool", "number"})
        if (type.starts_with(name)) return true;
    return type.ends_with(" bits");
}

void write_number(Json& json, std::string_view word) {
    if (word == "nan" || word == "-nan")
        json.value("nan");
    else if (word == "inf" || word == "-inf")
        json.value(word);
    else
        json.literal(word);
}

// Numbers are written as numbers: one bare, several as a list.
void write_value(Json& json, const NodeText& text, bool leaf) {
    if (!leaf || !is_numeric(text.type) || text.value.empty() || text.value.ends_with("…")) {
        if (text.value.empty() && !leaf)
            json.value(nullptr);
        else
            json.value(text.value);
        return;
    }
    if (text.value.find(' ') == std::string::npos) return write_number(json, text.value);
    json.open_array();
    for (std::size_t at = 0; at < text.value.size();) {
        const std::size_t end = std::min(text.value.find(' ', at), text.value.size());
        write_number(json, std::string_view(text.value).substr(at, end - at));
        at = end + 1;
    }
    json.close();
}

class JsonDump {
public:
    JsonDump(const Document& doc, const Options& options) : doc_(doc), options_(options) {}

    void run() {
        json_.open_object();
        json_.member("path", doc_.path);
        json_.member("format", doc_.format);
        json_.member("version", doc_.version);
        json_.member("dialect", doc_.dialect);
        json_.key("notes").open_array();
        for (const Finding& note : doc_.notes) write_note(json_, note, doc_.path);
        json_.close();
        json_.key("gaps").open_array();
        for (const Bytes& gap : gaps(doc_)) {
            json_.open_object();
            json_.member("offset", gap.at);
            json_.member("size", gap.size);
            json_.close();
        }
        json_.close();
        members(root(doc_), 0);
        json_.close();
    }

private:
    void members(const Node& node, int depth) {
        const NodeText text = describe(doc_, node);
        const Field* field = stored_field(doc_, node);
        const bool bulk = field && is_bulk(*field);
        const bool inner = opens(doc_, node, true);
        json_.member("name", text.name);
        json_.member("type", text.type);
        json_.member("offset", node.where.at);
        json_.member("size", node.where.size);
        json_.key("value");
        if (bulk)
            json_.value(nullptr);
        else
            write_value(json_, text, !inner);
        json_.member("count", field ? field->count : 1u);
        json_.key("children").open_array();
        if (opens(doc_, node, options_.expand) && goes_on(options_, depth)) {
            std::vector<Node> list;
            children(doc_, node, 0, none, list);
            for (const Node& child : list) {
                json_.open_object();
                members(child, depth + 1);
                json_.close();
            }
        }
        json_.close();
    }

    const Document& doc_;
    const Options& options_;
    Json json_;
};

class TextDump {
public:
    TextDump(const Document& doc, const Options& options) : doc_(doc), options_(options) {}

    void run() {
        line("  offset       size  field\n");
        node(root(doc_), 0);
        const std::vector<Bytes> holes = gaps(doc_);
        for (const Bytes& gap : holes) line("{:08X} {:>10}  gap: no field claims these bytes\n", gap.at, gap.size);
        print(out_);
        out_.clear();
    }

private:
    template <class... T> void line(fmt::format_string<T...> format, T&&... values) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<T>(values)...);
        if (out_.size() < 1 << 16) return;
        print(out_);
        out_.clear();
    }

    void node(const Node& node_, int depth) {
        const NodeText text = describe(doc_, node_);
        line("{:08X} {:>10}  {:{}}{}{}{}{}{}\n", node_.where.at, node_.where.size, "", depth * 2, text.name,
             text.type.empty() ? "" : "  ", text.type, text.value.empty() ? "" : "  ", text.value);
        if (!opens(doc_, node_, options_.expand) || !goes_on(options_, depth)) return;
        std::vector<Node> list;
        children(doc_, node_, 0, none, list);
        for (const Node& child : list) node(child, depth + 1);
    }

    const Document& doc_;
    const Options& options_;
    std::string out_;
};

int run_dump(const Options& options) {
    const DocumentPtr doc = load(options.file, options.dialect);
    if (!options.dialect.empty() && doc->readable) {
        Scene alone;
        alone.docs.push_back(doc);
        check_dialect(alone, options.dialect);
    }
    if (options.json)
        JsonDump(*doc, options).run();
    else if (!doc->file.empty())
        TextDump(*doc, options).run();
    if (!options.json) print_notes(*doc);
    if (doc->readable) return Fine;
    complain(decode(doc->path) + ": " + (doc->notes.empty() ? "not readable" : doc->notes.front().message));
    return NothingReadable;
}

}  // namespace

std::function<int()> setup_dump(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("FILE", options->file, "the file")->required()->check(no_empty_name)->type_name("");
    app.add_option("--dialect", options->dialect, "read it in this layout; info lists those of a file")
        ->type_name("NAME");
    add_encoding(app);
    app.add_option("--depth", options->depth, "levels below the file; without it the whole tree")
        ->check([](const std::string& text) {
            const auto depth = parse_int(text);
            const bool good = depth && *depth >= 0 && *depth <= INT_MAX;
            return good ? std::string{} : fmt::format("expects a whole number from 0, found \"{}\"", text);
        })
        ->type_name("N");
    app.add_flag("--expand", options->expand, "write every item of a bulk field");
    app.add_flag("--json", options->json, "one JSON document on standard output");
    return [options] { return run_dump(*options); };
}

}  // namespace bonescope::cli
