#include "damiera/board/frame.hpp"

#include "check.hpp"

namespace damiera::testing {

const Case mirrored("a mirrored board has the same bits under other numbers", [] {
    const Frame left{{8, 8}, Corner::left, Numbering::top_left};
    const Frame right{{8, 8}, Corner::right, Numbering::top_left};
    for (int square = 1; square <= 32; ++square) {
        const Coordinates here = right.coordinates(square);
        const Coordinates there = left.coordinates(left.square_of(right.bit_of(square)));
        check_equal(there.file, 7 - here.file);
        check_equal(there.rank, here.rank);
        check_equal(right.square_of(right.bit_of(square)), square);
    }
});

const Case turned("numbering from the bottom right counts backward", [] {
    const Frame top{{8, 8}, Corner::right, Numbering::top_left};
    const Frame bottom{{8, 8}, Corner::right, Numbering::bottom_right};
    check(bottom.coordinates(1) == Coordinates{7, 0});
    for (int square = 1; square <= 32; ++square) {
        check(bottom.coordinates(square) == top.coordinates(33 - square));
        check_equal(bottom.bit_of(square), top.bit_of(33 - square));
    }
});

}  // namespace damiera::testing
