// A board on the page: the server's picture, made touchable. What a touch or a key means is up to the game's hand.

import { calm, h, picture } from "./dom.js";

const GLIDE = 170;
// Pixels of the smallest thing that has to be met by a finger, and by a mouse.
const FINGER = 44;
const MOUSE = 18;
// Milliseconds between the taps of a double click.
const DOUBLE = 400;
// How large a board is drawn: 0 is all of it in view, 1 as large as fingers need it.
const ZOOMS = [0, 1, 1.5, 2.25, 3.4];

export class Board {
  /** `host` is the element to live in; `hand` knows the game's parts and gestures. */
  constructor(host, table, makeHand) {
    this.host = host;
    this.table = table;
    this.svg = null;
    // The part that keys speak of, also while the focus is elsewhere on the page.
    this.current = null;
    // While a pointer holds a part, no answer may replace the picture under it.
    this.held = false;
    this.late = null;
    this.lastTap = null;
    this.zoom = 1;
    this.zooms = h("div", { class: "zooms", role: "group", "aria-label": "Zoom", hidden: true },
      h("button", { type: "button", "aria-label": "Smaller", onclick: () => this.zoomBy(-1) }, "−"),
      h("button", { type: "button", "aria-label": "Larger", onclick: () => this.zoomBy(1) }, "+"));
    this.hand = makeHand(this);
    host.classList.add("board");
    host.addEventListener("focusin", ({ target }) => { this.current = target.dataset?.part ?? this.current; });
    host.addEventListener("pointerdown", (event) => this.touched(event));
    // The page scrolls under a finger, unless it holds a part; two fingers zoom everywhere.
    host.addEventListener("touchmove", (event) => { if (this.held && event.touches.length === 1) event.preventDefault(); }, { passive: false });
    table.addEventListener("change", ({ detail }) => this.show(detail));
    // A phone that is turned has other measures.
    matchMedia("(orientation: portrait)").addEventListener("change", () => this.show({ how: "begun" }));
    this.show({ how: "begun" });
  }

  get state() { return this.table.state; }
  get legal() { return this.state.legal; }

  show({ how }) {
    if (this.held) { this.late = how; return; }
    const [old, before] = [this.svg, this.svg && this.places()];
    const focused = this.host.contains(document.activeElement) ? document.activeElement.dataset.part : undefined;
    this.svg = picture(this.state.svg);
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.setAttribute("role", "group");
    this.fit();
    this.host.replaceChildren(this.svg);
    this.name();
    this.readOut();
    this.follow();
    if (focused !== undefined) (this.part(focused) ?? this.firstStop())?.focus({ preventScroll: true });
    if (before && !calm() && how !== "resumed") this.hand.animate(before, this.state.events, how, old);
    this.hand.after(how);
  }

