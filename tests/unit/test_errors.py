"""Errors are values: they travel between processes, and every one of them does."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
from collections.abc import Iterator

import damiera
from damiera import ITALIAN, DamieraError, IllegalSetup, parse_fen, parse_move, ruleset


def _refusals() -> Iterator[DamieraError]:
    for refused in (
        lambda: ruleset("italain"),
        lambda: ruleset("italian~rows=99"),
        lambda: parse_fen("W:W3:B1", ITALIAN).position(),
        lambda: parse_move(ITALIAN.start(), "22-30"),
    ):
        try:
            refused()
        except DamieraError as error:
            yield error


def test_an_error_comes_out_of_another_process_as_it_went_in() -> None:
    """A pool of processes breaks down over an exception that cannot be made again."""
    errors = list(_refusals())
    assert len(errors) == 4
    for error in errors:
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert (str(copy), copy.text("it")) == (str(error), error.text("it"))
        assert copy.__dict__.keys() == error.__dict__.keys()
    assert any(isinstance(error, IllegalSetup) and error.problems for error in errors)


def test_no_error_of_ours_says_otherwise_how_it_is_made_again() -> None:
    for module in pkgutil.walk_packages(damiera.__path__, "damiera."):
        if module.name.endswith("errors"):
            importlib.import_module(module.name)
    kinds = [DamieraError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert len(kinds) > 50
    assert [kind for kind in kinds if kind.__reduce__ is not DamieraError.__reduce__] == []
