// South African draughts (dumm): international rules on fourteen files [Wikipedia].
#pragma once

#include "damiera/rules/international.hpp"

namespace damiera {

/// International rules on a larger board.
[[nodiscard]] constexpr Rules south_african_rules_from(Rules rules) noexcept {
    rules.board = {.files = 14, .ranks = 14};  // Wikipedia
    return rules;
}

inline constexpr Rules south_african_rules = south_african_rules_from(international_rules);

inline constexpr Game south_african{
    .slug = "south-african",
    .rules = south_african_rules,
    .dark_corner = Corner::left,       // Wikipedia
    .numbering = Numbering::top_left,  // ours, as in international draughts
    .rows_of_men = 6,                  // Wikipedia: 42 men
    .first_mover = Side::white,        // Wikipedia
};

}  // namespace damiera
