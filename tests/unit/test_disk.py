"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from damiera.disk import held_alone, naming, write_whole
from tests.disks import disk_that_holds


def test_a_file_is_written_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_whole(file, b"one ", b"two")
    write_whole(file, b"three")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.txt": b"three"}


def test_a_full_disk_leaves_the_old_file_and_names_it(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_whole(file, b"old")
    with disk_that_holds(10), pytest.raises(OSError, match="File too large") as caught:
        write_whole(file, b"new" * 100)
    assert caught.value.filename == str(file)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.txt": b"old"}


def test_a_folder_that_is_not_there_is_told_by_the_name_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "nowhere" / "a.txt", b"")
    assert caught.value.filename == str(tmp_path / "nowhere" / "a.txt")


def test_a_link_and_its_permissions_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "a.txt", tmp_path / "link"
    file.write_bytes(b"old")
    file.chmod(0o600)
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", 0o600)


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    """A device must not be replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_errors_of_open_files_are_named(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    with disk_that_holds(10), pytest.raises(OSError, match="File too large") as caught, naming(file):
        file.write_bytes(b"new" * 100)
    assert caught.value.filename == str(file)
    with pytest.raises(FileNotFoundError) as other, naming(file):
        (tmp_path / "b.txt").read_bytes()
    assert other.value.filename == str(tmp_path / "b.txt")


def test_a_folder_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    with held_alone(tmp_path) as first:
        with held_alone(tmp_path) as second:
            assert (first, second) == (True, False)
        with held_alone(tmp_path / "nowhere") as none:
            assert none
    with held_alone(tmp_path) as again:
        assert again
