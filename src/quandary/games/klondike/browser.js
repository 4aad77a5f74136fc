// Klondike: cards are dragged, or tapped to go where they can, or sent by keys: source, then target.

import { shift } from "../../js/board.js";
import { calm } from "../../js/dom.js";
import { Hand } from "../../js/hand.js";

const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const cardName = (card) => `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
const PLACES = { D: "stock", W: "waste", FC: "clubs foundation", FD: "diamonds foundation", FH: "hearts foundation", FS: "spades foundation" };
const PILES = [..."1234567"];
const placeName = (place) => PLACES[place] ?? (place === "F" ? "home" : `pile ${place}`);

/** `3>5x2` as its parts. */
function read(move) {
  const match = move.match(/^(W|[1-7]|F[CDHS])>(F|[1-7])(?:x(\d+))?$/);
  return match ? { source: match[1], target: match[2], count: Number(match[3] ?? 1) } : { source: "D", target: "W", count: 0 };
}

export class GameHand extends Hand {
  static help = "Drag cards, or tap one to send it where it fits. By keyboard: D turns the stock, 3 then 5 moves from pile 3 to pile 5, F sends home.";

  static keys = [["d", "turn the stock (or the waste over)"], ["1–7, w, then 1–7, f", "from a pile or the waste to a pile or home"], ["a", "everything home that can go"], ["arrows, Enter", "the same card by card"], ["Esc", "put back"]];

  first() { return "place-D"; }

  constructor(board) {
    super(board);
    this.chosen = null;
    this.isFinishing = false;
    this.tallest = this.width = 0;
  }

  /** When all cards are open, what is left plays itself. */
  after(how) {
    const isOwn = !this.board.table.marks.at(-1)?.includes(":");
    if (how === "played" && isOwn && this.isAllOpen()) this.allHome();
  }

  isAllOpen() {
    return !this.legal.includes("D") && !this.legal.includes("R")
      && [...this.board.svg.querySelectorAll("[data-place]")].every((one) => one.dataset.card || this.top(one.dataset.place) === one && !this.isBack(one));
  }

  /** Whether an element without a card's name is a card's back, and not an empty place. */
  isBack(element) { return /^[1-7]$/.test(element.dataset.place) && this.at(element.dataset.place).length > 1; }

  /** Sends everything home that can go, card by card. */
  async allHome() {
    if (this.isFinishing) return;
    this.isFinishing = true;
    for (let move; (move = this.legal.find((one) => read(one).target === "F")) && (await this.board.play(move));) {
      if (!calm()) await new Promise((resolve) => setTimeout(resolve, 120));
    }
    this.isFinishing = false;
  }

  /** A card's width or height: that of the largest place, as empty ones are drawn smaller. */
  side(name) { return Math.max(0, ...[...this.board.svg.querySelectorAll("[data-place] > rect")].map((one) => Number(one.getAttribute(name)))); }
  get reach() { return this.side("width") || null; }

  at(place) { return [...this.board.svg.querySelectorAll(`[data-place="${place}"]`)]; }
  top(place) { return this.at(place).at(-1); }
  foundation(card) { return this.top(`F${card[1]}`); }

  /** Pixels for a unit of the picture, as wide as it is; 0 where it has no place yet. */
  get scale() { return this.board.svg.getBoundingClientRect().width / this.board.svg.viewBox.baseVal.width; }

  /** The open cards of a pile lie as far apart as fingers need, as long as the screen is high enough for all. */
  spread() {
    const { svg, host, finger } = this.board;
    const { scale } = this;
    if (!scale) return;
    const view = svg.viewBox.baseVal;
    const tall = this.side("height");
    const piles = PILES.map((place) => this.at(place));
    const lowest = () => Math.max(...piles.map((cards) => shift(cards.at(-1)).y)) + tall;
    const margin = view.height - lowest();
    const [most = innerHeight] = [svg, host].map((one) => parseFloat(getComputedStyle(one).maxHeight)).filter(Boolean);
    for (const cards of piles) {
      const open = cards.filter((one) => one.dataset.card);
      if (open.length < 2) continue;
      const [first, second] = open.map(shift);
      const room = (most / scale - margin - tall - first.y) / (open.length - 1);
      const step = Math.max(second.y - first.y, Math.min(finger / scale, room));
      open.forEach((one, at) => one.transform.baseVal.getItem(0).setTranslate(first.x, first.y + at * step));
    }
    this.grow(lowest() + margin - view.height);
  }

  grow(more) {
    if (more <= 0) return;
    this.board.svg.viewBox.baseVal.height += more;
    const felt = this.board.svg.querySelector("rect");
    felt.setAttribute("height", Number(felt.getAttribute("height")) + more);
  }

  /** The felt keeps its size: it grows with the longest pile, and does not shrink again unless the screen is another. */
  steady() {
    const { clientWidth } = this.board.host;
    if (clientWidth !== this.width) [this.width, this.tallest] = [clientWidth, 0];
    this.grow(this.tallest - this.board.svg.viewBox.baseVal.height);
    this.tallest = this.board.svg.viewBox.baseVal.height;
  }

  parts() {
    this.spread();
    this.steady();
    this.chosen = null;
    const found = [];
    const groups = new Map();
    for (const element of this.board.svg.querySelectorAll("[data-place]")) {
      const place = element.dataset.place;
      groups.set(place, [...(groups.get(place) ?? []), element]);
    }
    for (const [place, elements] of groups) {
      const hidden = elements.filter((element) => !element.dataset.card).length;
      elements.forEach((element, index) => {
        const { card } = element.dataset;
        const isTop = index === elements.length - 1;
        if (!card && !isTop) return;
        const where = placeName(place);
        const label = card ? `${cardName(card)}, ${where}${index === hidden && hidden ? `, on ${hidden} hidden` : ""}`
          : place === "D" ? `stock${this.legal.includes("D") ? ": turn cards" : this.legal.includes("R") ? ": turn the waste over" : ", empty"}`
            : `${where}, empty`;
        // All but the top card of waste and stock cannot be played.
        found.push({ key: card ?? `place-${place}`, element, label, stop: isTop || /^[1-7]$/.test(place) });
      });
    }
    return found;
  }

  /** The cards that go along with one, itself first. */
  carried(element) {
    const all = this.at(element.dataset.place);
    return all.slice(all.indexOf(element));
  }

  /** The legal moves that take up exactly the cards from this one on. */
  movesOf(element) {
    const { place, card } = element.dataset;
    if (!card) return [];
    const count = this.carried(element).length;
    return this.legal.map((move) => ({ move, ...read(move) }))
      .filter((one) => one.source === place && one.count === count);
  }

  target(one, card) { return one.target === "F" ? `F${card[1]}` : one.target; }

  turn() {
    const move = ["D", "R"].find((one) => this.legal.includes(one));
    if (move) this.board.play(move);
    else this.board.shake(this.top("D"));
  }

  /** The pile in whose column a point lies. */
  pileAt({ x, y }) {
    return PILES.find((place) => {
      const from = shift(this.at(place)[0]);
      return x >= from.x && x <= from.x + this.reach && y >= from.y;
    });
  }

  /** Of the cards of a pile that can go somewhere the one whose visible part is nearest, if it is within `reach`. */
  nearest(place, y, reach = Infinity) {
    const cards = this.at(place);
    const far = (card) => {
      const next = cards[cards.indexOf(card) + 1];
      const from = shift(card).y;
      return Math.max(from - y, next ? y - shift(next).y : 0, 0);
    };
    const [card] = cards.filter((one) => this.movesOf(one).length).sort((one, other) => far(one) - far(other));
    return card && far(card) <= reach ? card : null;
  }

  /** A touch beside the open cards of a pile: a card that waits goes there; on covered ones it is for the nearest that can go. */
  touchPile(point) {
    const place = this.pileAt(point);
    return place ? { pans: true, tap: () => {
      if (this.chosen && this.send(this.chosen, place)) return;
      const card = point.y <= shift(this.top(place)).y ? this.nearest(place, point.y) : null;
      if (card) this.tap(card);
    } } : null;
  }

  grab(met, point) {
    if (!met) return this.touchPile(point);
    // A finger that has just missed a card means it.
    const isVain = /^[1-7]$/.test(met.dataset.place) && !this.chosen && !this.movesOf(met).length;
    const element = (isVain && this.nearest(met.dataset.place, point.y, this.board.finger / this.scale / 2)) || met;
    const { place, card } = element.dataset;
    if (place === "D") return { taps: true, tap: () => this.turn() };
    if (this.chosen && this.chosen !== element && this.send(this.chosen, place)) return { tap() {} };
    if (!card || (place === "W" && element !== this.top("W"))) return null;
    const cards = this.carried(element);
    const homes = cards.map(shift);
    const put = (by) => cards.forEach((one, at) => {
      one.transform.baseVal.getItem(0).setTranslate(homes[at].x + by.x, homes[at].y + by.y);
    });
    return {
      move: (by) => {
        if (cards[0].classList.contains("dragged")) { put(by); return; }
        for (const one of cards) { one.classList.add("dragged"); this.board.svg.append(one); }
        this.board.mark("target", ...this.inHand(cards, place).map((move) => this.top(this.target(move, card))));
        put(by);
      },
      cancel: () => { put({ x: 0, y: 0 }); this.board.show({ how: "begun" }); },
      tap: () => this.tap(element),
      drop: (by, now, event) => {
        const under = document.elementsFromPoint(event.clientX, event.clientY)
          .map((one) => one.closest("[data-place]")).find((one) => one && !cards.includes(one));
        const wanted = under?.dataset.place;
        const one = this.inHand(cards, place).find((move) => this.target(move, card) === wanted || (move.target === "F" && wanted?.startsWith("F")));
        if (one) this.board.play(one.move).then((done) => done || this.board.show({ how: "begun" }));
        else this.back(cards, homes, by);
      },
    };
  }

  /** The moves of cards that are in the hand already, and so no longer in their pile. */
  inHand(cards, place) {
    return this.legal.map((move) => ({ move, ...read(move) }))
      .filter((one) => one.source === place && one.count === cards.length);
  }

  back(cards, homes, by) {
    this.board.show({ how: "begun" });
    for (const [at, card] of cards.entries()) {
      const element = this.board.part(card.dataset.part);
      if (element) this.board.glide(element, { x: homes[at].x + by.x, y: homes[at].y + by.y });
    }
  }

  /** A tapped card goes home if it can, else to the only place that takes it, else it waits for a target. */
  tap(element) {
    const moves = this.movesOf(element);
    const home = moves.find((one) => one.target === "F");
    if (home || moves.length === 1) this.board.play((home ?? moves[0]).move);
    else if (moves.length) this.choose(element, moves);
    else { this.choose(null); this.board.shake(element); }
  }

  choose(element, moves = []) {
    this.chosen = element;
    this.board.mark("chosen", ...(element ? this.carried(element) : []));
    this.board.mark("target", ...moves.map((one) => this.top(this.target(one, element.dataset.card))));
  }

  send(element, place) {
    const one = this.movesOf(element).find((move) => this.target(move, element.dataset.card) === place);
    this.choose(null);
    if (one) this.board.play(one.move);
    return Boolean(one);
  }

  key(event, element) {
    if (event.key === "Enter" || event.key === " ") {
      if (!element) return false;
      if (element.dataset.place === "D") this.turn();
      else if (!this.chosen || !this.send(this.chosen, element.dataset.place)) this.tap(element);
      return true;
    }
    if (event.key === "Escape") { this.choose(null); return true; }
    const key = event.key.toUpperCase();
    if (key === "D") { this.turn(); return true; }
    if (key === "A") { this.allHome(); return true; }
    if (/^[W1-7F]$/.test(key)) { this.named(key); return true; }
    return this.walk(event.key, element);
  }

  /** `3` then `5`: the move from pile 3 to pile 5, with as many cards as fit; `F` sends what was named home. */
  named(key) {
    const source = this.chosen?.dataset.place;
    if (source && (key === "F" || key !== source)) {
      const fitting = this.legal.map((move) => ({ move, ...read(move) }))
        .filter((one) => one.source === source && one.target === key)
        .sort((a, b) => b.count - a.count)[0];
      this.choose(null);
      if (fitting) this.board.play(fitting.move);
      return;
    }
    const top = this.top(key);
    if (top?.dataset.card) { this.choose(top, this.movesOf(top)); top.focus(); }
  }

  walk(key, element) {
    if (!element || !key.startsWith("Arrow")) return false;
    const { place } = element.dataset;
    const rows = [["D", "W", "FC", "FD", "FH", "FS"], PILES];
    const row = rows.findIndex((names) => names.includes(place));
    const at = rows[row].indexOf(place);
    const stops = this.at(place).filter((one) => one.hasAttribute("tabindex"));
    const index = stops.indexOf(element);
    let next = null;
    if (key === "ArrowLeft") next = this.top(rows[row][at - 1] ?? rows[row].at(-1));
    if (key === "ArrowRight") next = this.top(rows[row][at + 1] ?? rows[row][0]);
    if (key === "ArrowUp") next = stops[index - 1] ?? (row ? this.top(rows[0][at > 1 ? Math.min(5, at - 1) : at]) : null);
    if (key === "ArrowDown") next = stops[index + 1] ?? (row ? null : this.top(rows[1][at > 1 ? at + 1 : at]));
    next?.focus();
    return true;
  }

  animate(before, events, how) {
    const stock = before.get("place-D") ?? { x: 0, y: 0 };
    for (const element of this.board.svg.querySelectorAll("[data-card]")) {
      const known = before.get(element.dataset.part);
      if (known) this.board.glide(element, known, { duration: 200 });
      else if (how === "played" && events.some((one) => one.type === "Drawn" && one.cards.includes(element.dataset.card))) this.board.glide(element, stock);
      else this.board.flash(element);
    }
  }

  say(move) {
    if (move === "D") return "turn the stock";
    if (move === "R") return "turn the waste over";
    const { source, target, count } = read(move);
    const all = this.at(source);
    const card = all.at(-count)?.dataset.card;
    return `${card ? cardName(card) : "the card"} ${target === "F" ? "home" : `to pile ${target}`}`;
  }

  point(move) {
    const { source, count } = read(move);
    const cards = count ? this.at(source).slice(-count) : [this.top("D")];
    this.board.mark("hinted", ...cards);
    return cards;
  }

  hint(move) {
    const cards = this.point(move);
    const { target, count } = read(move);
    if (!count) return;
    this.board.mark("target", this.top(target === "F" ? `F${cards[0].dataset.card[1]}` : target));
  }
}
