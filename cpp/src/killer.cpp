// The compiled generator and search of killer draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/killer.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Killer = Fixed<killer_rules>;

constinit const Instance killer_instance = make_instance<Killer>(killer);

namespace search {

constinit const Instance killer_search = make_search<Killer>();

}  // namespace search

}  // namespace damiera
