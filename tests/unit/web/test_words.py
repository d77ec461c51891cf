"""Languages: every sentence has its Italian, the compiled catalogue is the written one, choices are kept."""

from __future__ import annotations

import io
import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from damiera.web.i18n import LOCALE, SCRIPTS, best_language, script_strings, translations
from damiera.web.preferences import Preferences, read_preferences

METHODS = [("**.py", "python"), ("templates/**.html", "jinja2"), ("static/js/**.js", "javascript")]
OPTIONS = {"templates/**.html": {"trimmed": "true", "silent": "false"}}
PO = LOCALE / "it" / "LC_MESSAGES" / "damiera.po"


def _catalogue() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file)


def _said() -> set[str]:
    """Every message of the sources, plurals by their singular."""
    web = SCRIPTS.parents[1]
    found = [f for part in (web, web.parent / "paper") for f in extract_from_dir(str(part), METHODS, OPTIONS)]
    ids = (message for _, _, message, _, _ in found)
    return {message if isinstance(message, str) else message[0] for message in ids} - {""}


def test_the_board_has_the_name_of_the_regulation() -> None:
    """Capo I speaks of the «damiera», and never of a «tavoliere»; a «scacchiera» is for chess."""
    said = PO.read_text(encoding="utf-8").lower()
    assert "scacchiera" not in said
    assert "tavolier" not in said


def test_every_sentence_has_its_italian_and_none_is_left_over() -> None:
    catalogue = _catalogue()
    known = {m.id[0] if isinstance(m.id, tuple) else m.id for m in catalogue if m.id}
    said = _said()
    assert said - known == set(), "run `make messages` and translate these"
    assert known - said == set(), "these are said no more: run `make messages`"
    for message in catalogue:
        if message.id:
            texts = message.string if isinstance(message.string, (tuple, list)) else [message.string]
            assert all(texts), message.id
            assert not message.fuzzy, message.id


def test_the_compiled_catalogue_is_the_written_one() -> None:
    catalogue = _catalogue()
    made = io.BytesIO()
    write_mo(made, catalogue)
    assert made.getvalue() == PO.with_suffix(".mo").read_bytes(), "run `make messages`"


def test_translations_fill_the_same_places() -> None:
    places = re.compile(r"\{\w+\}|%\(\w+\)s|</?\w+>")
    for message in _catalogue():
        if message.id:
            ids, texts = _forms(message.id), _forms(message.string)
            known, last = set(places.findall("".join(ids))), set(places.findall(ids[-1]))
            assert all(set(places.findall(text)) <= known for text in texts), message.id
            assert last <= set(places.findall(texts[-1])), message.id


def _forms(said: object) -> list[str]:
    """Return a message as a list: one form, or singular and plural."""
    return [said] if isinstance(said, str) else [str(form) for form in said]  # type: ignore[attr-defined]


def test_scripts_get_their_words_from_the_same_catalogue() -> None:
    words = script_strings("it")
    assert script_strings("en") == {}
    assert words["white man"] == "pedina bianca"
    assert words["one piece"] == ["un pezzo", "{count} pezzi"]
    assert words["Enter"] == "Invio"


def test_no_string_of_a_script_escapes_the_catalogue() -> None:
    calls = re.compile(r"\bn?gettext\(\s*([^\"\s])")
    for path in SCRIPTS.rglob("*.js"):
        if path.name != "i18n.js":
            assert not calls.findall(path.read_text(encoding="utf-8")), f"{path.name}: say literal strings"
    known = _catalogue()
    missing = [text for text in script_strings("it") if text not in known]
    assert missing == []


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("en-GB,en;q=0.9,it;q=0.8", "en"),
        ("de,fr;q=0.9,it;q=0.2", "it"),
        ("it;q=0,en;q=0.1", "en"),
        ("de", "en"),
        ("", "en"),
        (";;q=,it;q=x", "en"),
    ],
)
def test_the_language_is_the_one_the_browser_prefers(asked: str, spoken: str) -> None:
    assert best_language(asked) == spoken


def test_a_chosen_language_wins() -> None:
    assert Preferences(lang="it").language("en") == "it"
    assert Preferences().language("it") == "it"


def test_preferences_survive_their_cookie_and_ignore_nonsense() -> None:
    chosen = Preferences().with_choices({"theme": "dark", "board": "wood", "numbers": "off", "evil": "1"})
    assert chosen == Preferences(theme="dark", numbers="off")
    assert read_preferences(chosen.cookie()) == chosen
    assert read_preferences("theme=%22%3E&%%%") == Preferences()
    assert Preferences().cookie() == ""


def test_italian_speaks_of_one_and_of_many() -> None:
    italian = translations("it")
    assert [italian.ngettext("{n} move", "{n} moves", n) for n in (1, 2)] == ["{n} mossa", "{n} mosse"]
