"""Irregularities done by hand on a real board: which each is, by the numbers of FID English 2008."""

from __future__ import annotations

import pytest

from tests.articles.handwork import ENGLISH, read_as

BOOK = "fid.english.2008"


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        ("8.1.1", "moved_twice"),
        ("8.1.2", "moved_wrongly"),
        ("8.1.3", "touched_another"),
        ("8.1.4", "took_back"),
        ("8.1.5", "moved_theirs"),
        ("8.1.6", "omitted_capture"),
        ("8.1.7", "removed_without_reason"),
        ("8.1.8", "wrong_number"),
        ("8.1.9", "stopped_short"),
        ("8.1.10", "left_captured"),
        ("8.1.11", "removed_fewer"),
        ("8.1.12", "removed_uncaptured"),
        ("8.1.13", "removed_own"),
        ("8.1.14", "impossible_capture"),
        ("8.1.15", "moved_uncrowned"),
        ("8.1.16", "crowned_wrong"),
    ],
)
def test_art_08_01_done_by_hand_it_is_read_as_the_irregularity_of_this_number(number: str, kind: str) -> None:
    read_as(BOOK, number, kind, ENGLISH[kind])
