// The coach knows the way: hints, how far it is, and whether it can still be done. The server remembers the line that
// it has in mind, and answers at once for as long as the player follows it; so the coach asks after every move.

import { post } from "./api.js";
import { h } from "./dom.js";
import { sound } from "./sound.js";
import { preference } from "./store.js";

export class Coach {
  constructor(page) {
    this.page = page;
    this.best = null;
    this.advice = null;
    // How many tips were given on a position, by its picture: together they are one hint.
    this.given = new Map();
    this.hasSaidLost = false;
    this.asked = 0;
    this.on = preference("coach") === "on";
    const { facts, states } = page.table;
    for (const unit of Object.keys(states[0].costs)) {
      if (Number.isInteger(facts[unit])) { this.best = { unit, cost: facts[unit], optimal: true }; break; }
    }
  }

  get table() { return this.page.table; }

  toggle() {
    const box = h("input", { type: "checkbox", checked: this.on, onchange: () => this.turn(box.checked) });
    return this.page.info.scored ? null : h("label", { class: "switch" }, box, h("span", {}, "Coach"));
  }

  turn(on) {
    this.on = on;
    preference("coach", on ? "on" : "off");
    this.changed();
  }

  /** The optimum of the puzzle, where its source does not say it; and where it stands, if that is wanted. */
  begin() {
    if (this.on || (!this.best && this.page.info.metrics[0] !== "any" && !this.page.info.scored)) this.look().catch(() => {});
  }

  changed() {
    this.advice = null;
    // An answer that is still on its way is about another position.
    this.asked += 1;
    if (this.on && this.table.playing && !this.page.info.scored) this.look().catch(() => {});
    else this.page.changed({ how: "coached" });
  }

  /** What the server knows of this position. */
  async look() {
    const number = ++this.asked;
    const isFirst = !this.table.moves.length;
    const advice = await post("hint", this.table.question);
    if (number !== this.asked) return advice;
    this.advice = advice;
    if (isFirst && advice.verdict === "solved" && advice.optimal && !this.best) {
      const unit = Object.keys(this.table.state.costs).find((one) => advice.metric.startsWith(one));
      if (unit) this.best = { unit, cost: advice.cost, optimal: true };
    }
    this.page.changed({ how: "coached" });
    // Whoever has the coach on wants to know, once.
    const isLost = advice.verdict === "unsolvable";
    if (this.on && isLost && !this.hasSaidLost) this.offerWayBack().catch(() => {});
    this.hasSaidLost = isLost;
    return advice;
  }

  /** A hint that teaches: where to look; asked again, which piece; then the move; then the move is played. */
  async hint() {
    const { page, table } = this;
    await table.settling;
    if (!table.playing) return;
    const { moves } = table;
    const position = table.state.svg;
    if (!this.advice) page.say("Thinking …");
    const { move, verdict, tips } = this.advice ?? await this.look();
    if (table.moves !== moves) return;
    if (!move) {
      if (verdict === "unsolvable") await this.offerWayBack();
      else page.say("The coach does not know in the time a hint may take. Try Solve.", "bad");
      return;
    }
    const done = this.given.get(position) ?? 0;
    if (!done) table.hints += 1;
    this.given.set(position, done + 1);
    table.keep();
    const { kind, text } = tips[Math.min(done, tips.length - 1)];
    sound("hint");
    if (kind === "play") { await page.board.play(move, { by: "hint" }); return; }
    const { hand } = page.board;
    page.say(`Hint: ${text}`);
    if (kind === "piece") hand.point(move);
    if (kind === "move") { table.name(move); hand.hint(move); }
  }

  /** Back to where it could be won for the last time, in one step. */
  async goBack() {
    const { page, table } = this;
    if (page.info.scored || !table.moves.length) return;
    page.say("Looking back …");
    const { after, ago, words } = await post("winnable", table.question);
    if (ago) await table.goBack(after);
    else page.say(words);
  }

  /** Says that it is lost, when it could still be won, and leads back there. */
  async offerWayBack() {
    const { page, table } = this;
    const { after, ago, words } = await post("winnable", table.question);
    if (!ago) { page.say(table.moves.length ? words : "This cannot be solved: that is proven.", "bad"); return; }
    page.say(`From here it cannot be done any more. ${words}`, "bad", ["Go back there", () => table.goBack(after)]);
  }

  /** How far it is, in what the counters beside the board count. */
  figures() {
    if (!this.on || this.page.info.scored || !this.table.playing) return [];
    const units = Object.keys(this.table.state.costs);
    const unit = units.includes("moves") ? "moves" : units[0];
    const name = `${unit[0].toUpperCase()}${unit.slice(1)} to go`;
    if (!this.advice) return [[name, "…"]];
    const { left, verdict } = this.advice;
    const winnable = { solved: "yes", unsolvable: "no" }[verdict] ?? "not known";
    return [...(left ? [[name, String(left[unit])]] : []), ["Still winnable", winnable]];
  }
}
