// A position is a small value: the pieces, the side to move, the runs of kings where a game counts them, and the key that
// follows from these.
#pragma once

#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/position/keys.hpp"
#include "damiera/position/move.hpp"
#include "damiera/position/pieces.hpp"
#include "damiera/position/runs.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

/// The pieces after `Us` plays `move`. The move must be legal: nothing is checked.
template <Side Us, BoardWord Word>
[[nodiscard]] DAMIERA_INLINE constexpr Pieces<Word> play(const Pieces<Word>& before, const Move<Word>& move) noexcept {
    const Word from = bit<Word>(move.from);
    const Word to = bit<Word>(move.to);
    const Word own = (before.template of<Us>() & ~from) | to;  // a circuit ends where it began
    const Word theirs = before.template of<opponent(Us)>() & ~move.captured;
    const Word is_king = (before.kings >> move.from & 1) | static_cast<Word>(move.promotes);
    const Word kings = (before.kings & ~(from | move.captured)) | is_king << move.to;
    if constexpr (Us == Side::white) return {own, theirs, kings};
    return {theirs, own, kings};
}

template <BoardWord Word>
struct Position {
    Pieces<Word> pieces{};
    Side side{};
    Runs runs{};
    Key key{};

    constexpr Position() = default;
    constexpr Position(const Pieces<Word>& where, Side to_move, const Runs& counted = {}) noexcept
        : pieces{where}, side{to_move}, runs{counted}, key{full_key(where, to_move, counted)} {}

    friend constexpr bool operator==(const Position&, const Position&) = default;
};

/// The position after `Us`, to move in `before`, plays `move`, its key brought up to date move by move.
template <Side Us, BoardWord Word>
[[nodiscard]] constexpr Position<Word> play(const Position<Word>& before, const Move<Word>& move) noexcept {
    constexpr Side them = opponent(Us);
    const bool king = (before.pieces.kings >> move.from & 1) != 0;
    Key key = before.key ^ keys.black_to_move;
    key ^= keys.piece(Us, king, move.from) ^ keys.piece(Us, king || move.promotes, move.to);
    each_bit(move.captured, [&](int at) { key ^= keys.piece(them, (before.pieces.kings >> at & 1) != 0, at); });

    Position<Word> after;
    after.pieces = play<Us>(before.pieces, move);
    after.side = them;
    after.key = key;
    return after;
}

template <BoardWord Word>
[[nodiscard]] constexpr Position<Word> play(const Position<Word>& before, const Move<Word>& move) noexcept {
    return before.side == Side::white ? play<Side::white>(before, move) : play<Side::black>(before, move);
}

/// As `play`, in a game that limits how often a king may move in a row: the runs are counted on.
template <Side Us, BoardWord Word>
[[nodiscard]] constexpr Position<Word> play_counting(const Position<Word>& before, const Move<Word>& move) noexcept {
    Position<Word> after = play<Us>(before, move);
    after.runs = follow<Us>(before.runs, before.pieces, move, after.pieces);
    for (const Side side : {Side::white, Side::black}) {
        const auto i = static_cast<std::size_t>(index(side));
        after.key ^= keys.run(side, before.runs[i]) ^ keys.run(side, after.runs[i]);
    }
    return after;
}

template <BoardWord Word>
[[nodiscard]] constexpr Position<Word> play_counting(const Position<Word>& before, const Move<Word>& move) noexcept {
    return before.side == Side::white ? play_counting<Side::white>(before, move) : play_counting<Side::black>(before, move);
}

}  // namespace damiera
