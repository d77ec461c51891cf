// The worth of a quiet position: material, place, mobility, structure, and patterns of men where they have been learned.
//
// What depends on single pieces is summed along the search (`terms_of`, `after`); the rest is counted at the leaf from
// sets of bits. `operator()` answers from the point of view of the side to move, in centipieces.
#pragma once

#include <algorithm>  // clamp, max, min
#include <array>      // array
#include <cstdlib>    // abs
#include <memory>     // shared_ptr
#include <utility>    // index_sequence, move

#include "damiera/board/side.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/eval/shapes.hpp"
#include "damiera/eval/tables.hpp"
#include "damiera/eval/terms.hpp"
#include "damiera/position/position.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::eval {

/// No position is thought worth more; above are scores of what is proved.
inline constexpr int most_worth = 28'000;

/// The shapes of the board of a provider: constants where its rules are.
template <RulesProvider P, bool IsFixed = P::is_fixed>
struct ShapesOf {
    static constexpr Shapes<typename P::Word> shapes{P::value.board};
    explicit ShapesOf(const P&) noexcept {}
};

template <RulesProvider P>
struct ShapesOf<P, false> {
    Shapes<typename P::Word> shapes;
    explicit ShapesOf(const P& provider) : shapes{provider.rules().board} {}
};

/// What is counted of one side.
struct Structure {
    int steps{};
    int king_steps{};
    int backed{};
    int tilt{};
};

template <RulesProvider P>
class Evaluation {
public:
    using Word = typename P::Word;

    /// `learned` may be null: the weights set by hand then serve.
    Evaluation(const P& provider, Goal goal, std::shared_ptr<const Learned> learned)
        : provider_{provider}, learned_{std::move(learned)}, shapes_{provider}, tables_{provider.rules(), goal,
                                                                                        provider.layout(), learned_.get()},
          to_lose_{goal == Goal::lose && (learned_ != nullptr || Weights::knows_how_to_lose(provider.rules()))},
          turned_{goal == Goal::lose && !to_lose_} {}

