"""Languages: every sentence is in every catalogue, whole and fitting; choices are kept; damage is told."""

from __future__ import annotations

import ast
import gettext
import io
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from damiera.messages import (
    BadCatalogue,
    Message,
    known_language,
    languages,
    native_name,
    negotiated,
    translations,
)
from damiera.messages.catalogues import compiled_catalogue
from damiera.messages.checks import faults, missing
from damiera.web.common.i18n import SCRIPTS, script_strings
from damiera.web.common.preferences import Preferences, read_preferences
from tests.sources import MODULES, tree
from tools.messages import gathered, read
from tools.messages import languages as catalogues

CATALOGUES = catalogues()


@cache
def _catalogue(lang: str) -> Catalog:
    return read(CATALOGUES[lang], lang)


@cache
def _said() -> frozenset[tuple[str | None, str]]:
    return frozenset(_ids(gathered()))


def _ids(catalogue: Catalog) -> set[tuple[str | None, str]]:
    """The ids of a catalogue, plurals by their singular."""
    return {(m.context, m.id if isinstance(m.id, str) else m.id[0]) for m in catalogue if m.id}


@pytest.mark.parametrize("lang", CATALOGUES)
def test_every_sentence_is_in_the_catalogue_and_none_is_left_over(lang: str) -> None:
    known = _ids(_catalogue(lang))
    assert _said() - known == set(), "run `make messages` and translate these"
    assert known - _said() == set(), "these are said no more: run `make messages`"


@pytest.mark.parametrize("lang", CATALOGUES)
def test_every_sentence_is_translated(lang: str) -> None:
    assert [str(fault) for fault in missing(_catalogue(lang))] == []


@pytest.mark.parametrize("lang", CATALOGUES)
def test_places_plurals_and_markup_fit(lang: str) -> None:
    assert [str(fault) for fault in faults(_catalogue(lang))] == []


def test_a_percent_sign_that_would_break_a_page_is_a_fault() -> None:
    catalogue = Catalog("fr")
    catalogue.add("Weight, percent", "Poids, en %")
    catalogue.add("{n}% of it", "{n}\u00a0% de cela")
    catalogue.add("%(n)s%% done", "%(n)s %% faits")
    assert [fault.id for fault in faults(catalogue)] == ["Weight, percent"]


def test_the_board_has_the_name_of_the_regulation() -> None:
    """Capo I speaks of the «damiera», and never of a «tavoliere»; a «scacchiera» is for chess."""
    said = CATALOGUES["it"].read_text(encoding="utf-8").lower()
    assert "scacchiera" not in said
    assert "tavolier" not in said


def test_messages_are_literal_so_that_they_can_be_gathered() -> None:
    """`Message(a variable)` is allowed only where data is read, which is gathered from its loaders."""
    hidden = []
    for module, path in MODULES.items():
        if path.name in ("storage.py", "text.py") or path.name in _READERS:
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                literal = bool(node.args) and isinstance(node.args[0], ast.Constant)
                hidden += [] if literal else [f"{module}, line {node.lineno}: write the sentence here"]
    assert hidden == []


_READERS = ("_wording.py", "decks.py", "editions.py")


def test_scripts_get_their_words_from_the_same_catalogue() -> None:
    words = script_strings("it")
    assert script_strings("en") == {}
    assert words["white man"] == "pedina bianca"
    assert words["one piece"] == ["un pezzo", "{count} pezzi"]
    assert words[""][:3] == "101"
    assert words["Enter"] == "Invio"


def test_no_string_of_a_script_escapes_the_catalogue() -> None:
    calls = re.compile(r"\bn?gettext\(\s*([^\"\s])")
    for path in SCRIPTS.rglob("*.js"):
        if path.name != "i18n.js":
            assert not calls.findall(path.read_text(encoding="utf-8")), f"{path.name}: say literal strings"
    assert {(None, text) for text in script_strings("it") if text} <= _said()


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("en-GB,en;q=0.9,it;q=0.8", "en"),
        ("de,nl;q=0.9,it;q=0.2", "it"),
        ("it;q=0,en;q=0.1", "en"),
        ("de", "en"),
        ("", "en"),
        (";;q=,it;q=x", "en"),
        ("*", "en"),
        ("it" * 5000, "en"),
    ],
)
def test_the_language_is_the_one_the_browser_prefers(asked: str, spoken: str) -> None:
    assert negotiated(asked) == spoken


def test_an_unknown_language_is_none_of_ours_and_is_worded_in_english() -> None:
    assert known_language("tlh") is None
    assert known_language("") is None
    assert known_language("../../etc") is None
    assert Message("Round {n}", n=3).text("tlh") == "Round 3"


@pytest.mark.parametrize("tag", ["it_IT", "it-CH", "IT", "it_IT.UTF-8"])
def test_a_tag_with_a_country_is_worded_in_its_language(tag: str) -> None:
    """A caller's locale gave English words."""
    assert Message("Round {n}", n=3).text(tag) == Message("Round {n}", n=3).text("it")


def test_languages_have_their_own_names() -> None:
    assert {"en", "it"} <= set(languages())
    assert (native_name("it"), native_name("en")) == ("Italiano", "English")


def test_a_chosen_language_wins() -> None:
    assert Preferences(lang="it").language("en") == "it"
    assert Preferences().language("it") == "it"


