"""python -m tests.proofs [BOOK …] [--all]: prove what is not proved, or all, and write it down."""

from __future__ import annotations

import argparse
import sys

from tests.proofs import stored
from tests.proofs.rows import rows_of
from tests.proofs.runner import prove
from tests.test_citations import BOOKS


def main() -> int:
    """Prove, write `proved.toml` row by row, and say how many rows are proved."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs")
    parser.add_argument("book", nargs="*", help="ids of rulebooks; every one if none is given")
    parser.add_argument("--all", action="store_true", help="also what did not change since it was proved")
    args = parser.parse_args()
    rows = [row for id in args.book or [book.id for book in BOOKS] for row in rows_of(id)]
    asked = rows if args.all else [row for row in rows if not stored.proof_of(row)]
    prove(asked, lambda line: print(line, flush=True), stored.keep)
    if not args.book:
        stored.forget_all_but({row.ref for row in rows})
    found = stored.read()
    proved = sum(bool(found[row.ref][1]) for row in rows)
    print(f"{len(asked)} rows tried; {proved} of {len(rows)} proved")
    return 0


if __name__ == "__main__":
    sys.exit(main())
