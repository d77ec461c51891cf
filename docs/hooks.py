"""What the site has beside the pages of docs/: the reference made of docstrings, pages from other folders.

MkDocs calls the functions named `on_…` when `make site` builds, see `hooks` in mkdocs.yml. Nothing is
written under docs/: the pages are made in memory.
"""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "damiera"

# Files of other folders, and the pages that they become.
ELSEWHERE = {
    "README.md": "project/tour.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "benchmarks/results.md": "project/measurements.md",
    "cpp/README.md": "project/core.md",
    "LICENSES/hcheckers.txt": "project/hcheckers.md",
}
# The packages with a page of the reference, in the order of its menu.
PACKAGES = (
    *("rules", "notation", "game", "tournament", "rating", "engine", "endgame", "analysis", "testing"),
    *("regulations", "training"),
)
# What `import damiera` brings that no package of the reference defines.
OWN = ("_core.Position", "_core.Move", "_core.Side", "messages.Text", "errors.DamieraError")

# The menu: pages of docs/ by who reads them. A page that is not here stands under the last heading.
MENU = {
    "Playing": ("levels.md", "analysis.md", "endgame.md", "openings.md", "pdn.md", "custom-games.md"),
    "Tournaments": ("tournament.md", "standings.md", "ratings.md", "prints.md", "clocks.md"),
    "In italiano": ("it/manuale-giocatore.md", "it/manuale-arbitro.md"),
    "Programming": ("python.md", "game.md", "notation.md", "command-line.md"),
    "Engines": ("engine-matches.md", "training.md"),
}
REST = "Damiera itself"

_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make the menu."""
    there = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))
    folders = {"Games": "games/", "Coverage": "coverage/"}
    placed = {page for pages in MENU.values() for page in pages} | {"README.md"}
    rest = [page for page in there if page not in placed and not page.startswith(tuple(folders.values()))]
    menu: list[object] = ["README.md", *({title: list(pages)} for title, pages in MENU.items())]
    menu += [{title: _index_first(there, folder)} for title, folder in folders.items()]
    menu.append({"Reference": ["api/index.md", *(f"api/{package}.md" for package in PACKAGES)]})
    config.nav = [*menu, {REST: [*rest, *ELSEWHERE.values()]}]
    return config


def _index_first(pages: list[str], folder: str) -> list[str]:
    """The pages of a folder, the one that lists the others first."""
    inside = [page for page in pages if page.startswith(folder)]
    return sorted(inside, key=lambda page: Path(page).stem not in {"README", "index"})


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the reference and those made of files of other folders."""
    made = {"api/index.md": front_page()}
    made |= {f"api/{package}.md": "\n".join(package_page(package)) for package in PACKAGES}
    made |= {page: (ROOT / path).read_text(encoding="utf-8") for path, page in ELSEWHERE.items()}
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn each link into one that leads from page to page of the site."""
    here = page.file.src_uri
    came_from = next((path for path, made in ELSEWHERE.items() if made == here), f"docs/{here}")
    return _LINK.sub(lambda link: relinked(link[1], came_from, here), markdown)


def relinked(target: str, came_from: str, here: str) -> str:
    """Return a link of a file of the repository as it reads on the page that the file becomes.

    >>> relinked("../CHANGELOG.md", "docs/README.md", "README.md")
    'project/changelog.md'
    >>> relinked("docs/pdn.md", "README.md", "project/tour.md")
    '../pdn.md'
    """
    path = posixpath.normpath(posixpath.join(posixpath.dirname(came_from), target))
    if path in ELSEWHERE:
        wanted = ELSEWHERE[path]
    elif path.startswith("docs/"):
        wanted = path.removeprefix("docs/")
    else:
        return target
    return posixpath.relpath(wanted, posixpath.dirname(here) or ".")


def front_page() -> str:
    """The page of `damiera` itself: its docstring, and what no package of the reference defines."""
    pages = "".join(f"- [`damiera.{package}`]({package}.md)\n" for package in PACKAGES)
    own = "".join(f"\n::: damiera.{name}\n    options:\n      show_root_full_path: false\n" for name in OWN)
    return f"# The reference\n\n{pages}\n::: damiera\n    options:\n      members: false\n{own}"


def package_page(package: str) -> Iterator[str]:
    """The page of a package: its docstring, then each public module with what it offers."""
    yield f"# `damiera.{package}`"
    yield from ("", f"::: damiera.{package}", "    options:", "      members: false")
    yield "      show_root_heading: false"
    for module in modules(package):
        yield from ("", f"## `{module}`", "", f"::: damiera.{module}", "    options:")
        yield from ("      show_root_heading: false", "      heading_level: 3")


def modules(package: str) -> list[str]:
    """The public modules of a package that offer something, each by its name without `damiera.`."""
    paths = sorted((PACKAGE / package).rglob("*.py"))
    return [
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for path in paths
        if not path.name.startswith("_") and offers(path)
    ]


def offers(path: Path) -> bool:
    """Whether a module names something in `__all__`."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return isinstance(node.value, ast.List) and bool(node.value.elts)
    return False
