// The walk along captures, one piece at a time, depth first.
//
// The set methods of the generator answer for men that capture once or twice; everything else is walked. What is done
// with a finished capture is the sink's business: keep the best, or tell them all with their routes.
#pragma once

#include <array>      // array
#include <cstddef>    // size_t
#include <cstdint>    // int64_t
#include <stdexcept>  // length_error

#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/movegen/flight.hpp"
#include "damiera/movegen/precedence.hpp"
#include "damiera/position/move.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

/// How many jumps one generation may try. Positions from outside can be made to hold millions of routes.
using Budget = std::int64_t;
inline constexpr Budget unlimited = INT64_MAX;

/// How many jumps a listing of moves tries for each piece: some milliseconds. What the pieces have taken by then is listed.
inline constexpr Budget move_budget = 200'000;

/// How many captures of one piece are listed, where there is a budget.
inline constexpr std::size_t most_of_a_piece = 1000;

/// A position has more capture routes than the caller was ready to follow.
struct BudgetExceeded : std::length_error {
    BudgetExceeded() : std::length_error{"this position has too many capture routes to list them all"} {}
};

/// The fewest pieces that two routes of one piece may take in different order and come out on the same square.
///
/// Where pieces jump along two axes and what is jumped stays, routes that take the same three pieces are the same route:
/// each landing lies on the line of the next piece. Three axes let a triangle be walked either way round. Where captured
/// pieces leave at once a king may turn straight back from any landing.
[[nodiscard]] constexpr int fewest_twice(const Rules& rules) noexcept {
    if (rules.removal == Removal::immediate) return 2;
    return (rules.man_captures | rules.king_captures).size() <= 4 ? 4 : 3;
}

/// Keeps the captures that nothing precedes, each move once; or only counts them.
template <BoardWord Word>
class BestCaptures {
public:
    static constexpr bool traces = false;

    BestCaptures(MoveList<Word>& list, const Rules& rules, bool counting, std::size_t most) noexcept
        : list_{list}, most_{most}, fewest_twice_{fewest_twice(rules)}, counting_{counting} {}

    void begin_piece() noexcept { piece_begin_ = list_.size(); }

    /// One capture for each of `landings`.
    void finish(int from, Word landings, Word captured, bool crowned, const Tally& tally, Precedence precedence, bool) {
        if (precedence < best_) return;
        if (precedence > best_) {
            best_ = precedence;
            list_.clear();
            counted_ = 0;
            piece_begin_ = 0;
        }
        const bool once = tally.pieces < fewest_twice_;
        if (once && counting_) {
            counted_ += popcount(landings);
            return;
        }
        each_bit(landings, [&](int to) {
            if (!once && is_known(to, captured)) return;
            if (list_.size() - piece_begin_ >= most_) [[unlikely]]
                throw BudgetExceeded{};
            list_.push({captured, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), crowned});
        });
    }

    /// How many there are, whether listed or only counted.
    [[nodiscard]] int count() const noexcept { return counted_ + static_cast<int>(list_.size()); }

private:
    [[nodiscard]] bool is_known(int to, Word captured) const noexcept {
        for (std::size_t i = piece_begin_; i < list_.size(); ++i) {
            if (list_[i].to == to && list_[i].captured == captured) return true;
        }
        return false;
    }

    MoveList<Word>& list_;
    Precedence best_ = 0;
    std::size_t piece_begin_ = 0;
    std::size_t most_;
    int counted_ = 0;
    int fewest_twice_;
    bool counting_;
};

/// Every capture of side `Us`. The sink's `finish` hears of each complete one; a sink that `traces` is also told of
/// each jump and of its being taken back, and sees routes apart that differ only in a landing between two jumps.
template <RulesProvider P, Side Us, class Sink>
class Walk {
public:
    using Word = typename P::Word;

    Walk(const P& provider, const Pieces<Word>& pieces, Sink& sink, Budget budget)
        : provider_{provider}, own_{pieces.template of<Us>()}, men_{own_ & ~pieces.kings},
          enemy_{pieces.template of<opponent(Us)>()}, kings_{pieces.kings}, sink_{sink}, limit_{budget}, budget_{budget} {}

    void all() { all(men_); }

    /// Only some of the men, and all kings: each has the whole budget, and is heard of as far as that goes.
    void all(Word men) {
        const Word leaving = (own_ & kings_) | (rules().promotion == Promotion::king ? men : Word{0});
        if (filters() && leaving != 0) look_ahead(leaving);
        bool exceeded = false;
        each_bit(men, [&](int from) { exceeded |= !within_budget([&] { from_man(from); }); });
        each_bit(Word{own_ & kings_}, [&](int from) { exceeded |= !within_budget([&] { from_king(from); }); });
        if (exceeded) throw BudgetExceeded{};
    }

