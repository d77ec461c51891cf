// Moves of one king in a row: what some games limit, and so part of their positions.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint8_t

#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/position/move.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

/// A king of a side and how many moves without capture it has made as the last moves of its side; 0 for none.
struct Run {
    std::uint8_t at{};
    std::uint8_t moves{};

    friend constexpr bool operator==(Run, Run) = default;
};

/// By side.
using Runs = std::array<Run, 2>;

/// The runs after `Us` played `move`. A capture, the move of another piece and a side without men end a run.
template <Side Us, BoardWord Word>
[[nodiscard]] constexpr Runs follow(Runs runs, const Pieces<Word>& before, const Move<Word>& move,
                                    const Pieces<Word>& now) noexcept {
    Run& own = runs[static_cast<std::size_t>(index(Us))];
    Run& other = runs[static_cast<std::size_t>(index(opponent(Us)))];
    if (move.is_capture() || (before.kings >> move.from & 1) == 0) {
        own = {};
    } else {
        const int moves = own.moves != 0 && own.at == move.from ? own.moves + 1 : 1;
        own = {move.to, static_cast<std::uint8_t>(moves > 255 ? 255 : moves)};
    }
    if (other.moves != 0 && (move.captured >> other.at & 1) != 0) other = {};
    if (now.men(Us) == 0) own = {};
    if (now.men(opponent(Us)) == 0) other = {};
    return runs;
}

/// The king of `side` that may not move unless it captures, given how many moves in a row are allowed; 0: any number.
template <BoardWord Word>
[[nodiscard]] constexpr Word resting(const Pieces<Word>& pieces, const Runs& runs, Side side, int allowed) noexcept {
    const Run& run = runs[static_cast<std::size_t>(index(side))];
    if (allowed == 0 || run.moves < allowed || pieces.men(side) == 0) return 0;
    return pieces.kings_of(side) & bit<Word>(run.at);
}

}  // namespace damiera
