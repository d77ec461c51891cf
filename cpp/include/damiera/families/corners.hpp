// Games from corner to corner of a square board: Ugolki and Halma for two.
//
// A turn is one step, or any number of jumps over single men of whatever colour; nothing is taken; the first to fill the
// corner opposite has won. A corner counts as filled when no square of it is free and at least one man is its new
// owner's; who cannot move is passed over. The other side then can: some man always stands beside a free square.
#pragma once

#include <algorithm>    // max
#include <array>        // array
#include <cstdint>      // int8_t, uint8_t
#include <optional>     // optional
#include <string>       // string
#include <string_view>  // string_view
#include <utility>      // move
#include <vector>       // vector

#include "damiera/board/frame.hpp"
#include "damiera/families/family.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::families {

struct CornerRules {
    int side{8};                     // files and ranks
    std::vector<int> camp{4, 4, 4};  // men in each row of a corner, the row nearest to the player first
    bool diagonals{};                // steps and jumps go along diagonals too
    bool strict{};                   // a corner is filled by men of its new owner only
};

class Corners {
public:
    static constexpr std::string_view family = "corners";
    static constexpr bool repeats = false;

    struct State {
        std::array<Word128, 2> men{};  // of White and Black, by square
        std::uint8_t turn{};
        std::int8_t first{-1};  // who has filled the corner opposite
    };

    struct Move {
        std::uint8_t from{};
        std::uint8_t to{};

        friend bool operator==(const Move&, const Move&) = default;
    };

    Corners(CornerRules rules, const Frame& frame) : rules_{std::move(rules)}, frame_{frame} {
        const int last = rules_.side - 1;
        for (int square = 0; square < frame.squares(); ++square) {
            const Coordinates at = frame.coordinates(square + 1);
            const auto here = static_cast<std::size_t>(square);
            for (std::size_t d = 0; d < ways(); ++d) {
                const int next = frame.square_at({at.file + steps[d].files, at.rank + steps[d].ranks});
                neighbours_[here][d] = static_cast<std::int8_t>(next - 1);
                if (next != 0) around_[here] |= bit<Word128>(next - 1);
            }
            if (in_camp(at.file, at.rank)) camps_[0] |= bit<Word128>(square);
            if (in_camp(last - at.file, last - at.rank)) camps_[1] |= bit<Word128>(square);
            far_[0][here] = way_left(last - at.file, last - at.rank);
            far_[1][here] = way_left(at.file, at.rank);
        }
    }

    [[nodiscard]] static Squares seats() { return {0, 1}; }

    [[nodiscard]] State start() const { return {camps_, 0, -1}; }

    [[nodiscard]] int seat(const State& s) const noexcept { return s.turn; }
    [[nodiscard]] bool captures(const State&) const noexcept { return false; }
    [[nodiscard]] bool has_moves(const State& s) const noexcept { return s.first < 0 && can_move(s, s.turn); }

    [[nodiscard]] std::uint64_t count(const State& s, Budget) const noexcept {
        if (s.first >= 0) return 0;
        std::uint64_t total = 0;
        each_bit(s.men[s.turn], [&](int from) { total += static_cast<std::uint64_t>(popcount(targets(occupied(s), from))); });
        return total;
    }

    void generate(const State& s, std::vector<Move>& list, Budget) const {
        list.clear();
        if (s.first >= 0) return;
        each_bit(s.men[s.turn], [&](int from) {
            each_bit(targets(occupied(s), from), [&](int to) {
                list.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
            });
        });
    }

    /// Move the man, see who has arrived, and find who can move.
    [[nodiscard]] State play(const State& before, const Move& m) const noexcept {
        State s = before;
        s.men[s.turn] ^= bit<Word128>(m.from) | bit<Word128>(m.to);
        s.first = arrived(s, s.turn);
        s.turn = mover(s, static_cast<std::uint8_t>(1 - s.turn));
        return s;
    }

    [[nodiscard]] Key key(const State& s) const noexcept {
        Key key = mixed(s.turn + 0x75676f6cULL);
        for (std::size_t side = 0; side < 2; ++side) {
            const auto low = static_cast<std::uint64_t>(s.men[side]);
            const auto high = static_cast<std::uint64_t>(s.men[side] >> 64);
            key ^= mixed(low + mixed(high + mixed(side + 1)));
        }
        return key;
    }

