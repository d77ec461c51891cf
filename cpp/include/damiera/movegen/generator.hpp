// The legal moves of a side: are there captures, how many moves, which moves. Three faces of one question.
//
// Men are treated as sets. `man_from_[d]` holds the squares from which a man may capture in direction d: one AND with
// the men tells who can. The landings of all men that capture in one direction are one word, each bit of it one
// capture; those of it that lie in `man_from_[x]` go on. That answers for men that capture once or twice (for men that
// never turn back, three times), and as far as counting goes for kings that capture once; the rest is walked, see `walk.hpp`.
#pragma once

#include <array>        // array
#include <cstddef>      // size_t
#include <cstdint>      // uint8_t
#include <type_traits>  // conditional_t, integral_constant

#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/movegen/flight.hpp"
#include "damiera/movegen/precedence.hpp"
#include "damiera/movegen/walk.hpp"
#include "damiera/position/move.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/position/position.hpp"
#include "damiera/position/runs.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

/// A set that is always empty, and costs nothing to hand on.
template <BoardWord Word>
struct NoSquares {
    constexpr NoSquares(Word) noexcept {}
    constexpr operator Word() const noexcept { return 0; }
};

template <RulesProvider P, Side Us>
class Generator {
public:
    using Word = typename P::Word;

    /// `resting` are kings that may not move unless they capture; none in most games.
    DAMIERA_INLINE Generator(const P& provider, const Pieces<Word>& pieces, Word resting = 0) noexcept
        : provider_{provider}, pieces_{pieces}, men_{pieces.template of<Us>() & ~pieces.kings},
          kings_{pieces.template of<Us>() & pieces.kings}, resting_{resting}, enemy_{pieces.template of<opponent(Us)>()},
          empty_{provider.layout().board & ~pieces.occupied()} {
        if (rules().goal == Goal::breakthrough && pieces.kings != 0) men_ = kings_ = 0;  // the game is over
        const Word targets = targets_of_men();
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            man_from_[at(d)] = layout().back(d, targets & layout().back(d, empty_));
            man_captures_ |= men_ & man_from_[at(d)];
        });
    }

    /// Whether a capture is possible, and so compulsory.
    [[nodiscard]] DAMIERA_INLINE bool detect() const noexcept {
        return man_captures_ != 0 || (kings_ != 0 && flights().capture);
    }

    /// Whether there is any legal move.
    [[nodiscard]] DAMIERA_INLINE bool any() const noexcept { return detect() || count_quiet() != 0; }

    /// The number of legal moves.
    [[nodiscard]] DAMIERA_INLINE int count(Budget budget) const {
        if (is_simple()) return count_single();
        return count_rest(provider_, pieces_.white, pieces_.black, pieces_.kings, resting_, budget);
    }

    /// Replace what is in the list by the legal moves; tell whether they are all: what the budget did not reach is left out.
    DAMIERA_INLINE bool generate(MoveList<Word>& list, Budget budget) const {
        if (list_has_room() && is_simple()) {
            list_single(list);
            return true;
        }
        return list_rest(provider_, pieces_.white, pieces_.black, pieces_.kings, resting_, list, budget);
    }

