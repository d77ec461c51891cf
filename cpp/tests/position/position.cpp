#include "damiera/position/position.hpp"

#include "boards.hpp"
#include "check.hpp"
#include "damiera/movegen/generator.hpp"
#include "games.hpp"

namespace damiera::testing {

namespace {

template <Rules R>
void check_keys() {
    using P = Fixed<R>;
    using Word = typename P::Word;
    for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
        const Pieces<Word> pieces = scattered<Word>(R.board, seed);
        for (const Side side : {Side::white, Side::black}) {
            const Position<Word> position{pieces, side};
            MoveList<Word> list;
            generate(P{}, position, list);
            for (const Move<Word>& move : list) {
                const Position<Word> after = play(position, move);
                check_equal(after.key, full_key(after.pieces, after.side));
                check((after.pieces.white & after.pieces.black) == 0);
                check((after.pieces.kings & ~after.pieces.occupied()) == 0);
            }
        }
    }
}

}  // namespace

const Case incremental("the key kept move by move is the key worked out afresh", [] {
    check_keys<italian_rules>();
    check_keys<international_rules>();
    check_keys<canadian>();
    check_keys<russian>();
});

const Case growing("a list grows beyond its room and keeps what it held", [] {
    MoveList<Word64> list;
    const auto numbered = [](std::size_t i) {
        return Move<Word64>{i, static_cast<std::uint8_t>(i % 50), static_cast<std::uint8_t>(i % 7), i % 2 == 0};
    };
    const std::size_t many = 5 * MoveList<Word64>::room;
    for (std::size_t i = 0; i < many; ++i) list.push(numbered(i));
    check_equal(list.size(), many);
    for (std::size_t i = 0; i < many; ++i) check(list[i] == numbered(i));
    list.clear();
    check(list.empty());
});

const Case circuit("a piece that ends where it began stays there", [] {
    const Pieces<Word64> before{bit<Word64>(9), bit<Word64>(4), bit<Word64>(9)};
    const Pieces<Word64> after = play<Side::white>(before, Move<Word64>{bit<Word64>(4), 9, 9, false});
    check(after == Pieces<Word64>{bit<Word64>(9), 0, bit<Word64>(9)});
});

}  // namespace damiera::testing