    [[nodiscard]] std::optional<int> winner(const State& s) const noexcept {
        return s.first < 0 ? std::nullopt : std::optional<int>{s.first};
    }

    [[nodiscard]] std::optional<Squares> places(const State& s) const {
        return s.first < 0 ? std::nullopt : std::optional<Squares>{{s.first}};
    }

    [[nodiscard]] Shown shown(const State& s, const Move& m) const {
        Shown shown{.from = m.from + 1, .to = m.to + 1};
        shown.after = key(play(s, m));
        shown.routes = {route(s, m)};
        return shown;
    }

    [[nodiscard]] Facts facts(const State& s) const {
        Facts facts;
        each_bit(s.men[0], [&](int square) { facts.pieces[square + 1] = "w"; });
        each_bit(s.men[1], [&](int square) { facts.pieces[square + 1] = "b"; });
        return facts;
    }

    [[nodiscard]] std::string fen(const State& s) const {
        std::string text{s.turn == 0 ? "W" : "B"};
        for (std::size_t side = 0; side < 2; ++side) {
            text += side == 0 ? ":W" : ":B";
            bool first = true;
            each_bit(s.men[side], [&](int square) {
                if (!first) text += ',';
                first = false;
                text += square_name(frame_, true, square + 1);
            });
        }
        return text;
    }

    [[nodiscard]] State read(std::string_view text) const {
        Scanner in{text};
        State s;
        const char turn = in.take();
        if (turn != 'W' && turn != 'B') in.refuse("write W or B, the side to move, first");
        s.turn = turn == 'W' ? 0 : 1;
        read_men(in, s, 0);
        read_men(in, s, 1);
        if (!in.done()) in.refuse("nothing may follow");
        s.first = arrived(s, 1 - s.turn);
        s.turn = mover(s, s.turn);
        return s;
    }

    /// How near the men are to the corner opposite, those left behind counted more; against the other side.
    [[nodiscard]] int evaluate(const State& s, int seat) const noexcept {
        const int ahead = progress(s, 0) - progress(s, 1);
        return seat == 0 ? ahead : -ahead;
    }

