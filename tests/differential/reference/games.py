"""Every game that is a table of traits, as its texts say it.

A field's trailing comment names its article or source:

- FID: Federazione Italiana Dama, Regolamento tecnico 2008, Capo I; FID-E: its extract for English draughts;
- FMJD: official rules of international draughts, Annex 1; PDN: the table of game types at pdn.fmjd.org;
- Survey: "La Dama - regole ufficiali", the survey of all games at Juegopedia;
- Parlett: The Oxford History of Board Games, 1999, through Mats Winther's page; Freeling: mindsports.nl;
- APCA: American Pool Checkers Association; KNDB: the Frisian rules of 2011; dctl: rhalbersma's library and
  counts;
- Wikipedia: the article on the game; "ours" where no text says anything and the reading is a choice.

A game that differs from another in a few words says only these. Draws by count or agreement are no matter
of the generator and stand nowhere here.
"""

from __future__ import annotations

from dataclasses import replace

from tests.differential.reference.boards import (
    AHEAD,
    AHEAD_AND_RIGHT,
    DIAGONALS,
    FORWARD_AND_SIDEWAYS,
    FORWARD_DIAGONALS,
    FORWARD_HEXAGONALS,
    HEXAGONALS,
    ORTHOGONALS,
    WIDE_ORTHOGONALS,
    Grid,
)
from tests.differential.reference.draughts import (
    Game,
    free,
    frisian,
    italian,
    king_first,
    most,
    most_by_king,
    quality,
    weight,
)

_DAMIERA = Grid(8, 8, "dark right", "top left")
_CHESSBOARD = Grid(8, 8, "dark left", "top left")
_LETTERED = Grid(8, 8, "dark left", "letters")
_HUNDRED = Grid(10, 10, "dark left", "top left")
_ALL = Grid(8, 8, "all", "letters")
_HEXAGON = Grid(9, 9, "hexagon", "letters")

ITALIAN = Game(
    grid=_DAMIERA,  # FID 2.1, 2.3, 2.6
    white=_DAMIERA.rows(1, 3),  # FID 2.5
    first="W",  # FID 3.4
    man_moves=FORWARD_DIAGONALS,  # FID 4.1
    man_takes=FORWARD_DIAGONALS,  # FID 5.3 a
    man_takes_king=False,  # FID 5.3 b
    king_moves=DIAGONALS,  # FID 4.7
    king_takes=DIAGONALS,  # FID 5.3 c, d
    flying=False,  # FID 4.7, 5.8
    removed_at_once=False,  # FID 3.5, 5.12, 6.4
    crowning="stop",  # FID 6.5
    choice=italian,  # FID 6.6, 6.7, 6.8, 6.9
)

ENGLISH = Game(
    grid=_CHESSBOARD,  # FID-E 2.1, 2.3; 2.4 counts from Black's right, which is White's top left
    white=_CHESSBOARD.rows(1, 3),  # FID-E 2.6
    first="B",  # FID-E 3.4
    man_moves=FORWARD_DIAGONALS,  # FID-E 4.1
    man_takes=FORWARD_DIAGONALS,  # FID-E 5.3
    man_takes_king=True,  # FID-E 5.3
    king_moves=DIAGONALS,  # FID-E 4.8
    king_takes=DIAGONALS,  # FID-E 5.3
    flying=False,  # FID-E 4.8
    removed_at_once=False,  # FID-E 5.12, 6.4
    crowning="stop",  # FID-E 6.5
    choice=free,  # FID-E 6.6
)

INTERNATIONAL = Game(
    grid=_HUNDRED,  # FMJD 2.1, 2.4, 2.6
    white=_HUNDRED.rows(1, 4),  # FMJD 2.7
    first="W",  # FMJD 3.3
    man_moves=FORWARD_DIAGONALS,  # FMJD 3.4
    man_takes=DIAGONALS,  # FMJD 4.1
    man_takes_king=True,  # FMJD 4.2
    king_moves=DIAGONALS,  # FMJD 3.9
    king_takes=DIAGONALS,  # FMJD 4.1
    flying=True,  # FMJD 3.9, 4.3
    landing="any",  # FMJD 4.3
    removed_at_once=False,  # FMJD 4.8
    crowning="pass",  # FMJD 4.15
    choice=most,  # FMJD 4.13
)

