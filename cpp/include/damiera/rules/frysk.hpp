// Frysk!: Frisian draughts with five men each [KNDB].
#pragma once

#include "damiera/rules/frisian.hpp"

namespace damiera {

inline constexpr Game frysk{
    .slug = "frysk",
    .rules = frisian_rules,
    .dark_corner = Corner::left,       // as Frisian draughts
    .numbering = Numbering::top_left,  // as Frisian draughts
    .rows_of_men = 1,                  // KNDB: five men
    .first_mover = Side::white,        // as Frisian draughts
};

}  // namespace damiera