def test_preferences_survive_their_cookie_and_ignore_nonsense() -> None:
    chosen = Preferences().with_choices(
        {"theme": "dark", "board": "wood", "numbers": "off", "evil": "1", "lang": "tlh"}
    )
    assert chosen == Preferences(theme="dark", numbers="off")
    assert read_preferences(chosen.cookie()) == chosen
    assert read_preferences("theme=%22%3E&%%%") == Preferences()
    assert Preferences().cookie() == ""


def test_italian_speaks_of_one_and_of_many() -> None:
    italian = translations("it")
    assert [italian.ngettext("{n} move", "{n} moves", n) for n in (1, 2)] == ["{n} mossa", "{n} mosse"]


_HEAD = (
    'msgid ""\nmsgstr "Language: it\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n'
    'Content-Type: text/plain; charset=utf-8\\n"\n\n'
)


def test_an_entry_that_lacks_a_place_is_left_out_and_told(caplog: pytest.LogCaptureFixture) -> None:
    text = _HEAD + 'msgid "Round {n}"\nmsgstr "Turno"\n\nmsgid "Yes"\nmsgstr "Sì"\n'
    compiled = compiled_catalogue(Path("damiera.po"), text.encode())
    read_back = gettext.GNUTranslations(io.BytesIO(compiled))
    assert (read_back.gettext("Round {n}"), read_back.gettext("Yes")) == ("Round {n}", "Sì")
    assert "{n} is missing" in caplog.text


def test_a_wrong_count_of_plurals_is_told_with_its_line() -> None:
    forms = 'msgstr[0] "{n} pedina"\nmsgstr[1] "{n} pedine"\nmsgstr[2] "x"\n'
    text = _HEAD + 'msgid "{n} man"\nmsgid_plural "{n} men"\n' + forms
    with pytest.raises(BadCatalogue, match=r"damiera\.po, line \d+ cannot be read: .*make messages"):
        compiled_catalogue(Path("damiera.po"), text.encode())


@pytest.mark.parametrize("rule", ["plural=(n;", "plural=n/0;", "plural=x;", "plural=n % (n - 22);"])
def test_a_rule_of_plurals_that_cannot_be_counted_with_is_told(rule: str) -> None:
    text = _HEAD.replace("plural=(n != 1);", rule) + 'msgid "Yes"\nmsgstr "Sì"\n'
    with pytest.raises(BadCatalogue, match=r"damiera\.po, line 1 cannot be read: Plural-Forms: "):
        compiled_catalogue(Path("damiera.po"), text.encode())


def test_an_encoding_that_nobody_knows_is_told() -> None:
    text = _HEAD.replace("utf-8", "klingon") + 'msgid "Yes"\nmsgstr "Sì"\n'
    with pytest.raises(BadCatalogue, match="unknown encoding: klingon"):
        compiled_catalogue(Path("damiera.po"), text.encode())


@pytest.mark.parametrize("left", [0, 3, 20, 30])
def test_a_compiled_catalogue_that_was_cut_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "damiera.po").write_text(_HEAD + 'msgid "Yes"\nmsgstr "Sì"\n', encoding="utf-8")
    monkeypatch.setattr("damiera.messages.catalogues.FOLDER", tmp_path)
    monkeypatch.setattr("damiera.messages.catalogues._cache_folder", lambda: tmp_path / "kept")
    for _ in range(2):
        monkeypatch.setattr("damiera.messages.catalogues._loaded", {"en": gettext.NullTranslations()})
        assert translations("it").gettext("Yes") == "Sì"
        [kept] = (tmp_path / "kept").iterdir()
        kept.write_bytes(kept.read_bytes()[:left])


def test_a_catalogue_that_is_no_catalogue_is_told() -> None:
    with pytest.raises(BadCatalogue, match=r"damiera\.po"):
        compiled_catalogue(Path("damiera.po"), b"\xff\xfe\x00")


def test_with_a_damaged_catalogue_pages_are_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = tmp_path / "it" / "LC_MESSAGES" / "damiera.po"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"\xff\xfe\x00")
    monkeypatch.setattr("damiera.messages.catalogues.FOLDER", tmp_path)
    monkeypatch.setattr("damiera.messages.catalogues._loaded", {"en": gettext.NullTranslations()})
    assert Message("Round {n}", n=3).text("it") == "Round 3"
    assert "cannot be read" in caplog.text


def test_a_sentence_said_of_one_is_found_beside_its_plural(monkeypatch: pytest.MonkeyPatch) -> None:
    """As early releases of Python 3.11 look it up, which is by itself alone."""

    def alone(self: gettext.GNUTranslations, message: str) -> str:
        return self._catalog.get(message, message)  # type: ignore[attr-defined, no-any-return]

    def alone_in(self: gettext.GNUTranslations, context: str, message: str) -> str:
        return self._catalog.get(f"{context}\x04{message}", message)  # type: ignore[attr-defined, no-any-return]

    monkeypatch.setattr(gettext.GNUTranslations, "gettext", alone)
    monkeypatch.setattr(gettext.GNUTranslations, "pgettext", alone_in)
    words = translations("it")
    assert words.gettext("one piece") == "un pezzo"
    assert words.gettext("Draw") == "Patta"
    assert words.gettext("nobody says this") == "nobody says this"
    (first, *_) = (m for m in _catalogue("it") if m.context and m.pluralizable)
    assert isinstance(first.id, tuple)
    assert isinstance(first.string, tuple)
    assert words.pgettext(str(first.context), first.id[0]) == first.string[0]
