// The compiled search of `proof_international` in `rules/proof.hpp`.
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using ProofInternational = Fixed<proof_international_rules>;

// Compiled in `proof_international.cpp`.
extern template void generate<ProofInternational, Side::white>(const ProofInternational&, const Pieces<ProofInternational::Word>&,
                                                               MoveList<ProofInternational::Word>&, Budget);
extern template void generate<ProofInternational, Side::black>(const ProofInternational&, const Pieces<ProofInternational::Word>&,
                                                               MoveList<ProofInternational::Word>&, Budget);

}  // namespace damiera

namespace damiera::search {

constinit const Instance proof_international_search = make_search<ProofInternational>(proof_international);

}  // namespace damiera::search
