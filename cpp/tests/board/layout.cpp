#include "damiera/board/layout.hpp"

#include "check.hpp"
#include "damiera/board/frame.hpp"

namespace damiera::testing {

namespace {

constexpr std::array boards{Geometry{6, 6},   Geometry{8, 8},   Geometry{10, 8},
                            Geometry{10, 10}, Geometry{12, 12}, Geometry{14, 14}};
constexpr std::array diagonals{Direction::ne, Direction::se, Direction::sw, Direction::nw};
constexpr std::array eight{Direction::ne, Direction::e, Direction::se, Direction::s,
                           Direction::sw, Direction::w, Direction::nw, Direction::n};

/// The squares from a bit to the rim, stepped by coordinates.
template <BoardWord Word>
[[nodiscard]] Word stepped(const Frame& frame, int from, Direction d) {
    Word ray = 0;
    for (int square = frame.neighbour(frame.square_of(from), d); square != 0; square = frame.neighbour(square, d)) {
        ray |= bit<Word>(frame.bit_of(square));
    }
    return ray;
}

template <BoardWord Word, class Ways>
void check_board(Geometry board, const Ways& ways) {
    const Layout<Word> layout{board};
    const Frame frame{board, Corner::left, Numbering::top_left};
    check_equal(popcount(layout.board), board.squares());
    check(highest(layout.board) < board.bits());
    each_bit(layout.board, [&](int from) {
        for (const Direction d : ways) {
            const int next = frame.neighbour(frame.square_of(from), d);
            const Word expected = next == 0 ? Word{0} : bit<Word>(frame.bit_of(next));
            check((layout.shift(d, bit<Word>(from)) & layout.board) == expected);
            check((layout.back(opposite(d), bit<Word>(from)) & layout.board) == expected);
            const Word ray = stepped<Word>(frame, from, d);
            check(layout.ray(d, from) == ray);
            if (ray != 0) check(bit<Word>(layout.nearest(d, ray)) == expected);
        }
    });
}

}  // namespace

const Case steps("a step is one shift, and ghosts catch what leaves the board", [] {
    for (const Geometry board : boards) {
        check_board<Word128>(board, diagonals);
        if (board.bits() <= 64) check_board<Word64>(board, diagonals);
    }
});

const Case whole_boards("on all squares, and on points joined by lines, a step never goes round the side", [] {
    for (const Shape shape : {Shape::full, Shape::lined}) {
        check_board<Word64>({5, 5, shape}, eight);
        check_board<Word128>({9, 9, shape}, eight);
    }
    check_board<Word64>({8, 8, Shape::full}, eight);
});

const Case lines("diagonal lines join the points whose file and rank are both odd or both even", [] {
    const auto joined = [](Geometry board) {
        const Layout<Word128> layout{board};
        int total = 0;
        for (const Direction d : eight) total += popcount(Word128{layout.shift(d, layout.board) & layout.board});
        return total / 2;
    };
    check_equal(joined({5, 5, Shape::lined}), 56);   // Alquerque: 40 along ranks and files, one across each of 16 fields
    check_equal(joined({9, 9, Shape::lined}), 208);  // Zamma: 144 and 64
    check_equal(joined({5, 5, Shape::full}), 72);    // all squares: both diagonals of each field
});

const Case rows("men are promoted on the far row, and know the way", [] {
    const Layout<Word64> layout{{8, 8}};
    const Frame frame{{8, 8}, Corner::left, Numbering::top_left};
    each_bit(layout.board, [&](int at) {
        const int rank = frame.coordinates(frame.square_of(at)).rank;
        check_equal((layout.last_row[0] >> at & 1) != 0, rank == 7);
        check_equal((layout.last_row[1] >> at & 1) != 0, rank == 0);
        check_equal(int{layout.way[0][static_cast<std::size_t>(at)]}, 7 - rank);
        check_equal(int{layout.way[1][static_cast<std::size_t>(at)]}, rank);
    });
});

const Case words("the word fits the board", [] {
    check(sizeof(WordFor<Geometry{10, 10}>) == 8);
    check(sizeof(WordFor<Geometry{12, 12}>) == 16);
});

}  // namespace damiera::testing
