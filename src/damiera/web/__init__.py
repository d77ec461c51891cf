"""The app in the browser: pages, forms and sockets over the use cases of `damiera.service`.

One folder for each thing that people open, with its routes, its views and its templates:

| for | look in |
|---|---|
| the first page, preferences | `home` |
| new games, the board, the arbiter's desk, the socket | `play` |
| games that are over, files of games | `games` |
| rules, articles, the catalogue, openings by lot, blank forms | `book` |
| analysis, the explorer, endgame tables | `analysis` |
| puzzles, lessons | `study` |
| events: players, rounds, results, standings, prints | `tournament` |
| what all of them share: the page frame, forms, identity, limits | `common` |
| everything wired together and started | `app` |

Nothing about rules or permissions is decided in this room.
"""
