// Questions to the server. Every refusal comes as an Error with the server's own words.

export class ApiError extends Error {
  constructor(reason, status) {
    super(reason);
    this.status = status;
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
    throw new ApiError(told.error ?? `the server answered ${response.status}`, response.status);
  }
  return response;
}

function posting(body, more = {}) {
  const { headers, ...rest } = more;
  return { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body), ...rest };
}

export const get = async (path) => (await ask(`/api/${path}`)).json();
export const post = async (path, body, more) => (await ask(`/api/${path}`, posting(body, more))).json();
export const postForFile = async (path, body) => (await ask(`/api/${path}`, posting(body))).blob();

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
