// The editor: paint a board, and the server draws it and says at once whether it can be solved, and in how many moves.
// What it has not drawn yet, or cannot, is shown by marks.
//
// What can be painted is told by the game's own editor.js: the mark of an `empty` cell, the least and the most of its
// `sides`, the rows to `start` with, and the `brushes`, of which each makes new rows of the rows and a place.

import { gameInfo, post } from "./api.js";
import { button, h, picture } from "./dom.js";
import { ARROWS } from "./hand.js";
import { dress } from "./hands.js";

/** The rows with another mark at one place. */
export const put = (rows, row, col, mark) => rows.with(row, rows[row].slice(0, col) + mark + rows[row].slice(col + 1));

/** Rows of equal length from a text in one line or several. */
function rowsOf(text, empty) {
  let rows = text.split(/[\n/|]/).filter((line) => line.length);
  const side = Math.sqrt(text.length);
  if (rows.length === 1 && Number.isInteger(side)) rows = Array.from({ length: side }, (_, at) => text.slice(at * side, (at + 1) * side));
  const width = Math.max(...rows.map((line) => line.length));
  return rows.map((line) => line.padEnd(width, empty));
}

export async function show(main, game) {
  const info = await gameInfo(game);
  if (!info.editor) throw Object.assign(new Error("This game has no editor."), { status: 404 });
  const kind = (await import(info.editor)).EDITOR;
  const given = location.hash.startsWith("#b=") ? decodeURIComponent(location.hash.slice(3)) : "";
  new Editor(main, info, kind, given ? rowsOf(given, kind.empty) : kind.start);
}

class Editor {
  constructor(main, info, kind, rows) {
    Object.assign(this, { game: info.name, unit: info.units[0], kind, rows });
    this.brush = kind.first;
    this.at = [0, 0];
    this.asked = 0;
    this.past = [];
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": "Board", onkeydown: (event) => this.key(event), onpointerdown: (event) => this.draw(event) });
    addEventListener("keydown", (event) => {
      const isUndo = event.key === "u" || (event.key === "z" && (event.ctrlKey || event.metaKey));
      if (isUndo && !event.target.closest("input")) { event.preventDefault(); this.undo(); }
    });
    this.verdict = h("p", { class: "verdict", role: "status", "aria-live": "polite" });
    // The server's picture lies under the cells, and the rows that it shows.
    this.art = h("div", { class: "art", "aria-hidden": "true" });
    this.drawn = null;
    this.playLink = h("a", { class: "button primary" }, "Play it");
    const [least, most] = kind.sides;
    const side = (name, value, change) => h("label", {}, h("span", {}, name), h("input", { type: "number", min: String(least), max: String(most), value: String(value), "aria-label": name, onchange: (event) => change(Math.min(most, Math.max(least, Number(event.target.value) || least))) }));
    if (info.style) dress(info.style);
    main.append(h("div", { class: "columns editor", "data-game": info.name },
      h("section", { class: "panel" }, h("h1", {}, `${info.title} editor`),
        this.brushes = h("div", { class: "brushes", role: "toolbar", "aria-label": "Brushes" }, ...Object.keys(kind.brushes).map((name) =>
          h("button", { type: "button", "aria-pressed": String(name === this.brush), onclick: () => this.choose(name) }, name))),
        h("div", { class: "fields" }, side("Columns", rows[0].length, (value) => this.resize(value, this.rows.length)), side("Rows", rows.length, (value) => this.resize(this.rows[0].length, value))),
        this.verdict, h("div", { class: "row" }, this.playLink, this.undoButton = button("Undo", "undo", () => this.undo(), { disabled: true }), button("Clear", "restart", () => this.set(kind.start)))),
      h("section", { class: "panel canvas", "aria-label": "Board" }, h("div", { class: "easel" }, this.art, this.grid))));
    new ResizeObserver(() => this.place()).observe(this.grid);
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
    if (rows.join("\n") === this.rows.join("\n")) return;
    this.past.push(this.rows);
    this.change(rows);
  }

  undo() {
    const rows = this.past.pop();
    if (rows) this.change(rows);
  }

