"""Endgame tables: solved backwards from the end, packed, asked."""

import damiera._core

__all__ = ["Findings", "Tables", "Totals", "materials", "serves"]

def serves(rules: damiera._core.Rules) -> bool:
    """
    Whether there can be tables for a game: men and kings on at most 64 squares.
    """

def materials(rules: damiera._core.Rules, pieces: int) -> list[tuple[int, int, int, int]]:
    """
    Every material of so many pieces, (white men, white kings, black men, black kings), in the order in which they are solved.
    """

class Totals:
    """The counts of a slice, White to move."""

    @property
    def positions(self) -> int:
        """Placements of the material."""

    @property
    def wins(self) -> int:
        """Of them, won for the side to move."""

    @property
    def draws(self) -> int:
        """Of them, drawn."""

    @property
    def losses(self) -> int:
        """Of them, lost for the side to move."""

    @property
    def longest_win(self) -> int | None:
        """
        Plies of the longest win; `None` if there is none, or if distances were not asked for.
        """

    @property
    def longest_loss(self) -> int | None:
        """Plies of the longest loss; `None` as above."""

    @property
    def longest_at(self) -> int:
        """A place of the longest win."""

class Findings:
    """What a look at every position of a slice has found."""

    @property
    def positions(self) -> int:
        """Positions looked at."""

    @property
    def wins(self) -> int:
        """Of them, called won."""

    @property
    def losses(self) -> int:
        """Of them, called lost."""

    @property
    def wrong(self) -> int:
        """Positions whose value is not what their moves give."""

    @property
    def first_wrong(self) -> int:
        """The place of the first of them, if there are any."""

class Tables:
    """
    The endgame tables of one game: solved slices in memory, packed ones asked where they lie.

    A slice is named by its material (white men, white kings, black men, black kings), White to move.
    """

    def __init__(self, rules: damiera._core.Rules, *, cache_mb: int = 64) -> None: ...

    def needs(self, material: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
        """
        The slices that must be in memory before a material, and with it the same turned, can be solved.
        """

    def solve(self, material: tuple[int, int, int, int], *, distances: bool, threads: int = 1) -> bool:
        """
        Solve a material and the same turned; both stay in memory. `False` if stopped; `KeyError` if a slice is missing.
        """

    def load(self, material: tuple[int, int, int, int], *, threads: int = 1) -> bool:
        """
        Unpack an attached slice into memory, with its distances if they are attached; if not, what captures lead to must
        be in memory. `False` if stopped.
        """

    def verify(self, material: tuple[int, int, int, int], *, threads: int = 1) -> Findings | None:
        """
        Compare every position of a slice with its successors, all of them in memory. `None` if stopped.
        """

    def stop(self) -> None:
        """Have the call at work, or the next one, end early; from any thread."""

    def drop(self, material: tuple[int, int, int, int]) -> None:
        """Forget a slice in memory; what is attached stays."""

    def has(self, material: tuple[int, int, int, int]) -> bool:
        """Whether a slice is in memory."""

    def memory(self, material: tuple[int, int, int, int]) -> int:
        """Bytes that a slice takes in memory; 0 if it is not there."""

    def totals(self, material: tuple[int, int, int, int]) -> Totals:
        """
        The counts of a slice that was solved here; `KeyError` of one that was not.
        """

    def pack(self, material: tuple[int, int, int, int], *, distances: bool, threads: int = 1) -> bytes:
        """
        A slice in memory as the payload of a file: its verdicts, or verdicts and distances.
        """

    def attach(self, material: tuple[int, int, int, int], payload: object) -> None:
        """
        Have a payload asked that lies in memory, as bytes. `ValueError` says what is wrong with it.
        """

    def attach_file(
        self, material: tuple[int, int, int, int], descriptor: int, begin: int, size: int
    ) -> None:
        """
        Have a payload asked in an open file, of which `size` bytes from `begin` on are read when they are needed; the file
        may be closed. `ValueError` says what is wrong with the payload.

        If the file is cut short or written over, what asks for it (`load`, `verdict`, `value`) raises `EOFError`, with the
        material and whether it was the file with distances; a search does without.
        """

    def limit(self, material: tuple[int, int, int, int], plies: int) -> None:
        """
        Take a material, whoever is to move, to be drawn where the end is more than so many plies away, as it is where the
        rules count moves: in slices that are solved after this and lead there, in verdicts that are packed, and for a search
        that asks. How far the end is only slices with distances know.
        """

    def sealed(self) -> object:
        """
        What `damiera._core.Search` takes as its tables: any number of searches may ask these from now on, which stay as
        they are; nothing can be solved, attached or dropped any more.
        """

    def places(self, material: tuple[int, int, int, int]) -> int:
        """The number of places of a slice; some hold no position."""

    def position(self, material: tuple[int, int, int, int], place: int) -> damiera._core.Position | None:
        """The position at a place; `None` where two men would share a square."""

    def verdict(self, position: damiera._core.Position) -> str | None:
        """
        'win', 'draw' or 'loss' for the side to move; `None` if there is no slice for the position.
        """

    def value(self, position: damiera._core.Position) -> tuple[str, int] | None:
        """
        The verdict and the plies to the end (0 of a draw); `None` if there is no slice with distances.
        """

    def time_probes(self, material: tuple[int, int, int, int], probes: int) -> float:
        """
        Seconds of one thread for so many verdicts of positions of a slice, picked at random.
        """
