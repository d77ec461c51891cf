// A test is a named function that checks; the program fails if any check did.
#pragma once

#include <sstream>  // ostringstream
#include <string>   // string

namespace damiera::testing {

/// Where a check stands. (The library's own `source_location` is beyond clang 14.)
struct Place {
    const char* file;
    unsigned line;

    [[nodiscard]] static constexpr Place current(const char* file = __builtin_FILE(),
                                                 unsigned line = __builtin_LINE()) noexcept {
        return {file, line};
    }
};

/// Registers a test when the program starts.
struct Case {
    Case(const char* name, void (*body)());
};

/// Note a failure and go on.
void fail(const std::string& what, Place where);

inline void check(bool holds, Place where = Place::current()) {
    if (!holds) fail("does not hold", where);
}

template <class A, class B>
void check_equal(const A& found, const B& expected, const std::string& about = {}, Place where = Place::current()) {
    if (found == expected) return;
    std::ostringstream text;
    text << "found " << found << ", expected " << expected << (about.empty() ? "" : ": ") << about;
    fail(text.str(), where);
}

/// The body must throw `Error`.
template <class Error, class Body>
void check_throws(Body body, Place where = Place::current()) {
    try {
        body();
    } catch (const Error&) {
        return;
    }
    fail("nothing was thrown", where);
}

}  // namespace damiera::testing
