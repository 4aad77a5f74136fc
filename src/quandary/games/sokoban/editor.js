// Sokoban's editor: a goal lies under whatever else is on a square, and there is one player.

import { put } from "../../js/edit.js";

const single = (mark) => (rows, row, col) => put(rows, row, col, mark);
const box = (rows, row, col) => put(rows, row, col, ".*+".includes(rows[row][col]) ? "*" : "$");

function goal(rows, row, col) {
  const turned = { " ": ".", "#": ".", $: "*", "@": "+", ".": " ", "*": "$", "+": "@" };
  return put(rows, row, col, turned[rows[row][col]]);
}

function player(rows, row, col) {
  const away = rows.map((line) => line.replaceAll("@", " ").replaceAll("+", "."));
  return put(away, row, col, ".*".includes(away[row][col]) ? "+" : "@");
}

export const EDITOR = {
  empty: " ",
  sides: [4, 18],
  start: ["########", "#      #", "# .  $ #", "#   @  #", "#      #", "########"],
  brushes: { Wall: single("#"), Floor: single(" "), Box: box, Goal: goal, Player: player },
  first: "Wall",
  look: (mark) => ({ "#": "▓", " ": "", ".": "○", $: "□", "*": "■", "@": "☺", "+": "☻" })[mark] ?? mark,
  say: (mark) => ({ "#": "wall", " ": "floor", ".": "goal", $: "box", "*": "box on goal", "@": "player", "+": "player on goal" })[mark] ?? mark,
  colour: (mark) => ({ "#": ["#56616e", "#ffffff"], " ": null, $: ["#e69f00", "#15202b"], "*": ["#00588a", "#ffffff"] })[mark] ?? ["#e9ecef", "#00456c"],
  one: "push",
};
