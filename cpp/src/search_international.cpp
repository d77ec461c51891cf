// The compiled search of `rules/international.hpp`.
#include "damiera/rules/international.hpp"

#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera::search {

constinit const Instance international_search = make_search<Fixed<international_rules>>(international);

}  // namespace damiera::search