  /** The board as a table of words, for who reads it cell by cell. */
  readOut() {
    const rows = this.host.isConnected ? this.hand.rows() : [];
    if (!rows) return;
    this.reader ??= h("div", { class: "reader" }, h("table", {}, h("caption", {}, "The board, row by row"), h("tbody", {})));
    this.reader.querySelector("tbody").replaceChildren(...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell)))));
  }

  /** Pixels of what has to be met here, by a finger or by a mouse. */
  get finger() { return matchMedia("(pointer: coarse), (max-width: 900px)").matches ? FINGER : MOUSE; }

  /** Makes the picture as large as fingers need it; what does not fit on the page can be panned. */
  fit() {
    const { reach } = this.hand;
    if (!reach) return;
    const wanted = (this.svg.viewBox.baseVal.width * this.finger) / reach;
    const width = this.zoom === 0 ? 0 : this.zoom * Math.max(wanted, this.zoom > 1 ? this.host.clientWidth : 0);
    this.svg.style.minWidth = `${Math.ceil(width)}px`;
    this.host.classList.toggle("pans", width > this.host.clientWidth);
    // What is small or does not fit can be made larger, or seen as a whole.
    const isSmall = reach * this.host.clientWidth < FINGER * this.svg.viewBox.baseVal.width;
    this.zooms.hidden = !this.host.clientWidth || !(isSmall || this.zoom !== 1);
  }

  /** From the whole board to a few times its usual size. */
  zoomBy(steps) {
    const at = ZOOMS.indexOf(this.zoom) + steps;
    this.zoom = ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at))];
    this.fit();
    this.follow();
  }

  /** Keeps the part that the game is about in view, where the picture is larger than its place. */
  follow() {
    if (!this.host.classList.contains("pans")) return;
    const box = this.hand.centre?.()?.getBoundingClientRect();
    if (!box) return;
    const own = this.host.getBoundingClientRect();
    this.host.scrollLeft += box.x + box.width / 2 - own.x - own.width / 2;
    this.host.scrollTop += box.y + box.height / 2 - own.y - own.height / 2;
  }

  /** Gives every part its role and its name, and makes it reachable by keyboard. */
  name() {
    const title = this.svg.querySelector("title");
    if (title) {
      this.svg.setAttribute("aria-label", title.textContent);
      // Browsers show titles as tooltips, which lie in the way of play.
      title.remove();
    }
    for (const { key, element, label, stop = true } of this.hand.parts()) {
      element.dataset.part = key;
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", label);
      if (stop) element.setAttribute("tabindex", "0");
    }
  }

  part(key) { return this.svg.querySelector(`[data-part="${CSS.escape(key)}"]`); }
  firstStop() { return this.svg.querySelector("[tabindex='0']"); }

  /** Where every part is, in the picture's own units. */
  places() {
    const found = new Map();
    for (const element of this.svg.querySelectorAll("[data-part], [data-thing]")) {
      found.set(element.dataset.part ?? element.dataset.thing, whereabouts(element));
    }
    return found;
  }

  /** Lets a part arrive from where it was. */
  glide(element, from, { duration = GLIDE, delay = 0, easing = "cubic-bezier(.2,.8,.3,1)" } = {}) {
    const to = shift(element);
    if (!from || (from.x === to.x && from.y === to.y)) return null;
    const way = [from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    return element.animate(way, { duration, delay, easing, fill: "backwards" });
  }

  shake(element) {
    if (!element || calm()) return;
    const { x, y } = shift(element);
    const steps = [0, -6, 6, -4, 4, 0].map((by) => ({ transform: `translate(${x + by}px, ${y}px)` }));
    element.animate(steps, { duration: 320 });
  }

  flash(element) {
    if (!element || calm()) return;
    element.animate([{ opacity: 0.25 }, { opacity: 1 }], { duration: 300 });
  }

  /** The picture's units for a pointer's place. */
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  /** Puts a part where a move takes it, before the server has said so. */
  bring(element, to, options) {
    const from = whereabouts(element);
    element.transform.baseVal.getItem(0).setTranslate(to.x, to.y);
    if (!calm()) this.glide(element, from, options);
  }

  async play(move, options) {
    try {
      await this.table.play(move, options);
      return true;
    } catch (error) {
      this.host.dispatchEvent(new CustomEvent("refused", { detail: error, bubbles: true }));
      return false;
    }
  }

  mark(name, ...elements) {
    for (const old of this.svg.querySelectorAll(`.${name}`)) old.classList.remove(name);
    for (const element of elements) element?.classList.add(name);
  }

  /** Whether the picture still shows what was taken back: what a move means there is not known yet. */
  get isBehind() { return !this.table.settled && this.table.how !== "played"; }

  /** A key, pressed anywhere on the page: it speaks of the part that has the focus, or had it last. True if it meant something. */
  pressed(event) {
    if (this.isBehind || (!this.table.settled && !this.hand.foresees)) {
      // What a key means depends on where those before it lead.
      const waits = /^(Arrow|Enter$|Escape$|.$)/.test(event.key);
      if (waits) this.table.settling.then(() => this.pressed(event), () => {});
      return waits;
    }
    const focused = event.target.closest?.("[data-part]");
    const element = focused ?? this.part(this.current ?? this.hand.first() ?? "") ?? this.firstStop();
    const meant = this.hand.key(event, element);
    if (meant && !focused && !this.host.contains(document.activeElement)) {
      // From now on it shows where the keys are.
      this.part(element?.dataset.part ?? "")?.focus({ preventScroll: true });
    }
    return meant;
  }

  /** Whether a tap is the second of a double click, of which the first one has moved something already. */
  isSecondTap({ clientX, clientY, timeStamp }) {
    const last = this.lastTap;
    const { length } = this.table.moves;
    this.lastTap = { clientX, clientY, timeStamp, length };
    return last !== null && timeStamp - last.timeStamp < DOUBLE && length > last.length
      && Math.hypot(clientX - last.clientX, clientY - last.clientY) < 12;
  }

  touched(event) {
    if (event.button !== 0 || !event.isPrimary || this.isBehind) return;
    const element = event.target.closest("[data-part]");
    const drag = this.hand.grab(element, this.at(event), event);
    if (!drag) return;
    event.preventDefault();
    this.held = !drag.pans;
    element?.focus?.({ preventScroll: true });
    const start = this.at(event);
    let far = false;
    const abort = new AbortController();
    const moved = (next) => {
      if (next.pointerId !== event.pointerId) return;
      const now = this.at(next);
      const by = { x: now.x - start.x, y: now.y - start.y };
      far ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > 5;
      if (far) drag.move?.(by, now, next);
    };
    const ended = (next) => {
      if (next.pointerId !== event.pointerId) return;
      abort.abort();
      this.held = false;
      const now = this.at(next);
      if (next.type === "pointercancel") drag.cancel?.();
      else if (far) drag.drop?.({ x: now.x - start.x, y: now.y - start.y }, now, next);
      else if (!this.isSecondTap(next) || drag.taps) drag.tap?.(now, next);
      if (this.late && this.table.settled) this.show({ how: this.late });
      this.late = null;
    };
    const options = { signal: abort.signal };
    addEventListener("pointermove", moved, options);
    addEventListener("pointerup", ended, options);
    addEventListener("pointercancel", ended, options);
  }
}

/** Where a part is at this moment, also on its way. */
function whereabouts(element) {
  if (!element.getAnimations().length) return shift(element);
  const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
  return { x: e, y: f };
}

/** How far a part's own transform moves it. */
export function shift(element) {
  const list = element.transform?.baseVal;
  if (!list?.numberOfItems) return { x: 0, y: 0 };
  const { e, f } = list.getItem(0).matrix;
  return { x: e, y: f };
}
