// The module `damiera._endgame`. It reads the games and positions of `damiera._core`, and has no generator of its own.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>  // max
#include <atomic>     // atomic
#include <cstddef>    // size_t
#include <cstdint>    // uint64_t
#include <ctime>      // clock
#include <memory>     // make_shared, make_unique, unique_ptr
#include <optional>   // nullopt, optional
#include <span>       // span
#include <stdexcept>  // runtime_error
#include <string>     // string, to_string
#include <tuple>      // tuple
#include <utility>    // move
#include <vector>     // vector

#include "../objects.hpp"
#include "damiera/endgame/tables.hpp"

namespace damiera::python {

using namespace nb::literals;

namespace {

using endgame::Index;
using endgame::Material;
using endgame::Placement;
using endgame::Slice;
using endgame::Totals;
using endgame::Verdict;
using endgame::Workers;

using PyMaterial = std::tuple<int, int, int, int>;

constexpr int most_pieces = 8;
constexpr int most_threads = 256;
constexpr int most_plies = 10'000;  // of a limit
constexpr int most_megabytes = 1 << 16;

[[nodiscard]] PyMaterial tuple_of(const Material& m) { return {m.white_men, m.white_kings, m.black_men, m.black_kings}; }

[[nodiscard]] std::string text_of(const Material& m) {
    return "(" + std::to_string(m.white_men) + ", " + std::to_string(m.white_kings) + ", " + std::to_string(m.black_men) +
           ", " + std::to_string(m.black_kings) + ")";
}

[[noreturn]] void refuse(const std::string& why) { throw nb::value_error(why.c_str()); }

void check_range(const char* what, int value, int least, int most) {
    if (value >= least && value <= most) return;
    refuse(std::string{what} + " is " + std::to_string(value) + ": give a number from " + std::to_string(least) + " to " +
           std::to_string(most));
}

[[nodiscard]] Material checked(const PyMaterial& given) {
    const auto [white_men, white_kings, black_men, black_kings] = given;
    for (const int n : {white_men, white_kings, black_men, black_kings}) check_range("a number of pieces", n, 0, 7);
    const Material material{white_men, white_kings, black_men, black_kings};
    if (!material.has_both_sides()) refuse("the material " + text_of(material) + " leaves a side without pieces");
    if (material.pieces() > most_pieces) refuse("the material " + text_of(material) + " has more than 8 pieces");
    return material;
}

const Instance& served(const Instance& instance) {
    if (!endgame::Board::serves(instance)) {
        refuse(std::string{instance.game->slug} + " has no endgame tables: they are for men and kings on at most 64 squares");
    }
    return instance;
}

[[nodiscard]] const char* name_of(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::win: return "win";
        case Verdict::loss: return "loss";
        default: return "draw";
    }
}

/// The bytes of an object that must not move while this lives.
class Buffer {
public:
    explicit Buffer(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error{};
    }
    ~Buffer() { PyBuffer_Release(&view_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept {
        return {static_cast<const std::uint8_t*>(view_.buf), static_cast<std::size_t>(view_.len)};
    }

private:
    Py_buffer view_{};
};

class PyTables {
public:
    PyTables(const Instance& instance, int cache_mb) : tables_{served(instance), static_cast<std::size_t>(cache_mb) << 20} {}

    [[nodiscard]] const Instance& instance() const noexcept { return tables_.instance(); }

    [[nodiscard]] std::vector<PyMaterial> needs(const PyMaterial& given) const {
        std::vector<PyMaterial> all;
        for (const Material& material : tables_.needs(checked(given))) all.push_back(tuple_of(material));
        return all;
    }

    bool solve(const PyMaterial& given, bool distances, int threads) {
        const Material material = checked(given);
        return work(threads, [&](const Workers& workers) { tables_.solve(material, distances, workers); });
    }

    bool load(const PyMaterial& given, int threads) {
        const Material material = checked(given);
        return work(threads, [&](const Workers& workers) { tables_.load(material, workers); });
    }

    std::optional<endgame::Findings> verify(const PyMaterial& given, int threads) {
        const Slice& slice = in_memory(given);
        endgame::Findings findings;
        const bool done = work(threads, [&](const Workers& workers) {
            findings = endgame::verify(tables_.board(), tables_.shelf(), slice, workers);
        });
        return done ? std::optional{findings} : std::nullopt;
    }

    void drop(const PyMaterial& given) {
        const Turn turn{busy_};
        tables_.drop(checked(given));
    }

    void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }

    [[nodiscard]] nb::bytes pack(const PyMaterial& given, bool distances, int threads) const {
        check_range("threads", threads, 1, most_threads);
        const Slice& slice = in_memory(given);
        if (distances && slice.distances.empty()) refuse("the slice " + said(given) + " was solved without distances");
        std::vector<std::uint8_t> packed;
        {
            const nb::gil_scoped_release released;
            const int most = tables_.shelf().most_plies(slice.indexing.material());
            packed = endgame::Packer{slice, distances, tables_.is_losing(), Workers{threads}, most}.pack();
        }
        return nb::bytes{packed.data(), packed.size()};
    }

    [[nodiscard]] Totals totals(const PyMaterial& given) const {
        const Slice& slice = in_memory(given);
        const Totals totals = slice.totals_within(tables_.shelf().most_plies(slice.indexing.material()));
        if (totals.positions == 0) throw nb::key_error(said(given).c_str());  // loaded, not solved
        return totals;
    }

    [[nodiscard]] bool has(const PyMaterial& given) const { return tables_.find(checked(given)) != nullptr; }

    [[nodiscard]] std::size_t memory(const PyMaterial& given) const {
        const Slice* slice = tables_.find(checked(given));
        return slice == nullptr ? 0 : slice->verdicts.bytes() + slice->distances.bytes();
    }

    /// The tables as a search may ask them, for good: what is attached cannot change any more. The capsule keeps them alive.
    [[nodiscard]] static nb::object sealed(const nb::object& self) {
        auto& tables = nb::cast<PyTables&>(self);
        if (!tables.sealed_ && tables.busy_.exchange(true)) throw_busy();
        tables.sealed_ = true;
        endgame::Oracle* oracle = &tables.tables_;
        PyObject* capsule = PyCapsule_New(oracle, endgame::Oracle::name, [](PyObject* gone) {
            Py_DECREF(static_cast<PyObject*>(PyCapsule_GetContext(gone)));
        });
        if (capsule == nullptr) throw nb::python_error{};
        PyCapsule_SetContext(capsule, self.inc_ref().ptr());
        return nb::steal(capsule);
    }

    void limit(const PyMaterial& given, int plies) {
        const Turn turn{busy_};
        check_range("plies", plies, 1, most_plies);
        tables_.limit(checked(given), plies);
    }

    void attach(const PyMaterial& given, nb::handle payload) {
        auto buffer = std::make_unique<Buffer>(payload);
        attach_source(given, endgame::Source{buffer->bytes()});
        buffers_.push_back(std::move(buffer));
    }

    void attach_file(const PyMaterial& given, int descriptor, std::uint64_t begin, std::uint64_t size) {
        auto file = std::make_shared<const endgame::detail::OpenFile>(descriptor);
        if (!file->is_open()) {
            PyErr_SetFromErrno(PyExc_OSError);
            throw nb::python_error{};
        }
        attach_source(given, endgame::Source{std::move(file), begin, size});
    }

    [[nodiscard]] std::uint64_t places(const PyMaterial& given) const {
        return endgame::Indexing{tables_.board(), checked(given)}.size();
    }

    [[nodiscard]] std::optional<PyPosition> position(const PyMaterial& given, std::uint64_t place) const {
        const endgame::Indexing indexing{tables_.board(), checked(given)};
        if (place >= indexing.size()) {
            refuse("place " + std::to_string(place) + " is not in the slice " + said(given) + " of " +
                   std::to_string(indexing.size()));
        }
        const endgame::Indexing::Cursor cursor{indexing, place};
        if (cursor.is_hole()) return std::nullopt;
        return PyPosition{&instance(), {tables_.board().expanded(*cursor).pieces, Side::white}};
    }

    [[nodiscard]] std::optional<const char*> verdict(const PyPosition& position) {
        const auto found = asked([&] { return tables_.verdict(placement(position)); });
        return found ? std::optional{name_of(*found)} : std::nullopt;
    }

    [[nodiscard]] std::optional<std::tuple<const char*, int>> value(const PyPosition& position) {
        const auto found = asked([&] { return tables_.value(placement(position)); });
        if (!found) return std::nullopt;
        return std::tuple{name_of(found->verdict), found->plies};
    }

    [[nodiscard]] double time_probes(const PyMaterial& given, std::uint64_t probes);

private:
    void attach_source(const PyMaterial& given, endgame::Source source) {
        if (busy_.load()) throw_busy();
        try {
            tables_.attach(checked(given), std::move(source));
        } catch (const endgame::DamagedPayload& damaged) {
            refuse(damaged.what);
        } catch (const endgame::LostSlice&) {
            refuse("it cannot be read to its end");
        }
    }

    [[noreturn]] static void throw_lost(const endgame::LostSlice& lost) {
        const nb::object what = nb::make_tuple(tuple_of(lost.material), lost.distances);
        PyErr_SetObject(PyExc_EOFError, what.ptr());
        throw nb::python_error{};
    }

    [[noreturn]] static void throw_busy() {
        throw std::runtime_error{"these tables are at work or sealed: wait for the other call to end, or use other ones"};
    }

    /// Solving, loading and dropping exclude each other and asking.
    class Turn {
    public:
        explicit Turn(std::atomic<bool>& busy) : busy_{busy} {
            if (busy_.exchange(true)) throw_busy();
        }
        ~Turn() { busy_.store(false); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        std::atomic<bool>& busy_;
    };

    template <class F>
    bool work(int threads, F&& f) {
        check_range("threads", threads, 1, most_threads);
        const Turn turn{busy_};
        try {
            const nb::gil_scoped_release released;
            f(Workers{threads, &stop_});
        } catch (const endgame::Cancelled&) {
            stop_.store(false);
            return false;
        } catch (const endgame::MissingSlice& missing) {
            throw nb::key_error(text_of(missing.material).c_str());
        } catch (const endgame::LostSlice& lost) {
            throw_lost(lost);
        }
        return true;
    }

    template <class F>
    static auto asked(F&& f) -> decltype(f()) {
        try {
            return f();
        } catch (const endgame::LostSlice& lost) {
            throw_lost(lost);
        }
    }

    [[nodiscard]] static std::string said(const PyMaterial& given) { return text_of(checked(given)); }

    [[nodiscard]] const Slice& in_memory(const PyMaterial& given) const {
        const Slice* slice = tables_.find(checked(given));
        if (slice == nullptr) throw nb::key_error(said(given).c_str());
        return *slice;
    }

    [[nodiscard]] Placement placement(const PyPosition& position) const {
        if (position.instance != &instance()) {
            refuse("these tables are for " + std::string{instance().game->slug} + ", the position is of " +
                   std::string{position.instance->game->slug});
        }
        if (busy_.load(std::memory_order_relaxed) && !sealed_) throw_busy();
        return tables_.board().compacted(position.position.pieces, position.position.side);
    }

    std::vector<std::unique_ptr<Buffer>> buffers_;
    endgame::Tables tables_;
    std::atomic<bool> busy_{false};  // for good once they are sealed
    std::atomic<bool> stop_{false};
    bool sealed_{false};
};

[[nodiscard]] std::optional<int> plies_or_none(int plies) { return plies < 0 ? std::nullopt : std::optional{plies}; }

void bind_endgame(nb::module_& m) {
    m.def(
        "serves", [](const Instance& rules) { return endgame::Board::serves(rules); }, "rules"_a,
        "Whether there can be tables for a game: men and kings on at most 64 squares.");
    m.def(
        "materials",
        [](const Instance& rules, int pieces) {
            check_range("pieces", pieces, 2, most_pieces);
            std::vector<PyMaterial> all;
            for (const Material& material :
                 endgame::materials_of(pieces, served(rules).game->rules.goal != Goal::breakthrough)) {
                if (pieces < most_pieces || std::max({material.white_men, material.white_kings, material.black_men,
                                                      material.black_kings}) < most_pieces) {
                    all.push_back(tuple_of(material));
                }
            }
            return all;
        },
        "rules"_a, "pieces"_a,
        "Every material of so many pieces, (white men, white kings, black men, black kings), in the order in which they are solved.");

    nb::class_<Totals>(m, "Totals", "The counts of a slice, White to move.")
        .def_ro("positions", &Totals::positions, "Placements of the material.")
        .def_ro("wins", &Totals::wins, "Of them, won for the side to move.")
        .def_ro("draws", &Totals::draws, "Of them, drawn.")
        .def_ro("losses", &Totals::losses, "Of them, lost for the side to move.")
        .def_prop_ro(
            "longest_win", [](const Totals& t) { return plies_or_none(t.longest_win); },
            "Plies of the longest win; `None` if there is none, or if distances were not asked for.")
        .def_prop_ro(
            "longest_loss", [](const Totals& t) { return plies_or_none(t.longest_loss); },
            "Plies of the longest loss; `None` as above.")
        .def_ro("longest_at", &Totals::longest_at, "A place of the longest win.");

    nb::class_<endgame::Findings>(m, "Findings", "What a look at every position of a slice has found.")
        .def_ro("positions", &endgame::Findings::positions, "Positions looked at.")
        .def_ro("wins", &endgame::Findings::wins, "Of them, called won.")
        .def_ro("losses", &endgame::Findings::losses, "Of them, called lost.")
        .def_ro("wrong", &endgame::Findings::wrong, "Positions whose value is not what their moves give.")
        .def_ro("first_wrong", &endgame::Findings::first_wrong, "The place of the first of them, if there are any.");

    nb::class_<PyTables>(m, "Tables",
                         "The endgame tables of one game: solved slices in memory, packed ones asked where they lie.\n\n"
                         "A slice is named by its material (white men, white kings, black men, black kings), White to move.")
        .def(
            "__init__",
            [](PyTables* self, const Instance& rules, int cache_mb) {
                check_range("cache_mb", cache_mb, 1, most_megabytes);
                new (self) PyTables{rules, cache_mb};
            },
            "rules"_a, nb::kw_only(), "cache_mb"_a = 64)
        .def("needs", &PyTables::needs, "material"_a,
             "The slices that must be in memory before a material, and with it the same turned, can be solved.")
        .def("solve", &PyTables::solve, "material"_a, nb::kw_only(), "distances"_a, "threads"_a = 1,
             "Solve a material and the same turned; both stay in memory. `False` if stopped; `KeyError` if a slice is missing.")
        .def(
            "load", &PyTables::load, "material"_a, nb::kw_only(), "threads"_a = 1,
            "Unpack an attached slice into memory, with its distances if they are attached; if not, what captures lead to must\nbe in memory. `False` if stopped.")
        .def("verify", &PyTables::verify, "material"_a, nb::kw_only(), "threads"_a = 1,
             "Compare every position of a slice with its successors, all of them in memory. `None` if stopped.")
        .def("stop", &PyTables::stop, "Have the call at work, or the next one, end early; from any thread.")
        .def("drop", &PyTables::drop, "material"_a, "Forget a slice in memory; what is attached stays.")
        .def("has", &PyTables::has, "material"_a, "Whether a slice is in memory.")
        .def("memory", &PyTables::memory, "material"_a, "Bytes that a slice takes in memory; 0 if it is not there.")
        .def("totals", &PyTables::totals, "material"_a,
             "The counts of a slice that was solved here; `KeyError` of one that was not.")
        .def("pack", &PyTables::pack, "material"_a, nb::kw_only(), "distances"_a, "threads"_a = 1,
             "A slice in memory as the payload of a file: its verdicts, or verdicts and distances.")
        .def("attach", &PyTables::attach, "material"_a, "payload"_a,
             "Have a payload asked that lies in memory, as bytes. `ValueError` says what is wrong with it.")
        .def(
            "attach_file", &PyTables::attach_file, "material"_a, "descriptor"_a, "begin"_a, "size"_a,
            "Have a payload asked in an open file, of which `size` bytes from `begin` on are read when they are needed; the file\nmay be closed. `ValueError` says what is wrong with the payload.\n\nIf the file is cut short or written over, what asks for it (`load`, `verdict`, `value`) raises `EOFError`, with the\nmaterial and whether it was the file with distances; a search does without.")
        .def(
            "limit", &PyTables::limit, "material"_a, "plies"_a,
            "Take a material, whoever is to move, to be drawn where the end is more than so many plies away, as it is where the\nrules count moves: in slices that are solved after this and lead there, in verdicts that are packed, and for a search\nthat asks. How far the end is only slices with distances know.")
        .def(
            "sealed", &PyTables::sealed, nb::sig("def sealed(self) -> object"),
            "What `damiera._core.Search` takes as its tables: any number of searches may ask these from now on, which stay as\nthey are; nothing can be solved, attached or dropped any more.")
        .def("places", &PyTables::places, "material"_a, "The number of places of a slice; some hold no position.")
        .def("position", &PyTables::position, "material"_a, "place"_a,
             "The position at a place; `None` where two men would share a square.")
        .def("verdict", &PyTables::verdict, "position"_a,
             "'win', 'draw' or 'loss' for the side to move; `None` if there is no slice for the position.")
        .def("value", &PyTables::value, "position"_a,
             "The verdict and the plies to the end (0 of a draw); `None` if there is no slice with distances.")
        .def("time_probes", &PyTables::time_probes, "material"_a, "probes"_a,
             "Seconds of one thread for so many verdicts of positions of a slice, picked at random.");
}

}  // namespace

double PyTables::time_probes(const PyMaterial& given, std::uint64_t probes) {
    const endgame::Indexing indexing{tables_.board(), checked(given)};
    std::vector<Placement> some;
    std::uint64_t seed = 1;
    while (some.size() < (std::size_t{1} << 16)) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        const endgame::Indexing::Cursor cursor{indexing, (seed >> 16) % indexing.size()};
        if (!cursor.is_hole()) some.push_back(*cursor);
    }
    const std::clock_t begin = std::clock();
    std::uint64_t won = 0;
    for (std::uint64_t i = 0; i < probes; ++i) won += tables_.verdict(some[i % some.size()]) == Verdict::win ? 1 : 0;
    const std::clock_t end = std::clock();
    if (won > probes) return 0;  // so that nothing is left out
    return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
}

}  // namespace damiera::python

// Compiled twice where there is a choice of instructions, see `choose.cpp`.
NB_MODULE(DAMIERA_MODULE, m) {
    m.doc() = "Endgame tables: solved backwards from the end, packed, asked.";
    nanobind::set_leak_warnings(false);  // objects alive when the interpreter ends are the caller's, not lost
    nanobind::module_::import_("damiera._core");
    damiera::python::bind_endgame(m);
}
