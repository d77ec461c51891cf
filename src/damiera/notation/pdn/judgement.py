"""Which game the games of a file are that do not say so: all of them are asked together.

A game counts for every game of draughts whose rules allow its position and its moves to the end; one that
says itself what it is counts for that. The games whose squares leave the same choice are of the one that most
speak for: "English draughts, 96 of 100". Where others are as likely nothing is certain, and a person says it.

The squares of one usual game are not enough for a few moves: those are tried in every game written so.
A board of fifty squares is one of the choices only where squares above 32 are named, or for problems among
games that mostly name them. A long file is not read twice: pieces spread over it are asked, and it is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from damiera.messages import Joined, Message, Text, Verbatim
from damiera.notation.pdn.flat import GAME, PAIR, cut, words_of
from damiera.notation.pdn.guess import (
    LARGE_BOARD,
    PROBLEMS,
    games_by_squares,
    has_italian_tags,
    is_legal,
    said_by_tags,
)
from damiera.notation.pdn.lexer import NEXT_GAME, Cutter, RawGame, skip_space
from damiera.notation.pdn.model import JUMP
from damiera.notation.pdn.results import RESULT_WORDS
from damiera.notation.pdn.tags import standard_name, with_standard
from damiera.notation.pdn.tokens import is_jump, main_words
from damiera.rules.ruleset import CATALOGUE, ITALIAN, Ruleset, ruleset

__all__ = ["WHOLE", "WINDOW", "WINDOWS", "FileJudgement", "GameCount", "SilentGames", "judge", "judge_pieces"]

WHOLE = 512 * 1024
"""The longest text, in characters, whose games are all asked."""
WINDOWS, WINDOW = 32, 8 * 1024
"""Of a longer one, so many pieces spread over it, of so many characters."""
_MOST_ASKED = 6_000  # games of a text that are asked
_MOST_WORDS = 400  # plies of a game that are asked
_LOSING = "-losing"
_MARGIN = 20  # one game in so many may be written wrongly
_FEW_PLIES = 20  # with fewer moves among them, squares that only one usual game names leave others open

_BY_TAG = Message("By their tags: {games}.")
_COUNTED = Message("{name} ({n})", context="games of a kind")
_CERTAIN = Message(
    "Without tag: {game}, {n} of {all}, because these are possible in it from the first move to the "
    "last{others}."
)
_ONLY = Message("Without tag: {game}, {n} of {all}, because the squares they name are of no other game.")
_FEWER = Message("; in others fewer: {games}")
_BY_COMPANY = Message("Without tag: {game}, {n} of {all}, because the other games of the file are of it.")
_OPEN = Message(
    "Without tag: {n} game, and its rules are not certain: it is possible in {games}.",
    plural="Without tag: {n} games, and their rules are not certain: so many are possible in {games}.",
)
_OVERRULED = Message("Read as {game}, as was asked, though tags say otherwise: {games}.")
_ASKED_FOR = Message("Read as {game}, as was asked.")
_MIXED = Message("The file mixes games; game {n} is the first of another kind.")
_SPREAD = Message("Asked were {n} games, spread over the file.")


@dataclass(frozen=True, slots=True)
class GameCount:
    """How many games of a file are possible in a game of draughts.

    >>> GameCount(ITALIAN, 3).n
    3
    """

    ruleset: Ruleset
    n: int


@dataclass(frozen=True, slots=True)
class SilentGames:
    """The games of a file that do not say what they are and leave the same choice.

    Attributes:
        choice: what they may be by their squares.
        games: how many there are.
        first: which game of the text the first of them is, from 1.
        counts: how many are possible in each, the likeliest first.
        evidence: how many games of the whole file speak for each, in the order of `counts`.

    >>> judge("1. 11-15 23-19 *").silent[0].games
    1
    """

    choice: tuple[Ruleset, ...]
    games: int
    first: int
    counts: tuple[GameCount, ...]
    evidence: tuple[int, ...]

    @property
    def ruleset(self) -> Ruleset:
        """What they are most likely."""
        return self.counts[0].ruleset

    @property
    def is_sure(self) -> bool:
        """Whether at least half are possible in the likeliest game, and clearly fewer speak for any other."""
        if len(self.counts) == 1:
            return len(self.choice) == 1 or self.counts[0].n > 0
        margin = max(1, self.games // _MARGIN)
        return 2 * self.counts[0].n >= self.games and self.evidence[0] - max(self.evidence[1:]) >= margin


@dataclass(frozen=True)
class FileJudgement:
    """What the games of a file are.

    Attributes:
        asked: how many games were asked.
        whole: whether these are all games of the file.
        said: how many say by their tags that they are of a game, by its name in the catalogue.
        silent: those that do not say it, by the choice their squares leave.

    >>> judge("1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 *").is_sure
    False
    """

    asked: int
    whole: bool
    said: Mapping[str, int]
    silent: tuple[SilentGames, ...]

    @property
    def is_sure(self) -> bool:
        """Whether every game says what it is, or the others leave no doubt."""
        return all(group.is_sure for group in self.silent)

    @cached_property
    def candidates(self) -> tuple[GameCount, ...]:
        """What those without tag may be, with how many are possible in each, the likeliest first."""
        found = Counter[str]()
        for group in self.silent:
            found.update({count.ruleset.slug: count.n for count in group.counts})
            found.update({game.slug: 0 for game in group.choice})
        ranked = found.most_common()
        return tuple(GameCount(ruleset(slug), n) for slug, n in ranked if n or not ranked[0][1])

    def game_of(self, fen: str, words: Sequence[str]) -> Ruleset | None:
        """Return what a game without tag is, by its position and its moves; None where it names no square.

        >>> judge("1. 11-15 23-19 *").game_of("", ["9-14"]).slug
        'english'
        """
        choice = games_by_squares(fen, words)
        return self.of_choice(choice) if choice else None

    def of_choice(self, choice: tuple[Ruleset, ...]) -> Ruleset:
        """Return which game of those that a game without tag may be it is taken for."""
        return self._taken.get(choice, choice[0])

    @cached_property
    def _taken(self) -> dict[tuple[Ruleset, ...], Ruleset]:
        return {group.choice: group.ruleset for group in self.silent}

    @property
    def text(self) -> Text:
        """What the games are and why, in a few sentences; nothing where all is said by their tags alike."""
        parts = [_by_tag(self.said)] if self.said else []
        parts += [_sentence(group, self.said) for group in _joined(self.silent)]
        kinds = {group.ruleset.slug for group in self.silent}
        if len(kinds | set(self.said)) > 1 and self.silent and self.whole:
            parts.append(_MIXED.format(n=self._first_other))
        if not self.whole:
            parts.append(_SPREAD.format(n=self.asked))
        return Joined(tuple(parts), " ") if parts else Verbatim("")

    def text_where_asked(self, asked: Ruleset) -> Text:
        """Return what a file is read as where somebody says it, and what its tags say otherwise.

        >>> judge('[GameType "25"] 1. c3-d4 *').text_where_asked(ITALIAN).text("en")
        'Read as Italian draughts, as was asked, though tags say otherwise: Russian draughts (1).'
        """
        others = {slug: n for slug, n in self.said.items() if slug != asked.slug}
        if not others:
            return _ASKED_FOR.format(game=asked.name)
        return _OVERRULED.format(game=asked.name, games=_listed(_by_number(others)))

    @property
    def _first_other(self) -> int:
        """The first game without tag that is of another kind than most of the file."""
        kinds = Counter(self.said)
        for group in self.silent:
            kinds[group.ruleset.slug] += group.games
        [(most, _)] = kinds.most_common(1)
        others = [group.first for group in self.silent if group.ruleset.slug != most]
        return min(others or [self.silent[0].first])


def judge(text: str) -> FileJudgement:
    """Return what the games of a text are.

    >>> judge('[FEN "W:W24,K22:B5"]\\n*\\n\\n[FEN "W:W20:B12,16"]\\n1. 20x4 *').candidates[0].ruleset.slug
    'english'
    """
    if len(text) <= WHOLE:
        found = list(_asked(text, _MOST_ASKED + 1))
        if len(found) <= _MOST_ASKED:
            return _judged(found, whole=True)
    return judge_pieces(_windows(text))


def judge_pieces(pieces: Iterable[str]) -> FileJudgement:
    """Return what the games of a long file are, by pieces of it; the cut game at either end is left out.

    >>> judge_pieces(["[A \\"1\\"]\\n1. 11-15 *\\n\\n[A \\"2\\"]\\n1. 9-14 *\\n\\n[A \\"3\\"] 1."]).asked
    1
    """
    found = [game for piece in pieces for game in _inside(piece)]
    return _judged(found, whole=False)


def _windows(text: str) -> Iterator[str]:
    step = max(1, (len(text) - WINDOW) // (WINDOWS - 1))
    for at in range(0, WINDOWS * step, step):
        yield text[at : at + WINDOW]


def _inside(piece: str) -> list[_Asked]:
    """Return the games between the first and the last place in a piece where a game surely begins."""
    places = [match.start() for match in NEXT_GAME.finditer(piece)]
    if len(places) < 2:
        return []
    return list(_asked(piece[places[0] : places[-1]], _MOST_ASKED // WINDOWS))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A game as far as it is asked: what its tags say, its position, its moves, its number in the text."""

    said: str
    fen: str
    words: Sequence[str]
    is_italian: bool
    number: int


