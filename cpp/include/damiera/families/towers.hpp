// Bashni and Lasca: what is jumped is not lost but carried, under the column that jumps.
//
// Only the top piece of a jumped column is taken, at once; what was under it stays, and may have changed hands. The
// same column may be jumped again in one move, but not twice running. Sources: Michaelsen and Pakhomov, Bashni, 2000;
// E. Lasker, Lasca, 1911.
#pragma once

#include <algorithm>    // min
#include <array>        // array
#include <bit>          // bit_width
#include <cstddef>      // size_t
#include <cstdint>      // uint8_t, uint64_t
#include <optional>     // optional
#include <string>       // string
#include <string_view>  // string_view
#include <vector>       // vector

#include "damiera/board/frame.hpp"
#include "damiera/board/side.hpp"
#include "damiera/families/family.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::families {

/// A column as one number: two bits a piece, the top lowest, and a one above the bottom. Nought is no column.
namespace column {

using Column = std::uint64_t;

inline constexpr Column none = 0;
inline constexpr unsigned black_piece = 1;
inline constexpr unsigned king_piece = 2;

[[nodiscard]] constexpr Column of(unsigned piece) noexcept { return 4 | piece; }
[[nodiscard]] constexpr unsigned top(Column c) noexcept { return static_cast<unsigned>(c & 3); }
[[nodiscard]] constexpr Side side(Column c) noexcept { return (c & 1) != 0 ? Side::black : Side::white; }
[[nodiscard]] constexpr bool is_king(Column c) noexcept { return (c & 2) != 0; }
[[nodiscard]] constexpr int height(Column c) noexcept { return (static_cast<int>(std::bit_width(c)) - 1) / 2; }

/// What is left when the top is taken.
[[nodiscard]] constexpr Column popped(Column c) noexcept { return c >> 2 == 1 ? none : c >> 2; }

/// The column with a piece put under it.
[[nodiscard]] constexpr Column over(Column c, unsigned piece) noexcept {
    const int end = 2 * height(c);
    return c ^ Column { 1 } << end ^ Column { piece } << end ^ Column { 1 } << (end + 2);
}

}  // namespace column

using column::Column;

/// What tells the games apart.
struct TowerRules {
    int files{};  // also the ranks
    int rows{};   // of men
    bool man_captures_backward{};
    bool king_flies{};
    bool crowned_goes_on{};  // a commander crowned by a jump goes on, as a king; or its move is over
    bool losing{};
};

/// What the evaluation adds up for a side, in hundredths of a man. Found by regression on games of the search with itself,
/// see `docs/training.md`.
struct TowerWeights {
    std::array<int, 8> man{};      // a column commanded by a man, by the ranks it has come
    int king{};                    // a column commanded by a king
    std::array<int, 3> guard{};    // friends right under the commander: the first, the second, every further one
    int guard_king{};              // more for each king among them
    std::array<int, 3> captive{};  // an enemy carried under the commander alone, under one guard, under more
    int captive_king{};            // more for each king among them
    int step{};                    // a step that men can make
    int king_step{};               // a step to the next square that kings can make
    int turn{};                    // being to move

    [[nodiscard]] static constexpr TowerWeights of(const TowerRules& rules) noexcept {
        if (rules.king_flies) return rules.losing ? losing_bashni() : bashni();
        return rules.losing ? losing_lasca() : lasca();
    }

private:
    [[nodiscard]] static constexpr TowerWeights bashni() noexcept {
        return {.man = {226, 116, 71, 57, 64, 120, 174, 174},
                .king = 244,
                .guard = {151, 112, 38},
                .guard_king = 20,
                .captive = {16, 20, 30},
                .captive_king = -128,
                .step = 17,
                .king_step = -25,
                .turn = 14};
    }

    [[nodiscard]] static constexpr TowerWeights losing_bashni() noexcept {
        return {.man = {-8, -3, -12, -65, -66, -76, -59, -59},
                .king = -47,
                .guard = {38, 39, -95},
                .guard_king = 37,
                .captive = {0, -14, -47},
                .captive_king = 24,
                .step = 31,
                .king_step = 33,
                .turn = 74};
    }

