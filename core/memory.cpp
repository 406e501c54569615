#include "core/memory.h"
#include <cstdlib>
#include <mutex>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bonescope {
namespace {
constexpr std::size_t huge_page = std::size_t{2} << 20;
std::size_t rounded_up(std::size_t bytes) { return (bytes + huge_page - 1) / huge_page * huge_page; }

// Freed blocks wait for the next ones of their size, because the kernel's clearing of fresh pages is a fifth of the
// time of a load. Sanitizers want to see every block freed.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t most_kept = 0;
#else
constexpr std::size_t most_kept = std::size_t{96} << 20;
#endif

class Kept {
public:
    Kept() { blocks_.reserve(64); }

    // A block of at least `bytes` and at most a quarter more; null when there is none.
    void* take(std::size_t bytes) {
        const std::lock_guard hold(lock_);
        for (std::size_t i = blocks_.size(); i-- > 0;) {
            const Block found = blocks_[i];
            if (found.bytes < bytes || found.bytes > bytes + bytes / 4) continue;
            blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(i));
            total_ -= found.bytes;
            return found.at;
        }
        return nullptr;
    }

    // The oldest ones make room.
    void give(void* block, std::size_t bytes) noexcept {
        const std::lock_guard hold(lock_);
        if (bytes > most_kept) return std::free(block);
        shrink(most_kept - bytes);
        if (blocks_.size() == blocks_.capacity()) return std::free(block);
        blocks_.push_back({block, bytes});
        total_ += bytes;
    }

    void trim() noexcept {
        const std::lock_guard hold(lock_);
        shrink(0);
    }

private:
    void shrink(std::size_t most) noexcept {
        std::size_t gone = 0;
        for (; total_ > most; ++gone) {
            std::free(blocks_[gone].at);
            total_ -= blocks_[gone].bytes;
        }
        blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(gone));
    }

    struct Block {
        void* at;
        std::size_t bytes;
    };
    std::mutex lock_;
    std::vector<Block> blocks_;
    std::size_t total_ = 0;
};

Kept& kept() {
    static Kept& one = *new Kept;  // outlives every static that frees memory at the end
    return one;
}
}  // namespace

void* big_allocate(std::size_t bytes) {
    if (bytes < huge_page) return ::operator new(bytes);
    const std::size_t rounded = rounded_up(bytes);
    if (void* block = kept().take(rounded)) return block;
    void* block = std::aligned_alloc(huge_page, rounded);
    if (!block) throw std::bad_alloc();
#ifdef __linux__
    madvise(block, rounded, MADV_HUGEPAGE);
#endif
    return block;
}

void big_free(void* block, std::size_t bytes) noexcept {
    if (bytes < huge_page)
        ::operator delete(block);
    else
        kept().give(block, rounded_up(bytes));
}

void big_trim() noexcept { kept().trim(); }

}  // namespace bonescope
