// Cheskers: men and kings that jump, beside a bishop and a camel that take by coming to a square.
//
// Source: chessvariants.org (Cheskers, S. W. Golomb 1948), which alone says that to take several pieces goes before taking
// one. Men and kings go and jump as in English draughts, and when one of them can jump something must be taken, with any
// piece; what bishops and camels take by themselves is no duty. A man on the last row becomes a king, a bishop or a camel;
// a side without kings has lost, and so has one that cannot move.
#pragma once

#include <algorithm>    // any_of
#include <array>        // array
#include <cstdint>      // uint8_t
#include <optional>     // optional
#include <string>       // string
#include <string_view>  // string_view
#include <vector>       // vector

#include "damiera/board/frame.hpp"
#include "damiera/families/family.hpp"
#include "damiera/position/keys.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::families {

struct ChessmenRules {
    bool several{true};  // who may take several pieces may not take one
};

class Chessmen {
public:
    static constexpr std::string_view family = "chessmen";
    static constexpr bool repeats = true;

    /// What a piece is. A man that arrives becomes one of those after `man`, in this order.
    enum class Kind : std::uint8_t { man, king, bishop, camel };

    struct State {
        Pieces<Word64> pieces{};  // bits are squares from 0; `white` and `black` hold all pieces of a side
        Word64 bishops{};
        Word64 camels{};
        Side side{};
    };

    struct Move {
        std::uint8_t from{};
        std::uint8_t to{};
        Kind becomes{};  // of a man that arrives; else `man`
        Word64 captured{};

        friend bool operator==(const Move&, const Move&) = default;
    };

    Chessmen(ChessmenRules rules, const Frame& frame) : rules_{rules}, frame_{frame} {
        for (int square = 0; square < frame.squares(); ++square) {
            const Coordinates at = frame.coordinates(square + 1);
            const auto here = static_cast<std::size_t>(square);
            way_[0][here] = 7 - at.rank;
            way_[1][here] = at.rank;
            for (std::size_t d = 0; d < 4; ++d) {
                next_[here][d] = frame.square_at({at.file + diagonals[d].files, at.rank + diagonals[d].ranks}) - 1;
            }
            for (const Step leap : leaps) {
                const int to = frame.square_at({at.file + leap.files, at.rank + leap.ranks});
                if (to != 0) leaps_[here] |= bit<Word64>(to - 1);
            }
        }
    }

    [[nodiscard]] Squares seats() const { return {0, 1}; }

    /// Kings c1 and e1, the bishop a1, the camel g1, men before them; Black's half is White's turned round.
    [[nodiscard]] State start() const {
        State s;
        s.side = Side::black;
        for (int square = 0; square < frame_.squares(); ++square) {
            const int turned = frame_.squares() - 1 - square;
            const Coordinates at = frame_.coordinates(square + 1);
            if (at.rank > 2) continue;
            put(s, square, Side::white, at.rank > 0 ? Kind::man : first_row(at.file));
            put(s, turned, Side::black, at.rank > 0 ? Kind::man : first_row(at.file));
        }
        return s;
    }

    [[nodiscard]] int seat(const State& s) const noexcept { return index(s.side); }

    void generate(const State& s, std::vector<Move>& list, Budget) const {
        list.clear();
        if (!has_kings(s)) return;
        jumps_of(s, list);
        const bool must = !list.empty();
        leaps_of(s, list, must);
        if (!must) steps_of(s, list);
        if (must && rules_.several && std::any_of(list.begin(), list.end(), takes_several)) std::erase_if(list, takes_one);
    }

    [[nodiscard]] std::uint64_t count(const State& s, Budget budget) const {
        std::vector<Move> list;
        generate(s, list, budget);
        return list.size();
    }

    [[nodiscard]] bool has_moves(const State& s) const { return count(s, unlimited) != 0; }

    /// Whether something must be taken: what bishops and camels can take alone is no duty.
    [[nodiscard]] bool captures(const State& s) const {
        if (!has_kings(s)) return false;
        const Word64 jumpers = own(s) & ~(s.bishops | s.camels);
        bool found = false;
        each_bit(jumpers, [&](int from) {
            each_way(s, from, [&](std::size_t d) { found = found || landing(s, from, d, from, 0) >= 0; });
        });
        return found;
    }

    [[nodiscard]] State play(const State& before, const Move& m) const noexcept {
        State s = before;
        const Kind kind = m.becomes == Kind::man ? kind_at(before, m.from) : m.becomes;
        take_off(s, m.captured | bit<Word64>(m.from));
        put(s, m.to, before.side, kind);
        s.side = opponent(before.side);
        return s;
    }

