// Games from corner to corner of a square board: Ugolki, and Halma for two or four.
//
// A turn is one step, or any number of hops over single men of whatever colour; nothing is taken; the first to fill the
// corner opposite has won, and where four play the others play on for their places. A corner counts as filled when no
// square of it is free and at least one man is its new owner's; who cannot move is passed over.
//
// Seats are those of a star, so that colours are the same: two are 0 and 1, four are 0, 1, 3 and 4, clockwise from White's
// left corner. Positions for two are written as any FEN, those for four as a star's.
#pragma once

#include <algorithm>    // find, max, min
#include <array>        // array
#include <cstdint>      // uint8_t
#include <optional>     // optional
#include <string>       // string
#include <string_view>  // string_view
#include <utility>      // move
#include <vector>       // vector

#include "damiera/board/frame.hpp"
#include "damiera/families/family.hpp"
#include "damiera/families/hops.hpp"
#include "damiera/util/word256.hpp"

namespace damiera::families {

struct CornerRules {
    int side{8};                     // files and ranks
    std::vector<int> camp{4, 4, 4};  // men in each row of a corner, the row nearest to the player first
    int players{2};                  // two or four
    bool diagonals{};                // steps and hops go along diagonals too
    bool strict{};                   // a corner is filled by men of its new owner only
    bool stays{};                    // a man that is in the corner opposite does not leave it
};

/// `Set` is a set of the squares of the board.
template <class Set>
class Corners {
public:
    static constexpr std::string_view family = "corners";
    static constexpr bool repeats = false;

    struct State {
        std::array<Set, 4> men{};            // by place: the corners of those that play, in the order of turns
        std::array<std::uint8_t, 4> home{};  // places that have arrived
        std::uint8_t arrived{};              // how many are home
        std::uint8_t turn{};                 // a place
    };

    struct Move {
        std::uint8_t from{};
        std::uint8_t to{};

        friend bool operator==(const Move&, const Move&) = default;
    };

    Corners(CornerRules rules, const Frame& frame) : rules_{std::move(rules)}, frame_{frame} {
        for (int square = 0; square < frame.squares(); ++square) {
            const Coordinates at = frame.coordinates(square + 1);
            for (std::size_t d = 0; d < (rules_.diagonals ? 8U : 4U); ++d) {
                const int next = frame.square_at({at.file + steps[d].files, at.rank + steps[d].ranks});
                if (next != 0) hops_.join(square, d, next - 1);
            }
            for (std::size_t place = 0; place < places(); ++place) {
                const Coordinates seen = from_corner(at, place);
                if (in_camp(seen.file, seen.rank)) camps_[place] |= bit<Set>(square);
            }
        }
        for (std::size_t place = 0; place < places(); ++place) {
            for (int square = 0; square < frame.squares(); ++square) {
                const Coordinates seen = from_corner(frame.coordinates(square + 1), opposite(place));
                way_[place][static_cast<std::size_t>(square)] = way_left(seen.file, seen.rank);
            }
        }
    }

    [[nodiscard]] Squares seats() const {
        if (rules_.players == 2) return {0, 1};
        return {four.begin(), four.end()};
    }

    [[nodiscard]] State start() const {
        State s;
        s.men = camps_;
        return s;
    }

    [[nodiscard]] int seat(const State& s) const noexcept { return seat_of(s.turn); }
    [[nodiscard]] bool captures(const State&) const noexcept { return false; }
    [[nodiscard]] bool has_moves(const State& s) const noexcept { return !is_over(s); }

    [[nodiscard]] std::uint64_t count(const State& s, Budget) const noexcept {
        if (is_over(s)) return 0;
        std::uint64_t total = 0;
        each_bit(s.men[s.turn], [&](int from) { total += static_cast<std::uint64_t>(popcount(targets(s, s.turn, from))); });
        return total;
    }

