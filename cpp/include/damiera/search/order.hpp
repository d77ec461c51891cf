// Which move to try first: the table's, then captures by what they take, then what refuted other positions.
#pragma once

#include <algorithm>  // clamp, copy, fill
#include <array>      // array
#include <cstddef>    // size_t
#include <cstdint>    // int16_t
#include <cstdlib>    // abs
#include <span>       // span
#include <vector>     // vector

#include "damiera/board/layout.hpp"
#include "damiera/board/side.hpp"
#include "damiera/position/move.hpp"
#include "damiera/search/score.hpp"
#include "damiera/search/table.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::search {

/// What quiet moves have achieved so far; one for each thread.
template <BoardWord Word>
class Order {
public:
    Order() : worth_(2 * capacity * capacity) {}

    void clear() noexcept {
        std::fill(worth_.begin(), worth_.end(), std::int16_t{0});
        killers_ = {};
    }

    /// Call before each search: of what was achieved so many percent are kept, and what refuted is two plies nearer now.
    void grow_older(int percent) noexcept {
        if (percent <= 0) return clear();
        for (std::int16_t& worth : worth_) worth = static_cast<std::int16_t>(worth * percent / 100);
        std::copy(killers_.begin() + 2, killers_.end(), killers_.begin());
    }

    /// The rank of the first `count` moves of a list, greatest best; `table_move` is a place in the list.
    void rank(const MoveList<Word>& moves, std::size_t count, int table_move, Side side, int ply, int* ranks) const noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            ranks[i] = static_cast<int>(i) == table_move ? first : rank_of(moves[i], side, ply);
        }
    }

    /// `good` was good enough at this depth; the moves of `moves` at the places `tried` were not.
    void reward(const Move<Word>& good, const MoveList<Word>& moves, std::span<const std::uint16_t> tried, Side side, int ply,
                int depth) noexcept {
        if (good.is_capture()) return;
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != code(good)) killers = {code(good), killers[0]};
        const int weight = std::min(depth * depth, 400);
        shift(worth(side, good), weight);
        for (const std::uint16_t place : tried) shift(worth(side, moves[place]), -weight);
    }

private:
    static constexpr std::size_t capacity = Layout<Word>::capacity;
    static constexpr int most = 8192;
    static constexpr int first = 1 << 30;

    [[nodiscard]] static std::uint16_t code(const Move<Word>& move) noexcept {
        return static_cast<std::uint16_t>(move.from << 8 | move.to);
    }

    [[nodiscard]] int rank_of(const Move<Word>& move, Side side, int ply) const noexcept {
        if (move.is_capture()) return popcount(move.captured) * 4 * most + worth(side, move);
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (code(move) == killers[0]) return 3 * most;
        if (code(move) == killers[1]) return 2 * most;
        return worth(side, move) + (move.promotes ? most : 0);
    }

    [[nodiscard]] std::int16_t& worth(Side side, const Move<Word>& move) noexcept {
        return worth_[(static_cast<std::size_t>(index(side)) * capacity + move.from) * capacity + move.to];
    }
    [[nodiscard]] std::int16_t worth(Side side, const Move<Word>& move) const noexcept {
        return const_cast<Order*>(this)->worth(side, move);
    }

    /// Move a worth towards the end of the scale, the slower the nearer it is.
    static void shift(std::int16_t& worth, int weight) noexcept {
        const int step = 8 * weight;
        const int next = worth + step - worth * std::min(std::abs(step), most) / most;
        worth = static_cast<std::int16_t>(std::clamp(next, -most, most));
    }

    std::vector<std::int16_t> worth_;  // by side, from, to
    std::array<std::array<std::uint16_t, 2>, max_ply + 1> killers_{};
};

}  // namespace damiera::search
