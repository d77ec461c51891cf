"""Positions and games as text: numbering, FEN, moves, PDN, the signs of annotated games.

| text | read with | written with |
|---|---|---|
| a square | `numbering.parse_square` | `numbering.square_name` |
| a position (FEN) | `fen.parse_fen` | `fen.format_fen` |
| a move | `moves.parse_move` | `moves.format_move` |
| games (PDN) | `pdn.reader.read_pdn`, `pdn.bulk.read_bulk` | `pdn.writer.write_pdn` |
"""
