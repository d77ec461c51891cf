// Dama a rientro: a man that reaches the far row leaves the board and comes back on its own base.
//
// Source: the survey of all games at Juegopedia ("La Dama - regole ufficiali"). What it leaves open, as we fill it: the
// game under it is Italian, or another of eight by eight squares; all waiting men enter that find room, where their owner likes; the move, and the duty to
// capture, are judged on the board after the entries; who cannot move after them has lost.
#pragma once

#include <array>        // array
#include <cstddef>      // size_t
#include <cstdint>      // uint8_t
#include <optional>     // optional
#include <string>       // string
#include <string_view>  // string_view
#include <vector>       // vector

#include "damiera/families/family.hpp"
#include "damiera/movegen/generator.hpp"
#include "damiera/position/move.hpp"
#include "damiera/position/position.hpp"
#include "damiera/rules/italian.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera::families {

/// What the evaluation adds up for a side, in hundredths of a man. Found by regression on games of the search with itself,
/// see `docs/training.md`.
struct ReentryWeights {
    std::array<int, 8> man{};  // a man on the board, by the ranks it has come
    int waiting{};             // a man that waits
    int step{};                // a step that men can make
    int backed{};              // a man with a friend behind it
    int turn{};                // being to move

    [[nodiscard]] static constexpr ReentryWeights of(bool losing) noexcept {
        if (losing) {
            return {.man = {-101, -100, -95, -82, -98, -98, -76, -76}, .waiting = -72, .step = 25, .backed = 14, .turn = 16};
        }
        return {.man = {120, 111, 100, 94, 91, 93, 101, 101}, .waiting = 129, .step = 10, .backed = 5, .turn = -3};
    }
};

/// `G` is the game under it, of which only the men are played.
template <const Game& G>
class Reentry {
public:
    static constexpr std::string_view family = "reentry";

    static constexpr bool repeats = true;

    using P = Fixed<G.rules>;
    using Board = Position<Word64>;

    struct State {
        Pieces<Word64> pieces{};
        Side side{};
        std::array<std::uint8_t, 2> waiting{};
    };

    struct Move {
        damiera::Move<Word64> move{};
        Word64 drops{};

        friend bool operator==(const Move&, const Move&) = default;
    };

    Reentry(bool losing, const Frame& frame) : losing_{losing}, weights_{ReentryWeights::of(losing)}, frame_{frame} {}

    [[nodiscard]] Squares seats() const { return {0, 1}; }

    [[nodiscard]] State start() const {
        State s;
        s.pieces.white = G.men_of(Side::white).as<Word64>();
        s.pieces.black = G.men_of(Side::black).as<Word64>();
        s.side = G.first_mover;
        return s;
    }

    [[nodiscard]] int seat(const State& s) const noexcept { return index(s.side); }

    void generate(const State& s, std::vector<Move>& list, Budget budget) const {
        list.clear();
        MoveList<Word64> moves;
        each_entry(s, [&](Word64 drops) {
            damiera::generate(P{}, entered(s, drops), moves, budget);
            for (const auto& move : moves) list.push_back({move, drops});
        });
    }

    [[nodiscard]] std::uint64_t count(const State& s, Budget budget) const {
        std::uint64_t total = 0;
        each_entry(s,
                   [&](Word64 drops) { total += static_cast<std::uint64_t>(damiera::count(P{}, entered(s, drops), budget)); });
        return total;
    }

    [[nodiscard]] bool has_moves(const State& s) const {
        bool found = false;
        each_entry(s, [&](Word64 drops) { found = found || damiera::has_moves(P{}, entered(s, drops)); });
        return found;
    }

    [[nodiscard]] bool captures(const State& s) const {
        bool found = false;
        each_entry(s, [&](Word64 drops) { found = found || damiera::detect(P{}, entered(s, drops)); });
        return found;
    }

    /// After the turn a man on the far row is off the board, and waits.
    [[nodiscard]] State play(const State& s, const Move& m) const {
        const Board after = damiera::play(entered(s, m.drops), m.move);
        State next{after.pieces, after.side, s.waiting};
        auto& waiting = next.waiting[static_cast<std::size_t>(index(s.side))];
        waiting = static_cast<std::uint8_t>(waiting - popcount(m.drops) + (m.move.promotes ? 1 : 0));
        if (m.move.promotes) {
            const Word64 gone = ~bit<Word64>(m.move.to);
            next.pieces = {next.pieces.white & gone, next.pieces.black & gone, next.pieces.kings & gone};
        }
        return next;
    }

    [[nodiscard]] Key key(const State& s) const noexcept {
        const auto hands = static_cast<std::uint64_t>(s.waiting[0] * 16 + s.waiting[1]);
        return full_key(s.pieces, s.side) ^ (hands == 0 ? 0 : mixed(hands));
    }

    [[nodiscard]] std::optional<int> winner(const State& s) const {
        if (has_moves(s)) return std::nullopt;
        return index(losing_ ? s.side : opponent(s.side));
    }

    [[nodiscard]] std::optional<Squares> places(const State&) const { return std::nullopt; }

    [[nodiscard]] Shown shown(const State& s, const Move& m) const {
        Shown shown{.from = frame_.square_of(m.move.from), .to = frame_.square_of(m.move.to), .promotes = m.move.promotes};
        shown.after = key(play(s, m));
        shown.drops = squares(m.drops);
        shown.captured = squares(m.move.captured);
        shown.routes = routes(s, m);
        return shown;
    }

