"""Groups by Elo, what happens to several players, Elo of lists, two arbiters at one player."""

from __future__ import annotations

import re
from typing import Any

import pytest

from damiera.messages import Message
from tests.unit.web.hallkit import NAMES, filled, opened, paired, report, said
from tests.wording import shows, words_of

FIELD = "Nome;Elo;Categoria\n" + "\n".join(
    f"Giocatore {n};{3000 - 10 * n};{'PR' if n > 16 else 'N'}" for n in range(1, 25)
)


def proposal(page: str) -> dict[str, str]:
    """Return the form of groups as a browser would send it."""
    form = page.partition('method="post"')[2]
    out = dict(re.findall(r'name="((?:name|rounds)\d+|seen)"[^>]* value="([^"]*)"', form))
    choice = r'<select class="field short" name="(g\d+)"[^>]*>(.*?)</select>'
    for number, options in re.findall(choice, form, re.S):
        out[number] = re.findall(r'value="(\d+)" selected', options)[0]
    return out


def test_groups_are_proposed_changed_and_made(server: Any) -> None:
    anna, bruno = server.person("en"), server.person("en")
    event = filled(anna, FIELD, rounds="5", place="Livorno")
    code = re.search(r'id="arbiter-code">([^<]+)<', anna.get(f"{event}/settings").text)
    assert code
    bruno.post("/hall/join", code=code[1])
    page = anna.get(f"{event}/groups")
    assert "24 players: 3 groups" in said(page)
    assert words_of(
        "The {n} Provinciali play apart: they are {least} at least (a figure of ours).", n=8, least=6
    ) in said(page)
    fields = proposal(page.text)
    assert [fields[f"name{n}"] for n in (1, 2, 3)] == ["Assoluto", "Elite", "Provinciali"]
    assert [fields[f"g{n}"] for n in (1, 8, 9, 16, 17)] == ["1", "1", "2", "2", "3"]
    fields |= {"g9": "1", "name2": "Elite A"}  # the border moved by one
    assert anna.post(f"{event}/groups", **fields).status_code == 303
    links = re.findall(r'class="whole" href="(/hall/\w+)"', anna.get(f"{event}/groups").text)
    assert len(links) == 3
    first = bruno.get(links[0])  # the same arbiters
    assert first.status_code == 200
    assert "Trofeo · Assoluto" in said(first)
    assert "9 players" in said(first)
    assert "Livorno" in said(first)
    assert f'href="{event}"' in first.text
    assert bruno.post(f"{links[0]}/pair", round="1").status_code == 303
    assert "Elite A" in said(anna.get(f"{event}/players"))
    refused = anna.post(f"{event}/pair", round="1")
    assert refused.status_code == 422
    assert words_of("This event is played in groups. Each has a page of its own:") in said(refused)


def test_what_only_its_groups_have_is_asked_of_them(server: Any) -> None:
    """An event in groups has no rounds of its own: no place, Elo, certificate or board is shown of it."""
    anna, phone = server.person("en"), server.person("en")
    event = filled(anna, FIELD, rounds="5")
    assert anna.post(f"{event}/groups", **proposal(anna.get(f"{event}/groups").text)).status_code == 303
    links = re.findall(r'class="whole" href="(/hall/\w+)"', anna.get(f"{event}/groups").text)
    for where in ("", "/standings", "/crosstable", "/ratings", "/print"):
        page = anna.get(event + where)
        split = words_of("This event is played in groups. Each has a page of its own:")
        assert f"{split} Assoluto Elite Provinciali" in said(page), where
        assert all(f'class="btn" href="{link}{where}"' in page.text for link in links), where
        assert not re.search(r"pair the first round here|Giocatore 1 .* 0 0 0", said(page)), where
    page = phone.get(f"{event}/public")
    assert all(f'class="btn" href="{link}/public"' in page.text for link in links)
    assert not shows(said(page), "The first round is not paired yet. This page shows it as soon as it is.")
    for what in ("standings", "prizes", "certificates"):
        answer = anna.get(f"{event}/print/{what}.pdf")
        assert (
            answer.status_code,
            words_of("This event is played in groups: each group has its own prints.") in said(answer),
        ) == (422, True)
    assert anna.get(f"{event}/print/entries.pdf").status_code == 200
    assert "by=group" not in anna.get(f"{links[0]}/standings").text, "one group is no classification"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"g1": "9"},
            Message(
                "Every player is in one group, and in one only: number {n} is missing or there twice.", n=1
            ),
        ),
        ({"name2": "Assoluto"}, Message("Each group has a name of its own.")),
        ({"rounds1": "8"}, Message("Group {g} has {n} players: too few for {r} rounds.", r=8)),
        (
            {"rounds1": "x"},
            Message("'{word}' is no number that fits here: write one of at least {least}.", word="x"),
        ),
    ],
)
def test_groups_that_cannot_be_are_refused_as_typed(
    anna: Any, change: dict[str, str], words: Message
) -> None:
    event = filled(anna, FIELD, rounds="5")
    fields = proposal(anna.get(f"{event}/groups").text) | change
    answer = anna.post(f"{event}/groups", **fields)
    assert answer.status_code == 422
    assert shows(said(answer), words)
    assert "Provinciali" in answer.text
    assert not shows(said(anna.get(f"{event}/groups")), "Each group has its own desk, standings and prints.")


