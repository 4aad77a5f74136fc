// What the browser remembers: games under way, for "continue where you left off". The server stores nothing.

const KEY = "quandary.games";
const MOST = 30;

function readAll() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter((one) => one && typeof one.id === "string" && Array.isArray(one.moves)) : [];
  } catch {
    return [];
  }
}

function writeAll(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Private windows and full disks remember nothing; the game goes on.
  }
}

export const saved = () => readAll();
export const savedGame = (id) => readAll().find((one) => one.id === id) ?? null;
export const forget = (id) => { if (savedGame(id)) writeAll(readAll().filter((one) => one.id !== id)); };

/** Calls `hear` with a game, or null, whenever another tab has saved or forgotten it. */
export function whenSaved(id, hear) {
  let last = JSON.stringify(savedGame(id)?.moves ?? []);
  addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    const kept = savedGame(id);
    const moves = JSON.stringify(kept?.moves ?? []);
    if (moves !== last) hear(kept);
    last = moves;
  });
}

export function save(game) {
  writeAll([{ ...game, updated: Date.now() }, ...readAll().filter((one) => one.id !== game.id)].slice(0, MOST));
}

export function preference(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`quandary.${name}`, value);
    return localStorage.getItem(`quandary.${name}`);
  } catch {
    return null;
  }
}
