// What a position has that is weighed.
#pragma once

#include <cstdint>  // int8_t, uint32_t
#include <vector>   // vector

namespace damiera::eval {

/// How often each weight of `Contents` counts for White.
struct Features {
    struct Count {
        std::uint32_t weight;
        std::int8_t times;
    };

    std::vector<Count> counts{};
    int phase{};  // from 0, no men, to `full`
    int full{};
};

}  // namespace damiera::eval
