// A binary range coder: bits are written in as much room as their probability says, and probabilities learn as they go.
#pragma once

#include <cstddef>  // size_t
#include <cstdint>  // uint8_t, uint16_t, uint32_t, uint64_t
#include <span>     // span
#include <vector>   // vector

#include "damiera/util/inline.hpp"

namespace damiera::endgame {

/// How probable a 0 is, in 65536ths.
class Chance {
public:
    static constexpr std::uint16_t even = 1 << 15;

    constexpr Chance() = default;
    constexpr explicit Chance(std::uint16_t of_zero) noexcept : zero_{of_zero} {}

    /// As it was found in so many cases; never quite sure.
    [[nodiscard]] static constexpr Chance counted(std::uint64_t zeros, std::uint64_t ones) noexcept {
        const std::uint64_t share = ((2 * zeros + 1) << 16) / (2 * (zeros + ones) + 2);
        return Chance{static_cast<std::uint16_t>(share < 64 ? 64 : share > 65472 ? 65472 : share)};
    }

    /// In 256ths, at least 1.
    [[nodiscard]] constexpr std::uint8_t rough() const noexcept {
        return static_cast<std::uint8_t>(zero_ < 256 ? 1 : zero_ >> 8);
    }
    [[nodiscard]] static constexpr Chance of_rough(std::uint8_t share) noexcept {
        return Chance{static_cast<std::uint16_t>(share << 8 | 128)};
    }

    [[nodiscard]] constexpr std::uint16_t of_zero() const noexcept { return zero_; }
    [[nodiscard]] constexpr bool prefers_one() const noexcept { return zero_ < even; }

    DAMIERA_INLINE constexpr void learn(bool one) noexcept {
        if (one) zero_ = static_cast<std::uint16_t>(zero_ - (zero_ >> 5));
        else zero_ = static_cast<std::uint16_t>(zero_ + ((0xFFFF - zero_) >> 5));
        if (zero_ < 32) zero_ = 32;
    }

private:
    std::uint16_t zero_ = even;
};

class RangeEncoder {
public:
    explicit RangeEncoder(std::vector<std::uint8_t>& out) : out_{out} {}

    void put(bool one, Chance& chance) {
        const std::uint32_t bound = (range_ >> 16) * chance.of_zero();
        if (one) {
            low_ += bound;
            range_ -= bound;
        } else {
            range_ = bound;
        }
        chance.learn(one);
        while (range_ < (1U << 24)) {
            range_ <<= 8;
            shift();
        }
    }

    /// To be called once, after the last bit.
    void finish() {
        for (int i = 0; i < 5; ++i) shift();
        while (!out_.empty() && out_.size() > first_ && out_.back() == 0) out_.pop_back();  // read as 0 all the same
    }

private:
    void shift() {
        if (low_ < 0xFF000000U || low_ > 0xFFFFFFFFU) {
            const auto carry = static_cast<std::uint8_t>(low_ >> 32);
            if (has_held_) out_.push_back(static_cast<std::uint8_t>(held_ + carry));
            for (; waiting_ > 0; --waiting_) out_.push_back(static_cast<std::uint8_t>(0xFF + carry));
            held_ = static_cast<std::uint8_t>(low_ >> 24);
            has_held_ = true;
        } else {
            ++waiting_;
        }
        low_ = (low_ & 0x00FFFFFFU) << 8;
    }

    std::vector<std::uint8_t>& out_;
    std::size_t first_ = out_.size();
    std::uint64_t low_ = 0;
    std::uint32_t range_ = 0xFFFFFFFFU;
    std::uint64_t waiting_ = 0;
    std::uint8_t held_ = 0;
    bool has_held_ = false;
};

class RangeDecoder {
public:
    /// What is read beyond the end is 0: damaged data give wrong bits, and nothing worse.
    explicit RangeDecoder(std::span<const std::uint8_t> in) noexcept : in_{in} {
        for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
    }

    [[nodiscard]] DAMIERA_INLINE bool get(Chance& chance) noexcept {
        const std::uint32_t bound = (range_ >> 16) * chance.of_zero();
        const bool one = code_ >= bound;
        if (one) {
            code_ -= bound;
            range_ -= bound;
        } else {
            range_ = bound;
        }
        chance.learn(one);
        while (range_ < (1U << 24)) {
            range_ <<= 8;
            code_ = code_ << 8 | next();
        }
        return one;
    }

private:
    [[nodiscard]] DAMIERA_INLINE std::uint32_t next() noexcept { return at_ < in_.size() ? in_[at_++] : 0U; }

    std::span<const std::uint8_t> in_;
    std::size_t at_ = 0;
    std::uint32_t range_ = 0xFFFFFFFFU;
    std::uint32_t code_ = 0;
};

}  // namespace damiera::endgame
