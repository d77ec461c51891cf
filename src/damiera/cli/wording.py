"""The help of the commands, and what click refuses, in the reader's language.

The source says help as click has it, in English: in docstrings and in `help="…"`. Those texts are gathered
from the commands as they are (`help_texts`) and worded when they are shown. What click itself says stands in
`_CLICKS`, each sentence as a pattern: what matches one is said in the words of the catalogue, the rest stays
as it is. Names of arguments and options (GAME, FILE, --depth) are the same in every language.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache
from itertools import pairwise
from string import Formatter

import click

from damiera.cli.common import language
from damiera.messages import Lang, Message, translations

__all__ = ["CONTEXT", "WordedContext", "click_in_words", "help_texts", "show", "worded"]

CONTEXT = "command line"
"""The context of every help text in the catalogues: a short one may mean something else on a page."""

_USAGE = Message("Usage:", context="command line")
_OPTIONS = Message("Options:", context="command line")
_COMMANDS = Message("Commands:", context="command line")
_DEFAULT = Message("default: {default}", context="command line")
_REQUIRED = Message("required", context="command line")
_TRY = Message("Try '{command} --help' for help.")
_ERROR = Message("Error: {message}")

_CLICKS = (
    Message("[OPTIONS]", context="command line"),
    Message("COMMAND [ARGS]...", context="command line"),
    Message("TEXT", context="command line"),
    Message("INTEGER", context="command line"),
    Message("INTEGER RANGE", context="command line"),
    Message("FLOAT RANGE", context="command line"),
    Message("PATH", context="command line"),
    Message("DIRECTORY", context="command line"),
    Message("{said} Did you mean {name}?"),
    Message("{said} (Did you mean one of: {names}?)"),
    Message("No such option {name}."),
    Message("No such command {name}."),
    Message("Missing command."),
    Message("Missing argument {name}. Choose from:{choices}"),
    Message("Missing argument {name}."),
    Message("Missing option {name}. Choose from:{choices}"),
    Message("Missing option {name}."),
    Message("Got unexpected extra argument ({words})"),
    Message("Got unexpected extra arguments ({words})"),
    Message("Option {name} requires an argument."),
    Message("Option {name} does not take a value."),
    Message("Invalid value for {name}: {said}"),
    Message("Invalid value: {said}"),
    Message("{value} is not a valid integer."),
    Message("{value} is not a valid integer range."),
    Message("{value} is not a valid float range."),
    Message("{value} is not in the range {range}."),
    Message("{value} is not one of {choices}."),
    Message("File {name} does not exist."),
    Message("Path {name} does not exist."),
    Message("Directory {name} does not exist."),
    Message("File {name} is a directory."),
    Message("Directory {name} is a file."),
    Message("File {name} is not readable."),
    Message("Path {name} is not readable."),
    Message("Directory {name} is not readable."),
)
_SAID_BY_CLICK = "said"  # the place in a sentence where another one of click's may stand


class WordedContext(click.Context):
    """A context whose usage and help are in the reader's language."""

    def get_usage(self) -> str:
        """Return the line that says how the command is called."""
        formatter = self.make_formatter()
        self._write_usage(formatter, language())
        return formatter.getvalue().rstrip("\n")

    def get_help(self) -> str:
        """Return the whole page of help, laid out as click does it."""
        lang = language()
        formatter = self.make_formatter()
        self._write_usage(formatter, lang)
        _write_paragraphs(formatter, self.command.help, lang)
        if options := list(self._options(lang)):
            with _section(formatter, _OPTIONS, lang):
                formatter.write_dl(options)
        if commands := list(self._commands(lang)):
            with _section(formatter, _COMMANDS, lang):
                formatter.write_dl(commands)
        _write_paragraphs(formatter, self.command.epilog, lang)
        return formatter.getvalue().rstrip("\n")

    def _write_usage(self, formatter: click.HelpFormatter, lang: Lang) -> None:
        pieces = [click_in_words(piece, lang) for piece in self.command.collect_usage_pieces(self)]
        formatter.write_usage(self.command_path, " ".join(pieces), prefix=f"{_USAGE.text(lang)} ")

    def _options(self, lang: Lang) -> Iterator[tuple[str, str]]:
        for param in self.command.get_params(self):
            record = param.get_help_record(self)
            if record is not None and isinstance(param, click.Option):
                yield self._name_of(param, record[0], lang), self._help_of(param, lang)

    def _name_of(self, param: click.Option, written: str, lang: Lang) -> str:
        """Return the left column of an option, which ends with the kind of value it takes."""
        kind = param.make_metavar(self)
        if param.is_flag or param.count or not written.endswith(kind):
            return written
        return written.removesuffix(kind) + click_in_words(kind, lang)

    def _help_of(self, param: click.Option, lang: Lang) -> str:
        extra = param.get_help_extra(self)
        behind = [_DEFAULT.format(default=extra["default"]).text(lang)] if "default" in extra else []
        behind += [extra["range"]] if "range" in extra else []
        behind += [_REQUIRED.text(lang)] if "required" in extra else []
        said = worded(param.help, lang) if param.help else ""
        return "  ".join(filter(None, (said, f"[{'; '.join(behind)}]" if behind else "")))

    def _commands(self, lang: Lang) -> Iterator[tuple[str, str]]:
        """Return the commands of a group with their first sentence, in full where click would cut it."""
        if not isinstance(self.command, click.Group):
            return
        for name in self.command.list_commands(self):
            command = self.command.get_command(self, name)
            if command is not None and not command.hidden:
                said = command.short_help or command.help or ""
                yield name, _first_sentence(worded(said, lang))


