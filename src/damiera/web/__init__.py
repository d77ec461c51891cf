"""The app in the browser: pages, forms and sockets over the use cases of `damiera.service`.

One folder for each thing that people open, with its routes, its views and its templates:

| for | look in |
|---|---|
| the first page, preferences | `home` |
| new games, the board, the arbiter's desk, the socket | `play` |
| games that are over, files of games | `games` |
| rules, articles, the catalogue, openings by lot, blank forms | `book` |
| analysis, the explorer, endgame tables | `analysis` |
| lessons: the articles in order, with exercises | `learn` |
| puzzles, lessons from mistakes, studies | `study` |
| events: players, rounds, results, standings, prints | `tournament` |
| what all of them share: the page frame, forms, identity, limits | `common` |
| everything wired together and started | `app` |

In each, `routes` (or `*_routes`) answer requests by use cases of `damiera.service`; a form is a class that
`common.forms` reads; what a page shows is a `PageView` of `views` (or `*_views`), which alone may read the
types of games, events and analyses. Nothing about rules or permissions is decided in this room.
"""
