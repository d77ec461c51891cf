// Zimbabwean draughts, or unified pool: pool checkers, White first [FMJD-64].
#pragma once

#include "damiera/rules/pool.hpp"

namespace damiera {

inline constexpr Game zimbabwean{
    .slug = "zimbabwean",
    .rules = pool_rules,
    .dark_corner = Corner::left,       // as pool checkers
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 3,                  // as pool checkers
    .first_mover = Side::white,        // FMJD-64
    .lettered = true,                  // FMJD-64
};

}  // namespace damiera
