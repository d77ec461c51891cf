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
    Terms row{};           // a man, for every row gone forward
    Terms last_but_one{};  // a man one step from his crown
    Terms last_but_two{};
    Terms guard{};       // a man at home
    Terms centre{2, 1};  // a man, for every file away from the rim
    Terms king_centre{2, 4};
    Terms king_diagonal{};  // on the longest diagonal
    Terms mobility{};       // a step that a man can make
    Terms king_mobility{1, 3};
    Terms support{};   // a man with a friend behind him
    Terms tilt{1, 0};  // for each man more on one wing than on the other, taken off

    [[nodiscard]] static constexpr Weights of(const Rules& rules, Goal goal) noexcept {
        if (goal == Goal::lose && knows_how_to_lose(rules)) return to_lose(rules);
        Weights w = rules.king_range == KingRange::flying ? with_flying_kings() : with_short_kings();
        if (!rules.man_captures_king) w.king = {165, 200};
        if (goal == Goal::breakthrough) w.row = {8, 12};
        return w;
    }

    /// Whether there are weights for losing. Where all squares are played on those of other boards were no help: there what
    /// is good to win is taken to be bad to lose.
    [[nodiscard]] static constexpr bool knows_how_to_lose(const Rules& rules) noexcept { return rules.board.is_one_coloured(); }

private:
    /// Who is to lose all his men keeps them back and crowns none while the board is full: a king must take whatever is
    /// offered to him, wherever he stands. With few men left it is freedom that counts, and kings have most of it.
    [[nodiscard]] static constexpr Weights to_lose(const Rules& rules) noexcept {
        if (rules.king_range != KingRange::flying) return losing_with_short_kings();
        const bool is_wide = rules.board.files >= 12 || rules.man_captures.size() == 8;
        return is_wide ? losing_on_wide_boards() : losing_with_flying_kings();
    }

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

    // To lose: regressions on the results of quick games, of Russian, Brazilian and international draughts ...
    [[nodiscard]] static constexpr Weights losing_with_flying_kings() noexcept {
        Weights w;
        w.man = {42, -76};
        w.king = {-30, 81};
        w.row = {-11, 2};
        w.last_but_one = {-58, 41};
        w.last_but_two = {-47, 29};
        w.guard = {-9, -7};
        w.centre = {-2, 7};
        w.king_centre = {25, -17};
        w.king_diagonal = {4, 13};
        w.mobility = {2, 35};
        w.king_mobility = {-57, 35};
        w.support = {-7, 26};
        w.tilt = {-10, 11};
        return w;
    }

    // ... of Frisian, which serves where kings reach farther still ...
    [[nodiscard]] static constexpr Weights losing_on_wide_boards() noexcept {
        Weights w;
        w.man = {-46, -46};
        w.king = {-24, 6};
        w.row = {5, 0};
        w.last_but_one = {-36, -22};
        w.last_but_two = {-12, -8};
        w.guard = {-33, -17};
        w.centre = {1, 7};
        w.king_centre = {-9, -3};
        w.king_diagonal = {-5, 0};
        w.mobility = {1, 20};
        w.king_mobility = {-28, 35};
        w.support = {2, 6};
        w.tilt = {4, -7};
        return w;
    }

    // ... and of Italian and English.
    [[nodiscard]] static constexpr Weights losing_with_short_kings() noexcept {
        Weights w;
        w.man = {-20, 42};
        w.king = {-45, 81};
        w.row = {-2, 1};
        w.last_but_one = {-38, -10};
        w.last_but_two = {-13, -9};
        w.guard = {0, -7};
        w.centre = {1, 7};
        w.king_centre = {9, 12};
        w.king_diagonal = {-6, -12};
        w.mobility = {-7, 10};
        w.king_mobility = {-20, 2};
        w.support = {-3, 2};
        w.tilt = {5, -11};
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
    Word road{};                    // the long road, where he who holds it decides three kings against one; may be none
    Word left{};                    // the half of the board on White's left
    std::array<Word, 2> systems{};  // the files of a side's first row, on boards of one colour
    int last{};                     // the highest bit of the board and the lowest, added
    int men_at_start{};             // of both sides, at most: what counts as a full board
    bool flies{};
    bool holds_alone{};  // whether a lone flying king mostly draws against three pieces

    /// Made by hand, or learned if there is anything learned.
    constexpr Tables(const Rules& rules, Goal goal, const Layout<Word>& layout, const Learned* learned) {
        const Geometry g = rules.board;
        const Weights weights = Weights::of(rules, goal);
        last = g.turned(0);
        men_at_start = full_of(g);
        flies = rules.king_range == KingRange::flying;
        holds_alone = flies && !is_caught_by_two(rules);
        for (int rank = 0; rank < g.ranks; ++rank) {
            for (int file = 0; file < g.files; ++file) {
                if (g.has(file, rank)) place(g, layout, weights, file, rank);
            }
        }
        if (flies && goal == Goal::win && g.is_one_coloured() && g.files == 8 && g.ranks == 8) {
            for (int i = 0; i < g.files; ++i) road |= bit<Word>(g.bit_of(i, i));
        }
        set(Term::mobility, weights.mobility);
        set(Term::king_mobility, weights.king_mobility);
        set(Term::support, weights.support);
        set(Term::tilt, -weights.tilt);
        if (learned != nullptr) take(g, layout, *learned);
    }

    [[nodiscard]] constexpr const Terms& operator[](Term which) const noexcept { return term[static_cast<std::size_t>(which)]; }

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

    /// Whether two flying kings catch one: he who captures them may not choose where he lands, or goes and captures as a rook,
    /// or captures in more directions than he goes. By the tables of three pieces two kings to move then win 99 positions in a
    /// hundred and more (killer, Thai, Turkish, Armenian, Croda, Harzdame, Frisian), in the other games 33 to 48.
    [[nodiscard]] static constexpr bool is_caught_by_two(const Rules& rules) noexcept {
        const auto moves = rules.king_moves.bits;
        const auto captures = rules.king_captures.bits;
        const bool is_rook = captures == all_orthogonals.bits && (moves & captures) == captures;
        const bool captures_further = captures != moves && (moves & captures) == moves;
        return rules.landing != Landing::any || is_rook || captures_further;
    }

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
        if (g.is_one_coloured()) systems[static_cast<std::size_t>(file % 2)] |= bit<Word>(at);
        for (const Side side : {Side::white, Side::black}) {
            const auto own = static_cast<std::size_t>(index(side));
            const int way = layout.way[own][slot];
            man[own][slot] = man_at(g, weights, way, inwards) * fine;
            king[own][slot] = weights.king + weights.king_centre * from_edge;
            if (file == rank) king[own][slot] += weights.king_diagonal;
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

extern template struct Tables<Word64>;  // compiled in `cpp/src/engines.cpp`
extern template struct Tables<Word128>;

}  // namespace damiera::eval
