// Kings that fly, as sets: where they come to, and from where they capture.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <utility>  // index_sequence

#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

/// `from` and what flies in `d` from there reach through `through`. The ways of two pieces in one direction never meet.
///
/// Where the rules are constants the way is doubled at each step (Kogge and Stone): without branches to be guessed wrong.
template <RulesProvider P>
[[nodiscard]] DAMIERA_INLINE typename P::Word flown(const P& provider, Direction d, typename P::Word from,
                                                    typename P::Word through) noexcept {
    using Word = typename P::Word;
    const auto& layout = provider.layout();
    if constexpr (P::is_fixed && sizeof(Word) == sizeof(Word64)) {
        constexpr int longest = (P::value.board.files > P::value.board.ranks ? P::value.board.files : P::value.board.ranks) - 1;
        const auto moved = [&](Word set, int steps) DAMIERA_INLINE_LAMBDA {
            const int by = steps * layout.step(d);
            if (by >= 64 || by <= -64) return Word{0};  // further than the board is high
            return by > 0 ? set << by : set >> -by;
        };
        through &= layout.entered[static_cast<std::size_t>(index(d))];
        from |= through & moved(from, 1);
        through &= moved(through, 1);
        from |= through & moved(from, 2);
        through &= moved(through, 2);
        from |= through & moved(from, 4);
        if constexpr (longest > 7) {
            through &= moved(through, 4);
            from |= through & moved(from, 8);
        }
    } else {
        for (Word way = from; (way = layout.shift(d, way) & through) != 0;) from |= way;
    }
    return from;
}

/// The squares from which a flying king captures one of `targets` in `d`, if only `empty` squares are free.
template <RulesProvider P>
[[nodiscard]] DAMIERA_INLINE typename P::Word flying_from(const P& provider, Direction d, typename P::Word targets,
                                                          typename P::Word empty) noexcept {
    const auto& layout = provider.layout();
    const typename P::Word near = layout.back(d, targets & layout.back(d, empty)) & empty;
    return flown(provider, opposite(d), near, empty);
}

/// By direction, the union of the sets of all directions but the opposite one.
template <BoardWord Word>
[[nodiscard]] DAMIERA_INLINE std::array<Word, 8> united_but_back(const std::array<Word, 8>& sets) noexcept {
    return [&]<std::size_t... I>(std::index_sequence<I...>) DAMIERA_INLINE_LAMBDA {
        const std::array<Word, 8> two{Word{sets[I] | sets[(I + 1) % 8]}...};
        const std::array<Word, 8> four{Word{two[I] | two[(I + 2) % 8]}...};
        return std::array<Word, 8>{Word{four[I] | four[(I + 5) % 8]}...};
    }
    (std::make_index_sequence<8>{});
}

}  // namespace damiera
