// The compiled instance of the proof board of international draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using ProofInternational = Fixed<proof_international_rules>;

constinit const Instance proof_international_instance = make_instance<ProofInternational>(proof_international);

// Compiled here once, for the search as well.
template void generate<ProofInternational, Side::white>(const ProofInternational&, const Pieces<ProofInternational::Word>&,
                                                        MoveList<ProofInternational::Word>&, Budget);
template void generate<ProofInternational, Side::black>(const ProofInternational&, const Pieces<ProofInternational::Word>&,
                                                        MoveList<ProofInternational::Word>&, Budget);

}  // namespace damiera
