// Portuguese draughts: Spanish rules with number and quality (lei da quantidade e qualidade).
#pragma once

#include "damiera/rules/spanish.hpp"

namespace damiera {

inline constexpr Game portuguese{
    .slug = "portuguese",
    .rules = spanish_quality_rules,
    .dark_corner = Corner::right,          // Portuguese federation
    .numbering = Numbering::bottom_right,  // PDN 28, "W,8,8,N1,1"
    .rows_of_men = 3,                      // Portuguese federation
    .first_mover = Side::white,            // PDN 28
};

}  // namespace damiera
