// The page of a puzzle: its board, how it stands, and everything that can be done with it.

import { gameInfo, post, postPatiently } from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { button, clockText, counted, dialog, h, picture, starsOf, toast } from "./dom.js";
import { handFor } from "./hands.js";
import { newDialog, pasteDialog, takeDrops } from "./choose.js";
import { Playback } from "./playback.js";
import { catchUp, finish, moment, records, standing } from "./progress.js";
import { addressFor, copy, puzzleInFragment, share } from "./share.js";
import { sound, soundSwitch } from "./sound.js";
import { preference, saved } from "./store.js";
import { Table } from "./table.js";

/** The keys of every game, as in the terminal. */
const COMMANDS = {
  u: ["take a move back", (page) => page.table.undo()],
  r: ["play it again", (page) => page.table.redo()],
  x: ["start over (u brings the game back)", (page) => page.restart()],
  h: ["a hint: where to look; again: which piece, the move, and the move is played", (page) => page.table.playing && page.coach.hint()],
  l: ["back to the last position that could be won", (page) => page.coach.goBack()],
  m: ["mark this position, to come back to it", (page) => page.mark()],
  c: ["copy the puzzle's address, to share it", (page) => share(page.table)],
  n: ["another puzzle", (page) => page.chooseNew()],
  "?": ["this help", (page) => page.help()],
};

/** Whether a key means something to the element that has the focus, and so nothing to the game. */
function isTakenBy(element, key) {
  // A dialog that has just closed keeps the focus until the page is drawn again: such keys are for the game.
  if (element.closest("dialog:not([open])")) return false;
  if (element.closest("dialog, textarea, select, input:not([type=checkbox], [type=range])")) return true;
  if (element.matches("input[type=range]")) return key.startsWith("Arrow");
  const isPressed = (key === "Enter" || key === " ") && element.closest("button, a, summary, input");
  return Boolean(isPressed);
}

const WORDS = { playing: "", won: "Solved!", lost: "Lost" };

const MAKING = "Making the puzzle…";
const QUICK = 300;

/** Begins the puzzle that the address names, or a new one. */
async function begin(game, info, signal) {
  const pasted = await puzzleInFragment();
  const address = decodeURIComponent(location.pathname.slice(game.length + 2));
  const wanted = pasted !== null ? { puzzle: pasted } : address ? { address } : { settings: (await info).casual };
  return postPatiently("new", { game, ...wanted }, signal);
}

/** The same, while the page shows that the puzzle is being made; null if the player cancels that. */
async function beginShown(main, game, info) {
  const making = new AbortController();
  const note = h("div", { class: "panel sorry", role: "status" });
  main.append(note);
  const shown = setTimeout(() => note.append(h("p", {}, MAKING), h("div", { class: "row" }, button("Cancel", "stop", () => making.abort()))), QUICK);
  try {
    const state = await begin(game, info, making.signal);
    note.remove();
    return state;
  } catch (error) {
    if (error.name !== "AbortError") { note.remove(); throw error; }
    note.replaceChildren(h("p", {}, "Cancelled: the puzzle was not made."), h("div", { class: "row" },
      button("Try again", "restart", () => location.reload()), h("a", { class: "button", href: "/" }, "Home")));
    return null;
  } finally {
    clearTimeout(shown);
  }
}

export async function show(main, game) {
  const known = gameInfo(game);
  const [info, state, makeHand] = await Promise.all([known, beginShown(main, game, known), known.then(handFor)]);
  if (!state) return;
  const page = new PlayPage(main, info, new Table(state), makeHand);
  if (!location.hash.startsWith("#p=")) history.replaceState(null, "", await addressFor(page.table));
  await page.table.resume();
  page.welcome();
  catchUp().catch(() => {});
}