    [[nodiscard]] Key key(const State& s) const noexcept {
        return full_key(s.pieces, s.side) ^ mixed(s.bishops + 0x62697368ULL) ^ mixed(s.camels + 0x63616D656CULL);
    }

    [[nodiscard]] std::optional<int> winner(const State& s) const {
        if (kings_of(s, s.side) == 0) return index(opponent(s.side));
        if (kings_of(s, opponent(s.side)) == 0) return index(s.side);
        return has_moves(s) ? std::nullopt : std::optional{index(opponent(s.side))};
    }

    [[nodiscard]] std::optional<Squares> places(const State&) const { return std::nullopt; }

    [[nodiscard]] Shown shown(const State& s, const Move& m) const {
        Shown shown{.from = m.from + 1, .to = m.to + 1, .promotes = m.becomes != Kind::man};
        if (shown.promotes) shown.becomes = letter(m.becomes);
        shown.after = key(play(s, m));
        shown.routes = routes(s, m);
        shown.captured = in_order(s, m, shown.routes.front());
        return shown;
    }

    /// Men and kings as everywhere; `s` and `t` are the bishops of White and Black, `c` and `d` their camels.
    [[nodiscard]] Facts facts(const State& s) const {
        Facts facts;
        each_bit(s.pieces.white | s.pieces.black, [&](int at) {
            const auto kind = static_cast<std::size_t>(kind_at(s, at));
            facts.pieces[at + 1] = std::string{has(s.pieces.white, at) ? "wWsc"[kind] : "bBtd"[kind]};
        });
        return facts;
    }

    [[nodiscard]] std::string fen(const State& s) const {
        std::string text{s.side == Side::white ? "W" : "B"};
        append(text, s, Side::white);
        append(text, s, Side::black);
        return text;
    }

    [[nodiscard]] State read(std::string_view text) const {
        Scanner in{text};
        State s;
        const char side = in.take();
        if (side != 'W' && side != 'B') in.refuse("write W or B, the side to move, first");
        s.side = side == 'W' ? Side::white : Side::black;
        read_side(in, s, Side::white);
        read_side(in, s, Side::black);
        if (!in.done()) in.refuse("nothing may follow");
        return s;
    }

    /// Material, how far men have come, where the others may go, and whether only one king is left.
    [[nodiscard]] int evaluate(const State& s, int seat) const noexcept {
        const int total = worth(s, Side::white) - worth(s, Side::black);
        return seat == 0 ? total : -total;
    }

    [[nodiscard]] int promise(const State& s, const Move& m) const noexcept {
        int gain = 0;
        each_bit(m.captured, [&](int at) { gain += value(kind_at(s, at)); });
        return gain + (m.becomes == Kind::man ? 0 : value(m.becomes) - 100) + (gain != 0 ? 50 : 0);
    }

    [[nodiscard]] static std::size_t slot(const Move& m) noexcept { return m.from * 256U + m.to; }

    /// Whether a move is looked at where a search ends though nothing must be taken.
    [[nodiscard]] static bool is_lively(const Move& m) noexcept { return m.captured != 0; }

private:
    // The first two lead to White's last row, the others to Black's.
    static constexpr std::array<Step, 4> diagonals{{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}};
    static constexpr std::array<Step, 8> leaps{{{3, 1}, {1, 3}, {-1, 3}, {-3, 1}, {-3, -1}, {-1, -3}, {1, -3}, {3, -1}}};
    static constexpr std::array<Kind, 3> arrivals{Kind::king, Kind::bishop, Kind::camel};

    [[nodiscard]] static bool has(Word64 set, int at) noexcept { return (set >> at & 1) != 0; }

    [[nodiscard]] static Kind first_row(int file) noexcept {
        return file == 0 ? Kind::bishop : file == 6 ? Kind::camel : Kind::king;
    }

    [[nodiscard]] static char letter(Kind kind) noexcept { return " KBC"[static_cast<std::size_t>(kind)]; }

    [[nodiscard]] static int value(Kind kind) noexcept {
        return std::array{100, 260, 320, 260}[static_cast<std::size_t>(kind)];
    }

    [[nodiscard]] static bool takes_several(const Move& m) noexcept { return popcount(m.captured) > 1; }
    [[nodiscard]] static bool takes_one(const Move& m) noexcept { return popcount(m.captured) == 1; }