def help_texts(command: click.Command) -> Iterator[str]:
    """Return what a command says in its help, as the catalogues have it; not what its own commands say."""
    context = click.Context(command)
    params = [param.help for param in command.get_params(context) if isinstance(param, click.Option)]
    for text in (command.help, command.short_help, command.epilog, *params):
        if text:
            yield _unwrapped(text)


def worded(text: str, lang: Lang) -> str:
    """Return a help text in a language; as it is written where the catalogue has no words for it."""
    return translations(lang).pgettext(CONTEXT, _unwrapped(text))


def click_in_words(said: str, lang: Lang) -> str:
    """Return what click says, in a language; what it is not known to say comes back as it is.

    >>> click_in_words("No such option '--deep'.", "en")
    "No such option '--deep'."
    """
    for message in _CLICKS:
        if found := _pattern(message.source).fullmatch(said):
            parts = found.groupdict()
            if _SAID_BY_CLICK in parts:
                parts[_SAID_BY_CLICK] = click_in_words(parts[_SAID_BY_CLICK], lang)
            return message.format(**parts).text(lang)
    return said


def show(error: click.ClickException) -> None:
    """Write a refusal on standard error, with the usage of the command it is about."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return
    lang = language()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
        click.echo(_TRY.format(command=error.ctx.command_path).text(lang) + "\n", err=True)
    said = click_in_words(error.format_message(), lang)
    click.echo(_ERROR.format(message=said).text(lang), err=True)


@cache
def _pattern(source: str) -> re.Pattern[str]:
    parts = Formatter().parse(source)
    written = "".join(
        re.escape(text) + (f"(?P<{name}>.*?)" if name is not None else "") for text, name, _, _ in parts
    )
    return re.compile(written, re.DOTALL)


def _section(formatter: click.HelpFormatter, heading: Message, lang: Lang) -> AbstractContextManager[None]:
    """Begin a section; its colon comes from the formatter, and what stands before it from the language."""
    return formatter.section(heading.text(lang).removesuffix(":"))


def _write_paragraphs(formatter: click.HelpFormatter, text: str | None, lang: Lang) -> None:
    if text:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(worded(text, lang))


def _unwrapped(text: str) -> str:
    """Return a text without the line ends and indents of its source, which are no part of the sentence."""
    shown = inspect.cleandoc(text).partition("\f")[0]
    return "\n\n".join(paragraph.replace("\n", " ").strip() for paragraph in shown.split("\n\n"))


def _first_sentence(text: str) -> str:
    """Return the text to its first full stop that is not one of an abbreviation, as click does it."""
    words = text.partition("\n\n")[0].split(" ")
    for count, (word, following) in enumerate(pairwise(words), start=1):
        if word.endswith(".") and not following[:1].islower():
            return " ".join(words[:count])
    return " ".join(words)
