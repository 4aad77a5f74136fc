// The coach knows the way: hints, how far it is, and whether it can still be done. It asks the server for a solution
// once and keeps it for as long as the player follows it.

import { post } from "./api.js";
import { h } from "./dom.js";
import { preference } from "./store.js";

export class Coach {
  constructor(page) {
    this.page = page;
    this.best = null;
    this.plan = null;
    this.verdict = null;
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
    this.changed("turned");
  }

  /** The optimum of the puzzle, where its source does not say it; and where it stands, if that is wanted. */
  begin() {
    if (this.on || (!this.best && this.page.info.metrics[0] !== "any" && !this.page.info.scored)) this.look().catch(() => {});
  }

  changed() {
    if (!this.follows()) this.verdict = null;
    if (this.on && this.table.playing && !this.page.info.scored) this.look().catch(() => {});
    else this.page.changed({ how: "coached" });
  }

  /** Whether the game is still on the way that the coach has in mind. */
  follows() {
    if (!this.plan) return false;
    const { moves } = this.table;
    const { from, solution } = this.plan;
    const since = moves.slice(from.length);
    return moves.length >= from.length && from.every((move, at) => move === moves[at]) && since.every((move, at) => move === solution[at]);
  }

  get next() { return this.follows() ? this.plan.solution[this.table.moves.length - this.plan.from.length] : undefined; }

  /** What can be said of this position; asks the server unless it is known. */
  async look() {
    if (this.follows() && this.next !== undefined) {
      if (!this.verdict?.fresh) this.page.changed({ how: "coached" });
      return this.verdict ?? this.plan.verdict;
    }
    const number = ++this.asked;
    const { question } = this.table;
    const from = [...this.table.moves];
    const verdict = await post("hint", question);
    if (number !== this.asked) return verdict;
    this.verdict = verdict;
    this.plan = verdict.moves ? { from, solution: verdict.moves, verdict } : null;
    if (!from.length && verdict.verdict === "solved" && verdict.optimal && !this.best) {
      const unit = Object.keys(this.table.state.costs).find((one) => verdict.metric.startsWith(one));
      if (unit) this.best = { unit, cost: verdict.cost, optimal: true };
    }
    this.page.changed({ how: "coached" });
    return verdict;
  }

  async hint() {
    const { page } = this;
    page.say("Thinking …");
    const verdict = await this.look();
    const move = this.next ?? verdict.move;
    if (!move) {
      page.say(verdict.verdict === "unsolvable" ? "From here it cannot be done any more. Undo some moves." : "The coach does not know in the time a hint may take. Try Solve.", "bad");
      return;
    }
    this.table.hints += 1;
    page.say(`Hint: ${page.board.hand.say(move)}`);
    page.board.hand.hint(move);
  }

  figures() {
    if (!this.on || this.page.info.scored || !this.table.playing) return [];
    if (this.follows() && this.next !== undefined) {
      const left = this.plan.solution.length - (this.table.moves.length - this.plan.from.length);
      return [["Moves to go", String(left)], ["Still winnable", "yes"]];
    }
    if (!this.verdict) return [["Moves to go", "…"]];
    return [["Still winnable", this.verdict.verdict === "unsolvable" ? "no" : "not known"]];
  }
}