    [[nodiscard]] static Word64 own(const State& s) noexcept { return s.pieces.of(s.side); }
    [[nodiscard]] static Word64 theirs(const State& s) noexcept { return s.pieces.of(opponent(s.side)); }
    [[nodiscard]] static Word64 kings_of(const State& s, Side side) noexcept { return s.pieces.kings & s.pieces.of(side); }

    [[nodiscard]] static bool has_kings(const State& s) noexcept {
        return kings_of(s, Side::white) != 0 && kings_of(s, Side::black) != 0;
    }

    [[nodiscard]] static Kind kind_at(const State& s, int at) noexcept {
        if (has(s.pieces.kings, at)) return Kind::king;
        if (has(s.bishops, at)) return Kind::bishop;
        return has(s.camels, at) ? Kind::camel : Kind::man;
    }

    static void put(State& s, int at, Side side, Kind kind) noexcept {
        const Word64 here = bit<Word64>(at);
        (side == Side::white ? s.pieces.white : s.pieces.black) |= here;
        if (kind == Kind::king) s.pieces.kings |= here;
        if (kind == Kind::bishop) s.bishops |= here;
        if (kind == Kind::camel) s.camels |= here;
    }

    static void take_off(State& s, Word64 squares) noexcept {
        s.pieces = {s.pieces.white & ~squares, s.pieces.black & ~squares, s.pieces.kings & ~squares};
        s.bishops &= ~squares;
        s.camels &= ~squares;
    }

    [[nodiscard]] static std::size_t at_index(int at) noexcept { return static_cast<std::size_t>(at); }

    /// The ways of the man or king on a square: a king goes back too.
    template <class F>
    static void each_way(const State& s, int from, F&& f) {
        const bool king = has(s.pieces.kings, from);
        const std::size_t first = !king && s.side == Side::black ? 2 : 0;
        for (std::size_t d = first; d < (king ? 4 : first + 2); ++d) f(d);
    }

    [[nodiscard]] int next(int at, std::size_t way) const noexcept { return next_[at_index(at)][way]; }

    [[nodiscard]] bool arrives(const State& s, int from, int to) const noexcept {
        return kind_at(s, from) == Kind::man && way_[at_index(index(s.side))][at_index(to)] == 0;
    }

    /// Where a jump ends that the piece from `origin` makes at `at`, having jumped `taken`; -1 if there is none.
    [[nodiscard]] int landing(const State& s, int at, std::size_t way, int origin, Word64 taken) const noexcept {
        const int over = next(at, way);
        if (over < 0 || !has(theirs(s) & ~taken, over)) return -1;
        const int to = next(over, way);
        if (to < 0 || (to != origin && has(s.pieces.white | s.pieces.black, to))) return -1;
        return to;
    }

    /// Every whole jump of a piece: `f(route, taken)`; a man that arrives goes no further.
    template <class F>
    void each_jump(const State& s, Squares& route, Word64 taken, F&& f) const {
        const int origin = route.front();
        const int at = route.back();
        bool goes_on = false;
        if (route.size() == 1 || !arrives(s, origin, at)) {
            each_way(s, origin, [&](std::size_t d) {
                const int to = landing(s, at, d, origin, taken);
                if (to < 0) return;
                goes_on = true;
                route.push_back(to);
                each_jump(s, route, taken | bit<Word64>(next(at, d)), f);
                route.pop_back();
            });
        }
        if (!goes_on && route.size() > 1) f(route, taken);
    }