private:
    /// How many pieces the longest capture of a man takes, as far as sets of men can tell.
    enum class Reach : std::uint8_t { one, two, three, beyond };

    using Resting = std::conditional_t<kings_may_rest<P>(), Word, NoSquares<Word>>;

    [[nodiscard]] DAMIERA_INLINE const Rules& rules() const noexcept { return provider_.rules(); }
    [[nodiscard]] DAMIERA_INLINE const Layout<Word>& layout() const noexcept { return provider_.layout(); }

    [[nodiscard]] static DAMIERA_INLINE constexpr std::size_t at(Direction d) noexcept {
        return static_cast<std::size_t>(index(d));
    }

    [[nodiscard]] DAMIERA_INLINE Word last_row() const noexcept {
        return layout().last_row[static_cast<std::size_t>(index(Us))];
    }

    /// What men may capture.
    [[nodiscard]] DAMIERA_INLINE Word targets_of_men() const noexcept {
        return rules().man_captures_king ? enemy_ : Word{enemy_ & ~pieces_.kings};
    }

    /// The squares two steps further on.
    [[nodiscard]] DAMIERA_INLINE Word jumped(Direction d, Word set) const noexcept {
        const int by = 2 * layout().step(d);
        return by > 0 ? set << by : set >> -by;
    }

    // --- kings ---

    /// Where kings come to, by direction, and where they are about to capture.
    struct Flights {
        std::array<Word, 8> ways{};      // the squares of kings, and the free ones to which they may go
        std::array<Word, 8> touching{};  // the squares of `ways` with a piece to capture next
        bool capture{};
    };

    [[nodiscard]] DAMIERA_INLINE Flights flights() const noexcept {
        Flights found;
        Word any = 0;
        each_direction<&Rules::king_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            const Word near = layout().back(d, enemy_ & layout().back(d, empty_));
            found.ways[at(d)] = flies() ? flown(provider_, d, kings_, empty_) : kings_;
            found.touching[at(d)] = found.ways[at(d)] & near;
            any |= found.touching[at(d)];
        });
        found.capture = any != 0;
        return found;
    }

    [[nodiscard]] DAMIERA_INLINE bool flies() const noexcept { return rules().king_range == KingRange::flying; }

    /// The squares behind the pieces `over`, jumped by kings in `d`, to which such a capture may lead.
    [[nodiscard]] DAMIERA_INLINE Word behind(Direction d, Word over) const noexcept {
        if (!flies() || rules().landing == Landing::adjacent) return layout().shift(d, over);
        return flown(provider_, d, over, empty_) & ~over;
    }

    /// From where kings may capture in `d`, their own squares free.
    [[nodiscard]] DAMIERA_INLINE Word king_from(Direction d, Word room) const noexcept {
        if (flies()) return flying_from(provider_, d, enemy_, room);
        return layout().back(d, enemy_ & layout().back(d, room));
    }

    /// The number of moves where pieces capture, kings among them or taken, but surely none of them twice; else -1.
    [[nodiscard]] DAMIERA_INLINE int count_once(const Flights& flights) const noexcept {
        if (!none_goes_on()) return -1;
        const bool kings_differ =
            (weighs_captured_kings(rules().choice) || rules().landing == Landing::killer) && (enemy_ & pieces_.kings) != 0;
        const Word special = kings_differ ? pieces_.kings : Word{0};
        std::array<std::array<int, 2>, 2> counts{};  // by king, of a king
        if (flights.capture) {
            std::array<Word, 8> landings{};
            Word room = empty_ | kings_;
            each_direction<&Rules::king_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
                const Word over = layout().shift(d, flights.touching[at(d)]);
                if (rules().removal == Removal::immediate) room |= over;
                const Word men = behind(d, over & ~special);
                const Word kings = kings_differ ? behind(d, over & special) : Word{0};
                const bool killer = rules().landing == Landing::killer && kings_differ;
                counts[1][0] += popcount(men);
                counts[1][1] += popcount(killer ? layout().shift(d, over & special) : kings);
                landings[at(d)] = men | kings;
            });
            std::array<Word, 8> from{};
            each_direction<&Rules::king_captures, Us>(provider_,
                                                      [&](auto d) DAMIERA_INLINE_LAMBDA { from[at(d)] = king_from(d, room); });
            const bool turns_back = rules().removal == Removal::immediate && rules().reversal;
            const std::array<Word, 8> on = united_but_back(from);
            Word going = 0;
            each_direction<&Rules::king_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
                going |= landings[at(d)] & (turns_back ? Word{on[at(d)] | from[at(opposite(d))]} : on[at(d)]);
            });
            if (going != 0) return -1;
        }
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            const Word over = layout().shift(d, men_ & man_from_[at(d)]);
            counts[0][0] += popcount(Word{over & ~special});
            if (kings_differ) counts[0][1] += popcount(Word{over & special});
        });
        Precedence best = 0;
        int total = 0;
        for (const bool by_king : {false, true}) {
            for (const bool king : {false, true}) {
                const int count = counts[by_king ? 1 : 0][king ? 1 : 0];
                const Precedence mine = precedence(rules().choice, Tally{}.with(king), by_king);
                if (count == 0 || mine < best) continue;
                total = (mine > best ? 0 : total) + count;
                best = mine;
            }
        }
        return total;
    }

    // --- moves without capture ---

    [[nodiscard]] DAMIERA_INLINE int count_quiet() const noexcept {
        return count_quiet_men() + (kings_ != 0 ? count_quiet_kings(flights()) : 0);
    }

    [[nodiscard]] DAMIERA_INLINE int count_quiet_men() const noexcept {
        int total = 0;
        each_direction<&Rules::man_moves, Us>(
            provider_, [&](auto d) DAMIERA_INLINE_LAMBDA { total += popcount(Word{layout().shift(d, men_) & empty_}); });
        if (rules().man_lines) [[unlikely]]
            each_line([&](Word men, int) DAMIERA_INLINE_LAMBDA { total += popcount(men); });
        if (rules().man_hops != ManHops::no) [[unlikely]]
            each_hop([&](Word men, int) DAMIERA_INLINE_LAMBDA { total += popcount(men); });
        return total;
    }

    /// Call `f(men, way)` for the men that may go over others in an unbroken line to the free square at its head, `way`
    /// bits on.
    template <class F>
    DAMIERA_INLINE void each_line(F&& f) const {
        each_direction<&Rules::man_moves, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            const int step = layout().step(d);
            Word line = men_ & layout().back(d, men_ & layout().back(d, empty_));
            for (int way = 2 * step; line != 0; way += step) {
                f(line, way);
                line = men_ & layout().back(d, line);
            }
        });
    }

    /// Call `f(men, way)` for the men that may jump a piece of their own to the free square behind it, `way` bits on.
    template <class F>
    DAMIERA_INLINE void each_hop(F&& f) const {
        const Word own = pieces_.template of<Us>();
        const auto hop = [&](auto d) DAMIERA_INLINE_LAMBDA {
            f(Word{men_ & layout().back(d, own & layout().back(d, empty_))}, 2 * layout().step(d));
        };
        if (rules().man_hops == ManHops::moves) {
            each_direction<&Rules::man_moves, Us>(provider_, hop);
        } else {
            each_direction<&Rules::man_captures, Us>(provider_, hop);
        }
    }

    [[nodiscard]] DAMIERA_INLINE int count_quiet_kings(const Flights& flights) const noexcept {
        int total = 0;
        const Word moving = kings_ & ~Word{resting_};
        const Directions known = rules().king_captures.seen_by(Us);
        each_direction<&Rules::king_moves, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            if (!flies()) {
                total += popcount(Word{layout().shift(d, moving) & empty_});
            } else if (known.has(d) && moving == kings_) {
                total += popcount(Word{flights.ways[at(d)] & ~kings_});
            } else {
                total += popcount(Word{flown(provider_, d, moving, empty_) & ~moving});
            }
        });
        return total;
    }

    DAMIERA_INLINE void list_quiet(MoveList<Word>& list) const {
        each_direction<&Rules::man_moves, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            each_bit(Word{layout().shift(d, men_) & empty_}, [&](int to) DAMIERA_INLINE_LAMBDA {
                push(list, to - layout().step(d), to, 0, (last_row() >> to & 1) != 0);
            });
        });
        const auto push_all = [&](Word men, int way) DAMIERA_INLINE_LAMBDA {
            each_bit(men, [&](int from) DAMIERA_INLINE_LAMBDA {
                push(list, from, from + way, 0, (last_row() >> (from + way) & 1) != 0);
            });
        };
        if (rules().man_lines) [[unlikely]]
            each_line(push_all);
        if (rules().man_hops != ManHops::no) [[unlikely]]
            each_hop(push_all);
        if (kings_ != 0) list_quiet_kings(list);
    }

    DAMIERA_INLINE void list_quiet_kings(MoveList<Word>& list) const {
        const Word moving = kings_ & ~Word{resting_};
        each_direction<&Rules::king_moves, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            int way = layout().step(d);
            Word reached = layout().shift(d, moving) & empty_;
            while (reached != 0) {
                each_bit(reached, [&](int to) DAMIERA_INLINE_LAMBDA { push(list, to - way, to, 0, false); });
                if (rules().king_range == KingRange::adjacent) break;
                reached = layout().shift(d, reached) & empty_;
                way += layout().step(d);
            }
        });
    }

    static DAMIERA_INLINE void push(MoveList<Word>& list, int from, int to, Word captured, bool promotes) {
        list.push({captured, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), promotes});
    }

    // --- captures of men, by sets ---

    /// Sets answer for men when the rank of what they capture does not count, and when captured pieces
    /// stay where they are until the move is over or the men never come back to them.
    [[nodiscard]] DAMIERA_INLINE bool sets_suffice() const noexcept {
        if (rules().removal == Removal::immediate && !never_turns_back()) return false;
        return number_decides();
    }

    /// Whether what men capture differs in nothing but number.
    [[nodiscard]] DAMIERA_INLINE bool number_decides() const noexcept {
        return !weighs_captured_kings(rules().choice) || !rules().man_captures_king || (enemy_ & pieces_.kings) == 0;
    }

    /// The common case, answered in one stroke: men only, and none of them captures twice.
    [[nodiscard]] DAMIERA_INLINE bool is_simple() const noexcept {
        return kings_ == 0 && !rules().man_lines && rules().man_hops == ManHops::no && number_decides() && none_goes_on();
    }

    /// Men that never turn back can be followed one jump further: they meet no piece and no square twice.
    [[nodiscard]] DAMIERA_INLINE bool never_turns_back() const noexcept { return rules().man_captures.keep_to_one_side(); }

    /// As far as is known when compiling: what is not needed is not unrolled.
    [[nodiscard]] static constexpr bool may_never_turn_back() noexcept {
        if constexpr (P::is_fixed) return P::value.man_captures.keep_to_one_side();
        return true;
    }

    [[nodiscard]] static constexpr bool may_turn_back() noexcept {
        if constexpr (P::is_fixed) return !P::value.man_captures.keep_to_one_side();
        return true;
    }

    /// Whether captures of two pieces are listed by a call, as those of three are: in six or eight directions there are tens of
    /// pairs of them.
    [[nodiscard]] static constexpr bool has_many_pairs() noexcept {
        if constexpr (P::is_fixed) return P::value.man_captures.size() > 4;
        return false;
    }

    /// Call `f(landings, a, b)` for every two directions in which men may capture one after the other.
    template <class F>
    DAMIERA_INLINE void each_pair(F&& f) const {
        if constexpr (P::is_fixed) {  // in one stroke: compilers take long over loops in loops that they must unroll
            constexpr Directions set = P::value.man_captures.seen_by(Us);
            unroll_pairs<set>(f, std::make_index_sequence<static_cast<std::size_t>(set.size() * set.size())>{});
        } else {
            each_direction<&Rules::man_captures, Us>(provider_, [&](auto a) DAMIERA_INLINE_LAMBDA {
                const Word one = first(a);
                if (one == 0) return;
                each_direction<&Rules::man_captures, Us>(
                    provider_, [&](auto b) DAMIERA_INLINE_LAMBDA { f(jumped(b, going_on(one, a, b)), a, b); });
            });
        }
    }

    template <Directions Set, class F, std::size_t... I>
    DAMIERA_INLINE void unroll_pairs(F& f, std::index_sequence<I...>) const {
        constexpr auto size = static_cast<std::size_t>(Set.size());
        (call_pair<detail::member(Set, I / size), detail::member(Set, I % size)>(f), ...);
    }

    template <Direction A, Direction B, class F>
    DAMIERA_INLINE void call_pair(F& f) const {
        if constexpr (B != opposite(A)) {
            f(jumped(B, going_on(first(A), A, B)), std::integral_constant<Direction, A>{},
              std::integral_constant<Direction, B>{});
        }
    }

    /// As far as is known when compiling: whether shorter captures may be played beside longer ones.
    [[nodiscard]] static constexpr bool may_prefer_none() noexcept {
        if constexpr (P::is_fixed) return !prefers_more(P::value.choice);
        return true;
    }

    /// The landings of the men that capture first in `d`.
    [[nodiscard]] DAMIERA_INLINE Word first(Direction d) const noexcept { return jumped(d, men_ & man_from_[at(d)]); }

    /// Whether there is nothing to follow: asked where loops over directions run, not where they are unrolled.
    [[nodiscard]] static DAMIERA_INLINE constexpr bool is_idle(Word landings) noexcept { return !P::is_fixed && landings == 0; }

    /// Those of `landings`, reached in `last`, that go on in `next`.
    [[nodiscard]] DAMIERA_INLINE Word going_on(Word landings, Direction last, Direction next) const noexcept {
        if (next == opposite(last)) return 0;
        if (rules().promotion == Promotion::stop) landings &= ~last_row();
        return landings & man_from_[at(next)];
    }

    [[nodiscard]] DAMIERA_INLINE Word going_on(Word landings, Direction last) const noexcept {
        if (is_idle(landings)) return 0;
        Word going = 0;
        each_direction<&Rules::man_captures, Us>(
            provider_, [&](auto next) DAMIERA_INLINE_LAMBDA { going |= going_on(landings, last, next); });
        return going;
    }

    /// Those of `landings`, reached by jumps in `a` and `b`, that go on, from squares that are among `on`. Where pieces jump
    /// in eight directions a third jump may meet the first piece again, which is taken already: east after north and south
    /// west, for one.
    template <class A, class B>
    [[nodiscard]] DAMIERA_INLINE Word going_thrice(Word landings, A a, B b, Word on) const noexcept {
        if (rules().promotion == Promotion::stop) landings &= ~last_row();
        if constexpr (P::is_fixed) {
            if constexpr (meeting(P::rules(), P::layout(), A::value, B::value) < 0) return landings & on;
        } else {
            if (meeting(rules(), layout(), a, b) < 0) return landings & on;
        }
        const int met = layout().step(a) + 2 * layout().step(b);
        Word going = 0;
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto next) DAMIERA_INLINE_LAMBDA {
            if (met + layout().step(next) != 0) going |= going_on(landings, b, next);
        });
        return going;
    }

    /// The direction in which a man, after jumps in two others, meets the piece again that it jumped first; negative if none.
    [[nodiscard]] static constexpr int meeting(const Rules& rules, const Layout<Word>& layout, Direction a,
                                               Direction b) noexcept {
        const Directions captures = rules.man_captures.seen_by(Us);
        for (int c = 0; c < 8; ++c) {
            if (captures.has(direction(c)) && layout.step(a) + 2 * layout.step(b) + layout.step(direction(c)) == 0) return c;
        }
        return -1;
    }

    /// Those of `landings`, reached by jumps in `a` and `b`, from which a third jump leads back to where the man set out:
    /// a square that counts as occupied elsewhere. Only boards with six or eight directions have such circuits.
    template <class A, class B>
    [[nodiscard]] DAMIERA_INLINE Word closing(Word landings, A a, B b) const noexcept {
        if constexpr (P::is_fixed) {
            constexpr int c = third_side(P::rules(), P::layout(), A::value, B::value);
            if constexpr (c >= 0) return jumping_home(landings, direction(c));
            return 0;
        } else {
            const int c = third_side(rules(), layout(), a, b);
            return c >= 0 ? jumping_home(landings, direction(c)) : Word{0};
        }
    }

    [[nodiscard]] DAMIERA_INLINE Word jumping_home(Word landings, Direction d) const noexcept {
        if (rules().promotion == Promotion::stop) landings &= ~last_row();
        return landings & layout().back(d, targets_of_men());
    }

    /// The direction in which a man captures that closes a triangle with two others; negative if there is none.
    [[nodiscard]] static constexpr int third_side(const Rules& rules, const Layout<Word>& layout, Direction a,
                                                  Direction b) noexcept {
        const Directions captures = rules.man_captures.seen_by(Us);
        for (int c = 0; c < 8; ++c) {
            if (captures.has(direction(c)) && layout.step(a) + layout.step(b) + layout.step(direction(c)) == 0) return c;
        }
        return -1;
    }

    /// Whether some man among `landings` must be walked because it has become a king on its way.
    [[nodiscard]] DAMIERA_INLINE bool crowned_on_the_way(Word landings) const noexcept {
        return rules().promotion == Promotion::king && (landings & last_row()) != 0;
    }

    /// How far men reach, and which of them must be walked if that is beyond what sets can follow.
    struct Survey {
        Reach reach;
        Word walkers;
    };

    [[nodiscard]] DAMIERA_INLINE Survey survey_men() const noexcept {
        if constexpr (!may_turn_back()) return survey_straight();
        if constexpr (!may_never_turn_back()) return survey_turning();
        return never_turns_back() ? survey_straight() : survey_turning();
    }

    /// Of men that never turn back.
    [[nodiscard]] DAMIERA_INLINE Survey survey_straight() const noexcept {
        Word going_once = 0;
        Word going_twice = 0;
        Word far = 0;
        bool crowned = false;
        each_direction<&Rules::man_captures, Us>(
            provider_, [&](auto a) DAMIERA_INLINE_LAMBDA { crowned |= crowned_on_the_way(first(a)); });
        each_pair([&](Word two, auto a, auto b) DAMIERA_INLINE_LAMBDA {
            going_once |= two;
            if (is_idle(two)) return;
            crowned |= crowned_on_the_way(two);
            each_direction<&Rules::man_captures, Us>(provider_, [&](auto c) DAMIERA_INLINE_LAMBDA {
                const Word on = going_on(two, b, c);
                going_twice |= on;
                const Word three = jumped(c, on);
                crowned |= crowned_on_the_way(three);
                far |= came_from(going_on(three, c), a, b, c);
            });
        });
        if (crowned) return {Reach::beyond, man_captures_};
        if (far != 0) return {Reach::beyond, prefers_more(rules().choice) ? far : man_captures_};
        if (going_once == 0) return {Reach::one, 0};
        return {going_twice == 0 ? Reach::two : Reach::three, 0};
    }

    /// Of men that may turn back. Men that come to one square together are one here: it is enough to know that one goes on.
    [[nodiscard]] DAMIERA_INLINE Survey survey_turning() const noexcept {
        Word once = 0;
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA { once |= first(d); });
        bool crowned = crowned_on_the_way(once);
        if (rules().promotion == Promotion::stop) once &= ~last_row();

        // A man's own square is free on its way, and only the third jump can lead there.
        const Word targets = targets_of_men();
        const Word room = may_close() ? Word{empty_ | man_captures_} : empty_;
        std::array<Word, 8> twice{};
        std::array<Word, 8> from{};
        Word going_once = 0;
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            const Word going = once & man_from_[at(d)];
            going_once |= going;
            twice[at(d)] = jumped(d, going);
            crowned |= crowned_on_the_way(twice[at(d)]);
            if (rules().promotion == Promotion::stop) twice[at(d)] &= ~last_row();
            from[at(d)] = may_close() ? layout().back(d, targets & layout().back(d, room)) : man_from_[at(d)];
        });
        if (crowned) return {Reach::beyond, man_captures_};
        const std::array<Word, 8> on = united_but_back(from);
        Word going_twice = 0;
        each_direction<&Rules::man_captures, Us>(
            provider_, [&](auto d) DAMIERA_INLINE_LAMBDA { going_twice |= twice[at(d)] & on[at(d)]; });
        if (going_twice == 0) return {going_once == 0 ? Reach::one : Reach::two, 0};
        if (!prefers_more(rules().choice)) return {Reach::beyond, man_captures_};
        const Word far = turning_far(provider_, pieces_);
        return {far == 0 ? Reach::two : Reach::beyond, far};
    }

    /// Whether three jumps may lead a man back to where it set out: on boards with six or eight directions.
    [[nodiscard]] DAMIERA_INLINE bool may_close() const noexcept { return rules().man_captures.size() > 4; }

    /// The men that capture three times or more, turning back or not.
    [[nodiscard]] static DAMIERA_NOINLINE Word turning_far(P provider, Pieces<Word> pieces) noexcept {
        return Generator{provider, pieces}.turning_far();
    }

    [[nodiscard]] DAMIERA_INLINE Word turning_far() const noexcept {
        const std::array<Word, 8> on = united_but_back(man_from_);
        Word far = 0;
        each_pair([&](Word two, auto a, auto b) DAMIERA_INLINE_LAMBDA {
            if (two != 0) far |= came_from(going_thrice(two, a, b, on[at(b)]) | closing(two, a, b), a, b);
        });
        return far;
    }

    /// The squares from which jumps in the directions of `route` led to `landings`.
    template <class... Route>
    [[nodiscard]] DAMIERA_INLINE Word came_from(Word landings, Route... route) const noexcept {
        const int way = (0 + ... + (2 * layout().step(route)));
        return way > 0 ? landings >> way : landings << -way;
    }

    /// Call `f(landings, directions...)` for each set of captures that may be played, given how far the men reach.
    template <class F>
    DAMIERA_INLINE void each_set(Reach reach, F&& f) const {
        if (reach == Reach::one) {
            each_direction<&Rules::man_captures, Us>(provider_, [&](auto a) DAMIERA_INLINE_LAMBDA { f(first(a), a); });
            return;
        }
        if constexpr (P::is_fixed && !may_prefer_none()) {
            if (reach == Reach::two) return each_pair(f);
            if constexpr (may_never_turn_back()) {
                each_pair([&](Word two, auto a, auto b) DAMIERA_INLINE_LAMBDA {
                    each_direction<&Rules::man_captures, Us>(
                        provider_, [&](auto c) DAMIERA_INLINE_LAMBDA { f(jumped(c, going_on(two, b, c)), a, b, c); });
                });
            }
            return;
        }
        const bool by_more = prefers_more(rules().choice);
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto a) DAMIERA_INLINE_LAMBDA {
            const Word one = first(a);
            if (is_idle(one)) return;
            if (!by_more) f(Word{one & ~going_on(one, a)}, a);
            each_direction<&Rules::man_captures, Us>(provider_, [&](auto b) DAMIERA_INLINE_LAMBDA {
                const Word two = jumped(b, going_on(one, a, b));
                if (!by_more) f(Word{two & ~going_on(two, b)}, a, b);
                else if (reach == Reach::two) f(two, a, b);
                if constexpr (may_never_turn_back()) {
                    if (reach == Reach::two || !never_turns_back()) return;
                    each_direction<&Rules::man_captures, Us>(
                        provider_, [&](auto c) DAMIERA_INLINE_LAMBDA { f(jumped(c, going_on(two, b, c)), a, b, c); });
                }
            });
        });
    }

    /// The capture that ends on `to` after jumps in the directions of `route`.
    template <class... Route>
    DAMIERA_INLINE void push_capture(MoveList<Word>& list, int to, Route... route) const {
        const std::array<Direction, sizeof...(Route)> jumps{route...};
        int here = to;
        Word captured = 0;
        for (std::size_t i = jumps.size(); i-- > 0;) {
            captured |= bit<Word>(here - layout().step(jumps[i]));
            here -= 2 * layout().step(jumps[i]);
        }
        push(list, here, to, captured, (last_row() >> to & 1) != 0);
    }

    /// Whether no man that captures could capture again. Straight back it cannot: it has left that square only just.
    [[nodiscard]] DAMIERA_INLINE bool none_goes_on() const noexcept {
        Word landings = 0;
        Word from = 0;
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            landings |= first(d);
            from |= man_from_[at(d)];
        });
        if (rules().promotion == Promotion::stop) landings &= ~last_row();
        if (rules().promotion == Promotion::king) from |= last_row();  // a new king may go on
        return (landings & from) == 0;
    }

    /// The number of moves of men that capture at most once. Both kinds of move are counted in one stroke: about every
    /// second position holds a capture, and a branch on that would be guessed wrong too often.
    [[nodiscard]] DAMIERA_INLINE int count_single() const noexcept {
        const Word quiet = empty_ & ones_if_empty(man_captures_);
        const Directions capturing = rules().man_captures.seen_by(Us);
        const Directions moving = rules().man_moves.seen_by(Us);
        Word even = 0;
        int total = 0;
        bool paired = false;
        const auto add = [&](Word set) DAMIERA_INLINE_LAMBDA {
            if (paired) total += popcount(even, set);
            even = set;
            paired = !paired;
        };
        each_direction<&Rules::man_moves, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            Word set = layout().shift(d, men_) & quiet;
            if (capturing.has(d)) set |= men_ & man_from_[at(d)];
            add(set);
        });
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            if (!moving.has(d)) add(men_ & man_from_[at(d)]);
        });
        if (paired) total += popcount(even);
        return total;
    }

    /// Whether a list on the stack surely holds all moves of men that capture at most once: in each direction a move
    /// needs two squares of its own, a capture three.
    [[nodiscard]] static constexpr bool list_has_room() noexcept {
        if constexpr (P::is_fixed) {
            if (P::value.man_lines || P::value.man_hops != ManHops::no) return false;
            const int squares = P::value.board.squares();
            const auto room = static_cast<int>(MoveList<Word>::room);
            return P::value.man_moves.size() * squares <= 2 * room && P::value.man_captures.size() * squares <= 3 * room;
        }
        return false;
    }

    /// As `count_single`, for the moves themselves.
    DAMIERA_INLINE void list_single(MoveList<Word>& list) const noexcept {
        const Word quiet = men_ & ones_if_empty(man_captures_);
        const Word jumping = ~ones_if_empty(man_captures_);
        const int stride = jumping != 0 ? 2 : 1;
        const Directions capturing = rules().man_captures.seen_by(Us);
        const Directions moving = rules().man_moves.seen_by(Us);
        Move<Word>* out = list.rewrite();
        const auto write = [&](Word from_set, int step) DAMIERA_INLINE_LAMBDA {
            each_bit(from_set, [&](int from) DAMIERA_INLINE_LAMBDA {
                const int to = from + stride * step;
                const Word captured = bit<Word>(from + step) & jumping;
                *out++ = {captured, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                          (last_row() >> to & 1) != 0};
            });
        };
        each_direction<&Rules::man_moves, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            Word set = quiet & layout().back(d, empty_);
            if (capturing.has(d)) set |= men_ & man_from_[at(d)];
            write(set, layout().step(d));
        });
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            if (!moving.has(d)) write(men_ & man_from_[at(d)], layout().step(d));
        });
        list.written(out);
    }

    /// The captures that end on `landings`, after jumps by so many bits each.
    template <class... Steps>
    static DAMIERA_NOINLINE void list_far(MoveList<Word>& list, Word landings, Word crowning, Steps... steps) {
        const std::array<int, sizeof...(Steps)> jumps{steps...};
        each_bit(landings, [&](int to) {
            int here = to;
            Word captured = 0;
            for (std::size_t i = jumps.size(); i-- > 0; here -= 2 * jumps[i]) captured |= bit<Word>(here - jumps[i]);
            push(list, here, to, captured, (crowning >> to & 1) != 0);
        });
    }

    static DAMIERA_NOINLINE bool list_rest(P provider, Word white, Word black, Word kings, Resting resting,
                                           MoveList<Word>& list, Budget budget) {
        list.clear();
        return Generator{provider, {white, black, kings}, resting}.list_in_full(list, budget);
    }

    DAMIERA_INLINE bool list_in_full(MoveList<Word>& list, Budget budget) const {
        const bool by_king = kings_ != 0 && flights().capture;
        if (man_captures_ == 0 && !by_king) {
            list_quiet(list);
            return true;
        }
        if (by_king || !sets_suffice()) return list_walked(provider_, pieces_, man_captures_, list, budget);
        const auto [reach, walkers] = survey_men();
        if (reach == Reach::beyond) return list_walked(provider_, pieces_, walkers, list, budget);
        each_set(reach, [&](Word landings, auto... route) DAMIERA_INLINE_LAMBDA {
            if constexpr (sizeof...(route) > (has_many_pairs() ? 1 : 2)) {
                if (landings != 0) list_far(list, landings, last_row(), layout().step(route)...);
            } else {
                each_bit(landings, [&](int to) DAMIERA_INLINE_LAMBDA { push_capture(list, to, route...); });
            }
        });
        return true;
    }

    /// As `count`, where kings move or men capture more than once. The words are passed one by one, in registers.
    static DAMIERA_NOINLINE int count_rest(P provider, Word white, Word black, Word kings, Resting resting, Budget budget) {
        return Generator{provider, {white, black, kings}, resting}.count_in_full(budget);
    }

    [[nodiscard]] DAMIERA_INLINE int count_in_full(Budget budget) const {
        const Flights flights = kings_ != 0 ? this->flights() : Flights{};
        if (man_captures_ == 0 && !flights.capture) {
            return count_quiet_men() + (kings_ != 0 ? count_quiet_kings(flights) : 0);
        }
        if (flights.capture || !sets_suffice()) {
            const int once = count_once(flights);
            return once >= 0 ? once : count_walked(provider_, pieces_, man_captures_, budget);
        }
        const auto [reach, walkers] = survey_men();
        if (reach == Reach::beyond) return count_walked(provider_, pieces_, walkers, budget);
        int total = 0;
        if constexpr (P::is_fixed && !may_never_turn_back() && !may_prefer_none()) {
            if (reach == Reach::two) return count_twice();
            each_direction<&Rules::man_captures, Us>(provider_,
                                                     [&](auto d) DAMIERA_INLINE_LAMBDA { total += popcount(first(d)); });
            return total;
        }
        each_set(reach, [&](Word landings, auto...) DAMIERA_INLINE_LAMBDA { total += popcount(landings); });
        return total;
    }

    /// The number of captures of two pieces by men.
    [[nodiscard]] DAMIERA_INLINE int count_twice() const noexcept {
        Word one = 0;
        Word more = 0;  // squares to which several men come
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto d) DAMIERA_INLINE_LAMBDA {
            const Word landings = first(d);
            more |= one & landings;
            one |= landings;
        });
        if (rules().promotion == Promotion::stop) one &= ~last_row();
        int total = 0;
        each_direction<&Rules::man_captures, Us>(
            provider_, [&](auto d) DAMIERA_INLINE_LAMBDA { total += popcount(Word{one & man_from_[at(d)]}); });
        if (more == 0) [[likely]]
            return total;
        total = 0;
        each_direction<&Rules::man_captures, Us>(provider_, [&](auto a) DAMIERA_INLINE_LAMBDA {
            each_direction<&Rules::man_captures, Us>(
                provider_, [&](auto b) DAMIERA_INLINE_LAMBDA { total += popcount(going_on(first(a), a, b)); });
        });
        return total;
    }

    // --- captures walked ---

    /// The captures of all kings and of the men in `walkers`; whether they are all.
    static DAMIERA_NOINLINE bool list_walked(P provider, Pieces<Word> pieces, Word walkers, MoveList<Word>& list,
                                             Budget budget) {
        try {
            walk(provider, pieces, walkers, list, false, budget);
        } catch (const BudgetExceeded&) {
            return false;
        }
        return true;
    }

    static DAMIERA_NOINLINE int count_walked(P provider, Pieces<Word> pieces, Word walkers, Budget budget) {
        MoveList<Word> list;
        return walk(provider, pieces, walkers, list, true, budget);
    }

    static int walk(const P& provider, const Pieces<Word>& pieces, Word walkers, MoveList<Word>& list, bool counting,
                    Budget budget) {
        BestCaptures<Word> sink{list, provider.rules(), counting, budget == unlimited ? SIZE_MAX : most_of_a_piece};
        Walk<P, Us, BestCaptures<Word>>{provider, pieces, sink, budget}.all(walkers);
        return sink.count();
    }

    P provider_;
    Pieces<Word> pieces_;
    Word men_;
    Word kings_;
    [[no_unique_address]] Resting resting_;
    Word enemy_;
    Word empty_;
    std::array<Word, 8> man_from_{};  // squares from which a man may capture, by direction
    Word man_captures_{};             // men that can capture
};

