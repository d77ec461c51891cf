// The compiled generator and search of czech draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/czech.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Czech = Fixed<czech_rules>;

constinit const Instance czech_instance = make_instance<Czech>(czech);

namespace search {

constinit const Instance czech_search = make_search<Czech>();

}  // namespace search

}  // namespace damiera