    void from_man(int from) {
        begin(from, false);
        jump<false>(bit<Word>(from), 0, {});
    }

    void from_king(int from) {
        begin(from, true);
        if (rules().king_range == KingRange::flying) {
            fly_on(from, 0, {});
        } else {
            jump<true>(bit<Word>(from), 0, {});
        }
    }

private:
    [[nodiscard]] const Rules& rules() const noexcept { return provider_.rules(); }
    [[nodiscard]] const Layout<Word>& layout() const noexcept { return provider_.layout(); }
    [[nodiscard]] bool removes_at_once() const noexcept { return rules().removal == Removal::immediate; }

    /// Whether a flying king may turn straight back: only when the piece it jumped is gone.
    [[nodiscard]] bool turns_back() const noexcept { return removes_at_once() && rules().reversal; }

    [[nodiscard]] static constexpr std::size_t at(Direction d) noexcept { return static_cast<std::size_t>(index(d)); }

    /// Whether `may_fly_` is worth its making: where captured pieces stay, what cannot be captured at first never can.
    [[nodiscard]] bool filters() const noexcept {
        return !Sink::traces && rules().king_range == KingRange::flying && !removes_at_once();
    }

    /// Find out from where kings may capture; the squares of `leaving`, of which one is to walk, count as free.
    void look_ahead(Word leaving) noexcept {
        const Word empty = layout().board & ~(enemy_ | (own_ & ~leaving));
        each_direction<&Rules::king_captures, Us>(
            provider_, [&](auto d) DAMIERA_INLINE_LAMBDA { may_fly_[at(d)] = flying_from(provider_, d, enemy_, empty); });
    }

    /// Those of `set` from which a king may capture in `d`; or more.
    [[nodiscard]] Word may_fly(Direction d, Word set) const noexcept { return filters() ? set & may_fly_[at(d)] : set; }

    void begin(int from, bool king) {
        origin_ = from;
        by_king_ = king;
        occupied_ = (own_ | enemy_) & ~bit<Word>(from);
        sink_.begin_piece();
    }

    /// Whether the budget of a piece lasts for what `walk` does.
    template <class F>
    bool within_budget(F&& walk) {
        budget_ = limit_;
        try {
            walk();
        } catch (const BudgetExceeded&) {
            return false;
        }
        return true;
    }

    void spend() {
        if (--budget_ < 0) [[unlikely]]
            throw BudgetExceeded{};
    }

    [[nodiscard]] Word standing(Word captured) const noexcept {
        return removes_at_once() ? Word{occupied_ & ~captured} : occupied_;
    }

    [[nodiscard]] Word men_targets() const noexcept { return rules().man_captures_king ? enemy_ : Word{enemy_ & ~kings_}; }

    void finish(Word landings, Word captured, const Tally& tally, bool crowned) {
        sink_.finish(origin_, landings, captured, crowned, tally, precedence(rules().choice, tally, by_king_), by_king_);
    }

    void enter(Word over, int landing) {
        if constexpr (Sink::traces) sink_.enter(lowest(over), landing, (over & kings_) != 0);
    }

    void leave() {
        if constexpr (Sink::traces) sink_.leave();
    }

    [[nodiscard]] bool on_last_row(Word at) const noexcept {
        return (at & layout().last_row[static_cast<std::size_t>(index(Us))]) != 0;
    }

