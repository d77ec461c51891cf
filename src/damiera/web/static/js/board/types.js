/**
 * The shapes that the board and the game page read: the geometry record and the views the server sends.
 * They follow `paper/geometry.py`, `service/views.py` and `web/play/messages.py`, which are the authority.
 *
 * @typedef {"white" | "black" | "red" | "green" | "blue" | "yellow"} Side
 *
 * @typedef {object} Point
 * @property {string} id
 * @property {string} name
 * @property {string} alg
 * @property {number} x
 * @property {number} y
 * @property {number} row
 * @property {number} file
 * @property {number} rank
 * @property {Side | null} promotion
 *
 * @typedef {object} Geometry
 * @property {"square" | "orthogonal" | "checkered" | "lines" | "hex" | "star"} kind
 * @property {number} width
 * @property {number} height
 * @property {string} cell
 * @property {number} piece
 * @property {Point[]} points
 * @property {{name: string, points: string[]}[]} rows
 * @property {{key: string, angle: number}[]} directions
 * @property {Record<string, Record<string, string>>} neighbours
 * @property {{kind: string, path: string}[]} decor
 * @property {boolean} hands whether men wait beside the board
 *
 * @typedef {object} Beside  what a position has beside its pieces
 * @property {[number, number]} hands men of White and of Black that wait to come back
 * @property {{name: string, n: number}[]} runs kings whose moves in a row are counted, by the name of their square
 *
 * @typedef {Record<string, string>} Pieces  square to "w" "W" "b" "B", bishops "s" "t", camels "c" "d", a tower from the bottom up, or a seat "0" to "5"
 *
 * @typedef {object} ArticleLink
 * @property {string} number
 * @property {string} href
 *
 * @typedef {object} MoveView
 * @property {string} text
 * @property {number} origin
 * @property {number} destination
 * @property {number[]} captured
 * @property {boolean} promotes
 * @property {boolean} [leaves] the man goes off the board, to come back
 * @property {string} [becomes] K, B or C where a man may choose: a king, a bishop or a camel
 * @property {number[][]} paths
 * @property {number[]} [drops] squares where men come back before the move
 * @property {Pieces | null} [after] what stands where after it, in games where captured pieces do not just leave
 *
 * @typedef {object} PlyView
 * @property {number} ply
 * @property {string} text
 * @property {number[]} path
 * @property {number[]} captured
 * @property {boolean} promotes
 * @property {boolean} [leaves] the man goes off the board, to come back
 * @property {string} [becomes] K, B or C where a man could choose: a king, a bishop or a camel
 * @property {number[]} [drops] squares where men came back before the move
 * @property {Side} side
 * @property {Pieces | null} [after]
 * @property {string} [jump] the position to which the board was changed behind it without a move
 * @property {string} comment
 * @property {string} mark
 *
 * @typedef {object} Refusal
 * @property {string} title
 * @property {string} text
 * @property {ArticleLink[]} articles
 * @property {number[]} squares
 *
 * @typedef {object} BookCard
 * @property {string} title
 * @property {string} text
 * @property {ArticleLink[]} articles
 *
 * @typedef {object} PlayerView
 * @property {string} name
 * @property {"human" | "engine" | "open"} kind
 * @property {number | null} level
 * @property {boolean} bot
 * @property {boolean} gone
 * @property {boolean} here
 *
 * @typedef {object} LogLine
 * @property {string} time_text
 * @property {string} author
 * @property {string} text
 * @property {ArticleLink | null} article
 *
 * @typedef {object} ConductView  what is to be known of a game beside its moves; the rest is written by the server
 * @property {number | null} bound the piece that must be played
 * @property {LogLine[]} log
 *
 * @typedef {object} ClockView
 * @property {number} white_ms
 * @property {number} black_ms
 * @property {Side | null} running
 * @property {number} increment_ms
 * @property {number} at_ms
 * @property {number} delay_ms the running clock waits so long first
 * @property {number} white_periods byo-yomi periods not yet begun
 * @property {number} black_periods
 * @property {number} byo_ms
 * @property {Side | null} [first] who has still to make the first move, which starts the clock
 * @property {number} [first_ms] what is left for that
 * @property {boolean} hourglass what one side uses the other gains
 * @property {string} white_note what else is to be known of it
 * @property {string} due_text by when the move is due, where days are counted
 * @property {string} black_note
 *
 * @typedef {object} Facts
 * @property {number} white_pieces
 * @property {number} black_pieces
 * @property {number} repetition
 * @property {number | null} repetition_limit
 * @property {boolean} repetition_claimable
 * @property {{white: number, black: number, limit: number} | null} count
 * @property {string} count_text
 * @property {boolean} count_claimable
 * @property {string} more_text
 *
 * @typedef {object} OutcomeView
 * @property {string} score
 * @property {string} points
 * @property {string} line
 * @property {Side | null} winner
 * @property {string} termination
 * @property {string} title
 * @property {string} text
 * @property {ArticleLink | null} article
 *
 * @typedef {object} GameView
 * @property {string} id
 * @property {number} version
 * @property {string} game
 * @property {string} game_name
 * @property {string} rulebook
 * @property {string} rulebook_name
 * @property {string} lang
 * @property {string} fen
 * @property {string} start_fen
 * @property {Pieces} start_pieces
 * @property {Pieces} pieces
 * @property {number} ply
 * @property {Side} side
 * @property {Side | "both" | null} you
 * @property {PlayerView} white
 * @property {PlayerView} black
 * @property {Record<Side, PlayerView>} players
 * @property {string} turn_text
 * @property {MoveView[]} moves
 * @property {number[]} must
 * @property {Record<string, Refusal>} refusals
 * @property {BookCard | null} book
 * @property {PlyView[]} history
 * @property {ClockView | null} clock
 * @property {OutcomeView | null} outcome
 * @property {Side | null} draw_offer
 * @property {Side | null} undo_request
 * @property {boolean} can_undo
 * @property {boolean} thinking
 * @property {Facts} facts
 * @property {string | null} invite
 * @property {boolean} waiting
 * @property {string | null} rematch
 * @property {{text: string, accept: string, decline: string, sides: Side[]} | null} rematch_offer
 * @property {ConductView | null} conduct
 * @property {object | null} auction
 * @property {string[]} rights what the viewer may do beside moving
 * @property {number | null} [claim_ms] after how long the game can be claimed from an opponent who has left it
 * @property {boolean} hidden the viewer plays blindfold
 *
 * @typedef {{t: "state", view: GameView}
 *   | {t: "delta", version: number, kept: number, view: Partial<GameView>}
 *   | {t: "ack", ply: number, version: number, id: string}
 *   | {t: "answer", refusal: Refusal, path: number[], candidates: MoveView[], pending: string, wish: string}
 *   | {t: "failed", code: string, text: string, refusal: Refusal | null, id: string, wait_s: number}
 *   | {t: "pong", at: number, now_ms: number}
 *   | {t: "beat"}
 *   | {t: "renewed"}
 *   | {t: "chat", room: string, version: number, lines: import("../chat.js").ChatLine[]}} ServerMessage
 *
 * @typedef {{a: "lift" | "put" | "remove" | "crown" | "uncrown", square: number} | {a: "restore", square: number, piece: string}} HandAct
 *   what a hand does with one piece of a real board
 *
 * @typedef {object} Reading  what acts of hands may have been, by the rules
 * @property {object | null} event what is to be recorded; null where there is nothing to record
 * @property {object[]} before what is to be recorded before it
 * @property {string} kind
 * @property {string} name
 * @property {ArticleLink | null} link the article that governs it
 * @property {string} article_text
 * @property {string} decides
 * @property {string[]} remedies
 *
 * @typedef {{fen: string, readings: Reading[]}} HandsAnswer
 *
 * @typedef {object} Route  one way to make one legal move
 * @property {MoveView} move
 * @property {number[]} path
 */
export {};
