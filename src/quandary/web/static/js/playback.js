// Solve from here, and watch: the solution or a player's game, with play, pause, step and speed.

import { post, search } from "./api.js";
import { button, h, icon } from "./dom.js";

const SPEEDS = [1600, 900, 450, 200, 40];

export class Playback {
  constructor(page) {
    this.page = page;
    this.coming = [];
    this.source = null;
    this.running = false;
    // Whose moves these are, as a session marks them.
    this.by = "";
    // The moves that stood after its last one: whoever plays on ends it.
    this.line = null;
    this.timer = null;
    this.abort = null;
    this.note = h("span", { class: "note" });
    this.playButton = h("button", { type: "button", onclick: () => this.toggle() });
    this.speed = h("input", { type: "range", min: "0", max: "4", value: "2", "aria-label": "Speed" });
    this.element = h("div", { class: "playback", role: "group", "aria-label": "Playback", hidden: true },
      h("div", { class: "row" },
        h("button", { type: "button", "aria-label": "Step back", onclick: () => this.back() }, icon("back")),
        this.playButton,
        h("button", { type: "button", "aria-label": "Step", onclick: () => this.step() }, icon("step")),
        this.speed,
        button("Stop", "stop", () => this.stop())),
      this.note);
    this.face();
  }

  /** The buttons that set it off, and what can be chosen about them. */
  starters() {
    const { info } = this.page;
    const found = [];
    if (info.strategies.length) {
      this.solveButton = button("Solve", "solve", () => this.solve());
      found.push(this.solveButton);
    }
    if (info.players.length) {
      this.player = h("select", {}, ...info.players.map((one) => h("option", { value: one.name, title: one.summary }, one.name)));
      this.watchButton = button("Watch", "eye", () => this.watch());
      found.push(this.watchButton, h("label", { class: "switch" }, h("span", {}, "Player"), this.player));
    }
    return found;
  }

  changed() {
    for (const one of [this.solveButton, this.watchButton]) if (one) one.disabled = !this.page.table.playing || this.element.hidden === false;
  }

  face() {
    const label = this.running ? "Pause" : "Play";
    this.playButton.replaceChildren(icon(this.running ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", label);
  }

  open(note) {
    this.element.hidden = false;
    this.note.textContent = note;
    this.changed();
  }

  async solve() {
    const { page } = this;
    const { table, info } = page;
    this.stop();
    this.abort = new AbortController();
    this.line = table.moves;
    this.open("Searching …");
    try {
      const metric = info.metrics[0];
      const verdict = await search({ ...table.question, metric }, ({ nodes, depth }) => {
        this.note.textContent = `Searching … ${nodes.toLocaleString("en")} positions${depth ? `, depth ${depth}` : ""}`;
      }, this.abort.signal);
      this.abort = null;
      if (verdict.verdict !== "solved") {
        const why = { time: "its time", nodes: "its positions", memory: "its memory" }[verdict.reason] ?? "its candidates";
        const words = verdict.verdict === "unsolvable" ? "It cannot be solved from here: that is proven." : `Not known: the search used up ${why}.`;
        this.stop();
        page.say(words, "bad");
        return;
      }
      this.by = `solver:${info.strategies[0].name}`;
      this.coming = verdict.moves;
      this.source = null;
      const unit = metric === "any" ? "moves" : verdict.metric.split(",")[0];
      this.open(`${verdict.cost} ${unit}${verdict.optimal ? ", proven shortest" : ""} · ${verdict.nodes.toLocaleString("en")} positions in ${verdict.seconds.toFixed(2)} s`);
      page.say("");
      this.run();
    } catch (error) {
      if (error.name !== "AbortError") page.say(error.message, "bad");
      this.stop();
    }
  }

  watch() {
    this.stop();
    this.line = this.page.table.moves;
    const player = this.player.value;
    this.coming = [];
    this.by = `strategy:${player}`;
    this.source = async () => {
      const answer = await post("watch", { ...this.page.table.question, player, count: 5 });
      return answer.moves;
    };
    this.open(`Watching ${player}`);
    this.run();
  }

  run() {
    this.running = true;
    this.face();
    this.next();
  }

  pause() {
    this.running = false;
    clearTimeout(this.timer);
    this.face();
  }

  toggle() {
    if (this.running) this.pause();
    else this.run();
  }

  async next() {
    clearTimeout(this.timer);
    const done = await this.step();
    if (!done) { this.pause(); return; }
    if (this.running) this.timer = setTimeout(() => this.next(), SPEEDS[this.speed.value]);
  }

  /** Play the next move; return false when there is none, or while the search goes on. */
  async step() {
    if (this.abort) return false;
    if (this.stepping) return true;
    this.stepping = true;
    try {
      const { table, board } = this.page;
      if (!this.coming.length && this.source && table.playing) this.coming = await this.source();
      if (table.moves !== this.line) { this.leave(); return false; }
      const move = this.coming.shift();
      if (move === undefined) return false;
      const played = board.play(move, { by: this.by });
      this.line = table.moves;
      if (!(await played)) this.coming = [];
      return (await played) && table.playing;
    } catch (error) {
      this.page.say(error.message, "bad");
      return false;
    } finally {
      this.stepping = false;
    }
  }

  async back() {
    if (this.abort) return;
    this.pause();
    const { table } = this.page;
    const last = table.moves.at(-1);
    if (last === undefined) return;
    if (table.moves !== this.line) { this.leave(); return; }
    this.coming.unshift(last);
    const back = table.goTo(table.moves.length - 1, "undone");
    this.line = table.moves;
    await back;
  }

  /** The player has gone another way. */
  leave() {
    this.stop();
    this.page.say("The rest is yours.");
  }

  stop() {
    this.abort?.abort();
    this.abort = null;
    this.pause();
    this.coming = [];
    this.source = null;
    this.element.hidden = true;
    this.changed();
  }
}
