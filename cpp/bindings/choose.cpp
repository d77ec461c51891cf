// Which of two cores `import damiera._core` loads: this library's, for any x86-64, or the one beside it, `_core_v3`, whose
// code counts bits in one instruction. Decided by the processor; `DAMIERA_ISA=baseline` in the environment forbids the
// second, and where its file is missing the first serves.
#include <Python.h>

#include <dlfcn.h>  // dladdr, dlopen, dlsym

#include <cstdlib>  // getenv
#include <string>   // string

extern "C" PyObject* PyInit__core_baseline();
extern "C" [[gnu::visibility("default")]] PyObject* PyInit__core();

namespace {

using Init = PyObject* (*)();

[[nodiscard]] bool is_wanted() {
    const char* chosen = std::getenv("DAMIERA_ISA");
    return (chosen == nullptr || std::string{chosen} != "baseline") && __builtin_cpu_supports("x86-64-v3");
}

/// The start of the module for x86-64-v3; null if there is none.
[[nodiscard]] Init find_fast() {
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&PyInit__core), &here) == 0) return nullptr;
    std::string path{here.dli_fname};
    const std::string name = "_core";
    const std::size_t at = path.rfind(name + ".");
    if (at == std::string::npos) return nullptr;
    path.insert(at + name.size(), "_v3");
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return library == nullptr ? nullptr : reinterpret_cast<Init>(dlsym(library, "PyInit__core_v3"));
}

}  // namespace

PyObject* PyInit__core() {
    const Init fast = is_wanted() ? find_fast() : nullptr;
    return fast != nullptr ? fast() : PyInit__core_baseline();
}
