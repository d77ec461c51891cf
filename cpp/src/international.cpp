// The compiled instance of `rules/international.hpp`.
#include "damiera/rules/international.hpp"

#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using International = Fixed<international_rules>;

constinit const Instance international_instance = make_instance<International>(international);

// Compiled here once, for the search as well.
template void generate<International, Side::white>(const International&, const Pieces<International::Word>&,
                                                   MoveList<International::Word>&, Budget);
template void generate<International, Side::black>(const International&, const Pieces<International::Word>&,
                                                   MoveList<International::Word>&, Budget);

}  // namespace damiera
