// What the player has reached: every game that was played to its end, kept in this browser as the terminal keeps it in
// its file. What comes of the records (stars, levels, days, streaks) is told by the server, and kept for a time without it.
//
// A game that is over waits in the store until the server has made its record, so that nothing is lost when it does not
// answer. Records are only ever added, each under its own text: tabs cannot overwrite each other, and nothing counts twice.

import { ApiError, post } from "./api.js";
import { counted } from "./dom.js";

const FORMAT = "quandary-progress/1";
// Characters of records that one question may bring along.
const MOST = 900_000;

let opened = null;
function database() {
  return (opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("quandary", 1);
    asked.onupgradeneeded = () => ["records", "waiting", "kept"].forEach((name) => asked.result.createObjectStore(name));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  }));
}

/** Does something with the stores, all of it or nothing; resolves with its result when it is written. */
async function within(mode, work) {
  const transaction = (await database()).transaction(["records", "waiting", "kept"], mode);
  const stores = Object.fromEntries(["records", "waiting", "kept"].map((name) => [name, transaction.objectStore(name)]));
  const result = await work(stores);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
    transaction.commit?.();
  });
  return result;
}

const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("quandary-progress") : null;
/** Calls `hear` when another tab has added to the records. */
export const whenChanged = (hear) => channel?.addEventListener("message", () => hear());
const changed = () => channel?.postMessage("changed");

/** A record's own text, however its fields are ordered. */
const keyOf = (record) => JSON.stringify(record, (_, value) => (value && typeof value === "object"
  ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value));

/** All games, or those of one game, the first one first. */
export async function records(game = null) {
  const all = await within("readonly", ({ records: store }) => done(store.getAll())).catch(() => []);
  return all.filter((one) => game === null || one.game === game).sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

const kept = (name) => within("readonly", ({ kept: store }) => done(store.get(name))).catch(() => undefined);
const keep = (name, value) => within("readwrite", ({ kept: store }) => done(store.put(value, name))).catch(() => {});

const text = (lines) => `${[JSON.stringify({ format: FORMAT }), ...lines].join("\n")}\n`;

/** Records as a question brings them: without what a reader takes for granted, and, where they are too many, the latest. */
function told(list) {
  const lines = list.map((record) => JSON.stringify(Object.fromEntries(Object.entries(record)
    .filter(([name, value]) => value !== null && !(value === 0 && ["hints", "undone", "stars"].includes(name))))));
  let room = MOST;
  const from = lines.findLastIndex((line) => (room -= line.length + 1) < 0) + 1;
  return text(lines.slice(from));
}

/** The time on the player's own clock, with its offset. */
export function moment(when = new Date()) {
  const offset = -when.getTimezoneOffset();
  const pad = (number) => String(Math.floor(Math.abs(number))).padStart(2, "0");
  return `${localDate(when)}T${[when.getHours(), when.getMinutes(), when.getSeconds()].map(pad).join(":")}${offset < 0 ? "-" : "+"}${pad(offset / 60)}:${pad(offset % 60)}`;
}

/** The player's own date. */
export function localDate(when = new Date()) {
  return [when.getFullYear(), when.getMonth() + 1, when.getDate()].map((number) => String(number).padStart(2, "0")).join("-");
}

/** A game is over: it is kept, and recorded as soon as the server answers; null if that has to wait. */
export async function finish(question) {
  const key = keyOf(question);
  await within("readwrite", ({ waiting }) => done(waiting.put(question, key)));
  return send(key, question);
}

async function send(key, question) {
  const before = (await records(question.game)).filter((one) => one.id === question.puzzle);
  let answer = null;
  try {
    answer = await post("record", { ...question, earlier: before.length ? told(before) : "" });
  } catch (error) {
    // What the server does not take now may be taken later; what it refuses never will be.
    if (!(error instanceof ApiError) || ![400, 409, 413, 422].includes(error.status)) return null;
  }
  await within("readwrite", ({ records: store, waiting }) => {
    if (answer) store.put(answer.record, keyOf(answer.record));
    return done(waiting.delete(key));
  });
  changed();
  return answer;
}

/** Records the games that ended while the server did not answer. */
export async function catchUp() {
  const [keys, questions] = await within("readonly", ({ waiting }) => Promise.all([done(waiting.getAllKeys()), done(waiting.getAll())])).catch(() => [[], []]);
  for (const [at, key] of keys.entries()) if (!(await send(key, questions[at]))) return;
}

/** What comes of the records in one game; what was told last, if the server does not answer. Throws if nothing was. */
export async function standing(game, { month = null, after = null } = {}) {
  const name = `standing ${game} ${month ?? ""}`;
  const question = { game, today: localDate(), ...(month && { month }), ...(after && { after }) };
  try {
    const list = await records(game);
    let answer;
    const progress = list.length ? told(list) : "";
    try {
      answer = await post("standing", { ...question, progress });
    } catch (error) {
      if (error.status !== 400 || month) throw error;
      // This machine's clock is in another day than the world's: the server's date will do.
      const { today, ...rest } = question;
      answer = await post("standing", { ...rest, progress });
    }
    keep(name, answer);
    return answer;
  } catch (error) {
    const last = await kept(name);
    if (last) return { ...last, isOld: true };
    throw error;
  }
}

/** All of it as the file that `quandary progress import` reads. */
export async function exported() {
  return text((await records()).map((record) => JSON.stringify(record)));
}

/** Adds the records of such a file; how many were new. Throws with words for the player. */
export async function takeIn(content) {
  const [first, ...lines] = content.split("\n").filter((line) => line.trim());
  const head = read(first ?? "");
  if (head?.format !== FORMAT) throw new Error(`This is no exported progress (expected ${FORMAT} in the first line).`);
  const found = lines.map(read);
  for (let at = 0; at < lines.length; at += 1000) {
    const { unreadable } = await post("standing", { game: found[0]?.game ?? "", progress: text(lines.slice(at, at + 1000)) });
    if (unreadable) throw new Error(`${counted(unreadable, "records")} of this progress cannot be read.`);
  }
  const count = await within("readwrite", async ({ records: store }) => {
    const known = new Set(await done(store.getAllKeys()));
    const fresh = new Map(found.map((record) => [keyOf(record), record]).filter(([key]) => !known.has(key)));
    for (const [key, record] of fresh) store.put(record, key);
    return fresh.size;
  });
  changed();
  return count;
}

function read(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Forgets all records. */
export async function reset() {
  await within("readwrite", ({ records: store, waiting, kept: others }) => { waiting.clear(); others.clear(); return done(store.clear()); });
  changed();
}
