// What the player has reached in every game, with small plots; and the file that carries it to another machine.

import { games } from "./api.js";
import { button, clockText, counted, dialog, h, starsOf, svgElement, toast } from "./dom.js";
import { catchUp, exported, reset, standing, takeIn, whenChanged } from "./progress.js";

export async function show(main) {
  const host = h("div", { class: "cards" });
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt", hidden: true, "aria-label": "A file of progress", onchange: () => bring(file.files[0]) });
  main.append(h("h1", {}, "Statistics"),
    h("p", { class: "help" }, "Every game that you have played to its end, kept in this browser. The file is the same that quandary progress reads and writes."),
    h("div", { class: "row actions" }, button("Export", "share", save), button("Import", "paste", () => file.click()), button("Forget all", null, forget), file),
    host);
  const known = await games();
  const draw = async () => {
    const told = await Promise.all(known.map((info) => standing(info.name).catch((error) => ({ error, title: info.title, game: info.name }))));
    host.replaceChildren(...told.map((one, at) => section(one, known[at])));
  };

  async function bring(chosen) {
    if (!chosen) return;
    try {
      const count = await takeIn(await chosen.text());
      toast(`${counted(count, "new games")} taken in.`);
      await draw();
    } catch (error) {
      toast(error.message, "bad");
    }
    file.value = "";
  }

  function forget() {
    const box = dialog("Forget all progress?", h("p", {}, "All games that you have played here are forgotten: wins, stars, streaks. A copy is saved as a file first."),
      h("div", { class: "row end" }, button("Keep it", null, () => box.close()),
        button("Forget all", null, async () => { await save(); await reset(); box.close(); await draw(); }, { class: "primary" })));
  }

  whenChanged(() => draw().catch(() => {}));
  await catchUp().catch(() => {});
  await draw();
}

async function save() {
  const url = URL.createObjectURL(new Blob([await exported()], { type: "application/x-ndjson" }));
  const link = h("a", { href: url, download: "quandary-progress.jsonl" });
  document.body.append(link);
  link.click();
  link.remove();
}

function section(told, info) {
  const head = h("div", { class: "cardHead" }, h("h2", {}, told.title),
    h("span", { class: "cardNote" }, told.best?.played ? counted(told.best.played, "games") : ""));
  if (told.error) return h("section", { class: "card", "aria-label": told.title }, head, h("p", {}, told.error.message));
  const { best, wins, days, purse, stars, plot, recent } = told;
  const figures = best.played ? [
    !info.scored && ["Won", `${best.won} of ${best.played}`],
    ["In a row", `${wins.now} (longest ${wins.longest})`],
    ["Days in a row", `${days.now} (longest ${days.longest})`],
    best.score !== null && ["Best score", best.score.toLocaleString("en")],
    best.moves !== null && ["Fewest moves", String(best.moves)],
    best.seconds !== null && ["Quickest", clockText(best.seconds)],
    best.coins !== null && ["Coins", purse.toLocaleString("en")],
  ].filter(Boolean) : [];
  return h("section", { class: "card stats", "data-game": told.game, "aria-label": told.title }, head,
    figures.length ? h("dl", { class: "figures" }, ...figures.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { "data-figure": name }, value)))) : h("p", {}, "Nothing yet."),
    stars.some(Boolean) ? h("p", {}, stars.map((count, at) => `${starsOf(3 - at)} ${count}`).join("   ")) : null,
    plot.values.length > 1 ? bars(plot) : null,
    recent.length ? h("details", {}, h("summary", {}, "The last games"), h("ul", { class: "recent" }, ...recent.map((one) => h("li", {},
      h("a", { href: one.address }, one.title), ` ${one.line.slice(one.line.search(/[★☆]/))}, ${one.time}`, h("small", {}, ` ${one.at.slice(0, 10)}${one.own ? "" : ", not your own"}`))))) : null,
    h("div", { class: "row" }, ...told.levels.length ? [h("a", { class: "button", href: `/${told.game}/levels` }, `Levels ${told.levels.reduce((sum, one) => sum + one.won, 0)}/${told.levels.reduce((sum, one) => sum + one.rungs.length, 0)}`)] : [],
      h("a", { class: "button", href: `/${told.game}/daily` }, "Calendar"), h("a", { class: "button", href: told.next?.address ?? `/${told.game}` }, "Play")));
}

/** The last games as bars, the highest of them full. */
function bars({ of, values }) {
  const most = Math.max(...values) || 1;
  const words = of === "points" ? `Scores of the last ${values.length} games` : `Times of the last ${values.length} games`;
  return h("figure", { class: "plot" }, svgElement("svg", { viewBox: `0 0 ${Math.max(values.length, 12) * 8} 40`, role: "img", "aria-label": words, preserveAspectRatio: "xMinYMax meet" },
    ...values.map((value, at) => svgElement("rect", { x: String(at * 8 + 1), width: "6", y: String(40 - Math.max(2, 40 * value / most)), height: String(Math.max(2, 40 * value / most)), rx: "1.5" }))),
  h("figcaption", {}, words));
}
