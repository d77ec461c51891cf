"""Help and refusals of the command line in the reader's language; in English as click has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from damiera.cli.main import cli, main
from damiera.cli.wording import help_texts, worded

LANGUAGES = ("it", "fr")


def _commands(command: click.Command = cli, names: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield names
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _commands(below, (*names, name))


def _command(names: tuple[str, ...]) -> click.Command:
    found: click.Command = cli
    for name in names:
        assert isinstance(found, click.Group)
        below = found.get_command(click.Context(found), name)
        assert below is not None
        found = below
    return found


def _run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """Return the exit code and everything that was written."""
    with pytest.raises(SystemExit) as stop:
        main(args)
    written = capsys.readouterr()
    return int(stop.value.code or 0), written.out + written.err


def _closed_up(text: str) -> str:
    """Return a text without its spaces and line ends: where lines end depends on the terminal."""
    return "".join(text.split())


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("DAMIERA_LANG", request.param)
    return str(request.param)


@pytest.mark.parametrize("names", list(_commands()), ids=lambda names: " ".join(names) or "damiera")
def test_help_is_in_the_readers_language(
    capsys: pytest.CaptureFixture[str], lang: str, names: tuple[str, ...]
) -> None:
    code, out = _run(capsys, *names, "--help")
    shown = _closed_up(out)
    assert code == 0
    for english in help_texts(_command(names)):
        said = worded(english, lang)
        assert said != english
        assert _closed_up(said) in shown
        assert _closed_up(english) not in shown
    assert not [word for word in ("Usage:", "Commands:", "[default:", "INTEGER", "required]") if word in out]


@pytest.mark.parametrize("names", list(_commands()), ids=lambda names: " ".join(names) or "damiera")
def test_in_english_help_is_what_the_source_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "en")
    code, out = _run(capsys, *names, "--help")
    command = _command(names)
    context = command.context_class(command, info_name=" ".join(("damiera", *names)), max_content_width=100)
    if isinstance(command, click.Group):  # click cuts the first sentences of their commands to one line
        assert command.help is not None
        assert _closed_up(command.help) in _closed_up(out)
    else:
        assert out.rstrip("\n") == command.get_help(context)
    assert code == 0


def test_a_group_lists_its_commands_in_the_readers_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "it")
    for args in (("pdn", "--help"), ("pdn",)):
        _, out = _run(capsys, *args)
        assert "Uso: damiera pdn [OPZIONI] COMANDO [ARGOMENTI]...\n" in out
        assert "\nComandi:\n" in out
        assert "Stampa una partita di FILE come formulario: un PDF di pagine A4." in out


def test_lang_without_a_command_is_for_the_app(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = _run(capsys, "--lang", "fr", "--help")
    assert code == 0
    assert worded("Start the app, print its address, open the browser.", "fr") in text


def test_lang_before_help_decides(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "en")
    assert "Mostra questo messaggio" in _run(capsys, "moves", "--lang", "it", "--help")[1]
    assert "Show this message" in _run(capsys, "moves", "--help")[1]


def test_the_version(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "it")
    code, out = _run(capsys, "--version")
    assert code == 0
    assert out.startswith("damiera, versione ")


REFUSED = [
    ("perft", "Missing argument 'GAME'.", "Manca l'argomento 'GAME'."),
    ("nonsense", "No such command 'nonsense'.", "Il comando 'nonsense' non esiste."),
    ("pdn chek", "Did you mean 'check'?", "Il comando 'chek' non esiste. Volevi dire 'check'?"),
    ("perft italian 3 --fo", "'--fo'. (Did you mean one of: '--fen',", "esiste. (Forse: '--fen', '--json'?)"),
    ("perft italian 3 --divid", "Did you mean '--divide'?", "esiste. Volevi dire '--divide'?"),
    ("perft italian 3 --qqqq", "No such option '--qqqq'.", "L'opzione '--qqqq' non esiste."),
    ("perft italian x", "'x' is not a valid integer range.", "per 'DEPTH': 'x' non è un numero intero."),
    ("perft italian 99", "99 is not in the range 1<=x<=40.", "99 non è nei limiti 1<=x<=40."),
    ("perft italian 3 4", "Got unexpected extra argument (4)", "C'è un argomento di troppo (4)"),
    ("perft italian 3 4 5", "unexpected extra arguments (4 5)", "Ci sono argomenti di troppo (4 5)"),
    ("perft italian 3 --fen", "Option '--fen' requires an argument.", "L'opzione '--fen' vuole un valore."),
    ("perft italian 3 --json=1", "'--json' does not take a value.", "L'opzione '--json' non prende valori."),
    ("analyse italian start --time x", "'x' is not a valid float range.", "'x' non è un numero."),
    ("play italian --seed x", "'x' is not a valid integer.", "'--seed': 'x' non è un numero intero."),
    ("play italian --lang xx", "'xx' is not one of 'en',", "'xx' non è fra 'en',"),
    ("pdn check none.pdn", "File 'none.pdn' does not exist.", "Il file 'none.pdn' non esiste."),
    ("pdn check .", "File '.' is a directory.", "'.' è una cartella, non un file."),
    ("pdn import a.pdn --data a.pdn", "Directory 'a.pdn' is a file.", "'a.pdn' è un file, non una cartella."),
    ("pdn sheet a.pdn", "Missing option '--out' / '--output'.", "Manca l'opzione '--out' / '--output'."),
    ("tournament print a.pdn --out -", "Choose from:\n\tform,", "Scegli fra:\n\tform,"),
    ("moves nowhere.toml", "there is no file nowhere.toml", "il file nowhere.toml non c'è"),
    ("calibrate", "name a game, or give --stale", "indica un gioco, o aggiungi --stale"),
    ("bench ludo", "no search by this for ludo", "ludo: qui la ricerca non c'è"),
    ("pdn convert a.pdn --json", "--json needs --output", "--json vuole --output"),
    ("pdn sheet a.pdn --out b.pdf", "a.pdn has no game 1", "a.pdn non ha una partita 1"),
    ("match a b --game italian --resume", "--resume needs --pdn", "--resume vuole --pdn"),
    ("match a b --game italian --time x", "x is no clock", "x non è un orologio"),
    ("picture italian --theme x", "no theme 'x': there are", "il tema 'x' non c'è: ci sono"),
    ("explain italian start x", "'x' names no move", "'x' non è una mossa"),
    ("explore italian --pdn a.pdn --mine", "leave out --pdn", "togli --pdn"),
    ("serve --engine builtin", "write hub:COMMAND", "scrivi hub:COMMAND"),
    ("analyse italian start --time nan", "nan is no number from", "nan non è un numero da"),
]


@pytest.mark.parametrize(("line", "english", "italian"), REFUSED, ids=lambda text: text[:40])
def test_refusals_are_in_the_readers_language(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    line: str,
    english: str,
    italian: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pdn").write_text("")
    for language, head, said in (("en", "Error: ", english), ("it", "Errore: ", italian)):
        monkeypatch.setenv("DAMIERA_LANG", language)
        code, out = _run(capsys, *line.split())
        assert code == 2
        assert head in out
        assert said in out
        assert ("Usage:" in out or "Try '" in out) <= (language == "en")


def test_moves_and_counts_are_in_the_readers_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, takes, depth in (("en", "takes", "depth"), ("it", "prende", "profondità")):
        monkeypatch.setenv("DAMIERA_LANG", language)
        assert f"  22x13  {takes} 18\n" in _run(capsys, "moves", "italian", "W:W22,23,26,31,32:B14,18,19")[1]
        assert f"italian {depth} 2: 49 " in _run(capsys, "perft", "italian", "2")[1]


def test_what_click_is_not_known_to_say_stays_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "it")
    monkeypatch.setattr("damiera.cli.wording._CLICKS", ())
    assert "Errore: No such command 'nonsense'." in _run(capsys, "nonsense")[1]
