// Dialogs to begin another puzzle: made to order, by seed, or one's own.

import { button, dialog, h } from "./dom.js";

const NAMES = { min_moves: "Least moves", max_moves: "Most moves", seconds_per_step: "Seconds a step" };
const nameOf = (option) => NAMES[option.name] ?? option.name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** One form field for a game's option; empty means its default. */
export function field(option) {
  const label = nameOf(option);
  if (option.type === "bool") {
    const box = h("input", { type: "checkbox", name: option.name, checked: option.default === true });
    return h("label", { class: "check", title: option.help }, box, h("span", {}, label));
  }
  const usual = option.default === null ? "any" : String(option.default);
  const input = option.choices
    ? h("select", { name: option.name }, h("option", { value: "" }, usual), ...option.choices.filter((one) => one !== option.default).map((one) => h("option", { value: one }, one)))
    : h("input", { name: option.name, placeholder: usual, inputmode: option.type === "int" ? "numeric" : "text", autocomplete: "off" });
  return h("label", { title: option.help }, h("span", {}, label), input);
}

/** What a form's fields say, as far as they say anything. */
export function readFields(form, options) {
  const found = {};
  for (const option of options) {
    const input = form.elements[option.name];
    if (option.type === "bool") { if (input.checked !== (option.default === true)) found[option.name] = input.checked; }
    else if (input.value.trim()) found[option.name] = option.type === "int" ? numberOr(input.value.trim()) : input.value.trim();
  }
  return found;
}

const numberOr = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);

/** What most people want of a game that has no levels. */
const USUAL = {
  klondike: [["Draw 1", { rules: { draw: 1 } }], ["Draw 3", { rules: { draw: 3 } }]],
  exponentile: [["Classic", { rules: { rules: "classic" } }], ["Web game", { rules: { rules: "web" } }]],
};

export function newDialog(info, open) {
  const [first, ...rest] = info.settings;
  const isLevel = first && (first.choices || first.name === "level");
  const more = isLevel ? rest : info.settings;
  const levels = !isLevel ? [] : first.choices ?? Array.from({ length: 10 }, (_, at) => String(at + 1));
  const seed = h("input", { name: "seed", inputmode: "numeric", placeholder: "any", autocomplete: "off" });
  let box = null;
  const send = (level, usual = {}) => {
    const settings = readFields(form, more);
    const rules = { ...readFields(form, info.rules), ...usual.rules };
    if (level !== null) settings[first.name] = level;
    box.close();
    open({ game: info.name, settings, rules, ...(seed.value.trim() ? { seed: numberOr(seed.value.trim()) } : {}) });
  };
  const form = h("form", { onsubmit: (event) => { event.preventDefault(); send(null); } },
    levels.length ? h("fieldset", { class: "levels" }, h("legend", {}, "Level"), ...levels.map((level) => button(level, null, () => send(level)))) : null,
    USUAL[info.name] ? h("fieldset", { class: "levels" }, h("legend", {}, "Rules"), ...USUAL[info.name].map(([name, usual]) => button(name, null, () => send(null, usual)))) : null,
    h("div", { class: "fields" }, ...info.rules.map(field), ...more.map(field), h("label", {}, h("span", {}, "Seed"), seed)),
    h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, "New puzzle")));
  // A deal that nobody can win is for those who ask for it.
  if (form.elements.winnable) form.elements.winnable.checked = true;
  box = dialog(`New ${info.title} puzzle`, form);
}

export function pasteDialog(info, open) {
  const text = h("textarea", { rows: "10", "aria-label": "Puzzle", spellcheck: false, placeholder: info.examples[1] ?? info.examples[0] });
  const file = h("input", { type: "file", "aria-label": "From a file", onchange: async () => { text.value = await file.files[0].text(); } });
  const box = dialog("Your own puzzle",
    h("p", {}, "Paste a puzzle in any format that the command line reads, or drop a file onto the page."),
    text, file,
    h("div", { class: "row end" }, h("button", { type: "button", class: "primary", onclick: () => { box.close(); open(text.value); } }, "Play it")));
  text.focus();
}

/** Takes files and texts that are dropped onto the page. */
export function takeDrops(host, take) {
  host.addEventListener("dragover", (event) => event.preventDefault());
  host.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
    if (text.trim()) take(text);
  });
}
