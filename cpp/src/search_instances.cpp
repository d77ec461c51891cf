// Which game is searched by which search.
#include <algorithm>  // find_if
#include <array>      // array

#include "damiera/search/instance.hpp"

namespace damiera::search {

namespace {

constexpr std::array searches{
    &italian_search, &english_search,   &international_search, &spanish_search, &spanish_quality_search,
    &russian_search, &brazilian_search, &czech_search,         &pool_search,    &canadian_search,
    &killer_search,  &turkish_search,   &frisian_search,       &narrow_search,
};

}  // namespace

const Instance& search_of(const damiera::Instance& game) noexcept {
    const auto found =
        std::ranges::find_if(searches, [&](const Instance* search) { return search->generator == game.functions; });
    return found == searches.end() ? wide_search : **found;
}

}  // namespace damiera::search
