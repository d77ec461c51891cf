// The numbers of a search as they are usually.
#include "damiera/search/params.hpp"

namespace damiera::search {

constinit const Params usual_params{
    .reduce_depth = 3,
    .reduce_from = 2,
    .reduce_from_pv = 3,
    .reduce_two_depth = 5,
    .reduce_two_from = 5,
    .reduce_three_depth = 8,
    .reduce_three_from = 10,
    .probe_depth = 4,
    .probe_percent = 40,
    .probe_margin = 20,
    .probe_margin_ply = 4,
    .probe_nesting = Params::never,
    .probe_soft = 0,
    .guess_depth = 4,
    .extend_single = 0,
    .singular_depth = Params::never,
    .singular_margin = 40,
    .singular_less = 4,
    .threat_margin = 0,
    .proved_bounds = 0,
    .table_keep = Params::never,
    .history_percent = 0,
    .window = 25,
};

}  // namespace damiera::search
