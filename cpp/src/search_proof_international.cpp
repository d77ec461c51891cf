// The compiled search of `proof_international` in `rules/proof.hpp`.
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera::search {

constinit const Instance proof_international_search = make_search<Fixed<proof_international_rules>>(proof_international);

}  // namespace damiera::search
