"""Sections in the log: what is theirs, what is the event's, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damiera.errors import DamieraError
from damiera.messages import Message, Verbatim
from damiera.tournament import acts
from damiera.tournament.announcement import EventAwards, PrizeOffered
from damiera.tournament.chain import sealed
from damiera.tournament.errors import BadTournament, NoSuchPlayer
from damiera.tournament.log import Log, dump, load
from damiera.tournament.model import EventPlayer, GameMark, PlayerChange, System
from damiera.tournament.sections import WAYS, SectionRule, propose_sections, proposed_name
from damiera.tournament.state import EventState
from tests.wording import raises

WOMEN = acts.SectionAct(number=2, name="Women", rule=SectionRule(sex="f"))
MEN = acts.SectionAct(number=1, name="Men", rule=SectionRule(sex="m"), rounds=3)


def event(*more: acts.Act, players: int = 8) -> Log:
    """An event of four men (odd) and four women (even), and what happens then."""
    log = Log().add(acts.CreateAct(name="Coppa"), who="Anna", at=0)
    for number in range(1, players + 1):
        sex = "m" if number % 2 else "f"
        log = log.add(acts.EnterAct(number=number, name=f"P{number}", sex=sex), who="Anna", at=1)  # type: ignore[arg-type]
    return done(log, *more)


def done(log: Log, *more: acts.Act) -> Log:
    for act in more:
        log = log.add(act, who="Anna", at=2, why="so")
    return log


def paired(log: Log, section: int, *pairs: tuple[int, int], round: int = 1) -> Log:
    return done(log.within(section), acts.PairAct(round=round, pairs=pairs)).within(0)


NAMED = Message("Each section has a name of its own, of at most 40 letters.")
WON = acts.ResultAct(round=1, board=1, white=GameMark.WIN, black=GameMark.LOSS)


def test_rounds_and_results_of_two_sections_have_the_same_numbers_and_are_apart() -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    log = paired(log, 2, (2, 4), (6, 8))
    log = done(log.within(2), WON).within(0)
    assert [game.is_over for game in log.within(1).event.games] == [False, False]
    assert [game.is_over for game in log.within(2).event.games] == [True, False]
    assert log.event.rounds == ()
    assert len(log.event.players) == 8


def test_a_log_in_sections_is_read_again_as_it_was() -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    again = load(dump(log))
    assert again == log
    assert again.within(1).event == log.within(1).event
    assert [line.section for line in again.lines][-2:] == [0, 1]


def test_a_section_of_an_older_log_is_called_as_it_was_written() -> None:
    proposed = acts.SectionAct(number=1, name="Women", called="women")
    words = Message("Women", context="section")
    assert done(event(), proposed).state.sections[1].title.text("it") == words.text("it")
    word, fields = acts.encode(proposed)
    del fields["called"]
    older = done(event(), acts.decode(word, fields))
    assert older.state.sections[1].title.text("it") == "Women"
    assert load(dump(older)) == older


@pytest.mark.parametrize("by", WAYS)
def test_what_is_proposed_is_called_by_its_name_in_every_language(by: Any) -> None:
    players = [
        EventPlayer(
            n,
            f"P{n}",
            6000 - 120 * n,
            category=("A1", "nazionale", "provinciale")[n % 3],
            sex="m" if n % 2 else "f",
            born=str(1960 + 2 * n),
        )
        for n in range(1, 37)
    ]
    for one in propose_sections(players, by, rounds=4, under=18, year=2026):
        named = proposed_name(one.called)
        if named is None:
            assert isinstance(one.name, Verbatim)
        else:
            assert named.everywhere() == one.name.everywhere()
    for other in ("", "men:1", "under", "under:x", "under:²", "category:Z9", "elo:1"):
        assert proposed_name(other) is None


def test_a_log_of_before_sections_is_one_field_and_reads_the_same() -> None:
    log = done(event(), acts.PairAct(round=1, pairs=((1, 2), (3, 4), (5, 6), (7, 8))))
    assert all("section" not in line.entry.data for line in log.lines)
    assert load(dump(log)).state.sections == {}
    assert log.within(0) == log


@pytest.mark.parametrize("wrong", [0, -1, "1", None, True, 1.0])
def test_an_entry_of_no_section_there_can_be_is_malformed(wrong: Any) -> None:
    entry = sealed(1, 0, "Anna", "over", {}, "", "0" * 64)
    data = {"about": "over", "text": "", "over": True, "section": wrong}
    entry = sealed(1, 0, "Anna", "note", data, "", "0" * 64)
    text = msgspec.json.encode(entry).decode()
    with pytest.raises(acts.Malformed) as caught:
        load(text)
    assert caught.value.path == "section"
    assert load(text, stored=True).lines[0].unread is not None


def test_an_entry_of_a_section_that_is_not_there_is_refused_and_idle_where_it_is_stored() -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    without = Log()
    for line in log.lines:
        if isinstance(line.act, acts.SectionAct) or line.act is None:
            continue
        without = without.add(line.act, who="Anna", at=0) if not line.section else without
    data = {**log.lines[-1].entry.data}
    entry = sealed(len(without.lines) + 1, 0, "Anna", "pair", data, "", without.head)
    text = dump(without) + msgspec.json.encode(entry).decode()
    with raises(BadTournament, Message("There is no section {n}.", n=1)):
        load(text)
    assert load(text, stored=True).event == without.event


@pytest.mark.parametrize(
    "act",
    [
        acts.PairAct(round=1, pairs=((1, 2),)),
        acts.StatusAct(player=1, change=PlayerChange.WITHDRAWN, from_round=1),
        acts.ForbidAct(a=1, b=3),
        acts.TeamAct(number=1, name="T", members=(1,)),
        acts.GroupsNote(groups=(acts.GroupLinkNote(id="a", name="A"),)),
        acts.PlayOffNote(order=(1, 3)),
    ],
)
def test_what_is_of_one_field_is_refused_for_the_whole(act: acts.Act) -> None:
    said = Message("This event is played in sections: do it in the section it is about.")
    with raises(BadTournament, said):
        done(event(MEN, WOMEN), act)


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (acts.SectionAct(number=3, name="men"), NAMED),
        (acts.SectionAct(number=3, name=" "), NAMED),
        (acts.SectionAct(number=3, name="x" * 41), NAMED),
        (acts.RemoveSectionAct(number=9), Message("There is no section {n}.")),
        (acts.AssignAct(player=1, into=9), Message("There is no section {n}.")),
        (acts.SectionAct(number=3, name="C", unplayed="never"), Message("There is no rule '{r}'.")),
        (acts.RemoveSectionAct(number=1), Message("Section {s} has a round already: it stays.")),
        (
            acts.SectionAct(number=1, name="Men", system=System.KNOCKOUT),
            Message("A section that has begun stays a knockout, an all-play-all of its cycles, or neither."),
        ),
        (
            acts.ChangeAct(settings=acts.SettingsFacts(games=2)),
            Message("Once a section has a round, game and scoring stay, and so do the games of a match."),
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_sections_is_refused(act: acts.Act, said: Message) -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    with raises(BadTournament, said):
        done(log, act)


def test_sections_are_made_before_the_first_round_of_one_field() -> None:
    log = done(event(), acts.PairAct(round=1, pairs=((1, 2), (3, 4), (5, 6), (7, 8))))
    with raises(BadTournament, Message("Sections are made before the first round.")):
        done(log, MEN)


def test_nobody_who_was_paired_changes_section_and_a_stranger_is_in_none() -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    said = Message("{n} has been paired already: they can withdraw or be excluded, not deleted.", n="P1")
    with raises(BadTournament, said):
        done(log, acts.AssignAct(player=1, into=2))
    with raises(BadTournament, said):
        done(log, acts.RemoveAct(number=1))
    with pytest.raises(NoSuchPlayer):
        done(log, acts.AssignAct(player=99, into=2))


def test_facts_of_players_and_of_the_event_reach_every_section() -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    log = done(log, acts.EditAct(number=1, name="Rossi"), acts.CheckInNote(players=(1, 2), here=True))
    log = done(log, acts.ChangeAct(place="Palermo"))
    men, women = log.within(1), log.within(2)
    assert men.event.player(1).name == "Rossi"
    assert (set(men.state.here), set(women.state.here)) == ({1}, {2})
    assert men.event.place == women.event.place == "Palermo"
    assert men.event.games != ()


def test_whoever_is_entered_goes_to_the_first_section_whose_rule_they_fit() -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    log = done(log, acts.EnterAct(number=9, name="Late", sex="m"), acts.EnterAct(number=10, name="Nobody"))
    assert log.state.sections[1].members == {1, 3, 5, 7, 9}
    assert log.state.section_of(10) is None
    assert [(s.player, s.from_round) for s in log.within(1).event.statuses] == [(9, 2)]
    log = done(log, acts.RemoveAct(number=9))
    assert log.state.sections[1].members == {1, 3, 5, 7}


def test_making_a_section_is_undone_and_brought_back_with_all_that_was_in_it() -> None:
    log = paired(event(MEN, WOMEN), 1, (1, 3), (5, 7))
    back = done(log, acts.UndoAct(after=len(log.lines) - 1))
    assert back.within(1).event.rounds == ()
    assert done(back, acts.UndoAct(act=len(back.lines))).within(1).event == log.within(1).event


def test_undoing_a_section_from_within_it_is_refused_clearly() -> None:
    log = event(MEN, WOMEN)
    with raises(BadTournament, Message("This section is no more: look at the event.")):
        done(log.within(2), acts.UndoAct(act=len(log.lines)))


def test_awards_are_checked_when_they_are_written() -> None:
    for wrong in (
        PrizeOffered("best", 1),
        PrizeOffered("club", 0),
        PrizeOffered("club", 1, "", -1),
    ):
        with pytest.raises(BadTournament):
            done(event(), acts.AwardsAct(awards=EventAwards((wrong,))))
    twice = (PrizeOffered("club", 1), PrizeOffered("club", 1))
    with pytest.raises(BadTournament):
        done(event(), acts.AwardsAct(awards=EventAwards(twice)))
    log = done(event(), acts.AwardsAct(awards=EventAwards((PrizeOffered("club", 1, "Cup", 50),))))
    assert load(dump(log)).state.awards == log.state.awards


@pytest.mark.parametrize("by", WAYS)
def test_a_proposal_puts_everybody_it_knows_into_one_section(by: Any) -> None:
    field = [
        EventPlayer(
            n, str(n), 2000 + 10 * n, category="AB"[n % 2], sex="f" if n % 3 else "m", born=str(1950 + n)
        )
        for n in range(1, 61)
    ]
    found = propose_sections(field, by, rounds=6, under=30, year=2026)
    placed = [number for section in found for number in section.numbers]
    assert sorted(placed) == list(range(1, 61))
    for section in found:
        assert all(section.rule.admits(field[number - 1]) for number in section.numbers)
        fits = len(section.numbers) - 1 + len(section.numbers) % 2 <= 6 or len(section.numbers) <= 6
        assert (section.system is System.ROUND_ROBIN) == fits


def test_a_field_that_is_all_of_one_kind_is_not_parted() -> None:
    field = [EventPlayer(n, str(n), sex="m") for n in range(1, 9)]
    said = Message("All players would be in one section: choose another way to part the field.")
    with raises(BadTournament, said):
        propose_sections(field, "sex")
    with raises(BadTournament, Message("Nobody is entered yet.")):
        propose_sections([], "sex")


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_every_player_is_in_one_section_at_most_whatever_happens(data: st.DataObject) -> None:
    log = event(MEN, WOMEN)
    for _ in range(data.draw(st.integers(1, 12))):
        act = data.draw(
            st.one_of(
                st.builds(acts.AssignAct, player=st.integers(1, 8), into=st.integers(0, 3)),
                st.builds(acts.RemoveSectionAct, number=st.integers(1, 3)),
                st.builds(acts.RemoveAct, number=st.integers(1, 8)),
                st.builds(
                    acts.SectionAct,
                    number=st.integers(1, 3),
                    name=st.sampled_from("ABC"),
                    rule=st.sampled_from((SectionRule(), SectionRule(sex="f"), SectionRule(sex="m"))),
                ),
                st.builds(acts.UndoAct, act=st.integers(1, len(log.lines))),
            )
        )
        try:
            log = done(log, act)
        except DamieraError:
            continue
        _check(log.state)
    assert load(dump(log)).state == log.state


def _check(state: EventState) -> None:
    numbers = {p.number for p in state.told.players}
    members = [n for one in state.sections.values() for n in one.members]
    assert len(members) == len(set(members))
    assert set(members) <= numbers
    for one in state.sections.values():
        assert {p.number for p in one.state.told.players} == one.members
