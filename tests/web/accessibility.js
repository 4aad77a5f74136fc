// Looks a page over as axe-core would: names, roles, contrast, structure. Returns what is wrong, in words.
() => {
  const wrong = [];
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length;
  const path = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}${element.getAttribute("class") ? `.${element.getAttribute("class")}` : ""}`;
  const nameOf = (element) => {
    const labelled = (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(" ");
    const inner = element.matches("button, a, summary, [role=button]") ? element.textContent + [...element.querySelectorAll("img")].map((image) => image.alt).join(" ") : "";
    return [element.getAttribute("aria-label"), labelled, labels, inner, element.getAttribute("title")].map((one) => (one ?? "").trim()).find(Boolean) ?? "";
  };

  if (!document.documentElement.lang) wrong.push("the page has no language");
  if (!document.title) wrong.push("the page has no title");
  if (document.querySelectorAll("main").length !== 1) wrong.push("there must be one main");
  if (![...document.querySelectorAll("h1")].some(shown)) wrong.push("there is no h1");
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids)) if (ids.filter((one) => one === id).length > 1) wrong.push(`the id ${id} stands twice`);

  let level = 0;
  for (const heading of [...document.querySelectorAll("h1, h2, h3, h4")].filter(shown)) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) wrong.push(`${path(heading)} skips a level: ${heading.textContent}`);
    level = own;
  }
  for (const element of document.querySelectorAll("button, a[href], input, select, textarea, summary, dialog, [role=button], [role=application], [role=group], [role=gridcell], [role=toolbar], nav, [tabindex='0']")) {
    if (shown(element) && !nameOf(element)) wrong.push(`${path(element)} has no name`);
  }
  for (const image of document.querySelectorAll("img")) if (!image.hasAttribute("alt")) wrong.push(`${path(image)} has no alt`);
  for (const element of document.querySelectorAll("[role=button] [tabindex='0'], button button, a button, button a, [role=img] [tabindex='0']")) wrong.push(`${path(element)} is interactive inside something interactive`);
  for (const element of document.querySelectorAll("[tabindex]")) if (Number(element.getAttribute("tabindex")) > 0) wrong.push(`${path(element)} jumps the tab order`);
  const roles = new Set("application button dialog grid gridcell group img none presentation row status toolbar".split(" "));
  for (const element of document.querySelectorAll("[role]")) if (!roles.has(element.getAttribute("role"))) wrong.push(`${path(element)} has the role ${element.getAttribute("role")}`);

  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((one) => { const c = one / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top, bottom) => { const a = top[3] ?? 1; return [0, 1, 2].map((at) => top[at] * a + bottom[at] * (1 - a)); };
  const background = (element) => {
    if (!element) return [255, 255, 255];
    const own = channels(getComputedStyle(element).backgroundColor);
    return own.length === 4 && own[3] === 0 ? background(element.parentElement) : over(own, own.length === 4 && own[3] < 1 ? background(element.parentElement) : [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element || element.closest("svg, :disabled, noscript, option, .skip") || !shown(element)) continue;
    const style = getComputedStyle(element);
    const ground = background(element);
    const [light, dark] = [luminance(over(channels(style.color), ground)), luminance(ground)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < needed) wrong.push(`contrast ${ratio.toFixed(2)} of "${node.textContent.trim().slice(0, 30)}" in ${path(element)}`);
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) wrong.push(`the page is ${document.documentElement.scrollWidth} wide in ${document.documentElement.clientWidth}`);
  return wrong;
}
