// The compiled instance of `rules/english.hpp`.
#include "damiera/rules/english.hpp"

#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"

namespace damiera {

constinit const Instance english_instance = make_instance<Fixed<english_rules>>(english);

}  // namespace damiera
