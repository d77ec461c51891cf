// Men that go ahead, aside or over their own line, on all squares and on points joined by lines; games without kings.
#include <algorithm>  // sort
#include <string>     // string
#include <tuple>      // tie
#include <vector>     // vector

#include "boards.hpp"
#include "check.hpp"
#include "damiera/board/frame.hpp"
#include "damiera/movegen/generator.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/movegen/walk.hpp"
#include "damiera/rules/alquerque.hpp"
#include "damiera/rules/croda.hpp"
#include "damiera/rules/dameo.hpp"
#include "damiera/rules/harzdame.hpp"
#include "damiera/rules/tobit.hpp"
#include "damiera/rules/zamma.hpp"

namespace damiera::testing {

namespace {

#ifdef NDEBUG
constexpr std::uint64_t most_leaves = 30'000'000;
#else
constexpr std::uint64_t most_leaves = 200'000;
#endif

constexpr std::uint64_t crowds = 1'000;

struct Quiet {
    int from;
    int to;
    bool promotes;

    friend bool operator==(const Quiet&, const Quiet&) = default;
    friend bool operator<(const Quiet& a, const Quiet& b) {
        return std::tie(a.from, a.to, a.promotes) < std::tie(b.from, b.to, b.promotes);
    }
};

/// What one side's men may do where nobody stands in their way but they themselves, square by square.
template <Rules R, Side Us>
[[nodiscard]] std::vector<Quiet> stepped(typename Fixed<R>::Word men, bool crowned_on_last_row) {
    const Frame frame{R.board, Corner::left, Numbering::top_left};
    const auto stands = [&](int square) { return (men >> frame.bit_of(square) & 1) != 0; };
    std::vector<Quiet> all;
    for (int from = 1; from <= frame.squares(); ++from) {
        if (!stands(from)) continue;
        for (int i = 0; i < 8; ++i) {
            if (!R.man_moves.seen_by(Us).has(direction(i))) continue;
            int to = frame.neighbour(from, direction(i));
            while (R.man_lines && to != 0 && stands(to)) to = frame.neighbour(to, direction(i));
            if (to == 0 || stands(to)) continue;
            const int last = Us == Side::white ? R.board.ranks - 1 : 0;
            all.push_back({frame.bit_of(from), frame.bit_of(to), crowned_on_last_row && frame.coordinates(to).rank == last});
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

template <Rules R, Side Us>
void check_alone(std::uint64_t seed, bool crowned_on_last_row, const std::string& about) {
    using Word = typename Fixed<R>::Word;
    Pieces<Word> pieces = scattered<Word>(R.board, seed);
    pieces.kings = 0;
    (Us == Side::white ? pieces.black : pieces.white) = 0;
    // A man on its own last row is a king already, where there are kings.
    if (crowned_on_last_row)
        (Us == Side::white ? pieces.white : pieces.black) &= ~Layout<Word>{R.board}.last_row[Us == Side::white ? 0 : 1];
    MoveList<Word> list;
    generate<Fixed<R>, Us>(Fixed<R>{}, pieces, list);
    std::vector<Quiet> found;
    for (const Move<Word>& move : list) found.push_back({move.from, move.to, move.promotes});
    std::sort(found.begin(), found.end());
    const auto expected = stepped<R, Us>(Us == Side::white ? pieces.white : pieces.black, crowned_on_last_row);
    check_equal(found.size(), expected.size(), about);
    check(found == expected);
}

template <Rules R>
void check_men_alone(const std::string& name, bool crowned_on_last_row) {
    for (std::uint64_t seed = 0; seed < crowds; ++seed) {
        check_alone<R, Side::white>(seed, crowned_on_last_row, name + " " + std::to_string(seed));
        check_alone<R, Side::black>(seed, crowned_on_last_row, name + " " + std::to_string(seed));
    }
}

/// The moves from one square, where the letters of `to` name the squares that are reached.
template <Rules R>
void check_reached(const Pieces<Word64>& pieces, std::string_view from, std::string_view to) {
    MoveList<Word64> list;
    generate<Fixed<R>, Side::white>(Fixed<R>{}, pieces, list);
    Word64 reached = 0;
    for (const Move<Word64>& move : list) {
        if (cells(R.board, from).template as<Word64>() == bit<Word64>(move.from)) reached |= bit<Word64>(move.to);
    }
    check_equal(reached, to.empty() ? Word64{0} : cells(R.board, to).template as<Word64>(), std::string{from});
}

}  // namespace

const Case lines_of_men("a line of men goes to the free square at its head, whichever of its men leads it", [] {
    check_men_alone<dameo_rules>("dameo", true);
    Pieces<Word64> pieces;
    pieces.white = cells(dameo_rules.board, "a1 b2 c3 e1 e2").as<Word64>();
    check_reached<dameo_rules>(pieces, "a1", "a2 d4");
    check_reached<dameo_rules>(pieces, "b2", "b3 a3 d4");
    check_reached<dameo_rules>(pieces, "e1", "d2 f2 e3");
    pieces.black = cells(dameo_rules.board, "d4").as<Word64>();
    pieces.kings = pieces.black;
    check_reached<dameo_rules>(pieces, "a1", "a2");  // the head of the line is held: it stands
});

const Case ahead_only("men go ahead and diagonally ahead, never aside or back", [] {
    check_men_alone<croda_rules>("croda", true);
    Pieces<Word64> pieces;
    pieces.white = cells(croda_rules.board, "d4").as<Word64>();
    check_reached<croda_rules>(pieces, "d4", "c5 d5 e5");
});

const Case ahead_or_right("men go ahead or to their right, and are crowned on squares of their own", [] {
    Pieces<Word64> pieces;
    pieces.white = cells(harzdame_rules.board, "d4 h2 g8").as<Word64>();
    check_reached<harzdame_rules>(pieces, "d4", "d5 e4");
    MoveList<Word64> list;
    generate<Fixed<harzdame_rules>, Side::white>(Fixed<harzdame_rules>{}, pieces, list);
    const Word64 crown = cells(harzdame_rules.board, "c8 d8 e8 f8 g8 h8 h7 h6 h5 h4 h3").as<Word64>();
    for (const auto& move : list) check_equal(move.promotes, (crown >> move.to & 1) != 0);
    pieces.black = cells(harzdame_rules.board, "e5").as<Word64>();
    pieces.white = 0;
    list.clear();
    generate<Fixed<harzdame_rules>, Side::black>(Fixed<harzdame_rules>{}, pieces, list);
    check_equal(list.size(), std::size_t{2});
    for (const auto& move : list) {
        check((cells(harzdame_rules.board, "e4 d5").as<Word64>() >> move.to & 1) != 0);
    }
});

const Case along_the_lines("on points men go as the lines go", [] {
    check_men_alone<zamma_rules>("zamma", true);
    Pieces<Word64> pieces;
    pieces.white = cells(alquerque_rules.board, "c3 b3").as<Word64>();
    check_reached<alquerque_rules>(pieces, "c3", "c4 d4 d3 d2 c2 b2 b4");
    check_reached<alquerque_rules>(pieces, "b3", "b4 a3 b2");
});

const Case ends_of_lines("an end of a line is joined to its crossing only, and nobody goes along the rim", [] {
    check_men_alone<tobit_rules>("tobit", true);
    check_equal(tobit_rules.board.squares(), 38);
    Pieces<Word64> pieces;
    pieces.white = cells(tobit_rules.board, "a4 b1 d3 g2").as<Word64>();
    check_reached<tobit_rules>(pieces, "a4", "b4");
    check_reached<tobit_rules>(pieces, "b1", "b2");
    check_reached<tobit_rules>(pieces, "d3", "c3 d4 e3");
    pieces.kings = pieces.white;
    check_reached<tobit_rules>(pieces, "g2", "a2 b2 c2 d2 e2 f2");
    check_reached<tobit_rules>(pieces, "d3", "a3 b3 c3 e3 f3 g3 d1 d2 d4 d5 d6");
});

const Case without_kings("nobody is crowned where no square crowns", [] {
    check_men_alone<alquerque_rules>("alquerque", false);
    check(Layout<Word64>{alquerque_rules.board, alquerque_rules.crown}.last_row[0] == 0);
    check(Layout<Word64>{alquerque_rules.board, alquerque_rules.crown}.last_row[1] == 0);
});

const Case counts_of_all_squares("counts of the games on all squares and on points", [] {
    for (const std::string slug : {"croda", "dameo", "harzdame", "zamma", "alquerque", "tobit"}) {
        const Instance* instance = find_instance(slug);
        check(instance != nullptr);
        if (instance == nullptr) continue;
        const PerftTable table = read_table(DAMIERA_PERFT "/" + slug + ".perft");
        check_equal(table.fen, std::string{"start"});
        check(!table.counts.empty());
        for (const auto& [depth, leaves] : table.counts) {
            if (leaves > most_leaves) break;
            const std::string about = slug + " " + std::to_string(depth);
            check_equal(instance->perft(instance->start(), depth, true, unlimited), leaves, about);
            check_equal(instance->perft(instance->start(), depth, false, unlimited), leaves, about + ", not in bulk");
        }
    }
});

}  // namespace damiera::testing
