// The editor: paint a board, and the server says at once whether it can be solved, and in how many moves.

import { post } from "./api.js";
import { button, h, picture } from "./dom.js";
import { ARROWS } from "./hand.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWYZ";

/** What can be painted, game by game. A brush changes the rows at a place, or leaves them as they are. */
const KINDS = {
  "rush-hour": {
    title: "Rush Hour",
    empty: ".",
    sides: [3, 16],
    start: () => ["......", "......", "XX....", "......", "......", "......"],
    brushes: {
      "Red car": vehicle(2, true, "X"), "Car →": vehicle(2, true), "Car ↓": vehicle(2, false),
      "Truck →": vehicle(3, true), "Truck ↓": vehicle(3, false), Wall: single("x"), Erase: erase,
    },
    text: (rows) => rows.join("\n"),
    look: (mark) => (mark === "." ? "" : mark === "x" ? "■" : mark),
    say: (mark) => (mark === "." ? "empty" : mark === "x" ? "wall" : `vehicle ${mark}`),
    colour: (mark) => mark === "." ? null : mark === "x" ? ["#56616e", "#ffffff"] : mark === "X" ? ["#c01f30", "#ffffff"] : [`hsl(${(mark.charCodeAt(0) * 47) % 300 + 30} 70% 75%)`, "#15202b"],
    unit: "moves",
    one: "move",
  },
  sokoban: {
    title: "Sokoban",
    empty: " ",
    sides: [4, 18],
    start: () => ["########", "#      #", "# .  $ #", "#   @  #", "#      #", "########"],
    brushes: { Wall: single("#"), Floor: single(" "), Box: onFloor("$", "*"), Goal: goal, Player: player },
    text: (rows) => rows.join("\n"),
    look: (mark) => ({ "#": "▓", " ": "", ".": "○", $: "□", "*": "■", "@": "☺", "+": "☻" })[mark] ?? mark,
    say: (mark) => ({ "#": "wall", " ": "floor", ".": "goal", $: "box", "*": "box on goal", "@": "player", "+": "player on goal" })[mark] ?? mark,
    colour: (mark) => ({ "#": ["#56616e", "#ffffff"], " ": null, $: ["#e69f00", "#15202b"], "*": ["#00588a", "#ffffff"] })[mark] ?? ["#e9ecef", "#00456c"],
    unit: "pushes",
    one: "push",
  },
};

const put = (rows, row, col, mark) => rows.with(row, rows[row].slice(0, col) + mark + rows[row].slice(col + 1));

function single(mark) {
  return (rows, row, col) => put(eraseAt(rows, row, col), row, col, mark);
}

/** Takes away the whole vehicle that is here. */
function eraseAt(rows, row, col) {
  const mark = rows[row][col];
  return /[A-Z]/.test(mark) ? rows.map((line) => line.replaceAll(mark, ".")) : rows;
}

function erase(rows, row, col) {
  return put(eraseAt(rows, row, col), row, col, ".");
}

function vehicle(length, across, letter = null) {
  return (rows, row, col) => {
    let next = letter ? rows.map((line) => line.replaceAll(letter, ".")) : rows;
    const name = letter ?? [...LETTERS].find((one) => !next.some((line) => line.includes(one)));
    const cells = Array.from({ length }, (_, at) => (across ? [row, col + at] : [row + at, col]));
    if (!name || cells.some(([r, c]) => r >= rows.length || c >= rows[0].length)) return rows;
    for (const [r, c] of cells) next = eraseAt(next, r, c);
    for (const [r, c] of cells) next = put(next, r, c, name);
    return next;
  };
}

function onFloor(plain, onGoal) {
  return (rows, row, col) => put(rows, row, col, ".*+".includes(rows[row][col]) ? onGoal : plain);
}

function goal(rows, row, col) {
  const turned = { " ": ".", "#": ".", $: "*", "@": "+", ".": " ", "*": "$", "+": "@" };
  return put(rows, row, col, turned[rows[row][col]]);
}

function player(rows, row, col) {
  const away = rows.map((line) => line.replaceAll("@", " ").replaceAll("+", "."));
  return put(away, row, col, ".*".includes(away[row][col]) ? "+" : "@");
}

/** Rows of equal length from a text in one line or several. */
function rowsOf(text, empty) {
  let rows = text.split(/[\n/|]/).filter((line) => line.length);
  const side = Math.sqrt(text.length);
  if (rows.length === 1 && Number.isInteger(side)) rows = Array.from({ length: side }, (_, at) => text.slice(at * side, (at + 1) * side));
  const width = Math.max(...rows.map((line) => line.length));
  return rows.map((line) => line.padEnd(width, empty));
}

export async function show(main, game) {
  const kind = KINDS[game];
  if (!kind) throw new Error("this game has no editor");
  const given = location.hash.startsWith("#b=") ? decodeURIComponent(location.hash.slice(3)) : "";
  new Editor(main, game, kind, given ? rowsOf(given, kind.empty) : kind.start());
}

