// The compiled instance of the proof board of english draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

constinit const Instance proof_english_instance = make_instance<Fixed<proof_english_rules>>(proof_english);

}  // namespace damiera
