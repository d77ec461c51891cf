// Double cross, reconstructed: no rule text is known. Two games of English draughts at once, one on each colour.
#pragma once

#include "damiera/rules/english.hpp"

namespace damiera {

/// English rules on all squares.
[[nodiscard]] constexpr Rules double_cross_rules_from(Rules rules) noexcept {
    rules.board = {.files = 8, .ranks = 8, .shape = Shape::full};  // ours
    return rules;
}

inline constexpr Rules double_cross_rules = double_cross_rules_from(english_rules);

inline constexpr Game double_cross{
    .slug = "double-cross",
    .rules = double_cross_rules,
    .dark_corner = Corner::left,       // as English draughts
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 3,                  // ours: 24 men
    .first_mover = Side::black,        // as English draughts
    .lettered = true,
};

}  // namespace damiera
