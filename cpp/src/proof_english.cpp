// The compiled instance of the proof board of english draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using ProofEnglish = Fixed<proof_english_rules>;

constinit const Instance proof_english_instance = make_instance<ProofEnglish>(proof_english);

// Compiled here once, for the search as well.
template void generate<ProofEnglish, Side::white>(const ProofEnglish&, const Pieces<ProofEnglish::Word>&,
                                                  MoveList<ProofEnglish::Word>&, Budget);
template void generate<ProofEnglish, Side::black>(const ProofEnglish&, const Pieces<ProofEnglish::Word>&,
                                                  MoveList<ProofEnglish::Word>&, Budget);

}  // namespace damiera
