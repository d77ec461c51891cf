// The compiled generator and search of spanish quality draughts and of those that move alike.
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/portuguese.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/spanish.hpp"
#include "damiera/search/instance.hpp"

namespace damiera {

using SpanishQuality = Fixed<spanish_quality_rules>;

constinit const Instance spanish_quality_instance = make_instance<SpanishQuality>(spanish_quality);
constinit const Instance portuguese_instance = make_instance<SpanishQuality>(portuguese);

namespace search {

constinit const Instance spanish_quality_search = make_search<SpanishQuality>();

}  // namespace search

}  // namespace damiera