def test_a_field_too_small_for_the_table_is_told_so_and_can_still_be_split(anna: Any) -> None:
    event = filled(anna, rounds="2")
    page = anna.get(f"{event}/groups")
    assert words_of(
        "{n} players: groups are formed from {least} to {most}. With fewer, play one group.",
        n=6,
        least=18,
        most=200,
    ) in said(page)
    fields = proposal(page.text)
    assert anna.post(f"{event}/groups", **fields).status_code == 303
    assert anna.post(f"{event}/groups", **fields).status_code in (409, 422)


def test_the_same_happens_to_several_at_once_or_to_nobody(anna: Any) -> None:
    event = paired(anna)
    several = {"p1": "yes", "p2": "yes", "change": "expelled", "from": "1"}
    refused = anna.post(f"{event}/players/happen", **several)
    assert refused.status_code == 422
    assert "reason" in said(refused)
    assert (
        'name="p1" value="yes" aria-label="' + words_of("Choose %(n)s", n="Rossi Anna") + '" checked'
    ) in refused.text
    assert ("expelled " + words_of("from round")) not in said(anna.get(f"{event}/players"))
    assert anna.post(f"{event}/players/happen", **several, reason="rissa").status_code == 303
    assert (
        said(anna.get(f"{event}/players")).count("expelled " + words_of("from round {n}", n=1) + ": rissa")
        == 2
    )
    assert anna.post(f"{event}/players/happen", change="absent", **{"from": "2"}).status_code == 422


@pytest.mark.parametrize("change", ["late", "absent", "withdrawn", "forfeited", "expelled", "excluded"])
def test_each_happening_has_its_line_and_its_effect(anna: Any, change: str) -> None:
    event = filled(anna)
    lines = said(anna.get(f"{event}/players"))
    for words in (
        "plays from that round on", "not paired in these rounds, then again", "not paired any more",
        "not paired until back", "whatever it was", "annulled, for the opponents too",
    ):  # fmt: skip
        assert words in lines
    fields = {"do": "status", "change": change, "from": "2" if change == "late" else "1", "reason": "prova"}
    assert anna.post(f"{event}/players/6", **fields).status_code == 303
    anna.post(f"{event}/players/7", **fields)
    anna.post(f"{event}/pair", round="1")
    seated = said(anna.get(event)).partition("Boards and results")[2]
    assert anna.get(event).text.count("data-board") == 2
    assert seated.count("Greco Fabio") <= 1


def test_who_has_played_cannot_enter_late(anna: Any) -> None:
    event = paired(anna)
    answer = anna.post(f"{event}/players/1", do="status", change="late", **{"from": "3"})
    assert answer.status_code == 422
    assert shows(said(answer), "{n} has been paired already: they cannot enter late, but they can be absent.")
    deleted = anna.post(f"{event}/players/1", do="remove")
    assert deleted.status_code == 422
    assert shows(said(deleted), "{n} has been paired already: they can withdraw or be excluded, not deleted.")


