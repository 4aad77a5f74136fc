// Circuit Challenge: step to a neighbouring cell by touching it, by arrow keys, or by typing the answer.

import { ARROWS, Hand } from "../../js/hand.js";

const cellOf = (move) => move.match(/^r(\d+)c(\d+)$/)?.slice(1).map(Number) ?? null;

export class GameHand extends Hand {
  static help = "Work out your cell, then touch the neighbour that its answer leads to, or type the answer and Enter.";

  static keys = [["0–9, Enter", "type the answer: the way with that number is followed"], ["arrows, Enter", "move to a neighbour, go there"]];

  first() { return this.board.svg.querySelector("[data-here]")?.dataset.part; }

  constructor(board) {
    super(board);
    this.typed = "";
  }

  get reach() { return Number(this.cells()[0]?.getAttribute("height")) || null; }
  centre() { return this.board.svg.querySelector("[data-here]"); }

  cells() { return [...this.board.svg.querySelectorAll("[data-cell]")]; }
  cell(row, col) { return this.board.svg.querySelector(`[data-cell="r${row}c${col}"]`); }

  parts() {
    const open = new Set(this.legal);
    return this.cells().map((element) => {
      const name = element.dataset.cell;
      const [row, col] = cellOf(name);
      element.classList.toggle("open", open.has(name));
      const state = "here" in element.dataset ? ", you are here" : open.has(name) ? ", neighbour" : "";
      return { key: name, element, label: `${element.dataset.text ?? ""}, row ${row + 1} column ${col + 1}${state}`, stop: open.has(name) || "here" in element.dataset };
    });
  }

  step(element) {
    const name = element.dataset.cell;
    if (this.legal.includes(name)) this.board.play(name);
    else this.board.shake(element);
  }

  grab(element) {
    return element?.dataset.cell ? { pans: true, tap: () => this.step(element), drop: (by, now, event) => {
      // Drawing a line to a neighbour is a step, too.
      const under = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-cell]")).find(Boolean);
      if (under && under !== element) this.step(under);
    } } : null;
  }

  key(event, element) {
    if ((event.key === "Enter" || event.key === " ") && this.typed) {
      const number = this.typed;
      this.type("");
      this.board.play(number);
      return true;
    }
    if ((event.key === "Enter" || event.key === " ") && element) { this.step(element); return true; }
    if (/^\d$/.test(event.key)) { this.type((this.typed + event.key).slice(0, 6)); return true; }
    if (event.key === "Backspace" && this.typed) { this.type(this.typed.slice(0, -1)); return true; }
    if (event.key === "Escape") { this.type(""); return true; }
    const arrow = ARROWS[event.key];
    if (!arrow || !element) return false;
    const [row, col] = cellOf(element.dataset.cell);
    const next = this.cell(row + arrow[1], col + arrow[0]);
    next?.setAttribute("tabindex", "0");
    next?.focus();
    return true;
  }

  type(text) {
    this.typed = text;
    this.board.host.dispatchEvent(new CustomEvent("typed", { detail: text, bubbles: true }));
  }

  animate(before, events) {
    for (const event of events) {
      if (event.type === "SteppedWrong") {
        const element = this.cell(...event.end);
        element?.classList.add("wrong");
        this.board.shake(element);
      }
      if (event.type === "SteppedRight" || event.type === "Stepped") this.board.flash(this.cell(...event.end));
    }
  }

  tell(events) {
    const words = [];
    for (const event of events) {
      if (event.type === "SteppedWrong") words.push("That is not the answer: a life is lost.");
      if (event.type === "SteppedRight") words.push(`Right: ${event.value}.`);
      if (event.type === "Revealed") words.push(`${event.right} steps right, ${event.wrong.length} wrong.`);
    }
    return { words: words.join(" "), bad: events.some((one) => one.type === "SteppedWrong") };
  }

  result({ figures }) {
    return ["Stars", "Coins"].filter((name) => figures[name]).map((name) => `${name.toLowerCase()} ${figures[name]}`);
  }

  say(move) {
    const cell = cellOf(move);
    return cell ? `go to row ${cell[0] + 1}, column ${cell[1] + 1}` : `follow ${move}`;
  }

  point() { this.board.mark("hinted", this.centre()); }

  hint(move) {
    const cell = cellOf(move);
    if (cell) this.board.mark("hinted", this.cell(...cell));
  }
}
