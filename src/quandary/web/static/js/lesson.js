// A first lesson: short steps on a real board. What the lesson plays is known already, so that it needs no server.

import { gameInfo, get } from "./api.js";
import { Board } from "./board.js";
import { button, h } from "./dom.js";
import { handFor } from "./hands.js";
import { preference } from "./store.js";
import { Table } from "./table.js";

export async function show(main, game) {
  const info = await gameInfo(game);
  const [{ steps, states }, makeHand] = await Promise.all([get(`lesson?game=${game}`), handFor(info)]);
  if (!steps.length) throw Object.assign(new Error("This game has no lesson."), { status: 404 });
  preference(`lesson.${game}`, "seen");
  new Lesson(main, info, steps, states, makeHand);
}

class Lesson {
  constructor(main, info, steps, states, makeHand) {
    const moves = steps.flatMap((step) => step.moves);
    this.info = info;
    this.steps = steps;
    this.at = 0;
    this.isShowing = false;
    this.table = new Table(states[0], new Map(states.map((state, at) => [moves.slice(0, at).join(" "), state])));
    const host = h("div", { role: "application", "aria-label": `${info.title} board` });
    this.board = new Board(host, this.table, makeHand);
    this.words = h("p", { class: "lessonWords", role: "status", "aria-live": "polite" });
    this.count = h("p", { class: "caption" });
    this.showButton = button("Show me", "eye", () => this.showMe());
    this.nextButton = button("Next", "play", () => this.next(), { class: "primary" });
    this.backButton = button("Back", "back", () => this.goTo(this.at - 1));
    main.append(h("div", { class: "play", "data-game": info.name },
      h("section", { class: "stage", "aria-label": "Board" }, host, this.board.zooms, this.board.reader),
      h("aside", { class: "side", "aria-label": "Lesson" }, h("h1", {}, `${info.title}: a first lesson`), this.count, this.words,
        h("div", { class: "row" }, this.backButton, this.showButton, this.nextButton),
        h("div", { class: "row" }, h("a", { class: "button", href: `/${info.name}` }, "Skip the lesson")))));
    this.board.show({ how: "begun" });
    this.table.addEventListener("change", ({ detail }) => this.changed(detail));
    host.addEventListener("refused", () => this.tell("That cannot be played here."));
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("button, a") && ["Enter", " "].includes(event.key)) return;
      if (event.key === "u") this.table.undo();
      else if (!this.board.pressed(event)) return;
      event.preventDefault();
    });
    this.goTo(0);
  }

  /** What has been played when a step begins. */
  before(at) { return this.steps.slice(0, at).flatMap((step) => step.moves); }
  get step() { return this.steps[this.at]; }
  get isLast() { return this.at === this.steps.length - 1; }

  async goTo(at) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
    await this.stand(this.before(this.at));
    this.tell();
  }

  /** Puts the board where a step begins. */
  async stand(moves) {
    if (this.table.moves.join(" ") === moves.join(" ")) return;
    this.table.take({ moves });
    await this.table.settle("jumped");
  }

  tell(more = "") {
    const done = this.isDone;
    this.count.textContent = `Step ${this.at + 1} of ${this.steps.length}`;
    this.words.textContent = [this.step.words, more || (done && this.step.moves.length ? "Well done." : "")].filter(Boolean).join(" ");
    this.showButton.disabled = done;
    this.backButton.disabled = this.at === 0;
    this.nextButton.lastElementChild.textContent = this.isLast ? "Play" : "Next";
    document.body.dataset.step = String(this.at + 1);
    document.body.dataset.played = String(this.table.moves.length);
  }

  get isDone() { return this.table.moves.join(" ") === this.before(this.at + 1).join(" "); }

  /** The player has done something: the right thing is praised, anything else can be taken back. */
  changed() {
    if (this.isShowing) return;
    const wanted = this.before(this.at + 1);
    const isOnTheWay = this.table.moves.every((move, at) => move === wanted[at]);
    this.tell(isOnTheWay ? "" : "That is another way. Undo with u, or press Back, and try again.");
    if (this.isDone && this.step.moves.length) this.nextButton.focus({ preventScroll: true });
  }

  async showMe() {
    this.isShowing = true;
    await this.stand(this.before(this.at));
    for (const move of this.step.moves) await this.board.play(move, { by: "strategy:lesson" });
    this.isShowing = false;
    this.tell();
  }

  async next() {
    if (this.isLast) { location.assign(`/${this.info.name}`); return; }
    await this.goTo(this.at + 1);
  }
}
