// Antidraughts: international rules; who cannot move has won [lidraughts].
#pragma once

#include "damiera/rules/international.hpp"

namespace damiera {

/// International rules, played to lose.
[[nodiscard]] constexpr Rules antidraughts_rules_from(Rules rules) noexcept {
    rules.goal = Goal::lose;  // lidraughts
    return rules;
}

inline constexpr Rules antidraughts_rules = antidraughts_rules_from(international_rules);

inline constexpr Game antidraughts{
    .slug = "antidraughts",
    .rules = antidraughts_rules,
    .dark_corner = Corner::left,       // as international draughts
    .numbering = Numbering::top_left,  // as international draughts
    .rows_of_men = 4,                  // as international draughts
    .first_mover = Side::white,        // as international draughts
};

}  // namespace damiera
