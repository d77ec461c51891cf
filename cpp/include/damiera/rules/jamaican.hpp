// Jamaican draughts: pool checkers on the mirrored board [Wikipedia].
#pragma once

#include "damiera/rules/pool.hpp"

namespace damiera {

inline constexpr Game jamaican{
    .slug = "jamaican",
    .rules = pool_rules,
    .dark_corner = Corner::right,      // Wikipedia
    .numbering = Numbering::top_left,  // ours, as in pool checkers
    .rows_of_men = 3,                  // Wikipedia
    .first_mover = Side::black,        // Wikipedia; PDN lets White begin
};

}  // namespace damiera
