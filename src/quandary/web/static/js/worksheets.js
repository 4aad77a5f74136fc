// Worksheets: choose, look, download.

import { games, postForFile } from "./api.js";
import { field, readFields } from "./choose.js";
import { h, toast } from "./dom.js";

export async function show(main) {
  const printed = (await games()).filter((game) => game.sheet);
  const wanted = new URLSearchParams(location.search).get("game");
  const info = printed.find((game) => game.name === wanted) ?? printed[0];
  if (!info) throw new Error("no game here has worksheets");
  const [first, ...more] = info.settings;
  const count = h("input", { name: "count", type: "number", min: "1", max: "60", value: "4" });
  const seed = h("input", { name: "seed", inputmode: "numeric", value: String(Math.floor(Math.random() * 100000)) });
  const view = h("div", { class: "preview", role: "img", "aria-label": "Preview of the first page" });
  const note = h("p", { class: "message", role: "status", "aria-live": "polite" });
  const order = () => ({
    game: info.name, settings: readFields(form, info.settings), sheet: readFields(form, info.sheet),
    count: Number(count.value) || 1, seed: /^\d{1,15}$/.test(seed.value.trim()) ? Number(seed.value.trim()) : 1,
  });
  let shown = 0;
  let url = null;
  async function preview() {
    const number = ++shown;
    try {
      const file = await postForFile("worksheet", { ...order(), format: "svg" });
      if (number !== shown) return;
      if (url) URL.revokeObjectURL(url);
      url = URL.createObjectURL(file);
      view.replaceChildren(h("img", { src: url, alt: "The first page" }));
      note.textContent = "";
    } catch (error) {
      if (number === shown) { note.textContent = error.message; note.className = "message bad"; }
    }
  }
  async function download(event) {
    event.preventDefault();
    note.className = "message";
    note.textContent = "Printing …";
    try {
      const file = await postForFile("worksheet", { ...order(), format: "pdf" });
      const link = h("a", { href: URL.createObjectURL(file), download: `${[info.name, first && (form.elements[first.name].value || first.default), seed.value].filter(Boolean).join("-")}.pdf` });
      document.body.append(link);
      link.click();
      link.remove();
      note.textContent = "Here it is.";
    } catch (error) {
      note.textContent = error.message;
      note.className = "message bad";
      toast(error.message, "bad");
    }
  }
  const form = h("form", { onsubmit: download, onchange: preview },
    h("div", { class: "fields" },
      first && field(first), h("label", {}, h("span", {}, "Puzzles"), count), h("label", {}, h("span", {}, "Seed"), seed),
      ...info.sheet.map(field)),
    h("details", {}, h("summary", {}, "More settings"), h("div", { class: "fields" }, ...more.map(field))),
    h("button", { type: "submit", class: "primary" }, "Download the PDF"), note);
  main.append(h("div", { class: "columns" },
    h("section", { class: "panel" }, h("h1", {}, `${info.title} worksheets`), h("p", { class: "help" }, "Puzzles in black and white, lines for name and date, and an answer key. A seed makes the same sheets for ever."), form),
    h("section", { "aria-label": "Preview" }, view)));
  await preview();
}
