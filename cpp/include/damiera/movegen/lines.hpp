// Every capture with its route, whether precedence allows it or not: what explanations, routes and move texts read.
//
// This is the generator's own walk over rules carried at run time, with a sink that drops nothing. It is asked for one
// position at a time and need not be fast.
#pragma once

#include <cstdint>  // uint8_t
#include <vector>   // vector

#include "damiera/movegen/instance.hpp"
#include "damiera/movegen/precedence.hpp"
#include "damiera/movegen/walk.hpp"

namespace damiera {

/// One complete capture along one route.
struct CaptureLine {
    std::vector<std::uint8_t> path;      // bits: origin, each landing, destination
    std::vector<std::uint8_t> captured;  // bits, in the order jumped
    std::vector<bool> kings;             // in the same order: whether that piece was a king
    bool by_king{};
    Precedence precedence{};
    WideMove move{};
};

/// How many jumps a listing of lines may try: some milliseconds.
inline constexpr Budget line_budget = 200'000;

/// All captures of the side to move that cannot be carried further, of every piece, in no special order.
[[nodiscard]] std::vector<CaptureLine> capture_lines(const Instance& instance, const WidePosition& position,
                                                     Budget budget = line_budget);

/// The greatest precedence among lines; 0 for none.
[[nodiscard]] Precedence best_precedence(const std::vector<CaptureLine>& lines) noexcept;

/// The routes by which precedence allows a legal move to be played, each from origin to destination.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> routes(const Instance& instance, const WidePosition& position,
                                                            const WideMove& move, Budget budget = line_budget);

}  // namespace damiera
