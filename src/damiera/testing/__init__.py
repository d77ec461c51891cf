"""What tests of draughts programs need, ours and others': strategies for hypothesis, boards, perft tables.

| for | begin at |
|---|---|
| random legal games and positions | `strategies.games`, `strategies.positions`, `strategies.setups` |
| a board in one line | `boards.board`, `boards.routes`, `boards.destinations` |
| files of perft counts | `perft.read_perft` |
| a game and what an engine sees in it | `sample_game.seen_game` |
| fields of players and played events | `tournaments.field_of_players`, `tournaments.played_event` |

`strategies` needs hypothesis (`pip install hypothesis`).
"""
