// Forced inlining: the direction unroller is two to four times slower when its lambdas stay calls.
//
// Both macros are empty without NDEBUG or under a sanitizer, where they would cost minutes of compilation.
#pragma once

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(DAMIERA_PLAIN_CALLS)
#define DAMIERA_INLINE __attribute__((always_inline)) inline
#define DAMIERA_INLINE_LAMBDA __attribute__((always_inline))
#else
#define DAMIERA_INLINE inline
#define DAMIERA_INLINE_LAMBDA
#endif
#define DAMIERA_NOINLINE __attribute__((noinline))
