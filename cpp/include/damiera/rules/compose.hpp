// Rule sets made at run time from their names: `german~landing=adjacent` is the German game but for one trait.
//
// A name is that of a game followed by parts `~key=value`, one for each thing that differs from it. One table of keys, in
// `cpp/src/compose.cpp`, reads the parts and writes them, so that each rule set has one name, however it was asked for.
#pragma once

#include <cstddef>      // size_t
#include <memory>       // unique_ptr
#include <stdexcept>    // invalid_argument
#include <string>       // string
#include <string_view>  // string_view
#include <utility>      // pair
#include <vector>       // vector

#include "damiera/rules/game.hpp"

namespace damiera {

/// A name that makes no rule set: every reason, each with its part and what to write instead.
struct ComposeError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// One thing that differs from the game a rule set comes from.
struct Part {
    std::string_view key;
    std::string_view value;
};

/// A name taken apart; views of the name.
struct Recipe {
    std::string_view base;
    std::vector<Part> parts;

    /// The value of the last part with this key; empty if there is none.
    [[nodiscard]] std::string_view value_of(std::string_view key) const noexcept;

    /// Leave out the parts with this key.
    void drop(std::string_view key);
};

/// Take a name apart. Throws `ComposeError` for parts that are not `key=value`.
[[nodiscard]] Recipe read_recipe(std::string_view slug);

/// A game with the texts it refers to; never moved.
struct ComposedGame {
    ComposedGame() = default;
    ComposedGame(const ComposedGame&) = delete;
    ComposedGame& operator=(const ComposedGame&) = delete;

    std::string slug;
    std::string men;
    Game game{};
};

/// Change a game by the parts of a recipe; the result has the base's slug if nothing differs. Throws `ComposeError`.
[[nodiscard]] std::unique_ptr<ComposedGame> compose(const Game& base, const Recipe& recipe);

/// Every key with its value for this game, in the order of the table.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string>> recipe_of(const Game& game);

}  // namespace damiera