_FROM_THE_RIGHT = Grid(8, 8, "dark right", "bottom right")

SPANISH = Game(
    grid=_FROM_THE_RIGHT,  # Survey: the board as the Italian; PDN 24 "W,8,8,N1,1": White on 1-12
    white=_FROM_THE_RIGHT.rows(1, 3),  # Survey, as Italian
    first="W",  # Survey
    man_moves=FORWARD_DIAGONALS,  # Survey 1
    man_takes=FORWARD_DIAGONALS,  # Survey, as Italian
    man_takes_king=True,  # Survey 1
    king_moves=DIAGONALS,  # Survey 2
    king_takes=DIAGONALS,  # Survey 2
    flying=True,  # Survey 2
    landing="any",  # Survey 2: "as in international draughts"
    removed_at_once=False,  # Survey, as Italian
    crowning="stop",  # Survey, as Italian
    choice=most,  # Survey 3: "only the duty to take the greatest number"
)

SPANISH_QUALITY = replace(SPANISH, choice=quality)  # Wikipedia; Portuguese federation; dctl

PORTUGUESE = replace(
    SPANISH_QUALITY, goal="win"
)  # Portuguese federation: quantity and quality; PDN 28 numbers

RUSSIAN = Game(
    grid=_LETTERED,  # Survey
    white=_LETTERED.rows(1, 3),  # Survey: as English
    first="W",  # Survey
    man_moves=FORWARD_DIAGONALS,  # Survey 1
    man_takes=DIAGONALS,  # Survey 1
    man_takes_king=True,  # Survey 1
    king_moves=DIAGONALS,  # Survey 2
    king_takes=DIAGONALS,  # Survey 2
    flying=True,  # Survey 2
    landing="any",  # Survey 2; the duty to choose a square that goes on: Russian code
    removed_at_once=False,  # Russian code
    crowning="king",  # Survey 3
    choice=free,  # Survey 4
)

TURKISH = Game(
    grid=_ALL,  # Survey: 64 squares of one colour
    white=_ALL.rows(2, 3),  # Survey: 16 men; Wikipedia: second and third row
    first="W",  # Survey: by lot; White in federation play
    man_moves=FORWARD_AND_SIDEWAYS,  # Survey
    man_takes=FORWARD_AND_SIDEWAYS,  # Survey
    man_takes_king=True,  # Survey
    king_moves=ORTHOGONALS,  # Survey
    king_takes=ORTHOGONALS,  # Survey
    flying=True,  # Survey
    landing="any",  # Survey
    removed_at_once=True,  # Survey
    turns_back=False,  # Wikipedia, Winther, Ludii
    crowning="pass",  # Wikipedia "at the end of the move", Winther; others let it go on as a king
    choice=most,  # Survey
)

KENY = replace(
    TURKISH,  # Wikipedia: closest to it
    man_takes=ORTHOGONALS,  # Wikipedia, Setup Group: backwards too
    hops="moves",  # Wikipedia (ru), Setup Group: over one's own men
    choice=free,  # Wikipedia (ru): no majority
)

_TRIESTE = Grid(10, 10, "dark right", "top left")
TRIESTINA = replace(
    ITALIAN,  # Survey: the same rules
    grid=_TRIESTE,  # Survey: 100 squares, dark corner at the right
    white=_TRIESTE.rows(1, 4),  # Survey: 20 men; their rows are ours
)

GERMAN = replace(
    SPANISH,  # Survey: "almost identical"; landing and first mover as there, other texts differ
    grid=_CHESSBOARD,  # Survey: light square at the right
    white=_CHESSBOARD.rows(1, 3),  # Survey
    choice=free,  # Survey: complete freedom, as in English draughts
)

