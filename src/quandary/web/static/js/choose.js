// Dialogs to begin another puzzle: made to order, by seed, or one's own.

import { button, dialog, h } from "./dom.js";

const NAMES = { seconds_per_step: "Seconds a step" };
// The first question of a dialog, in the player's words.
const QUESTIONS = { level: "How hard?", difficulty: "How hard?", size: "How big?", draw: "How many cards at a time?" };
const inWords = (name) => name.replace(/^min_/, "least_").replace(/^max_/, "most_").replaceAll("_", " ");
const nameOf = (option) => NAMES[option.name] ?? inWords(option.name).replace(/^./, (letter) => letter.toUpperCase());

/** One form field for a game's option; empty means its default. */
export function field(option) {
  const label = nameOf(option);
  if (option.type === "bool") {
    const box = h("input", { type: "checkbox", name: option.name, checked: option.default === true });
    return h("label", { class: "check", title: option.help }, box, h("span", {}, label));
  }
  return h("label", { title: option.help }, h("span", {}, label), ...(option.type === "str" && offered(option).length ? [choice(option)] : entry(option)));
}

const asking = (option) => QUESTIONS[option.name] ?? nameOf(option);

const usual = (option) => (option.default === null ? "any" : String(option.default));
/** Values of an option that are worth showing. */
const offered = (option) => option?.choices ?? option?.suggested ?? [];

function choice(option) {
  const values = offered(option);
  return h("select", { name: option.name },
    values.includes(option.default) ? null : h("option", { value: "" }, usual(option)),
    ...values.map((one) => h("option", { value: one, selected: one === option.default }, one)));
}

function entry(option) {
  const list = offered(option).length ? `${option.name}-values` : null;
  return [
    h("input", { name: option.name, placeholder: usual(option), inputmode: option.type === "int" ? "numeric" : "text", autocomplete: "off", list }),
    list && h("datalist", { id: list }, ...offered(option).map((one) => h("option", { value: String(one) }))),
  ];
}

/** What a form's fields say, as far as they say anything. */
export function readFields(form, options) {
  const found = {};
  for (const option of options) {
    const input = form.elements[option.name];
    if (option.type === "bool") { if (input.checked !== (option.default === true)) found[option.name] = input.checked; }
    else if (!["", String(option.default)].includes(input.value.trim())) found[option.name] = option.type === "int" ? numberOr(input.value.trim()) : input.value.trim();
  }
  return found;
}

const numberOr = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);

/** A button for each value of a game's first setting, its level; and for its first rule, where there are no levels. */
export function newDialog(info, open) {
  const [level, ...rest] = info.settings;
  const hasLevels = offered(level).length > 0;
  const more = hasLevels ? rest : info.settings;
  const seed = h("input", { name: "seed", inputmode: "numeric", placeholder: "any", autocomplete: "off" });
  let box = null;
  const send = (chosen = {}) => {
    const settings = { ...readFields(form, more), ...chosen.settings };
    const rules = { ...readFields(form, info.rules), ...chosen.rules };
    box.close();
    open({ game: info.name, settings, rules, ...(seed.value.trim() ? { seed: numberOr(seed.value.trim()) } : {}) });
  };
  const buttons = (kind, legend, option) => h("fieldset", { class: "levels" }, h("legend", {}, legend), ...offered(option).map((value) =>
    button(option.type === "int" ? `${nameOf(option)} ${value}` : value, null, () => send({ [kind]: { [option.name]: value } }))));
  const form = h("form", { onsubmit: (event) => { event.preventDefault(); send(); } },
    hasLevels ? buttons("settings", asking(level), level) : offered(info.rules[0]).length ? buttons("rules", asking(info.rules[0]), info.rules[0]) : null,
    h("details", {}, h("summary", {}, "More settings"), h("div", { class: "fields" }, ...info.rules.map(field), ...more.map(field), h("label", {}, h("span", {}, "Seed"), seed))),
    h("div", { class: "row end" }, h("button", { type: "submit", class: "primary", autofocus: true }, "New puzzle")));
  for (const [name, value] of Object.entries(info.casual)) {
    const input = form.elements[name];
    if (input) input[typeof value === "boolean" ? "checked" : "value"] = value;
  }
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

/** Takes files and texts that are dropped onto the page, and come from elsewhere. */
export function takeDrops(host, take) {
  let isOurs = false;
  host.addEventListener("dragstart", () => { isOurs = true; });
  host.addEventListener("dragend", () => { isOurs = false; });
  host.addEventListener("dragover", (event) => event.preventDefault());
  host.addEventListener("drop", async (event) => {
    event.preventDefault();
    if (isOurs) return;
    const [file] = event.dataTransfer.files;
    const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
    if (text.trim()) take(text);
  });
}
