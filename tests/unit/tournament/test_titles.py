"""Titles over all sections, and prizes of which one player takes one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from damiera.messages import Verbatim
from damiera.tournament.announcement import EventAwards, PrizeOffered
from damiera.tournament.model import Event, EventPlayer, EventSettings, GameMark, Round, RoundGame
from damiera.tournament.standings import standing
from damiera.tournament.titles import EventPart, Title, TitleRow, allot, is_title_key, title_keys, title_of


def part(number: int, name: str, players: list[EventPlayer], wins: list[tuple[int, int]]) -> EventPart:
    """A section in which every pair of `wins` is a round of one game, won by the first."""
    rounds = tuple(
        Round(at, (RoundGame(at, 1, a, b, GameMark.WIN, GameMark.LOSS),)) for at, (a, b) in enumerate(wins, 1)
    )
    event = Event(players=tuple(players), rounds=rounds, settings=EventSettings())
    return EventPart(number, Verbatim(name), event, standing(event))


def two_sections() -> tuple[EventPart, EventPart]:
    """Men: 1 has 4 of 4, 2 has 2, 3 has none. Women in one round: 4 has 2 of 2, 5 none."""
    men = [
        EventPlayer(1, "Rossi", 3000, club="Livorno", sex="m", province="LI"),
        EventPlayer(2, "Bianchi", 2900, club="Pisa", sex="m", province="PI"),
        EventPlayer(3, "Verdi", 0, club="Livorno", sex="m", province="LI"),
    ]
    women = [
        EventPlayer(4, "Neri", 2500, club="Pisa", sex="f", province="PI"),
        EventPlayer(5, "Gallo", 0, club="Livorno", sex="f", province="LI"),
    ]
    return part(1, "Men", men, [(1, 2), (1, 3), (2, 3)]), part(2, "Women", women, [(4, 5)])


def test_across_sections_points_count_as_a_share_and_the_own_place_parts_those_level() -> None:
    rows = title_of(two_sections(), "overall").rows
    assert [(row.name, row.rank) for row in rows] == [
        ("Neri", 1), ("Rossi", 2), ("Bianchi", 3), ("Gallo", 4), ("Verdi", 5),
    ]  # fmt: skip  # 2 of 2; 4 of 6; 2 of 6; none, second of two; none, third of three


def test_clubs_have_the_points_of_their_best_players_in_every_section() -> None:
    rows = title_of(two_sections(), "club", best=2).rows
    assert [(row.name, row.points, row.counted) for row in rows] == [
        ("Livorno", 4, (1, 5)),
        ("Pisa", 4, (4, 2)),
    ]
    assert [row.rank for row in rows] == [1, 1]  # level on points and on the best single place
    assert [(row.name, row.points) for row in title_of(two_sections(), "club", best=1).rows] == [
        ("Livorno", 4),
        ("Pisa", 2),
    ]


def test_clubs_by_places_have_a_point_for_each_player_behind_theirs() -> None:
    rows = title_of(two_sections(), "club", best=3, clubs_by="places").rows
    assert [(row.name, row.points) for row in rows] == [("Livorno", 2), ("Pisa", 2)]


def test_men_and_women_of_clubs_provinces_and_newcomers_are_titles_of_their_own() -> None:
    parts = two_sections()
    assert {"section:1", "section:2", "club", "club:f", "province", "newcomer"} <= set(title_keys(parts))
    assert [row.name for row in title_of(parts, "club:f").rows] == ["Pisa", "Livorno"]
    assert [row.name for row in title_of(parts, "newcomer").rows] == ["Gallo", "Verdi"]
    assert [row.name for row in title_of(parts, "province:PI").rows] == ["Neri", "Bianchi"]
    assert title_of(parts, "province").of_clubs


@pytest.mark.parametrize("key", ["", "best", "section:", "section:x", "club:x", "men:1", "category:"])
def test_a_classification_there_cannot_be_is_known_as_none(key: str) -> None:
    assert not is_title_key(key)


def titled(key: str, *names: str, ranks: tuple[int, ...] = ()) -> Title:
    places = ranks or tuple(range(1, len(names) + 1))
    rows = tuple(
        TitleRow(rank, at, name, 10 - rank, number=ord(name))
        for at, (name, rank) in enumerate(zip(names, places, strict=True), 1)
    )
    return Title(key, title_of((), "overall").name, rows)


def test_one_player_takes_one_prize_the_best_and_the_next_moves_up() -> None:
    offered = (
        PrizeOffered("overall", 1, "", 500),
        PrizeOffered("overall", 2, "", 300),
        PrizeOffered("women", 1, "", 100),
        PrizeOffered("newcomer", 1, "", 400),
    )
    titles = {
        "overall": titled("overall", "A", "B", "C"),
        "women": titled("women", "B", "C"),
        "newcomer": titled("newcomer", "B"),
    }
    won = allot(EventAwards(offered), titles)
    assert [(one.name, one.place) for one in won] == [("A", 1), ("C", 3), ("", 0), ("B", 1)]
    assert [(p.name, p.took.of) for p in won[1].passed] == [("B", "newcomer")]
    free = allot(EventAwards(offered, single=False), titles)
    assert [one.name for one in free] == ["A", "B", "B", "B"]


def test_of_prizes_without_money_the_one_announced_first_is_the_better() -> None:
    offered = (PrizeOffered("women", 1, "Cup"), PrizeOffered("overall", 1, "Trophy"))
    titles = {"overall": titled("overall", "A", "B"), "women": titled("women", "A", "C")}
    assert [one.name for one in allot(EventAwards(offered), titles)] == ["A", "B"]


def test_places_of_one_title_are_given_in_their_order_however_they_are_written() -> None:
    offered = (PrizeOffered("overall", 2, "Plate"), PrizeOffered("overall", 1, "Trophy"))
    won = allot(EventAwards(offered), {"overall": titled("overall", "A", "B")})
    assert [(one.prize.place, one.name) for one in won] == [(2, "B"), (1, "A")]


def test_on_a_shared_place_money_is_parted_or_the_technical_order_decides() -> None:
    offered = (PrizeOffered("overall", 1, "", 300), PrizeOffered("overall", 2, "", 100))
    titles = {"overall": titled("overall", "A", "B", "C", ranks=(1, 1, 3))}
    decided = allot(EventAwards(offered), titles)
    assert [(one.name, one.worth, one.shared_with) for one in decided] == [
        ("A", Fraction(300), ("B",)),
        ("B", Fraction(100), ("A",)),
    ]
    parted = allot(EventAwards(offered, share="equal"), titles)
    assert [(one.name, one.worth, one.parted) for one in parted] == [
        ("A", Fraction(200), True),
        ("B", Fraction(200), True),
    ]


def test_a_trophy_is_not_parted() -> None:
    offered = (PrizeOffered("overall", 1, "Trophy"),)
    titles = {"overall": titled("overall", "A", "B", ranks=(1, 1))}
    assert [(one.name, one.parted) for one in allot(EventAwards(offered, share="equal"), titles)] == [
        ("A", False)
    ]


def test_clubs_take_what_their_place_gives_beside_their_players() -> None:
    clubs = replace(titled("club", "A", "B"), of_clubs=True)
    offered = (PrizeOffered("overall", 1, "Trophy"), PrizeOffered("club", 2, "Cup"))
    won = allot(EventAwards(offered), {"club": clubs, "overall": titled("overall", "A", "B")})
    assert [one.name for one in won] == ["A", "B"]


@settings(max_examples=60, deadline=None)
@given(
    orders=st.lists(st.permutations("ABCDEF"), min_size=1, max_size=4),
    values=st.lists(st.integers(0, 3), min_size=12, max_size=12),
    share=st.sampled_from(("technical", "equal")),
)
def test_nobody_takes_two_prizes_and_no_money_is_lost(
    orders: list[str], values: list[int], share: str
) -> None:
    titles = {f"section:{n}": titled(f"section:{n}", *order) for n, order in enumerate(orders)}
    offered = tuple(
        PrizeOffered(key, place, "", 100 * values[(at * 3 + place) % 12])
        for at, key in enumerate(titles)
        for place in (1, 2, 3)
    )
    won = allot(EventAwards(offered, share="equal" if share == "equal" else "technical"), titles)
    takers = [one.number for one in won if one.number]
    assert len(takers) == len(set(takers))
    assert sum(one.worth for one in won if one.name) == sum(one.prize.value for one in won if one.name)
