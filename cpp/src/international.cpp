// The compiled generator and search of international draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/antidraughts.hpp"
#include "damiera/rules/international.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using International = Fixed<international_rules>;

constinit const Instance international_instance = make_instance<International>(international);
constinit const Instance antidraughts_instance = make_instance<International>(antidraughts);

namespace search {

constinit const Instance international_search = make_search<International>();

}  // namespace search

}  // namespace damiera
