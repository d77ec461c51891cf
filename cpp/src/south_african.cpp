// The compiled generator of south african draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/south_african.hpp"

namespace damiera {

using SouthAfrican = Fixed<south_african_rules>;

constinit const Instance south_african_instance = make_instance<SouthAfrican>(south_african);

}  // namespace damiera
