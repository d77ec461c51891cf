// The transposition table: what was found out about positions, shared by all threads of a search without locks.
//
// An entry is two words. The first is the key xor the second, so that an entry torn by two writers matches no key
// (R. Hyatt, T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25, 2002).
#pragma once

#include <algorithm>  // max
#include <array>      // array
#include <atomic>     // atomic
#include <bit>        // bit_floor
#include <cstdint>    // uint64_t
#include <cstring>    // memset

#include "damiera/search/score.hpp"
#include "damiera/util/pages.hpp"

namespace damiera::search {

enum class Bound : std::uint8_t { none, upper, lower, exact };

/// What the table knows of a position. `move` is the place of the best move in the generated list.
struct Entry {
    static constexpr int no_move = 0xFFF;

    int move{no_move};
    Score score{};
    int depth{};
    Bound bound{Bound::none};
};

class Table {
public:
    explicit Table(std::size_t megabytes)
        : buckets_{std::bit_floor((std::max<std::size_t>(megabytes, 1) << 20) / sizeof(Bucket))} {}

    void clear() noexcept {
        std::memset(static_cast<void*>(buckets_.data()), 0, buckets_.size() * sizeof(Bucket));
        age_ = 0;
    }

    /// Call before each search: what is older gives way first.
    void grow_older() noexcept { age_ = (age_ + 1) & 0x3F; }

    /// From now on find only what is stored from now on, or was under the same number: scores of a search that asks endgame
    /// tables of so many pieces mean nothing to one that asks others.
    void see_only(int number) noexcept { salt_ = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U; }

    void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key ^ salt_)); }

    /// Look a position up. False if it is not there.
    [[nodiscard]] bool probe(std::uint64_t key, int ply, Entry& entry) const noexcept {
        key ^= salt_;
        for (const Slot& slot : bucket(key)) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
            entry = {.move = static_cast<int>(data & 0xFFF),
                     .score = from_table(static_cast<std::int16_t>(data >> 16), ply),
                     .depth = static_cast<std::int8_t>(data >> 32),
                     .bound = static_cast<Bound>(data >> 40 & 3)};
            return true;
        }
        return false;
    }

    /// Remember what was found out. What is known of the same position already is kept if it is deeper by more than `kept`
    /// plies: ProbCut asks shallow questions of positions that were looked at in depth.
    void store(std::uint64_t key, int ply, Entry entry, int kept = max_depth) noexcept {
        key ^= salt_;
        Bucket& slots = bucket(key);
        Slot* victim = &slots[0];
        int least = 1 << 20;
        for (Slot& slot : slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
                if (depth_in(data) > entry.depth + kept) {
                    put(slot, key, (data & ~age_bits) | aged());
                    return;
                }
                if (entry.move == Entry::no_move) entry.move = static_cast<int>(data & 0xFFF);
                victim = &slot;
                break;
            }
            const int worth = data == 0 ? -1000 : depth_in(data) - 8 * ((age_ - age_in(data)) & 0x3F);
            if (worth < least) {
                least = worth;
                victim = &slot;
            }
        }
        const auto score = static_cast<std::uint16_t>(to_table(entry.score, ply));
        const std::uint64_t data = static_cast<std::uint64_t>(entry.move) | static_cast<std::uint64_t>(score) << 16 |
                                   static_cast<std::uint64_t>(static_cast<std::uint8_t>(entry.depth)) << 32 |
                                   static_cast<std::uint64_t>(entry.bound) << 40 | aged();
        put(*victim, key, data);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    using Bucket = std::array<Slot, 4>;
    static_assert(sizeof(Slot) == 16 && sizeof(Bucket) == 64);

    static constexpr std::uint64_t age_bits = std::uint64_t{0x3F} << 48;

    [[nodiscard]] std::uint64_t aged() const noexcept { return static_cast<std::uint64_t>(age_) << 48; }

    static void put(Slot& slot, std::uint64_t key, std::uint64_t data) noexcept {
        slot.data.store(data, std::memory_order_relaxed);
        slot.check.store(key ^ data, std::memory_order_relaxed);
    }

    [[nodiscard]] static int depth_in(std::uint64_t data) noexcept { return static_cast<std::int8_t>(data >> 32); }
    [[nodiscard]] static int age_in(std::uint64_t data) noexcept { return static_cast<int>(data >> 48 & 0x3F); }

    [[nodiscard]] Bucket& bucket(std::uint64_t key) const noexcept { return buckets_[key & (buckets_.size() - 1)]; }

    PagedArray<Bucket> buckets_;
    int age_{};
    std::uint64_t salt_{};
};

}  // namespace damiera::search
