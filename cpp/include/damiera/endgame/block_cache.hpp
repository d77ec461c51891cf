// Blocks of packed slices, unpacked, as many as were granted. For any number of threads.
#pragma once

#include <algorithm>  // max
#include <array>      // array
#include <atomic>     // atomic_flag
#include <cstddef>    // size_t
#include <cstdint>    // uint8_t, uint16_t, uint64_t
#include <vector>     // vector

#include "damiera/endgame/pack.hpp"
#include "damiera/endgame/values.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::endgame {

/// Of verdicts, four places a byte, or of distances, two bytes a place. Each block has four slots that may hold it: with
/// one, two blocks in use that share it would be unpacked over and over.
class BlockCache {
public:
    /// At least four blocks are kept.
    BlockCache(std::size_t bytes, bool distances)
        : distances_{distances}, sets_(std::max<std::size_t>(bytes / block_bytes(distances) / ways, 1)) {}

    /// The value at a place; `slice` is a number that no other slice has.
    [[nodiscard]] Value get(const Packed& packed, const Indexing& indexing, std::uint64_t slice, Index at) {
        const std::uint64_t number = at / packed.places_in_block();
        const std::uint64_t key = (slice << 40 | number) + 1;
        Set& set = sets_[(key * 0x9E3779B97F4A7C15U >> 32) % sets_.size()];  // high bits: they depend on all of the key
        const Hold held{set.busy};
        const auto place = static_cast<std::size_t>(at % packed.places_in_block());
        for (const Slot& slot : set.slots) {
            if (slot.key == key) return read(slot, place);
        }
        Slot& oldest = set.slots[set.next++ % ways];
        fill(oldest, packed, indexing, number, key);
        return read(oldest, place);
    }

    [[nodiscard]] static std::size_t block_bytes(bool distances) noexcept {
        return distances ? 2 * Packer::distances_in_block : Packer::verdicts_in_block / 4;
    }

private:
    static constexpr std::size_t ways = 4;

    struct Slot {
        std::uint64_t key = 0;
        std::vector<std::uint16_t> words;  // of distances: verdict and four times the plies; of verdicts: eight of them
    };

    struct Set {
        std::atomic_flag busy{};
        std::uint8_t next = 0;  // to be replaced
        std::array<Slot, ways> slots;
    };

    class Hold {
    public:
        explicit Hold(std::atomic_flag& busy) noexcept : busy_{busy} {
            while (busy_.test_and_set(std::memory_order_acquire)) busy_.wait(true, std::memory_order_relaxed);
        }
        ~Hold() {
            busy_.clear(std::memory_order_release);
            busy_.notify_one();
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

    private:
        std::atomic_flag& busy_;
    };

    [[nodiscard]] DAMIERA_INLINE Value read(const Slot& slot, std::size_t at) const noexcept {
        if (!distances_) return {static_cast<Verdict>(slot.words[at / 8] >> (at % 8 * 2) & 3), 0};
        return {static_cast<Verdict>(slot.words[at] & 3), slot.words[at] >> 2};
    }

    DAMIERA_NOINLINE void fill(Slot& slot, const Packed& packed, const Indexing& indexing, std::uint64_t number,
                               std::uint64_t key) const {
        slot.key = 0;
        slot.words.assign(distances_ ? packed.places_in_block() : (packed.places_in_block() + 7) / 8, 0);
        const Index first = number * packed.places_in_block();
        packed.read_block(indexing, number, [&](Index i, Value value) {
            const auto at = static_cast<std::size_t>(i - first);
            const auto verdict = static_cast<unsigned>(value.verdict);
            if (distances_) slot.words[at] = static_cast<std::uint16_t>(verdict | static_cast<unsigned>(value.plies) << 2);
            else slot.words[at / 8] = static_cast<std::uint16_t>(slot.words[at / 8] | verdict << (at % 8 * 2));
        });
        slot.key = key;
    }

    bool distances_;
    std::vector<Set> sets_;
};

}  // namespace damiera::endgame
