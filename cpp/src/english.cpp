// The compiled generator and search of english draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/contract.hpp"
#include "damiera/rules/diagonal.hpp"
#include "damiera/rules/english.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using English = Fixed<english_rules>;

constinit const Instance english_instance = make_instance<English>(english);
constinit const Instance diagonal_row_instance = make_instance<English>(diagonal_row);
constinit const Instance contract_instance = make_instance<English>(contract);

namespace search {

constinit const Instance english_search = make_search<English>();

}  // namespace search

}  // namespace damiera
