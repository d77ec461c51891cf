// The compiled instance of `rules/italian.hpp`.
#include "damiera/rules/italian.hpp"

#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using Italian = Fixed<italian_rules>;

constinit const Instance italian_instance = make_instance<Italian>(italian);

// Compiled here once, for the search as well.
template void generate<Italian, Side::white>(const Italian&, const Pieces<Italian::Word>&,
                                             MoveList<Italian::Word>&, Budget);
template void generate<Italian, Side::black>(const Italian&, const Pieces<Italian::Word>&,
                                             MoveList<Italian::Word>&, Budget);

}  // namespace damiera
