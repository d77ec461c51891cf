// The compiled generator of hexdame draughts.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/hexdame.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

using Hexdame = Fixed<hexdame_rules>;

constinit const Instance hexdame_instance = make_instance<Hexdame>(hexdame);

}  // namespace damiera
