// The compiled instance of `rules/italian.hpp`.
#include "damiera/rules/italian.hpp"

#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

constinit const Instance italian_instance = make_instance<Fixed<italian_rules>>(italian);

}  // namespace damiera
