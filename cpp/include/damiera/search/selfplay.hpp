// Quick games of engines against each other or themselves: what evaluations are trained on and judged by.
#pragma once

#include <array>    // array
#include <cstdint>  // uint64_t, int16_t
#include <random>   // mt19937_64
#include <vector>   // vector

#include "damiera/board/side.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/search/instance.hpp"
#include "damiera/search/limits.hpp"
#include "damiera/search/score.hpp"

namespace damiera::search {

/// When a quick game is given up as drawn.
struct Patience {
    int plies{240};  // after so many in all
    int idle{40};    // after so many since a man moved or a piece was taken
};

/// Of a position that no game went on from.
inline constexpr int no_points = 3;

/// A position in which the side to move need not capture, and what came of it.
struct Sample {
    WidePosition position{};
    Score score{};  // what the engine thought, for the side to move
    int points{};   // of the side to move: 2 won, 1 drawn, 0 lost; or `no_points`
};

/// So many moves by chance from `start`; fewer if the game ends before. All positions, the first and last included.
[[nodiscard]] std::vector<WidePosition> random_opening(const damiera::Instance& game, const WidePosition& start, int plies,
                                                       std::mt19937_64& chance);

/// Play on from the last of `positions`; `engines` are White's and Black's, perhaps the same one.
///
/// Returns White's points, 2 a win. A game is over, too, when a position comes back and when an engine has proved the end.
/// Quiet positions are added to `samples`, if given; with `chance` as many again beside the game's: a move or two by
/// chance from each, and what the engine thinks there. A search looks at such positions, and games never come to them.
int play_out(const damiera::Instance& game, std::vector<WidePosition> positions, const std::array<Engine*, 2>& engines,
             const std::array<Limits, 2>& limits, const Patience& patience, std::vector<Sample>* samples,
             std::mt19937_64* chance = nullptr);

}  // namespace damiera::search
