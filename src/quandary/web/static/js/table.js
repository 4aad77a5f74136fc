// One game being played: the puzzle, its moves, what was taken back, and where it stands.
// The rules are the server's. This only remembers, and tells its listeners what has changed.
//
// Moves are taken at once and sent together, one question at a time: `state` is the last that the server has told, and
// the game is `settled` when that is where all moves lead. What it refuses is taken back, with all that followed.

import { post } from "./api.js";
import { forget, save, savedGame, whenSaved } from "./store.js";

const STATES_KEPT = 400;
const MOST_AT_ONCE = 200;
const PLAYER = "player";
const HINT = "hint";

export class Table extends EventTarget {
  constructor(state) {
    super();
    this.game = state.game;
    this.id = state.id;
    this.address = state.address;
    this.facts = state.facts;
    this.text = state.puzzle;
    this.moves = [];
    // Who made each of them, as a session marks it.
    this.marks = [];
    this.redoable = [];
    this.hints = 0;
    this.hinted = null;
    this.states = [state];
    this.spent = 0;
    this.since = null;
    this.settling = null;
    whenSaved(this.id, (kept) => this.follow(kept));
  }

  /** How many of the moves the server has answered. */
  get known() {
    let at = this.moves.length;
    while (!this.states[at]) at--;
    return at;
  }

  get state() { return this.states[this.known]; }
  get settled() { return this.known === this.moves.length; }
  get playing() { return this.state.status === "playing"; }
  get helped() { return this.marks.some((by) => by !== PLAYER); }
  get seconds() { return this.spent + (this.since === null ? 0 : (performance.now() - this.since) / 1000); }
  get question() { return { game: this.game, puzzle: this.id, ...told(this.moves, this.marks) }; }

  /** Goes on where this browser left the puzzle. */
  async resume() {
    const kept = savedGame(this.id);
    if (!kept?.moves.length) return false;
    try {
      const state = await post("state", { ...this.question, ...told(kept.moves, kept.marks ?? []) });
      this.take(kept);
      this.states[this.moves.length] = state;
      this.changed("resumed");
      return true;
    } catch {
      return false;
    }
  }

  take({ moves, marks = [], redo = [], hints = 0, seconds = 0 }) {
    this.moves = moves;
    this.marks = moves.map((_, at) => marks[at] ?? PLAYER);
    this.redoable = redo;
    this.hints = hints;
    this.spent = seconds;
    this.since = null;
    this.states.length = 1;
  }

  /** Another tab has played on: this one goes along, so that neither undoes what the other did. */
  follow(kept) {
    if (!this.settled) return;
    this.take(kept ?? { moves: [] });
    this.settle("resumed").catch(() => {});
  }

  play(move, { replacing = 0, by = PLAYER } = {}) {
    const keep = this.moves.length - replacing;
    const isHinted = by === PLAYER && this.hinted?.move === move && this.hinted.at === keep;
    this.states.length = Math.min(this.states.length, keep + 1);
    this.moves = [...this.moves.slice(0, keep), move];
    this.marks = [...this.marks.slice(0, keep), isHinted ? HINT : by];
    this.redoable = [];
    return this.settle("played");
  }

  /** A move that stays, such as a wrong try, and those before it cannot be taken back. */
  get undoable() { return this.moves.length > (this.state.fixed ?? 0); }
  undo() { return this.undoable ? this.goTo(this.moves.length - 1, "undone") : Promise.resolve(false); }
  redo() { return this.redoable.length ? this.goTo(this.moves.length + 1, "redone") : Promise.resolve(false); }
  restart() {
    this.take({ moves: [] });
    return this.settle("restarted");
  }

  goTo(count, how) {
    const all = [...this.moves, ...this.redoable.toReversed()];
    this.marks = all.map((_, at) => this.marks[at] ?? PLAYER);
    this.moves = all.slice(0, count);
    this.redoable = all.slice(count).reverse();
    return this.settle(how);
  }

  /** Until the server has said where the moves lead. However many wait, one question is under way at a time. */
  settle(how) {
    this.how = how;
    this.settling ??= this.ask().then(() => this.runClock()).finally(() => { this.settling = null; })
      .then(() => { this.changed(this.how); return true; });
    return this.settling;
  }

  async ask() {
    // Whatever else the same key or touch has to say goes along.
    await null;
    while (!this.settled) {
      const at = this.known;
      const sent = this.moves.slice(0, at + MOST_AT_ONCE);
      const [move, ...more] = sent.slice(at);
      try {
        const { marks, moves } = told(sent, this.marks);
        const state = await post("play", { game: this.game, puzzle: this.id, moves: moves.slice(0, at), ...(marks && { marks }), move, more });
        this.learn(sent, state);
      } catch (error) {
        this.takeBack(at);
        throw error;
      }
    }
  }

  /** Keeps what the server has told, if those moves still stand. */
  learn(sent, state) {
    const { played } = state;
    const stands = (count) => sent.slice(0, count).every((move, at) => move === this.moves[at]);
    if (stands(played)) this.states[played] = state;
    if (played < sent.length && stands(played + 1)) this.takeBack(played);
  }

  takeBack(count) {
    this.moves = this.moves.slice(0, count);
    this.marks = this.marks.slice(0, count);
    this.how = "refused";
    this.changed("refused");
  }

  runClock() {
    if (this.playing && this.moves.length) this.since ??= performance.now();
    else this.pauseClock();
  }

  pauseClock() {
    this.spent = this.seconds;
    this.since = null;
  }

  changed(how) {
    if (this.states.length > STATES_KEPT) {
      // The oldest are asked for again if anybody ever goes back that far.
      for (let at = 1; at < this.states.length - STATES_KEPT; at++) delete this.states[at];
    }
    if (how !== "resumed") this.keep();
    this.dispatchEvent(new CustomEvent("change", { detail: { how } }));
  }

  keep() {
    const { game, id, address, moves, marks, hints } = this;
    if (!moves.length && !this.redoable.length) { forget(id); return; }
    save({ game, id, address, moves, marks: this.helped ? marks : [], redo: this.redoable, hints, seconds: Math.round(this.seconds), status: this.state.status });
  }

  /** Only the clock has moved on. */
  keepTime() {
    const kept = savedGame(this.id);
    if (kept && kept.moves.join() === this.moves.join()) this.keep();
  }
}

/** Moves and who made them, as a request says it: where it was always the player, nothing needs to be said. */
const told = (moves, marks) => ({ moves, ...(marks.some((by) => by !== PLAYER) && { marks: marks.slice(0, moves.length) }) });