    /// The sum over single pieces, as White counts.
    [[nodiscard]] Terms terms_of(const Pieces<Word>& pieces) const noexcept {
        Terms sum;
        for (const Side side : {Side::white, Side::black}) {
            Terms own;
            each_bit(pieces.men(side), [&](int at) { own += worth(false, side, at); });
            each_bit(pieces.kings_of(side), [&](int at) { own += worth(true, side, at); });
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
        each_bit(move.captured, [&](int at) { change += worth((kings >> at & 1) != 0, opponent(before.side), at); });
        return before.side == Side::white ? sum + change : sum - change;
    }

    /// The worth of `position`, whose sum over single pieces is `sum`, to the side that moves.
    [[nodiscard]] int operator()(const Position<Word>& position, Terms sum) const noexcept {
        return position.side == Side::white ? judged<Side::white>(position.pieces, sum)
                                            : judged<Side::black>(position.pieces, sum);
    }

    [[nodiscard]] int operator()(const Position<Word>& position) const noexcept {
        return (*this)(position, terms_of(position.pieces));
    }

    /// What is counted of a side, before it is weighed.
    template <Side S>
    [[nodiscard]] Structure structure(const Pieces<Word>& pieces) const noexcept {
        const Layout<Word>& layout = provider_.layout();
        const Word own = pieces.template of<S>();
        const Word men = own & ~pieces.kings;
        const Word kings = own & pieces.kings;
        const Word empty = layout.board & ~pieces.occupied();
        Structure found;
        Word backed = 0;
        each_direction<&Rules::man_moves, S>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            found.steps += popcount(Word{layout.shift(d, men) & empty});
            backed |= layout.shift(d, men) & men;
        });
        if (kings != 0) {
            each_direction<&Rules::king_moves, S>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
                found.king_steps += popcount(Word{layout.shift(d, kings) & empty});
            });
        }
        found.backed = popcount(backed);
        found.tilt = std::abs(popcount(Word{men & tables_.left}) - popcount(Word{men & ~tables_.left}));
        return found;
    }

    /// 1 if `Us`, to move, has the opposition; -1 if the opponent has it; 0 if pieces are not equal in number.
    template <Side Us>
    [[nodiscard]] int opposition(const Pieces<Word>& pieces) const noexcept {
        if (tables_.systems[0] == 0 || popcount(pieces.white) != popcount(pieces.black)) return 0;
        const Word system = tables_.systems[static_cast<std::size_t>(index(Us))];
        return popcount(Word{pieces.occupied() & system}) % 2 != 0 ? 1 : -1;
    }

    /// Call `f(shape, own, turned)` with the pattern of every small or large shape, and of the same on the board turned.
    template <bool IsLarge, class F>
    DAMIERA_INLINE void each_pattern(const Pieces<Word>& pieces, F&& f) const noexcept {
        const Word white = pieces.white & ~pieces.kings;
        const Word black = pieces.black & ~pieces.kings;
        const Word turned_white = reversed(white, tables_.last);
        const Word turned_black = reversed(black, tables_.last);
        const auto look = [&](std::size_t i, const auto& gather) DAMIERA_INLINE_LAMBDA {
            f(i, pattern_of(gather(white), gather(black)), pattern_of(gather(turned_black), gather(turned_white)));
        };
        if constexpr (P::is_fixed) {
            constexpr std::size_t count = list_of<IsLarge>(ShapesOf<P>::shapes).count;
            unroll<IsLarge>(look, std::make_index_sequence<count>{});
        } else {
            const ShapeList<Word>& list = list_of<IsLarge>(shapes_.shapes);
            for (std::size_t i = 0; i < list.count; ++i) {
                look(i, [&](Word word) { return gathered(word, list.masks[i]); });
            }
        }
    }

    /// Call `f(side, kind, king, at)` for every king and every piece beside him; two kings count once.
    template <class F>
    DAMIERA_INLINE void each_beside(const Pieces<Word>& pieces, F&& f) const noexcept {
        const Word white_men = pieces.white & ~pieces.kings;
        const Word black_men = pieces.black & ~pieces.kings;
        const Word black_kings = pieces.black & pieces.kings;
        for (Word kings = pieces.white & pieces.kings; kings != 0;) {
            const int king = lowest(kings);
            kings &= kings - 1;
            each_bit(black_men, [&](int at) { f(Side::white, Beside::enemy_man, king, at); });
            each_bit(white_men, [&](int at) { f(Side::white, Beside::own_man, king, at); });
            each_bit(kings, [&](int at) { f(Side::white, Beside::own_king, king, at); });
            each_bit(black_kings, [&](int at) { f(Side::white, Beside::enemy_king, king, at); });
        }
        for (Word kings = black_kings; kings != 0;) {
            const int king = lowest(kings);
            kings &= kings - 1;
            each_bit(white_men, [&](int at) { f(Side::black, Beside::enemy_man, king, at); });
            each_bit(black_men, [&](int at) { f(Side::black, Beside::own_man, king, at); });
            each_bit(kings, [&](int at) { f(Side::black, Beside::own_king, king, at); });
        }
    }

    [[nodiscard]] const Shapes<Word>& shapes() const noexcept { return shapes_.shapes; }

    /// How full of men the board is, from 0 to `full()`.
    [[nodiscard]] int phase(const Pieces<Word>& pieces) const noexcept {
        return std::min(popcount(Word{pieces.occupied() & ~pieces.kings}), tables_.men_at_start);
    }
    [[nodiscard]] int full() const noexcept { return tables_.men_at_start; }