def _asked(text: str, most: int) -> Iterator[_Asked]:
    cutter, at, number = Cutter(text), 0, 0
    while number < most:
        at = skip_space(text, at)
        ordinary = GAME.match(text, at)
        game = _ordinary(ordinary[1], ordinary[2], number + 1) if ordinary else None
        if ordinary and game is not None:
            at = ordinary.end()
        else:
            raw = cutter.game(at)
            if raw is None:
                return
            at = raw.end
            if raw.is_empty:
                continue
            game = _from_raw(raw, number + 1)
        number += 1
        yield game


def _ordinary(head: str, body: str, number: int) -> _Asked | None:
    """Return an ordinary game in numbers, cut by one pattern; None where it is not."""
    if JUMP in body.lower():
        return None
    whole = cut(body) if "(" in body else None
    words = whole.words if whole else words_of(body)
    if not words:
        return None
    if not whole and words[-1] in RESULT_WORDS:
        words = words[:-1]
    if not RESULT_WORDS.isdisjoint(words):
        return None  # more games than one
    tags = {standard_name(name): value for name, value in PAIR.findall(head)}
    return _of(tags, words, number)


def _from_raw(raw: RawGame, number: int) -> _Asked:
    tags = {tag.name: tag.value for tag in raw.tags}
    for token in raw.tokens:
        if token.kind == "setup":
            tags["FEN"] = token.value.strip("/ ").removeprefix("FEN").strip(' "')
        elif token.kind in ("move", "open") or is_jump(token):
            break
    return _of(tags, main_words(raw.tokens), number)