    /// By hand: what the regression found was no better.
    [[nodiscard]] static constexpr TowerWeights lasca() noexcept {
        return {.man = {100, 103, 106, 109, 112, 115, 118, 118},
                .king = 160,
                .guard = {60, 60, 60},
                .guard_king = 60,
                .captive = {12, 12, 12}};
    }

    [[nodiscard]] static constexpr TowerWeights losing_lasca() noexcept {
        return {.man = {-50, -20, -25, -29, -88, -77, -77, -77},
                .king = -31,
                .guard = {29, -12, -65},
                .guard_king = 27,
                .captive = {-13, -14, -7},
                .captive_king = 63,
                .step = 23,
                .king_step = 7,
                .turn = 62};
    }
};

class Towers {
public:
    static constexpr std::string_view family = "towers";
    static constexpr bool repeats = true;
    static constexpr int most = 12;  // pieces of a side, and so jumps of a move

    struct State {
        std::array<Column, 36> columns{};
        Word64 white{};
        Word64 black{};
        Word64 kings{};
        Side side{};
    };

    struct Move {
        std::uint8_t from{};
        std::uint8_t to{};
        std::uint8_t jumps{};
        bool promotes{};
        std::array<std::uint8_t, most> over{};
        std::array<std::uint8_t, most> land{};

        friend bool operator==(const Move&, const Move&) = default;
    };

    Towers(const TowerRules& rules, const Frame& frame) : rules_{rules}, weights_{TowerWeights::of(rules)}, frame_{frame} {
        for (int square = 1; square <= frame.squares(); ++square) {
            const Coordinates at = frame.coordinates(square);
            const auto bit_at = static_cast<std::uint8_t>(board.bit_of(at.file, at.rank));
            bits_[static_cast<std::size_t>(square)] = bit_at;
            squares_[bit_at] = static_cast<std::uint8_t>(square);
            cells_ |= bit<Word64>(bit_at);
            if (at.rank == rules.files - 1) last_[0] |= bit<Word64>(bit_at);
            if (at.rank == 0) last_[1] |= bit<Word64>(bit_at);
        }
    }

    [[nodiscard]] Squares seats() const { return {0, 1}; }

    [[nodiscard]] State start() const {
        State s;
        for (int square = 1; square <= frame_.squares(); ++square) {
            const int rank = frame_.coordinates(square).rank;
            if (rank < rules_.rows) put(s, bit_of(square), column::of(0));
            if (rank >= rules_.files - rules_.rows) put(s, bit_of(square), column::of(column::black_piece));
        }
        return s;
    }

    [[nodiscard]] int seat(const State& s) const noexcept { return index(s.side); }

    [[nodiscard]] bool captures(const State& s) const noexcept {
        const Word64 men = own(s) & ~s.kings;
        const Word64 foes = enemy(s);
        const Word64 free = empty(s);
        for (std::size_t d = 0; d < 4; ++d) {
            if (captures_in(s.side, false, d) && (shifted(shifted(men, d) & foes, d) & free) != 0) return true;
        }
        bool found = false;
        each_bit(own(s) & s.kings, [&](int at) { found = found || can_capture(s, at); });
        return found;
    }

    [[nodiscard]] bool has_moves(const State& s) const noexcept { return quiet_count(s) != 0 || captures(s); }

    [[nodiscard]] std::uint64_t count(const State& s, Budget budget) const {
        if (!captures(s)) return static_cast<std::uint64_t>(quiet_count(s));
        std::vector<Move> list;
        generate(s, list, budget);
        return list.size();
    }

    void generate(const State& s, std::vector<Move>& list, Budget budget) const {
        list.clear();
        if (!captures(s)) {
            each_bit(own(s), [&](int at) { quiet(s, at, list); });
            return;
        }
        Found found{list, {}};
        each_bit(own(s), [&](int at) {
            if (!can_capture(s, at)) return;
            State rest = s;
            take_away(rest, at);
            Move move;
            move.from = static_cast<std::uint8_t>(at);
            move.promotes = !is_in(s.kings, at);  // if it becomes a king: settled when the capture ends
            Budget left = budget;
            try {
                walk(rest, at, s.columns[static_cast<std::size_t>(at)], -1, move, found, left);
            } catch (const BudgetExceeded&) {  // what has been found is enough to play on
                return;
            }
        });
    }

