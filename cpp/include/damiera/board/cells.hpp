// Sets of squares as data of a rule set or a game: the same on words of either size.
#pragma once

#include <array>        // array
#include <cstddef>      // size_t
#include <cstdint>      // uint64_t
#include <string_view>  // string_view

#include "damiera/board/geometry.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

/// A set of squares of one geometry, by bit; structural, so that it may be part of a template argument.
struct Cells {
    std::array<std::uint64_t, 2> words{};

    constexpr void add(int bit) noexcept { words[static_cast<std::size_t>(bit / 64)] |= std::uint64_t{1} << bit % 64; }

    [[nodiscard]] constexpr bool has(int bit) const noexcept {
        return (words[static_cast<std::size_t>(bit / 64)] >> bit % 64 & 1) != 0;
    }

    [[nodiscard]] constexpr bool empty() const noexcept { return words[0] == 0 && words[1] == 0; }
    [[nodiscard]] constexpr int size() const noexcept { return popcount(words[0]) + popcount(words[1]); }

    template <BoardWord Word>
    [[nodiscard]] constexpr Word as() const noexcept {
        if constexpr (sizeof(Word) == 8) return words[0];
        return static_cast<Word>(static_cast<Word128>(words[1]) << 64 | words[0]);
    }

    friend constexpr bool operator==(const Cells&, const Cells&) = default;
};

/// No square, said aloud: an empty set of squares of promotion is the last row.
inline constexpr Cells nowhere{{0, std::uint64_t{1} << 63}};

/// The squares of a list such as "a3 b8", by file and rank from White's left corner.
[[nodiscard]] constexpr Cells cells(Geometry board, std::string_view names) {
    Cells found;
    for (std::size_t i = 0; i + 1 < names.size(); i += 3) {
        found.add(board.bit_of(names[i] - 'a', names[i + 1] - '1'));
    }
    return found;
}

/// The squares of White's rows `first` to `last`, counted from 1.
[[nodiscard]] constexpr Cells rows(Geometry board, int first, int last) {
    Cells found;
    for (int rank = first - 1; rank < last; ++rank) {
        for (int file = 0; file < board.files; ++file) {
            if (board.has(file, rank)) found.add(board.bit_of(file, rank));
        }
    }
    return found;
}

/// The same squares as Black sees them.
[[nodiscard]] constexpr Cells turned(Geometry board, const Cells& set) {
    Cells found;
    for (int bit = 0; bit < 128; ++bit) {
        if (set.has(bit)) found.add(board.turned(bit));
    }
    return found;
}

}  // namespace damiera
