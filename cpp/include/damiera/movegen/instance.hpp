// One table of functions per game: bindings, replay and text see this and never the templates.
//
// Positions and moves cross the table in the wide form, on words of 128 bits whatever the board; keys are the same in
// both forms. The instances of the built-in games are compiled in `cpp/src`, one file each.
#pragma once

#include <cstdint>      // uint64_t
#include <span>         // span
#include <string_view>  // string_view

#include "damiera/board/frame.hpp"
#include "damiera/board/layout.hpp"
#include "damiera/movegen/generator.hpp"
#include "damiera/movegen/perft.hpp"
#include "damiera/position/move.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/position/position.hpp"
#include "damiera/rules/game.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using WideMove = Move<Word128>;
using WideMoves = MoveList<Word128>;
using WidePosition = Position<Word128>;

/// The same position or move on words of another size; no bit may be lost.
template <BoardWord To, BoardWord From>
[[nodiscard]] constexpr Pieces<To> resized(const Pieces<From>& p) noexcept {
    return {static_cast<To>(p.white), static_cast<To>(p.black), static_cast<To>(p.kings)};
}

template <BoardWord To, BoardWord From>
[[nodiscard]] constexpr Position<To> resized(const Position<From>& p) noexcept {
    Position<To> same;
    same.pieces = resized<To>(p.pieces);
    same.side = p.side;
    same.key = p.key;
    return same;
}

template <BoardWord To, BoardWord From>
[[nodiscard]] constexpr Move<To> resized(const Move<From>& m) noexcept {
    return {static_cast<To>(m.captured), m.from, m.to, m.promotes};
}

struct Instance {
    const Game* game;
    Frame frame;
    const Layout<Word128>* layout;

    bool (*detect)(const WidePosition&);
    bool (*has_moves)(const WidePosition&);
    int (*count)(const WidePosition&, Budget);
    void (*generate)(const WidePosition&, WideMoves&, Budget);
    /// How many legal moves go from one bit to another; the first of them is left in the last argument.
    int (*find)(const WidePosition&, int from, int to, WideMove& first, Budget);
    std::uint64_t (*perft)(const WidePosition&, int depth, bool bulk, Budget);

    [[nodiscard]] WidePosition start() const;
};

/// The instance of a game whose rules `P` provides as constants.
template <RulesProvider P>
[[nodiscard]] constexpr Instance make_instance(const Game& game) {
    using Word = typename P::Word;
    return {
        .game = &game,
        .frame = game.frame(),
        .layout = &layout_on<Word128, P::value.board>,
        .detect = [](const WidePosition& p) { return detect(P{}, resized<Word>(p)); },
        .has_moves = [](const WidePosition& p) { return has_moves(P{}, resized<Word>(p)); },
        .count = [](const WidePosition& p, Budget budget) { return count(P{}, resized<Word>(p), budget); },
        .generate =
            [](const WidePosition& p, WideMoves& wide, Budget budget) {
                MoveList<Word> list;
                generate(P{}, resized<Word>(p), list, budget);
                wide.clear();
                for (const Move<Word>& move : list) wide.push(resized<Word128>(move));
            },
        .find =
            [](const WidePosition& p, int from, int to, WideMove& first, Budget budget) {
                MoveList<Word> list;
                generate(P{}, resized<Word>(p), list, budget);
                int found = 0;
                for (const Move<Word>& move : list) {
                    if (move.from != from || move.to != to) continue;
                    if (found++ == 0) first = resized<Word128>(move);
                }
                return found;
            },
        .perft = [](const WidePosition& p, int depth, bool bulk,
                    Budget budget) { return perft(P{}, resized<Word>(p), depth, bulk, budget); },
    };
}

extern const Instance italian_instance;
extern const Instance english_instance;
extern const Instance international_instance;
extern const Instance proof_english_instance;
extern const Instance proof_international_instance;

/// The games of the catalogue, in its order; proof boards are not among them.
[[nodiscard]] std::span<const Instance* const> catalogue() noexcept;

[[nodiscard]] std::span<const Instance* const> proof_boards() noexcept;

/// The instance of a game or proof board; null if there is none of that name.
[[nodiscard]] const Instance* find_instance(std::string_view slug) noexcept;

}  // namespace damiera
