// The compiled generator and search of canadian draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/canadian.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/sri_lankan.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Canadian = Fixed<canadian_rules>;

constinit const Instance canadian_instance = make_instance<Canadian>(canadian);
constinit const Instance sri_lankan_instance = make_instance<Canadian>(sri_lankan);

namespace search {

constinit const Instance canadian_search = make_search<Canadian>();

}  // namespace search

}  // namespace damiera
