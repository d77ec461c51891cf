"""The one map of the app: five columns of pages, each two clicks from anywhere."""

from __future__ import annotations

import msgspec

from damiera.messages import Lang, translations
from damiera.rules.ruleset import CATALOGUE

__all__ = ["MapColumn", "MapLink", "site_map"]


class MapLink(msgspec.Struct, frozen=True):
    """A page: its path, its name, and a word or a number beside it."""

    href: str
    name: str
    aside: str = ""


class MapColumn(msgspec.Struct, frozen=True):
    """Pages of one kind, under the name and the icon of the kind."""

    name: str
    icon: str
    links: tuple[MapLink, ...]


def site_map(lang: Lang, *, laboratory: bool = False) -> tuple[MapColumn, ...]:
    """Return the pages of the app by what they are for; the laboratory for those who may look into it."""
    _ = translations(lang).gettext
    play = (
        MapLink("/new", _("New game")),
        MapLink("/club", _("The club: who else is here")),
        MapLink("/friends", _("Friends")),
        MapLink("/tv", _("Watch")),
        MapLink("/clubs", _("Clubs")),
        MapLink("/simul", _("Simultaneous display: one against many")),
        MapLink("/join", _("Join a game")),
        MapLink("/new?way=correspondence", _("By correspondence")),
        MapLink("/rules/new", _("House rules")),
        MapLink("/openings", _("Openings by lot")),
    )
    learn = (
        MapLink("/learn", _("Lessons")),
        MapLink("/puzzles", _("Puzzles")),
        MapLink("/rules/italian", _("How to play")),
        MapLink("/book", _("The rules, article by article")),
    )
    study = (
        MapLink("/analysis", _("Analysis")),
        MapLink("/studies", _("Studies")),
        MapLink("/games", _("My games")),
        MapLink("/archive", _("Archive")),
        MapLink("/import", _("Import games")),
        MapLink("/endgame", _("Endgame tables")),
        MapLink("/atlas", _("Atlas of openings")),
        *((MapLink("/laboratory", _("Laboratory")),) if laboratory else ()),
    )
    games = sum(1 for slug in CATALOGUE if not slug.endswith("-losing"))
    book = (
        MapLink("/catalogue", _("All the games"), str(games)),
        MapLink("/book", _("Rulebooks")),
        MapLink("/rules/new", _("Make a game of your own")),
    )
    hall = (
        MapLink("/hall", _("Events")),
        MapLink("/hall/new", _("New event")),
        MapLink("/new?against=here&desk=yes", _("The arbiter at the board")),
    )
    return (
        MapColumn(_("Play"), "play", play),
        MapColumn(_("Learn"), "school", learn),
        MapColumn(_("Study"), "edit", study),
        MapColumn(_("The book"), "book", book),
        MapColumn(_("Events"), "cup", hall),
    )