    [[nodiscard]] State play(const State& before, const Move& move) const {
        State s = before;
        Column carried = s.columns[move.from];
        take_away(s, move.from);
        for (std::size_t i = 0; i < move.jumps; ++i) {
            const unsigned taken = column::top(s.columns[move.over[i]]);
            take_top(s, move.over[i]);
            carried = arrived(column::over(carried, taken), move.land[i]);
        }
        put(s, move.to, arrived(carried, move.to));
        s.side = opponent(s.side);
        return s;
    }

    [[nodiscard]] Key key(const State& s) const noexcept {
        Key key = s.side == Side::black ? keys.black_to_move : 0;
        each_bit(s.white | s.black, [&](int at) { key ^= mixed(column_key(s.columns[static_cast<std::size_t>(at)], at)); });
        return key;
    }

    /// Who cannot move has lost; to lose is the aim of the losing game.
    [[nodiscard]] std::optional<int> winner(const State& s) const {
        if (has_moves(s)) return std::nullopt;
        return index(rules_.losing ? s.side : opponent(s.side));
    }

    [[nodiscard]] std::optional<Squares> places(const State&) const { return std::nullopt; }

    [[nodiscard]] Shown shown(const State& s, const Move& move) const {
        Shown shown{.from = square_of(move.from), .to = square_of(move.to), .promotes = move.promotes};
        shown.after = key(play(s, move));
        for (std::size_t i = 0; i < move.jumps; ++i) shown.captured.push_back(square_of(move.over[i]));
        shown.routes = move.jumps < 2 ? std::vector<Squares>{route(move)} : routes(s, move, shown.after);
        return shown;
    }

    [[nodiscard]] Facts facts(const State& s) const {
        Facts facts;
        each_bit(s.white | s.black, [&](int at) {
            const std::string stack = letters(s.columns[static_cast<std::size_t>(at)]);
            facts.stacks[square_of(at)] = stack;
            facts.pieces[square_of(at)] = stack.substr(stack.size() - 1);
        });
        return facts;
    }

    [[nodiscard]] std::string fen(const State& s) const {
        std::string text{s.side == Side::white ? "W:" : "B:"};
        for (const auto& [square, stack] : facts(s).stacks) {
            if (text.size() > 2) text += ',';
            text += square_name(frame_, true, square) + "=" + stack;
        }
        return text;
    }

    [[nodiscard]] State read(std::string_view text) const {
        Scanner in{text};
        State s;
        const char side = in.take();
        if (side != 'W' && side != 'B') in.refuse("write W or B, the side to move, first");
        s.side = side == 'W' ? Side::white : Side::black;
        in.expect(':');
        std::array<int, 2> pieces{};
        while (!in.done()) {
            const int at = bit_of(read_square(in, frame_, true));
            if (s.columns[static_cast<std::size_t>(at)] != 0) in.refuse("this square is named twice");
            in.expect('=');
            put(s, at, read_column(in, pieces));
            if (!in.done()) in.expect(',');
        }
        return s;
    }

    /// The columns of either side, how freely they move, and whose turn it is.
    [[nodiscard]] int evaluate(const State& s, int seat) const noexcept {
        const int white =
            worth_of(s, Side::white) - worth_of(s, Side::black) + (s.side == Side::white ? weights_.turn : -weights_.turn);
        return seat == 0 ? white : -white;
    }

    [[nodiscard]] int promise(const State&, const Move& m) const noexcept { return 50 * m.jumps + (m.promotes ? 40 : 0); }
    [[nodiscard]] static std::size_t slot(const Move& m) noexcept { return m.from * 128U + m.to; }

private:
    static constexpr Geometry board{.files = 8, .ranks = 8};
    static constexpr std::array<int, 4> steps{-4, 5, 4, -5};  // clockwise from the north east

    struct Found {
        std::vector<Move>& list;
        std::vector<Key> keys;  // of the positions left, beside the list
    };