def _of(tags: dict[str, str], words: Sequence[str], number: int) -> _Asked:
    tags = with_standard(tags)
    verdict = said_by_tags(tags)
    said = verdict.ruleset.slug if verdict is not None and verdict.ruleset is not None else ""
    if verdict is not None and not said:
        words, tags = (), {}  # a game that is not here says nothing of the others
    fen = tags.get("FEN", "").strip() if tags.get("SetUp") != "0" else ""
    return _Asked(said, fen, words[:_MOST_WORDS], has_italian_tags(tags), number)


def _judged(found: Sequence[_Asked], *, whole: bool) -> FileJudgement:
    said = Counter(game.said for game in found if game.said)
    choices: dict[tuple[Ruleset, ...], list[_Asked]] = {}
    for game in found:
        choice = () if game.said else games_by_squares(game.fen, game.words)
        if choice:
            choices.setdefault(choice, []).append(game)
    large = len(choices.get(LARGE_BOARD, ()))
    tried = {choice: choice for choice in choices}
    if PROBLEMS in choices and 2 * large >= large + len(choices[PROBLEMS]):
        tried[PROBLEMS] = (*LARGE_BOARD, *PROBLEMS)
    legal = {choice: _counts(tried[choice], games) for choice, games in choices.items()}
    for choice, games in choices.items():
        if 2 * max(legal[choice].values()) < len(games) or _is_short(choice, games):
            others = _counts(_all_games(choice), games)
            tried[choice] = tuple(
                dict.fromkeys([*tried[choice], *(CATALOGUE[s] for s, n in others.items() if n)])
            )
            legal[choice] = others | legal[choice]
    evidence = Counter(said)
    for counts in legal.values():
        evidence.update(counts)
    silent = tuple(
        _group(choice, tried[choice], games, legal[choice], evidence) for choice, games in choices.items()
    )
    return FileJudgement(len(found), whole, dict(said), silent)


