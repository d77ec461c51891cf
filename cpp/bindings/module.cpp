// The module `damiera._core`.
#include <nanobind/nanobind.h>

#include "objects.hpp"

// Compiled twice where there is a choice of instructions, see `choose.cpp`.
NB_MODULE(DAMIERA_MODULE, m) {
    m.doc() = "The compiled core: rule sets, positions, moves, replay and search. Squares are the numbers players use.";
    m.attr("INSTRUCTIONS") = DAMIERA_INSTRUCTIONS;
    nanobind::set_leak_warnings(false);  // objects alive when the interpreter ends are the caller's, not lost
    damiera::python::bind_rules(m);
    damiera::python::bind_move(m);
    damiera::python::bind_position(m);
    damiera::python::bind_replay(m);
    damiera::python::bind_training(m);
    damiera::python::bind_search(m);
}
