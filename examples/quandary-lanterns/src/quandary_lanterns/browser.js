// Lanterns: a tap touches one; by keyboard arrows go from one to the next, and Enter or space touches it.

import { ARROWS, Hand } from "../../js/hand.js";

const read = (cell) => cell.match(/^r(\d)c(\d)$/).slice(1).map(Number);

export class GameHand extends Hand {
  parts() {
    return [...this.board.svg.querySelectorAll("[data-cell]")].map((element) => {
      const { cell, state } = element.dataset;
      const [row, column] = read(cell);
      return { key: cell, element, label: `lantern, row ${row} column ${column}, ${state}` };
    });
  }

  grab(element) {
    return element ? { tap: () => this.board.play(element.dataset.cell) } : null;
  }

  key(event, element) {
    if (!element) return false;
    if (event.key === "Enter" || event.key === " ") { this.board.play(element.dataset.cell); return true; }
    const arrow = ARROWS[event.key];
    if (!arrow) return false;
    const [row, column] = read(element.dataset.cell);
    this.board.part(`r${row + arrow[1]}c${column + arrow[0]}`)?.focus();
    return true;
  }

  animate(before, events) {
    for (const { lanterns = [] } of events) {
      for (const [row, column] of lanterns) this.board.flash(this.board.part(`r${row}c${column}`));
    }
  }

  say(move) {
    const [row, column] = read(move);
    return `touch row ${row}, column ${column}`;
  }

  hint(move) {
    this.board.mark("hinted", this.board.part(move));
  }
}