    void generate(const State& s, std::vector<Move>& list, Budget) const {
        list.clear();
        if (is_over(s)) return;
        each_bit(s.men[s.turn], [&](int from) {
            each_bit(targets(s, s.turn, from), [&](int to) {
                list.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
            });
        });
    }

    /// Move the man, see who has arrived, the one who moved first of all, and find who can move.
    [[nodiscard]] State play(const State& before, const Move& m) const noexcept {
        State s = before;
        s.men[s.turn] ^= bit<Set>(m.from) | bit<Set>(m.to);
        see_who_arrived(s, s.turn);
        s.turn = mover(s, (s.turn + 1U) % places());
        return s;
    }

    [[nodiscard]] Key key(const State& s) const noexcept {
        Key key = mixed(s.turn + 0x75676f6cULL);
        for (std::size_t place = 0; place < places(); ++place) key ^= mixed_set(s.men[place], place);
        if (rules_.players == 2) return key;
        for (std::size_t i = 0; i < s.arrived; ++i) key ^= mixed(1000 + 8 * i + s.home[i]);
        return key;
    }

    [[nodiscard]] std::optional<int> winner(const State& s) const noexcept {
        return s.arrived == 0 || !is_over(s) ? std::nullopt : std::optional{seat_of(s.home[0])};
    }

    /// The seats in the order of their places, when all but one are home, or nobody can move any more.
    [[nodiscard]] std::optional<Squares> places(const State& s) const {
        return is_over(s) ? std::optional{home(s)} : std::nullopt;
    }

    [[nodiscard]] Shown shown(const State& s, const Move& m) const {
        Shown shown{.from = m.from + 1, .to = m.to + 1};
        shown.after = key(play(s, m));
        shown.routes = {hops_.route(occupied(s), m.from, m.to)};
        return shown;
    }

    [[nodiscard]] Facts facts(const State& s) const {
        Facts facts;
        for (std::size_t place = 0; place < places(); ++place) {
            const std::string named = rules_.players == 2 ? (place == 0 ? "w" : "b") : std::to_string(seat_of(place));
            each_bit(s.men[place], [&](int square) { facts.pieces[square + 1] = named; });
        }
        if (rules_.players != 2) facts.home = home(s);
        return facts;
    }

    [[nodiscard]] std::string fen(const State& s) const {
        if (rules_.players == 2) {
            return (s.turn == 0 ? "W:W" : "B:W") + listed(s.men[0]) + ":B" + listed(s.men[1]);
        }
        std::string text = std::to_string(seat(s)) + ":";
        for (std::size_t place = 0; place < places(); ++place) {
            if (place != 0) text += ';';
            text += std::to_string(seat_of(place)) + "=" + listed(s.men[place]);
        }
        for (std::size_t i = 0; i < s.arrived; ++i) text += (i == 0 ? ";home=" : ",") + std::to_string(seat_of(s.home[i]));
        return text;
    }

    [[nodiscard]] State read(std::string_view text) const {
        Scanner in{text};
        return rules_.players == 2 ? read_for_two(in) : read_for_four(in);
    }

    /// How near the men are to the corner opposite, those left behind counted more; against the best of the others.
    [[nodiscard]] int evaluate(const State& s, int seat) const noexcept {
        int best = -100'000;
        int own = 0;
        for (std::size_t place = 0; place < places(); ++place) {
            const int now = progress(s, place);
            if (seat_of(place) == seat) {
                own = now;
            } else {
                best = std::max(best, now);
            }
        }
        return own - best;
    }

    [[nodiscard]] int promise(const State& s, const Move& m) const noexcept {
        const auto& way = way_[s.turn];
        return 20 * (way[m.from] - way[m.to]) + way[m.from];
    }
    [[nodiscard]] static std::size_t slot(const Move& m) noexcept { return m.from * 256U + m.to; }

private:
    static constexpr std::size_t most = 8 * sizeof(Set);  // squares
    static constexpr std::array<Step, 8> steps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
    static constexpr std::array<int, 4> four{0, 1, 3, 4};  // seats of White, Red, Black and Blue, see `Star`

