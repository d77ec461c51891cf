// The compiled search of `proof_english` in `rules/proof.hpp`.
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using ProofEnglish = Fixed<proof_english_rules>;

// Compiled in `proof_english.cpp`.
extern template void generate<ProofEnglish, Side::white>(const ProofEnglish&, const Pieces<ProofEnglish::Word>&,
                                                         MoveList<ProofEnglish::Word>&, Budget);
extern template void generate<ProofEnglish, Side::black>(const ProofEnglish&, const Pieces<ProofEnglish::Word>&,
                                                         MoveList<ProofEnglish::Word>&, Budget);

}  // namespace damiera

namespace damiera::search {

constinit const Instance proof_english_search = make_search<ProofEnglish>(proof_english);

}  // namespace damiera::search
