// The worth of a quiet position: material, place, mobility and structure.
//
// What depends on single pieces is summed along the search (`terms_of`, `after`); the rest is counted at the leaf from
// sets of bits. `operator()` answers from the point of view of the side to move, in centipieces.
#pragma once

#include <algorithm>  // max, min
#include <cstdlib>    // abs

#include "damiera/board/side.hpp"
#include "damiera/eval/tables.hpp"
#include "damiera/eval/terms.hpp"
#include "damiera/position/position.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::eval {

template <RulesProvider P>
class Evaluation {
public:
    using Word = typename P::Word;

    Evaluation(const P& provider, Goal goal)
        : provider_{provider}, tables_{provider.rules(), provider.layout()}, loses_{goal == Goal::lose} {}

    /// The sum over single pieces, as White counts.
    [[nodiscard]] Terms terms_of(const Pieces<Word>& pieces) const noexcept {
        Terms sum;
        for (const Side side : {Side::white, Side::black}) {
            Terms own;
            each_bit(pieces.men(side), [&](int at) { own += man(side, at); });
            each_bit(pieces.kings_of(side), [&](int at) { own += king(at); });
            sum += side == Side::white ? own : -own;
        }
        return sum;
    }

    /// The sum after `move`, from the sum before it.
    [[nodiscard]] Terms after(Terms sum, const Position<Word>& before, const Move<Word>& move) const noexcept {
        const Word kings = before.pieces.kings;
        const bool is_king = (kings >> move.from & 1) != 0;
        Terms change = -worth(is_king, before.side, move.from);
        change += worth(is_king || move.promotes, before.side, move.to);
        each_bit(move.captured,
                 [&](int at) { change += worth((kings >> at & 1) != 0, opponent(before.side), at); });
        return before.side == Side::white ? sum + change : sum - change;
    }

    /// The worth of `position`, whose sum over single pieces is `sum`, to the side that moves.
    [[nodiscard]] int operator()(const Position<Word>& position, Terms sum) const noexcept {
        const Pieces<Word>& pieces = position.pieces;
        sum += structure<Side::white>(pieces);
        sum -= structure<Side::black>(pieces);
        const int men = popcount(Word{pieces.occupied() & ~pieces.kings});
        const int full = tables_.men_at_start;
        const int phase = std::min(men, full);
        int white = (sum.opening * phase + sum.ending * (full - phase)) / full;
        if (pieces.kings != 0) white = endgame(pieces, white);
        return (position.side == Side::white) != loses_ ? white : -white;
    }

    [[nodiscard]] int operator()(const Position<Word>& position) const noexcept {
        return (*this)(position, terms_of(position.pieces));
    }

private:
    static constexpr int few_pieces = 8;

    [[nodiscard]] const Terms& man(Side side, int at) const noexcept {
        return tables_.man[static_cast<std::size_t>(index(side))][static_cast<std::size_t>(at)];
    }
    [[nodiscard]] const Terms& king(int at) const noexcept { return tables_.king[static_cast<std::size_t>(at)]; }
    [[nodiscard]] const Terms& worth(bool is_king, Side side, int at) const noexcept {
        return is_king ? king(at) : man(side, at);
    }

    /// Mobility and mutual support of one side.
    template <Side S>
    [[nodiscard]] Terms structure(const Pieces<Word>& pieces) const noexcept {
        const Layout<Word>& layout = provider_.layout();
        const Word own = pieces.template of<S>();
        const Word men = own & ~pieces.kings;
        const Word kings = own & pieces.kings;
        const Word empty = layout.board & ~pieces.occupied();
        int steps = 0;
        int king_steps = 0;
        Word backed = 0;
        each_direction<&Rules::man_moves, S>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            steps += popcount(Word{layout.shift(d, men) & empty});
            backed |= layout.shift(d, men) & men;
        });
        if (kings != 0) {
            each_direction<&Rules::king_moves, S>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
                king_steps += popcount(Word{layout.shift(d, kings) & empty});
            });
        }
        const Weights& w = tables_.weights;
        const int tilt = std::abs(popcount(Word{men & tables_.left}) - popcount(Word{men & ~tables_.left}));
        return w.mobility * steps + w.king_mobility * king_steps + w.support * popcount(backed) - w.tilt * tilt;
    }

    /// With kings about: the stronger side seeks exchanges and comes nearer; what is known to be drawn counts little.
    [[nodiscard]] int endgame(const Pieces<Word>& pieces, int white) const noexcept {
        const int total = popcount(pieces.occupied());
        if (total > few_pieces) return white;
        const Side strong = white >= 0 ? Side::white : Side::black;
        const Side weak = opponent(strong);
        const int most = popcount(pieces.of(strong));
        if (tables_.flies && pieces.kings_of(weak) != 0 && most <= 3) return white / 8;
        if (most <= popcount(pieces.of(weak)) || pieces.kings_of(strong) == 0) return white;
        const int bonus = 4 * (few_pieces - total) + (tables_.flies ? 0 : approach(pieces, strong));
        return strong == Side::white ? white + bonus : white - bonus;
    }

    /// How near the kings of `strong` stand to the pieces they hunt.
    [[nodiscard]] int approach(const Pieces<Word>& pieces, Side strong) const noexcept {
        const Word hunted = pieces.of(opponent(strong));
        int near = 0;
        each_bit(pieces.kings_of(strong), [&](int from) {
            int least = 16;
            each_bit(hunted, [&](int at) { least = std::min(least, tables_.distance(from, at)); });
            near += 16 - 2 * least;
        });
        return near;
    }

    P provider_;
    Tables<Word> tables_;
    bool loses_;  // what is good for the rules is bad for the goal
};

}  // namespace damiera::eval
