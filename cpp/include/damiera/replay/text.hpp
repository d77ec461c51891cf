// The squares a move text names. What the squares mean is settled by the position, see `replay/replay.hpp`.
#pragma once

#include <cstddef>      // size_t
#include <cstdint>      // uint8_t, uint32_t
#include <span>         // span
#include <string_view>  // string_view
#include <vector>       // vector

#include "damiera/board/frame.hpp"

namespace damiera {

/// Many move texts, read and kept as the bits of their squares.
///
/// A text is `22-18`, `22x15`, `22x15x8`, the same with `:`, or squares by file and rank, `c3-d4`, `c3d4`, `c3:e5:g7`.
class MoveTexts {
public:
    /// Read one more text; one that names no squares of the board, or fewer than two, is kept as empty.
    void add(std::string_view text, const Frame& frame);

    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }

    /// The bits of the squares of a text in its order; empty if it was no move text.
    [[nodiscard]] std::span<const std::uint8_t> operator[](std::size_t i) const noexcept {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::span{bits_}.subspan(begin, ends_[i] - begin);
    }

private:
    std::vector<std::uint8_t> bits_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace damiera
