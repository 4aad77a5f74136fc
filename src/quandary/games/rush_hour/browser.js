// Rush Hour: vehicles slide along their line, by drag, by arrow keys, or by letter and arrow.

import { shift } from "../../js/board.js";
import { ARROWS, Hand } from "../../js/hand.js";

const read = (move) => [move[0], Number(move.slice(1))];
const write = (letter, cells) => `${letter}${cells > 0 ? "+" : ""}${cells}`;

export class GameHand extends Hand {
  static help = "Drag a vehicle. By keyboard: Tab or its letter picks one, arrows move it.";

  static keys = [["arrows", "slide the vehicle that is picked; at first the red one"], ["Tab, Shift+Tab", "pick the next vehicle, the one before"], ["A … Z", "pick a vehicle by its letter (with Shift, where the letter has another meaning)"]];

  /** The car that is to get out. */
  first() { return (this.board.part("X") ?? this.board.part("A"))?.dataset.part; }

  parts() {
    const description = this.board.svg.querySelector("desc")?.textContent ?? "";
    const names = new Map(description.replace(/\.$/, "").split("; ").map((name) => [name.match(/\b(?:car|truck) (\w)/)?.[1], name]));
    return [...this.board.svg.querySelectorAll("[data-vehicle]")].map((element) => {
      const letter = element.dataset.vehicle;
      return { key: letter, element, label: names.get(letter) ?? `vehicle ${letter}` };
    });
  }

  get cell() { return Number(this.board.svg.dataset.cellSize); }

  /** How far a vehicle may go each way, as the legal moves have it. */
  range(letter) {
    const cells = this.legal.map(read).filter(([name]) => name === letter).map(([, by]) => by);
    return { least: Math.min(0, ...cells), most: Math.max(0, ...cells) };
  }

  /** The same by what is known now: before the server has answered, by what the picture shows. */
  reaches(element) { return this.board.table.settled ? this.range(element.dataset.vehicle) : this.room(element); }

  upright(element) {
    const box = element.getBBox();
    return box.height > box.width;
  }

  grab(element) {
    const letter = element?.dataset.vehicle;
    if (!letter) return null;
    const { least, most } = this.reaches(element);
    const axis = this.upright(element) ? "y" : "x";
    const home = shift(element);
    const along = (by) => Math.min(most * this.cell, Math.max(least * this.cell, by[axis]));
    const put = (way) => {
      const place = { ...home, [axis]: home[axis] + way };
      element.transform.baseVal.getItem(0).setTranslate(place.x, place.y);
    };
    return {
      move: (by) => { element.classList.add("dragged"); put(along(by)); },
      cancel: () => put(0),
      tap: () => this.board.mark("chosen", element),
      drop: (by) => {
        const cells = Math.round(along(by) / this.cell);
        element.classList.remove("dragged");
        put(cells * this.cell);
        if (cells) this.slide(letter, cells);
      },
    };
  }

  /** Plays a slide; with the slide before, where that was the same vehicle's, it is one move. */
  slide(letter, cells) {
    const { moves } = this.board.table;
    const [last, before] = moves.length ? read(moves.at(-1)) : [];
    if (last !== letter) return this.board.play(write(letter, cells));
    if (before + cells === 0) return this.board.table.withdraw();
    return this.board.play(write(letter, before + cells), { replacing: 1 });
  }

  key(event, element) {
    const arrow = ARROWS[event.key];
    if (arrow && element?.dataset.vehicle) {
      const by = this.upright(element) ? arrow[1] : arrow[0];
      this.nudge(element.dataset.vehicle, by);
      return true;
    }
    if (event.key.length === 1) {
      const found = this.board.part(event.key) ?? this.board.part(event.key.toUpperCase());
      found?.focus();
      return Boolean(found);
    }
    return false;
  }

  get foresees() { return true; }

