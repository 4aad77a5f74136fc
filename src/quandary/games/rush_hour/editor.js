// Rush Hour's editor: vehicles are put down whole, and taken away whole.

import { put } from "../../js/edit.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWYZ";

/** Takes away the whole vehicle that is here. */
function without(rows, row, col) {
  const mark = rows[row][col];
  return /[A-Z]/.test(mark) ? rows.map((line) => line.replaceAll(mark, ".")) : rows;
}

const single = (mark) => (rows, row, col) => put(without(rows, row, col), row, col, mark);

function vehicle(length, across, letter = null) {
  return (rows, row, col) => {
    let next = letter ? rows.map((line) => line.replaceAll(letter, ".")) : rows;
    const name = letter ?? [...LETTERS].find((one) => !next.some((line) => line.includes(one)));
    const cells = Array.from({ length }, (_, at) => (across ? [row, col + at] : [row + at, col]));
    if (!name || cells.some(([r, c]) => r >= rows.length || c >= rows[0].length)) return rows;
    for (const [r, c] of cells) next = without(next, r, c);
    for (const [r, c] of cells) next = put(next, r, c, name);
    return next;
  };
}

export const EDITOR = {
  empty: ".",
  sides: [3, 16],
  start: ["......", "......", "XX....", "......", "......", "......"],
  brushes: {
    "Red car": vehicle(2, true, "X"), "Car →": vehicle(2, true), "Car ↓": vehicle(2, false),
    "Truck →": vehicle(3, true), "Truck ↓": vehicle(3, false), Wall: single("x"), Erase: single("."),
  },
  first: "Car →",
  look: (mark) => (mark === "." ? "" : mark === "x" ? "■" : mark),
  say: (mark) => (mark === "." ? "empty" : mark === "x" ? "wall" : `vehicle ${mark}`),
  colour: (mark) => mark === "." ? null : mark === "x" ? ["#56616e", "#ffffff"] : mark === "X" ? ["#c01f30", "#ffffff"] : [`hsl(${(mark.charCodeAt(0) * 47) % 300 + 30} 70% 75%)`, "#15202b"],
  one: "move",
};
