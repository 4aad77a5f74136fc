// One game being played: the puzzle, its moves, what was taken back, and where it stands.
// The rules are the server's. This only remembers, and tells its listeners what has changed.

import { post } from "./api.js";
import { save, savedGame } from "./store.js";

const STATES_KEPT = 400;

export class Table extends EventTarget {
  constructor(state) {
    super();
    this.game = state.game;
    this.id = state.id;
    this.address = state.address;
    this.facts = state.facts;
    this.text = state.puzzle;
    this.moves = [];
    this.redoable = [];
    this.hints = 0;
    this.states = [state];
    this.spent = 0;
    this.since = null;
    this.busy = Promise.resolve();
  }

  get state() { return this.states[this.moves.length]; }
  get playing() { return this.state.status === "playing"; }
  get seconds() { return this.spent + (this.since === null ? 0 : (performance.now() - this.since) / 1000); }
  get question() { return { game: this.game, puzzle: this.id, moves: this.moves }; }

  /** Goes on where this browser left the puzzle. */
  async resume() {
    const kept = savedGame(this.id);
    if (!kept || !kept.moves.length) return false;
    try {
      const state = await post("state", { ...this.question, moves: kept.moves });
      this.moves = kept.moves;
      this.redoable = kept.redo ?? [];
      this.hints = kept.hints ?? 0;
      this.spent = kept.seconds ?? 0;
      this.states[this.moves.length] = state;
      this.changed("resumed");
      return true;
    } catch {
      return false;
    }
  }

  /** One thing after the other: a second move waits for the first one's answer. */
  inTurn(work) {
    const result = this.busy.then(work);
    this.busy = result.catch(() => {});
    return result;
  }

  play(move, { replacing = 0 } = {}) {
    return this.inTurn(async () => {
      const before = this.moves.slice(0, this.moves.length - replacing);
      const state = await post("play", { ...this.question, moves: before, move });
      const previous = this.state;
      this.moves = [...before, move];
      this.redoable = [];
      this.states.length = this.moves.length;
      this.states[this.moves.length] = state;
      this.runClock();
      this.changed("played", { move, previous });
      return state;
    });
  }

  undo() { return this.inTurn(() => this.moves.length ? this.goTo(this.moves.length - 1, "undone") : false); }
  redo() { return this.inTurn(() => this.redoable.length ? this.goTo(this.moves.length + 1, "redone") : false); }
  restart() {
    return this.inTurn(() => {
      this.moves = [];
      this.redoable = [];
      this.hints = 0;
      this.states.length = 1;
      this.spent = 0;
      this.since = null;
      this.changed("restarted");
    });
  }

  async goTo(count, how) {
    const all = [...this.moves, ...this.redoable.toReversed()];
    const previous = this.state;
    const moves = all.slice(0, count);
    const state = this.states[count] ?? (await post("state", { ...this.question, moves }));
    this.moves = moves;
    this.redoable = all.slice(count).reverse();
    this.states[count] = state;
    this.runClock();
    this.changed(how, { previous });
    return true;
  }

  runClock() {
    if (this.playing) this.since ??= performance.now();
    else this.pauseClock();
  }

  pauseClock() {
    this.spent = this.seconds;
    this.since = null;
  }

  changed(how, more = {}) {
    if (this.states.length > STATES_KEPT) {
      // The oldest are asked for again if anybody ever goes back that far.
      for (let at = 1; at < this.states.length - STATES_KEPT; at++) delete this.states[at];
    }
    this.keep();
    this.dispatchEvent(new CustomEvent("change", { detail: { how, ...more } }));
  }

  keep() {
    if (!this.moves.length && !this.redoable.length) return;
    const { game, id, address, moves, hints } = this;
    save({ game, id, address, moves, redo: this.redoable, hints, seconds: Math.round(this.seconds), status: this.state.status });
  }
}
