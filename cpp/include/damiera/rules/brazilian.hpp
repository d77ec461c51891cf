// Brazilian draughts: international rules on the chessboard [Wikipedia].
#pragma once

#include "damiera/rules/international.hpp"

namespace damiera {

/// International rules on a smaller board.
[[nodiscard]] constexpr Rules brazilian_rules_from(Rules rules) noexcept {
    rules.board = {.files = 8, .ranks = 8};  // Wikipedia
    return rules;
}

inline constexpr Rules brazilian_rules = brazilian_rules_from(international_rules);

inline constexpr Game brazilian{
    .slug = "brazilian",
    .rules = brazilian_rules,
    .dark_corner = Corner::left,       // Wikipedia
    .numbering = Numbering::top_left,  // ours: players use letters, PDN 26
    .rows_of_men = 3,                  // Wikipedia
    .first_mover = Side::white,        // PDN 26
    .lettered = true,
};

}  // namespace damiera
