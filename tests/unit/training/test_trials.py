"""Trials of search parameters: they go on where they were broken off, and come to the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from damiera.cli.main import main
from damiera.engine.statistics import Pentanomial, Sprt
from damiera.messages import Message
from damiera.rules.ruleset import ruleset
from damiera.training import trials
from damiera.training.errors import TrainingError
from damiera.training.spsa import Spsa, parse_tuned
from damiera.training.trials import ParamTrial, TrialPlan, Tuning, alone_with, level_openings
from damiera.training.workers import Threads
from tests.wording import raises, shows

ENGLISH = ruleset("english")
PLAN = TrialPlan("english", nodes=60, openings="random:6", level=0)
NEVER = Sprt(-3000, 3000)
PARAMS = "params=probe-margin:20:0:60:10.0,window:25:1:75:12.333333333333334"
NARROW = {"reduce-from": 1, "reduce-two-from": 1}


class Enough(Exception):
    pass


def done(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0


def trial(path: Path, test: Sprt = NEVER, pairs: int = 6, first: dict[str, int] = NARROW) -> ParamTrial:
    return ParamTrial(ENGLISH, PLAN, first, {}, test, pairs, path, Threads(1))


def tuning(path: Path, seed: int = 1) -> Tuning:
    spsa = Spsa(parse_tuned("probe-margin,window"), steps=4, seed=seed, rate=0.2)
    return Tuning(ENGLISH, PLAN, spsa, 2, {"table-keep": 0}, path, Threads(1))


def test_a_trial_that_was_broken_off_goes_on_and_ends_alike(tmp_path: Path) -> None:
    whole = trial(tmp_path / "whole")
    whole.run(lambda pairs: None)

    def stop(pairs: Pentanomial) -> None:
        if sum(pairs) == 3:
            raise Enough

    with pytest.raises(Enough):
        trial(tmp_path / "cut").run(stop)
    with (tmp_path / "cut").open("a") as file:
        file.write('{"pair": 5, "poi')  # the line that was being written when the power went
    again = trial(tmp_path / "cut")
    assert sum(again.pairs) == 3
    again.run(lambda pairs: None)
    assert again.pairs == whole.pairs
    assert sum(again.pairs) == 6
    assert again.is_over
    told = [json.loads(line) for line in (tmp_path / "cut").read_text().splitlines()]
    assert sorted(line["pair"] for line in told[1:]) == list(range(6))


def test_a_test_that_has_decided_ends_the_trial(tmp_path: Path) -> None:
    early = trial(tmp_path / "early", test=Sprt(-3000, -900), pairs=400)
    early.run(lambda pairs: None)
    assert early.test.accepts(early.pairs) == "elo1"
    assert sum(early.pairs) < 60


def test_tuning_that_was_broken_off_goes_on_and_ends_alike(tmp_path: Path) -> None:
    whole = tuning(tmp_path / "whole")
    whole.run(lambda: None)
    assert whole.is_over
    half = tuning(tmp_path / "cut")

    def stop() -> None:
        if half.step == 2:
            raise Enough

    with pytest.raises(Enough):
        half.run(stop)
    again = tuning(tmp_path / "cut")
    assert again.step == 2
    again.run(lambda: None)
    assert again.path_taken == whole.path_taken
    assert again.found == whole.found
    assert again.found["table-keep"] == 0
    assert (tmp_path / "cut").read_text() == (tmp_path / "whole").read_text()


def test_the_file_of_another_trial_is_refused_and_left(tmp_path: Path) -> None:
    path = tmp_path / "trial"
    trial(path)
    text = path.read_text()
    said = Message(
        "{path} holds another trial, with {theirs} and not {ours}: name another file, or remove this one",
        path=path,
    )
    narrow = "first=reduce-from=1,reduce-two-from=1"
    with raises(TrainingError, said.format(theirs=narrow, ours="first=window=9")):
        trial(path, first={"window": 9})
    with raises(
        TrainingError,
        said.format(
            theirs="params=", ours="params=probe-margin:20:0:60:10.0,window:25:1:75:12.333333333333334"
        ),
    ):
        tuning(path)
    assert path.read_text() == text
    tuning(tmp_path / "tuning")
    with raises(TrainingError, said.format(path=tmp_path / "tuning", theirs="seed=1", ours="seed=2")):
        tuning(tmp_path / "tuning", seed=2)


def test_a_trial_does_not_go_on_with_other_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was begun when none told its weights does."""
    path = tmp_path / "trial"
    trial(path).run(lambda pairs: None)
    head, *pairs = path.read_text().splitlines()
    weights = json.loads(head)["weights"]
    assert len(weights) == 12
    monkeypatch.setattr(trials, "signature_of", lambda game: "0123456789abcdef")
    said = Message(
        "{path} holds another trial, with {theirs} and not {ours}: name another file, or remove this one",
        theirs=f"weights={weights}",
        ours="weights=0123456789ab",
    )
    with raises(TrainingError, said):
        trial(path)
    old = {name: value for name, value in json.loads(head).items() if name != "weights"}
    path.write_text("\n".join([json.dumps(old), *pairs]) + "\n")
    assert sum(trial(path).pairs) == 6