    [[nodiscard]] int bit_of(int square) const noexcept { return bits_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] int square_of(int at) const noexcept { return squares_[static_cast<std::size_t>(at)]; }
    [[nodiscard]] Word64 own(const State& s) const noexcept { return s.side == Side::white ? s.white : s.black; }
    [[nodiscard]] Word64 enemy(const State& s) const noexcept { return s.side == Side::white ? s.black : s.white; }
    [[nodiscard]] Word64 empty(const State& s) const noexcept { return cells_ & ~(s.white | s.black); }
    [[nodiscard]] bool is_in(Word64 set, int at) const noexcept { return at >= 0 && (set >> at & 1) != 0; }
    [[nodiscard]] static int stepped(int at, std::size_t d) noexcept { return at + steps[d]; }
    [[nodiscard]] static Word64 shifted(Word64 set, std::size_t d) noexcept {
        return steps[d] > 0 ? set << steps[d] : set >> -steps[d];
    }

    /// Whether men of a side move in a direction; the first and the last are White's.
    [[nodiscard]] static bool is_forward(Side side, std::size_t d) noexcept {
        return (d == 0 || d == 3) == (side == Side::white);
    }

    [[nodiscard]] bool captures_in(Side side, bool king, std::size_t d) const noexcept {
        return king || rules_.man_captures_backward || is_forward(side, d);
    }

    static void put(State& s, int at, Column c) noexcept {
        const Word64 here = bit<Word64>(at);
        s.columns[static_cast<std::size_t>(at)] = c;
        (column::side(c) == Side::white ? s.white : s.black) |= here;
        if (column::is_king(c)) s.kings |= here;
    }

    static void take_away(State& s, int at) noexcept {
        const Word64 others = ~bit<Word64>(at);
        s.columns[static_cast<std::size_t>(at)] = column::none;
        s.white &= others;
        s.black &= others;
        s.kings &= others;
    }

    static void take_top(State& s, int at) noexcept {
        const Column left = column::popped(s.columns[static_cast<std::size_t>(at)]);
        take_away(s, at);
        if (left != column::none) put(s, at, left);
    }

    /// The column as it stands on a square: on the far row its commander becomes a king.
    [[nodiscard]] Column arrived(Column c, int at) const noexcept {
        return is_in(last_[static_cast<std::size_t>(index(column::side(c)))], at) ? c | column::king_piece : c;
    }

    /// The first piece in a direction, for a king that flies or a neighbour; -1 for none.
    [[nodiscard]] int met(const State& s, int at, std::size_t d, bool flies) const noexcept {
        const Word64 free = empty(s);
        int next = stepped(at, d);
        while (flies && is_in(free, next)) next = stepped(next, d);
        return is_in(s.white | s.black, next) ? next : -1;
    }

    [[nodiscard]] bool can_capture(const State& s, int at) const noexcept {
        const bool king = is_in(s.kings, at);
        for (std::size_t d = 0; d < 4; ++d) {
            if (!captures_in(s.side, king, d)) continue;
            const int over = met(s, at, d, king && rules_.king_flies);
            if (is_in(enemy(s), over) && is_in(empty(s), stepped(over, d))) return true;
        }
        return false;
    }

    [[nodiscard]] int quiet_count(const State& s) const noexcept {
        int total = 0;
        const Word64 free = empty(s);
        const Word64 men = own(s) & ~s.kings;
        for (std::size_t d = 0; d < 4; ++d) {
            if (is_forward(s.side, d)) total += popcount(shifted(men, d) & free);
            each_bit(own(s) & s.kings, [&](int at) {
                int next = stepped(at, d);
                for (; is_in(free, next); next = stepped(next, d)) {
                    ++total;
                    if (!rules_.king_flies) break;
                }
            });
        }
        return total;
    }

    void quiet(const State& s, int at, std::vector<Move>& list) const {
        const bool king = is_in(s.kings, at);
        const Word64 free = empty(s);
        for (std::size_t d = 0; d < 4; ++d) {
            if (!king && !is_forward(s.side, d)) continue;
            for (int next = stepped(at, d); is_in(free, next); next = stepped(next, d)) {
                Move move;
                move.from = static_cast<std::uint8_t>(at);
                move.to = static_cast<std::uint8_t>(next);
                move.promotes = !king && is_in(last_[static_cast<std::size_t>(index(s.side))], next);
                list.push_back(move);
                if (!king || !rules_.king_flies) break;
            }
        }
    }

