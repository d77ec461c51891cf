// Spantsireti: Russian rules on ten files and eight ranks [PDN 41].
#pragma once

#include "damiera/rules/russian.hpp"

namespace damiera {

/// Russian rules on a wider board.
[[nodiscard]] constexpr Rules spantsireti_rules_from(Rules rules) noexcept {
    rules.board = {.files = 10, .ranks = 8};  // PDN 41
    return rules;
}

inline constexpr Rules spantsireti_rules = spantsireti_rules_from(russian_rules);

inline constexpr Game spantsireti{
    .slug = "spantsireti",
    .rules = spantsireti_rules,
    .dark_corner = Corner::left,       // PDN 41
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 3,                  // PDN 41: 15 men
    .first_mover = Side::white,        // as in Russian draughts
    .lettered = true,
};

}  // namespace damiera
