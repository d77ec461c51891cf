// Every capture with its route, whether precedence allows it or not: what explanations, routes and move texts read.
//
// This is the generator's own walk over rules carried at run time, with a sink that drops nothing. It is asked for one
// position at a time and need not be fast.
#pragma once

#include <cstdint>   // uint8_t
#include <optional>  // optional
#include <span>      // span
#include <vector>    // vector

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

/// How many jumps a listing of lines may try for each piece: some milliseconds.
inline constexpr Budget line_budget = 200'000;

/// The captures of the side to move that cannot be carried further, of every piece, in no special order.
struct CaptureLines {
    std::vector<CaptureLine> lines;
    bool whole = true;  // whether they are all, or the budget did not reach for more
};

[[nodiscard]] CaptureLines capture_lines(const Instance& instance, const WidePosition& position, Budget budget = line_budget);

/// A complete capture that takes just what `move` takes, between its ends, by one of its routes; nothing if there is none.
/// Whether another capture precedes it is not asked.
[[nodiscard]] std::optional<CaptureLine> line_of(const Instance& instance, const WidePosition& position, const WideMove& move);

/// The capture whose squares these are, each landing named; nothing where they are not the squares of a complete one.
[[nodiscard]] std::optional<CaptureLine> line_along(const Instance& instance, const WidePosition& position,
                                                    std::span<const std::uint8_t> path);

/// Whether none of `listed`, the legal moves as far as the budget reached, precedes a complete capture.
[[nodiscard]] bool is_allowed(const Instance& instance, const WidePosition& position, const WideMoves& listed,
                              const CaptureLine& line);

/// Whether a capture is complete and none of `listed`, the legal moves as far as the budget reached, precedes it.
[[nodiscard]] bool is_allowed(const Instance& instance, const WidePosition& position, const WideMoves& listed,
                              const WideMove& move);

/// The greatest precedence among lines; 0 for none.
[[nodiscard]] Precedence best_precedence(const std::vector<CaptureLine>& lines) noexcept;

/// The routes by which precedence allows a legal move to be played, each from origin to destination; one of them where they
/// are without number.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> routes(const Instance& instance, const WidePosition& position,
                                                            const WideMove& move, Budget budget = line_budget);

}  // namespace damiera
