// Scores of the search: centipieces from the side to move, with won and lost positions counted in plies.
#pragma once

namespace damiera::search {

using Score = int;

inline constexpr Score win = 30000;       // the side to move has won; a win in n plies is win - n
inline constexpr Score infinite = 31000;  // above every score
inline constexpr Score proved = win - 1000;
inline constexpr Score tabled = proved - 200;  // won by a table, nobody knows in how many plies
inline constexpr int max_ply = 127;            // longest line from the root
inline constexpr int max_depth = 99;

/// The score of a side that has lost, `ply` plies from the root.
[[nodiscard]] constexpr Score lost_at(int ply) noexcept { return ply - win; }

/// The score of a side that has won at the end of the game, `ply` plies from the root.
[[nodiscard]] constexpr Score won_at(int ply) noexcept { return win - ply; }

/// The score of a side that a table says has won, `ply` plies from the root: the nearer the better.
[[nodiscard]] constexpr Score tabled_at(int ply) noexcept { return tabled - ply; }

[[nodiscard]] constexpr bool is_proved(Score score) noexcept { return score > proved || score < -proved; }

/// Whether a score counts plies from the root: proved, or won or lost by a table.
[[nodiscard]] constexpr bool counts_plies(Score score) noexcept {
    return score > tabled - 2 * max_ply || score < 2 * max_ply - tabled;
}

/// Won and lost positions are stored as seen from themselves, so that they mean the same at every ply.
[[nodiscard]] constexpr Score to_table(Score score, int ply) noexcept {
    return !counts_plies(score) ? score : score > 0 ? score + ply : score - ply;
}

[[nodiscard]] constexpr Score from_table(Score score, int ply) noexcept {
    return !counts_plies(score) ? score : score > 0 ? score - ply : score + ply;
}

}  // namespace damiera::search
