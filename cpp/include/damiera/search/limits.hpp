// When a search ends, and what it reports.
#pragma once

#include <algorithm>  // min
#include <atomic>     // atomic
#include <chrono>     // steady_clock
#include <cstdint>    // uint64_t, int64_t

#include "damiera/search/score.hpp"

namespace damiera::search {

/// The first limit reached ends the search; 0 means no such limit.
struct Limits {
    int depth{};
    std::uint64_t nodes{};
    std::int64_t time_ms{};
    int draw_in{};  // plies of kings alone, from the root, until a count makes a draw; not a limit, 0: no count

    [[nodiscard]] int last_depth() const noexcept { return depth > 0 ? std::min(depth, max_depth) : max_depth; }
};

/// Milliseconds since it was made.
class Stopwatch {
public:
    [[nodiscard]] std::int64_t elapsed_ms() const noexcept {
        using namespace std::chrono;
        return duration_cast<milliseconds>(steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
};

}  // namespace damiera::search
