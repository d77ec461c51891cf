// Positions for tests: from perft tables, and at random.
#pragma once

#include <cstdint>  // uint64_t
#include <random>   // mt19937_64
#include <string>   // string
#include <utility>  // pair
#include <vector>   // vector

#include "damiera/board/frame.hpp"
#include "damiera/board/layout.hpp"
#include "damiera/position/position.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::testing {

struct PerftTable {
    std::string fen;
    std::vector<std::pair<int, std::uint64_t>> counts;
};

/// Read the table of a game; throws if the file is not there.
[[nodiscard]] PerftTable read_table(const std::string& path);

/// The position of a FEN as the tables write it, numbered from the top left.
[[nodiscard]] Position<Word128> parse(const std::string& fen, Geometry board);

template <BoardWord Word>
[[nodiscard]] Pieces<Word> start(Geometry board, int rows) {
    Pieces<Word> pieces;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < board.width(); ++column) {
            pieces.black |= bit<Word>(board.bit_at(row, column));
            pieces.white |= bit<Word>(board.bit_at(board.ranks - 1 - row, column));
        }
    }
    return pieces;
}

/// Pieces anywhere, each of the four kinds as likely; every seed another crowd.
template <BoardWord Word>
[[nodiscard]] Pieces<Word> scattered(Geometry board, std::uint64_t seed) {
    std::mt19937_64 chance{seed};
    const auto density = 8 + chance() % 60;
    Pieces<Word> pieces;
    for (int row = 0; row < board.ranks; ++row) {
        for (int column = 0; column < board.width(); ++column) {
            if (chance() % 128 >= density) continue;
            const Word here = bit<Word>(board.bit_at(row, column));
            (chance() % 2 == 0 ? pieces.white : pieces.black) |= here;
            if (chance() % 2 == 0) pieces.kings |= here;
        }
    }
    return pieces;
}

}  // namespace damiera::testing