    [[nodiscard]] int promise(const State& s, const Move& m) const noexcept {
        const auto& way = far_[s.turn];
        return 20 * (way[m.from] - way[m.to]) + way[m.from];
    }
    [[nodiscard]] static std::size_t slot(const Move& m) noexcept { return m.from * 128U + m.to; }

private:
    static constexpr std::size_t most = 128;  // squares
    static constexpr std::array<Step, 8> steps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};

    /// The first so many of `steps` are ways to go.
    [[nodiscard]] std::size_t ways() const noexcept { return rules_.diagonals ? 8 : 4; }

    [[nodiscard]] bool in_camp(int file, int rank) const noexcept {
        return rank < static_cast<int>(rules_.camp.size()) && file < rules_.camp[static_cast<std::size_t>(rank)];
    }

    /// Steps over so many files and ranks on an empty board.
    [[nodiscard]] int steps_over(int files, int ranks) const noexcept {
        return rules_.diagonals ? std::max(files, ranks) : files + ranks;
    }

    /// How far a square is from the last one of a corner, as files and ranks from there; the way to the corner counts thrice.
    [[nodiscard]] std::uint8_t way_left(int file, int rank) const noexcept {
        const int files = std::max(0, file - rules_.camp.front() + 1);
        const int ranks = std::max(0, rank - static_cast<int>(rules_.camp.size()) + 1);
        return static_cast<std::uint8_t>(2 * steps_over(files, ranks) + steps_over(file, rank));
    }

    [[nodiscard]] static Word128 occupied(const State& s) noexcept { return s.men[0] | s.men[1]; }

    [[nodiscard]] Word128 targets(Word128 taken, int from) const noexcept {
        const Word128 others = taken ^ bit<Word128>(from);
        const Word128 reached = (around_[static_cast<std::size_t>(from)] & ~others) | jumped(others, from);
        return reached & ~bit<Word128>(from);
    }

    /// The square behind the one beside, that a jump in a way leads to; -1 if there is none.
    [[nodiscard]] int landing(Word128 others, int from, std::size_t way) const noexcept {
        const int over = neighbours_[static_cast<std::size_t>(from)][way];
        if (over < 0 || (others >> over & 1) == 0) return -1;
        const int to = neighbours_[static_cast<std::size_t>(over)][way];
        return to < 0 || (others >> to & 1) != 0 ? -1 : to;
    }

    /// All squares that jumps can reach, one after the other.
    [[nodiscard]] Word128 jumped(Word128 others, int from) const noexcept {
        Word128 reached = bit<Word128>(from);
        Word128 edge = reached;
        while (edge != 0) {
            const int here = lowest(edge);
            edge &= edge - 1;
            for (std::size_t way = 0; way < ways(); ++way) {
                const int to = landing(others, here, way);
                if (to < 0 || (reached >> to & 1) != 0) continue;
                reached |= bit<Word128>(to);
                edge |= bit<Word128>(to);
            }
        }
        return reached;
    }

    [[nodiscard]] bool can_move(const State& s, std::size_t side) const noexcept {
        const Word128 taken = occupied(s);
        bool found = false;
        each_bit(s.men[side], [&](int from) { found = found || targets(taken, from) != 0; });
        return found;
    }

    /// The side whose turn it is after all: who cannot move is passed over, unless the board is empty.
    [[nodiscard]] std::uint8_t mover(const State& s, std::uint8_t side) const noexcept {
        const auto other = static_cast<std::uint8_t>(1 - side);
        return can_move(s, side) || !can_move(s, other) ? side : other;
    }

    [[nodiscard]] bool is_filled(const State& s, std::size_t side) const noexcept {
        const Word128 goal = camps_[1 - side];
        if (rules_.strict) return (goal & ~s.men[side]) == 0;
        return (goal & ~occupied(s)) == 0 && (goal & s.men[side]) != 0;
    }

    /// Who has filled the corner opposite: the side that has just moved first of all; -1 for nobody.
    [[nodiscard]] std::int8_t arrived(const State& s, int moved) const noexcept {
        for (const int side : {moved, 1 - moved}) {
            if (is_filled(s, static_cast<std::size_t>(side))) return static_cast<std::int8_t>(side);
        }
        return -1;
    }

    [[nodiscard]] int progress(const State& s, std::size_t side) const noexcept {
        int total = s.first == static_cast<int>(side) ? 2000 : 0;
        each_bit(s.men[side], [&](int square) {
            const int left = far_[side][static_cast<std::size_t>(square)];
            total -= 10 * left + left * left / 2;
        });
        return total;
    }

    /// The shortest way to play a move: one step, or jumps found by going outwards.
    [[nodiscard]] Squares route(const State& s, const Move& m) const {
        if ((around_[m.from] >> m.to & 1) != 0) return {m.from + 1, m.to + 1};
        const Word128 others = occupied(s) ^ bit<Word128>(m.from);
        std::array<std::int16_t, most> came{};
        came.fill(-1);
        std::vector<int> edge{m.from};
        for (std::size_t i = 0; i < edge.size(); ++i) {
            const int here = edge[i];
            for (std::size_t way = 0; way < ways(); ++way) {
                const int to = landing(others, here, way);
                if (to < 0 || to == m.from || came[static_cast<std::size_t>(to)] >= 0) continue;
                came[static_cast<std::size_t>(to)] = static_cast<std::int16_t>(here);
                edge.push_back(to);
            }
        }
        Squares route{m.to + 1};
        for (int at = m.to; at != m.from;) {
            at = came[static_cast<std::size_t>(at)];
            route.insert(route.begin(), at + 1);
        }
        return route;
    }

    void read_men(Scanner& in, State& s, std::size_t side) const {
        in.expect(':');
        in.expect(side == 0 ? 'W' : 'B');
        const int men = popcount(camps_[side]);
        if (in.done() || in.peek() == ':') return;
        do {
            const int square = read_square(in, frame_, true) - 1;
            if ((occupied(s) >> square & 1) != 0) in.refuse("this square is named twice");
            s.men[side] |= bit<Word128>(square);
            if (popcount(s.men[side]) > men) in.refuse("a side has " + std::to_string(men) + " men at most");
        } while (in.accept(','));
    }

    CornerRules rules_;
    Frame frame_;
    std::array<std::array<std::int8_t, 8>, most> neighbours_{};
    std::array<Word128, most> around_{};
    std::array<Word128, 2> camps_{};
    std::array<std::array<std::uint8_t, most>, 2> far_{};  // from the corner opposite, by side
};

}  // namespace damiera::families
