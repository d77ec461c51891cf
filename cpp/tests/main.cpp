#include "check.hpp"

#include <cstdio>     // printf
#include <exception>  // exception
#include <vector>     // vector

namespace damiera::testing {

namespace {

struct Entry {
    const char* name;
    void (*body)();
};

std::vector<Entry>& entries() {
    static std::vector<Entry> all;
    return all;
}

int failures = 0;

}  // namespace

Case::Case(const char* name, void (*body)()) { entries().push_back({name, body}); }

void fail(const std::string& what, Place where) {
    ++failures;
    std::printf("%s:%u: %s\n", where.file, where.line, what.c_str());
}

}  // namespace damiera::testing

int main() {
    using namespace damiera::testing;
    for (const auto& [name, body] : entries()) {
        try {
            body();
        } catch (const std::exception& error) {
            fail(std::string{name} + " ended with: " + error.what(), Place::current());
        }
    }
    std::printf("%zu tests, %d failures\n", entries().size(), failures);
    return failures == 0 ? 0 : 1;
}
