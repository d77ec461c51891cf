// A game of some family, with its search. It lies here and not among the families, which know nothing of searches.
#pragma once

#include <cstddef>      // size_t
#include <memory>       // make_shared, make_unique
#include <string_view>  // string_view
#include <utility>      // move

#include "damiera/families/family.hpp"
#include "damiera/search/families.hpp"

namespace damiera::search {

template <families::FamilyRules G>
class GameOf final : public families::AnyGame {
public:
    explicit GameOf(G game) : game_{std::move(game)} {}

    [[nodiscard]] const G& rules() const noexcept { return game_; }
    [[nodiscard]] std::string_view family() const override { return G::family; }
    [[nodiscard]] families::Squares seats() const override { return game_.seats(); }
    [[nodiscard]] families::Held start() const override {
        return std::make_shared<families::PositionOf<G>>(game_, game_.start());
    }

    [[nodiscard]] families::Held read(std::string_view text) const override {
        return std::make_shared<families::PositionOf<G>>(game_, game_.read(text));
    }

    [[nodiscard]] std::unique_ptr<FamilyEngine> engine(std::size_t megabytes) const override {
        return std::make_unique<FamilySearch<G>>(game_, megabytes);
    }

private:
    G game_;
};

}  // namespace damiera::search
