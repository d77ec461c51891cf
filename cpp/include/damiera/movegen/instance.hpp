// One object per game: bindings, replay and text see this and never the templates.
//
// Positions and moves cross in the wide form, on words of 128 bits whatever the board; keys are the same in both forms.
// Games that move alike share one table of functions. The popular ones are compiled with their rules as constants, in
// `cpp/src`, one file each; the others carry their rules along, see `cpp/src/carried.cpp`.
#pragma once

#include <cstdint>      // uint64_t
#include <optional>     // optional
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
#include "damiera/rules/rules.hpp"

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
    same.runs = p.runs;
    same.key = p.key;
    return same;
}

template <BoardWord To, BoardWord From>
[[nodiscard]] constexpr Move<To> resized(const Move<From>& m) noexcept {
    return {static_cast<To>(m.captured), m.from, m.to, m.promotes};
}

namespace families {

class AnyGame;

}  // namespace families

struct Instance;

/// The generator behind an instance, compiled for fixed rules or for rules that the instance carries.
struct Functions {
    bool (*detect)(const Instance&, const WidePosition&);
    bool (*has_moves)(const Instance&, const WidePosition&);
    int (*count)(const Instance&, const WidePosition&, Budget);
    bool (*generate)(const Instance&, const WidePosition&, WideMoves&, Budget);
    int (*find)(const Instance&, const WidePosition&, int from, int to, WideMove& first, Budget);
    std::uint64_t (*perft)(const Instance&, const WidePosition&, int depth, bool bulk, Budget);
};

struct Instance {
    const Game* game;
    Frame frame;
    const Layout<Word128>* layout;
    const Layout<Word64>* narrow;  // the same on the smaller word, if the board fits
    const Functions* functions;
    const families::AnyGame* family = nullptr;  // of towers, men that come back and stars; then nothing else of the above
                                                // but `game` and `frame` is meant

    [[nodiscard]] bool detect(const WidePosition& p) const { return functions->detect(*this, p); }
    [[nodiscard]] bool has_moves(const WidePosition& p) const { return functions->has_moves(*this, p); }
    [[nodiscard]] int count(const WidePosition& p, Budget budget) const { return functions->count(*this, p, budget); }

    /// Replace what is in the list by the legal moves; tell whether they are all, or the budget did not reach for more.
    bool generate(const WidePosition& p, WideMoves& list, Budget budget) const {
        return functions->generate(*this, p, list, budget);
    }

    /// How many legal moves go from one bit to another; the first of them is left in `first`.
    int find(const WidePosition& p, int from, int to, WideMove& first, Budget budget) const {
        return functions->find(*this, p, from, to, first, budget);
    }

    [[nodiscard]] std::uint64_t perft(const WidePosition& p, int depth, bool bulk, Budget budget) const {
        return functions->perft(*this, p, depth, bulk, budget);
    }

    [[nodiscard]] WidePosition start() const;

    /// The position after a legal move.
    [[nodiscard]] WidePosition play(const WidePosition& before, const WideMove& move) const {
        return game->rules.king_run == 0 ? damiera::play(before, move) : play_counting(before, move);
    }

    /// Whether the game ended with the crowning of a man.
    [[nodiscard]] bool is_crowned(const WidePosition& p) const {
        return game->rules.goal == Goal::breakthrough && p.pieces.kings != 0;
    }

    /// The side that has won, if the game is over; draws are no matter of the board.
    [[nodiscard]] std::optional<Side> winner(const WidePosition& p) const;
};

/// The provider of the rules of an instance that was made for it.
template <RulesProvider P>
[[nodiscard]] constexpr P provider_of(const Instance& instance) noexcept {
    if constexpr (P::is_fixed) {
        return P{};
    } else if constexpr (sizeof(typename P::Word) == sizeof(Word64)) {
        return P{&instance.game->rules, instance.narrow};
    } else {
        return P{&instance.game->rules, instance.layout};
    }
}

template <RulesProvider P>
inline constexpr Functions functions_of{
    .detect = [](const Instance& i, const WidePosition& p) { return detect(provider_of<P>(i), resized<typename P::Word>(p)); },
    .has_moves = [](const Instance& i,
                    const WidePosition& p) { return has_moves(provider_of<P>(i), resized<typename P::Word>(p)); },
    .count = [](const Instance& i, const WidePosition& p,
                Budget budget) { return count(provider_of<P>(i), resized<typename P::Word>(p), budget); },
    .generate =
        [](const Instance& i, const WidePosition& p, WideMoves& wide, Budget budget) {
            MoveList<typename P::Word> list;
            const bool whole = generate(provider_of<P>(i), resized<typename P::Word>(p), list, budget);
            wide.clear();
            for (const auto& move : list) wide.push(resized<Word128>(move));
            return whole;
        },
    .find =
        [](const Instance& i, const WidePosition& p, int from, int to, WideMove& first, Budget budget) {
            MoveList<typename P::Word> list;
            generate(provider_of<P>(i), resized<typename P::Word>(p), list, budget);
            int found = 0;
            for (const auto& move : list) {
                if (move.from != from || move.to != to) continue;
                if (found++ == 0) first = resized<Word128>(move);
            }
            return found;
        },
    .perft = [](const Instance& i, const WidePosition& p, int depth, bool bulk,
                Budget budget) { return perft(provider_of<P>(i), resized<typename P::Word>(p), depth, bulk, budget); },
};

