// One game being played: the puzzle, its moves, what was taken back, and where it stands.
// The rules are the server's. This only remembers, and tells its listeners what has changed.
//
// Moves are taken at once and sent together, one question at a time: `state` is the last that the server has told, and
// the game is `settled` when that is where all moves lead. What it refuses is taken back, with all that followed.

import { post } from "./api.js";
import { forget, save, savedGame, whenSaved } from "./store.js";

const STATES_KEPT = 400;
const MOST_AT_ONCE = 200;
const [MOST_LEFT, MOST_TOLD] = [5, 500];
// What the server says of moves that are not to be played.
const REFUSALS = [400, 409, 413, 422];
const PLAYER = "player";
const HINT = "hint";

/** A short name for a line of moves. */
function nameOf(moves) {
  let found = 0;
  for (const letter of moves.join(" ")) found = (found * 31 + letter.codePointAt(0)) % 9007199254741;
  return `${moves.length} ${found}`;
}

const same = (one, other) => one.length === other.length && one.every((move, at) => move === other[at]);

export class Table extends EventTarget {
  /** `states` are those of a line that needs no server, the first one first; with them nothing is kept. */
  constructor(state, line = null) {
    super();
    this.game = state.game;
    this.id = state.id;
    // The same puzzle may be asked for by several ids; progress knows it by this one.
    this.canonicalId = state.canonical_id;
    this.address = state.address;
    this.facts = state.facts;
    this.text = state.puzzle;
    this.line = line;
    this.states = [state];
    this.settling = null;
    // What a hint or a solver has said of a line of moves: who then plays it has not found it.
    this.told = new Map();
    this.hints = 0;
    // Where restart and other jumps have left, so that undo leads back; and positions that the player has marked.
    this.left = [];
    this.checkpoints = [];
    this.take({ moves: [] });
    this.sure = { moves: [], redoable: [], marks: [], joined: [], left: [], state };
    if (!line) whenSaved(this.id, (kept) => this.follow(kept));
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
  /** Who made the moves that stand. */
  get makers() { return this.marks.slice(0, this.moves.length); }
  /** Whether a machine has made one of them: then the game is nobody's. */
  get isShown() { return this.makers.some((by) => by.includes(":")); }
  get seconds() { return this.spent + (this.since === null ? 0 : (performance.now() - this.since) / 1000); }
  get question() { return { game: this.game, puzzle: this.id, ...told(this.moves, this.marks) }; }

  /** Goes on where this browser left the puzzle. */
  async resume() {
    const kept = savedGame(this.id);
    if (!kept) return false;
    try {
      const state = kept.moves.length ? await post("state", { ...this.question, ...told(kept.moves, kept.marks ?? []) }) : this.states[0];
      this.take(kept);
      this.states[this.moves.length] = state;
      this.changed("resumed");
      return true;
    } catch {
      return false;
    }
  }

  /** Stands where a line of moves leads. `marks` and `joined` go on with the moves that were taken back. */
  take({ moves, marks = [], redo = [], joined = [], seconds = 0, undone = 0, result = null, ...rest }) {
    this.moves = moves;
    this.redoable = redo;
    // Who made each of them, as a session marks it, and whether it is one step with the one before.
    this.marks = [...moves, ...redo].map((_, at) => marks[at] ?? PLAYER);
    this.joined = [...moves, ...redo].map((_, at) => joined.includes(at));
    this.spent = seconds;
    this.since = null;
    this.undone = undone;
    // What the server has made of the game, when it was over.
    this.result = result;
    if (rest.hints !== undefined) this.hints = rest.hints;
    if (rest.left) this.left = rest.left;
    if (rest.checkpoints) this.checkpoints = rest.checkpoints;
    if (rest.told) this.told = new Map(rest.told);
    this.states.length = 1;
  }

  /** Another tab has played on: this one goes along, so that neither undoes what the other did. */
  follow(kept) {
    if (!this.settled) return;
    this.take(kept ?? { moves: [], hints: 0, left: [], checkpoints: [] });
    this.settle("resumed").catch(() => {});
  }

  play(move, { replacing = 0, by = PLAYER, joined = false } = {}) {
    const keep = this.moves.length - replacing;
    const before = this.moves.slice(0, keep);
    const name = nameOf(before);
    const isTold = by === PLAYER && this.told.get(name) === move;
    if (by !== PLAYER) this.told.set(name, move);
    this.states.length = Math.min(this.states.length, keep + 1);
    this.moves = [...before, move];
    this.marks = [...this.marks.slice(0, keep), isTold ? HINT : by];
    this.joined = [...this.joined.slice(0, keep), joined];
    this.redoable = [];
    return this.settle("played");
  }

  /** Takes the last move away as if it had not been made: a slide that goes back to where it began. */
  withdraw() {
    const keep = this.moves.length - 1;
    this.moves = this.moves.slice(0, keep);
    this.marks = this.marks.slice(0, keep);
    this.joined = this.joined.slice(0, keep);
    this.redoable = [];
    return this.settle("undone");
  }

  /** A hint has named the move to play here. */
  name(move) { this.told.set(nameOf(this.moves), move); }

  /** How many moves cannot be taken back: those that stay, such as a wrong try, and those before them. */
  get fixed() { return this.state.fixed ?? 0; }
  get hasJumped() { return this.left.length > 0 && same(this.left.at(-1).target, this.moves); }
  get undoable() { return this.hasJumped || this.moves.length > this.fixed; }

  /** Takes back a step: a move, all of a walk, or a jump. */
  undo() {
    if (!this.undoable) return Promise.resolve(false);
    if (this.hasJumped) {
      const { target, ...kept } = this.left.at(-1);
      this.left = this.left.slice(0, -1);
      this.take(kept);
      return this.settle("jumped");
    }
    let count = this.moves.length - 1;
    while (this.joined[count] && count > this.fixed) count--;
    this.undone += this.moves.length - count;
    return this.goTo(count, "undone");
  }

  redo() {
    if (!this.redoable.length) return Promise.resolve(false);
    let count = this.moves.length + 1;
    while (this.joined[count]) count++;
    return this.goTo(count, "redone");
  }

  /** Back to the beginning, as a game of its own; what hints have told is not forgotten. */
  restart() {
    this.jump({ moves: [], seconds: 0, undone: 0 });
    return this.settle("restarted");
  }

  /** Back to the position after so many moves, in one go. */
  goBack(count) {
    if (count < this.fixed) return Promise.reject(new Error("Some moves since then cannot be taken back."));
    this.jump({ ...this.lineUpTo(count), seconds: this.seconds, undone: this.undone });
    return this.settle("jumped");
  }

  lineUpTo(count) {
    const joined = this.joined.flatMap((is, at) => (is && at < count ? [at] : []));
    return { moves: this.moves.slice(0, count), marks: this.marks.slice(0, count), joined };
  }

  /** Marks this position, to come back to it. */
  setCheckpoint() {
    this.checkpoints = [...this.checkpoints, this.lineUpTo(this.moves.length)].slice(-9);
    this.changed("marked");
    return this.checkpoints.length;
  }

  goToCheckpoint(number) {
    const line = this.checkpoints[number - 1];
    if (!same(line.moves.slice(0, this.fixed), this.moves.slice(0, this.fixed))) return Promise.reject(new Error("Some moves since then cannot be taken back."));
    this.jump({ ...line, seconds: this.seconds, undone: this.undone });
    return this.settle("jumped");
  }

  jump(to) {
    if (this.moves.length || this.redoable.length) {
      const { target, left, checkpoints, told: said, hints, ...here } = this.saved();
      this.left = [...this.left, { ...here, target: to.moves }].slice(-MOST_LEFT);
    }
    this.take(to);
  }

  goTo(count, how) {
    const all = [...this.moves, ...this.redoable.toReversed()];
    this.moves = all.slice(0, count);
    this.redoable = all.slice(count).reverse();
    return this.settle(how);
  }

  /** Until the server has said where the moves lead. However many wait, one question is under way at a time. */
  settle(how) {
    this.how = how;
    this.dispatchEvent(new Event("asked"));
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
      const known = this.line?.get(sent.join(" "));
      if (known) { this.states[sent.length] = known; continue; }
      const [move, ...more] = sent.slice(at);
      try {
        const { marks, moves } = told(sent, this.marks);
        const state = await post("play", { game: this.game, puzzle: this.id, moves: moves.slice(0, at), ...(marks && { marks }), move, more });
        this.learn(sent, state);
      } catch (error) {
        if (REFUSALS.includes(error.status)) this.takeBack(at);
        else this.standBack();
        throw error;
      }
    }
  }