/// The generator of a position, whose kings may have to rest.
template <RulesProvider P, Side Us>
[[nodiscard]] DAMIERA_INLINE Generator<P, Us> generator_of(const P& rules,
                                                           const Position<typename P::Word>& position) noexcept {
    if constexpr (!kings_may_rest<P>()) return {rules, position.pieces};
    return {rules, position.pieces, resting(position.pieces, position.runs, Us, rules.rules().king_run)};
}

// The faces for callers that know the side when they compile, and for those that do not. Each is compiled once per
// rule set and side, see `movegen/instance.hpp`. Those for pieces alone are for games in which kings need not rest.

template <RulesProvider P, Side Us>
[[nodiscard]] bool detect(const P& rules, const Pieces<typename P::Word>& pieces) noexcept {
    return Generator<P, Us>{rules, pieces}.detect();
}

template <RulesProvider P, Side Us>
[[nodiscard]] bool has_moves(const P& rules, const Position<typename P::Word>& position) noexcept {
    return generator_of<P, Us>(rules, position).any();
}

template <RulesProvider P, Side Us>
[[nodiscard]] int count(const P& rules, const Pieces<typename P::Word>& pieces, Budget budget = unlimited) {
    return Generator<P, Us>{rules, pieces}.count(budget);
}

template <RulesProvider P, Side Us>
[[nodiscard]] int count(const P& rules, const Position<typename P::Word>& position, Budget budget = unlimited) {
    if constexpr (!kings_may_rest<P>()) return count<P, Us>(rules, position.pieces, budget);
    return generator_of<P, Us>(rules, position).count(budget);
}

