"""Versions are read again only once somebody, in any process, has stored something."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from damiera.service.known_versions import KnownVersions
from damiera.service.ports import Transaction
from tests.unit.service.kit import App


def test_versions_are_read_again_once_anybody_has_stored_something(tmp_path: Path) -> None:
    ours, theirs = App(tmp_path), App(tmp_path)
    read: list[list[str]] = []

    def versions(work: Transaction, names: Collection[str]) -> Mapping[str, int]:
        read.append(sorted(names))
        return work.games.versions(tuple(names))

    try:
        known = KnownVersions(ours.store, versions)
        game, anna, bruno = theirs.friends()
        other = theirs.friends()[0]
        for _ in range(3):
            assert known.of([game.id])[game.id] == game.version
        assert read == [[game.id]]
        assert known.of([game.id, other.id])[other.id] == other.version
        assert known.of(["nobody"]).get("nobody") is None
        assert known.of(["nobody", game.id]).get("nobody") is None
        assert read == [[game.id], [other.id], ["nobody"]]
        for ply, (app, player, path) in enumerate(((theirs, anna, (22, 18)), (ours, bruno, (10, 14)))):
            played = app.play.move(game.id, player.id, ply, path)
            assert known.of([game.id, other.id])[game.id] == played.version
    finally:
        ours.close()
        theirs.close()
