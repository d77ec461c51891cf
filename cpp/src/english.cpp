// The compiled instance of `rules/english.hpp`.
#include "damiera/rules/english.hpp"

#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using English = Fixed<english_rules>;

constinit const Instance english_instance = make_instance<English>(english);

// Compiled here once, for the search as well.
template void generate<English, Side::white>(const English&, const Pieces<English::Word>&,
                                             MoveList<English::Word>&, Budget);
template void generate<English, Side::black>(const English&, const Pieces<English::Word>&,
                                             MoveList<English::Word>&, Budget);

}  // namespace damiera
