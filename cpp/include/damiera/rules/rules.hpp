// A rule set is a value: how the pieces of one game move and capture, and what they must capture.
//
// What does not change the moves (numbering, mirror, start position, first mover, name) lives in `rules/game.hpp`, so
// that games which differ only there share one compiled generator.
#pragma once

#include <cstdint>  // uint8_t

#include "damiera/board/cells.hpp"
#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"

namespace damiera {

/// How far a king goes, in a move and to the piece it captures.
enum class KingRange : std::uint8_t { adjacent, flying };

/// Where a flying king may land behind the piece it captures.
enum class Landing : std::uint8_t {
    adjacent,  // just behind it
    any,       // on any free square behind it
    killer,    // as `any`, but the move ends just behind the last piece if that was a king
};

/// When captured pieces leave the board: they stand in the way until then.
enum class Removal : std::uint8_t { end, immediate };

/// What becomes of a man that a capture brings to the last row.
enum class Promotion : std::uint8_t {
    stop,  // it is crowned and the move ends
    pass,  // it goes on as a man if it can; crowned only if the move ends there
    king,  // it is crowned at once and goes on as a king
};

/// What a player must choose among the captures at hand.
enum class Choice : std::uint8_t {
    free,           // any complete capture
    number,         // most pieces
    italian,        // most pieces; with a king; most kings; kings earliest
    quality,        // most pieces; most kings
    number_king,    // most pieces; with a king
    king_first,     // with a king
    weight,         // greatest value, a king worth two men
    frisian,        // greatest value, a king worth a little less than two men; with a king
    frisian_half,   // greatest value, a king worth a man and a half; with a king
    italian_first,  // as `italian`, but of the kings only the first one taken counts
};

/// What wins the game.
enum class Goal : std::uint8_t {
    win,           // that the opponent cannot move
    lose,          // not to be able to move oneself
    breakthrough,  // to have the first king
};

/// Which ways a man may jump a piece of its own side beside it, to the free square just behind; nothing is taken.
enum class ManHops : std::uint8_t {
    no,
    moves,     // those in which it moves
    captures,  // those in which it captures
};

struct Rules {
    Geometry board{};
    Directions man_moves{};  // White's; Black's are turned half round
    Directions man_captures{};
    bool man_captures_king{};
    Directions king_moves{};
    Directions king_captures{};
    KingRange king_range{};
    Landing landing{};  // matters to flying kings only
    Removal removal{};
    bool reversal{};  // whether a capturing king may turn straight back; matters to immediate removal only
    Promotion promotion{};
    Choice choice{};
    Cells crown{};            // White's squares of promotion, Black's turned half round; empty is the last row
    std::uint8_t king_run{};  // moves without capture that a king may make in a row, its side having men; 0: any number
    Goal goal{};
    bool man_lines{};  // whether a man may lead an unbroken line of men before it: it goes to the free square at its head
    ManHops man_hops{};

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

/// What of a rule set the generator must know: to lose by the rules of a game is to play the same moves.
[[nodiscard]] constexpr Rules moves_of(Rules rules) noexcept {
    if (rules.goal == Goal::lose) rules.goal = Goal::win;
    return rules;
}

}  // namespace damiera