/// Replace what is in `list` by the legal moves; tell whether they are all, or the budget did not reach for more.
template <RulesProvider P, Side Us>
bool generate(const P& rules, const Pieces<typename P::Word>& pieces, MoveList<typename P::Word>& list,
              Budget budget = move_budget) {
    return Generator<P, Us>{rules, pieces}.generate(list, budget);
}

template <RulesProvider P, Side Us>
bool generate(const P& rules, const Position<typename P::Word>& position, MoveList<typename P::Word>& list,
              Budget budget = move_budget) {
    if constexpr (!kings_may_rest<P>()) {
        return generate<P, Us>(rules, position.pieces, list, budget);
    } else {
        return generator_of<P, Us>(rules, position).generate(list, budget);
    }
}

/// The position after `Us` plays a legal move.
template <RulesProvider P, Side Us>
[[nodiscard]] DAMIERA_INLINE Position<typename P::Word> play(const P& rules, const Position<typename P::Word>& before,
                                                             const Move<typename P::Word>& move) noexcept {
    if constexpr (!kings_may_rest<P>()) return play<Us>(before, move);
    return rules.rules().king_run == 0 ? play<Us>(before, move) : play_counting<Us>(before, move);
}

/// Call `f` with the side as a constant.
template <class F>
decltype(auto) with_side(Side side, F&& f) {
    if (side == Side::white) return f(std::integral_constant<Side, Side::white>{});
    return f(std::integral_constant<Side, Side::black>{});
}

template <RulesProvider P>
[[nodiscard]] bool detect(const P& rules, const Position<typename P::Word>& position) noexcept {
    return with_side(position.side, [&](auto us) { return detect<P, us>(rules, position.pieces); });
}

template <RulesProvider P>
[[nodiscard]] bool has_moves(const P& rules, const Position<typename P::Word>& position) noexcept {
    return with_side(position.side, [&](auto us) { return has_moves<P, us>(rules, position); });
}

template <RulesProvider P>
[[nodiscard]] int count(const P& rules, const Position<typename P::Word>& position, Budget budget = unlimited) {
    return with_side(position.side, [&](auto us) { return count<P, us>(rules, position, budget); });
}

template <RulesProvider P>
bool generate(const P& rules, const Position<typename P::Word>& position, MoveList<typename P::Word>& list,
              Budget budget = move_budget) {
    return with_side(position.side, [&](auto us) { return generate<P, us>(rules, position, list, budget); });
}

}  // namespace damiera
