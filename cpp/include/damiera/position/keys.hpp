// Zobrist keys: one random number for each piece on each bit, one for Black to move, one for each run of a king.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint64_t

#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/position/runs.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

using Key = std::uint64_t;

/// The tables of keys; the same numbers on every machine, so that keys may be stored.
struct Keys {
    std::array<std::array<std::array<Key, 128>, 2>, 2> pieces{};  // by side, is a king, bit
    Key black_to_move{};

    constexpr Keys() {
        std::uint64_t seed = 0x64616D69657261;
        for (auto& side : pieces) {
            for (auto& rank : side) {
                for (Key& key : rank) key = next(seed);
            }
        }
        black_to_move = next(seed);
    }

    [[nodiscard]] DAMIERA_INLINE constexpr Key piece(Side side, bool king, int bit) const noexcept {
        return pieces[static_cast<std::size_t>(index(side))][king ? 1 : 0][static_cast<std::size_t>(bit)];
    }

    /// Nothing for no run.
    [[nodiscard]] constexpr Key run(Side side, Run run) const noexcept {
        if (run.moves == 0) return 0;
        std::uint64_t seed = pieces[static_cast<std::size_t>(index(side))][1][run.at & 127U] + run.moves;
        return next(seed);
    }

private:
    /// Sebastiano Vigna's splitmix64.
    static constexpr std::uint64_t next(std::uint64_t& seed) noexcept {
        seed += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
        return mixed ^ mixed >> 31;
    }
};

inline constexpr Keys keys{};

/// The key of a position, worked out afresh.
template <BoardWord Word>
[[nodiscard]] constexpr Key full_key(const Pieces<Word>& pieces, Side to_move, const Runs& runs = {}) noexcept {
    Key key = to_move == Side::black ? keys.black_to_move : 0;
    key ^= keys.run(Side::white, runs[0]) ^ keys.run(Side::black, runs[1]);
    for (const Side side : {Side::white, Side::black}) {
        each_bit(pieces.men(side), [&](int at) { key ^= keys.piece(side, false, at); });
        each_bit(pieces.kings_of(side), [&](int at) { key ^= keys.piece(side, true, at); });
    }
    return key;
}

}  // namespace damiera