  /** Paints along the way of a pointer. A stroke is taken back as one. */
  draw(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    const before = this.past.length;
    let last = "";
    const paint = ({ clientX, clientY }) => {
      const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-at]")?.dataset.at;
      if (!cell || cell === last) return;
      last = cell;
      this.paint(...cell.split(" ").map(Number));
      this.past.length = Math.min(this.past.length, before + 1);
    };
    const abort = new AbortController();
    addEventListener("pointermove", paint, { signal: abort.signal });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { abort.abort(); this.cell(...this.at)?.focus(); }, { signal: abort.signal });
    paint(event);
  }

  change(rows) {
    if (this.drawn && (rows.length !== this.drawn.length || rows[0].length !== this.drawn[0].length)) { this.drawn = null; this.art.replaceChildren(); }
    this.rows = rows;
    this.undoButton.disabled = !this.past.length;
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
    // With what the picture has beside its cells.
    grid.parentElement.style.maxWidth = `${rows[0].length * 56 + 30}px`;
    this.at = [Math.min(this.at[0], rows.length - 1), Math.min(this.at[1], rows[0].length - 1)];
    grid.replaceChildren(...rows.map((line, row) => {
      const cells = [...line].map((mark, col) => this.coloured(mark, this.isDrawn(row, col), h("button", {
        type: "button", role: "gridcell", "data-mark": mark, "data-at": `${row} ${col}`, "aria-label": `${kind.say(mark)}, row ${row + 1} column ${col + 1}`,
        tabindex: row === this.at[0] && col === this.at[1] ? "0" : "-1", onclick: (event) => { if (event.detail === 0) this.paint(row, col); },
      }, this.isDrawn(row, col) ? "" : kind.look(mark))));
      const group = h("div", { role: "row" }, ...cells);
      group.style.display = "contents";
      return group;
    }));
    if (focused) this.cell(...this.at).focus();
  }

  /** Colours help to see what belongs together; the marks say it without them. */
  coloured(mark, isDrawn, element) {
    const colour = this.kind.colour(mark);
    if (colour && !isDrawn) [element.style.backgroundColor, element.style.color] = colour;
    element.classList.toggle("drawn", isDrawn);
    return element;
  }

  /** Whether the picture shows a cell as it is now. */
  isDrawn(row, col) {
    const shown = this.drawn;
    return shown !== null && shown.length === this.rows.length && shown[0].length === this.rows[0].length && shown[row][col] === this.rows[row][col];
  }

  /** Puts the picture under the cells, each of which it draws at its own measure. */
  place() {
    const svg = this.art.firstElementChild;
    if (!svg || !this.drawn) return;
    const { x, y, width, height } = svg.viewBox.baseVal;
    const scale = this.grid.clientWidth / (this.drawn[0].length * Number(svg.dataset.cellSize));
    Object.assign(this.art.style, { left: `${x * scale}px`, top: `${y * scale}px`, width: `${width * scale}px`, height: `${height * scale}px` });
  }

  hang(svg, rows) {
    this.drawn = rows;
    this.art.replaceChildren(svg);
    this.show();
    this.place();
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
    const text = this.rows.join("\n");
    history.replaceState(null, "", `#b=${encodeURIComponent(text)}`);
    this.playLink.removeAttribute("href");
    await new Promise((resolve) => setTimeout(resolve, 120));
    if (number !== this.asked) return;
    this.tell("Looking …");
    try {
      const { puzzles: [found] } = await post("validate", { game: this.game, text });
      if (number !== this.asked) return;
      if (!found.address) { this.tell(found.errors[0], "bad"); return; }
      this.playLink.href = found.address;
      const unit = found.metric?.split(",")[0] ?? this.unit;
      if (found.verdict === "solved") this.tell(found.cost === 0 ? "Solved already" : `Solvable in ${found.cost} ${found.cost === 1 ? this.kind.one : unit}${found.optimal ? ", proven" : ""}`, "good");
      else this.tell(found.verdict === "unsolvable" ? "Cannot be solved" : "Not known: too hard for a quick look", "bad");
      const { svg } = await post("state", { game: this.game, puzzle: found.puzzle });
      if (number === this.asked) this.hang(picture(svg), text.split("\n"));
    } catch (error) {
      if (number === this.asked) this.tell(error.message, "bad");
    }
  }

  tell(text, kind = "") {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
  }
}
