// A board on the page: the server's picture, made touchable. What a touch or a key means is up to the game's hand.

import { calm, picture } from "./dom.js";

const GLIDE = 170;

export class Board {
  /** `host` is the element to live in; `hand` knows the game's parts and gestures. */
  constructor(host, table, makeHand) {
    this.host = host;
    this.table = table;
    this.svg = null;
    // The part that keys speak of, also while the focus is elsewhere on the page.
    this.current = null;
    this.hand = makeHand(this);
    host.classList.add("board");
    host.addEventListener("focusin", ({ target }) => { this.current = target.dataset?.part ?? this.current; });
    host.addEventListener("pointerdown", (event) => this.touched(event));
    table.addEventListener("change", ({ detail }) => this.show(detail));
    this.show({ how: "begun" });
  }

  get state() { return this.table.state; }
  get legal() { return this.state.legal; }

  show({ how }) {
    const before = this.svg && this.places();
    const focused = this.host.contains(document.activeElement) ? document.activeElement.dataset.part : undefined;
    this.svg = picture(this.state.svg);
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.setAttribute("role", "group");
    this.host.replaceChildren(this.svg);
    this.name();
    if (focused !== undefined) (this.part(focused) ?? this.firstStop())?.focus({ preventScroll: true });
    if (before && !calm() && how !== "resumed") this.hand.animate(before, this.state.events, how);
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
      found.set(element.dataset.part ?? element.dataset.thing, shift(element));
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

  /** A key, pressed anywhere on the page: it speaks of the part that has the focus, or had it last. True if it meant something. */
  pressed(event) {
    const focused = event.target.closest?.("[data-part]");
    const element = focused ?? this.part(this.current ?? this.hand.first() ?? "") ?? this.firstStop();
    const meant = this.hand.key(event, element);
    if (meant && !focused && !this.host.contains(document.activeElement)) {
      // From now on it shows where the keys are.
      this.part(element?.dataset.part ?? "")?.focus({ preventScroll: true });
    }
    return meant;
  }

  touched(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const element = event.target.closest("[data-part]");
    const drag = this.hand.grab(element, this.at(event), event);
    if (!drag) return;
    event.preventDefault();
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
      const now = this.at(next);
      if (next.type === "pointercancel") drag.cancel?.();
      else if (far) drag.drop?.({ x: now.x - start.x, y: now.y - start.y }, now, next);
      else drag.tap?.(now, next);
    };
    const options = { signal: abort.signal };
    addEventListener("pointermove", moved, options);
    addEventListener("pointerup", ended, options);
    addEventListener("pointercancel", ended, options);
  }
}

/** How far a part's own transform moves it. */
export function shift(element) {
  const list = element.transform?.baseVal;
  if (!list?.numberOfItems) return { x: 0, y: 0 };
  const { e, f } = list.getItem(0).matrix;
  return { x: e, y: f };
}