class PlayPage {
  constructor(main, info, table, makeHand) {
    this.info = info;
    this.table = table;
    // What comes of the player's records, when the game is over.
    this.told = null;
    // Whether the player looks at the board of a game that is over.
    this.isLooking = false;
    this.boardHost = h("div", { role: "application", "aria-label": `${info.title} board` });
    this.figures = h("dl", { class: "figures" });
    this.message = h("p", { class: "message", role: "status", "aria-live": "polite" });
    this.movesList = h("details", { class: "moves" }, h("summary", {}, "Moves by name"), h("div", {}));
    this.win = h("div", { class: "win", hidden: true });
    this.board = new Board(this.boardHost, table, makeHand);
    this.coach = new Coach(this);
    this.playback = new Playback(this);
    this.tools = this.toolbar();
    main.append(h("div", { class: "play", "data-game": info.name },
      h("section", { class: "stage", "aria-label": "Board" }, this.boardHost, this.board.zooms, this.board.reader, this.win, this.message),
      h("aside", { class: "side", "aria-label": "Game" },
        h("h1", {}, info.title), this.caption = h("p", { class: "caption" }),
        this.figures, this.tools, this.playback.element,
        h("p", { class: "help" }, this.board.hand.constructor.help || info.summary), this.movesList)));
    // Only now it has its place, and with it its measures.
    this.board.show({ how: "begun" });
    table.addEventListener("change", ({ detail }) => this.changed(detail));
    table.addEventListener("asked", () => { document.body.dataset.settled = "no"; });
    // Which move it was, the player knows.
    this.boardHost.addEventListener("refused", ({ detail }) => this.say(detail.message.replace(/^move \d+, '[^']*': (.)/, (_, first) => first.toUpperCase()), "bad"));
    this.boardHost.addEventListener("typed", ({ detail }) => this.say(detail ? `Answer: ${detail} …` : ""));
    this.boardHost.addEventListener("counted", ({ detail }) => {
      const shown = this.figures.querySelector("[data-figure='Score']");
      if (shown) shown.textContent = detail.toLocaleString("en");
    });
    addEventListener("keydown", (event) => this.shortcut(event));
    document.addEventListener("visibilitychange", () => this.visibility());
    addEventListener("pagehide", () => table.keepTime());
    setInterval(() => this.tick(), 1000);
    takeDrops(document.body, (text) => this.openText(text));
    this.changed({ how: "begun" });
    this.coach.begin();
  }

  /** Three groups: to play, to be helped, and everything else, which is folded. */
  toolbar() {
    const { table, info } = this;
    const own = (work) => () => this.trying(work);
    this.undoButton = button("Undo", "undo", own(() => table.undo()));
    this.redoButton = button("Redo", "redo", own(() => table.redo()));
    this.restartButton = button("Restart", "restart", own(() => this.restart()));
    this.hintButton = button("Hint", "hint", own(() => this.coach.hint()));
    const [first, ...others] = this.playback.starters();
    const link = (href, name) => h("a", { class: "button", href }, name);
    this.marks = h("span", { class: "pair" });
    this.more = h("div", { class: "morePanel", id: "more", hidden: true },
      h("div", { class: "row helpers" }, this.coach.toggle(), soundSwitch(), ...this.board.hand.controls()),
      h("div", { class: "row helpers" }, ...others, button("Mark", "flag", own(() => this.mark())), this.marks),
      h("div", { class: "row helpers" },
        button("Share", "share", own(() => share(table))),
        button("Paste", "paste", () => pasteDialog(info, (text) => this.openText(text))),
        info.editor && h("a", { class: "button", href: `/${info.name}/edit`, onclick: (event) => { event.currentTarget.hash = `b=${encodeURIComponent(table.text)}`; } }, "Editor"),
        info.sheet && link(`/worksheets?game=${info.name}`, "Worksheets"),
        link(`/${info.name}/levels`, "Levels"), link(`/${info.name}/daily`, "Calendar"), link(`/${info.name}/lesson`, "Lesson")));
    this.moreButton = button("More", "more", () => this.unfold(), { "aria-expanded": "false", "aria-controls": "more" });
    return h("div", { class: "tools", role: "toolbar", "aria-label": "Game" },
      h("div", { class: "keys4" }, this.undoButton, this.redoButton, this.restartButton, this.hintButton),
      h("div", { class: "keys4" }, button("New", "plus", () => this.chooseNew()), first, button("Help", "help", () => this.help()), this.moreButton),
      this.more);
  }

  unfold() {
    this.more.hidden = !this.more.hidden;
    this.moreButton.setAttribute("aria-expanded", String(!this.more.hidden));
  }

  /** Marks the position; the marks stand under More, each a button that leads back. */
  mark() {
    const number = this.table.setCheckpoint();
    this.say(`Marked as ${number}: More leads back there.`);
  }

  listMarks() {
    this.marks.replaceChildren(...this.table.checkpoints.map((line, at) =>
      button(String(at + 1), null, () => this.trying(() => this.table.goToCheckpoint(at + 1)), { "aria-label": `Back to mark ${at + 1}, after ${counted(line.moves.length, "moves")}` })));
  }

  /** Offers a lesson to who is new to the game; nobody has to take it. */
  async welcome() {
    const { name, title } = this.info;
    const isNew = preference(`lesson.${name}`) === null && !this.table.moves.length && !saved().some((one) => one.game === name) && !(await records(name)).length;
    if (!isNew) return;
    const offer = h("div", { class: "offer", role: "group", "aria-label": "A first lesson" }, h("p", {}, `New to ${title}?`),
      h("a", { class: "button primary", href: `/${name}/lesson` }, "A lesson in five steps"),
      button("No, thanks", null, () => { preference(`lesson.${name}`, "declined"); offer.remove(); }));
    this.tools.after(offer);
    this.table.addEventListener("change", ({ detail }) => { if (detail.how === "played") offer.remove(); });
  }

  chooseNew() { newDialog(this.info, (request) => this.open(request)); }

  async restart() {
    this.playback.stop();
    await this.table.restart();
  }

  /** Opens what somebody has pasted or dropped: a puzzle, or one of a pack. */
  async openText(text) {
    const game = this.info.name;
    const pack = await post("validate", { game, text, solve: false }).catch(() => null);
    const puzzles = pack?.puzzles.filter((one) => one.puzzle) ?? [];
    if (puzzles.length < 2) { await this.open({ game, puzzle: text }); return; }
    const box = dialog(`${puzzles.length}${pack.complete ? "" : " of more"} puzzles`, h("ol", { class: "pack" }, ...puzzles.map(({ id, puzzle }, at) =>
      h("li", {}, button(id.length < 40 ? id : `Puzzle ${at + 1}`, null, () => { box.close(); this.open({ game, puzzle }); })))));
  }

  async open(request) {
    this.making?.abort();
    const making = this.making = new AbortController();
    this.say("One moment …");
    const shown = setTimeout(() => this.say(MAKING, "", ["Cancel", () => making.abort()]), QUICK);
    try {
      const state = await postPatiently("new", request, making.signal);
      this.playback.stop();
      const table = new Table(state);
      location.assign(await addressFor(table));
      if (location.hash.startsWith("#p=")) location.reload();
    } catch (error) {
      if (making !== this.making) return;
      if (error.name === "AbortError") { this.say("Cancelled: no new puzzle was made."); return; }
      this.say(error.message, "bad");
      toast(error.message, "bad");
    } finally {
      clearTimeout(shown);
    }
  }

  changed({ how }) {
    const { table, info } = this;
    const { state } = table;
    const { grade } = table.facts;
    this.caption.textContent = [state.caption, grade && !state.settings.includes(grade) && grade].filter(Boolean).join(" · ");
    document.title = `${state.caption} · ${info.title} · Quandary`;
    const best = this.coach.best;
    const counts = Object.entries(state.costs).map(([unit, count]) =>
      [unit[0].toUpperCase() + unit.slice(1), best?.unit === unit ? `${count} / ${best.cost}${best.optimal ? "" : "?"}` : String(count)]);
    const shown = [...counts, ["Time", clockText(table.seconds)], ...Object.entries(state.figures), ...this.coach.figures()];
    this.figures.replaceChildren(...shown.flatMap(([name, value]) => [h("div", {}, h("dt", {}, name), h("dd", { "data-figure": name }, value))]));
    this.undoButton.disabled = !table.undoable;
    this.redoButton.disabled = !table.redoable.length;
    this.restartButton.disabled = !table.moves.length && !table.redoable.length;
    this.hintButton.disabled = !table.playing;
    this.playback.changed();
    this.listMoves();
    if (how === "played" || how === "redone") {
      const { words, bad } = this.board.hand.tell(state.events);
      this.say(words, bad ? "bad" : "");
    } else if (!["begun", "coached", "marked"].includes(how)) this.say({ undone: "Taken back.", restarted: "Back at the start: Undo brings the game back.", jumped: "Undo leads back.", unanswered: this.message.textContent, resumed: table.moves.length ? "Welcome back: this is where you left off." : "", refused: "That cannot be played." }[how] ?? "");
    this.showEnd(state);
    this.listMarks();
    if (!table.playing && how !== "coached" && how !== "marked") this.say(`${this.win.querySelector("h2").textContent} ${this.win.querySelector(".how").textContent}`);
    if (how === "played" || how === "redone") {
      if (!table.playing) this.finish();
      sound(table.playing ? "move" : state.status);
    } else sound({ undone: "back", jumped: "back", restarted: "back", refused: "refused" }[how]);
    if (!["begun", "coached", "marked"].includes(how)) this.coach.changed(how);
    document.body.dataset.status = state.status;
    document.body.dataset.played = String(table.moves.length);
    document.body.dataset.settled = table.settled ? "yes" : "no";
    if (info.scored) document.body.dataset.score = String(state.score);
  }

  /** The game is over: it is counted, once, however often its last move is taken back. */
  async finish() {
    const { table } = this;
    const { status } = table.state;
    if (table.result && ["won", status].includes(table.result.ended)) return;
    const result = { ended: status };
    table.result = result;
    table.keep();
    const { hints, undone, seconds } = table;
    const answer = await finish({ ...table.question, puzzle: table.canonicalId, at: moment(), hints, undone, seconds: Math.round(seconds * 10) / 10 }).catch(() => null);
    if (!answer || table.result !== result) return;
    Object.assign(result, answer);
    table.keep();
    if (!table.playing) this.showEnd(table.state);
    this.told = await standing(this.info.name, { after: table.canonicalId }).catch(() => null);
    if (!table.playing) this.showEnd(table.state);
  }

  /** How often in a row, for the end of a game: `12 won of 15, 3 in a row`. */
  get inARow() {
    if (!this.told || this.table.isShown) return "";
    const { best, wins, days, today } = this.told;
    const all = this.info.scored ? counted(best.played, "games") : `${best.won} won of ${best.played}`;
    return [all, `${wins.now} in a row`, today.id === this.table.canonicalId && days.now ? `${counted(days.now, "days")} in a row` : ""].filter(Boolean).join(" · ");
  }

  showEnd(state) {
    const { table, win } = this;
    const over = state.status !== "playing";
    const isNew = win.hidden && !this.isLooking;
    this.isLooking &&= over;
    win.hidden = !over || this.isLooking;
    this.boardHost.classList.toggle("over", over);
    if (!over) return;
    const { record, share: line, broken = [] } = table.result ?? {};
    const best = this.coach.best;
    const unit = best?.unit ?? Object.keys(state.costs)[0];
    const count = state.costs[unit];
    const { isShown } = table;
    const lines = [`${counted(count, unit)} in ${clockText(table.seconds)}`];
    const hints = table.makers.filter((by) => by === "hint").length;
    if (hints) lines.push(`with ${counted(hints, "hints")}`);
    if (state.status === "won" && best?.optimal && !isShown) lines.push(count <= best.cost ? "the best possible" : `the best is ${best.cost}`);
    if (state.score !== null) lines.unshift(`${state.score.toLocaleString("en")} points`);
    lines.push(...this.board.hand.result(state));
    const title = this.info.scored ? "Game over" : isShown ? "That is how it goes" : WORDS[state.status];
    const own = record && !isShown;
    const trophy = picture(state.svg);
    trophy.setAttribute("aria-hidden", "true");
    const next = button("Next puzzle", "play", () => this.next(), { class: "primary" });
    const isLost = state.status === "lost" && !this.info.scored;
    win.replaceChildren(...[
      h("button", { type: "button", class: "plain close", "aria-label": "Look at the board", onclick: () => { win.hidden = this.isLooking = true; } }, "×"),
      h("div", { class: "trophy" }, trophy), h("h2", {}, title),
      own ? h("p", { class: "stars", role: "img", "aria-label": `${record.stars} of 3 stars` }, starsOf(record.stars)) : null,
      h("p", { class: "how" }, lines.join(" · ")), ...broken.map((words) => h("p", { class: "broken" }, `★ ${words}`)),
      this.inARow ? h("p", { class: "help" }, this.inARow) : null,
      isShown ? h("p", { class: "help" }, "Played by the machine: it is not among your records.") : null,
      next,
      h("div", { class: "row" },
        own && !this.info.scored && state.status === "won" ? button("Beside the best", "eye", () => this.trying(async () => (await import("./review.js")).look(this))) : null,
        isLost ? button("Back to where it could be won", "undo", () => this.trying(() => this.coach.offerWayBack())) : null,
        own ? button("Share", "share", () => copy(line), { "data-share": "" }) : null,
        button("Once more", "restart", () => this.trying(() => this.restart()))),
    ].filter(Boolean));
    win.dataset.status = state.status;
    if (isNew) next.focus({ preventScroll: true });
  }

  /** The next puzzle: of a level the next that is not won, else another of the same kind. */
  async next() {
    const { table, info } = this;
    const told = this.told ?? await standing(info.name, { after: table.canonicalId }).catch(() => null);
    const isOfLevel = told?.levels.some((level) => level.rungs.some((rung) => rung.id === table.canonicalId));
    if (isOfLevel && told.next) location.assign(told.next.address);
    else await this.open({ game: info.name, like: table.id });
  }

  listMoves() {
    const { legal } = this.table.state;
    const host = this.movesList.lastElementChild;
    host.replaceChildren(...legal.slice(0, 120).map((move) =>
      h("button", { type: "button", class: "move", title: move, onclick: () => this.board.play(move) }, this.board.hand.say(move))));
    this.movesList.hidden = !legal.length;
  }

  /** Says something; `action` is a button's name and what it does. */
  say(text, kind = "", action = null) {
    this.message.replaceChildren(text, ...(action ? [" ", button(action[0], null, () => this.trying(action[1]))] : []));
    this.message.className = `message ${kind}`;
  }

  tick() {
    const time = this.figures.querySelector("[data-figure='Time']");
    if (time) time.textContent = clockText(this.table.seconds);
  }

  visibility() {
    if (document.hidden) { this.table.pauseClock(); this.table.keepTime(); }
    else if (this.table.moves.length) this.table.runClock();
  }

  /** A key, wherever the focus is: the page's own commands first, then the game's. */
  shortcut(event) {
    if (event.defaultPrevented || event.altKey || isTakenBy(event.target, event.key)) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command) {
      const work = key === "z" && !event.shiftKey ? () => this.table.undo() : key === "y" || key === "z" ? () => this.table.redo() : null;
      if (work) { event.preventDefault(); this.trying(work); }
      return;
    }
    const work = COMMANDS[event.key]?.[1];
    if (work) this.trying(() => work(this));
    else if (!this.board.pressed(event)) return;
    event.preventDefault();
  }

  /** Does something; what goes wrong is said. */
  trying(work) { return Promise.resolve().then(work).catch((error) => this.say(error.message, "bad")); }

  help() {
    const { help, keys } = this.board.hand.constructor;
    const rows = [...keys, ...Object.entries(COMMANDS).map(([key, [words]]) => [key, words])];
    dialog("Help", h("p", {}, help || this.info.summary),
      h("table", { class: "keys" }, h("tbody", {}, ...rows.map(([key, words]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words))))));
  }
}
