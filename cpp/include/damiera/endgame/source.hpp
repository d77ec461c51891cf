// Where the payload of a table lies: in memory, or in a file of which parts are copied when they are asked for.
//
// A file is read and not mapped: one that another program cuts short while it is in use then gives too few bytes, where a
// mapping would end the process. The system keeps what was read lately, as it would for a mapping; and a block is read
// once for the thousands of places that are unpacked from it.
#pragma once

#include <sys/stat.h>  // fstat, stat

#include <algorithm>  // copy_n, min
#include <cstddef>    // size_t
#include <cstdint>    // uint8_t, uint64_t
#include <ctime>      // time_t
#include <memory>     // shared_ptr
#include <span>       // span
#include <utility>    // move

#ifdef _WIN32
#include <io.h>   // _close, _dup, _lseeki64, _read
#include <mutex>  // mutex, scoped_lock
#else
#include <unistd.h>  // close, dup, pread
#endif

namespace damiera::endgame {

namespace detail {

/// A file that stays open, also after it was given another name or was removed. For any number of threads.
class OpenFile {
public:
    /// Takes another handle on an open file; `is_open` tells whether there was one to be had.
    explicit OpenFile(int descriptor) noexcept : descriptor_{duplicate(descriptor)}, seen_{look()} {}
    ~OpenFile() {
        if (is_open()) close_it();
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }

    /// `false` if there are fewer bytes, or the file has been written to since it was opened.
    [[nodiscard]] bool read(std::uint64_t at, std::span<std::uint8_t> out) const {
        for (std::size_t done = 0; done < out.size();) {
            const std::int64_t found = read_some(at + done, out.subspan(done));
            if (found <= 0) return false;
            done += static_cast<std::size_t>(found);
        }
        return look() == seen_;
    }

private:
    struct Seen {
        std::uint64_t size = 0;
        std::time_t written = 0;
        long nanoseconds = 0;

        friend bool operator==(const Seen&, const Seen&) = default;
    };

    [[nodiscard]] Seen look() const noexcept {
#ifdef _WIN32
        struct _stat64 found {};
        if (_fstat64(descriptor_, &found) != 0) return {};
        return {static_cast<std::uint64_t>(found.st_size), found.st_mtime, 0};
#else
        struct stat found {};
        if (fstat(descriptor_, &found) != 0) return {};
#ifdef __APPLE__
        const timespec& written = found.st_mtimespec;
#else
        const timespec& written = found.st_mtim;
#endif
        return {static_cast<std::uint64_t>(found.st_size), written.tv_sec, written.tv_nsec};
#endif
    }

#ifdef _WIN32
    [[nodiscard]] static int duplicate(int descriptor) noexcept { return _dup(descriptor); }
    void close_it() noexcept { _close(descriptor_); }
    [[nodiscard]] std::int64_t read_some(std::uint64_t at, std::span<std::uint8_t> out) const {
        const std::scoped_lock held{mutex_};
        if (_lseeki64(descriptor_, static_cast<std::int64_t>(at), SEEK_SET) < 0) return -1;
        return _read(descriptor_, out.data(), static_cast<unsigned>(std::min<std::size_t>(out.size(), 1U << 30)));
    }

    mutable std::mutex mutex_;
#else
    [[nodiscard]] static int duplicate(int descriptor) noexcept { return dup(descriptor); }
    void close_it() noexcept { close(descriptor_); }
    [[nodiscard]] std::int64_t read_some(std::uint64_t at, std::span<std::uint8_t> out) const noexcept {
        return pread(descriptor_, out.data(), out.size(), static_cast<off_t>(at));
    }
#endif

    int descriptor_;
    Seen seen_;
};

}  // namespace detail

/// A payload, in memory that must stay where it is, or in a file.
class Source {
public:
    explicit Source(std::span<const std::uint8_t> bytes) noexcept : bytes_{bytes}, size_{bytes.size()} {}

    /// So many bytes of a file, from `begin` on.
    Source(std::shared_ptr<const detail::OpenFile> file, std::uint64_t begin, std::uint64_t size) noexcept
        : file_{std::move(file)}, begin_{begin}, size_{size} {}

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

    /// Copy the bytes from `at` on, all of them inside the payload; `false` if they are not there any more.
    [[nodiscard]] bool read(std::uint64_t at, std::span<std::uint8_t> out) const {
        if (file_) return file_->read(begin_ + at, out);
        std::copy_n(bytes_.data() + at, out.size(), out.data());
        return true;
    }

private:
    std::shared_ptr<const detail::OpenFile> file_;
    std::span<const std::uint8_t> bytes_;
    std::uint64_t begin_ = 0;
    std::uint64_t size_;
};

}  // namespace damiera::endgame
