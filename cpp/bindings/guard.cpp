// The start of a module that was compiled for x86-64-v3 alone, for the machine it was made on: on another, that lacks those
// instructions, `import` says so instead of ending the program. This file itself is compiled for any x86-64.
#include <Python.h>

#define DAMIERA_JOIN_AS_SPELT(a, b, c) a##b##c
#define DAMIERA_JOIN(a, b, c) DAMIERA_JOIN_AS_SPELT(a, b, c)
#define DAMIERA_INIT DAMIERA_JOIN(PyInit_, DAMIERA_CHOSEN, )
#define DAMIERA_INIT_V3 DAMIERA_JOIN(PyInit_, DAMIERA_CHOSEN, _v3)

extern "C" PyObject* DAMIERA_INIT_V3();
extern "C" [[gnu::visibility("default")]] PyObject* DAMIERA_INIT();

PyObject* DAMIERA_INIT() {
    if (__builtin_cpu_supports("x86-64-v3")) return DAMIERA_INIT_V3();
    PyErr_SetString(PyExc_ImportError,
                    "this build of damiera is for the machine it was made on, and the processor of this "
                    "one lacks instructions it uses (x86-64-v3); build it here: make clean run");
    return nullptr;
}