    [[nodiscard]] std::size_t places() const noexcept { return static_cast<std::size_t>(rules_.players); }

    [[nodiscard]] int seat_of(std::size_t place) const noexcept {
        return rules_.players == 2 ? static_cast<int>(place) : four[place];
    }

    [[nodiscard]] std::size_t opposite(std::size_t place) const noexcept { return (place + places() / 2) % places(); }

    /// A square as files and ranks from the outermost square of a place's corner.
    [[nodiscard]] Coordinates from_corner(Coordinates at, std::size_t place) const noexcept {
        const std::size_t corner = rules_.players == 2 ? 2 * place : place;  // clockwise from White's left
        const bool right = corner == 2 || corner == 3;
        const bool top = corner == 1 || corner == 2;
        return {right ? rules_.side - 1 - at.file : at.file, top ? rules_.side - 1 - at.rank : at.rank};
    }

    [[nodiscard]] bool in_camp(int file, int rank) const noexcept {
        return rank < static_cast<int>(rules_.camp.size()) && file < rules_.camp[static_cast<std::size_t>(rank)];
    }

    /// Steps over so many files and ranks on an empty board.
    [[nodiscard]] int steps_over(int files, int ranks) const noexcept {
        return rules_.diagonals ? std::max(files, ranks) : files + ranks;
    }

    /// How far a square is from the last one of a corner, as files and ranks from there; the way to the corner counts thrice.
    [[nodiscard]] std::uint8_t way_left(int file, int rank) const noexcept {
        int outside = 2 * rules_.side;
        for (int row = 0; row < static_cast<int>(rules_.camp.size()); ++row) {
            const int files = std::max(0, file - rules_.camp[static_cast<std::size_t>(row)] + 1);
            outside = std::min(outside, steps_over(files, std::max(row - rank, rank - row)));
        }
        return static_cast<std::uint8_t>(2 * outside + steps_over(file, rank));
    }

    [[nodiscard]] Set occupied(const State& s) const noexcept {
        return (s.men[0] | s.men[1]) | (s.men[2] | s.men[3]);  // those of places that do not play are empty
    }

    [[nodiscard]] Set targets(const State& s, std::size_t place, int from) const noexcept {
        const Set found = hops_.targets(occupied(s), from);
        const Set& goal = camps_[opposite(place)];
        return rules_.stays && has(goal, from) ? found & goal : found;
    }

    [[nodiscard]] bool can_move(const State& s, std::size_t place) const noexcept {
        bool found = false;
        each_bit(s.men[place], [&](int from) { found = found || targets(s, place, from) != Set{}; });
        return found;
    }

    [[nodiscard]] bool is_home(const State& s, std::size_t place) const noexcept {
        return std::find(s.home.begin(), s.home.begin() + s.arrived, place) != s.home.begin() + s.arrived;
    }

    [[nodiscard]] bool is_decided(const State& s) const noexcept { return s.arrived + 1U >= places(); }

    /// Whether the game is over. `mover` has found somebody who can move, if there is anybody.
    [[nodiscard]] bool is_over(const State& s) const noexcept {
        return is_decided(s) || is_home(s, s.turn) || !can_move(s, s.turn);
    }

    /// Whose turn it is after all: from `first` on, who is not home and can move; `first` when nobody can.
    [[nodiscard]] std::uint8_t mover(const State& s, std::size_t first) const noexcept {
        for (std::size_t i = 0; i < places() && !is_decided(s); ++i) {
            const std::size_t place = (first + i) % places();
            if (!is_home(s, place) && can_move(s, place)) return static_cast<std::uint8_t>(place);
        }
        return static_cast<std::uint8_t>(first);
    }

    [[nodiscard]] bool is_filled(const State& s, std::size_t place) const noexcept {
        const Set& goal = camps_[opposite(place)];
        if (rules_.strict) return (goal & ~s.men[place]) == Set{};
        return (goal & ~occupied(s)) == Set{} && (goal & s.men[place]) != Set{};
    }