    /// The board on which a move is judged: after the entries.
    [[nodiscard]] Board entered(const State& s, Word64 drops) const noexcept {
        Board board{s.pieces, s.side};
        (s.side == Side::white ? board.pieces.white : board.pieces.black) |= drops;
        return board;
    }

    [[nodiscard]] Facts facts(const State& s) const {
        Facts facts;
        each_bit(s.pieces.white, [&](int at) { facts.pieces[frame_.square_of(at)] = "w"; });
        each_bit(s.pieces.black, [&](int at) { facts.pieces[frame_.square_of(at)] = "b"; });
        facts.hands = {s.waiting[0], s.waiting[1]};
        return facts;
    }

    [[nodiscard]] std::string fen(const State& s) const {
        std::string text{s.side == Side::white ? "W" : "B"};
        append(text, 'W', s.pieces.white);
        append(text, 'B', s.pieces.black);
        if (s.waiting[0] + s.waiting[1] == 0) return text;
        return text + ":R" + std::to_string(s.waiting[0]) + "," + std::to_string(s.waiting[1]);
    }

    [[nodiscard]] State read(std::string_view text) const {
        Scanner in{text};
        State s;
        const char side = in.take();
        if (side != 'W' && side != 'B') in.refuse("write W or B, the side to move, first");
        s.side = side == 'W' ? Side::white : Side::black;
        s.pieces.white = read_side(in, 'W', 0);
        s.pieces.black = read_side(in, 'B', s.pieces.white);
        if (!in.done()) {
            in.expect(':');
            in.expect('R');
            s.waiting[0] = read_waiting(in, s.pieces.white);
            in.expect(',');
            s.waiting[1] = read_waiting(in, s.pieces.black);
        }
        if (!in.done()) in.refuse("nothing may follow");
        return s;
    }

    /// The men of either side on the board and waiting, how freely they move, and whose turn it is.
    [[nodiscard]] int evaluate(const State& s, int seat) const noexcept {
        const int turn = s.side == Side::white ? weights_.turn : -weights_.turn;
        const int white = worth_of(s, Side::white) - worth_of(s, Side::black) + turn;
        return seat == 0 ? white : -white;
    }

    [[nodiscard]] int promise(const State&, const Move& m) const noexcept { return 50 * popcount(m.move.captured); }
    [[nodiscard]] static std::size_t slot(const Move& m) noexcept { return m.move.from * 128U + m.move.to; }

private:
    [[nodiscard]] int worth_of(const State& s, Side side) const noexcept {
        const auto own = static_cast<std::size_t>(index(side));
        const auto& layout = P::layout();
        const Word64 men = s.pieces.of(side);
        const Word64 free = layout.board & ~s.pieces.occupied();
        int worth = weights_.waiting * s.waiting[own];
        each_bit(men, [&](int at) { worth += weights_.man[7U - layout.way[own][static_cast<std::size_t>(at)]]; });
        Word64 backed = 0;
        for (const Direction d : {Direction::ne, Direction::nw}) {
            const Direction ahead = side == Side::white ? d : opposite(d);
            worth += weights_.step * popcount(Word64{layout.shift(ahead, men) & free});
            backed |= layout.shift(ahead, men) & men;
        }
        return worth + weights_.backed * popcount(backed);
    }

    [[nodiscard]] static Word64 base(Side side) noexcept {
        return P::layout().last_row[static_cast<std::size_t>(index(opponent(side)))];
    }

    /// Every way to enter: all waiting men that find room, once in each choice of squares.
    template <class F>
    static void each_entry(const State& s, F&& f) {
        const int waiting = s.waiting[static_cast<std::size_t>(index(s.side))];
        if (waiting == 0) return f(Word64{0});
        const Word64 room = base(s.side) & ~(s.pieces.white | s.pieces.black);
        const int entering = std::min(waiting, popcount(room));
        for (Word64 drops = room;; drops = (drops - 1) & room) {
            if (popcount(drops) == entering) f(drops);
            if (drops == 0) return;
        }
    }

    [[nodiscard]] Squares squares(Word64 set) const {
        Squares all;
        each_bit(set, [&](int at) { all.push_back(frame_.square_of(at)); });
        std::sort(all.begin(), all.end());
        return all;
    }

    void append(std::string& text, char side, Word64 men) const {
        text += ':';
        text += side;
        bool first = true;
        for (const int square : squares(men)) {
            if (!first) text += ',';
            first = false;
            text += std::to_string(square);
        }
    }

    [[nodiscard]] Word64 read_side(Scanner& in, char side, Word64 taken) const {
        in.expect(':');
        in.expect(side);
        Word64 men = 0;
        while (!in.done() && in.peek() != ':') {
            if (men != 0) in.expect(',');
            if (in.peek() == 'K') in.refuse("there are no kings in this game");
            const Word64 here = bit<Word64>(frame_.bit_of(read_square(in, frame_, false)));
            if (((men | taken) & here) != 0) in.refuse("this square is named twice");
            men |= here;
        }
        return men;
    }

    [[nodiscard]] static std::uint8_t read_waiting(Scanner& in, Word64 men) {
        const int waiting = in.number();
        if (waiting + popcount(men) > 12) in.refuse("a side has twelve men at most, those that wait among them");
        return static_cast<std::uint8_t>(waiting);
    }

    [[nodiscard]] std::vector<Squares> routes(const State& s, const Move& m) const;

    bool losing_;
    ReentryWeights weights_;
    Frame frame_;
};

}  // namespace damiera::families