def test_what_cannot_be_tried_is_refused(tmp_path: Path) -> None:
    """Towers have no quick games; each parameter has one value, and its bounds stand in order."""
    game = ruleset("lasca")
    plan = TrialPlan("lasca", nodes=60, level=0)
    said = Message(
        "the search plays no quick games of {game}: its parameters cannot be tried on it", game="lasca"
    )
    with raises(TrainingError, said):
        ParamTrial(game, plan, NARROW, {}, NEVER, 2, tmp_path / "trial", Threads(1))
    with raises(TrainingError, said):
        Tuning(game, plan, Spsa(parse_tuned("window"), steps=1), 1, {}, tmp_path / "tuning", Threads(1))
    both = Message("{names}: what is tuned cannot be fixed, too", names="window")
    with raises(TrainingError, both):
        Tuning(
            ENGLISH, PLAN, Spsa(parse_tuned("window"), steps=1), 1, {"window": 9}, tmp_path / "t", Threads(1)
        )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "[]",
        "{}",
        '{"pair": "1", "points": [1, 1]}',
        '{"pair": 0, "points": [1]}',
        '{"pair": 0, "points": [7, 0]}',
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "trial"
    trial(path)
    head = path.read_text()
    path.write_text(f"{head}{line}\n")
    with raises(TrainingError, Message("{path}, line {line}: this is no line of a trial", line=2)):
        trial(path)


def test_steps_of_tuning_that_do_not_follow_each_other_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "tuning"
    tuning(path)
    with path.open("a") as file:
        file.write(2 * '{"step": 1, "points": 0, "values": [20, 25]}\n')
    with raises(TrainingError, Message("{path}, line {line}: this is no line of a trial", line=3)):
        tuning(path)


def test_one_run_at_a_time_has_a_file(tmp_path: Path) -> None:
    message = Message("another run is at work with {path}")
    with alone_with(tmp_path / "trial"), alone_with(tmp_path / "other"), raises(TrainingError, message):
        alone_with(tmp_path / "trial").__enter__()


def test_openings_are_level_and_each_comes_once() -> None:
    found = level_openings(ENGLISH, TrialPlan("english", openings="random:6", level=80), 5)
    assert len({position.fen for position in found}) == len(found) > 0
    message = "none of {n} openings is level within {most}: allow more, or name others"
    with raises(TrainingError, Message(message, n=1, most=-1)):
        level_openings(ENGLISH, TrialPlan("english", openings="none", level=-1), 1)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["--nodes", "50", "--openings", "random:4", "--level", "0"]
    sprt = ["sprt", "english", "--first", "window=9", "--pairs", "2", *common, "--file", str(tmp_path / "s")]
    done([*sprt, "--lang", "en"])
    assert shows(capsys.readouterr().out, Message("The test has not decided."))
    done([*sprt, "--json"])
    assert sum(json.loads(capsys.readouterr().out)["pairs"]) == 2
    tune = ["tune", "english", "--params", "window", "--steps", "2", "--pairs", "1", *common]
    done([*tune, "--file", str(tmp_path / "t"), "--lang", "en"])
    out = capsys.readouterr().out
    assert shows(out, Message("Found in {n} step: {found}", plural="Found in {n} steps: {found}", n=2))
    assert shows(out, Message("Prove it: {command}"))


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    path = tmp_path / "file" / "trial"
    with pytest.raises(SystemExit) as ended:
        main(["sprt", "english", "--first", "window=9", "--file", str(path)])
    assert ended.value.code == 2
    assert str(path.parent) in capsys.readouterr().err  # that is no folder
    assert (tmp_path / "file").read_text() == "mine"
