// Playing from move texts: one text against one position, and whole games in bulk.
#pragma once

#include <cstddef>  // size_t
#include <cstdint>  // uint8_t
#include <span>     // span
#include <vector>   // vector

#include "damiera/movegen/instance.hpp"
#include "damiera/replay/text.hpp"

namespace damiera {

enum class Verdict : std::uint8_t { ok, syntax, illegal, ambiguous };

struct Match {
    Verdict verdict{};
    std::vector<WideMove> moves;  // the move, or the candidates of an ambiguous text
};

/// The legal move that the squares of a text mean.
///
/// The first and last square are origin and destination; squares between must be landings of one route, in its order,
/// though not all need be named, or else be the captured pieces. Failing that, the form of the Hub protocol is tried:
/// origin, destination, captured pieces. Where a position has more captures than are listed, the whole path of a capture that
/// none of those listed precedes is a legal move too.
[[nodiscard]] Match match(const Instance& instance, const WidePosition& position, std::span<const std::uint8_t> text);

struct Replay {
    std::vector<WideMove> moves;       // those played
    WidePosition final;                // the position they lead to
    Verdict verdict{};                 // of the last text looked at
    std::vector<WideMove> candidates;  // when that was ambiguous
};

/// Play texts `begin` up to `end` until one cannot be played.
[[nodiscard]] Replay replay(const Instance& instance, const WidePosition& start, const MoveTexts& texts, std::size_t begin,
                            std::size_t end);

}  // namespace damiera
