// The games that carry their rules along, and the generators and searches they share: one for each size of word.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/alquerque.hpp"
#include "damiera/rules/argentine.hpp"
#include "damiera/rules/armenian.hpp"
#include "damiera/rules/black_white.hpp"
#include "damiera/rules/breakthrough.hpp"
#include "damiera/rules/croda.hpp"
#include "damiera/rules/dameo.hpp"
#include "damiera/rules/diagonal.hpp"
#include "damiera/rules/double_cross.hpp"
#include "damiera/rules/german.hpp"
#include "damiera/rules/ghanaian.hpp"
#include "damiera/rules/gothic.hpp"
#include "damiera/rules/harzdame.hpp"
#include "damiera/rules/keny.hpp"
#include "damiera/rules/malaysian.hpp"
#include "damiera/rules/mozambican.hpp"
#include "damiera/rules/proof.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/slovak.hpp"
#include "damiera/rules/spantsireti.hpp"
#include "damiera/rules/thai.hpp"
#include "damiera/rules/tobit.hpp"
#include "damiera/rules/triestina.hpp"
#include "damiera/rules/zamma.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

constinit const Functions* const narrow_functions = &functions_of<CarriedOn<Word64>>;
constinit const Functions* const wide_functions = &functions_of<CarriedOn<Word128>>;

constinit const Instance diagonal_instance = make_carried_instance<diagonal>();
constinit const Instance diagonal_corner_instance = make_carried_instance<diagonal_corner>();
constinit const Instance triestina_instance = make_carried_instance<triestina>();
constinit const Instance german_instance = make_carried_instance<german>();
constinit const Instance slovak_instance = make_carried_instance<slovak>();
constinit const Instance proof_english_instance = make_carried_instance<proof_english>();
constinit const Instance proof_international_instance = make_carried_instance<proof_international>();
constinit const Instance thai_instance = make_carried_instance<thai>();
constinit const Instance argentine_instance = make_carried_instance<argentine>();
constinit const Instance ghanaian_instance = make_carried_instance<ghanaian>();
constinit const Instance malaysian_instance = make_carried_instance<malaysian>();
constinit const Instance mozambican_instance = make_carried_instance<mozambican>();
constinit const Instance breakthrough_instance = make_carried_instance<breakthrough>();
constinit const Instance spantsireti_instance = make_carried_instance<spantsireti>();
constinit const Instance armenian_instance = make_carried_instance<armenian>();
constinit const Instance gothic_instance = make_carried_instance<gothic>();
constinit const Instance black_white_instance = make_carried_instance<black_white>();
constinit const Instance double_cross_instance = make_carried_instance<double_cross>();
constinit const Instance croda_instance = make_carried_instance<croda>();
constinit const Instance dameo_instance = make_carried_instance<dameo>();
constinit const Instance harzdame_instance = make_carried_instance<harzdame>();
constinit const Instance zamma_instance = make_carried_instance<zamma>();
constinit const Instance keny_instance = make_carried_instance<keny>();
constinit const Instance tobit_instance = make_carried_instance<tobit>();
constinit const Instance alquerque_instance = make_carried_instance<alquerque>();

namespace search {

constinit const Instance narrow_search = make_search<CarriedOn<Word64>>();
constinit const Instance wide_search = make_search<CarriedOn<Word128>>();

}  // namespace search

}  // namespace damiera