    /// Write down who has filled the corner opposite, `moved` first of all.
    void see_who_arrived(State& s, std::size_t moved) const noexcept {
        for (std::size_t i = 0; i < places() && !is_decided(s); ++i) {
            const std::size_t place = (moved + i) % places();
            if (!is_home(s, place) && is_filled(s, place)) s.home[s.arrived++] = static_cast<std::uint8_t>(place);
        }
    }

    [[nodiscard]] Squares home(const State& s) const {
        Squares seats;
        for (std::size_t i = 0; i < s.arrived; ++i) seats.push_back(seat_of(s.home[i]));
        return seats;
    }

    [[nodiscard]] int progress(const State& s, std::size_t place) const noexcept {
        int total = families::progress(s.men[place], way_[place]);
        for (std::size_t i = 0; i < s.arrived; ++i) {
            if (s.home[i] == place) total += 2000 - 300 * static_cast<int>(i);
        }
        return total;
    }

    [[nodiscard]] std::string listed(const Set& men) const {
        std::string text;
        each_bit(men, [&](int square) {
            if (!text.empty()) text += ',';
            text += square_name(frame_, true, square + 1);
        });
        return text;
    }

    [[nodiscard]] State read_for_two(Scanner& in) const {
        State s;
        const char turn = in.take();
        if (turn != 'W' && turn != 'B') in.refuse("write W or B, the side to move, first");
        s.turn = turn == 'W' ? 0 : 1;
        for (std::size_t place = 0; place < 2; ++place) {
            in.expect(':');
            in.expect(place == 0 ? 'W' : 'B');
            if (!in.done() && in.peek() != ':') read_men(in, s, place);
        }
        if (!in.done()) in.refuse("nothing may follow");
        see_who_arrived(s, 1U - s.turn);
        s.turn = mover(s, s.turn);
        return s;
    }

    [[nodiscard]] State read_for_four(Scanner& in) const {
        State s;
        const std::size_t turn = read_place(in);
        in.expect(':');
        while (!in.done() && in.peek() != 'h') {
            const std::size_t place = read_place(in);
            in.expect('=');
            if (s.men[place] != Set{}) in.refuse("this seat is named twice");
            read_men(in, s, place);
            if (!in.done()) in.expect(';');
        }
        if (!in.done()) read_home(in, s);
        for (const Set& men : s.men) {
            if (men == Set{}) in.refuse("every seat that plays has men");
        }
        s.turn = mover(s, turn);
        return s;
    }

    [[nodiscard]] std::size_t read_place(Scanner& in) const {
        const int seat = in.number();
        const auto found = std::find(four.begin(), four.end(), seat);
        if (found == four.end()) in.refuse("this seat does not play here");
        return static_cast<std::size_t>(found - four.begin());
    }

    void read_men(Scanner& in, State& s, std::size_t place) const {
        const int most_men = popcount(camps_[place]);
        do {
            const int square = read_square(in, frame_, true) - 1;
            if (has(occupied(s), square)) in.refuse("this square is named twice");
            s.men[place] |= bit<Set>(square);
            if (popcount(s.men[place]) > most_men) in.refuse("a side has " + std::to_string(most_men) + " men at most");
        } while (in.accept(','));
    }

    void read_home(Scanner& in, State& s) const {
        for (const char c : std::string_view{"home="}) in.expect(c);
        do {
            const std::size_t place = read_place(in);
            if (is_home(s, place)) in.refuse("this seat is named twice");
            s.home[s.arrived++] = static_cast<std::uint8_t>(place);
        } while (in.accept(','));
        if (!in.done()) in.refuse("nothing may follow");
    }

    CornerRules rules_;
    Frame frame_;
    Hops<Set, 8, most> hops_;
    std::array<Set, 4> camps_{};
    std::array<std::array<std::uint8_t, most>, 4> way_{};  // from the corner opposite, by place
};

}  // namespace damiera::families
