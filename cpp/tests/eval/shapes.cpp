#include "damiera/eval/shapes.hpp"

#include <random>  // mt19937_64

#include "check.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/rules/canadian.hpp"
#include "damiera/rules/frisian.hpp"
#include "damiera/rules/hexdame.hpp"
#include "damiera/rules/international.hpp"
#include "damiera/rules/italian.hpp"
#include "damiera/rules/turkish.hpp"

namespace damiera::testing {

using eval::Shapes;

namespace {

/// Shapes of so many squares, none there twice or turned; they and the same turned cover the board.
void check_list(Geometry g, const eval::ShapeList<Word128>& list, std::size_t count, int squares) {
    check_equal(list.count, count);
    Word128 covered = 0;
    for (std::size_t i = 0; i < list.count; ++i) {
        check_equal(popcount(list.masks[i]), squares);
        const Word128 turned = Shapes<Word128>::turned(g, list.masks[i]);
        for (std::size_t j = 0; j < list.count; ++j) {
            if (i != j) check(list.masks[j] != turned && list.masks[j] != list.masks[i]);
        }
        covered |= list.masks[i] | turned;
    }
    check_equal(popcount(covered), g.squares());
}

void check_shapes(Geometry g, std::size_t small, std::size_t large) {
    const Shapes<Word128> shapes{g};
    check_list(g, shapes.small, small, eval::small_squares);
    check_list(g, shapes.large, large, eval::large_squares);
}

template <Word64 Mask>
void check_gathered(Word64 word) {
    const unsigned bits = eval::gathered(word, Mask);
    check_equal(bits, (eval::gathered<Word64, Mask>(word)));
    check_equal(bits, eval::detail::gathered_runs<Word64, Mask, 0>(word));
    check_equal(bits, eval::gathered(Word128{word} << 60, Word128{Mask} << 60));
}

}  // namespace

const Case everywhere("every board has its shapes", [] {
    check_shapes(italian_rules.board, 5, 3);
    check_shapes(international_rules.board, 8, 4);
    check_shapes(frisian_rules.board, 8, 4);
    check_shapes(canadian_rules.board, 13, 8);
    check_shapes(turkish_rules.board, 11, 6);
});

const Case hexagonal("the shapes of a hexagon lie on it, and there are no large ones", [] {
    const Shapes<Word128> shapes{hexdame_rules.board};
    check_equal(shapes.small.count, std::size_t{14});
    check_equal(shapes.large.count, std::size_t{0});
    for (std::size_t i = 0; i < shapes.small.count; ++i) check_equal(popcount(shapes.small.masks[i]), eval::small_squares);
});

const Case moved_together("bits are moved together alike, however it is done", [] {
    std::mt19937_64 chance{5};
    for (int i = 0; i < 100; ++i) {
        const Word64 word = chance();
        check_gathered<0x00000000000000FFU>(word);
        check_gathered<0x0000000000061833U << 2>(word);
        check_gathered<0x8040201008040201U>(word);
    }
});

const Case in_threes("a pattern is a number to the base three", [] {
    check_equal(eval::pattern_of(0b00000001, 0b00000010), std::size_t{1 + 2 * 3});
    check_equal(eval::pattern_of(0xFFF, 0), (eval::large_patterns - 1) / 2);
    check_equal(eval::pattern_of(0, 0xFFF), eval::large_patterns - 1);
});

const Case turned_about("bits in the opposite order are those of the board turned half round", [] {
    std::mt19937_64 chance{6};
    for (const Geometry g : {italian_rules.board, international_rules.board, canadian_rules.board, turkish_rules.board}) {
        for (int i = 0; i < 50; ++i) {
            const Word128 word = (Word128{chance()} << 64 | chance()) & eval::board_of(g);
            check(eval::reversed(word, g.turned(0)) == Shapes<Word128>::turned(g, word));
            if (g.bits() > 64) continue;
            const auto narrow = static_cast<Word64>(word);
            check(Word128{eval::reversed(narrow, g.turned(0))} == Shapes<Word128>::turned(g, word));
        }
    }
});

}  // namespace damiera::testing
