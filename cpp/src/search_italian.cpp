// The compiled search of `rules/italian.hpp`.
#include "damiera/rules/italian.hpp"

#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Italian = Fixed<italian_rules>;

// Compiled in `italian.cpp`.
extern template void generate<Italian, Side::white>(const Italian&, const Pieces<Italian::Word>&,
                                                    MoveList<Italian::Word>&, Budget);
extern template void generate<Italian, Side::black>(const Italian&, const Pieces<Italian::Word>&,
                                                    MoveList<Italian::Word>&, Budget);

}  // namespace damiera

namespace damiera::search {

constinit const Instance italian_search = make_search<Italian>(italian);

}  // namespace damiera::search
