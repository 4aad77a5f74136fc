// The address is the puzzle. What is too long for a path travels packed behind the #, which no server sees.

import { toast } from "./dom.js";

const LONGEST_PATH = 1500;
const MOST_CHARACTERS = 128 * 1024;

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream()).getReader();
  let found = "";
  for (let part; !(part = await reader.read()).done;) {
    found += part.value;
    // A few bytes can say megabytes, which no puzzle has.
    if (found.length > MOST_CHARACTERS) throw new Error("too long");
  }
  return found;
}

export async function puzzleInFragment() {
  if (!location.hash.startsWith("#p=")) return null;
  try {
    return await unpack(location.hash.slice(3));
  } catch {
    throw Object.assign(new Error("this address is damaged: the puzzle behind the # cannot be read"), { status: 400 });
  }
}

/** Where a table's puzzle lives. */
export async function addressFor(table) {
  return table.address.length <= LONGEST_PATH ? table.address : `/${table.game}#p=${await pack(table.text ?? table.id)}`;
}

export async function share(table) {
  const url = new URL(await addressFor(table), location.origin).href;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: document.title, url }).catch(() => {});
    return;
  }
  await copy(url, table.id.length < 60 ? `The puzzle's address is copied (${table.id}).` : "The puzzle's address is copied.");
}

/** Copies a text; where that is not allowed, shows it. */
export async function copy(text, said = `Copied: ${text}`) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(text);
  }
}
