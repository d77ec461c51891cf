// The compiled generator of german draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/german.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/slovak.hpp"

namespace damiera {

using German = Fixed<german_rules>;

constinit const Instance german_instance = make_instance<German>(german);
constinit const Instance slovak_instance = make_instance<German>(slovak);

}  // namespace damiera
