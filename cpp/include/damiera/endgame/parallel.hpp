// Work in parts for several threads.
#pragma once

#include <algorithm>     // min
#include <atomic>        // atomic
#include <cstdint>       // uint64_t
#include <exception>     // current_exception, exception_ptr
#include <functional>    // function
#include <mutex>         // mutex, scoped_lock
#include <system_error>  // system_error
#include <thread>        // jthread
#include <vector>        // vector

namespace damiera::endgame {

/// Thrown where work was asked to stop.
struct Cancelled {};

/// How work is done: by how many threads, and who hears of it.
struct Workers {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] bool is_stopped() const noexcept { return stop != nullptr && stop->load(std::memory_order_relaxed); }

    /// Call `f(first, last)` for parts of at most `step` of the numbers up to `count`, each part once, in no order. Throws
    /// what one of the calls has thrown, and `Cancelled`.
    template <class F>
    void each_part(std::uint64_t count, std::uint64_t step, F&& f) const {
        std::atomic<std::uint64_t> next{0};
        std::exception_ptr failed;
        std::mutex mutex;
        const auto work = [&] {
            try {
                for (;;) {
                    const std::uint64_t first = next.fetch_add(step, std::memory_order_relaxed);
                    if (first >= count || is_stopped()) return;
                    f(first, std::min(first + step, count));
                }
            } catch (...) {
                const std::scoped_lock held{mutex};
                failed = std::current_exception();
                next.store(count, std::memory_order_relaxed);
            }
        };
        const std::uint64_t parts = (count + step - 1) / step;
        {
            std::vector<std::jthread> others;
            try {
                for (int i = 1; i < threads && static_cast<std::uint64_t>(i) < parts; ++i) others.emplace_back(work);
            } catch (const std::system_error&) {  // the system has no more threads: those there are do the work
            }
            work();
        }
        if (failed) std::rethrow_exception(failed);
        if (is_stopped()) throw Cancelled{};
    }
};

}  // namespace damiera::endgame
