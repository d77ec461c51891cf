/** What the scripts of the pages say of games: JSON on standard input, JSON on standard output. Run by `test_spoken.py`. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { scripts, strings, games } = JSON.parse(readFileSync(0, "utf8"));
const root = { dataset: {} };
globalThis.document = { documentElement: root, getElementById: () => ({ textContent: JSON.stringify(strings) }) };
const { cellLabel, moveSpeech, pieceWord } = await import(pathToFileURL(`${scripts}/board/words.js`).href);
const { fenOf, positions } = await import(pathToFileURL(`${scripts}/game/line.js`).href);

/** @param {"square" | "piece"} order @param {() => string} act */
function inOrder(order, act) {
  root.dataset.order = order;
  return act();
}

const told = games.map(({ names, plies }) => {
  const board = { nameOf: (square) => names[square - 1] };
  return plies.map(({ ply, before }) => [
    inOrder("square", () => moveSpeech(ply, before, "full", board)),
    inOrder("piece", () => moveSpeech(ply, before, "short", board)),
  ]);
});
const fens = games.map(({ names, plies, start, fen, last }) => {
  const board = { nameOf: (square) => names[square - 1] };
  const sides = [...plies.map(({ ply }) => ply.side), last];
  return positions(start, plies.map(({ ply }) => ply)).map((pieces, at) => fenOf(pieces, sides[at], board, fen));
});
const cell = { name: "22", piece: "w", must: 0, can: true, target: false, enter: false, run: 0, held: false };
const cells = ["square", "piece"].map((order) => inOrder(order, () => cellLabel(cell)));
const pieces = ["w", "W", "b", "B", "0", "1", "2", "3", "4", "5", "wB", undefined].map(pieceWord);
process.stdout.write(JSON.stringify({ told, fens, cells, pieces }));
