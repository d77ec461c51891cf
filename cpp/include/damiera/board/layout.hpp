// The tables of a geometry on words of one size: masks, steps, rays.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint8_t

#include "damiera/board/cells.hpp"
#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

template <BoardWord Word>
struct Layout {
    static constexpr int capacity = static_cast<int>(8 * sizeof(Word));

    std::array<int, 8> steps{};                               // bits a step moves, by direction
    std::array<Word, 8> entered{};                            // where a step may end; all bits if ghosts see to that
    Word board{};                                             // every playing square
    std::array<Word, 2> last_row{};                           // where the men of a side are promoted
    std::array<std::array<Word, capacity>, 8> rays{};         // squares from a bit to the rim, the bit left out
    std::array<std::array<std::uint8_t, capacity>, 2> way{};  // rows from a bit to the last row of a side

    /// `crown` are White's squares of promotion; if it is empty, his last row.
    constexpr explicit Layout(Geometry g, const Cells& crown = {}) {
        for (int rank = 0; rank < g.ranks; ++rank) {
            for (int file = 0; file < g.files; ++file) {
                if (!g.has(file, rank)) continue;
                const int at = g.bit_of(file, rank);
                board |= bit<Word>(at);
                way[0][static_cast<std::size_t>(at)] = way_from(g, file, rank);
                way[1][static_cast<std::size_t>(at)] = way_from(g, g.files - 1 - file, g.ranks - 1 - rank);
            }
        }
        const Cells white = crown.empty() ? rows(g, g.ranks, g.ranks) : crown;
        if (white != nowhere) last_row = {white.as<Word>(), turned(g, white).template as<Word>()};
        for (int i = 0; i < 8; ++i) {
            steps[static_cast<std::size_t>(i)] = g.step(direction(i));
            entered[static_cast<std::size_t>(i)] = entered_by(g, direction(i));
            if (g.step(direction(i)) != 0) cast_rays(g, direction(i));
        }
    }

    /// `set` moved one step; what leaves the board lands on bits that are no squares.
    [[nodiscard]] DAMIERA_INLINE constexpr Word shift(Direction d, Word set) const noexcept {
        const int by = steps[static_cast<std::size_t>(index(d))];
        return (by > 0 ? set << by : set >> -by) & entered[static_cast<std::size_t>(index(d))];
    }

    [[nodiscard]] DAMIERA_INLINE constexpr Word back(Direction d, Word set) const noexcept { return shift(opposite(d), set); }

    [[nodiscard]] DAMIERA_INLINE constexpr int step(Direction d) const noexcept {
        return steps[static_cast<std::size_t>(index(d))];
    }

    [[nodiscard]] DAMIERA_INLINE constexpr Word ray(Direction d, int from) const noexcept {
        return rays[static_cast<std::size_t>(index(d))][static_cast<std::size_t>(from)];
    }

    /// The square of `set`, part of a ray in `d` and not empty, that the ray meets first.
    [[nodiscard]] DAMIERA_INLINE constexpr int nearest(Direction d, Word set) const noexcept {
        return step(d) > 0 ? lowest(set) : highest(set);
    }

private:
    [[nodiscard]] static constexpr std::uint8_t way_from(Geometry g, int file, int rank) noexcept {
        const int gone = g.shape == Shape::hexagon && file > rank ? file : rank;
        return static_cast<std::uint8_t>(g.ranks - 1 - gone);
    }

    /// All bits, but on a full board without the file on the far side, where a step sideways would come out, and without the
    /// squares to which no line leads.
    [[nodiscard]] static constexpr Word entered_by(Geometry g, Direction d) noexcept {
        Word barred = 0;
        if (!g.is_masked()) return ~barred;
        const int far = g.vector(d).files > 0 ? 0 : g.files - 1;
        for (int rank = 0; rank < g.ranks; ++rank) {
            for (int file = 0; file < g.files; ++file) {
                const bool over_the_side = g.vector(d).files != 0 && file == far;
                if (over_the_side || !g.leads(file, rank, d)) barred |= bit<Word>(g.bit_of(file, rank));
            }
        }
        return ~barred;
    }

    constexpr void cast_rays(Geometry g, Direction d) {
        const Step by = g.vector(d);
        for (int rank = 0; rank < g.ranks; ++rank) {
            for (int file = 0; file < g.files; ++file) {
                if (!g.has(file, rank) || !g.leads(file, rank, d)) continue;
                Word ray = 0;
                for (int f = file + by.files, r = rank + by.ranks; g.has(f, r); f += by.files, r += by.ranks) {
                    ray |= bit<Word>(g.bit_of(f, r));
                }
                rays[static_cast<std::size_t>(index(d))][static_cast<std::size_t>(g.bit_of(file, rank))] = ray;
            }
        }
    }
};

/// The tables of a geometry known at compile time, shared by all games on that board with the same promotion squares.
template <BoardWord Word, Geometry G, Cells Crown = Cells{}>
inline constexpr Layout<Word> layout_on{G, Crown};

template <Geometry G, Cells Crown = Cells{}>
inline constexpr const Layout<WordFor<G>>& layout_of = layout_on<WordFor<G>, G, Crown>;

}  // namespace damiera
