"""What was proved, as data: `proved.toml`, one line a row, with the hash of what it was proved of."""

from __future__ import annotations

import fcntl
import os
import tomllib
from functools import cache
from pathlib import Path

from tests.proofs.rows import Row, fingerprint

FILE = Path(__file__).parent / "proved.toml"
_REASONS = Path(__file__).parent / "unproved.toml"
_HEAD = "# Written by `python -m tests.proofs`: which breakages the tests of a row saw. Do not edit.\n"

Found = dict[str, tuple[str, tuple[str, ...]]]


def read(path: Path = FILE) -> Found:
    """The hash and the breakages seen, by article."""
    if not path.exists():
        return {}
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        f"{id}:{number}": (str(line["hash"]), tuple(line["seen"]))
        for id, lines in tables.items()
        for number, line in lines.items()
    }


def write(found: Found, path: Path = FILE) -> None:
    """Write what was found, book by book, articles in their order; all of it or nothing."""
    lines, before = [_HEAD], ""
    for ref in sorted(found, key=_place):
        id, _, number = ref.partition(":")
        if id != before:
            lines.append(f'\n["{id}"]\n')
            before = id
        hash, seen = found[ref]
        quoted = ", ".join(f'"{one}"' for one in seen)
        lines.append(f'"{number}" = {{ hash = "{hash}", seen = [{quoted}] }}\n')
    beside = path.with_suffix(".new")
    beside.write_text("".join(lines), encoding="utf-8")
    os.replace(beside, path)


def keep(ref: str, hash: str, seen: tuple[str, ...], path: Path = FILE) -> None:
    """Write what was found of one row among the others: a run that is stopped has lost nothing.

    Several runs may keep what they find at once; one waits for the other.
    """
    turn = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)
        write({**read(path), ref: (hash, seen)}, path)
    finally:
        os.close(turn)


def forget_all_but(refs: set[str], path: Path = FILE) -> None:
    """Leave out what was found of rows that there are no longer."""
    write({ref: found for ref, found in read(path).items() if ref in refs}, path)


def _place(ref: str) -> tuple[str, list[tuple[bool, int, str]]]:
    id, _, number = ref.partition(":")
    return id, [
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in number.split(".")
    ]


@cache
def reasons() -> dict[str, str]:
    """Why rows cannot be proved, by article: `unproved.toml`."""
    tables = tomllib.loads(_REASONS.read_text(encoding="utf-8"))
    return {
        f"{id}:{number}": reason
        for id, told in tables.items()
        for reason, numbers in told.items()
        for number in numbers
    }


@cache
def _kept() -> Found:
    return read()


def proof_of(row: Row) -> tuple[str, ...]:
    """Which breakages the tests of a row saw; none if it was never proved, or code or test changed since."""
    hash, seen = _kept().get(row.ref, ("", ()))
    return seen if hash == fingerprint(row) else ()
