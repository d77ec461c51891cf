// The compiled generator of a proof board.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using ProofEnglish = Fixed<proof_english_rules>;

constinit const Instance proof_english_instance = make_instance<ProofEnglish>(proof_english);

}  // namespace damiera