DIAGONAL = replace(
    ENGLISH,  # Survey: the same rules
    white=_CHESSBOARD.named(
        "c1 e1 g1 d2 f2 h2 e3 g3 f4 h4 g5 h6"
    ),  # bonaludo.com; Ludii after Twiss, on 10x10
    crown=_CHESSBOARD.named(
        "a3 a5 a7 b8 d8 f8"
    ),  # Survey: "the marked squares of the opposite corner"; which: ours
)
DIAGONAL_CORNER = replace(DIAGONAL, crown=_CHESSBOARD.named("a7 b8"))  # BrainKing
DIAGONAL_ROW = replace(DIAGONAL, crown=None)  # bonaludo.com, Ludii

_CANADA = Grid(12, 12, "dark left", "top left")
CANADIAN = replace(
    INTERNATIONAL,  # Survey: the same rules
    grid=_CANADA,  # Survey: 12x12
    white=_CANADA.rows(1, 5),  # Survey: 30 men
)

POOL = replace(
    ENGLISH,
    man_takes=DIAGONALS,  # APCA
    flying=True,  # APCA
    landing="any",  # APCA
    crowning="pass",  # APCA: a man that can jump on must, and is not crowned
    choice=free,  # APCA
)

FRISIAN = replace(
    INTERNATIONAL,  # Survey
    man_takes=DIAGONALS + WIDE_ORTHOGONALS,  # KNDB; Survey
    king_takes=DIAGONALS + WIDE_ORTHOGONALS,  # KNDB; Survey says moves too, KNDB art. 9 diagonals only
    choice=frisian,  # KNDB for the order; n kings between 2n-1 and 2n men: dctl
    king_run=3,  # KNDB
)

DOUBLE_CROSS = replace(
    ENGLISH,  # ours: no text found; two English games at once, one on each colour
    grid=_ALL,
    white=_ALL.rows(1, 3),
)

CONTRACT = replace(ENGLISH, goal="win")  # ours: an auction about an English game

_LIGHT = frozenset(cell for cell in _ALL.cells if sum(cell) % 2 == 1)
_DARK = frozenset(cell for cell in _ALL.cells if sum(cell) % 2 == 0)
BLACK_WHITE = Game(
    grid=_ALL,  # Parlett; a1 dark: ours
    white=_ALL.rows(1, 3) & _LIGHT,  # Parlett
    black=_ALL.rows(6, 8) & _DARK,  # Parlett
    first="B",  # ours, as English
    man_moves=FORWARD_DIAGONALS,  # Parlett
    man_takes=FORWARD_AND_SIDEWAYS,  # Parlett
    man_takes_king=True,  # Parlett: otherwise as English
    king_moves=DIAGONALS,  # Parlett
    king_takes=ORTHOGONALS,  # Parlett
    flying=False,  # Parlett
    crowning="stop",  # ours, as English
    choice=free,  # Parlett: otherwise as English
)

HEXDAME = Game(
    grid=_HEXAGON,  # Freeling: 61 cells, a corner towards each player
    white=frozenset((f, r) for f in range(4) for r in range(4)),  # Freeling: 16 men, a1 to d4
    first="W",  # Freeling
    man_moves=FORWARD_HEXAGONALS,  # Freeling
    man_takes=HEXAGONALS,  # Freeling
    man_takes_king=True,  # Freeling: as international
    king_moves=HEXAGONALS,  # Freeling
    king_takes=HEXAGONALS,  # Freeling
    flying=True,  # Freeling
    landing="any",  # Freeling
    removed_at_once=False,  # Freeling
    crowning="pass",  # Freeling
    choice=most,  # Freeling
    crown=frozenset(
        cell for cell in _HEXAGON.cells if 8 in cell
    ),  # Freeling: the nine cells of the two far sides
)

