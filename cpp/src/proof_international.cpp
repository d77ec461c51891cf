// The compiled generator of a proof board.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using ProofInternational = Fixed<proof_international_rules>;

constinit const Instance proof_international_instance = make_instance<ProofInternational>(proof_international);

}  // namespace damiera