    /// Carry a capture on from `at`, where `carried` stands; false if there is nothing more to jump.
    bool walk(State& rest, int at, Column carried, int last, Move& move, Found& found, Budget& budget) const {
        bool went_on = false;
        const bool king = column::is_king(carried);
        const bool flies = king && rules_.king_flies;
        for (std::size_t d = 0; d < 4; ++d) {
            if (!captures_in(rest.side, king, d)) continue;
            const int over = met(rest, at, d, flies);
            if (over < 0 || over == last || !is_in(enemy(rest), over)) continue;
            if (!is_in(empty(rest), stepped(over, d))) continue;
            if (--budget < 0) throw BudgetExceeded{};
            went_on = true;
            jump(rest, over, d, carried, flies, move, found, budget);
        }
        return went_on;
    }

    /// Jump one column, to the squares behind it from which the capture goes on; if there is none, to each of them.
    void jump(State& rest, int over, std::size_t d, Column carried, bool flies, Move& move, Found& found,
              Budget& budget) const {
        const Column whole = rest.columns[static_cast<std::size_t>(over)];
        const Word64 free = empty(rest);
        take_top(rest, over);
        const Column grown = column::over(carried, column::top(whole));
        move.over[move.jumps] = static_cast<std::uint8_t>(over);
        const auto each_landing = [&](auto&& f) {
            for (int to = stepped(over, d); is_in(free, to); to = stepped(to, d)) {
                f(to);
                if (!flies) break;
            }
        };
        bool goes_on = false;
        each_landing([&](int to) {
            const Column c = arrived(grown, to);
            if (c != grown && !rules_.crowned_goes_on) return;
            move.land[move.jumps++] = static_cast<std::uint8_t>(to);
            goes_on = walk(rest, to, c, over, move, found, budget) || goes_on;
            --move.jumps;
        });
        if (!goes_on) {
            each_landing([&](int to) {
                move.land[move.jumps++] = static_cast<std::uint8_t>(to);
                add(rest, to, arrived(grown, to), move, found);
                --move.jumps;
            });
        }
        take_away(rest, over);
        put(rest, over, whole);
    }

    /// Note the end of a capture, unless another route has left the same board.
    void add(const State& rest, int to, Column c, const Move& move, Found& found) const {
        Key key = mixed(column_key(c, to)) ^ move.from;
        each_bit(rest.white | rest.black,
                 [&](int at) { key ^= mixed(column_key(rest.columns[static_cast<std::size_t>(at)], at)); });
        if (std::find(found.keys.begin(), found.keys.end(), key) != found.keys.end()) return;
        found.keys.push_back(key);
        Move whole = move;
        whole.to = static_cast<std::uint8_t>(to);
        whole.promotes = move.promotes && column::is_king(c);
        for (std::size_t i = whole.jumps; i < most; ++i) whole.over[i] = whole.land[i] = 0;
        found.list.push_back(whole);
    }

    [[nodiscard]] static std::uint64_t column_key(Column c, int at) noexcept {
        return c * 64 + static_cast<std::uint64_t>(at) + 0x746F776572ULL;
    }

    [[nodiscard]] Squares route(const Move& move) const {
        Squares route{square_of(move.from)};
        for (std::size_t i = 0; i < move.jumps; ++i) route.push_back(square_of(move.land[i]));
        if (move.jumps == 0) route.push_back(square_of(move.to));
        return route;
    }

    /// Every route that leaves the same board: found by walking without dropping any.
    [[nodiscard]] std::vector<Squares> routes(const State& s, const Move& wanted, Key after) const {
        std::vector<Squares> all;
        Move move;
        move.from = wanted.from;
        State rest = s;
        take_away(rest, wanted.from);
        Budget budget = 200'000;
        each_route(rest, wanted.from, s.columns[wanted.from], -1, move, budget, [&](const Move& whole) {
            if (whole.to == wanted.to && key(play(s, whole)) == after) all.push_back(route(whole));
        });
        return all;
    }

