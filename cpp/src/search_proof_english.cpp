// The compiled search of `proof_english` in `rules/proof.hpp`.
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera::search {

constinit const Instance proof_english_search = make_search<Fixed<proof_english_rules>>(proof_english);

}  // namespace damiera::search