BRAZILIAN = replace(
    INTERNATIONAL,  # Wikipedia: the same rules
    grid=_LETTERED,  # Wikipedia; PDN 26 for letters
    white=_LETTERED.rows(1, 3),  # Wikipedia
)

CZECH = replace(
    GERMAN,  # Czech federation: men forward, flying kings, crowning ends the move
    grid=_LETTERED,  # Czech federation
    choice=king_first,  # Czech federation
)

SLOVAK = replace(
    GERMAN, grid=_LETTERED, white=_LETTERED.rows(1, 2)
)  # one secondary source: eight men, free choice

THAI = replace(
    ENGLISH,  # Wikipedia: men forward only
    white=_CHESSBOARD.rows(1, 2),  # Wikipedia: eight men
    first="B",  # PDN 31
    flying=True,  # Wikipedia
    landing="behind",  # Wikipedia: directly behind
    removed_at_once=True,  # dctl, confirmed by its counts
    turns_back=True,  # dctl
)

FILIPINO = replace(BRAZILIAN, grid=_DAMIERA, white=_DAMIERA.rows(1, 3))  # Wikipedia: mirrored

ARGENTINE = replace(SPANISH, grid=_DAMIERA, choice=most_by_king)  # Wikipedia

JAMAICAN = replace(POOL, grid=_DAMIERA, white=_DAMIERA.rows(1, 3))  # Wikipedia: mirrored

_GHANA = Grid(10, 10, "dark right", "top left")
GHANAIAN = replace(
    INTERNATIONAL,  # Wikipedia
    grid=_GHANA,  # Wikipedia
    white=_GHANA.rows(1, 4),  # Wikipedia
    choice=free,  # Wikipedia; forfeits are left to the players
)

MALAYSIAN = replace(
    CANADIAN,  # Wikipedia: 30 men on 12x12
    man_takes=FORWARD_DIAGONALS,  # Wikipedia
    crowning="stop",  # follows: a man captures forward only
)

_CEYLON = Grid(12, 12, "dark right", "top left")
SRI_LANKAN = replace(CANADIAN, grid=_CEYLON, white=_CEYLON.rows(1, 5))  # Wikipedia: mirrored

MOZAMBICAN = replace(
    BRAZILIAN,
    grid=_DAMIERA,  # Wikipedia
    white=_DAMIERA.rows(1, 3),  # Wikipedia
    choice=weight,  # Wikipedia's table: a king counts two
)

_DUMM = Grid(14, 14, "dark left", "top left")
SOUTH_AFRICAN = replace(INTERNATIONAL, grid=_DUMM, white=_DUMM.rows(1, 6))  # Wikipedia: 42 men on 14x14

ARMENIAN = replace(
    TURKISH,  # Schmidt 1934, through Wikipedia
    man_moves=FORWARD_AND_SIDEWAYS + FORWARD_DIAGONALS,  # Wikipedia
    king_moves=ORTHOGONALS + DIAGONALS,  # Wikipedia: as a queen
    king_takes=ORTHOGONALS,  # Wikipedia
    crowning="king",  # Wikipedia
)

GOTHIC = Game(
    grid=_ALL,  # Altdeutsches Damespiel
    white=_ALL.rows(1, 2),  # sixteen men
    first="W",  # ours
    man_moves=FORWARD_DIAGONALS,
    man_takes=FORWARD_DIAGONALS + FORWARD_AND_SIDEWAYS,
    man_takes_king=True,
    king_moves=ORTHOGONALS + DIAGONALS,
    king_takes=ORTHOGONALS + DIAGONALS,
    flying=False,  # setupgroup has a flying king
    crowning="stop",  # ours
    choice=most,
)

KILLER = replace(INTERNATIONAL, landing="killer")  # dctl; Letouzey's counts

FRYSK = replace(FRISIAN, white=_HUNDRED.rows(1, 1))  # KNDB: five men

