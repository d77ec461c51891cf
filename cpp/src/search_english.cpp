// The compiled search of `rules/english.hpp`.
#include "damiera/rules/english.hpp"

#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera::search {

constinit const Instance english_search = make_search<Fixed<english_rules>>(english);

}  // namespace damiera::search
