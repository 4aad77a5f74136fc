// Small helpers to build pages without ever handing text to an HTML parser.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, listeners (`onclick`) and children; texts become text nodes. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  return fill(element, attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && key !== "form" && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** The server's picture as an element. It is parsed as XML, and nothing in it may act. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("the server sent no picture");
  for (const element of parsed.querySelectorAll("script, foreignObject, a, animate, set")) element.remove();
  return document.importNode(parsed, true);
}

const ICONS = {
  undo: "M9 7 4 12l5 5M5 12h9a6 6 0 0 1 0 12h-2",
  redo: "m15 7 5 5-5 5m4-5h-9a6 6 0 0 0 0 12h2",
  restart: "M5 5v6h6M5.500 11A8 8 0 1 1 4 15",
  hint: "M9 20h6m-5 3h4M8.500 16a6.500 6.500 0 1 1 7 0c-.8.700-1 1.300-1 2h-5c0-.7-.2-1.300-1-2z",
  solve: "m13 3-9 12h7l-1 8 9-12h-7z",
  plus: "M12 5v14M5 12h14",
  share: "M15 6l-6 4m0 4 6 4M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm12 7a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  paste: "M9 4H6v17h12V4h-3M9 3h6v4H9z",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 4v16M17 4v16",
  step: "M5 5l9 7-9 7zM18 5v14",
  back: "M19 5l-9 7 9 7zM6 5v14",
  stop: "M6 6h12v12H6z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  help: "M9 9a3 3 0 1 1 4 3c-1 .6-1 1-1 2.500m0 3.500v.5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  flag: "M6 22V4h12l-3 4 3 4H6",
  list: "M4 6h16M4 12h16M4 18h16",
};

export function icon(name) {
  const path = svgElement("path", {
    d: ICONS[name], fill: "none", stroke: "currentColor", "stroke-width": "2.200",
    "stroke-linecap": "round", "stroke-linejoin": "round",
  });
  return svgElement("svg", { viewBox: "0 0 24 26", width: "20", height: "20", "aria-hidden": "true", class: "icon" }, path);
}

/** A button with an icon and its name. */
export function button(label, iconName, onclick, more = {}) {
  return h("button", { type: "button", onclick, ...more }, iconName ? icon(iconName) : null, h("span", {}, label));
}

/** Tells something in passing; screen readers hear it, too. */
export function toast(text, kind = "") {
  const note = h("p", { class: `toast ${kind}` }, text);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), kind === "bad" ? 7000 : 4000);
}

/** `3 moves`, `1 push`. */
export const counted = (count, unit) => `${count.toLocaleString("en")} ${count === 1 ? unit.replace(/(?<=sh)es$|s$/, "") : unit}`;

/** `★★☆`. */
export const starsOf = (count) => "★".repeat(count) + "☆".repeat(3 - count);

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** A modal dialog with a title; resolves nothing, closes by Escape, its button or `close()`. */
export function dialog(title, ...content) {
  const box = h("dialog", { "aria-label": title },
    h("div", { class: "dialogHead" }, h("h2", {}, title),
      h("button", { type: "button", class: "plain", "aria-label": "Close", onclick: () => box.close() }, "×")),
    ...content);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return box;
}
