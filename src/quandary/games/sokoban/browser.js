// Sokoban: arrow keys or swipes move the player, a tap on a square walks there, and a tap on a box and then on a square
// brings the box there. Both ways are found by the server.

import { post } from "../../js/api.js";
import { shift } from "../../js/board.js";
import { calm } from "../../js/dom.js";
import { ARROWS, Hand } from "../../js/hand.js";

const LETTERS = { "-1,0": "l", "1,0": "r", "0,-1": "u", "0,1": "d" };
const WAYS = { l: [-1, 0], r: [1, 0], u: [0, -1], d: [0, 1] };
const STEP = { duration: 110, easing: "linear" };
const squareName = ([row, col]) => `r${row + 1}c${col + 1}`;
const WORDS = { l: "left", r: "right", u: "up", d: "down" };

export class GameHand extends Hand {
  static help = "Push every box onto a goal. Arrow keys and swipes walk; or tap a square to go there, or a box and then where it should go.";

  static keys = [["arrows, w a s d", "walk, and push the box that is there"]];

  first() { return "player"; }

  parts() {
    const player = this.board.svg.querySelector("[data-player]");
    for (const box of this.board.svg.querySelectorAll("[data-box]")) box.dataset.thing = `box ${box.dataset.box}`;
    return player ? [{ key: "player", element: player, label: `you; ${this.board.svg.getAttribute("aria-label")}; move with the arrow keys` }] : [];
  }

  /** A swipe needs no aim, so that squares of half a finger's width will do; the board follows the player. */
  get reach() { return 2 * this.cell; }
  centre() { return this.board.part("player"); }

  /** The level as its text has it, row by row. */
  get plan() { return (this.lines ??= this.board.table.text.split("\n")); }

  rows() {
    const [here, own] = this.placeOf(this.board.svg.querySelector("[data-player]"));
    return this.plan.map((line, row) => [...line].map((mark, col) => {
      const isGoal = ".*+".includes(mark);
      const what = row === here && col === own ? "you" : this.boxAt([row, col]) ? "box" : mark === "#" ? "wall" : isGoal ? "" : "floor";
      return [what, isGoal ? (what ? "on goal" : "goal") : ""].filter(Boolean).join(" ");
    }));
  }

  get cell() { return Number(this.board.svg.dataset.cellSize); }

  get foresees() { return true; }

  /** Steps or pushes, in the picture at once: by what may be played, or, before that is told, by what it shows. */
  step(letter, joined = false) {
    const player = this.board.part("player");
    const [right, down] = WAYS[letter];
    const [row, col] = this.placeOf(player);
    const [next, beyond] = [[row + down, col + right], [row + 2 * down, col + 2 * right]];
    const box = this.boxAt(next);
    const move = this.board.table.settled ? this.legal.find((one) => one.toLowerCase() === letter)
      : this.isOpen(next) && (!box || (this.isOpen(beyond) && !this.boxAt(beyond))) ? (box ? letter.toUpperCase() : letter) : null;
    if (!move) { this.board.shake(player); return Promise.resolve(false); }
    this.bring(player, next);
    if (box) {
      this.bring(box, beyond);
      box.dataset.box = squareName(beyond);
      box.dataset.thing = `box ${box.dataset.box}`;
    }
    return this.board.play(move, { joined });
  }

  placeOf(element) {
    const { x, y } = shift(element);
    return [y, x].map((one) => Math.floor(one / this.cell));
  }

  boxAt(square) { return this.board.svg.querySelector(`[data-box="${squareName(square)}"]`); }

  /** Whether a square is no wall; walls stand where the puzzle's text has them. */
  isOpen([row, col]) {
    return (this.plan[row]?.[col] ?? "#") !== "#";
  }

  bring(element, [row, col]) {
    this.board.bring(element, { x: (col + 0.5) * this.cell, y: (row + 0.5) * this.cell }, STEP);
  }

  grab(element, start) {
    return {
      tap: (now) => this.tap(now),
      drop: (by) => {
        const letter = Math.abs(by.x) > Math.abs(by.y) ? (by.x < 0 ? "l" : "r") : by.y < 0 ? "u" : "d";
        return start && this.step(letter);
      },
    };
  }

  async tap(now) {
    const square = [now.y, now.x].map((one) => Math.floor(one / this.cell));
    if (!this.isOpen(square)) { this.choose(null); return; }
    const here = this.placeOf(this.board.part("player"));
    const by = [square[1] - here[1], square[0] - here[0]];
    const box = this.boxAt(square);
    const chosen = this.chosen && this.boxAt(this.chosen) && this.chosen;
    if (box) { this.choose(chosen && squareName(chosen) === squareName(square) ? null : square); return; }
    this.choose(null);
    if (chosen) await this.go(`${squareName(chosen)}>${squareName(square)}`, this.boxAt(chosen));
    else if (LETTERS[by]) await this.step(LETTERS[by]);
    else await this.go(squareName(square), this.board.part("player"));
  }

  /** The box that is to be brought somewhere. */
  choose(square) {
    this.chosen = square;
    this.board.mark("chosen", square && this.boxAt(square));
  }

  after() { this.chosen = null; }

  /** Walks or pushes to a place, as one step; what cannot get there shakes. */
  async go(place, mover) {
    const { table } = this.board;
    try {
      const { moves } = await post("way", { ...table.question, place });
      if (!moves) { this.board.shake(mover); return; }
      const before = table.moves;
      for (const [at, move] of moves.entries()) {
        this.step(move.toLowerCase(), at > 0);
        // A walk can be watched, and whoever plays on meanwhile ends it.
        const { length } = table.moves;
        if (!calm()) await new Promise((resolve) => setTimeout(resolve, STEP.duration / 2));
        if (table.moves.length !== length || length <= before.length) return;
      }
    } catch (error) {
      this.board.host.dispatchEvent(new CustomEvent("refused", { detail: error, bubbles: true }));
    }
  }

  key(event) {
    const wasd = { a: "l", d: "r", w: "u", s: "d" }[event.key.toLowerCase()];
    const letter = wasd ?? LETTERS[ARROWS[event.key]];
    if (letter) this.step(letter);
    return Boolean(letter);
  }

  animate(before, events) {
    this.board.glide(this.board.part("player"), before.get("player"), STEP);
    for (const event of events) {
      if (event.type !== "Pushed") continue;
      const box = this.boxAt(event.end);
      if (box) this.board.glide(box, before.get(`box ${squareName(event.end)}`) ?? before.get(`box ${squareName(event.start)}`), STEP);
    }
  }

  say(move) {
    const way = WORDS[move.toLowerCase()];
    return move === move.toUpperCase() ? `push ${way}` : `walk ${way}`;
  }

  point() { this.board.mark("hinted", this.board.part("player")); }

  hint(move) {
    this.point();
    const player = this.board.part("player");
    const [x, y] = WAYS[move.toLowerCase()];
    const ghost = player.cloneNode(true);
    for (const name of ["data-part", "data-player", "role", "tabindex", "aria-label"]) ghost.removeAttribute(name);
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("aria-hidden", "true");
    const at = shift(player);
    ghost.transform.baseVal.getItem(0).setTranslate(at.x + x * this.cell, at.y + y * this.cell);
    player.before(ghost);
  }
}
