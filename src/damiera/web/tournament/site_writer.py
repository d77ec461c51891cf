"""The sites of events, written by themselves after every act to a folder of this computer, or to a stick.

Which events want it stands beside their files (`.damiera-site`, which holds the language), so that it is
known whatever happens to the server. Only files that have changed are written, each whole or not at all,
the first page last. Where the disk is full or the stick is gone nothing of the event is lost: the
arbiter's pages say so, and it is tried again until it succeeds.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from damiera.disk import write_whole
from damiera.messages import Lang, Message, Text, languages
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads
from damiera.web.common.regular import EVERY_S, RegularWork

__all__ = ["EventSites", "SiteState"]

log = logging.getLogger("damiera.web")

AGAIN_S: Final = 5.0
SHARE: Final = 5
"""So many times what it costs to make a site, in processor time, pass before it is made again."""
MARK: Final = ".damiera-site"
FIRST: Final = "index.html"

_FAILED: Final = Message(
    "The site of the event could not be written to {folder}: {why}. Nothing of the event is lost; "
    "it is tried again."
)


_FULL: Final = Message("nothing more fits there")
_REASONS: Final = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: Message("write protection is on"),
    errno.EACCES: Message("it may not be written there"),
    errno.EPERM: Message("it may not be written there"),
    errno.ENOENT: Message("the disk or the folder is gone"),
}


def _why(error: OSError) -> Message | str:
    """Say in the reader's words why a disk refuses; what is rarer in those of the system."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)


class SiteState(msgspec.Struct, frozen=True):
    """How the site of an event stands: whether it is written, where, up to which line, what hinders it."""

    on: bool
    folder: str
    version: int = 0
    trouble: Text | None = None


@dataclass(slots=True)
class _Site:
    """What is known of one event's site: the seals of its files as they lie there."""

    lang: Lang
    version: int = -1
    seals: dict[str, bytes] = field(default_factory=dict)
    trouble: Text | None = None
    not_before: float = 0.0


class EventSites(RegularWork):
    """Writes the sites of events whose arbiter wants it. Without a folder it does nothing."""

    def __init__(
        self,
        folder: Path | None,
        files: Callable[[str, Lang], tuple[int, Mapping[str, bytes]]],
        stamps: Callable[[Sequence[str]], Mapping[str, tuple[int, ...]]],
        database: DatabaseThreads,
        coworkers: Coworkers,
        *,
        every_s: float = EVERY_S,
    ) -> None:
        super().__init__(coworkers, "the sites of events could not be looked at", every_s=every_s)
        self.folder = folder
        self._files = files
        self._stamps = stamps
        self._database = database
        self._sites: dict[str, _Site] = {}

    async def start(self) -> None:
        """Begin to look, where there is a folder."""
        if self.folder is not None:
            await super().start()

    def state(self, id: str) -> SiteState | None:
        """Return how the site of an event stands; None where this server writes none."""
        if self.folder is None:
            return None
        site = self._sites.get(id)
        where = str(self.folder / id)
        if site is None:
            return SiteState((self.folder / id / MARK).is_file(), where)
        return SiteState(True, where, max(site.version, 0), site.trouble)

    def turn_on(self, id: str, lang: Lang) -> None:
        """Write the site of an event from now on, in a language. Raises OSError if that cannot be."""
        if self.folder is None:
            return
        (self.folder / id).mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / id / MARK, lang.encode())
        self._sites[id] = _Site(lang)

    def turn_off(self, id: str) -> None:
        """Write it no more; the files stay."""
        if self.folder is not None:
            (self.folder / id / MARK).unlink(missing_ok=True)
            self._sites.pop(id, None)

    async def look(self) -> bool:
        """Write the sites of events that have changed."""
        await asyncio.to_thread(self._find)
        await self._write_changed()
        return True

    def _find(self) -> None:
        """Look which events want a site, as their folders say."""
        assert self.folder is not None
        with contextlib.suppress(OSError):  # a stick that is gone: those known already will say so
            for mark in self.folder.glob(f"*/{MARK}"):
                if mark.parent.name not in self._sites:
                    said = mark.read_text("utf-8", errors="replace").strip()
                    self._sites[mark.parent.name] = _Site(said if said in languages() else "en")

    async def _write_changed(self) -> None:
        if not self._sites:
            return
        found = await self._database.read(self._stamps, tuple(self._sites))
        for id, site in list(self._sites.items()):
            stamp = found.get(id)
            if stamp is None or (stamp[0] == site.version and site.trouble is None):
                continue
            assert self.folder is not None
            gone = site.trouble is None and not (self.folder / id / MARK).is_file()
            if gone or time.monotonic() >= site.not_before:
                await self._write(id, site)

    async def _write(self, id: str, site: _Site) -> None:
        try:
            version, files, cost_s = await self._database.read(self._made, id, site.lang)
            await asyncio.to_thread(self._put, id, site, files)
        except OSError as error:
            if site.trouble is None:
                log.warning("the site of event %s could not be written: %s", id, error)
            folder = str(self.folder and self.folder / id)
            site.trouble = _FAILED.format(folder=folder, why=_why(error))
            site.seals.clear()  # what lies there now is not known
            site.not_before = time.monotonic() + AGAIN_S
            return
        site.trouble, site.version = None, version
        site.not_before = time.monotonic() + SHARE * cost_s

    def _made(self, id: str, lang: Lang) -> tuple[int, Mapping[str, bytes], float]:
        """The files of a site, up to which line they tell, and what they cost in processor time."""
        began = time.thread_time()
        version, files = self._files(id, lang)
        return version, files, time.thread_time() - began

    def _put(self, id: str, site: _Site, files: Mapping[str, bytes]) -> None:
        """Write what has changed, the first page last, and take away what there is no more."""
        assert self.folder is not None
        folder = self.folder / id
        if not (folder / MARK).is_file():
            raise FileNotFoundError(2, "the folder is not there", str(folder))
        for name in sorted(files, key=lambda name: name == FIRST):
            seal = hashlib.sha256(files[name]).digest()
            if site.seals.get(name) != seal:
                if name not in site.seals and _sealed(folder / name) == seal:
                    site.seals[name] = seal
                    continue
                write_whole(folder / name, files[name])
                site.seals[name] = seal
        for name in [name for name in site.seals if name not in files]:
            (folder / name).unlink(missing_ok=True)
            del site.seals[name]


def _sealed(path: Path) -> bytes:
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b""
