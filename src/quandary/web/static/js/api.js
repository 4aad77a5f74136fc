// Questions to the server. Every refusal comes as an Error with the server's own words.

export class ApiError extends Error {
  constructor(reason, status, seed) {
    super(reason);
    this.status = status;
    this.seed = seed;
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("the server does not answer", 0);
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new ApiError(told.error ?? `the server answered ${response.status}`, response.status, told.seed);
  }
  return response;
}

function posting(body, more = {}) {
  const { headers, ...rest } = more;
  return { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body), ...rest };
}

export const get = async (path) => (await ask(`/api/${path}`)).json();
export const post = async (path, body, more) => (await ask(`/api/${path}`, posting(body, more))).json();

const RETRY_AFTER = 1000;
const NOT_READY = [429, 503];

/** Asks until the answer is there: a puzzle may still be in the making, or the server busy. `signal` ends it. */
async function patiently(path, body, signal) {
  for (;;) {
    try {
      return await ask(`/api/${path}`, posting(body, { signal }));
    } catch (error) {
      if (!NOT_READY.includes(error.status)) throw error;
      // With the seed that the server has chosen, the next question is for the same puzzle.
      if (error.seed !== undefined) body = { ...body, seed: error.seed };
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    signal?.throwIfAborted();
  }
}

export const postPatiently = async (path, body, signal) => (await patiently(path, body, signal)).json();
export const postForFile = async (path, body) => (await patiently(path, body)).blob();

let told = null;
/** What games there are, asked once. */
export const games = () => (told ??= get("games").then((answer) => answer.games));
export const gameInfo = async (name) => (await games()).find((game) => game.name === name);

/** A search with its progress; `signal` ends it, and the server hears of that. */
export async function search(body, onProgress, signal) {
  const response = await ask("/api/solve", posting(body, { signal, headers: { Accept: "text/event-stream" } }));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new ApiError("the server broke off", 0);
    waiting += value;
    for (let end; (end = waiting.indexOf("\n\n")) >= 0; waiting = waiting.slice(end + 2)) {
      const [name, data] = waiting.slice(0, end).split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
      const message = JSON.parse(data);
      if (name === "progress") onProgress(message);
      else if (name === "verdict") return message;
      else throw new ApiError(message.error, message.status);
    }
  }
}
