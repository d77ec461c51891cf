// Dama cinese (Stern-Halma, Chinese checkers): two to six seats on the star of 121 holes.
//
// Source: the survey of all games at Juegopedia ("La Dama - regole ufficiali"). A turn is one step, or any number of
// jumps over single marbles of whatever colour; nothing is taken; the first to fill the opposite point has won, the
// others play on for their places. A point counts as filled when no hole of it is empty and at least one marble is its
// new owner's; who cannot move is passed over.
#pragma once

#include <array>        // array
#include <cstdint>      // uint8_t
#include <optional>     // optional
#include <string>       // string
#include <string_view>  // string_view
#include <vector>       // vector

#include "damiera/board/frame.hpp"
#include "damiera/families/family.hpp"
#include "damiera/families/hops.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::families {

struct StarRules {
    Squares seats{0, 3};        // 0 at the top, clockwise; the first moves first
    bool foreign_points{true};  // a marble may rest in a point that is neither its home nor its goal
    bool strict{};              // a point is filled by ten marbles of its new owner only
};

class Star {
public:
    static constexpr std::string_view family = "stars";
    static constexpr bool repeats = false;
    static constexpr int holes = 121;

    struct State {
        std::array<Word128, 6> marbles{};  // by seat
        std::array<std::uint8_t, 6> home{};
        std::uint8_t arrived{};  // how many are home
        std::uint8_t turn{};     // a seat
    };

    struct Move {
        std::uint8_t from{};
        std::uint8_t to{};

        friend bool operator==(const Move&, const Move&) = default;
    };

    Star(StarRules rules, const Frame& frame) : rules_{std::move(rules)} {
        for (int hole = 0; hole < holes; ++hole) {
            const Coordinates at = frame.coordinates(hole + 1);
            for (std::size_t d = 0; d < 6; ++d) {
                const int next = frame.square_at({at.file + steps[d].files, at.rank + steps[d].ranks});
                if (next != 0) hops_.join(hole, d, next - 1);
            }
            for (int seat = 0; seat < 6; ++seat) {
                const auto point = static_cast<std::size_t>(seat);
                if (far_out(at, seat) > 4) points_[point] |= bit<Word128>(hole);
                way_[point][static_cast<std::size_t>(hole)] =
                    static_cast<std::uint8_t>(steps_between(at, tips[(point + 3) % 6]));
            }
        }
    }

    [[nodiscard]] Squares seats() const { return rules_.seats; }

    [[nodiscard]] State start() const {
        State s;
        for (const int seat : rules_.seats) s.marbles[static_cast<std::size_t>(seat)] = points_[static_cast<std::size_t>(seat)];
        s.turn = static_cast<std::uint8_t>(rules_.seats.front());
        return s;
    }

    [[nodiscard]] int seat(const State& s) const noexcept { return s.turn; }
    [[nodiscard]] bool captures(const State&) const noexcept { return false; }
    [[nodiscard]] bool has_moves(const State& s) const noexcept { return !is_over(s) && can_move(s, s.turn); }

    [[nodiscard]] std::uint64_t count(const State& s, Budget) const noexcept {
        if (is_over(s)) return 0;
        const Word128 taken = occupied(s);
        std::uint64_t total = 0;
        each_bit(s.marbles[s.turn],
                 [&](int from) { total += static_cast<std::uint64_t>(popcount(targets(s.turn, taken, from))); });
        return total;
    }

    void generate(const State& s, std::vector<Move>& list, Budget) const {
        list.clear();
        if (is_over(s)) return;
        const Word128 taken = occupied(s);
        each_bit(s.marbles[s.turn], [&](int from) {
            each_bit(targets(s.turn, taken, from), [&](int to) {
                list.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
            });
        });
    }

    /// Move the marble, see who is home, and find the next seat that can move.
    [[nodiscard]] State play(const State& before, const Move& m) const noexcept {
        State s = before;
        s.marbles[s.turn] ^= bit<Word128>(m.from) | bit<Word128>(m.to);
        for (const int seat : rules_.seats) {
            if (!is_home(s, seat) && is_filled(s, seat)) s.home[s.arrived++] = static_cast<std::uint8_t>(seat);
        }
        s.turn = next(s);
        return s;
    }

    [[nodiscard]] Key key(const State& s) const noexcept {
        Key key = mixed(s.turn + 0x73746172ULL);
        for (std::size_t seat = 0; seat < 6; ++seat) key ^= mixed_set(s.marbles[seat], seat);
        for (std::size_t i = 0; i < s.arrived; ++i) key ^= mixed(1000 + 8 * i + s.home[i]);
        return key;
    }

