// The compiled generator and search of pool draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/jamaican.hpp"
#include "damiera/rules/pool.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/zimbabwean.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Pool = Fixed<pool_rules>;

constinit const Instance pool_instance = make_instance<Pool>(pool);
constinit const Instance jamaican_instance = make_instance<Pool>(jamaican);
constinit const Instance zimbabwean_instance = make_instance<Pool>(zimbabwean);

namespace search {

constinit const Instance pool_search = make_search<Pool>();

}  // namespace search

}  // namespace damiera