def test_elo_by_game_is_kept_and_a_list_gives_it(anna: Any) -> None:
    event = filled(anna)
    facts = {"do": "edit", "name": NAMES[0], "elo": "3000", "game1": "english", "rating1": "1200"}
    assert anna.post(f"{event}/players/1", **facts).status_code == 303
    page = anna.get(f"{event}/players/1").text
    assert 'value="english" selected' in page
    assert 'value="1200"' in page
    listed = f"Nome;Elo\n{NAMES[0]};3100\nMai Visto;900"
    answer = anna.post(f"{event}/players/ratings", ratings=listed, discipline="italian")
    assert answer.status_code == 303
    assert words_of("%(n)s player has the Elo of the list now.", n=1, num=1) in said(
        anna.get(answer.headers["location"])
    )
    page = anna.get(f"{event}/players/1").text
    assert page.count('value="3100"') == 2  # the one played with, and that of the game
    assert 'value="1200"' in page
    wrong = anna.post(f"{event}/players/ratings", ratings=f"Nome;Elo\n{NAMES[0]};x")
    assert wrong.status_code == 422
    assert "Line 2" in said(wrong)
    assert NAMES[0] in wrong.text
    assert anna.post(f"{event}/players/ratings", ratings="Nome;Elo\nMai Visto;900").status_code == 422
    bad = anna.post(f"{event}/players/1", **{**facts, "game1": "chess"})
    assert bad.status_code == 422


def test_two_arbiters_at_one_player_lose_nothing(anna: Any) -> None:
    event = filled(anna)
    seen = anna.get(f"{event}/players/1").text.partition('name="seen" value="')[2].partition('"')[0]
    facts = {"do": "edit", "name": NAMES[0], "elo": "3000", "sex": "m", "club": "Circolo 0", "seen": seen}
    assert anna.post(f"{event}/players/1", **{**facts, "elo": "3050"}).status_code == 303
    answer = anna.post(f"{event}/players/1", **{**facts, "club": "Nuovo"})
    assert answer.status_code == 409
    assert shows(
        said(answer),
        "Meanwhile {who} has corrected the same player: {what}. Yours is still below; look and repeat.",
        what="elo 3050",
    )
    assert 'value="Nuovo"' in answer.text
    other = anna.post(f"{event}/players/2", do="edit", name=NAMES[1], elo="2990", seen=seen)
    assert other.status_code == 303  # another player: no quarrel


def test_a_forbidden_pair_is_listed_and_let_go(anna: Any) -> None:
    event = filled(anna)
    anna.post(f"{event}/players/1", do="forbid", other="2", weak="yes", reason="fratelli")
    page = said(anna.get(f"{event}/players"))
    assert ("Rossi Anna – Bianchi Bruno (" + words_of("if it can be") + "): fratelli") in page
    assert anna.post(f"{event}/players/allow", a="1", b="2").status_code == 303
    assert "fratelli" not in said(anna.get(f"{event}/players"))


def test_a_group_is_not_divided_again(anna: Any) -> None:
    event = opened(anna, rounds="1")
    anna.post(f"{event}/players/import", list="Nome;Elo\n" + "\n".join(f"G{n};{n}" for n in range(1, 9)))
    fields = proposal(anna.get(f"{event}/groups").text)
    anna.post(f"{event}/groups", **fields)
    (first, _) = re.findall(r'class="whole" href="(/hall/\w+)"', anna.get(f"{event}/groups").text)
    assert (words_of("This is a group of") + " Trofeo") in said(anna.get(f"{first}/groups"))
    report(anna, first, 1, "1", "win")


def test_groups_are_dissolved_before_they_play_and_never_by_undo(anna: Any) -> None:
    event = filled(anna, rounds="2")
    anna.post(f"{event}/groups", **proposal(anna.get(f"{event}/groups").text))
    first, second = re.findall(r'class="whole" href="(/hall/\w+)"', anna.get(f"{event}/groups").text)
    lines = re.search(r"all (\d+) lines", said(anna.get(f"{event}/log")))
    assert lines
    undone = anna.post(f"{event}/undo", first=lines[1], last=lines[1], seen=lines[1])
    assert undone.status_code == 422
    assert words_of("Groups are dissolved on their page, while none of them has a round.") in said(undone)
    assert anna.post(f"{event}/groups", do="dissolve").status_code == 303
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    for group in (first, second):
        closed = anna.post(f"{group}/pair", round="1")
        assert closed.status_code == 422
        assert shows(said(closed), "The event is over: reopen it to change.")
    assert anna.post(f"{event}/groups", do="dissolve").status_code == 422


def test_groups_that_play_stay(anna: Any) -> None:
    event = filled(anna, rounds="1")
    anna.post(f"{event}/groups", **proposal(anna.get(f"{event}/groups").text))
    first, _ = re.findall(r'class="whole" href="(/hall/\w+)"', anna.get(f"{event}/groups").text)
    assert anna.post(f"{first}/pair", round="1").status_code == 303
    refused = anna.post(f"{event}/groups", do="dissolve")
    assert refused.status_code == 422
    assert words_of("Group {g} has a round already: the groups stay.", g="A") in said(refused)