  async nudge(letter, by) {
    const { table } = this.board;
    // Only the server knows what is beyond the exit.
    if (!table.settled && letter === this.first()) await table.settling.catch(() => {});
    const element = this.board.part(letter);
    const { least, most } = this.reaches(element);
    if (!by || by < least || by > most) { this.board.shake(element); return; }
    const { x, y } = shift(element);
    this.board.bring(element, this.upright(element) ? { x, y: y + by * this.cell } : { x: x + by * this.cell, y });
    await this.slide(letter, by);
  }

  /** The cells that a vehicle or a wall takes up in the picture. */
  cellsOf(element) {
    const { x, y } = shift(element);
    const box = element.getBBox();
    const length = element.dataset.vehicle ? Math.round(Math.max(box.width, box.height) / this.cell) : 1;
    const [col, row] = [Math.round(x / this.cell), Math.round(y / this.cell)];
    return Array.from({ length }, (_, at) => (this.upright(element) ? [col, row + at] : [col + at, row]));
  }

  /** How many columns and rows the picture has. */
  get size() {
    const view = this.board.svg.viewBox.baseVal;
    return [view.width + 2 * view.x, view.height + 2 * view.y].map((size) => Math.floor(size / this.cell));
  }

  rows() {
    const [columns, rows] = this.size;
    const words = Array.from({ length: rows }, () => Array(columns).fill("empty"));
    for (const element of this.board.svg.querySelectorAll("[data-vehicle], [data-wall]")) {
      for (const [col, row] of this.cellsOf(element)) if (words[row]?.[col]) words[row][col] = element.dataset.vehicle ?? "wall";
    }
    return words;
  }

  /** How far a vehicle may go each way, as far as the picture tells. */
  room(element) {
    const [columns, rows] = this.size;
    const others = [...this.board.svg.querySelectorAll("[data-vehicle], [data-wall]")].filter((one) => one !== element);
    const taken = new Set(others.flatMap((one) => this.cellsOf(one).map(String)));
    const isOpen = ([col, row]) => col >= 0 && row >= 0 && col < columns && row < rows && !taken.has(String([col, row]));
    const own = this.cellsOf(element);
    const [right, down] = this.upright(element) ? [0, 1] : [1, 0];
    const free = ([col, row], sign) => {
      let cells = 0;
      while (isOpen([col + sign * (cells + 1) * right, row + sign * (cells + 1) * down])) cells++;
      return cells;
    };
    return { least: -free(own[0], -1), most: free(own.at(-1), 1) };
  }

  animate(before) {
    for (const element of this.board.svg.querySelectorAll("[data-vehicle]")) {
      this.board.glide(element, before.get(element.dataset.vehicle));
    }
    if (this.board.state.status === "won") {
      const red = this.board.part(this.first());
      const { x, y } = shift(red);
      red.animate([{ transform: `translate(${x}px, ${y}px)`, opacity: 1 }, { transform: `translate(${x + 3 * this.cell}px, ${y}px)`, opacity: 0 }],
        { duration: 900, delay: 200, easing: "ease-in", fill: "forwards" });
    }
  }

  say(move) {
    const [letter, by] = read(move);
    const element = this.board.part(letter);
    const way = element && this.upright(element) ? ["up", "down"] : ["left", "right"];
    return `${letter} ${way[by > 0 ? 1 : 0]} ${Math.abs(by)}`;
  }

  point(move) { this.board.mark("hinted", this.board.part(read(move)[0])); }

  hint(move) {
    const [letter, by] = read(move);
    const element = this.board.part(letter);
    const ghost = element.cloneNode(true);
    for (const name of ["data-part", "data-vehicle", "role", "tabindex", "aria-label"]) ghost.removeAttribute(name);
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("aria-hidden", "true");
    const { x, y } = shift(element);
    const way = by * this.cell;
    ghost.transform.baseVal.getItem(0).setTranslate(...(this.upright(element) ? [x, y + way] : [x + way, y]));
    element.before(ghost);
    this.board.mark("hinted", element);
  }
}