    template <class F>
    bool each_route(State& rest, int at, Column carried, int last, Move& move, Budget& budget, const F& f) const {
        bool went_on = false;
        const bool king = column::is_king(carried);
        const bool flies = king && rules_.king_flies;
        for (std::size_t d = 0; d < 4; ++d) {
            if (!captures_in(rest.side, king, d)) continue;
            const int over = met(rest, at, d, flies);
            if (over < 0 || over == last || !is_in(enemy(rest), over)) continue;
            const Word64 free = empty(rest);
            if (!is_in(free, stepped(over, d)) || --budget < 0) continue;
            went_on = true;
            const Column whole = rest.columns[static_cast<std::size_t>(over)];
            take_top(rest, over);
            const Column grown = column::over(carried, column::top(whole));
            move.over[move.jumps] = static_cast<std::uint8_t>(over);
            bool goes_on = false;
            for (const bool ending : {false, true}) {
                if (ending && goes_on) break;
                for (int to = stepped(over, d); is_in(free, to); to = stepped(to, d)) {
                    const Column c = arrived(grown, to);
                    move.land[move.jumps++] = static_cast<std::uint8_t>(to);
                    move.to = static_cast<std::uint8_t>(to);
                    const bool stops = c != grown && !rules_.crowned_goes_on;
                    if (ending) f(move);
                    else if (!stops) goes_on = each_route(rest, to, c, over, move, budget, f) || goes_on;
                    --move.jumps;
                    if (!flies) break;
                }
            }
            take_away(rest, over);
            put(rest, over, whole);
        }
        return went_on;
    }

    [[nodiscard]] static std::string letters(Column c) {
        constexpr std::string_view names{"wbWB"};
        std::string stack;
        for (; c > 1; c >>= 2) stack.insert(stack.begin(), names[column::top(c)]);
        return stack;
    }

    [[nodiscard]] Column read_column(Scanner& in, std::array<int, 2>& pieces) const {
        constexpr std::string_view names{"wbWB"};
        Column c = 1;
        while (!in.done() && in.peek() != ',') {
            const std::size_t piece = names.find(in.peek());
            if (piece == std::string_view::npos) in.refuse("a tower is written with w, b, W and B, from the bottom up");
            if (++pieces[piece & 1] > most) in.refuse("a side has twelve pieces at most");
            static_cast<void>(in.take());
            c = c << 2 | piece;
        }
        if (c == 1) in.refuse("a tower of nothing: write its pieces, or leave the square out");
        return c;
    }

    [[nodiscard]] int advance(int at, Side side) const noexcept {
        const int rank = frame_.coordinates(square_of(at)).rank;
        return side == Side::white ? rank : rules_.files - 1 - rank;
    }

    [[nodiscard]] int worth_of(const State& s, Side side) const noexcept {
        const Word64 all = side == Side::white ? s.white : s.black;
        const Word64 free = empty(s);
        int worth = 0;
        each_bit(all, [&](int at) { worth += worth_of(s.columns[static_cast<std::size_t>(at)], advance(at, side)); });
        for (std::size_t d = 0; d < 4; ++d) {
            if (is_forward(side, d)) worth += weights_.step * popcount(shifted(all & ~s.kings, d) & free);
            worth += weights_.king_step * popcount(shifted(all & s.kings, d) & free);
        }
        return worth;
    }

    /// Of a column to its owner, its commander having come so many ranks.
    [[nodiscard]] int worth_of(Column c, int gone) const noexcept {
        const Side mine = column::side(c);
        int worth = column::is_king(c) ? weights_.king : weights_.man[static_cast<std::size_t>(gone)];
        std::size_t guards = 0;
        for (c >>= 2; c > 1 && column::side(c) == mine; c >>= 2, ++guards) {
            worth += weights_.guard[std::min<std::size_t>(guards, 2)] + (column::is_king(c) ? weights_.guard_king : 0);
        }
        for (; c > 1; c >>= 2) {
            if (column::side(c) == mine) continue;  // never in play: who captures puts under what was taken
            worth += weights_.captive[std::min<std::size_t>(guards, 2)] + (column::is_king(c) ? weights_.captive_king : 0);
        }
        return worth;
    }

    TowerRules rules_;
    TowerWeights weights_;
    Frame frame_;
    Word64 cells_{};
    std::array<Word64, 2> last_{};
    std::array<std::uint8_t, 64> bits_{};
    std::array<std::uint8_t, 64> squares_{};
};

}  // namespace damiera::families
