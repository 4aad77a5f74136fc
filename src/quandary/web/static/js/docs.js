// The API's page: every question with an example that can be tried right here.

import { get, post } from "./api.js";
import { button, h } from "./dom.js";

const BOARD = "BB...C...D.CAA.D.C...D..........EEE.";
const QUESTIONS = [
  ["GET", "games", "The games, with everything that can be chosen in each.", null],
  ["GET", "daily", "Today's puzzle of every game; ?date=2026-11-15 for another day.", null],
  ["POST", "new", "A puzzle to begin: by address, by its text or id (puzzle), or made to order (settings, seed).", { game: "rush-hour", settings: { level: "expert" }, seed: 42 }],
  ["POST", "play", "One more move. The answer is where the game stands: status, legal moves, events, picture.", { game: "rush-hour", puzzle: BOARD, moves: [], move: "C+1" }],
  ["POST", "state", "The same without a further move.", { game: "klondike", puzzle: "klondike#1", moves: ["D"] }],
  ["POST", "moves", "What may be played next, and what each move costs.", { game: "rush-hour", puzzle: BOARD, moves: [] }],
  ["POST", "hint", "The next move of a good solution, and the verdict behind it.", { game: "rush-hour", puzzle: BOARD, moves: [] }],
  ["POST", "solve", "A verdict as the command line prints it. With Accept: text/event-stream, progress events come before it. metric, strategy, time, nodes and memory can be set, below the server's caps. Closing the connection ends the search.", { game: "rush-hour", puzzle: BOARD, metric: "moves", time: 5 }],
  ["POST", "watch", "The next moves of a player, for games that have any.", { game: "klondike", puzzle: "klondike#1", moves: [], count: 3 }],
  ["POST", "way", "The moves that lead to a place that somebody points at (Sokoban).", { game: "sokoban", puzzle: "sokoban#1", moves: [], place: "r3c3" }],
  ["POST", "generate", "Puzzles to order, each with an id that makes it again.", { game: "circuit", settings: { level: "5" }, seed: 1, count: 2 }],
  ["POST", "validate", "Every puzzle of a pack: legal, solvable, its recorded optimum right.", { game: "rush-hour", text: `8 ${BOARD}` }],
  ["POST", "verify", "Judges a solution.", { game: "rush-hour", puzzle: BOARD, solution: "C+1 A+1" }],
  ["POST", "draw", "The picture alone, as SVG.", { game: "rush-hour", puzzle: BOARD, moves: [] }, "file"],
  ["POST", "worksheet", "Sheets to print, as PDF or SVG (the first page).", { game: "circuit", settings: { level: "3" }, count: 4, seed: 1, format: "pdf" }, "file"],
];

const shorten = (key, value) => (typeof value === "string" && value.length > 300 ? `${value.slice(0, 80)} …` : value);

export async function show(main) {
  main.append(h("div", { class: "docs" },
    h("section", { class: "panel" }, h("h1", {}, "The API"),
      h("p", {}, "JSON in, JSON out, at the addresses below. A game is its puzzle and its moves: the server stores nothing. A puzzle is an id like rush-hour:expert#42 or a text in any of the game's formats."),
      h("p", {}, "A refusal is {\"error\": reason, \"status\": number}: 400 a request that is not understood, 409 an illegal move, 413 too large, 422 a text that is no puzzle, 429 too many requests of yours at a time, 503 a busy server (Retry-After says when to ask again).")),
    ...QUESTIONS.map(section)));
}

function section([method, name, words, body, kind]) {
  const example = body ? `curl -X POST ${location.origin}/api/${name} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'` : `curl ${location.origin}/api/${name}`;
  const answer = h("pre", { tabindex: "0", "aria-label": "Answer", hidden: true });
  const attempt = async () => {
    answer.hidden = false;
    answer.textContent = "…";
    try {
      answer.textContent = JSON.stringify(await (body ? post(name, body) : get(name)), shorten, 1).slice(0, 6000);
    } catch (error) {
      answer.textContent = error.message;
    }
  };
  return h("section", { class: "panel" }, h("h2", {}, `${method} /api/${name}`), h("p", {}, words),
    h("pre", { tabindex: "0", "aria-label": "Example" }, example), kind ? null : button("Try it", "play", attempt), answer);
}
