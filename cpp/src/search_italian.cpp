// The compiled search of `rules/italian.hpp`.
#include "damiera/rules/italian.hpp"

#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera::search {

constinit const Instance italian_search = make_search<Fixed<italian_rules>>(italian);

}  // namespace damiera::search
