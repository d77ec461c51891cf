# ruff: noqa: E501  (path data)
"""Our icons: inner SVG on a grid of 24, stroke 1.8, round ends. Drawn once in the page's sprite as `i-<name>`."""

from __future__ import annotations

from markupsafe import Markup

__all__ = ["ICONS", "icon"]

ICONS = {
    "arrow": '<path d="M5 12h14M13 6l6 6-6 6"/>',
    "bell": '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0M12 5V3"/>',
    "book": '<path d="M4 5.5C6.5 4 9.5 4 12 6c2.5-2 5.5-2 8-.5V19c-2.5-1.5-5.5-1.5-8 .5-2.5-2-5.5-2-8-.5zM12 6v13.5"/>',
    "check": '<path d="M5 12.5l4.5 4.5L19 7"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
    "copy": '<path d="M9 9h11v11H9zM15 9V4H4v11h5"/>',
    "close": '<path d="M6 6l12 12M18 6L6 18"/>',
    "crown": '<path d="M4 17.5L3 8l5 4 4-6.5L16 12l5-4-1 9.5zM4.5 20.5h15"/>',
    "cup": '<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 5.5H3.5c0 3.5 1.5 5.5 4 5.5M17 5.5h3.5c0 3.5-1.5 5.5-4 5.5M12 15v4M8 20h8"/>',
    "edit": '<path d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19z"/>',
    "end": '<path d="M18 5v14M6 5l8 7-8 7z"/>',
    "eye": '<path d="M2.5 12C5 7.3 8.4 5 12 5s7 2.3 9.5 7c-2.5 4.7-5.9 7-9.5 7s-7-2.3-9.5-7z"/><circle cx="12" cy="12" r="3"/>',
    "file": '<path d="M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6"/>',
    "first": '<path d="M6 5v14M18 5l-8 7 8 7z"/>',
    "flag": '<path d="M6 21V4h11l-2.5 4L17 12H6"/>',
    "flip": '<path d="M7 4v13M3.5 14L7 17.5 10.5 14M17 20V7M13.5 10L17 6.5 20.5 10"/>',
    "half": '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17M12 8h6.8M12 12h8.3M12 16h6.8"/>',
    "hand": '<path d="M8 12V5.5a1.5 1.5 0 0 1 3 0V11V4a1.5 1.5 0 0 1 3 0v7V5.5a1.5 1.5 0 0 1 3 0V15c0 4-2.5 6-5.5 6-3.5 0-4.7-1.8-6.5-5l-1.6-2.8a1.4 1.4 0 0 1 2.4-1.4z"/>',
    "info": '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.8v.01"/>',
    "key": '<rect x="2.5" y="6" width="19" height="12" rx="2"/><path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M7.5 14h9"/>',
    "link": '<path d="M10 14a4.5 4.5 0 0 0 6.5.3l3-3a4.5 4.5 0 0 0-6.4-6.4L11.5 6.5M14 10a4.5 4.5 0 0 0-6.5-.3l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.6-1.6"/>',
    "list": '<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"/>',
    "lock": '<rect x="5" y="11" width="14" height="9.5" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
    "engine": '<rect x="6" y="6" width="12" height="12" rx="2"/><path d="M10 10h4v4h-4zM9 2.5V6M15 2.5V6M9 18v3.5M15 18v3.5M2.5 9H6M2.5 15H6M18 9h3.5M18 15h3.5"/>',
    "more": '<circle cx="5" cy="12" r=".8"/><circle cx="12" cy="12" r=".8"/><circle cx="19" cy="12" r=".8"/>',
    "next": '<path d="M9 5l7 7-7 7"/>',
    "offline": '<path d="M3.5 9a13 13 0 0 1 17 0M6.5 12.5a8.5 8.5 0 0 1 11 0M9.5 16a4 4 0 0 1 5 0M12 19.3v.01M4 3.5l16 17"/>',
    "pause": '<path d="M8.5 5v14M15.5 5v14"/>',
    "off": '<circle cx="10" cy="10" r="6"/><path d="M14.5 14.5L20 20M15.5 20H20v-4.5"/>',
    "play": '<path d="M7 4.5v15l12-7.5z"/>',
    "prev": '<path d="M15 5l-7 7 7 7"/>',
    "school": '<path d="M2.5 9L12 4.5 21.5 9 12 13.5zM6.5 11v5c2.5 2.5 8.5 2.5 11 0v-5M21.5 9v6"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>',
    "send": '<path d="M3.5 11L20.5 3.5 13 20.5l-2.5-7z"/>',
    "sound": '<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"/>',
    "globe": '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"/>',
    "target": '<circle cx="12" cy="12" r="7"/><circle cx="12" cy="12" r="2.5"/><path d="M12 2v5M12 17v5M2 12h5M17 12h5"/>',
    "theme": '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"/>',
    "undo": '<path d="M9 6L4 11l5 5M4.5 11H15a5 5 0 0 1 0 10h-3"/>',
    "users": '<circle cx="8.5" cy="8" r="3.5"/><path d="M2.5 20c0-4 2.5-6.5 6-6.5s6 2.5 6 6.5M16 5a3.5 3.5 0 0 1 0 6.5M17.5 14c2.5.7 4 3 4 6"/>',
    "voice": '<path d="M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12h5"/>',
    "ear": '<path d="M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7"/>',
    "warn": '<path d="M12 3.5L22 20H2zM12 10v4.5M12 17.3v.01"/>',
}


def icon(name: str) -> Markup:
    """Return the icon `name` as a page uses it: decoration beside a word."""
    if name not in ICONS:
        raise KeyError(name)
    return Markup('<svg class="ic" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)
