// Samples of quick games as plain numbers, a few words each.
#pragma once

#include <cstddef>  // size_t
#include <cstdint>  // uint64_t
#include <span>     // span
#include <vector>   // vector

#include "damiera/movegen/instance.hpp"
#include "damiera/search/selfplay.hpp"

namespace damiera::search {

/// Words of a record: White's pieces, Black's, the kings, then score (16 bits), points (8) and side to move (8).
[[nodiscard]] std::size_t words_of(const damiera::Instance& game) noexcept;

void write_records(const damiera::Instance& game, std::span<const Sample> samples, std::vector<std::uint64_t>& words);

/// Throws `std::invalid_argument` for words that are no records of this game.
[[nodiscard]] std::vector<Sample> read_records(const damiera::Instance& game, std::span<const std::uint64_t> words);

}  // namespace damiera::search
