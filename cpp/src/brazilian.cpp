// The compiled generator and search of brazilian draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/brazilian.hpp"
#include "damiera/rules/filipino.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using Brazilian = Fixed<brazilian_rules>;

constinit const Instance brazilian_instance = make_instance<Brazilian>(brazilian);
constinit const Instance filipino_instance = make_instance<Brazilian>(filipino);

namespace search {

constinit const Instance brazilian_search = make_search<Brazilian>();

}  // namespace search

}  // namespace damiera
