// The compiled instance of `rules/international.hpp`.
#include "damiera/rules/international.hpp"

#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

constinit const Instance international_instance = make_instance<Fixed<international_rules>>(international);

}  // namespace damiera