def _is_short(choice: tuple[Ruleset, ...], games: Sequence[_Asked]) -> bool:
    """Tell whether games that name the squares of one usual game are too short to be of no other."""
    return len(choice) == 1 and sum(len(game.words) for game in games) < _FEW_PLIES


def _counts(rulesets: Iterable[Ruleset], games: Sequence[_Asked]) -> dict[str, int]:
    return {rules.slug: sum(is_legal(rules, game.fen, game.words) for game in games) for rules in rulesets}


def _all_games(choice: tuple[Ruleset, ...]) -> Iterator[Ruleset]:
    """Yield the games of the catalogue written as those of a choice, for games it does not settle."""
    written = choice[0].notation
    return (
        rules
        for rules in CATALOGUE.values()
        if rules.notation == written and not rules.slug.endswith(_LOSING)  # a losing twin has the same moves
    )


def _group(
    choice: tuple[Ruleset, ...],
    tried: tuple[Ruleset, ...],
    games: Sequence[_Asked],
    legal: Mapping[str, int],
    evidence: Mapping[str, int],
) -> SilentGames:
    italian = sum(game.is_italian for game in games) if legal.get(ITALIAN.slug) else 0

    def speaking(rules: Ruleset) -> int:
        return evidence[rules.slug] + (italian if rules == ITALIAN else 0)

    ranked = sorted(tried, key=lambda rules: -speaking(rules))
    kept = [rules for rules in ranked if rules == ranked[0] or legal[rules.slug]]
    counts = tuple(GameCount(rules, legal[rules.slug]) for rules in kept)
    return SilentGames(choice, len(games), games[0].number, counts, tuple(map(speaking, kept)))


def _joined(groups: Sequence[SilentGames]) -> list[SilentGames]:
    """Return the groups, those of the same certain game as one."""
    out: dict[str, SilentGames] = {}
    apart = []
    for group in groups:
        slug = group.ruleset.slug
        if not group.is_sure:
            apart.append(group)
        elif slug in out:
            out[slug] = _together(out[slug], group)
        else:
            out[slug] = group
    return [*out.values(), *apart]


def _together(one: SilentGames, other: SilentGames) -> SilentGames:
    found = {count.ruleset: count.n for count in one.counts}
    for count in other.counts:
        found[count.ruleset] = found.get(count.ruleset, 0) + count.n
    counts = tuple(GameCount(rules, n) for rules, n in found.items())
    return replace(one, games=one.games + other.games, counts=counts)


def _by_tag(said: Mapping[str, int]) -> Text:
    return _BY_TAG.format(games=_listed(_by_number(said)))


def _by_number(said: Mapping[str, int]) -> list[GameCount]:
    return [GameCount(ruleset(slug), n) for slug, n in sorted(said.items(), key=lambda pair: -pair[1])]


def _listed(counts: Sequence[GameCount]) -> Text:
    return Joined(tuple(_COUNTED.format(name=count.ruleset.name, n=count.n) for count in counts), ", ")


def _sentence(group: SilentGames, said: Mapping[str, int]) -> Text:
    best, *others = group.counts
    if not group.is_sure:
        return _OPEN.format(n=group.games, games=_listed(group.counts))
    known = {"game": best.ruleset.name, "n": best.n, "all": group.games}
    close = [count for count in others if count.n >= best.n]
    if close and best.ruleset.slug in said:
        return _BY_COMPANY.format(**known)
    if not others and group.choice == (best.ruleset,):
        return _ONLY.format(**known)
    fewer = _FEWER.format(games=_listed(others)) if others else Verbatim("")
    return _CERTAIN.format(**known, others=fewer)
