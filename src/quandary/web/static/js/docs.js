// The API's page: every question with an example that can be tried right here.

import { games, get, post } from "./api.js";
import { button, h } from "./dom.js";
import { moment } from "./progress.js";

/** The questions, with examples of games that are there. */
async function questions() {
  const known = await games();
  const solved = known.find((game) => game.strategies.length && game.settings[0]?.choices) ?? known.find((game) => game.strategies.length);
  const watched = known.find((game) => game.players.length) ?? solved;
  const printed = known.find((game) => game.sheet) ?? solved;
  const game = solved.name;
  const puzzle = solved.examples[1];
  const [{ legal: [move] }, { solution, moves: line }] = await Promise.all([post("new", { game, puzzle }), post("solve", { game, puzzle })]);
  const order = { settings: Object.fromEntries(solved.settings.slice(0, 1).map((one) => [one.name, one.choices?.[0] ?? one.default])), seed: 42 };
  return [
    ["GET", "games", "The games, with everything that can be chosen in each.", null],
    ["GET", "daily", "Today's puzzle of every game; ?date=2026-11-15 for another day.", null],
    ["POST", "new", "A puzzle to begin: by address, by its text or id (puzzle), or made to order (settings, seed).", { game, ...order }],
    ["POST", "play", "One more move. The answer is where the game stands: status, legal moves, events, picture.", { game, puzzle, moves: [], move }],
    ["POST", "state", "The same without a further move.", { game, puzzle, moves: [move] }],
    ["POST", "moves", "What may be played next, and what each move costs.", { game, puzzle, moves: [] }],
    ["POST", "hint", "The next move of a good solution, and the verdict behind it.", { game, puzzle, moves: [] }],
    ["POST", "solve", "A verdict as the command line prints it. With Accept: text/event-stream, progress events come before it. metric, strategy, time, nodes and memory can be set, below the server's caps. Closing the connection ends the search.", { game, puzzle, metric: solved.metrics[0], time: 5 }],
    ["POST", "watch", "The next moves of a player, for games that have any.", { game: watched.name, puzzle: `${watched.name}#1`, moves: [], count: 3 }],
    ["POST", "way", "The moves that lead to a place that somebody points at, or (r2c2>r3c3) that bring something there, for games in which one walks.", { game: "GAME", puzzle: "GAME#1", moves: [], place: "r3c3" }, "form"],
    ["POST", "generate", "Puzzles to order, each with an id that makes it again.", { game, ...order, count: 2 }],
    ["POST", "validate", "Every puzzle of a pack: legal, solvable, its recorded optimum right.", { game, text: puzzle }],
    ["POST", "verify", "Judges a solution.", { game, puzzle, solution }],
    ["POST", "winnable", "After how many of its moves a game could be won for the last time.", { game, puzzle, moves: [move] }],
    ["POST", "review", "A finished game beside the best one, and where it left it.", { game, puzzle, moves: line }],
    ["POST", "record", "A finished game as progress keeps it: cost, optimum, stars, who moved.", { game, puzzle, moves: line, at: moment(), seconds: 60 }],
    ["POST", "standing", "What comes of somebody's records (progress, as quandary progress export writes it): bests, streaks, levels, days.", { game, progress: "" }],
    ["GET", `lesson?game=${game}`, "A game's first lesson; without a game, which games have one.", null],
    ["POST", "draw", "The picture alone, as SVG.", { game, puzzle, moves: [] }, "file"],
    ["POST", "worksheet", "Sheets to print, as PDF or SVG (the first page).", { game: printed.name, count: 4, seed: 1, format: "pdf" }, "file"],
  ];
}

const shorten = (key, value) => (typeof value === "string" && value.length > 300 ? `${value.slice(0, 80)} …` : value);

export async function show(main) {
  const asked = await questions();
  main.append(h("div", { class: "docs" },
    h("section", { class: "panel" }, h("h1", {}, "The API"),
      h("p", {}, "JSON in, JSON out, at the addresses below. A game is its puzzle and its moves: the server stores nothing. A puzzle is an id like GAME#42 or GAME:LEVEL#42, or a text in any of the game's formats."),
      h("p", {}, "A refusal is {\"error\": reason, \"status\": number}: 400 a request that is not understood, 409 an illegal move, 413 too large, 422 a text that is no puzzle or an order that nobody can fill, 429 too many requests of yours at a time, 503 a busy server or a puzzle that is not ready yet (Retry-After says when to ask again, seed with which seed).")),
    ...asked.map(section)));
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
