"""`damiera backup`, `restore` and `verify`: data kept, put back, and gone through."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from damiera.cli import verify
from damiera.cli.main import main
from damiera.store.database import FILE_NAME
from damiera.store.schema import SCHEMA
from tests.wording import shows, words_of

OLD = Path(__file__).parents[2] / "olddata" / "data.sqlite3.xz"


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    return int(stop.value.code or 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE_NAME).write_bytes(lzma.decompress(OLD.read_bytes()))
    return tmp_path / "data"


def test_old_data_is_gone_through_as_it_lies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / FILE_NAME).read_bytes()
    assert run("verify", "--data", str(folder), "--lang", "en") == 0
    out = capsys.readouterr().out
    assert "schema 0010, 29 games, 14 events" in out
    assert shows(out, verify._WELL, "en", games=29, events=14, studies=0, archive=12)
    assert (folder / FILE_NAME).read_bytes() == before


@pytest.mark.slow
def test_kept_and_put_back(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.sqlite3"
    assert run("backup", str(kept), "--data", str(folder), "--lang", "en") == 0
    for _ in range(2):
        assert run("restore", str(kept), "--data", str(tmp_path / "new"), "--lang", "en") == 0
    out = capsys.readouterr().out
    assert f"{tmp_path / 'new' / FILE_NAME}: schema {SCHEMA}, 29 games" in out
    assert len(list((tmp_path / "new").glob("damiera-before-*.sqlite3"))) == 1


def test_what_does_not_hold_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("UPDATE game SET fen = 'W:W30:B1' WHERE game = 'italian'")
        spoilt = connection.execute("SELECT count(*) FROM game WHERE game = 'italian'").fetchone()[0]
        connection.commit()
    assert run("verify", "--data", str(folder), "--pages-only", "--lang", "en") == 0
    capsys.readouterr()
    assert run("verify", "--data", str(folder), "--lang", "en") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == words_of("{n} fault was found.", "en", n=spoilt)
    assert len(lines) == spoilt + 2


def test_nothing_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["verify"], ["backup", str(tmp_path / "kept.sqlite3")]):
        assert run(*words, "--data", str(tmp_path / "nowhere"), "--lang", "en") == 2
        assert str(tmp_path / "nowhere") in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
