// The lab: runs of a results file, chapter by chapter, with tables, comparisons and plots.

import { get } from "./api.js";
import { h } from "./dom.js";

const facts = (rows) => h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Facts" }, h("table", {}, ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));

const SECONDS = 2;

// The chapters of the log; asked for again when a run has ended.
const chapters = (told) => told.map((chapter) => h("section", { class: "panel" },
  h("h2", {}, chapter.title), h("p", { class: "help" }, chapter.note),
  h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Runs" }, h("table", {},
    h("thead", {}, h("tr", {}, ...chapter.head.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...chapter.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))))),
  h("div", { class: "plots" }, ...chapter.plots.map((name) => h("img", { src: `/api/lab/plot?name=${encodeURIComponent(name)}`, alt: name.slice(name.indexOf("-") + 1), loading: "lazy" }))),
  ...chapter.runs.map((run) => h("details", {}, h("summary", {}, run.title),
    h("p", {}, run.interpretation), run.note ? h("p", {}, h("strong", {}, "Note. "), run.note) : null,
    facts(run.details), ...run.comparisons.flatMap((one) => [h("h3", {}, one.title), facts(one.rows)])))));

// A run that goes on: a bar, what is decided, and how quickly, by what was done since the last look.
function standing(run, before) {
  const rate = before ? (run.done - before.done) / ((run.seen - before.seen) / 1000) : 0;
  const left = rate > 0 ? `, ${Math.ceil((run.instances - run.done) / rate / 60)} min left` : "";
  const score = run.mean_score === null ? `${run.solved} solved, ${run.unsolvable} unsolvable, ${run.unknown} unknown` : `mean score ${run.mean_score.toFixed(1)}`;
  const pace = run.is_at_work ? (rate > 0 ? `, ${rate.toFixed(1)} a second${left}` : "") : "; nobody works on it";
  return h("div", {}, h("h3", {}, run.title),
    h("progress", { max: run.instances, value: run.done, "aria-label": `Run ${run.run}` }),
    h("p", {}, `${run.done} of ${run.instances}: ${score}${pace}`));
}

export async function show(main) {
  const running = h("section", { class: "panel", "aria-live": "off" });
  const log = h("div", { class: "docs" });
  main.append(h("div", { class: "docs" }, h("h1", {}, "Lab"), running, log));
  let before = new Map();
  const fill = async () => log.replaceChildren(...chapters((await get("lab")).chapters));
  const look = async () => {
    const { runs } = await get("lab/running");
    const seen = Date.now();
    const now = new Map(runs.map((run) => [run.run, { ...run, seen }]));
    running.hidden = runs.length === 0;
    running.replaceChildren(h("h2", {}, "Running"), ...[...now.values()].map((run) => standing(run, before.get(run.run))));
    if ([...before.keys()].some((run) => !now.has(run))) await fill();
    before = now;
  };
  const follow = async () => {
    if (!main.isConnected || !running.isConnected) return;
    // A server that is gone for a moment is asked again.
    await look().catch(() => {});
    setTimeout(follow, 1000 * SECONDS);
  };
  await look();
  setTimeout(follow, 1000 * SECONDS);
  // The plots of a big file take a while; what runs is seen meanwhile.
  await fill();
}
