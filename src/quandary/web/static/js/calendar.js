// A game's days: which were solved, the streak, and the line to share.

import { gameInfo } from "./api.js";
import { button, counted, h, starsOf } from "./dom.js";
import { standing, whenChanged } from "./progress.js";
import { copy } from "./share.js";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const STATES = { solved: "solved", late: "solved later", tried: "played, not solved", open: "not played", ahead: "still to come" };

export async function show(main, game) {
  const info = await gameInfo(game);
  const host = h("div", { class: "docs" });
  main.append(h("h1", {}, `${info.title}: a puzzle a day`), host);
  let month = null;
  const draw = async () => {
    const told = await standing(game, { month });
    const turn = (to) => () => { month = to; draw(); };
    host.replaceChildren(
      h("p", {}, `${counted(told.days.now, "days")} in a row, longest ${told.days.longest}. `, told.today.solved ? `Today's is solved: ${starsOf(told.today.stars)}` : "Today's is still to solve."),
      h("div", { class: "row" },
        h("a", { class: `button ${told.today.solved ? "" : "primary"}`, href: told.today.address }, told.today.solved ? "Today's again" : "Play today's"),
        told.today.share ? button("Share", "share", () => copy(told.today.share)) : null,
        h("a", { class: "button", href: `/${game}/levels` }, "Levels"), h("a", { class: "button", href: "/progress" }, "Statistics")),
      h("section", { class: "panel", "aria-label": "Calendar" },
        h("div", { class: "cardHead" },
          h("button", { type: "button", class: "plain", "aria-label": "The month before", onclick: turn(told.month.before) }, "‹"),
          h("h2", {}, told.month.title),
          h("button", { type: "button", class: "plain", "aria-label": "The month after", disabled: !told.month.after, onclick: turn(told.month.after) }, "›")),
        table(told)),
      h("p", { class: "help" }, "Missed days can be played, but only a puzzle that is solved on its day counts for the streak."));
  };
  whenChanged(() => draw().catch(() => {}));
  await draw();
}

function table({ month, today }) {
  const cells = [...Array(month.lead).fill(null), ...month.days];
  while (cells.length % 7) cells.push(null);
  const cell = (one) => {
    if (!one) return h("td", {});
    const number = String(Number(one.date.slice(8)));
    const mark = one.state === "solved" || one.state === "late" ? starsOf(one.stars) : one.state === "tried" ? "··" : "";
    const inner = [h("strong", {}, number), h("span", { class: "stars" }, mark)];
    const label = `${one.date}, ${STATES[one.state]}${one.stars ? `, ${one.stars} of 3 stars` : ""}`;
    return h("td", { class: `day ${one.state}`, ...(one.date === today.date && { "aria-current": "date" }) },
      one.address ? h("a", { href: one.address, "aria-label": label }, ...inner) : h("span", {}, ...inner));
  };
  return h("table", { class: "calendar" },
    h("thead", {}, h("tr", {}, ...DAYS.map((day) => h("th", { scope: "col", "aria-label": day }, day.slice(0, 2))))),
    h("tbody", {}, ...Array.from({ length: cells.length / 7 }, (_, week) => h("tr", {}, ...cells.slice(7 * week, 7 * week + 7).map(cell)))));
}
