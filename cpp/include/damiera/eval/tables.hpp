// What a piece is worth and where it likes to stand: one source for all games, made from the rules and the geometry.
#pragma once

#include <algorithm>  // min
#include <array>      // array

#include "damiera/board/layout.hpp"
#include "damiera/board/side.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/eval/terms.hpp"
#include "damiera/rules/rules.hpp"

namespace damiera::eval {

/// Weights in centipieces; a man in the opening is the unit. Set by hand after a regression on the results of quick
/// games between equals, and kept when they won matches.
struct Weights {
    Terms man{100, 100};
    Terms king{};
    Terms row{};             // a man, for every row gone forward
    Terms last_but_one{};    // a man one step from his crown
    Terms last_but_two{};
    Terms guard{};           // a man at home
    Terms centre{2, 1};      // a man, for every file away from the rim
    Terms king_centre{2, 4};
    Terms king_diagonal{};   // on the longest diagonal
    Terms mobility{};        // a step that a man can make
    Terms king_mobility{1, 3};
    Terms support{};         // a man with a friend behind him
    Terms tilt{1, 0};        // for each man more on one wing than on the other, taken off

    [[nodiscard]] static constexpr Weights of(const Rules& rules) noexcept {
        Weights w = rules.king_range == KingRange::flying ? with_flying_kings() : with_short_kings();
        if (!rules.man_captures_king) w.king = {165, 200};
        if (rules.goal == Goal::breakthrough) w.row = {8, 12};
        return w;
    }

private:
    [[nodiscard]] static constexpr Weights with_flying_kings() noexcept {
        Weights w;
        w.king = {270, 290};
        w.row = {0, 5};
        w.last_but_one = {40, 45};
        w.last_but_two = {15, 20};
        w.guard = {9, -2};
        w.king_diagonal = {15, 20};
        w.mobility = {2, 3};
        w.support = {2, 1};
        return w;
    }

    /// On small boards a side is often beaten by lack of moves: freedom counts for more the fewer men are left.
    [[nodiscard]] static constexpr Weights with_short_kings() noexcept {
        Weights w;
        w.king = {135, 145};
        w.row = {-3, 6};
        w.last_but_one = {8, 30};
        w.last_but_two = {3, 12};
        w.guard = {9, 7};
        w.mobility = {-2, 14};
        w.support = {0, 1};
        return w;
    }
};

/// The worth of each piece on each square and of the terms, as the owner counts, in `fine` parts of a centipiece.
template <BoardWord Word>
struct Tables {
    static constexpr int capacity = Layout<Word>::capacity;
    using PerSquare = std::array<Terms, capacity>;

    std::array<PerSquare, 2> man{};  // by side
    std::array<PerSquare, 2> king{};
    std::array<Terms, terms> term{};
    Word diagonals{};                // the longest diagonals
    Word left{};                     // the half of the board on White's left
    std::array<Word, 2> systems{};   // the files of a side's first row, on boards of one colour
    int last{};                      // the highest bit of the board and the lowest, added
    int men_at_start{};              // of both sides, at most: what counts as a full board
    bool flies{};

    /// Made by hand, or learned if there is anything learned.
    constexpr Tables(const Rules& rules, const Layout<Word>& layout, const Learned* learned) {
        const Geometry g = rules.board;
        const Weights weights = Weights::of(rules);
        last = g.turned(0);
        men_at_start = full_of(g);
        flies = rules.king_range == KingRange::flying;
        for (int rank = 0; rank < g.ranks; ++rank) {
            for (int file = 0; file < g.files; ++file) {
                if (g.has(file, rank)) place(g, layout, weights, file, rank);
            }
        }
        set(Term::mobility, weights.mobility);
        set(Term::king_mobility, weights.king_mobility);
        set(Term::support, weights.support);
        set(Term::tilt, -weights.tilt);
        if (learned != nullptr) take(g, layout, *learned);
    }

    [[nodiscard]] constexpr const Terms& operator[](Term which) const noexcept {
        return term[static_cast<std::size_t>(which)];
    }

    /// Steps between two squares for a king that goes one square at a time.
    [[nodiscard]] constexpr int distance(int from, int to) const noexcept {
        const auto a = static_cast<std::size_t>(from);
        const auto b = static_cast<std::size_t>(to);
        const int ranks = ranks_[a] < ranks_[b] ? ranks_[b] - ranks_[a] : ranks_[a] - ranks_[b];
        const int files = files_[a] < files_[b] ? files_[b] - files_[a] : files_[a] - files_[b];
        return ranks > files ? ranks : files;
    }

    /// The men of both sides that count as a full board.
    [[nodiscard]] static constexpr int full_of(Geometry g) noexcept { return (g.ranks / 2 - 1) * g.width() * 2; }

private:
    constexpr void set(Term which, Terms worth) noexcept { term[static_cast<std::size_t>(which)] = worth * fine; }

    constexpr void place(Geometry g, const Layout<Word>& layout, const Weights& weights, int file, int rank) {
        const int at = g.bit_of(file, rank);
        const auto slot = static_cast<std::size_t>(at);
        const int inwards = std::min(file, g.files - 1 - file);
        const int from_edge = std::min({inwards, rank, g.ranks - 1 - rank});
        ranks_[slot] = rank;
        files_[slot] = file;
        if (file < g.files / 2) left |= bit<Word>(at);
        if (file == rank) diagonals |= bit<Word>(at);
        if (g.is_one_coloured()) systems[static_cast<std::size_t>(file % 2)] |= bit<Word>(at);
        for (const Side side : {Side::white, Side::black}) {
            const auto own = static_cast<std::size_t>(index(side));
            const int way = layout.way[own][slot];
            man[own][slot] = man_at(g, weights, way, inwards) * fine;
            king[own][slot] = weights.king + weights.king_centre * from_edge;
            if ((diagonals & bit<Word>(at)) != 0) king[own][slot] += weights.king_diagonal;
            king[own][slot] = king[own][slot] * fine;
        }
    }

    [[nodiscard]] static constexpr Terms man_at(Geometry g, const Weights& weights, int way, int inwards) {
        Terms worth = weights.man + weights.row * (g.ranks - 1 - way) + weights.centre * inwards;
        if (way == g.ranks - 1) worth += weights.guard;
        if (way == 1) worth += weights.last_but_one;
        if (way == 2) worth += weights.last_but_two;
        return worth;
    }

    void take(Geometry g, const Layout<Word>& layout, const Learned& learned) {
        each_bit(layout.board, [&](int at) {
            const auto slot = static_cast<std::size_t>(at);
            const auto turned = static_cast<std::size_t>(g.turned(at));
            man[0][slot] = man[1][turned] = learned.man(at);
            king[0][slot] = king[1][turned] = learned.king(at);
        });
        for (std::size_t i = 0; i < terms; ++i) term[i] = learned[static_cast<Term>(i)];
    }

    std::array<int, capacity> ranks_{};
    std::array<int, capacity> files_{};
};

}  // namespace damiera::eval
