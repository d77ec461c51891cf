// Looking at every placement of a solved slice once more: is it worth what its moves are worth?
#pragma once

#include <atomic>   // atomic
#include <cstdint>  // uint64_t

#include "damiera/endgame/board.hpp"
#include "damiera/endgame/indexing.hpp"
#include "damiera/endgame/parallel.hpp"
#include "damiera/endgame/solve.hpp"
#include "damiera/endgame/values.hpp"
#include "damiera/movegen/instance.hpp"

namespace damiera::endgame {

/// What a look at all placements has found.
struct Findings {
    std::uint64_t positions{};
    std::uint64_t wins{};
    std::uint64_t losses{};
    std::uint64_t wrong{};
    Index first_wrong{};
};

/// The value of a placement by its moves alone.
[[nodiscard]] inline Depth value_by_moves(const Board& board, const Shelf& shelf, const Placement& p, WideMoves& moves) {
    board.instance().generate(board.expanded(p), moves, unlimited);
    if (moves.empty()) return shelf.stuck();
    Best best;
    for (const WideMove& move : moves) {
        if (move.promotes && board.instance().game->rules.goal == Goal::breakthrough) best.add(0);
        else best.add(shelf.look_up(board.turned(board.after(p, move)), p.material()));
    }
    return best.value();
}

/// Compare a slice with its successors, all of which `shelf` must hold. Distances are compared if all of them have some;
/// verdicts in any case.
[[nodiscard]] inline Findings verify(const Board& board, const Shelf& shelf, const Slice& slice, const Workers& workers) {
    std::atomic<std::uint64_t> positions{0};
    std::atomic<std::uint64_t> wins{0};
    std::atomic<std::uint64_t> losses{0};
    std::atomic<std::uint64_t> wrong{0};
    std::atomic<Index> first_wrong{~Index{}};
    const auto differ = [&](Depth a, Depth b) {
        if (!slice.distances.empty()) return a != b;
        return (a == drawn) != (b == drawn) || (a != drawn && is_won(a) != is_won(b));
    };
    workers.each_part(slice.indexing.size(), 1 << 14, [&](Index first, Index last) {
        WideMoves moves;
        std::uint64_t seen = 0;
        std::uint64_t won = 0;
        std::uint64_t lost = 0;
        Indexing::Cursor cursor{slice.indexing, first};
        for (Index i = first; i < last; ++i) {
            cursor.seek(i);
            if (cursor.is_hole()) continue;
            ++seen;
            won += slice.verdicts[i] == Verdict::win ? 1 : 0;
            lost += slice.verdicts[i] == Verdict::loss ? 1 : 0;
            if (!differ(shelf.value(slice, i), value_by_moves(board, shelf, *cursor, moves))) continue;
            wrong.fetch_add(1, std::memory_order_relaxed);
            Index least = first_wrong.load(std::memory_order_relaxed);
            while (i < least && !first_wrong.compare_exchange_weak(least, i, std::memory_order_relaxed)) {}
        }
        positions.fetch_add(seen, std::memory_order_relaxed);
        wins.fetch_add(won, std::memory_order_relaxed);
        losses.fetch_add(lost, std::memory_order_relaxed);
    });
    return {positions.load(), wins.load(), losses.load(), wrong.load(), first_wrong.load()};
}

}  // namespace damiera::endgame
