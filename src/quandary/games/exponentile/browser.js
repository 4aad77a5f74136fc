// ExponenTile: drag a tile onto its neighbour, tap two neighbours, or take a tile with Enter and move it by arrow.

import { shift } from "../../js/board.js";
import { calm, h, svgElement } from "../../js/dom.js";
import { ARROWS, Hand } from "../../js/hand.js";
import { preference } from "../../js/store.js";

const name = ([row, col]) => `r${row + 1}c${col + 1}`;
const cellOf = (text) => text.match(/^r(\d+)c(\d+)$/).slice(1).map((one) => Number(one) - 1);
// Milliseconds of each part of a wave, and how many times as long they take.
const [SWAP, MERGE, POP, FALL] = [120, 140, 90, 180];
// Of the picture's units beside the tiles, so many are left out at each side.
const PAPER = 10;
const PACES = { slow: 2.5, normal: 1, fast: 0.4, "at once": 0 };

/** A tile without its name: something to look at. */
function bare(tile) {
  const copy = tile.cloneNode(true);
  for (const { name: attribute } of [...copy.attributes]) if (attribute !== "transform") copy.removeAttribute(attribute);
  return copy;
}

export class GameHand extends Hand {
  static help = "Drag a tile onto its neighbour so that three or more equal ones meet. By keyboard: Enter takes a tile, an arrow swaps it.";

  static keys = [["arrows", "move the cursor; with a tile taken: swap it"], ["Enter, Space", "take the tile, or put it back"], ["Esc", "put it back"]];

  first() { return this.focusCell; }

  constructor(board) {
    super(board);
    this.taken = null;
    this.focusCell = "r1c1";
    // How tiles of each value look, as far as this game has shown any; and where each cell is.
    this.art = new Map();
    this.homes = new Map();
  }

  parts() {
    this.taken = null;
    // The tiles are what needs the room: of the paper beside them less will do.
    const view = this.board.svg.viewBox.baseVal;
    if (!view.x) { view.x += PAPER; view.width -= 2 * PAPER; }
    for (const tile of this.board.svg.querySelectorAll("[data-cell]")) {
      // A finger between two tiles means one of them, too.
      if (!tile.querySelector(".place")) tile.prepend(svgElement("rect", { class: "place", x: "-3", y: "-3", width: String(this.size), height: String(this.size), fill: "transparent" }));
      this.homes.set(tile.dataset.cell, shift(tile));
      if (!this.art.has(tile.dataset.value)) this.art.set(tile.dataset.value, bare(tile));
    }
    return [...this.board.svg.querySelectorAll("[data-cell]")].map((element) => {
      const [row, col] = cellOf(element.dataset.cell);
      return { key: element.dataset.cell, element, label: `${element.dataset.value}, row ${row + 1} column ${col + 1}`, stop: element.dataset.cell === this.focusCell };
    });
  }

  get size() { return Number(this.board.svg.dataset.cellSize) || 64; }

  get reach() { return this.size; }
  centre() { return this.tile(this.taken ?? this.focusCell); }

  tile(cell) { return this.board.part(cell); }

  swap(from, to) {
    const move = [`${from}>${to}`, `${to}>${from}`].find((one) => this.legal.includes(one));
    this.take(null);
    if (move) {
      // The cursor goes along with the tile.
      if (this.board.host.contains(document.activeElement)) this.goTo(to);
      this.focusCell = to;
      this.board.bring(this.tile(from), this.homes.get(to));
      this.board.bring(this.tile(to), this.homes.get(from));
      return this.board.play(move);
    }
    this.home(from);
    this.refuse(from, to);
    return Promise.resolve(false);
  }