    [[nodiscard]] std::optional<int> winner(const State& s) const noexcept {
        if (!is_over(s) || s.arrived == 0) return std::nullopt;
        return s.home[0];
    }

    /// The seats in the order of their places, when all but one are home, or nobody can move any more.
    [[nodiscard]] std::optional<Squares> places(const State& s) const {
        if (!is_over(s)) return std::nullopt;
        return home(s);
    }

    [[nodiscard]] Shown shown(const State& s, const Move& m) const {
        Shown shown{.from = m.from + 1, .to = m.to + 1};
        shown.after = key(play(s, m));
        shown.routes = {hops_.route(occupied(s), m.from, m.to)};
        return shown;
    }

    [[nodiscard]] Facts facts(const State& s) const {
        Facts facts;
        for (const int seat : rules_.seats) {
            each_bit(s.marbles[static_cast<std::size_t>(seat)],
                     [&](int hole) { facts.pieces[hole + 1] = std::to_string(seat); });
        }
        facts.home = home(s);
        return facts;
    }

    [[nodiscard]] std::string fen(const State& s) const {
        std::string text = std::to_string(s.turn) + ":";
        for (const int seat : rules_.seats) {
            if (text.back() != ':') text += ';';
            text += std::to_string(seat) + "=";
            each_bit(s.marbles[static_cast<std::size_t>(seat)], [&](int hole) {
                if (text.back() != '=') text += ',';
                text += std::to_string(hole + 1);
            });
        }
        if (s.arrived != 0) {
            text += ";home=";
            for (std::size_t i = 0; i < s.arrived; ++i) text += (i == 0 ? "" : ",") + std::to_string(s.home[i]);
        }
        return text;
    }

    [[nodiscard]] State read(std::string_view text) const {
        Scanner in{text};
        State s;
        s.turn = read_seat(in);
        in.expect(':');
        while (!in.done() && in.peek() != 'h') {
            const std::uint8_t seat = read_seat(in);
            in.expect('=');
            read_marbles(in, s, seat);
            if (!in.done()) in.expect(';');
        }
        if (!in.done()) read_home(in, s);
        for (const int seat : rules_.seats) {
            if (s.marbles[static_cast<std::size_t>(seat)] == 0) in.refuse("every seat that plays has marbles");
        }
        return s;
    }

    /// How near the marbles are to the point opposite, those left behind counted twice; against the best of the others.
    [[nodiscard]] int evaluate(const State& s, int seat) const noexcept {
        int best = -100'000;
        for (const int other : rules_.seats) {
            if (other != seat) best = std::max(best, progress(s, other));
        }
        return progress(s, seat) - best;
    }

