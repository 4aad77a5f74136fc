// Without a network: the app starts from what was kept when there was one, and every question that has been asked before
// has its answer. With one, the server always comes first, so that nobody sees yesterday's files.

const KEPT = "quandary-{{version}}";
const ANSWERS = "quandary-answers";
const MOST_ANSWERS = 400;
const FILES = {{files}};
const PAGES = {{pages}};

addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => skipWaiting()));
});

/** The app, and every game's first lesson. */
async function fill() {
  const kept = await caches.open(KEPT);
  await kept.addAll([...FILES, ...PAGES, "/api/games"]);
  const { lessons } = await fetch("/api/lesson").then((answer) => answer.json());
  await kept.addAll(lessons.map((game) => `/api/lesson?game=${game}`));
}

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((one) => one !== KEPT && one !== ANSWERS).map((one) => caches.delete(one)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // What is today's is asked for, or not known.
  if (pathname === "/api/daily") return;
  if (request.method === "GET") event.respondWith(fetched(request, pathname));
  else if (["/api/new", "/api/state", "/api/play", "/api/review"].includes(pathname)) event.respondWith(answered(request, pathname));
});

async function fetched(request, pathname) {
  const kept = await caches.open(KEPT);
  // All puzzles of a game have one page: the address is read by its script.
  const key = request.mode !== "navigate" ? request : PAGES.includes(pathname) ? pathname : `/${pathname.split("/")[1]}`;
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(key, response.clone());
    return response;
  } catch (error) {
    const known = await kept.match(key);
    if (known) return known;
    throw error;
  }
}

async function answered(request, pathname) {
  const question = await request.clone().text();
  const key = `/answers${keyOf(pathname, JSON.parse(question))}`;
  const answers = await caches.open(ANSWERS);
  try {
    const response = await fetch(request);
    if (response.ok) {
      await answers.put(key, response.clone());
      const keys = await answers.keys();
      for (const old of keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS))) await answers.delete(old);
    }
    return response;
  } catch (error) {
    const known = await answers.match(key);
    if (known) return known;
    throw error;
  }
}

/** Where a game stands is the same answer however its moves were asked for. */
function keyOf(pathname, { move, more = [], moves = [], game, puzzle, ...rest }) {
  const line = move === undefined ? moves : [...moves, move, ...more];
  const kind = pathname === "/api/play" ? "state" : pathname.slice("/api/".length);
  return `?${new URLSearchParams({ kind, game, puzzle: puzzle ?? "", moves: line.join(" "), rest: JSON.stringify(rest) })}`;
}
