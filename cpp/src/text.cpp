#include "damiera/replay/text.hpp"

namespace damiera {

namespace {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_space(char c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_sign(char c) noexcept { return c == '-' || c == 'x' || c == 'X' || c == ':'; }

/// The letter of a file as a number from 0; negative for anything else.
[[nodiscard]] constexpr int file_of(char c) noexcept {
    if (c >= 'a' && c <= 'w') return c - 'a';
    if (c >= 'A' && c <= 'W') return c - 'A';
    return -1;
}

/// Reads squares off the front of a text.
class Reader {
public:
    Reader(std::string_view text, const Frame& frame) : rest_{text}, frame_{frame} {
        while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
        while (!rest_.empty() && is_space(rest_.back())) rest_.remove_suffix(1);
    }

    [[nodiscard]] bool done() const noexcept { return rest_.empty(); }
    [[nodiscard]] bool at_letter() const noexcept { return !rest_.empty() && file_of(rest_.front()) >= 0; }

    bool sign() noexcept {
        if (rest_.empty() || !is_sign(rest_.front())) return false;
        rest_.remove_prefix(1);
        return true;
    }

    /// The next square; 0 if there is none.
    [[nodiscard]] int square() noexcept {
        if (!at_letter()) return frame_.has(number()) ? last_ : 0;
        const int file = file_of(rest_.front());
        rest_.remove_prefix(1);
        return frame_.square_at({file, number() - 1});
    }

private:
    int number() noexcept {
        last_ = 0;
        for (int digits = 0; digits < 3 && !rest_.empty() && is_digit(rest_.front()); ++digits) {
            last_ = 10 * last_ + (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        return last_;
    }

    std::string_view rest_;
    const Frame& frame_;
    int last_ = 0;
};

}  // namespace

void MoveTexts::add(std::string_view text, const Frame& frame) {
    const std::size_t begin = bits_.size();
    Reader reader{text, frame};
    bool good = true;
    while (good) {
        const int square = reader.square();
        good = square != 0;
        if (good) bits_.push_back(static_cast<std::uint8_t>(frame.bit_of(square)));
        if (reader.done()) break;
        good = good && (reader.sign() || reader.at_letter()) && !reader.done();
    }
    if (!good || bits_.size() < begin + 2) bits_.resize(begin);
    ends_.push_back(static_cast<std::uint32_t>(bits_.size()));
}

}  // namespace damiera
