// Which games can be searched.
#include <array>  // array

#include "damiera/search/instance.hpp"

namespace damiera::search {

namespace {

constexpr std::array<const Instance*, 5> searches{&italian_search, &english_search, &international_search,
                                                  &proof_english_search, &proof_international_search};

}  // namespace

const Instance* find_search(std::string_view slug) noexcept {
    for (const Instance* instance : searches) {
        if (instance->game->slug == slug) return instance;
    }
    return nullptr;
}

}  // namespace damiera::search
