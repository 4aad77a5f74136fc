// Sokoban: arrow keys or swipes move the player, a tap on a square walks there, a tap beside the player steps.

import { post } from "../../js/api.js";
import { shift } from "../../js/board.js";
import { ARROWS, Hand } from "../../js/hand.js";

const LETTERS = { "-1,0": "l", "1,0": "r", "0,-1": "u", "0,1": "d" };
const WORDS = { l: "left", r: "right", u: "up", d: "down" };

export class GameHand extends Hand {
  static help = "Arrow keys, swipes, or a tap on a square. Push every box onto a goal.";

  static keys = [["arrows, w a s d", "walk, and push the box that is there"]];

  first() { return "player"; }

  parts() {
    const player = this.board.svg.querySelector("[data-player]");
    for (const box of this.board.svg.querySelectorAll("[data-box]")) box.dataset.thing = `box ${box.dataset.box}`;
    return player ? [{ key: "player", element: player, label: `you; ${this.board.svg.getAttribute("aria-label")}; move with the arrow keys` }] : [];
  }

  get cell() { return Number(this.board.svg.dataset.cellSize); }

  step(letter) {
    const move = this.legal.find((one) => one.toLowerCase() === letter);
    if (move) return this.board.play(move);
    this.board.shake(this.board.part("player"));
    return Promise.resolve(false);
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
    const player = this.board.part("player");
    const box = shift(player);
    const here = [box.y, box.x].map((one) => Math.floor((one + 1) / this.cell));
    const by = [square[1] - here[1], square[0] - here[0]];
    if (LETTERS[by]) { await this.step(LETTERS[by]); return; }
    const { table } = this.board;
    try {
      const { moves } = await post("way", { ...table.question, place: `r${square[0] + 1}c${square[1] + 1}` });
      if (!moves) { this.board.shake(player); return; }
      for (const move of moves) if (!(await this.board.play(move))) return;
    } catch (error) {
      this.board.host.dispatchEvent(new CustomEvent("refused", { detail: error, bubbles: true }));
    }
  }

  key(event) {
    const wasd = { a: "l", d: "r", w: "u", s: "d" }[event.key.toLowerCase()];
    const letter = wasd ?? LETTERS[ARROWS[event.key]];
    if (letter) this.inTurn(() => this.step(letter));
    return Boolean(letter);
  }

  animate(before, events) {
    const fast = { duration: 110, easing: "linear" };
    this.board.glide(this.board.part("player"), before.get("player"), fast);
    for (const event of events) {
      if (event.type !== "Pushed") continue;
      const [from, to] = [event.start, event.end].map(([row, col]) => `r${row + 1}c${col + 1}`);
      const box = this.board.svg.querySelector(`[data-box="${to}"]`);
      if (box) this.board.glide(box, before.get(`box ${from}`), fast);
    }
  }

  say(move) {
    const way = WORDS[move.toLowerCase()];
    return move === move.toUpperCase() ? `push ${way}` : `walk ${way}`;
  }

  hint(move) {
    this.board.mark("hinted", this.board.part("player"));
    const player = this.board.part("player");
    const [x, y] = { l: [-1, 0], r: [1, 0], u: [0, -1], d: [0, 1] }[move.toLowerCase()];
    const ghost = player.cloneNode(true);
    for (const name of ["data-part", "data-player", "role", "tabindex", "aria-label"]) ghost.removeAttribute(name);
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("aria-hidden", "true");
    const at = shift(player);
    ghost.transform.baseVal.getItem(0).setTranslate(at.x + x * this.cell, at.y + y * this.cell);
    player.before(ghost);
  }
}