BREAKTHROUGH = replace(INTERNATIONAL, goal="crown")  # lidraughts

ANTIDRAUGHTS = replace(INTERNATIONAL, goal="lose")  # lidraughts

_SPAN = Grid(10, 8, "dark left", "letters")
SPANTSIRETI = replace(
    RUSSIAN,  # PDN 41
    grid=_SPAN,  # PDN 41: 10 files, 8 ranks
    white=_SPAN.rows(1, 3),  # 15 men
)

ZIMBABWEAN = replace(POOL, grid=_LETTERED, white=_LETTERED.rows(1, 3), first="W")  # FMJD-64, unified pool

CRODA = Game(
    grid=_ALL,  # Dedic
    white=_ALL.rows(1, 3),  # Dedic: 24 men
    first="W",  # mindsports.nl
    man_moves=AHEAD,  # Dedic; one page adds sideways
    man_takes=ORTHOGONALS,  # Dedic
    man_takes_king=True,  # Dedic
    king_moves=ORTHOGONALS,  # Dedic: as a rook
    king_takes=ORTHOGONALS,  # Dedic
    flying=True,  # Dedic
    landing="any",  # Dedic
    removed_at_once=False,  # Dedic
    crowning="pass",  # Dedic
    choice=most,  # Dedic
)

DAMEO = replace(
    CRODA,  # Freeling: captures as there
    white=_ALL.rows(1, 1) | _ALL.named("b2 c2 d2 e2 f2 g2 c3 d3 e3 f3"),  # Freeling: 18 men
    king_moves=ORTHOGONALS + DIAGONALS,  # Freeling: as a queen
    lines=True,  # Freeling
)

HARZDAME = replace(
    CRODA,  # Rosenau: captures as there
    white=frozenset(cell for cell in _ALL.cells if sum(cell) < 6),  # Rosenau: 21 men, the corner triangle
    man_moves=AHEAD_AND_RIGHT,  # Rosenau
    crown=_ALL.named("c8 d8 e8 f8 g8 h8 h7 h6 h5 h4 h3"),  # igGameCenter
)

_QUADRUPLE = Grid(9, 9, "points", "letters")
ZAMMA = Game(
    grid=_QUADRUPLE,  # mindsports.nl: four boards of Alquerque
    white=_QUADRUPLE.rows(1, 4)
    | _QUADRUPLE.named("f5 g5 h5 i5"),  # Wikipedia: 40 men, at the right in the middle
    first="B",  # mindsports.nl
    man_moves=AHEAD,  # mindsports.nl, Wikipedia: straight or diagonally forward, along the lines
    man_takes=ORTHOGONALS + DIAGONALS,  # mindsports.nl
    man_takes_king=True,  # mindsports.nl
    king_moves=ORTHOGONALS + DIAGONALS,  # mindsports.nl
    king_takes=ORTHOGONALS + DIAGONALS,  # mindsports.nl
    flying=True,  # mindsports.nl
    landing="any",  # ours
    removed_at_once=False,  # mindsports.nl; at once in Mauritania
    crowning="pass",  # ours
    choice=most,  # mindsports.nl
)

_ALQUERQUE = Grid(5, 5, "points", "letters")
ALQUERQUE = Game(
    grid=_ALQUERQUE,  # Alfonso X, 1283: 25 points
    white=_ALQUERQUE.rows(1, 2) | _ALQUERQUE.named("d3 e3"),  # Alfonso: 12 men, the middle free
    first="W",  # ours
    man_moves=ORTHOGONALS + DIAGONALS,  # Wikipedia: to any point joined by a line
    man_takes=ORTHOGONALS + DIAGONALS,  # Alfonso: along the lines
    man_takes_king=True,  # no matter: there are no kings
    king_moves=ORTHOGONALS + DIAGONALS,  # no matter
    king_takes=ORTHOGONALS + DIAGONALS,  # no matter
    flying=False,
    crowning="pass",  # no matter
    choice=free,  # no text says anything of a choice
    crown=frozenset(),  # Alfonso: no kings
)