  home(cell) { this.board.bring(this.tile(cell), this.homes.get(cell)); }

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
    const along = (by) => {
      const far = (one) => Math.max(-this.size, Math.min(this.size, one));
      return Math.abs(by.x) > Math.abs(by.y) ? { x: far(by.x), y: 0 } : { x: 0, y: far(by.y) };
    };
    return {
      taps: true,
      move: (by) => {
        const { x, y } = this.homes.get(cell);
        const way = along(by);
        element.transform.baseVal.getItem(0).setTranslate(x + way.x, y + way.y);
        if (!element.classList.contains("dragged")) { element.classList.add("dragged"); element.parentNode.append(element); }
      },
      cancel: () => { element.classList.remove("dragged"); this.home(cell); },
      tap: () => {
        const near = this.taken && Object.values(ARROWS).some((arrow) => this.neighbour(this.taken, arrow) === cell);
        if (near) this.swap(this.taken, cell);
        else this.take(this.taken === cell ? null : cell);
      },
      drop: (by) => {
        element.classList.remove("dragged");
        if (Math.hypot(by.x, by.y) < this.size / 4) { this.home(cell); return; }
        const arrow = Math.abs(by.x) > Math.abs(by.y) ? [Math.sign(by.x), 0] : [0, Math.sign(by.y)];
        const to = this.neighbour(cell, arrow);
        if (to) this.swap(cell, to);
        else this.home(cell);
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
    else if (to) this.goTo(to);
    return true;
  }

  /** Moves the cursor. */
  goTo(cell) {
    this.tile(this.focusCell)?.setAttribute("tabindex", "-1");
    this.focusCell = cell;
    this.tile(cell).setAttribute("tabindex", "0");
    this.tile(cell).focus({ preventScroll: true });
  }

  /** Wave after wave, with the tiles of the old picture: the swap, merges, falls, new tiles. Who plays on cuts it short. */
  async animate(before, events, how, old) {
    const pace = PACES[preference("waves")] ?? 1;
    if ((how !== "played" && how !== "redone") || !pace) return;
    const { svg } = this.board;
    const layer = svgElement("g", { "aria-hidden": "true", class: "waves" });
    const tiles = new Map([...old.querySelectorAll("[data-cell]")].map((tile) => [tile.dataset.cell, bare(tile)]));
    layer.append(...tiles.values());
    svg.classList.add("waving");
    svg.append(layer);
    for (const step of this.steps(events, tiles, layer)) {
      const ways = step().filter(Boolean);
      for (const one of ways) one.updatePlaybackRate(1 / pace);
      await Promise.allSettled(ways.map((one) => one.finished));
      if (this.board.svg !== svg) return;
    }
    layer.remove();
    svg.classList.remove("waving");
  }

  /** What is shown one after the other: functions that set it off and return its animations. */
  * steps(events, tiles, layer) {
    const go = (tile, cell, options) => {
      const from = shift(tile);
      const to = this.homes.get(cell);
      tile.transform.baseVal.getItem(0).setTranslate(to.x, to.y);
      return this.board.glide(tile, from, { easing: "ease-in", ...options });
    };
    const swapped = events.find((event) => event.type === "Swapped");
    if (swapped) {
      const [source, target] = [swapped.source, swapped.target].map(name);
      const [one, other] = [tiles.get(source), tiles.get(target)];
      tiles.set(target, one).set(source, other);
      yield () => [go(one, target, { duration: SWAP }), go(other, source, { duration: SWAP })];
    }
    const last = Math.max(0, ...events.map((event) => event.wave ?? 0));
    for (let wave = 1; wave <= last; wave++) {
      const of = (type) => events.filter((event) => event.type === type && event.wave === wave);
      const merges = of("Merged");
      yield () => merges.flatMap(({ cells: [stays, ...others] }) => others.map((cell) => go(tiles.get(name(cell)), name(stays), { duration: MERGE })));
      yield () => merges.map(({ cells: [stays, ...others], value, score }) => {
        for (const cell of others) { tiles.get(name(cell)).remove(); tiles.delete(name(cell)); }
        this.board.host.dispatchEvent(new CustomEvent("counted", { detail: score, bubbles: true }));
        const tile = this.put(name(stays), value, tiles.get(name(stays)), layer);
        tiles.set(name(stays), tile);
        return tile.firstElementChild?.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: POP });
      });
      yield () => {
        const ways = of("Fell").flatMap((event) => event.ways).map(([from, to]) => [tiles.get(name(from)), name(from), name(to)]);
        for (const [, from] of ways) tiles.delete(from);
        for (const [tile, , to] of ways) tiles.set(to, tile);
        const fresh = of("Spawned").flatMap((event) => event.tiles).map(([cell, value]) => {
          const tile = this.put(name(cell), value, null, layer);
          tiles.set(name(cell), tile);
          const { x, y } = shift(tile);
          return this.board.glide(tile, { x, y: y - 2 * this.size }, { duration: FALL, easing: "ease-in" });
        });
        return [...ways.map(([tile, , to]) => tile && go(tile, to, { duration: FALL })), ...fresh];
      };
    }
  }

  /** A tile of a value, as some picture of this game has shown it, in place of another or on its own. */
  put(cell, value, instead, layer) {
    const tile = this.art.get(String(value))?.cloneNode(true) ?? instead ?? svgElement("g", { transform: "translate(0 0)" });
    const { x, y } = this.homes.get(cell);
    tile.transform.baseVal.getItem(0).setTranslate(x, y);
    if (instead !== tile) instead?.remove();
    layer.append(tile);
    return tile;
  }

  controls() {
    const chosen = preference("waves") ?? "normal";
    return [h("label", { class: "switch" }, h("span", {}, "Waves"), h("select", { onchange: (event) => preference("waves", event.target.value) },
      ...Object.keys(PACES).map((one) => h("option", { value: one, selected: one === chosen }, one))))];
  }

  tell(events) {
    const merged = events.filter((event) => event.type === "Merged").map(({ value, points }) => `${value}! +${points}`);
    return { words: merged.slice(-3).join(" "), bad: false };
  }

  say(move) {
    const [from, to] = move.split(">").map((one) => cellOf(one).map((number) => number + 1));
    return `swap row ${from[0]} column ${from[1]} with row ${to[0]} column ${to[1]}`;
  }

  point(move) { this.board.mark("hinted", this.tile(move.split(">")[0])); }

  hint(move) {
    const to = move.split(">")[1];
    this.point(move);
    this.board.mark("target", this.tile(to));
  }
}