    void add(const State& s, std::vector<Move>& list, int from, int to, Word64 captured) const {
        Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), Kind::man, captured};
        if (!arrives(s, from, to)) {
            list.push_back(move);
            return;
        }
        for (const Kind kind : arrivals) {
            move.becomes = kind;
            list.push_back(move);
        }
    }

    /// What men and kings take; routes between the same squares that take the same pieces are one move.
    void jumps_of(const State& s, std::vector<Move>& list) const {
        each_bit(own(s) & ~(s.bishops | s.camels), [&](int from) {
            Squares route{from};
            each_jump(s, route, 0, [&](const Squares& whole, Word64 taken) {
                const bool known = std::any_of(list.begin(), list.end(), [&](const Move& m) {
                    return m.from == from && m.to == whole.back() && m.captured == taken;
                });
                if (!known) add(s, list, from, whole.back(), taken);
            });
        });
    }

    /// Where bishops and camels may go: only where they take, if something must be taken.
    void leaps_of(const State& s, std::vector<Move>& list, bool takes) const {
        const Word64 goal = takes ? theirs(s) : ~own(s);
        each_bit(own(s) & (s.bishops | s.camels), [&](int from) {
            each_bit(reach(s, from) & goal, [&](int to) { add(s, list, from, to, theirs(s) & bit<Word64>(to)); });
        });
    }

    void steps_of(const State& s, std::vector<Move>& list) const {
        each_bit(own(s) & ~(s.bishops | s.camels), [&](int from) {
            each_way(s, from, [&](std::size_t d) {
                const int to = next(from, d);
                if (to >= 0 && !has(s.pieces.white | s.pieces.black, to)) add(s, list, from, to, 0);
            });
        });
    }

    /// The squares that the bishop or camel on a square commands, as far as the first piece of a line.
    [[nodiscard]] Word64 reach(const State& s, int from) const noexcept {
        if (has(s.camels, from)) return leaps_[at_index(from)];
        Word64 found = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            for (int at = next(from, d); at >= 0; at = next(at, d)) {
                found |= bit<Word64>(at);
                if (has(s.pieces.white | s.pieces.black, at)) break;
            }
        }
        return found;
    }

    /// A route names the last square again for each kind after the king, so that a route alone says what a man becomes.
    [[nodiscard]] std::vector<Squares> routes(const State& s, const Move& m) const {
        std::vector<Squares> all;
        if (m.captured == 0 || has(s.bishops | s.camels, m.from)) {
            all.push_back({m.from + 1, m.to + 1});
        } else {
            Squares route{m.from};
            each_jump(s, route, 0, [&](const Squares& whole, Word64 taken) {
                if (whole.back() != m.to || taken != m.captured) return;
                all.push_back(whole);
                for (int& at : all.back()) ++at;
            });
        }
        for (Squares& route : all) {
            for (int kind = static_cast<int>(m.becomes); kind > 1; --kind) route.push_back(m.to + 1);
        }
        return all;
    }

    /// The captured squares in the order in which a route takes them.
    [[nodiscard]] Squares in_order(const State& s, const Move& m, const Squares& route) const {
        if (m.captured == 0) return {};
        if (has(s.bishops | s.camels, m.from)) return {m.to + 1};
        Squares taken;
        for (std::size_t i = 1; i < route.size() && route[i] != route[i - 1]; ++i) {
            const Coordinates a = frame_.coordinates(route[i - 1]);
            const Coordinates b = frame_.coordinates(route[i]);
            taken.push_back(frame_.square_at({(a.file + b.file) / 2, (a.rank + b.rank) / 2}));
        }
        return taken;
    }

    [[nodiscard]] int worth(const State& s, Side side) const noexcept {
        int total = 0;
        State seen = s;
        seen.side = side;
        each_bit(own(seen), [&](int at) {
            const Kind kind = kind_at(s, at);
            total += value(kind);
            if (kind == Kind::man) total += 3 * (7 - way_[at_index(index(side))][at_index(at)]);
            if (kind == Kind::bishop || kind == Kind::camel) total += 4 * popcount(reach(seen, at) & ~own(seen));
        });
        return total - (popcount(kings_of(s, side)) == 1 ? 120 : 0);
    }

    void append(std::string& text, const State& s, Side side) const {
        text += side == Side::white ? ":W" : ":B";
        bool first = true;
        each_bit(s.pieces.of(side), [&](int at) {
            if (!first) text += ',';
            first = false;
            const Kind kind = kind_at(s, at);
            if (kind != Kind::man) text += letter(kind);
            text += square_name(frame_, true, at + 1);
        });
    }

    [[nodiscard]] static Kind read_kind(Scanner& in) noexcept {
        for (const Kind kind : arrivals) {
            if (in.accept(letter(kind))) return kind;
        }
        return Kind::man;
    }

    void read_side(Scanner& in, State& s, Side side) const {
        in.expect(':');
        in.expect(side == Side::white ? 'W' : 'B');
        while (!in.done() && in.peek() != ':') {
            if (s.pieces.of(side) != 0) in.expect(',');
            const Kind kind = read_kind(in);
            const int at = read_square(in, frame_, true) - 1;
            if (has(s.pieces.white | s.pieces.black, at)) in.refuse("this square is named twice");
            put(s, at, side, kind);
            if (popcount(s.pieces.of(side)) > most) in.refuse("a side has twelve pieces at most");
        }
    }

    static constexpr int most = 12;

    ChessmenRules rules_;
    Frame frame_;
    std::array<std::array<int, 4>, 32> next_{};  // the square beside each on every diagonal; -1 at the rim
    std::array<Word64, 32> leaps_{};
    std::array<std::array<int, 32>, 2> way_{};  // rows to the last one of White and of Black
};

}  // namespace damiera::families
