// What a search asks of the endgame tables, which are in a module of their own: this interface is all that both know.
#pragma once

#include <cstdint>   // uint8_t
#include <optional>  // optional

#include "damiera/board/side.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {
struct Instance;
}

namespace damiera::endgame {

/// For the side to move. With best play, if no draw is claimed by count or repetition.
enum class Verdict : std::uint8_t { draw, win, loss, hole };

/// The verdicts of one game. Any number of threads may ask at once; what is known does not change any more.
class Oracle {
public:
    static constexpr const char* name = "damiera.endgame.Oracle";  // of a capsule with a pointer to one

    virtual ~Oracle() = default;

    [[nodiscard]] virtual const Instance& game() const noexcept = 0;

    /// The most pieces of which anything is known.
    [[nodiscard]] virtual int pieces() const noexcept = 0;

    /// Of a position in which `side` has a move and no capture; nothing if no table says what is true of the game as a search
    /// plays it.
    [[nodiscard]] virtual std::optional<Verdict> ask(const Pieces<Word128>& pieces, Side side) = 0;
};

}  // namespace damiera::endgame
