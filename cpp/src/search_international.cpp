// The compiled search of `rules/international.hpp`.
#include "damiera/rules/international.hpp"

#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using International = Fixed<international_rules>;

// Compiled in `international.cpp`.
extern template void generate<International, Side::white>(const International&, const Pieces<International::Word>&,
                                                          MoveList<International::Word>&, Budget);
extern template void generate<International, Side::black>(const International&, const Pieces<International::Word>&,
                                                          MoveList<International::Word>&, Budget);

}  // namespace damiera

namespace damiera::search {

constinit const Instance international_search = make_search<International>(international);

}  // namespace damiera::search
