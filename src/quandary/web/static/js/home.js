// The first page: every game with a picture of today's puzzle, as far as this browser has played it.

import { games, get, postPatiently } from "./api.js";
import { clockText, counted, h, picture, starsOf } from "./dom.js";
import { dress } from "./hands.js";
import { catchUp, localDate, standing, whenChanged } from "./progress.js";
import { forget, saved, savedGame } from "./store.js";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

/** The puzzles of the player's own day; where its clock is off, of the server's. */
const todays = () => get(`daily?date=${localDate()}`).catch((error) => (error.status === 400 ? get("daily") : null)).catch(() => null);

export async function show(main) {
  const [known, daily] = await Promise.all([games(), todays()]);
  const cards = h("div", { class: "cards" });
  const open = h("div", {});
  main.append(
    h("div", { class: "hero" }, h("h1", {}, `${NUMBERS[known.length] ?? known.length} puzzle games`), h("p", {}, "Play today's, or one of your own. Ask for a hint, or for the proof.")),
    open);
  const list = () => open.replaceChildren(continuing(known));
  addEventListener("storage", list);
  list();
  if (!daily) {
    main.append(h("p", { class: "note" }, "The server does not answer: today's puzzles come when it is back. Games that you have begun can be looked at, and so can your statistics and every game's lesson."),
      h("ul", { class: "links" }, ...[["/progress", "Statistics"], ...known.map((game) => [`/${game.name}/lesson`, `${game.title}: a lesson`])].map(([href, name]) => h("li", {}, h("a", { class: "button", href }, name)))));
    return;
  }
  main.append(h("h2", {}, `Today, ${new Date(`${daily.date}T12:00:00Z`).toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })}`), cards);
  for (const game of known) {
    const puzzle = daily.puzzles.find((one) => one.game === game.name);
    const host = h("a", { class: "shown", href: puzzle.address, "aria-label": `${game.title}, today's puzzle`, tabindex: "-1" }, h("p", { class: "wait" }, "…"));
    const note = h("span", { class: "cardNote" }, "");
    cards.append(h("section", { class: "card", "data-game": game.name, "aria-label": game.title },
      h("div", { class: "cardHead" }, h("h3", {}, h("a", { href: puzzle.address }, game.title)), note),
      h("p", {}, game.summary), host,
      h("div", { class: "row" }, h("a", { class: "button primary", href: puzzle.address }, "Play today's"), h("a", { class: "button", href: `/${game.name}` }, "Another"),
        h("a", { class: "button", href: `/${game.name}/levels` }, "Levels"), h("a", { class: "button", href: `/${game.name}/daily` }, "Calendar"))));
    const draw = () => begin(game, puzzle, host, note);
    whenChanged(draw);
    draw();
  }
  catchUp().catch(() => {});
  cards.append(h("section", { class: "card", "aria-label": "Your own" }, h("h3", {}, "Your own"),
    h("p", {}, "Draw a board and hear at once whether it can be solved, or print sheets for a class."),
    h("ul", { class: "links" }, ...[...known.filter((game) => game.editor).map((game) => [`/${game.name}/edit`, `${game.title} editor`]), ["/worksheets", "Worksheets"]]
      .map(([href, name]) => h("li", {}, h("a", { class: "button", href }, name))))));
}

/** The picture: a swipe over it scrolls, and a tap opens the game. The page does not wait for it, nor fail with it. */
async function begin(game, puzzle, host, note) {
  try {
    if (game.style) dress(game.style);
    const kept = savedGame(puzzle.id);
    const { svg, facts, status, played } = await postPatiently("state", { game: game.name, puzzle: puzzle.id, moves: kept?.moves ?? [] });
    const drawn = picture(svg);
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    drawn.setAttribute("aria-hidden", "true");
    host.replaceChildren(drawn);
    const { today, days } = await standing(game.name).catch(() => ({ today: {}, days: {} }));
    const streak = days.now > 1 ? ` · ${days.now} days in a row` : "";
    note.textContent = (today.solved ? `solved ${starsOf(today.stars)}` : played && status === "playing" ? counted(played, "moves") : facts.grade ?? "") + streak;
  } catch (error) {
    host.replaceChildren(h("p", { class: "wait" }, error.message));
  }
}

function continuing(known) {
  const open = saved().filter((one) => one.status === "playing" && one.moves.length && typeof one.address === "string" && one.address.startsWith("/")).slice(0, 6);
  if (!open.length) return h("div", {});
  const list = h("ul", { class: "continue" }, ...open.map((one) => {
    const item = h("li", {},
      h("a", { href: one.address }, [known.find((game) => game.name === one.game)?.title ?? one.game, one.caption].filter(Boolean).join(", "), h("small", {}, `${counted(one.moves.length, "moves")}, ${clockText(one.seconds ?? 0)}`)),
      h("button", { type: "button", class: "plain", "aria-label": "Forget this game", onclick: () => { forget(one.id); item.remove(); } }, "×"));
    return item;
  }));
  return h("section", { "aria-label": "Continue" }, h("h2", {}, "Continue where you left off"), list);
}