private:
    static constexpr int few_pieces = 8;
    static constexpr int caught = 100;

    [[nodiscard]] const Terms& worth(bool is_king, Side side, int at) const noexcept {
        const auto& tables = is_king ? tables_.king : tables_.man;
        return tables[static_cast<std::size_t>(index(side))][static_cast<std::size_t>(at)];
    }

    template <bool IsLarge>
    [[nodiscard]] static constexpr const ShapeList<Word>& list_of(const Shapes<Word>& shapes) noexcept {
        return IsLarge ? shapes.large : shapes.small;
    }

    template <bool IsLarge, class F, std::size_t... I>
    DAMIERA_INLINE static void unroll(const F& look, std::index_sequence<I...>) noexcept {
        (look(I, [](Word word) { return gathered<Word, list_of<IsLarge>(ShapesOf<P>::shapes).masks[I]>(word); }), ...);
    }

    template <Side Us>
    [[nodiscard]] int judged(const Pieces<Word>& pieces, Terms sum) const noexcept {
        sum += weighed(structure<Side::white>(pieces));
        sum -= weighed(structure<Side::black>(pieces));
        if (learned_ != nullptr) sum += learned<Us>(pieces);
        const int men = phase(pieces);
        const int full = tables_.men_at_start;
        int white = (sum.opening * men + sum.ending * (full - men)) / (full * fine);
        if (learned_ != nullptr && learned_->network() != nullptr) {
            const int more = learned_->network()->template correction<Us>(pieces) / fine;
            white += Us == Side::white ? more : -more;
        }
        if (pieces.kings != 0 && !to_lose_) white = endgame<Us>(pieces, white);
        white = std::clamp(white, -most_worth, most_worth);
        return (Us == Side::white) != turned_ ? white : -white;
    }

    [[nodiscard]] Terms weighed(const Structure& s) const noexcept {
        return tables_[Term::mobility] * s.steps + tables_[Term::king_mobility] * s.king_steps +
               tables_[Term::support] * s.backed + tables_[Term::tilt] * s.tilt;
    }

    /// White's advantage by what only learned weights know, `Us` being to move.
    template <Side Us>
    [[nodiscard]] Terms learned(const Pieces<Word>& pieces) const noexcept {
        Terms sum = shapes_.shapes.large.count != 0 ? patterns<true>(pieces) : patterns<false>(pieces);
        const Terms own = tables_[Term::turn] + tables_[Term::opposition] * opposition<Us>(pieces);
        sum += Us == Side::white ? own : -own;
        const Word kings = pieces.kings;
        const int white = popcount(Word{pieces.white & kings});
        const int black = popcount(Word{pieces.black & kings});
        sum += learned_->counted(popcount(pieces.white) - white, popcount(pieces.black) - black, white, black);
        if (kings == 0) return sum;
        each_beside(pieces, [&](Side side, Beside kind, int king, int at)
                                DAMIERA_INLINE_LAMBDA { sum += learned_->beside(side, kind, king)[at]; });
        return sum + tables_[Term::has_king] * ((white != 0 ? 1 : 0) - (black != 0 ? 1 : 0));
    }

    template <bool IsLarge>
    [[nodiscard]] DAMIERA_INLINE Terms patterns(const Pieces<Word>& pieces) const noexcept {
        constexpr std::size_t size = IsLarge ? large_patterns : small_patterns;
        const Learned::Pair* weights = learned_->patterns();
        Terms sum;
        each_pattern<IsLarge>(pieces, [&](std::size_t shape, std::size_t own, std::size_t turned) DAMIERA_INLINE_LAMBDA {
            const Learned::Pair a = weights[shape * size + own];
            const Learned::Pair b = weights[shape * size + turned];
            sum += Terms{a.opening - b.opening, a.ending - b.ending};
        });
        return sum;
    }

    /// With kings about: the stronger side seeks exchanges and comes nearer; what is known to be drawn counts little.
    template <Side Us>
    [[nodiscard]] int endgame(const Pieces<Word>& pieces, int white) const noexcept {
        const int total = popcount(pieces.occupied());
        if (total > few_pieces || white == 0) return white;
        const Side strong = white > 0 ? Side::white : Side::black;
        const Side weak = opponent(strong);
        const int most = popcount(pieces.of(strong));
        if (tables_.holds_alone && pieces.kings_of(weak) != 0 && most <= 3) {
            if (!is_caught(pieces, strong, Us)) return white / 8;
            return strong == Side::white ? white + caught : white - caught;
        }
        if (most <= popcount(pieces.of(weak)) || pieces.kings_of(strong) == 0) return white;
        const int bonus = 4 * (few_pieces - total) + (tables_.flies ? 0 : approach(pieces, strong));
        return strong == Side::white ? white + bonus : white - bonus;
    }

    /// Whether three pieces, two of them kings at least, catch a lone flying king: they hold the long road, or he does not
    /// and cannot reach it at once. Of the endings of Russian draughts of which this says so, 96 to 99 in a hundred are won.
    [[nodiscard]] bool is_caught(const Pieces<Word>& pieces, Side strong, Side to_move) const noexcept {
        const Word kings = pieces.kings_of(strong);
        const Word alone = pieces.of(opponent(strong));
        if (tables_.road == 0 || popcount(kings) < 2 || popcount(pieces.of(strong)) != 3 || popcount(alone) != 1) return false;
        return (kings & tables_.road) != 0 || (to_move == strong && (alone & tables_.road) == 0);
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
    std::shared_ptr<const Learned> learned_;
    [[no_unique_address]] ShapesOf<P> shapes_;
    Tables<Word> tables_;
    bool to_lose_;  // by weights of its own: nobody is to be caught
    bool turned_;   // what is good for the rules is bad for the goal
};

}  // namespace damiera::eval
