// A test is a named function that checks; the program fails if any check did.
#pragma once

#include <source_location>  // source_location
#include <sstream>          // ostringstream
#include <string>           // string

namespace damiera::testing {

/// Registers a test when the program starts.
struct Case {
    Case(const char* name, void (*body)());
};

/// Note a failure and go on.
void fail(const std::string& what, std::source_location where);

inline void check(bool holds, std::source_location where = std::source_location::current()) {
    if (!holds) fail("does not hold", where);
}

template <class A, class B>
void check_equal(const A& found, const B& expected, const std::string& about = {},
                 std::source_location where = std::source_location::current()) {
    if (found == expected) return;
    std::ostringstream text;
    text << "found " << found << ", expected " << expected << (about.empty() ? "" : ": ") << about;
    fail(text.str(), where);
}

/// The body must throw `Error`.
template <class Error, class Body>
void check_throws(Body body, std::source_location where = std::source_location::current()) {
    try {
        body();
    } catch (const Error&) {
        return;
    }
    fail("nothing was thrown", where);
}

}  // namespace damiera::testing
