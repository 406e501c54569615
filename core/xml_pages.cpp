// Memory for pugixml's nodes. It asks for pages of 32 KiB; fresh ones cost more than the parsing that fills them, so
// they are cut from a few large blocks, which are given back when the last page is.
#include "core/memory.h"
#include "core/xml.h"
#include <algorithm>
#include <cstdlib>
#include <mutex>

namespace bonescope {
namespace {

constexpr std::size_t page_size = 33 << 10, block_size = std::size_t{8} << 20;

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
        const auto inside = [&](char* block) { return page >= block && page < block + block_size; };
        if (std::none_of(blocks_.begin(), blocks_.end(), inside)) return false;
        free_.push_back(page);
        if (--taken_ == 0) clear();
        return true;
    }

private:
    void add_block() {
        auto* block = static_cast<char*>(big_allocate(block_size));
        blocks_.push_back(block);
        for (std::size_t at = block_size / page_size; at-- > 0;) free_.push_back(block + at * page_size);
    }
    void clear() {
        for (char* block : blocks_) big_free(block, block_size);
        blocks_.clear();
        free_.clear();
    }

    std::mutex mutex_;
    std::vector<char*> blocks_;
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
