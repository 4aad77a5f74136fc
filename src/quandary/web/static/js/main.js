// Every page begins here: the bar on top, then the page's own module.

import { games } from "./api.js";
import { h, toast } from "./dom.js";

const { kind, game } = document.body.dataset;
const PAGES = {
  home: () => import("./home.js"),
  play: () => import("./play.js"),
  edit: () => import("./edit.js"),
  levels: () => import("./levels.js"),
  daily: () => import("./calendar.js"),
  lesson: () => import("./lesson.js"),
  progress: () => import("./statistics.js"),
  worksheets: () => import("./worksheets.js"),
  lost: async () => ({ show() { throw Object.assign(new Error("There is nothing at this address."), { status: 404 }); } }),
};

async function begin() {
  const main = document.getElementById("main");
  try {
    const [page, known] = await Promise.all([PAGES[kind](), games()]);
    document.getElementById("nav").append(...known.map((one) =>
      h("a", { href: `/${one.name}`, "aria-current": one.name === game ? "page" : null }, one.title)));
    const current = document.querySelector("#nav [aria-current]");
    if (current) current.parentElement.scrollLeft = current.offsetLeft - current.parentElement.offsetLeft - 60;
    await page.show(main, game);
  } catch (error) {
    main.append(h("div", { class: "panel sorry" }, h("h1", {}, "That did not work"), h("p", {}, error.message),
      h("p", {}, h("a", { href: game ? `/${game}` : "/" }, game ? "A new puzzle" : "Home"))));
    toast(error.message, "bad");
    if (!("status" in error)) throw error;
  }
  document.body.dataset.ready = "yes";
}

begin();
navigator.serviceWorker?.register("/sw.js").catch(() => {});
