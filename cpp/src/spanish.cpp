// The compiled generator and search of spanish draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/spanish.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Spanish = Fixed<spanish_rules>;

constinit const Instance spanish_instance = make_instance<Spanish>(spanish);

namespace search {

constinit const Instance spanish_search = make_search<Spanish>();

}  // namespace search

}  // namespace damiera
