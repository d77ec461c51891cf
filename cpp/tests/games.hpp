// Rule sets that only the tests know: the generator must hold for traits that no built-in game has yet.
#pragma once

#include "damiera/rules/english.hpp"
#include "damiera/rules/game.hpp"
#include "damiera/rules/international.hpp"
#include "damiera/rules/italian.hpp"

namespace damiera::testing {

[[nodiscard]] constexpr Rules on_board(Rules rules, int files, int ranks) {
    rules.board = {files, ranks};
    return rules;
}

[[nodiscard]] constexpr Rules with_promotion(Rules rules, Promotion promotion) {
    rules.promotion = promotion;
    return rules;
}

[[nodiscard]] constexpr Rules with_choice(Rules rules, Choice choice) {
    rules.choice = choice;
    return rules;
}

[[nodiscard]] constexpr Rules with_landing(Rules rules, Landing landing) {
    rules.landing = landing;
    return rules;
}

[[nodiscard]] constexpr Rules with_removal_at_once(Rules rules) {
    rules.removal = Removal::immediate;
    return rules;
}

[[nodiscard]] constexpr Rules with_flying_king(Rules rules) {
    rules.king_range = KingRange::flying;
    rules.landing = Landing::any;
    return rules;
}

inline constexpr Rules brazilian = on_board(international_rules, 8, 8);
inline constexpr Rules pool = with_choice(brazilian, Choice::free);
inline constexpr Rules russian = with_promotion(pool, Promotion::king);
inline constexpr Rules slovak = with_flying_king(english_rules);
inline constexpr Rules czech = with_choice(slovak, Choice::king_first);
inline constexpr Rules portuguese = with_choice(slovak, Choice::quality);
inline constexpr Rules argentine = with_choice(slovak, Choice::number_king);
inline constexpr Rules mozambican = with_choice(brazilian, Choice::weight);
inline constexpr Rules thai = with_removal_at_once(with_landing(slovak, Landing::adjacent));
inline constexpr Rules killer = with_landing(international_rules, Landing::killer);
inline constexpr Rules canadian = on_board(international_rules, 12, 12);
inline constexpr Rules south_african = on_board(international_rules, 14, 14);
inline constexpr Rules triestina = on_board(italian_rules, 10, 10);

}  // namespace damiera::testing
