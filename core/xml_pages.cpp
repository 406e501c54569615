// Memory for pugixml's nodes. It asks for pages of 32 KiB; fresh ones cost more than the parsing that fills them, so
// they are cut from a few large blocks, which are given back when the last page is.
#include "core/memory.h"
#include "core/xml.h"
#include <algorithm>
#include <cstdlib>
#include <mutex>

namespace bonescope {
namespace {

constexpr std::size_t page_size = 33 << 10, first_block = 8 * page_size, largest_block = std::size_t{8} << 20;

class Pages {
public:
    void* take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) add_block();
        void* page = free_.back();
        free_.pop_back();
        ++taken_;
        return page;
    }
    // False when the memory is not a page of these blocks.
    bool give(void* page) {
        const std::lock_guard lock(mutex_);
        const auto inside = [&](Block block) { return page >= block.at && page < block.at + block.size; };
        if (std::none_of(blocks_.begin(), blocks_.end(), inside)) return false;
        free_.push_back(page);
        if (--taken_ == 0) clear();
        return true;
    }

private:
    struct Block {
        char* at;
        std::size_t size;
    };

    // Small files are many: each block is twice the one before.
    void add_block() {
        const std::size_t size = std::min(blocks_.empty() ? first_block : blocks_.back().size * 2, largest_block);
        blocks_.push_back({static_cast<char*>(big_allocate(size)), size});
        for (std::size_t i = size / page_size; i-- > 0;) free_.push_back(blocks_.back().at + i * page_size);
    }
    void clear() {
        for (const Block& block : blocks_) big_free(block.at, block.size);
        blocks_.clear();
        free_.clear();
    }

    std::mutex mutex_;
    std::vector<Block> blocks_;
    std::vector<void*> free_;
    std::size_t taken_ = 0;
};

Pages& pages() {
    static Pages all;
    return all;
}

void* allocate(std::size_t size) {
    constexpr std::size_t smallest = 16 << 10;  // below, the general allocator wastes less
    if (size < smallest || size > page_size) return std::malloc(size);
    try {
        return pages().take();
    } catch (const std::bad_alloc&) { return nullptr; }
}

void release(void* memory) {
    if (!pages().give(memory)) std::free(memory);
}

}  // namespace

void use_large_xml_pages() {
    static const bool once = (pugi::set_memory_management_functions(allocate, release), true);
    static_cast<void>(once);
}

}  // namespace bonescope
