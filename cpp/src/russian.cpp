// The compiled generator and search of russian draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/russian.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Russian = Fixed<russian_rules>;

constinit const Instance russian_instance = make_instance<Russian>(russian);

namespace search {

constinit const Instance russian_search = make_search<Russian>();

}  // namespace search

}  // namespace damiera
