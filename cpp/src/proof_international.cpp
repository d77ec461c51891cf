// The compiled instance of the proof board of international draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

constinit const Instance proof_international_instance = make_instance<Fixed<proof_international_rules>>(proof_international);

}  // namespace damiera