/// The tables of a board on the smaller word; null if it does not fit.
template <Rules R>
[[nodiscard]] consteval const Layout<Word64>* narrow_layout() {
    if constexpr (sizeof(WordFor<R.board>) == sizeof(Word64)) return &layout_on<Word64, R.board, R.crown>;
    return nullptr;
}

/// The instance of a game whose moves follow rules that `P` provides as constants.
template <RulesProvider P>
[[nodiscard]] consteval Instance make_instance(const Game& game) {
    if (moves_of(game.rules) != P::value) throw "the game has other rules than its generator";
    return {
        .game = &game,
        .frame = game.frame(),
        .layout = &layout_on<Word128, P::value.board, P::value.crown>,
        .narrow = narrow_layout<P::value>(),
        .functions = &functions_of<P>,
    };
}

/// The instance of a game that carries its rules to a generator shared by all games of this kind.
template <const Game& G>
[[nodiscard]] consteval Instance make_carried_instance() {
    constexpr Geometry board = G.rules.board;
    using Word = WordFor<board>;
    return {
        .game = &G,
        .frame = G.frame(),
        .layout = &layout_on<Word128, board, G.rules.crown>,
        .narrow = narrow_layout<G.rules>(),
        .functions = &functions_of<CarriedOn<Word>>,
    };
}

extern const Instance italian_instance;
extern const Instance english_instance;
extern const Instance international_instance;
extern const Instance spanish_instance;
extern const Instance spanish_quality_instance;
extern const Instance portuguese_instance;
extern const Instance russian_instance;
extern const Instance triestina_instance;
extern const Instance german_instance;
extern const Instance diagonal_instance;
extern const Instance diagonal_corner_instance;
extern const Instance diagonal_row_instance;
extern const Instance canadian_instance;
extern const Instance pool_instance;
extern const Instance brazilian_instance;
extern const Instance czech_instance;
extern const Instance slovak_instance;
extern const Instance thai_instance;
extern const Instance filipino_instance;
extern const Instance argentine_instance;
extern const Instance jamaican_instance;
extern const Instance ghanaian_instance;
extern const Instance malaysian_instance;
extern const Instance sri_lankan_instance;
extern const Instance mozambican_instance;
extern const Instance south_african_instance;
extern const Instance killer_instance;
extern const Instance breakthrough_instance;
extern const Instance antidraughts_instance;
extern const Instance contract_instance;
extern const Instance spantsireti_instance;
extern const Instance turkish_instance;
extern const Instance armenian_instance;
extern const Instance gothic_instance;
extern const Instance black_white_instance;
extern const Instance double_cross_instance;
extern const Instance frisian_instance;
extern const Instance frysk_instance;
extern const Instance hexdame_instance;
extern const Instance zimbabwean_instance;
extern const Instance croda_instance;
extern const Instance dameo_instance;
extern const Instance harzdame_instance;
extern const Instance zamma_instance;
extern const Instance alquerque_instance;
extern const Instance keny_instance;
extern const Instance tobit_instance;
extern const Instance proof_english_instance;
extern const Instance proof_international_instance;

/// The games offered to players, those played to lose last.
[[nodiscard]] std::span<const Instance* const> catalogue();

/// Every game that can be played: those of the catalogue first, then other readings of them and boards for proofs.
[[nodiscard]] std::span<const Instance* const> compiled();

/// The generators that games share which carry their rules: on 64 bits, and on 128.
extern const Functions* const narrow_functions;
extern const Functions* const wide_functions;

/// The instance of a game or proof board, or of `BASE~key=value`, made if need be; null if there is none of that name.
/// Throws `ComposeError` if the parts after a base make no game.
[[nodiscard]] const Instance* find_instance(std::string_view slug);

/// The instance that a name with or without parts describes, made if need be; it lives as long as the program.
/// Throws `ComposeError`.
[[nodiscard]] const Instance& compose_instance(std::string_view slug);

}  // namespace damiera
