// ExponenTile: drag a tile onto its neighbour, tap two neighbours, or take a tile with Enter and move it by arrow.

import { shift } from "../../js/board.js";
import { calm } from "../../js/dom.js";
import { ARROWS, Hand } from "../../js/hand.js";

const name = ([row, col]) => `r${row + 1}c${col + 1}`;
const cellOf = (text) => text.match(/^r(\d+)c(\d+)$/).slice(1).map((one) => Number(one) - 1);
const WAVE = 260;

export class GameHand extends Hand {
  static help = "Drag a tile onto its neighbour so that three or more equal ones meet. By keyboard: Enter takes a tile, an arrow swaps it.";

  static keys = [["arrows", "move the cursor; with a tile taken: swap it"], ["Enter, Space", "take the tile, or put it back"], ["Esc", "put it back"]];

  first() { return this.focusCell; }

  constructor(board) {
    super(board);
    this.taken = null;
    this.focusCell = "r1c1";
  }

  parts() {
    this.taken = null;
    return [...this.board.svg.querySelectorAll("[data-cell]")].map((element) => {
      const [row, col] = cellOf(element.dataset.cell);
      return { key: element.dataset.cell, element, label: `${element.dataset.value}, row ${row + 1} column ${col + 1}`, stop: element.dataset.cell === this.focusCell };
    });
  }

  tile(cell) { return this.board.part(cell); }

  swap(from, to) {
    const move = [`${from}>${to}`, `${to}>${from}`].find((one) => this.legal.includes(one));
    this.take(null);
    if (move) { this.focusCell = to; return this.board.play(move); }
    this.refuse(from, to);
    return Promise.resolve(false);
  }

  /** There and back: these two do not match. */
  refuse(from, to) {
    const [one, other] = [this.tile(from), this.tile(to)];
    if (!one || !other || calm()) return;
    for (const [element, target] of [[one, other], [other, one]]) {
      const [here, there] = [shift(element), shift(target)].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
      element.animate([here, { ...there, offset: 0.45 }, here], { duration: 300, easing: "ease-in-out" });
    }
  }

  neighbour(cell, [dx, dy]) {
    const [row, col] = cellOf(cell);
    const found = this.tile(name([row + dy, col + dx]));
    return found?.dataset.cell ?? null;
  }

  take(cell) {
    this.taken = cell;
    this.board.mark("chosen", cell && this.tile(cell));
    const targets = cell ? this.legal.flatMap((move) => { const [a, b] = move.split(">"); return a === cell ? [b] : b === cell ? [a] : []; }) : [];
    this.board.mark("target", ...targets.map((one) => this.tile(one)));
  }

  grab(element) {
    const cell = element?.dataset.cell;
    if (!cell) return null;
    return {
      tap: () => {
        const near = this.taken && Object.values(ARROWS).some((arrow) => this.neighbour(this.taken, arrow) === cell);
        if (near) this.swap(this.taken, cell);
        else this.take(this.taken === cell ? null : cell);
      },
      drop: (by) => {
        const arrow = Math.abs(by.x) > Math.abs(by.y) ? [Math.sign(by.x), 0] : [0, Math.sign(by.y)];
        const to = this.neighbour(cell, arrow);
        if (to) this.swap(cell, to);
      },
    };
  }

  key(event, element) {
    const cell = element?.dataset.cell;
    if (!cell) return false;
    if (event.key === "Enter" || event.key === " ") { this.take(this.taken === cell ? null : cell); return true; }
    if (event.key === "Escape") { this.take(null); return true; }
    const arrow = ARROWS[event.key];
    if (!arrow) return false;
    const to = this.neighbour(cell, arrow);
    if (to && this.taken === cell) this.swap(cell, to);
    else if (to) {
      element.setAttribute("tabindex", "-1");
      this.focusCell = to;
      this.tile(to).setAttribute("tabindex", "0");
      this.tile(to).focus();
    }
    return true;
  }

  /** Wave after wave: what merges shines, what fell arrives from above, what is new drops in. */
  animate(before, events, how) {
    if (how !== "played" && how !== "redone") return;
    let delay = 0;
    const tileSize = Number(this.board.svg.dataset.cellSize) || 64;
    for (const event of events) {
      if (event.type === "Swapped") {
        const [source, target] = [event.source, event.target].map(name);
        this.glideFrom(target, source, before, 0);
        this.glideFrom(source, target, before, 0);
        delay = 120;
      } else if (event.type === "Merged") {
        const tile = this.tile(name(event.cells[0]));
        tile?.firstElementChild?.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: WAVE, delay: delay + WAVE * (event.wave - 1), fill: "backwards" });
      } else if (event.type === "Spawned") {
        for (const [cell] of event.tiles) {
          const tile = this.tile(name(cell));
          if (!tile) continue;
          const { x, y } = shift(tile);
          this.board.glide(tile, { x, y: y - tileSize }, { duration: WAVE, delay: delay + WAVE * (event.wave - 1) });
        }
      }
    }
  }

  glideFrom(cell, from, before, delay) {
    const tile = this.tile(cell);
    if (tile) this.board.glide(tile, before.get(from), { duration: 120, delay });
  }

  tell(events) {
    const merged = events.filter((event) => event.type === "Merged").map(({ value, points }) => `${value}! +${points}`);
    return { words: merged.slice(-3).join(" "), bad: false };
  }

  say(move) {
    const [from, to] = move.split(">").map((one) => cellOf(one).map((number) => number + 1));
    return `swap row ${from[0]} column ${from[1]} with row ${to[0]} column ${to[1]}`;
  }

  hint(move) {
    const [from, to] = move.split(">");
    this.board.mark("hinted", this.tile(from));
    this.board.mark("target", this.tile(to));
  }
}
