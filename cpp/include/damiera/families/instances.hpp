// The games of families, as the catalogue of instances sees them.
#pragma once

#include <span>  // span

#include "damiera/movegen/instance.hpp"
#include "damiera/rules/compose.hpp"

namespace damiera::families {

/// The games offered to players, those played to lose among them.
[[nodiscard]] std::span<const Instance* const> offered();

/// Chinese checkers for more than two.
[[nodiscard]] std::span<const Instance* const> variants();

/// The instance that a recipe makes of a game of a family; null if its base is no such game.
///
/// Bashni knows `man-captures`, `reentry` its `base`, losing games `blocked`, stars `seats`, `foreign-points` and `goal`,
/// `ugolki` its `camp`, `steps` and `goal`, `halma` its `board`, `seats`, `leaving` and `goal`,
/// `cheskers` its `choice`. Throws `ComposeError` for other parts.
[[nodiscard]] const Instance* composed(const Recipe& recipe);

/// The game whose men are played in a game in which men come back.
[[nodiscard]] const Instance& game_under(const Instance& reentry);

}  // namespace damiera::families
