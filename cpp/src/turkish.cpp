// The compiled generator and search of turkish draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/turkish.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Turkish = Fixed<turkish_rules>;

constinit const Instance turkish_instance = make_instance<Turkish>(turkish);

namespace search {

constinit const Instance turkish_search = make_search<Turkish>();

}  // namespace search

}  // namespace damiera