  /** Nobody has answered: the game stands where it last stood for certain, and nothing of it is lost. */
  standBack() {
    const { state, ...sure } = this.sure;
    Object.assign(this, sure);
    this.states[this.moves.length] = state;
    this.how = "unanswered";
    this.changed("unanswered");
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
    this.redoable = [];
    this.marks = this.marks.slice(0, count);
    this.joined = this.joined.slice(0, count);
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
    if (this.settled) {
      const { moves, redoable, marks, joined, left, state } = this;
      this.sure = { moves, redoable, marks, joined, left, state };
    }
    if (this.states.length > STATES_KEPT) {
      // The oldest are asked for again if anybody ever goes back that far.
      for (let at = 1; at < this.states.length - STATES_KEPT; at++) delete this.states[at];
    }
    if (how !== "resumed") this.keep();
    this.dispatchEvent(new CustomEvent("change", { detail: { how } }));
  }

  /** All that is to be remembered of it. */
  saved() {
    const { game, id, address, moves, marks, hints, undone, result, left, checkpoints } = this;
    return {
      caption: this.states[0].caption, game, id, address, moves, hints, undone, result, left, checkpoints, redo: this.redoable,
      marks: marks.some((by) => by !== PLAYER) ? marks : [], joined: this.joined.flatMap((is, at) => (is ? [at] : [])),
      told: [...this.told].slice(-MOST_TOLD), seconds: Math.round(this.seconds), status: this.state.status,
    };
  }

  keep() {
    if (this.line) return;
    if (!this.moves.length && !this.redoable.length && !this.left.length && !this.checkpoints.length) { forget(this.id); return; }
    save(this.saved());
  }

  /** Only the clock has moved on. */
  keepTime() {
    const kept = savedGame(this.id);
    if (kept && same(kept.moves, this.moves)) this.keep();
  }
}

/** Moves and who made them, as a request says it: where it was always the player, nothing needs to be said. */
const told = (moves, marks) => ({ moves, ...(marks.slice(0, moves.length).some((by) => by !== PLAYER) && { marks: marks.slice(0, moves.length) }) });