    [[nodiscard]] int promise(const State& s, const Move& m) const noexcept {
        const auto& way = way_[s.turn];
        return 20 * (way[m.from] - way[m.to]) + way[m.from];
    }
    [[nodiscard]] static std::size_t slot(const Move& m) noexcept { return m.from * 256U + m.to; }

private:
    static constexpr std::array<Step, 6> steps{{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}}};

    /// The outermost hole of each point.
    static constexpr std::array<Coordinates, 6> tips{{{12, 0}, {24, 4}, {24, 12}, {12, 16}, {0, 12}, {0, 4}}};

    /// Steps from one hole to another on an empty star.
    [[nodiscard]] static int steps_between(Coordinates a, Coordinates b) noexcept {
        const int across = a.file > b.file ? a.file - b.file : b.file - a.file;
        const int down = a.rank > b.rank ? a.rank - b.rank : b.rank - a.rank;
        return down > (across + down) / 2 ? down : (across + down) / 2;
    }

    /// How far a hole lies out towards a point, in rows from the middle; points begin at 5.
    [[nodiscard]] static int far_out(Coordinates at, int point) noexcept {
        const int down = at.rank - 8;
        const int right = (at.file - 12 - down) / 2;
        const int left = -right - down;
        const std::array<int, 6> far{-down, right, -left, down, -right, left};
        return far[static_cast<std::size_t>(point)];
    }

    [[nodiscard]] Word128 occupied(const State& s) const noexcept {
        Word128 taken = 0;
        for (const Word128 marbles : s.marbles) taken |= marbles;
        return taken;
    }

    [[nodiscard]] Word128 goal(int seat) const noexcept { return points_[static_cast<std::size_t>((seat + 3) % 6)]; }

    /// Holes where a marble of a seat may not come to rest.
    [[nodiscard]] Word128 barred(int seat) const noexcept {
        if (rules_.foreign_points) return 0;
        Word128 foreign = 0;
        for (int point = 0; point < 6; ++point) {
            if (point != seat && point != (seat + 3) % 6) foreign |= points_[static_cast<std::size_t>(point)];
        }
        return foreign;
    }

    [[nodiscard]] Word128 targets(int seat, Word128 taken, int from) const noexcept {
        return hops_.targets(taken, from) & ~barred(seat);
    }

    [[nodiscard]] bool can_move(const State& s, int seat) const noexcept {
        const Word128 taken = occupied(s);
        bool found = false;
        each_bit(s.marbles[static_cast<std::size_t>(seat)],
                 [&](int from) { found = found || targets(seat, taken, from) != 0; });
        return found;
    }

    [[nodiscard]] bool is_filled(const State& s, int seat) const noexcept {
        const Word128 mine = s.marbles[static_cast<std::size_t>(seat)];
        if (rules_.strict) return (goal(seat) & ~mine) == 0;
        return (goal(seat) & ~occupied(s)) == 0 && (goal(seat) & mine) != 0;
    }

    [[nodiscard]] bool is_home(const State& s, int seat) const noexcept {
        for (std::size_t i = 0; i < s.arrived; ++i) {
            if (s.home[i] == seat) return true;
        }
        return false;
    }

    [[nodiscard]] bool is_over(const State& s) const noexcept {
        if (s.arrived + 1U >= rules_.seats.size()) return true;
        return (is_home(s, s.turn) || !can_move(s, s.turn)) && nobody_can_move(s);
    }

    [[nodiscard]] bool nobody_can_move(const State& s) const noexcept {
        for (const int seat : rules_.seats) {
            if (!is_home(s, seat) && can_move(s, seat)) return false;
        }
        return true;
    }

    /// The next seat in turn that is not home and can move; the same one when nobody can.
    [[nodiscard]] std::uint8_t next(const State& s) const noexcept {
        const std::size_t n = rules_.seats.size();
        std::size_t now = 0;
        while (rules_.seats[now] != s.turn) ++now;
        for (std::size_t i = 1; i <= n; ++i) {
            const int seat = rules_.seats[(now + i) % n];
            if (!is_home(s, seat) && can_move(s, seat)) return static_cast<std::uint8_t>(seat);
        }
        return s.turn;
    }

    [[nodiscard]] Squares home(const State& s) const { return {s.home.begin(), s.home.begin() + s.arrived}; }

    [[nodiscard]] int progress(const State& s, int seat) const noexcept {
        const auto at = static_cast<std::size_t>(seat);
        int total = families::progress(s.marbles[at], way_[at]);
        for (std::size_t i = 0; i < s.arrived; ++i) {
            if (s.home[i] == seat) total += 2000 - 300 * static_cast<int>(i);
        }
        return total;
    }

    [[nodiscard]] std::uint8_t read_seat(Scanner& in) const {
        const int seat = in.number();
        if (std::find(rules_.seats.begin(), rules_.seats.end(), seat) == rules_.seats.end()) {
            in.refuse("this seat does not play here");
        }
        return static_cast<std::uint8_t>(seat);
    }

    void read_marbles(Scanner& in, State& s, std::uint8_t seat) const {
        if (s.marbles[seat] != 0) in.refuse("this seat is named twice");
        int marbles = 0;
        do {
            const int hole = in.number();
            if (hole < 1 || hole > holes) in.refuse("holes are 1 to 121");
            if ((occupied(s) >> (hole - 1) & 1) != 0) in.refuse("this hole is named twice");
            if (++marbles > 10) in.refuse("a seat has ten marbles at most");
            s.marbles[seat] |= bit<Word128>(hole - 1);
        } while (in.accept(','));
    }

    void read_home(Scanner& in, State& s) const {
        for (const char c : std::string_view{"home="}) in.expect(c);
        do {
            const std::uint8_t seat = read_seat(in);
            if (is_home(s, seat)) in.refuse("this seat is named twice");
            s.home[s.arrived++] = seat;
        } while (in.accept(','));
        if (!in.done()) in.refuse("nothing may follow");
    }

    StarRules rules_;
    Hops<Word128, 6, holes> hops_;
    std::array<Word128, 6> points_{};
    std::array<std::array<std::uint8_t, holes>, 6> way_{};  // steps to the tip of the point opposite
};

}  // namespace damiera::families
