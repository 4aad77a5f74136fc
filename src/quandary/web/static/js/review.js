// A game beside the best one, step by step, with the place where the player left it.

import { post } from "./api.js";
import { button, dialog, h, picture } from "./dom.js";

export async function look(page) {
  const { table } = page;
  page.say("Looking back …");
  const { review } = await post("review", table.question);
  if (!review) { page.say("The best line of this puzzle is not known."); return; }
  page.say(review.words);
  const question = { game: table.game, puzzle: table.id };
  const known = new Map();
  const drawn = (moves) => {
    const key = moves.join(" ");
    if (!known.has(key)) known.set(key, (moves.length ? post("state", { ...question, moves }) : Promise.resolve(table.states[0])).then((state) => state.svg));
    return known.get(key);
  };
  const last = Math.max(review.moves.length, review.best.length);
  const side = (title, moves, isLeft) => {
    const view = h("div", { class: "shown" });
    const words = h("figcaption", {});
    return { view, figure: h("figure", { class: "side2" }, h("h3", {}, title), view, words), async show(at) {
      const count = Math.min(at, moves.length);
      words.textContent = count ? `Move ${count} of ${moves.length}: ${page.board.hand.say(moves[count - 1])}${isLeft && review.left_at === count - 1 ? " ← here you left the best line" : ""}` : "The beginning";
      const svg = picture(await drawn(moves.slice(0, count)));
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      svg.setAttribute("aria-hidden", "true");
      view.replaceChildren(svg);
    } };
  };
  const sides = [side("Yours", review.moves, true), side("The best", review.best, false)];
  const slider = h("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": "Move", oninput: () => go(Number(slider.value)) });
  let at = 0;
  async function go(to) {
    at = Math.max(0, Math.min(last, to));
    slider.value = String(at);
    await Promise.all(sides.map((one) => one.show(at))).catch((error) => page.say(error.message, "bad"));
  }
  const box = dialog("Your game beside the best", h("p", {}, review.words),
    h("div", { class: "beside" }, ...sides.map((one) => one.figure)),
    h("div", { class: "row" }, button("Back", "back", () => go(at - 1)), button("Step", "step", () => go(at + 1)), slider,
      review.left_at === null ? null : button("Where it was left", null, () => go(review.left_at + 1))));
  box.classList.add("wide");
  await go(review.left_at === null ? 0 : review.left_at + 1);
}
