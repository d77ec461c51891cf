// The compiled search of `rules/english.hpp`.
#include "damiera/rules/english.hpp"

#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using English = Fixed<english_rules>;

// Compiled in `english.cpp`.
extern template void generate<English, Side::white>(const English&, const Pieces<English::Word>&,
                                                    MoveList<English::Word>&, Budget);
extern template void generate<English, Side::black>(const English&, const Pieces<English::Word>&,
                                                    MoveList<English::Word>&, Budget);

}  // namespace damiera

namespace damiera::search {

constinit const Instance english_search = make_search<English>(english);

}  // namespace damiera::search
