// The lab: runs of a results file, chapter by chapter, with tables, comparisons and plots.

import { get } from "./api.js";
import { h } from "./dom.js";

const facts = (rows) => h("div", { class: "scroll" }, h("table", {}, ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));

export async function show(main) {
  const { chapters } = await get("lab");
  main.append(h("div", { class: "docs" }, h("h1", {}, "Lab"), ...chapters.map((chapter) => h("section", { class: "panel" },
    h("h2", {}, chapter.title), h("p", { class: "help" }, chapter.note),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Runs" }, h("table", {},
      h("thead", {}, h("tr", {}, ...chapter.head.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...chapter.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))))),
    h("div", { class: "plots" }, ...chapter.plots.map((name) => h("img", { src: `/api/lab/plot?name=${encodeURIComponent(name)}`, alt: name.slice(name.indexOf("-") + 1), loading: "lazy" }))),
    ...chapter.runs.map((run) => h("details", {}, h("summary", {}, run.title),
      h("p", {}, run.interpretation), run.note ? h("p", {}, h("strong", {}, "Note. "), run.note) : null,
      facts(run.details), ...run.comparisons.flatMap((one) => [h("h3", {}, one.title), facts(one.rows)])))))));
}
