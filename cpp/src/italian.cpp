// The compiled generator and search of italian draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/italian.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Italian = Fixed<italian_rules>;

constinit const Instance italian_instance = make_instance<Italian>(italian);

namespace search {

constinit const Instance italian_search = make_search<Italian>();

}  // namespace search

}  // namespace damiera
