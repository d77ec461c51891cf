// Perft: the number of ways to play a number of plies from a position.
#pragma once

#include <cstdint>  // uint64_t

#include "damiera/board/side.hpp"
#include "damiera/movegen/generator.hpp"
#include "damiera/position/move.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/position/position.hpp"
#include "damiera/position/runs.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

/// Count the leaves `depth` plies below. In bulk, the moves of the last ply are counted and not made.
template <RulesProvider P, Side Us>
[[nodiscard]] std::uint64_t perft(const P& rules, const Pieces<typename P::Word>& pieces, int depth, bool bulk, Budget budget) {
    if (depth == 0) return 1;
    if (bulk && depth == 1) return static_cast<std::uint64_t>(count<P, Us>(rules, pieces, budget));
    MoveList<typename P::Word> list;
    if (!generate<P, Us>(rules, pieces, list, budget)) throw BudgetExceeded{};
    std::uint64_t leaves = 0;
    if (bulk && depth == 2) {
        for (const Move<typename P::Word>& move : list) {
            const Generator<P, opponent(Us)> next{rules, play<Us>(pieces, move)};
            leaves += static_cast<std::uint64_t>(next.count(budget));
        }
        return leaves;
    }
    for (const Move<typename P::Word>& move : list) {
        leaves += perft<P, opponent(Us)>(rules, play<Us>(pieces, move), depth - 1, bulk, budget);
    }
    return leaves;
}

/// The same where kings may have to rest: how often they have moved goes along with the pieces.
template <RulesProvider P, Side Us>
[[nodiscard]] std::uint64_t perft(const P& rules, const Pieces<typename P::Word>& pieces, const Runs& runs, int depth,
                                  bool bulk, Budget budget) {
    if (depth == 0) return 1;
    const Generator<P, Us> generator{rules, pieces, resting(pieces, runs, Us, rules.rules().king_run)};
    if (bulk && depth == 1) return static_cast<std::uint64_t>(generator.count(budget));
    MoveList<typename P::Word> list;
    if (!generator.generate(list, budget)) throw BudgetExceeded{};
    std::uint64_t leaves = 0;
    for (const Move<typename P::Word>& move : list) {
        const Pieces<typename P::Word> after = play<Us>(pieces, move);
        leaves += perft<P, opponent(Us)>(rules, after, follow<Us>(runs, pieces, move, after), depth - 1, bulk, budget);
    }
    return leaves;
}

template <RulesProvider P>
[[nodiscard]] std::uint64_t perft(const P& rules, const Position<typename P::Word>& position, int depth, bool bulk,
                                  Budget budget = unlimited) {
    return with_side(position.side, [&](auto us) {
        if constexpr (kings_may_rest<P>()) {
            if (rules.rules().king_run == 0) return perft<P, us>(rules, position.pieces, depth, bulk, budget);
            return perft<P, us>(rules, position.pieces, position.runs, depth, bulk, budget);
        } else {
            return perft<P, us>(rules, position.pieces, depth, bulk, budget);
        }
    });
}

}  // namespace damiera
