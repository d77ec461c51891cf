// The compiled generator and search of frisian draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/frisian.hpp"
#include "damiera/rules/frysk.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Frisian = Fixed<frisian_rules>;

constinit const Instance frisian_instance = make_instance<Frisian>(frisian);
constinit const Instance frysk_instance = make_instance<Frisian>(frysk);

namespace search {

constinit const Instance frisian_search = make_search<Frisian>();

}  // namespace search

}  // namespace damiera
