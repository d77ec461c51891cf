// Proof boards: full games on six files, small enough to count to the end of a long perft.
#pragma once

#include "damiera/rules/english.hpp"
#include "damiera/rules/game.hpp"
#include "damiera/rules/international.hpp"

namespace damiera {

/// The rules of a game on a board of six files and six ranks.
[[nodiscard]] constexpr Rules on_six_files(Rules rules) noexcept {
    rules.board = {.files = 6, .ranks = 6};
    return rules;
}

inline constexpr Rules proof_english_rules = on_six_files(english_rules);
inline constexpr Rules proof_international_rules = on_six_files(international_rules);

inline constexpr Game proof_english{
    .slug = "proof-english-6x6",
    .rules = proof_english_rules,
    .dark_corner = Corner::left,
    .numbering = Numbering::top_left,
    .rows_of_men = 2,
    .first_mover = Side::black,
};

inline constexpr Game proof_international{
    .slug = "proof-international-6x6",
    .rules = proof_international_rules,
    .dark_corner = Corner::left,
    .numbering = Numbering::top_left,
    .rows_of_men = 2,
    .first_mover = Side::white,
};

}  // namespace damiera
