#include "damiera/eval/shapes.hpp"

#include <random>  // mt19937_64

#include "check.hpp"
#include "damiera/rules/canadian.hpp"
#include "damiera/rules/frisian.hpp"
#include "damiera/rules/hexdame.hpp"
#include "damiera/rules/international.hpp"
#include "damiera/rules/italian.hpp"
#include "damiera/rules/turkish.hpp"

namespace damiera::testing {

using eval::Shapes;

namespace {

/// The shapes are of eight squares, cover the board, and turn into each other.
void check_shapes(Geometry g, std::size_t count) {
    const Shapes<Word128> shapes{g};
    check_equal(shapes.count, count);
    Word128 covered = 0;
    for (std::size_t i = 0; i < shapes.count; ++i) {
        check_equal(popcount(shapes.masks[i]), eval::shape_squares);
        check_equal(std::size_t{shapes.turned[shapes.turned[i]]}, i);
        covered |= shapes.masks[i];
    }
    check_equal(popcount(covered), g.squares());
}

template <Word64 Mask>
void check_gathered(Word64 word) {
    const unsigned bits = eval::gathered(word, Mask);
    check_equal(bits, (eval::gathered<Word64, Mask>(word)));
    check_equal(bits, eval::detail::gathered_runs<Word64, Mask, 0>(word));
    check_equal(bits, eval::gathered(Word128{word} << 60, Word128{Mask} << 60));
}

}  // namespace

const Case everywhere{"every board has its shapes", [] {
    check_shapes(italian_rules.board, 9);
    check_shapes(international_rules.board, 16);
    check_shapes(frisian_rules.board, 16);
    check_shapes(canadian_rules.board, 25);
    check_shapes(turkish_rules.board, 21);
}};

const Case hexagonal{"the shapes of a hexagon lie on it", [] {
    const Shapes<Word128> shapes{hexdame_rules.board};
    check_equal(shapes.count, std::size_t{28});
    for (std::size_t i = 0; i < shapes.count; ++i) check_equal(popcount(shapes.masks[i]), eval::shape_squares);
}};

const Case moved_together{"bits are moved together alike, however it is done", [] {
    std::mt19937_64 chance{5};
    for (int i = 0; i < 100; ++i) {
        const Word64 word = chance();
        check_gathered<0x00000000000000FFU>(word);
        check_gathered<0x0000000000061833U << 2>(word);
        check_gathered<0x8040201008040201U>(word);
    }
}};

const Case twice_turned{"a pattern turned twice is itself, and white men become black", [] {
    for (std::size_t p = 0; p < eval::patterns_of_shape; ++p) {
        check_equal(eval::pattern_turned(eval::pattern_turned(p)), p);
    }
    check_equal(eval::pattern_of(0b00000001, 0b00000010), std::size_t{1 + 2 * 3});
    check_equal(eval::pattern_turned(eval::pattern_of(0b00000001, 0b00000010)),
                eval::pattern_of(0b01000000, 0b10000000));
}};

}  // namespace damiera::testing
