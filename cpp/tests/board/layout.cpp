#include "damiera/board/layout.hpp"

#include "check.hpp"
#include "damiera/board/frame.hpp"

namespace damiera::testing {

namespace {

constexpr std::array boards{Geometry{6, 6},   Geometry{8, 8},   Geometry{10, 8},
                            Geometry{10, 10}, Geometry{12, 12}, Geometry{14, 14}};
constexpr std::array diagonals{Direction::ne, Direction::se, Direction::sw, Direction::nw};

/// The squares from a bit to the rim, stepped by coordinates.
template <BoardWord Word>
[[nodiscard]] Word stepped(const Frame& frame, int from, Direction d) {
    Word ray = 0;
    for (int square = frame.neighbour(frame.square_of(from), d); square != 0; square = frame.neighbour(square, d)) {
        ray |= bit<Word>(frame.bit_of(square));
    }
    return ray;
}

template <BoardWord Word>
void check_board(Geometry board) {
    const Layout<Word> layout{board};
    const Frame frame{board, Corner::left, Numbering::top_left};
    check_equal(popcount(layout.board), board.squares());
    check(highest(layout.board) < board.bits());
    each_bit(layout.board, [&](int from) {
        for (const Direction d : diagonals) {
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
        check_board<Word128>(board);
        if (board.bits() <= 64) check_board<Word64>(board);
    }
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
