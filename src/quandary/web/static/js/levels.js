// The levels of a game: its puzzles as a grid with stars, how many are won, and which comes next.

import { gameInfo } from "./api.js";
import { counted, h, starsOf } from "./dom.js";
import { standing, whenChanged } from "./progress.js";

export async function show(main, game) {
  const info = await gameInfo(game);
  const host = h("div", { class: "docs" });
  main.append(h("h1", {}, `${info.title}: levels`), host);
  const draw = async () => {
    const told = await standing(game);
    host.replaceChildren(
      h("p", { class: "help" }, told.isOld ? "The server does not answer: this is how it stood last." : summary(told)),
      h("div", { class: "row" },
        told.next ? h("a", { class: "button primary", href: told.next.address }, `Next unsolved: ${told.next.title}`) : null,
        h("a", { class: "button", href: `/${game}/daily` }, "Calendar"), h("a", { class: "button", href: "/progress" }, "Statistics")),
      ...told.levels.map(level));
  };
  whenChanged(() => draw().catch(() => {}));
  await draw();
}

function summary({ levels, purse }) {
  const stars = levels.flatMap((one) => one.rungs).reduce((sum, one) => sum + one.stars, 0);
  return [counted(stars, "stars"), purse ? counted(purse, "coins") : ""].filter(Boolean).join(" · ");
}

function level({ title, words, open, locked, rungs, next }) {
  const cell = ({ number, title: name, address, stars }) => h("li", {}, h(open ? "a" : "span", {
    class: `rung${stars ? " won" : ""}`, ...(open && { href: address }), "aria-label": `${name}, ${stars ? `${stars} of 3 stars` : "not won yet"}`,
    ...(next?.number === number && { "data-next": "" }), role: open ? null : "img",
  }, h("strong", {}, String(number)), h("span", { class: "stars" }, starsOf(stars))));
  return h("section", { class: "panel level", "aria-label": title },
    h("div", { class: "cardHead" }, h("h2", {}, title), h("span", { class: "cardNote" }, open ? words : locked)),
    h("ol", { class: "rungs" }, ...rungs.map(cell)));
}