    /// Go on from `at` with a piece that jumps to the square just behind; `King` says what it is now.
    template <bool King>
    DAMIERA_NOINLINE void jump(Word at, Word captured, Tally tally) {
        spend();
        const Word targets = (King ? enemy_ : men_targets()) & ~captured;
        const Word empty = layout().board & ~standing(captured);
        bool went_on = false;
        each_direction<(King ? &Rules::king_captures : &Rules::man_captures), Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            const Word over = layout().shift(d, at) & targets;
            const Word landing = layout().shift(d, over) & empty;
            if (landing == 0) return;
            went_on = true;
            enter(over, lowest(landing));
            land<King>(d, landing, captured | over, tally.with((over & kings_) != 0));
            leave();
        });
        if (!went_on && captured != 0) {
            finish(at, captured, tally, !by_king_ && (King || on_last_row(at)));
        }
    }

    template <bool King, class D>
    void land(D d, Word at, Word captured, const Tally& tally) {
        if (!King && on_last_row(at) && rules().promotion != Promotion::pass) {
            land_on_last_row(d, at, captured, tally);
        } else {
            jump<King>(at, captured, tally);
        }
    }

    template <class D>
    void land_on_last_row(D d, Word at, Word captured, const Tally& tally) {
        if (rules().promotion == Promotion::stop) {
            finish(at, captured, tally, true);
        } else if (rules().king_range == KingRange::adjacent) {
            jump<true>(at, captured, tally);
        } else if (!fly_on(d, lowest(at), captured, tally)) {
            finish(at, captured, tally, true);
        }
    }

    /// Try every direction from `at`; tell whether there was anything to capture.
    bool fly_on(int at, Word captured, const Tally& tally) {
        bool went_on = false;
        each_direction<&Rules::king_captures, Us>(provider_, [&](auto d) {
            if (may_fly(d, bit<Word>(at)) != 0 && fly(d, at, captured, tally)) went_on = true;
        });
        return went_on;
    }

    /// The same for a piece that came to `at` by a jump in direction `d`.
    template <class D>
    bool fly_on(D d, int at, Word captured, const Tally& tally) {
        bool went_on = false;
        each_direction<&Rules::king_captures, Us>(provider_, [&](auto x) {
            if (x == opposite(d) && !turns_back()) return;
            if (may_fly(x, bit<Word>(at)) != 0 && fly(x, at, captured, tally)) went_on = true;
        });
        return went_on;
    }

    /// Capture the first piece in direction `d` with a flying king, and go on; tell whether that was possible.
    template <class D>
    DAMIERA_NOINLINE bool fly(D d, int at, Word captured, Tally tally) {
        const Word standing_now = standing(captured);
        const Word ahead = layout().ray(d, at) & standing_now;
        if (ahead == 0) return false;
        const int met = layout().nearest(d, ahead);
        const Word over = bit<Word>(met);
        if ((over & enemy_ & ~captured) == 0) return false;
        const Word landings = landings_behind(d, met, over, standing_now);
        if (landings == 0) return false;
        spend();
        follow(d, landings, over, captured | over, tally.with((over & kings_) != 0));
        return true;
    }

    template <class D>
    [[nodiscard]] Word landings_behind(D d, int met, Word over, Word standing_now) const noexcept {
        const Word behind = layout().ray(d, met);
        if (rules().landing == Landing::adjacent) return layout().shift(d, over) & behind & ~standing_now;
        const Word next = behind & standing_now;
        if (next == 0) return behind;
        const int stop = layout().nearest(d, next);
        return behind & ~(layout().ray(d, stop) | bit<Word>(stop));
    }

    /// From each landing go on sideways, and straight on; what cannot go on is finished.
    ///
    /// A landing from which nothing follows is no choice where another allows a further capture: under rules of number
    /// it loses by number, and only a sink that traces wants to hear of it.
    template <class D>
    void follow(D d, Word landings, Word over, Word captured, const Tally& tally) {
        const Word went_on =
            Sink::traces ? going_traced(d, landings, over, captured, tally) : going(d, landings, captured, tally);
        const bool told = went_on == 0 || (Sink::traces && prefers_more(rules().choice));
        if (!told) return;
        Word final = landings & ~went_on;
        if (rules().landing == Landing::killer && (over & kings_) != 0) final &= layout().shift(d, over);
        if constexpr (!Sink::traces) {
            if (final != 0) finish(final, captured, tally, !by_king_);
        } else {
            each_bit(final, [&](int landing) {
                enter(over, landing);
                finish(bit<Word>(landing), captured, tally, !by_king_);
                leave();
            });
        }
    }

    /// Go on from `landings`; those from which that was possible. Straight on is tried from the last of them alone.
    template <class D>
    Word going(D d, Word landings, Word captured, const Tally& tally) {
        Word went_on = 0;
        each_direction<&Rules::king_captures, Us>(provider_, [&](auto x) {
            if (x == opposite(d) && !turns_back()) return;
            Word from = may_fly(x, landings);
            if (x == d) from &= bit<Word>(farthest(d, landings));
            each_bit(from, [&](int landing) {
                if (fly(x, landing, captured, tally)) went_on |= bit<Word>(landing);
            });
        });
        return went_on;
    }

    /// The same, landing by landing, each way told.
    template <class D>
    Word going_traced(D d, Word landings, Word over, Word captured, const Tally& tally) {
        Word went_on = 0;
        each_bit(landings, [&](int landing) {
            enter(over, landing);
            if (fly_on(d, landing, captured, tally)) went_on |= bit<Word>(landing);
            leave();
        });
        return went_on;
    }

    template <class D>
    [[nodiscard]] int farthest(D d, Word landings) const noexcept {
        return layout().nearest(opposite(d), landings);
    }

    P provider_;
    Word own_;
    Word men_;
    Word enemy_;
    Word kings_;
    Word occupied_{};  // the walking piece left out: it may come back to its square
    int origin_{};
    bool by_king_{};
    Sink& sink_;
    Budget limit_;
    Budget budget_;
    std::array<Word, 8> may_fly_{};  // by direction: from where a king captures, as far as the other pieces matter
};

}  // namespace damiera
