// Which of two libraries `import damiera._core` loads: this one, for any x86-64, or the one beside it, `_core_v3`, whose
// code counts bits in one instruction. Decided by the processor; `DAMIERA_ISA=baseline` in the environment forbids the
// second, and where its file is missing the first serves. `DAMIERA_CHOSEN` is the name of the module, here `_core`.
#include <Python.h>

#include <dlfcn.h>  // dladdr, dlopen, dlsym

#include <cstdlib>  // getenv
#include <string>   // string

#define DAMIERA_JOIN_AS_SPELT(a, b, c) a##b##c
#define DAMIERA_JOIN(a, b, c) DAMIERA_JOIN_AS_SPELT(a, b, c)
#define DAMIERA_QUOTE_AS_SPELT(a) #a
#define DAMIERA_QUOTE(a) DAMIERA_QUOTE_AS_SPELT(a)
#define DAMIERA_INIT DAMIERA_JOIN(PyInit_, DAMIERA_CHOSEN, )
#define DAMIERA_INIT_BASELINE DAMIERA_JOIN(PyInit_, DAMIERA_CHOSEN, _baseline)

extern "C" PyObject* DAMIERA_INIT_BASELINE();
extern "C" [[gnu::visibility("default")]] PyObject* DAMIERA_INIT();

namespace {

using Init = PyObject* (*)();

[[nodiscard]] bool is_wanted() {
    const char* chosen = std::getenv("DAMIERA_ISA");
    return (chosen == nullptr || std::string{chosen} != "baseline") && __builtin_cpu_supports("x86-64-v3");
}

/// The start of the module for x86-64-v3; null if there is none.
[[nodiscard]] Init find_fast() {
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&DAMIERA_INIT), &here) == 0) return nullptr;
    std::string path{here.dli_fname};
    const std::string name = DAMIERA_QUOTE(DAMIERA_CHOSEN);
    const std::size_t at = path.rfind(name + ".");
    if (at == std::string::npos) return nullptr;
    path.insert(at + name.size(), "_v3");
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return library == nullptr ? nullptr : reinterpret_cast<Init>(dlsym(library, ("PyInit_" + name + "_v3").c_str()));
}

}  // namespace

PyObject* DAMIERA_INIT() {
    const Init fast = is_wanted() ? find_fast() : nullptr;
    return fast != nullptr ? fast() : DAMIERA_INIT_BASELINE();
}