_TOBIT = Grid(7, 6, "ends", "top left")
TOBIT = replace(
    TURKISH,  # Wikipedia: resembles it
    grid=_TOBIT,  # Wikipedia: 20 crossings and 18 ends of lines, numbered 1 to 38; from where is ours
    white=_TOBIT.rows(1, 2),  # Wikipedia: the ends of the long lines and the whole first cross line
    crowning="stop",  # no matter: an end leads straight back only
    choice=free,  # Wikipedia (ru): a duty to take, nothing of the most
)

_SIX = Grid(6, 6, "dark left", "top left")
PROOF_ENGLISH = replace(ENGLISH, grid=_SIX, white=_SIX.rows(1, 2))  # dctl
PROOF_INTERNATIONAL = replace(INTERNATIONAL, grid=_SIX, white=_SIX.rows(1, 2))  # dctl

GAMES: dict[str, Game] = {
    "italian": ITALIAN,
    "international": INTERNATIONAL,
    "english": ENGLISH,
    "spanish": SPANISH,
    "spanish-quality": SPANISH_QUALITY,
    "portuguese": PORTUGUESE,
    "russian": RUSSIAN,
    "turkish": TURKISH,
    "triestina": TRIESTINA,
    "german": GERMAN,
    "diagonal": DIAGONAL,
    "diagonal-corner": DIAGONAL_CORNER,
    "diagonal-row": DIAGONAL_ROW,
    "canadian": CANADIAN,
    "pool": POOL,
    "frisian": FRISIAN,
    "double-cross": DOUBLE_CROSS,
    "contract": CONTRACT,
    "black-white": BLACK_WHITE,
    "hexdame": HEXDAME,
    "brazilian": BRAZILIAN,
    "czech": CZECH,
    "slovak": SLOVAK,
    "thai": THAI,
    "filipino": FILIPINO,
    "argentine": ARGENTINE,
    "jamaican": JAMAICAN,
    "ghanaian": GHANAIAN,
    "malaysian": MALAYSIAN,
    "sri-lankan": SRI_LANKAN,
    "mozambican": MOZAMBICAN,
    "south-african": SOUTH_AFRICAN,
    "armenian": ARMENIAN,
    "gothic": GOTHIC,
    "killer": KILLER,
    "frysk": FRYSK,
    "breakthrough": BREAKTHROUGH,
    "antidraughts": ANTIDRAUGHTS,
    "spantsireti": SPANTSIRETI,
    "zimbabwean": ZIMBABWEAN,
    "croda": CRODA,
    "dameo": DAMEO,
    "harzdame": HARZDAME,
    "zamma": ZAMMA,
    "alquerque": ALQUERQUE,
    "keny": KENY,
    "tobit": TOBIT,
    "proof-english-6x6": PROOF_ENGLISH,
    "proof-international-6x6": PROOF_INTERNATIONAL,
}

_TWELVE_BY_TEN = Grid(12, 10, "dark left", "top left")

# Not games of the catalogue: settings whose counts others have published, to check the words above.
CHECKS: dict[str, Game] = {
    "keny, jumping its own backwards too": replace(KENY, hops="captures"),
    "tobit, capturing backwards too": replace(TOBIT, man_takes=ORTHOGONALS),
    "tobit, taking the most": replace(TOBIT, choice=most),
    "thai, twelve men": replace(THAI, white=_CHESSBOARD.rows(1, 3)),
    "international on 10x8": replace(INTERNATIONAL, grid=_SPAN, white=_SPAN.rows(1, 3)),
    "international on 12x10": replace(INTERNATIONAL, grid=_TWELVE_BY_TEN, white=_TWELVE_BY_TEN.rows(1, 4)),
}


def losing(game: Game) -> Game:
    """The same moves; who cannot move has won (Survey: any game can be played the other way round)."""
    return replace(game, goal="lose")