class Editor {
  constructor(main, game, kind, rows) {
    Object.assign(this, { game, kind, rows });
    this.brush = Object.keys(kind.brushes)[game === "sokoban" ? 0 : 1];
    this.at = [0, 0];
    this.asked = 0;
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": "Board", onkeydown: (event) => this.key(event) });
    this.verdict = h("p", { class: "verdict", role: "status", "aria-live": "polite" });
    this.view = h("div", { class: "preview" });
    this.playLink = h("a", { class: "button primary" }, "Play it");
    const [least, most] = kind.sides;
    const side = (name, value, change) => h("label", {}, h("span", {}, name), h("input", { type: "number", min: String(least), max: String(most), value: String(value), "aria-label": name, onchange: (event) => change(Math.min(most, Math.max(least, Number(event.target.value) || least))) }));
    main.append(h("div", { class: "columns editor" },
      h("section", { class: "panel" }, h("h1", {}, `${kind.title} editor`),
        this.brushes = h("div", { class: "brushes", role: "toolbar", "aria-label": "Brushes" }, ...Object.keys(kind.brushes).map((name) =>
          h("button", { type: "button", "aria-pressed": String(name === this.brush), onclick: () => this.choose(name) }, name))),
        h("div", { class: "fields" }, side("Columns", rows[0].length, (value) => this.resize(value, this.rows.length)), side("Rows", rows.length, (value) => this.resize(this.rows[0].length, value))),
        this.verdict, h("div", { class: "row" }, this.playLink, button("Clear", "restart", () => this.set(kind.start())))),
      h("section", { class: "panel canvas", "aria-label": "Board" }, this.grid, h("div", {}, h("h2", {}, "Preview"), this.view))));
    this.show();
    this.ask();
  }

  choose(name) {
    this.brush = name;
    for (const one of this.brushes.children) one.setAttribute("aria-pressed", String(one.textContent === name));
  }

  resize(width, height) {
    const { empty } = this.kind;
    const rows = this.rows.map((line) => line.slice(0, width).padEnd(width, empty)).slice(0, height);
    while (rows.length < height) rows.push(empty.repeat(width));
    this.set(rows);
  }

  set(rows) {
    this.rows = rows;
    this.show();
    this.ask();
  }

  paint(row, col) {
    this.at = [row, col];
    this.set(this.kind.brushes[this.brush](this.rows, row, col));
  }

  show() {
    const { rows, kind, grid } = this;
    const focused = grid.contains(document.activeElement);
    grid.style.gridTemplateColumns = `repeat(${rows[0].length}, minmax(0, 1fr))`;
    grid.style.maxWidth = `${rows[0].length * 56}px`;
    this.at = [Math.min(this.at[0], rows.length - 1), Math.min(this.at[1], rows[0].length - 1)];
    grid.replaceChildren(...rows.map((line, row) => {
      const cells = [...line].map((mark, col) => this.coloured(mark, h("button", {
        type: "button", role: "gridcell", "data-mark": mark, "aria-label": `${kind.say(mark)}, row ${row + 1} column ${col + 1}`,
        tabindex: row === this.at[0] && col === this.at[1] ? "0" : "-1", onclick: () => this.paint(row, col),
      }, kind.look(mark))));
      const group = h("div", { role: "row" }, ...cells);
      group.style.display = "contents";
      return group;
    }));
    if (focused) this.cell(...this.at).focus();
  }

  /** Colours help to see what belongs together; the marks say it without them. */
  coloured(mark, element) {
    const colour = this.kind.colour(mark);
    if (colour) [element.style.backgroundColor, element.style.color] = colour;
    return element;
  }

  cell(row, col) { return this.grid.children[row]?.children[col]; }

  key(event) {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const next = this.cell(this.at[0] + arrow[1], this.at[1] + arrow[0]);
    if (!next) return;
    this.cell(...this.at).tabIndex = -1;
    this.at = [this.at[0] + arrow[1], this.at[1] + arrow[0]];
    next.tabIndex = 0;
    next.focus();
  }

  /** What the server says of the board as it is now; an answer that comes too late is not shown. */
  async ask() {
    const number = ++this.asked;
    const text = this.kind.text(this.rows);
    history.replaceState(null, "", `#b=${encodeURIComponent(text)}`);
    this.playLink.removeAttribute("href");
    await new Promise((resolve) => setTimeout(resolve, 120));
    if (number !== this.asked) return;
    this.tell("Looking …");
    try {
      const { puzzles: [found] } = await post("validate", { game: this.game, text });
      if (number !== this.asked) return;
      if (!found.address) { this.tell(found.errors[0], "bad"); this.view.replaceChildren(); return; }
      this.playLink.href = found.address;
      const unit = found.metric?.split(",")[0] ?? this.kind.unit;
      if (found.verdict === "solved") this.tell(found.cost === 0 ? "Solved already" : `Solvable in ${found.cost} ${found.cost === 1 ? this.kind.one : unit}${found.optimal ? ", proven" : ""}`, "good");
      else this.tell(found.verdict === "unsolvable" ? "Cannot be solved" : "Not known: too hard for a quick look", "bad");
      const { svg } = await post("state", { game: this.game, puzzle: found.puzzle });
      if (number === this.asked) this.view.replaceChildren(picture(svg));
    } catch (error) {
      if (number === this.asked) this.tell(error.message, "bad");
    }
  }

  tell(text, kind = "") {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
  }
}
